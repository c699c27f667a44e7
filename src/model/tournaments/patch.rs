//! Changes of settings, and which settings are possible together.

use std::time::Duration;

use chrono::{DateTime, Utc};

use super::settings::{
    Acceleration, Conditions, EntryLock, Format, NextRound, Play, Players, RequestedByes, TournamentSettings,
    Unfinished,
};
use super::team::TeamRules;
use crate::clock::Clock;
use crate::club::ClubId;
use crate::delay::SpectatorDelay;
use crate::game::Visibility;
use crate::season::LadderId;
use lapidary_contest::event::points::PointsTable;
use lapidary_contest::pairing::request::{Odd, TableSeats};
use lapidary_contest::standings::tie_break::TieBreak;
use lapidary_engine::ruleset::Ruleset;

/// A change of settings; what is none stays.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Patch {
    /// The name.
    pub name: Option<String>,
    /// What organizers tell about it, in paragraphs.
    pub description: Option<Vec<String>>,
    /// Where its games are played.
    pub play: Option<Play>,
    /// The club to which it belongs.
    pub club: Option<Option<ClubId>>,
    /// Whether only members of the club can enter.
    pub members_only: Option<bool>,
    /// The ladder of the club in whose seasons its games are rated.
    pub ladder: Option<LadderId>,
    /// Who may find and see it.
    pub visibility: Option<Visibility>,
    /// The ruleset of its games.
    pub ruleset: Option<Ruleset>,
    /// The clock of its games.
    pub clock: Option<Clock>,
    /// How it is played.
    pub format: Option<Format>,
    /// The number of seats of a table.
    pub seats: Option<TableSeats>,
    /// Whether all tables of a round with the same number of seats play the same deal.
    pub duplicate: Option<bool>,
    /// The number of rounds.
    pub rounds: Option<u8>,
    /// How long an arena makes tables.
    pub duration: Option<Duration>,
    /// How many entries go on after heats.
    pub cut: Option<u16>,
    /// The number of games of a match.
    pub best_of: Option<u8>,
    /// How many go on from a knock-out table after heats.
    pub advance: Option<u8>,
    /// What happens to an odd field at tables of two.
    pub odd: Option<Odd>,
    /// Whether strong entries have virtual points in the first rounds.
    pub acceleration: Option<Acceleration>,
    /// Byes that players request.
    pub byes: Option<RequestedByes>,
    /// Whether the losers of the semi-finals play for the third place.
    pub third_place: Option<bool>,
    /// The rules for teams.
    pub teams: Option<Option<TeamRules>>,
    /// How much later those without a seat see its games.
    pub delay: Option<Option<SpectatorDelay>>,
    /// The points for places.
    pub points: Option<PointsTable>,
    /// The criteria of the standings.
    pub tie_breaks: Option<Vec<TieBreak>>,
    /// Whether the games change ratings.
    pub rated: Option<bool>,
    /// Who may play.
    pub players: Option<Players>,
    /// The maximum number of entries.
    pub entries_max: Option<u16>,
    /// The lowest rating.
    pub rating_min: Option<Option<u16>>,
    /// The highest rating.
    pub rating_max: Option<Option<u16>>,
    /// What else a player needs to enter.
    pub conditions: Option<Conditions>,
    /// What a player sends to enter.
    pub entry: Option<EntryLock>,
    /// When the registration closes.
    pub registration_closes_at: Option<Option<DateTime<Utc>>>,
    /// When the server starts it.
    pub starts_at: Option<Option<DateTime<Utc>>>,
    /// Whether players can enter while it runs.
    pub late_entries: Option<bool>,
    /// The time of a ready check.
    pub ready_check: Option<Duration>,
    /// Who pairs the next round.
    pub next_round: Option<NextRound>,
    /// How long the server waits before it pairs the next round.
    pub next_round_after: Option<Duration>,
    /// When the server pairs each round at the earliest.
    pub round_dates: Option<Vec<DateTime<Utc>>>,
    /// How long a round is played.
    pub round_ends_after: Option<Option<Duration>>,
    /// What happens then to the tables without a result.
    pub unfinished: Option<Unfinished>,
}

