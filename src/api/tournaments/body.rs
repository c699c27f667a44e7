//! A tournament in JSON, alone and in lists.

use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::bye_rules::ByeRules;
use super::entry_lock::EntryConditions;
use super::round::{ForbiddenPairBody, forbidden_pairs};
use super::team_rules::TeamRulesBody;
use crate::accounts::player_ref::PlayerRef;
use crate::games::clock::ClockBody;
use crate::games::delay::SpectatorDelayBody;
use crate::instant;
use crate::play::rulesets::PlayedBody;
use lapidary_contest::event::points::PointsTable;
use lapidary_contest::event::seed::EventSeed;
use lapidary_contest::pairing::request::Odd;
use lapidary_contest::standings::tie_break::TieBreak;
use lapidary_model::field_change::Fields;
use lapidary_model::game::Visibility;
use lapidary_model::series::SeriesOf;
use lapidary_model::tournaments::entry::{EarlyLeavers, Entry};
use lapidary_model::tournaments::event::Tournament;
use lapidary_model::tournaments::listing::ListedTournament;
use lapidary_model::tournaments::round::{Round, RoundStatus, Stage};
use lapidary_model::tournaments::settings::{
    Acceleration, EntryLock, Format, NextRound, Play, Players, Status, TournamentSettings, Unfinished,
    points_lists,
};
use lapidary_service::tournaments::TournamentView;

/// The points for places, the first place first, and for a bye.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Points)]
pub struct PointsBody {
    two: Vec<u32>,
    three: Vec<u32>,
    four: Vec<u32>,
    bye: u32,
}

impl From<&PointsTable> for PointsBody {
    fn from(points: &PointsTable) -> Self {
        let ([two, three, four], bye) = points_lists(points);
        PointsBody { two, three, four, bye }
    }
}

/// The ratings of acceptable entries.
#[derive(Debug, Serialize, ToSchema)]
pub struct RequiredRating {
    /// The lowest rating; null for any.
    min: Option<u16>,
    /// The highest rating; null for any.
    max: Option<u16>,
}

/// The settings of a tournament. Some of them can change while it runs.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TournamentSettings)]
pub struct SettingsBody {
    /// The name.
    #[schema(example = "Friday Swiss")]
    name: String,
    /// Where the games are played; values may be added.
    play: Play,
    /// The club to which it belongs; null if it belongs to none.
    club: Option<Uuid>,
    /// Whether only members of the club can enter.
    members_only: bool,
    /// Whether only players who are invited can enter.
    invited_only: bool,
    /// The ladder of the club in whose seasons the games are rated; null if they are rated in `pool`, or not
    /// at all.
    ladder: Option<Uuid>,
    /// Who may find and see it; values may be added.
    visibility: Visibility,
    #[serde(flatten)]
    played: PlayedBody,
    /// The number of seats of a table.
    #[schema(example = 4)]
    seat_count: u8,
    clock: ClockBody,
    /// How it is played; values may be added.
    format: Format,
    /// The number of rounds of a Swiss event, or of heats before the cut; null where the format decides.
    rounds: Option<u8>,
    /// How long an arena makes tables; null for other formats.
    duration_ms: Option<u64>,
    /// How many entries go on to knock-out tables after the rounds for everybody; null without them.
    cut: Option<u16>,
    /// How often everybody meets everybody in a round robin.
    #[schema(example = 1)]
    cycles: u8,
    /// What becomes of the results of whoever leaves a round robin before half of their games; values may be
    /// added.
    early_leavers: EarlyLeavers,
    /// The number of games of a knock-out match.
    best_of: u8,
    /// How many go on from a knock-out table after the cut; a final has one winner.
    #[schema(example = 1)]
    advance: u8,
    /// What happens to an odd field at tables of two; values may be added.
    odd: Odd,
    /// Whether strong entries have virtual points in the first rounds of a Swiss event; values may be added.
    acceleration: Acceleration,
    byes: ByeRules,
    /// Whether the losers of the semi-finals play for the third place.
    third_place: bool,
    /// The rules for teams; null if everybody plays alone.
    teams: Option<TeamRulesBody>,
    /// How much later those without a seat see the games; null if they see them at once.
    spectator_delay: Option<SpectatorDelayBody>,
    points: PointsBody,
    /// The criteria of the standings, in order.
    tie_breaks: Vec<TieBreak>,
    /// Who may play: `human`, `bot` or `any`. Values may be added.
    players: Players,
    /// Whether the games change ratings.
    rated: bool,
    /// When an organizer gave up the rating of the running tournament: rounds paired later are not rated.
    /// Null for others.
    #[serde(serialize_with = "instant::serialize_option")]
    rating_ended_at: Option<DateTime<Utc>>,
    /// The pool of the ratings of the entries; null without a clock.
    #[schema(example = "splendor.table.live.human")]
    pool: Option<String>,
    /// The maximum number of entries.
    entries_max: u16,
    /// Whether players who enter while it is full wait for a place until the start.
    waiting_list: bool,
    rating: RequiredRating,
    conditions: EntryConditions,
    /// What a player sends to enter: nothing, the `password`, or the code of a `link`; values may be added.
    entry: EntryLock,
    /// When the registration closes; null if an organizer decides.
    #[serde(serialize_with = "instant::serialize_option")]
    registration_closes_at: Option<DateTime<Utc>>,
    /// When the server starts it; null if an organizer does.
    #[serde(serialize_with = "instant::serialize_option")]
    starts_at: Option<DateTime<Utc>>,
    /// Whether players can enter while the tournament runs.
    late_entries: bool,
    /// How long players have to say that they are ready, after a round is paired; 0 without a ready check.
    ready_check_ms: u64,
    /// The part of its time that each seat has for its first turn; null if it has all.
    first_turn_ms: Option<u64>,
    /// Who pairs the next round; values may be added.
    next_round: NextRound,
    /// How long the server waits after a round before it pairs the next one or ends the tournament.
    next_round_after_ms: u64,
    /// When the server pairs each round at the earliest, the first round first.
    #[serde(serialize_with = "instant::serialize_all")]
    round_dates: Vec<DateTime<Utc>>,
    /// How long a round is played after its games have started; null until its last result.
    round_ends_after_ms: Option<u64>,
    /// What happens then to the tables without a result; values may be added.
    unfinished: Unfinished,
    /// Whether all tables of a round with the same number of seats play the same deal.
    duplicate: bool,
}

