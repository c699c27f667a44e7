//! The settings of a tournament in requests.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::bye_rules::NewByes;
use super::entry_lock::{NewConditions, NewEntryLock};
use super::points::WantedPoints;
use super::round_dates::{closes_at, round_dates, starts_at};
use super::team_rules::NewTeamRules;
use crate::Problem;
use crate::contract::items::{Paragraph, PlayerName, Time};
use crate::games::clock::WantedClock;
use crate::games::delay::WantedSpectatorDelay;
use crate::problems::problem::Fault;
use lapidary_contest::pairing::request::Odd;
use lapidary_contest::standings::tie_break::TieBreak;
use lapidary_model::club::ClubId;
use lapidary_model::game::Visibility;
use lapidary_model::season::LadderId;
use lapidary_model::tournaments::entry::EarlyLeavers;
use lapidary_model::tournaments::settings::{
    Acceleration, Format, NextRound, Patch, Play, Players, Unfinished,
};

/// Two entries that must not meet.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WantedForbiddenPair {
    /// The number of one entry.
    #[schema(minimum = 1, maximum = 2048, example = 1)]
    pub(super) a: u32,
    /// The number of the other one.
    #[schema(minimum = 1, maximum = 2048, example = 2)]
    pub(super) b: u32,
}

/// The ratings of acceptable entries, in the pool of the tournament.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EntryRating {
    /// The lowest rating; null for any.
    #[schema(minimum = 0, maximum = 10000)]
    min: Option<u16>,
    /// The highest rating; null for any.
    #[schema(minimum = 0, maximum = 10000)]
    max: Option<u16>,
}

impl EntryRating {
    /// Whether no rating is in the range.
    fn is_empty(self) -> bool {
        self.min.zip(self.max).is_some_and(|(min, max)| min > max)
    }
}