impl Patch {
    /// Returns the changed settings. Settings that another format does not have are reset.
    pub fn apply(self, old: TournamentSettings) -> TournamentSettings {
        let old = match self.format {
            Some(format) if format != old.format => of_format(format, old),
            _ => old,
        };
        let old = match self.clock {
            Some(clock) if clock != old.clock => with_clock(clock, old),
            _ => old,
        };
        let rated = self.rated.unwrap_or(old.rated);
        let round_ends_after = self.round_ends_after.unwrap_or(old.round_ends_after);
        // Without a time of the rounds, nothing happens to their tables.
        let unfinished = if round_ends_after.is_some() { old.unfinished } else { Unfinished::Wait };
        TournamentSettings {
            name: self.name.unwrap_or(old.name),
            description: self.description.unwrap_or(old.description),
            play: self.play.unwrap_or(old.play),
            club: self.club.unwrap_or(old.club),
            members_only: self.members_only.unwrap_or(old.members_only),
            // A tournament that is not rated any more leaves the ladder.
            ladder: self.ladder.or(old.ladder.filter(|_| rated)),
            visibility: self.visibility.unwrap_or(old.visibility),
            ruleset: self.ruleset.unwrap_or(old.ruleset),
            clock: old.clock,
            format: old.format,
            seats: self.seats.unwrap_or(old.seats),
            duplicate: self.duplicate.unwrap_or(old.duplicate),
            rounds: self.rounds.or(old.rounds),
            duration: self.duration.or(old.duration),
            cut: self.cut.or(old.cut),
            best_of: self.best_of.unwrap_or(old.best_of),
            advance: self.advance.unwrap_or(old.advance),
            odd: self.odd.unwrap_or(old.odd),
            acceleration: self.acceleration.unwrap_or(old.acceleration),
            byes: self.byes.unwrap_or(old.byes),
            third_place: self.third_place.unwrap_or(old.third_place),
            teams: self.teams.unwrap_or(old.teams),
            delay: self.delay.unwrap_or(old.delay),
            points: self.points.unwrap_or(old.points),
            tie_breaks: self.tie_breaks.unwrap_or(old.tie_breaks),
            rated,
            players: self.players.or(old.players),
            entries_max: self.entries_max.unwrap_or(old.entries_max),
            rating_min: self.rating_min.unwrap_or(old.rating_min),
            rating_max: self.rating_max.unwrap_or(old.rating_max),
            conditions: self.conditions.unwrap_or(old.conditions),
            entry: self.entry.unwrap_or(old.entry),
            registration_closes_at: self.registration_closes_at.unwrap_or(old.registration_closes_at),
            starts_at: self.starts_at.unwrap_or(old.starts_at),
            late_entries: self.late_entries.unwrap_or(old.late_entries),
            ready_check: self.ready_check.unwrap_or(old.ready_check),
            next_round: self.next_round.unwrap_or(old.next_round),
            next_round_after: self.next_round_after.unwrap_or(old.next_round_after),
            round_dates: self.round_dates.unwrap_or(old.round_dates),
            round_ends_after,
            unfinished: self.unfinished.unwrap_or(unfinished),
        }
    }