impl From<&TournamentSettings> for SettingsBody {
    fn from(settings: &TournamentSettings) -> Self {
        SettingsBody {
            name: settings.name.clone(),
            play: settings.play,
            club: settings.club.map(|club| club.0),
            members_only: settings.members_only,
            invited_only: settings.invited_only,
            ladder: settings.ladder.map(|ladder| ladder.0),
            visibility: settings.visibility,
            played: settings.ruleset.into(),
            seat_count: settings.seats.count() as u8,
            clock: settings.clock.into(),
            format: settings.format,
            rounds: settings.rounds,
            duration_ms: settings.duration.map(milliseconds),
            cut: settings.cut,
            cycles: settings.cycles,
            early_leavers: settings.early_leavers,
            best_of: settings.best_of,
            advance: settings.advance,
            odd: settings.odd,
            acceleration: settings.acceleration,
            byes: settings.byes.into(),
            third_place: settings.third_place,
            teams: settings.teams.map(TeamRulesBody::from),
            spectator_delay: settings.delay.map(SpectatorDelayBody::from),
            points: (&settings.points).into(),
            tie_breaks: settings.tie_breaks.clone(),
            players: settings.players(),
            rated: settings.rated,
            rating_ended_at: settings.rating_ended_at,
            pool: settings.pool().map(|pool| pool.to_string()),
            entries_max: settings.entries_max,
            waiting_list: settings.waiting_list,
            rating: RequiredRating { min: settings.rating_min, max: settings.rating_max },
            conditions: settings.conditions.into(),
            entry: settings.entry,
            registration_closes_at: settings.registration_closes_at,
            starts_at: settings.starts_at,
            late_entries: settings.late_entries,
            ready_check_ms: milliseconds(settings.ready_check),
            first_turn_ms: settings.first_turn.map(milliseconds),
            next_round: settings.next_round,
            next_round_after_ms: milliseconds(settings.next_round_after),
            round_dates: settings.round_dates.clone(),
            round_ends_after_ms: settings.round_ends_after.map(milliseconds),
            unfinished: settings.unfinished,
            duplicate: settings.duplicate,
        }
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// A tournament as lists show it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TournamentItem)]
pub struct TournamentItem {
    id: Uuid,
    /// How far it is; values may be added.
    status: Status,
    creator: PlayerRef,
    #[serde(flatten)]
    settings: SettingsBody,
    /// The number of entries.
    entry_count: u32,
    /// The number of rounds that were paired.
    round_count: u16,
    /// The commitment to the seed: `SHA256("lapidary/event/v1" 00 seed)` in hexadecimal.
    commitment: String,
    #[serde(serialize_with = "instant::serialize")]
    created_at: DateTime<Utc>,
    #[serde(serialize_with = "instant::serialize_option")]
    started_at: Option<DateTime<Utc>>,
    /// When an arena stops to make tables; those that are played go on. Null for other formats and before the
    /// start.
    #[serde(serialize_with = "instant::serialize_option")]
    pairing_until: Option<DateTime<Utc>>,
    #[serde(serialize_with = "instant::serialize_option")]
    ended_at: Option<DateTime<Utc>>,
}

impl TournamentItem {
    /// Returns a tournament with these counts.
    pub fn new(tournament: &Tournament, entry_count: u32, round_count: u16) -> TournamentItem {
        TournamentItem {
            id: tournament.id.0,
            status: tournament.status,
            creator: (&tournament.creator).into(),
            settings: (&tournament.settings).into(),
            entry_count,
            round_count,
            commitment: hex::encode(tournament.commitment),
            created_at: tournament.created_at,
            started_at: tournament.started_at,
            pairing_until: tournament.pairing_until(),
            ended_at: tournament.ended_at,
        }
    }
}

impl From<&ListedTournament> for TournamentItem {
    fn from(listed: &ListedTournament) -> Self {
        TournamentItem::new(&listed.tournament, listed.entries, listed.rounds)
    }
}

/// How far the last round is.
#[derive(Debug, Serialize, ToSchema)]
pub struct RoundSummary {
    /// Its number, from 1.
    round: u16,
    /// By which rule it is paired; values may be added.
    stage: Stage,
    /// How far it is; values may be added.
    status: RoundStatus,
    /// Until when the players can say that they are ready; null without a ready check.
    #[serde(serialize_with = "instant::serialize_option")]
    ready_until: Option<DateTime<Utc>>,
    /// The number of tables that count.
    table_count: u32,
    /// The number of tables that have a result.
    done_count: u32,
}

impl From<&Round> for RoundSummary {
    fn from(round: &Round) -> Self {
        let done = round.tables.iter().filter(|table| table.played().is_some()).count();
        let open = round.tables.iter().filter(|table| table.is_unfinished()).count();
        RoundSummary {
            round: round.number,
            stage: round.stage,
            status: round.status,
            ready_until: round.ready_until,
            table_count: (done + open) as u32,
            done_count: done as u32,
        }
    }
}

/// The series of a tournament.
#[derive(Debug, Serialize, ToSchema)]
pub struct TournamentSeries {
    id: Uuid,
    /// The number of the season of a league; null unless the series is a league.
    season: Option<u16>,
    /// The number of the group, from 1 at the top; null unless the series is a league.
    group: Option<u16>,
    /// Whether only players who are invited can enter, because they belong to the group.
    invited_only: bool,
}

impl From<&SeriesOf> for TournamentSeries {
    fn from(own: &SeriesOf) -> Self {
        TournamentSeries {
            id: own.series.0,
            season: own.place.map(|place| place.season),
            group: own.place.map(|place| place.group),
            invited_only: own.place.is_some_and(|place| place.invited_only),
        }
    }
}

/// A tournament.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Tournament)]
pub struct TournamentBody {
    #[serde(flatten)]
    item: TournamentItem,
    /// What organizers tell about the tournament, in paragraphs.
    description: Vec<String>,
    /// The series to which it belongs; null if it belongs to none.
    series: Option<TournamentSeries>,
    /// The organizers besides the creator.
    organizers: Vec<PlayerRef>,
    /// The players who were asked to organize the tournament and have not answered. Organizers see all of
    /// them, a player who was asked sees themself.
    invited_organizers: Vec<PlayerRef>,
    /// The last round; null before the first.
    last_round: Option<RoundSummary>,
    /// The caller's entry; null if there is none.
    my_entry: Option<Entry>,
    /// The pairs that must not meet in the next rounds.
    forbidden_pairs: Vec<ForbiddenPairBody>,
    /// Another number after each change of these pairs; `PATCH` takes it.
    #[schema(example = 843_121_934)]
    forbidden_pairs_version: u32,
    /// The seed of lots and pairings in hexadecimal; null until the tournament is over. It stays public if
    /// the tournament is reopened.
    seed: Option<String>,
}

impl From<&TournamentView> for TournamentBody {
    fn from(view: &TournamentView) -> Self {
        TournamentBody {
            item: (&view.listed).into(),
            description: view.listed.tournament.settings.description.clone(),
            series: view.series.as_ref().map(TournamentSeries::from),
            organizers: view.organizers.iter().map(PlayerRef::from).collect(),
            invited_organizers: view.invited_organizers.iter().map(PlayerRef::from).collect(),
            last_round: view.round.as_ref().map(RoundSummary::from),
            my_entry: view.entry.clone(),
            forbidden_pairs: forbidden_pairs(&view.listed.tournament.forbidden),
            forbidden_pairs_version: view.listed.tournament.version(),
            seed: view.seed.as_ref().map(seed_text),
        }
    }
}

/// Returns a revealed seed in hexadecimal.
pub fn seed_text(seed: &EventSeed) -> String {
    hex::encode(seed.reveal())
}