/// Defines a body with the settings that can change until the start, and further fields.
macro_rules! body_with_settings {
    ($(#[$meta:meta])* $visibility:vis struct $name:ident {
        $($(#[$field_meta:meta])* $field:ident: $type:ty,)*
    }) => {
        #[derive(Deserialize, ToSchema)]
        $(#[$meta])*
        #[serde(deny_unknown_fields)]
        $visibility struct $name {
            $($(#[$field_meta])* pub(super) $field: $type,)*
            /// What organizers tell about the tournament: rules, place, prizes, in paragraphs.
            #[schema(value_type = Option<Vec<Paragraph>>, inline, max_items = 20, nullable = false)]
            description: Option<Vec<String>>,
            /// Where the games are played; `server` if left out.
            #[schema(nullable = false)]
            play: Option<Play>,
            /// The club to which it belongs, which the caller owns or manages.
            #[schema(value_type = Option<Uuid>, nullable = false, min_length = 36, max_length = 36,
                pattern = "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$")]
            club: Option<Uuid>,
            /// Whether only members of the club can enter; `false` if left out.
            #[schema(nullable = false)]
            members_only: Option<bool>,
            /// Whether only players who are `invited` can enter; `false` if left out.
            #[schema(nullable = false)]
            invited_only: Option<bool>,
            /// The ladder of the club in whose seasons the games are rated; only with `club` and `rated`.
            /// Games that start while no season runs are not rated.
            #[schema(value_type = Option<Uuid>, nullable = false, min_length = 36, max_length = 36,
                pattern = "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$")]
            ladder: Option<Uuid>,
            /// Who may find and see the tournament and its games.
            #[schema(nullable = false)]
            pub(super) visibility: Option<Visibility>,
            /// The number of rounds of a Swiss event or of heats, before the cut. Only for these formats.
            #[schema(minimum = 1, maximum = 50, nullable = false, example = 5)]
            rounds: Option<u8>,
            /// How long an arena makes tables. Only for this format; at least the initial time of the clock.
            #[schema(minimum = 300_000, maximum = 604_800_000, nullable = false)]
            duration_ms: Option<u64>,
            /// How many entries go on to knock-out tables after heats, or after a Swiss event, which has none
            /// if it is null or left out. Only for these formats.
            #[serde(default, deserialize_with = "present")]
            #[schema(value_type = Option<u16>, minimum = 2, maximum = 2048, required = false)]
            cut: Option<Option<u16>>,
            /// How often everybody meets everybody in a round robin; 1 if left out. The second time, the
            /// seats are turned. Only for this format.
            #[schema(minimum = 1, maximum = 2, nullable = false)]
            cycles: Option<u8>,
            /// What becomes of the results of whoever leaves a round robin for good before they have played
            /// half of their games; `count` if left out. With `annul`, only at tables of two, they count for
            /// nobody.
            #[schema(nullable = false)]
            early_leavers: Option<EarlyLeavers>,
            /// The number of games of a knock-out match; 1 if left out.
            #[schema(minimum = 1, maximum = 9, nullable = false)]
            best_of: Option<u8>,
            /// How many go on from a knock-out table of three or four after the cut; 1 if left out. A final
            /// has one winner. Only with `cut`, and with `best_of` 1.
            #[schema(minimum = 1, maximum = 2, nullable = false)]
            advance: Option<u8>,
            /// What happens to an odd field at tables of two; `bye` if left out.
            #[schema(nullable = false)]
            odd: Option<Odd>,
            /// Virtual points for the strong entries of a large Swiss event, in pairings only; `none` if left
            /// out. Only for this format.
            #[schema(nullable = false)]
            acceleration: Option<Acceleration>,
            /// Byes that players request; none if left out.
            #[schema(nullable = false)]
            byes: Option<NewByes>,
            /// Whether the losers of the semi-finals of a `single_elimination` play for the third place,
            /// beside the final; `false` if left out.
            #[schema(nullable = false)]
            third_place: Option<bool>,
            /// Teams, whose results count together; null if everybody plays alone. Only for `swiss`, `heats`
            /// and `arena`.
            #[serde(default, deserialize_with = "present")]
            #[schema(value_type = Option<NewTeamRules>, required = false)]
            teams: Option<Option<NewTeamRules>>,
            /// How much later those without a seat see the games, as in a single game; null if they see them
            /// at once. Tables have their results at once.
            #[serde(default, deserialize_with = "present")]
            #[schema(value_type = Option<WantedSpectatorDelay>, required = false)]
            spectator_delay: Option<Option<WantedSpectatorDelay>>,
            /// The points for places; the preset `standard` if left out.
            #[schema(nullable = false)]
            points: Option<WantedPoints>,
            /// The criteria of the standings, in order.
            #[schema(min_items = 1, max_items = 12, nullable = false)]
            tie_breaks: Option<Vec<TieBreak>>,
            /// Who may play: people, bots, or both. If left out, people in a rated tournament, otherwise
            /// both.
            #[schema(nullable = false)]
            players: Option<Players>,
            /// Whether the games change ratings. They need a clock for that, `visibility` must be `public`,
            /// and people and bots do not play together.
            #[schema(nullable = false)]
            rated: Option<bool>,
            /// The maximum number of entries; 256 if left out.
            #[schema(minimum = 2, maximum = 2048, nullable = false)]
            entries_max: Option<u16>,
            /// Whether players who enter while it is full wait for a place until the start, in the order of
            /// entering; `false` if left out. Not with `teams`.
            #[schema(nullable = false)]
            waiting_list: Option<bool>,
            /// The required rating in the pool of the tournament.
            #[schema(nullable = false)]
            rating: Option<EntryRating>,
            /// What else a player needs to enter. It replaces all earlier conditions.
            #[schema(nullable = false)]
            conditions: Option<NewConditions>,
            /// What a player sends to enter; nothing if left out.
            #[schema(nullable = false)]
            pub(super) entry: Option<NewEntryLock>,
            /// After which time the registration closes, unless the tournament starts before.
            #[schema(minimum = 0, maximum = 7_776_000_000_u64, nullable = false)]
            registration_closes_in_ms: Option<u64>,
            /// When the server starts the tournament, within the next 366 days; null if an organizer starts
            /// it. If it cannot start then, it stays in registration, and its organizers are told.
            #[serde(default, deserialize_with = "present")]
            #[schema(value_type = Option<String>, required = false, pattern = "^[^\\x00]*$", max_length = 40,
                example = "2027-01-30T18:00:00Z")]
            starts_at: Option<Option<String>>,
            /// Whether players can enter while the tournament runs; only in a Swiss event, in heats, and in
            /// an arena, where it is `true` if left out.
            #[schema(nullable = false)]
            late_entries: Option<bool>,
            /// How long players have to say that they are ready, after a round is paired; 0 without a ready
            /// check. If left out, one minute for a live clock, one day for a correspondence clock, and 0
            /// without a clock. Always 0 in an arena.
            #[schema(minimum = 0, maximum = 7_776_000_000_u64, nullable = false)]
            ready_check_ms: Option<u64>,
            /// The part of its time that each seat has for its first turn, so that whoever does not come
            /// loses soon; null, as if left out, if it has all. It is shorter than `initial_ms` or
            /// `per_turn_ms` of the clock.
            #[serde(default, deserialize_with = "present")]
            #[schema(value_type = Option<u64>, minimum = 10_000, maximum = 1_209_600_000, required = false)]
            first_turn_ms: Option<Option<u64>>,
            /// Who pairs the next round; `call` if left out. Always `automatic` in an arena.
            #[schema(nullable = false)]
            next_round: Option<NextRound>,
            /// How long the server waits after the last result of a round before it pairs the next one or
            /// ends the tournament, so that results can be corrected; 0 if left out. Only with
            /// `next_round: "automatic"`. `POST …/rounds/close` ends the wait.
            #[schema(minimum = 0, maximum = 604_800_000, nullable = false)]
            next_round_after_ms: Option<u64>,
            /// When the server pairs each round at the earliest, the first round first, in order and within
            /// the next 366 days; a round without a date follows the one before. Only with `next_round:
            /// "automatic"`. While the tournament runs, the dates of rounds to come can change.
            #[schema(value_type = Option<Vec<Time>>, inline, max_items = 64, nullable = false)]
            round_dates: Option<Vec<String>>,
            /// How long a round is played after its games have started; null, as if left out, until its last
            /// result. Not for knock-out rounds. A change holds for rounds that start later.
            #[serde(default, deserialize_with = "present")]
            #[schema(value_type = Option<u64>, minimum = 60_000, maximum = 7_776_000_000_u64, required = false)]
            round_ends_after_ms: Option<Option<u64>>,
            /// What happens to the tables without a result when the time of a round is over; `wait` if left
            /// out.
            #[schema(nullable = false)]
            unfinished: Option<Unfinished>,
            /// The names of players who are asked to organize the tournament. They accept with
            /// `POST …/organizers/accept`.
            #[serde(default)]
            #[schema(value_type = Vec<PlayerName>, inline, max_items = 64)]
            pub(super) organizers: Vec<String>,
            /// The names of players who may see and enter a private tournament.
            #[serde(default)]
            #[schema(value_type = Vec<PlayerName>, inline, max_items = 64)]
            pub(super) invited: Vec<String>,
        }

        impl $name {
            /// Returns the change of settings.
            pub(super) fn patch(&self) -> Result<Patch, Problem> {
                if self.rating.is_some_and(|rating| rating.is_empty()) {
                    return Err(Problem::validation(vec![Fault::at("/rating/max", "must not be below `min`")]));
                }
                Ok(Patch {
                    description: self.description.clone(),
                    play: self.play,
                    club: self.club.map(|club| Some(ClubId(club))),
                    members_only: self.members_only,
                    invited_only: self.invited_only,
                    ladder: self.ladder.map(|ladder| Some(LadderId(ladder))),
                    visibility: self.visibility,
                    rounds: self.rounds.map(Some),
                    duration: self.duration_ms.map(|ms| Some(Duration::from_millis(ms))),
                    cut: self.cut,
                    cycles: self.cycles,
                    early_leavers: self.early_leavers,
                    best_of: self.best_of,
                    advance: self.advance,
                    odd: self.odd,
                    acceleration: self.acceleration,
                    byes: self.byes.as_ref().map(TryInto::try_into).transpose()?,
                    third_place: self.third_place,
                    teams: self.teams.map(|teams| teams.map(TryInto::try_into).transpose()).transpose()?,
                    delay: self.spectator_delay.map(|delay| delay.map(WantedSpectatorDelay::read).transpose()).transpose()?,
                    points: self.points.as_ref().map(WantedPoints::table).transpose()?,
                    tie_breaks: self.tie_breaks.clone(),
                    rated: self.rated,
                    players: self.players.map(Some),
                    entries_max: self.entries_max,
                    waiting_list: self.waiting_list,
                    rating_min: self.rating.map(|rating| rating.min),
                    rating_max: self.rating.map(|rating| rating.max),
                    conditions: self.conditions.map(Into::into),
                    entry: self.entry.as_ref().map(NewEntryLock::kind),
                    registration_closes_at: self.registration_closes_in_ms.map(closes_at),
                    starts_at: self.starts_at.as_ref().map(|at| starts_at(at.as_deref())).transpose()?,
                    late_entries: self.late_entries,
                    ready_check: self.ready_check_ms.map(Duration::from_millis),
                    first_turn: self.first_turn_ms.map(|ms| ms.map(Duration::from_millis)),
                    next_round: self.next_round,
                    next_round_after: self.next_round_after_ms.map(Duration::from_millis),
                    round_dates: self.round_dates.as_deref().map(round_dates).transpose()?,
                    round_ends_after: self.round_ends_after_ms.map(|ms| ms.map(Duration::from_millis)),
                    unfinished: self.unfinished,
                    ..Patch::default()
                })
            }
        }
    };
}