    /// Returns the names of the settings that it changes, of those that stay after the start.
    pub fn fixed_names(&self) -> Vec<&'static str> {
        let named = [
            ("play", self.play.is_some()),
            ("club", self.club.is_some()),
            ("members_only", self.members_only.is_some()),
            ("ladder", self.ladder.is_some()),
            ("visibility", self.visibility.is_some()),
            ("ruleset", self.ruleset.is_some()),
            ("clock", self.clock.is_some()),
            ("format", self.format.is_some()),
            ("seats", self.seats.is_some()),
            ("duplicate", self.duplicate.is_some()),
            ("duration_ms", self.duration.is_some()),
            ("cut", self.cut.is_some()),
            ("best_of", self.best_of.is_some()),
            ("advance", self.advance.is_some()),
            ("odd", self.odd.is_some()),
            ("acceleration", self.acceleration.is_some()),
            ("byes", self.byes.is_some()),
            ("third_place", self.third_place.is_some()),
            ("teams", self.teams.is_some()),
            ("spectator_delay", self.delay.is_some()),
            ("points", self.points.is_some()),
            ("tie_breaks", self.tie_breaks.is_some()),
            ("rated", self.rated.is_some()),
            ("players", self.players.is_some()),
            ("rating", self.rating_min.is_some() || self.rating_max.is_some()),
            ("starts_at", self.starts_at.is_some()),
            ("ready_check_ms", self.ready_check.is_some()),
            ("next_round_after_ms", self.next_round_after.is_some()),
        ];
        named.into_iter().filter(|(_, is_changed)| *is_changed).map(|(name, _)| name).collect()
    }
}

/// Returns the settings with another format. What the format does not have is reset, so only what it needs
/// must be sent with it.
fn of_format(format: Format, old: TournamentSettings) -> TournamentSettings {
    let (is_arena, was_arena) = (format == Format::Arena, old.format == Format::Arena);
    let has_rounds = matches!(format, Format::Swiss | Format::Heats);
    let knocks_out = matches!(format, Format::Heats | Format::SingleElimination);
    TournamentSettings {
        format,
        rounds: old.rounds.filter(|_| has_rounds),
        cut: old.cut.filter(|_| format == Format::Heats),
        duration: old.duration.filter(|_| is_arena),
        best_of: if knocks_out { old.best_of } else { 1 },
        advance: if format == Format::Heats { old.advance } else { 1 },
        odd: if has_rounds { old.odd } else { Odd::Bye },
        acceleration: if format == Format::Swiss { old.acceleration } else { Acceleration::None },
        byes: if has_rounds { old.byes } else { RequestedByes::default() },
        third_place: old.third_place && format == Format::SingleElimination,
        teams: old.teams.filter(|_| has_rounds || is_arena),
        late_entries: if is_arena || was_arena { is_arena } else { old.late_entries },
        next_round: match (is_arena, was_arena) {
            (true, _) => NextRound::Automatic,
            (false, true) => NextRound::Call,
            (false, false) => old.next_round,
        },
        next_round_after: if is_arena { Duration::ZERO } else { old.next_round_after },
        round_dates: if is_arena { Vec::new() } else { old.round_dates },
        round_ends_after: old.round_ends_after.filter(|_| format.has_deadlines()),
        unfinished: if format.has_deadlines() { old.unfinished } else { Unfinished::Wait },
        ready_check: match (is_arena, was_arena) {
            (true, _) => Duration::ZERO,
            (false, true) => TournamentSettings::ready_check_of(old.clock),
            (false, false) => old.ready_check,
        },
        ..old
    }
}

/// Returns the settings with another clock. A ready check of the time that belongs to the old clock gets that
/// of the new one.
fn with_clock(clock: Clock, old: TournamentSettings) -> TournamentSettings {
    let is_usual =
        old.format != Format::Arena && old.ready_check == TournamentSettings::ready_check_of(old.clock);
    let ready_check = if is_usual { TournamentSettings::ready_check_of(clock) } else { old.ready_check };
    TournamentSettings { clock, ready_check, ..old }
}

impl Conditions {
    /// Returns whether a player needs rated games.
    const fn concern_ratings(self) -> bool {
        self.games_min.is_some() || self.rating_established
    }
}

/// A setting that is impossible beside the others: its pointer, and what is wrong.
pub type SettingFault = (&'static str, &'static str);

impl TournamentSettings {
    /// Returns the first setting that is impossible beside the others.
    pub fn fault(&self) -> Option<SettingFault> {
        let has_rounds = matches!(self.format, Format::Swiss | Format::Heats);
        let knocks_out = matches!(self.format, Format::Heats | Format::SingleElimination);
        let twice = |index: usize| self.tie_breaks[..index].contains(&self.tie_breaks[index]);
        if self.rounds.is_some() != has_rounds {
            return Some(("/rounds", "must be sent for `swiss` and `heats`, and only for them"));
        }
        if self.cut.is_some() != (self.format == Format::Heats) {
            return Some(("/cut", "must be sent for `heats`, and only for them"));
        }
        if self.best_of > 1 && !knocks_out {
            return Some(("/best_of", "must be 1, except in knock-out rounds"));
        }
        if self.advance > 1 && (self.format != Format::Heats || self.seats == TableSeats::Two) {
            return Some(("/advance", "must be 1, except for `heats` at tables of three or four"));
        }
        if self.advance > 1 && self.best_of > 1 {
            return Some(("/advance", "must be 1 with `best_of` above 1: a match has one winner"));
        }
        if self.format == Format::SingleElimination && self.seats != TableSeats::Two {
            return Some(("/seats", "must be 2 for `single_elimination`"));
        }
        if self.odd == Odd::Three && (self.seats != TableSeats::Two || !has_rounds) {
            return Some(("/odd", "must be `bye`, except for `swiss` and `heats` at tables of two"));
        }
        if self.acceleration != Acceleration::None && self.format != Format::Swiss {
            return Some(("/acceleration", "must be `none`, except for `swiss`"));
        }
        if self.byes.max > 0 && !has_rounds {
            return Some(("/byes", "is possible only for `swiss` and `heats`, which pair round by round"));
        }
        if self.third_place && self.format != Format::SingleElimination {
            return Some(("/third_place", "must be false, except for `single_elimination`"));
        }
        if self.teams.is_some() && !has_rounds && self.format != Format::Arena {
            return Some((
                "/teams",
                "is possible only for `swiss`, `heats` and `arena`: a schedule or a bracket cannot keep members apart",
            ));
        }
        if self.delay.is_some() && self.visibility == Visibility::Private {
            return Some((
                "/spectator_delay",
                "is for public and unlisted tournaments: nobody else sees private games",
            ));
        }
        if let Some(fault) = self.arena_fault() {
            return Some(fault);
        }
        if let Some(fault) = self.pace_fault() {
            return Some(fault);
        }
        if self.members_only && self.club.is_none() {
            return Some(("/members_only", "must be false, unless the tournament belongs to a `club`"));
        }
        if self.ladder.is_some() && !self.rated {
            return Some(("/ladder", "is possible only with `rated`"));
        }
        if self.ladder.is_some() && self.club.is_none() {
            return Some(("/ladder", "is possible only in a tournament of the `club` whose ladder it is"));
        }
        if self.delay.is_some() && self.play == Play::OverTheBoard {
            return Some((
                "/spectator_delay",
                "is not possible over the board, where the server shows no games",
            ));
        }
        if self.play == Play::OverTheBoard {
            return self.over_the_board_fault();
        }
        if (0..self.tie_breaks.len()).any(twice) {
            return Some(("/tie_breaks", "must not name a tie-break twice"));
        }
        if self.duplicate && matches!(self.format, Format::SingleElimination | Format::Arena) {
            return Some((
                "/duplicate",
                "is not possible for `single_elimination` and `arena`, where tables are not compared",
            ));
        }
        if self.duplicate && self.best_of > 1 {
            return Some(("/best_of", "must be 1 with duplicate deals"));
        }
        if self.tie_breaks.contains(&TieBreak::SeatDifference) && !self.duplicate {
            return Some(("/tie_breaks", "can contain `seat_difference` only with duplicate deals"));
        }
        if self.next_round != NextRound::Automatic && !self.next_round_after.is_zero() {
            return Some(("/next_round_after_ms", "must be 0, unless `next_round` is `automatic`"));
        }
        if self.clock == Clock::None && self.rated {
            return Some(("/rated", "must be false for games without a clock"));
        }
        if self.rated && self.visibility != Visibility::Public {
            return Some((
                "/rated",
                "must be false unless `visibility` is `public`: everybody can check rated games",
            ));
        }
        if self.rated && self.players == Some(Players::Any) {
            return Some((
                "/rated",
                "must be false if `players` is `any`: people and bots have pools of their own",
            ));
        }
        if self.clock == Clock::None && (self.rating_min.is_some() || self.rating_max.is_some()) {
            return Some((
                "/rating",
                "is possible only with a clock, because games without one have no ratings",
            ));
        }
        if self.clock == Clock::None && self.conditions.concern_ratings() {
            return Some((
                "/conditions",
                "can have `games_min` and `rating_established` only with a clock: games without one are not rated",
            ));
        }
        None
    }