/// Distinguishes a null field from a missing one.
pub(super) fn present<'de, D: serde::Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

body_with_settings! {
    /// A tournament to create.
    #[schema(example = json!({"name": "Friday Swiss", "ruleset": "splendor", "format": "swiss", "seats": 4, "rounds": 5}))]
    pub struct CreateTournament {
        /// The name.
        #[schema(format = "text", min_length = 1, max_length = 80, example = "Friday Swiss")]
        name: String,
        /// The id of a ruleset.
        #[schema(example = "splendor", max_length = 32)]
        ruleset: String,
        /// Modules of the ruleset, in any order.
        #[serde(default)]
        #[schema(example = json!([]), max_items = 16)]
        modules: Vec<String>,
        /// Options of the ruleset by name.
        #[serde(default)]
        #[schema(example = json!({}))]
        options: BTreeMap<String, String>,
        /// The number of seats of a table. Fields that it does not divide have smaller tables too.
        #[schema(minimum = 2, maximum = 4, example = 4)]
        seats: u8,
        /// The clock of the games.
        #[serde(default)]
        clock: WantedClock,
        /// How it is played.
        format: Format,
        /// Whether players can enter at once. Otherwise the tournament is a draft that only its organizers
        /// see.
        #[schema(nullable = false)]
        open: Option<bool>,
        /// Whether all tables of a round with the same number of seats play the same deal. Then only its
        /// seats see a game until the last game with this deal is over. Not possible in brackets and
        /// for `arena`, nor with `best_of` above 1.
        #[schema(nullable = false)]
        duplicate: Option<bool>,
        /// The series to which it is added, which the caller organizes; it has the same visibility. Later,
        /// `PUT /v1/series/{id}/events/{tournament_id}` adds a tournament.
        #[schema(value_type = Option<Uuid>, nullable = false, min_length = 36, max_length = 36,
            pattern = "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$")]
        series: Option<Uuid>,
    }
}