    /// Returns the first setting that is impossible without games on the server.
    fn over_the_board_fault(&self) -> Option<SettingFault> {
        if self.format == Format::Arena {
            return Some(("/format", "must not be `arena` over the board: the server starts its games"));
        }
        if self.clock != Clock::None {
            return Some((
                "/clock",
                "must be of the kind `none` over the board, where the server keeps no time",
            ));
        }
        if self.rated {
            return Some(("/rated", "must be false over the board, because the server sees no game"));
        }
        if self.rating_min.is_some() || self.rating_max.is_some() {
            return Some(("/rating", "is not possible over the board, where guests have no rating"));
        }
        if self.conditions.concern_ratings() {
            return Some((
                "/conditions",
                "cannot have `games_min` and `rating_established` over the board, where games are not rated",
            ));
        }
        if self.duplicate {
            return Some(("/duplicate", "must be false over the board, where people shuffle the cards"));
        }
        if !self.ready_check.is_zero() {
            return Some(("/ready_check_ms", "must be 0 over the board: an organizer sees who is there"));
        }
        if self.players == Some(Players::Bot) {
            return Some(("/players", "must not be `bot` over the board"));
        }
        None
    }

    /// Returns the first setting of dates and times of rounds that is impossible beside the others.
    fn pace_fault(&self) -> Option<SettingFault> {
        if let Some(&first) = self.round_dates.first() {
            if self.format == Format::Arena {
                return Some(("/round_dates", "must be empty for `arena`, which has one round"));
            }
            if self.next_round != NextRound::Automatic {
                return Some((
                    "/round_dates",
                    "must be empty, unless `next_round` is `automatic`: the server pairs at these times",
                ));
            }
            if self.starts_at.is_some_and(|starts_at| first < starts_at) {
                return Some(("/round_dates", "must not begin before `starts_at`"));
            }
        }
        if self.format == Format::Swiss && self.round_dates.len() > self.rounds.unwrap_or_default().into() {
            return Some(("/round_dates", "must not have more dates than `rounds`"));
        }
        if self.round_ends_after.is_some() && !self.format.has_deadlines() {
            return Some((
                "/round_ends_after_ms",
                "must be null for `single_elimination`, whose matches need a winner, and for `arena`",
            ));
        }
        if self.round_ends_after.is_none() && self.unfinished != Unfinished::Wait {
            return Some(("/unfinished", "must be `wait` without `round_ends_after_ms`"));
        }
        None
    }

    /// Returns the first setting that is impossible in an arena, or only possible there.
    fn arena_fault(&self) -> Option<SettingFault> {
        if self.duration.is_some() != (self.format == Format::Arena) {
            return Some(("/duration_ms", "must be sent for `arena`, and only for it"));
        }
        let duration = self.duration?;
        // Without a clock a table may never end; with days for a turn, nobody waits for the next one.
        let Clock::Live { initial, .. } = self.clock else {
            return Some(("/clock", "must be `live` for `arena`"));
        };
        if duration < initial {
            return Some(("/duration_ms", "must be at least the `initial_ms` of the clock"));
        }
        if !self.ready_check.is_zero() {
            return Some(("/ready_check_ms", "must be 0 for `arena`: its tables start at once"));
        }
        if self.next_round != NextRound::Automatic {
            return Some(("/next_round", "must be `automatic` for `arena`: the server pairs those who wait"));
        }
        None
    }
}