impl CreateTournament {
    /// Returns the place of a present field that events of a league do not have, because the league decides
    /// it.
    pub(crate) fn not_in_leagues(&self) -> Option<&'static str> {
        let fields = [
            ("/series", self.series.is_some()),
            ("/entries_max", self.entries_max.is_some()),
            ("/invited", !self.invited.is_empty()),
            ("/entry", self.entry.is_some()),
        ];
        fields.into_iter().find(|(_, is_sent)| *is_sent).map(|(place, _)| place)
    }
}

body_with_settings! {
    /// A change of a tournament; a field that is left out keeps its value.
    #[schema(example = json!({"open": true, "rounds": 6}))]
    pub struct UpdateTournament {
        /// The name.
        #[schema(format = "text", min_length = 1, max_length = 80, nullable = false)]
        name: Option<String>,
        /// The id of a ruleset. With it, `modules` and `options` are those of the body.
        #[schema(max_length = 32, nullable = false)]
        ruleset: Option<String>,
        /// Modules of the ruleset, in any order. Only with `ruleset`.
        #[serde(default)]
        #[schema(max_items = 16)]
        modules: Vec<String>,
        /// Options of the ruleset by name. Only with `ruleset`.
        #[serde(default)]
        options: BTreeMap<String, String>,
        /// The number of seats of a table.
        #[schema(minimum = 2, maximum = 4, nullable = false)]
        seats: Option<u8>,
        /// The clock of the games.
        #[schema(nullable = false)]
        clock: Option<WantedClock>,
        /// How it is played. Settings that the format does not have are reset.
        #[schema(nullable = false)]
        format: Option<Format>,
        /// Whether all tables of a round with the same number of seats play the same deal.
        #[schema(nullable = false)]
        duplicate: Option<bool>,
        /// `true` opens the registration of a draft.
        #[schema(nullable = false)]
        open: Option<bool>,
        /// All pairs of entries that must not meet in the next rounds.
        #[schema(max_items = 256, nullable = false)]
        forbidden_pairs: Option<Vec<WantedForbiddenPair>>,
        /// The `forbidden_pairs_version` that you have seen: if the pairs have changed since, the request is
        /// refused with `settings_changed`. If left out, they are replaced whatever stands there.
        #[schema(minimum = 0, maximum = 2_147_483_647, nullable = false, example = 843_121_934)]
        forbidden_pairs_version: Option<u32>,
    }
}
