//! A round in JSON: planned or played.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::shared_deal::SharedDealBody;
use crate::accounts::player_ref::PlayerRef;
use crate::instant;
use lapidary_contest::event::entry::EntryId;
use lapidary_contest::event::points::{Points, PointsTable};
use lapidary_contest::event::round::SeatResult;
use lapidary_contest::event::virtual_points::VirtualPoints;
use lapidary_contest::pairing::cost::Cost;
use lapidary_contest::pairing::round_robin::{ScheduledRound, meetings};
use lapidary_model::tournaments::entry::Entry;
use lapidary_model::tournaments::round::{
    Agreement, DecidedBy, Report, Round, RoundStatus, Stage, TableStatus, TournamentTable,
};
use lapidary_model::tournaments::settings::Unfinished;
use lapidary_service::tournaments::{PlannedTable, Preview};

/// Twelfths of a point in a point.
const TWELFTHS: f64 = 12.0;
/// Squared twelfths in a squared point.
const SQUARED_TWELFTHS: f64 = 144.0;

/// Returns points as a number.
pub fn number(points: Points) -> f64 {
    points.twelfths() as f64 / TWELFTHS
}

/// An entry with its player.
#[derive(Debug, Serialize, ToSchema)]
pub struct EntryRef {
    /// The number of the entry.
    #[schema(example = 1)]
    entry: u32,
    player: PlayerRef,
    /// The name of a guest, who has no account; absent for a player with one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    guest: Option<String>,
}

/// Returns entries with their players.
pub fn refs(all: &[Entry], wanted: &[EntryId]) -> Vec<EntryRef> {
    let of = |id: &EntryId| all.iter().find(|entry| entry.id == *id);
    let found = wanted.iter().filter_map(of);
    let body = |entry: &Entry| EntryRef {
        entry: entry.id.0,
        player: (&entry.player).into(),
        guest: entry.guest.clone(),
    };
    found.map(body).collect()
}

/// Two entries that must not meet.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ForbiddenPair)]
pub struct ForbiddenPairBody {
    a: u32,
    b: u32,
}

/// Returns pairs that must not meet.
pub fn forbidden_pairs(pairs: &[(EntryId, EntryId)]) -> Vec<ForbiddenPairBody> {
    pairs.iter().map(|(a, b)| ForbiddenPairBody { a: a.0, b: b.0 }).collect()
}

/// What speaks against a table, as sums over its pairs.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TableCost)]
pub struct CostBody {
    /// The number of pairs that must not meet.
    forbidden: u32,
    /// The number of pairs that have met before.
    repeats: u32,
    /// The squared differences of points.
    score_squared: f64,
    /// How many entries float in the same direction as in the last round; only at tables of two.
    repeated_floats: u32,
    /// How much the seats add to the imbalance of seats.
    seats: i64,
    /// `(point difference)² + 100 (times met)² + 1000 if forbidden`, for each pair.
    total: f64,
}

impl From<Cost> for CostBody {
    fn from(cost: Cost) -> Self {
        CostBody {
            forbidden: cost.forbidden,
            repeats: cost.repeats,
            score_squared: cost.score_squared as f64 / SQUARED_TWELFTHS,
            repeated_floats: cost.repeated_floats,
            seats: cost.seats,
            total: cost.published_144ths() as f64 / SQUARED_TWELFTHS,
        }
    }
}

/// A seat of a table, with its result once the table has one.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TableSeat)]
pub struct SeatBody {
    /// The seat, from 0.
    #[schema(example = 0)]
    seat: u8,
    /// The number of the entry.
    #[schema(example = 1)]
    entry: u32,
    player: PlayerRef,
    /// The name of a guest, who has no account; absent for a player with one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    guest: Option<String>,
    /// The place at the table; equal places are shared. Null without a result.
    place: Option<u8>,
    /// The points. Null without a result.
    points: Option<f64>,
    /// The prestige at the end; in Kids the Treasures. Null without a result, and if it is unknown: an
    /// organizer may set only the places.
    prestige: Option<u16>,
    /// The number of bought cards. Null without a result, if it is unknown, and in Kids.
    cards: Option<u16>,
    /// The number of tokens at the end. Null without a result, and if it is unknown.
    tokens: Option<u16>,
    /// Whether the seat has forfeited: it has no points, and the table is not a game for it.
    forfeit: bool,
}

/// A table.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TournamentTable)]
pub struct TableBody {
    /// The number of the table, unique in the tournament.
    #[schema(example = 1)]
    table: u32,
    /// The match in its round: the games of a knock-out match share it, and the boards of a match of teams. 0
    /// in an arena, which has no matches.
    #[serde(rename = "match")]
    #[schema(example = 1)]
    match_number: u16,
    /// What stands on the table in a hall: its number in its round, from 1, the strongest table first. The
    /// games of a match share it. Absent in an arena.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = 1)]
    number_in_round: Option<u16>,
    /// Its board in the `match` of two teams, from 1; absent where everybody plays alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 1, example = 1)]
    board: Option<u16>,
    /// The numbers of the teams that meet there, in the order of seats; absent where everybody plays alone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, max_items = 2)]
    teams: Vec<u32>,
    /// How far it is; values may be added.
    status: TableStatus,
    seats: Vec<SeatBody>,
    /// The entries as they were paired, in the order of seats.
    paired: Vec<u32>,
    /// Whether an organizer has set it.
    manual: bool,
    /// Whether it is played for the third place of a knock-out; absent otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    third_place: bool,
    cost: CostBody,
    /// Its game; null before it starts, and over the board.
    game: Option<Uuid>,
    /// What a player has reported last and others can confirm; absent if nothing waits for that.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    report: Option<Report>,
    /// What each player has reported last, the latest report last; absent if nothing waits to be confirmed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, max_items = 4)]
    reports: Vec<Report>,
    /// Whether two of the reports contradict each other: an organizer decides, or the players report the
    /// same; absent otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    disputed: bool,
    /// When the result that all players but one have reported is final: 15 minutes after the report by which
    /// they agreed. Whoever reports something else before stops that; absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "instant::serialize_option")]
    #[schema(nullable = false)]
    final_at: Option<DateTime<Utc>>,
    /// What decided it; null without a result, and for a board whose player was absent when the round was
    /// opened. Values may be added.
    decided_by: Option<DecidedBy>,
    /// When its game started; null before, and for tables that started before this was recorded.
    #[serde(serialize_with = "instant::serialize_option")]
    started_at: Option<DateTime<Utc>>,
    /// The end of play. A result that an organizer sets later does not change it.
    #[serde(serialize_with = "instant::serialize_option")]
    ended_at: Option<DateTime<Utc>>,
    /// When an organizer has set the result or voided the table, the last time; null if none has.
    #[serde(serialize_with = "instant::serialize_option")]
    decided_at: Option<DateTime<Utc>>,
    /// How often it has changed. Send it with an act, so that the act is refused if somebody else came first.
    #[schema(example = 1)]
    version: u32,
}

impl TableBody {
    /// Returns a table with the points of its places.
    pub fn new(table: &TournamentTable, entries: &[Entry], points: &PointsTable) -> TableBody {
        let result = table.result.as_deref().filter(|_| table.status == TableStatus::Done);
        let seats = seats(entries, &table.seats, result, points);
        TableBody {
            table: table.number,
            match_number: table.match_number,
            number_in_round: table.number_in_round(),
            board: Some(table.board).filter(|&board| board > 0),
            teams: teams(table.board, entries, &table.seats),
            status: table.status,
            seats,
            paired: table.paired.iter().map(|entry| entry.0).collect(),
            manual: table.manual,
            third_place: table.third_place,
            cost: table.cost.into(),
            game: table.game.map(|game| game.0),
            report: table.reports.last().cloned(),
            reports: table.reports.clone(),
            disputed: table.agreement() == Agreement::Disputed,
            final_at: table.final_at,
            decided_by: table.decided_by,
            started_at: table.started_at,
            ended_at: table.ended_at,
            decided_at: table.decided_at,
            version: table.version,
        }
    }
}

/// Returns the teams at a board of a match. None without a match.
fn teams(board: u16, entries: &[Entry], seats: &[EntryId]) -> Vec<u32> {
    let team = |id: &EntryId| Some(entries.iter().find(|entry| entry.id == *id)?.team?.0);
    seats.iter().filter(|_| board > 0).filter_map(team).collect()
}

fn seats(
    entries: &[Entry],
    seated: &[EntryId],
    result: Option<&[SeatResult]>,
    points: &PointsTable,
) -> Vec<SeatBody> {
    let places: Vec<u8> = result.unwrap_or_default().iter().map(|seat| seat.place).collect();
    let of_seat = |(seat, entry): (u8, EntryRef)| {
        let own = result.and_then(|result| result.get(usize::from(seat)));
        SeatBody {
            seat,
            entry: entry.entry,
            player: entry.player,
            guest: entry.guest,
            place: own.map(|own| own.place),
            points: own.map(|own| number(own.points(&places, points))),
            prestige: own.and_then(|own| own.prestige),
            cards: own.and_then(|own| own.cards),
            tokens: own.and_then(|own| own.tokens),
            forfeit: own.is_some_and(|own| own.forfeit),
        }
    };
    (0..).zip(refs(entries, seated)).map(of_seat).collect()
}

/// Points that count in the pairing of one round only, never in standings.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = VirtualPoints)]
pub struct VirtualPointsBody {
    /// The points of each of the entries.
    #[schema(example = 4.0)]
    points: f64,
    /// The same in twelfths of a point.
    #[schema(example = 48)]
    points_twelfths: i64,
    /// The numbers of the entries that have them.
    #[schema(example = json!([1, 2]))]
    entries: Vec<u32>,
}

impl VirtualPointsBody {
    /// Returns virtual points; none if nobody has any.
    pub fn new(of_round: &VirtualPoints) -> Option<VirtualPointsBody> {
        let body = VirtualPointsBody {
            points: number(of_round.points()),
            points_twelfths: of_round.points().twelfths(),
            entries: of_round.entries().iter().map(|entry| entry.0).collect(),
        };
        (!body.entries.is_empty()).then_some(body)
    }
}

/// A round.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TournamentRound)]
pub struct RoundBody {
    /// Its number, from 1.
    #[schema(example = 1)]
    round: u16,
    /// By which rule it is paired; values may be added.
    stage: Stage,
    /// How far it is; values may be added.
    status: RoundStatus,
    /// The numbers of the entries that took part when it was paired; of a schedule or a bracket in its order,
    /// of an arena those at its start.
    entrants: Vec<u32>,
    tables: Vec<TableBody>,
    /// Who has a bye, which scores.
    byes: Vec<EntryRef>,
    /// Who had requested a bye, with the points of `byes` of the tournament; absent if nobody had.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    requested_byes: Vec<EntryRef>,
    /// Points that count in this pairing only, never in standings; absent if nobody has any.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    virtual_points: Option<VirtualPointsBody>,
    /// Who was not ready in time.
    no_shows: Vec<EntryRef>,
    /// The pairs that must not meet in this round.
    forbidden_pairs: Vec<ForbiddenPairBody>,
    /// The numbers of the entries that are ready.
    ready: Vec<u32>,
    /// Until when the players can say that they are ready.
    #[serde(serialize_with = "instant::serialize_option")]
    ready_until: Option<DateTime<Utc>>,
    #[serde(serialize_with = "instant::serialize")]
    paired_at: DateTime<Utc>,
    #[serde(serialize_with = "instant::serialize_option")]
    opened_at: Option<DateTime<Utc>>,
    /// When the time to play it is over; null without a deadline.
    #[serde(serialize_with = "instant::serialize_option")]
    ends_at: Option<DateTime<Utc>>,
    /// What happens then to its tables without a result; absent without a deadline. Values may be added.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    unfinished: Option<Unfinished>,
    #[serde(serialize_with = "instant::serialize_option")]
    closed_at: Option<DateTime<Utc>>,
    /// When the server pairs the next round or ends the tournament; null if it does not wait for that.
    #[serde(serialize_with = "instant::serialize_option")]
    next_round_at: Option<DateTime<Utc>>,
    /// The numbers of the entries that took no part any more when it was closed; absent before. Whoever is
    /// among them does not win the knock-out round.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    absent: Option<Vec<u32>>,
    /// The deals that tables of the round share, once its games have started; absent without duplicate deals.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    deals: Option<Vec<SharedDealBody>>,
}

impl RoundBody {
    /// Returns a round with the names of its entries and the points of its places.
    pub fn new(round: &Round, entries: &[Entry], points: &PointsTable) -> RoundBody {
        let numbers = |entries: &[EntryId]| entries.iter().map(|entry| entry.0).collect();
        RoundBody {
            round: round.number,
            stage: round.stage,
            status: round.status,
            entrants: numbers(&round.entrants),
            tables: round.tables.iter().map(|table| TableBody::new(table, entries, points)).collect(),
            byes: refs(entries, &round.byes),
            requested_byes: refs(entries, &round.requested_byes),
            virtual_points: VirtualPointsBody::new(&round.virtual_points),
            no_shows: refs(entries, &round.no_shows),
            forbidden_pairs: forbidden_pairs(&round.forbidden),
            ready: numbers(&round.ready),
            ready_until: round.ready_until,
            paired_at: round.paired_at,
            opened_at: round.opened_at,
            ends_at: round.ends_at,
            unfinished: round.unfinished,
            closed_at: round.closed_at,
            next_round_at: round.next_round_at,
            absent: round.absent.as_deref().map(numbers),
            deals: Some(round.deals.iter().map(|deal| SharedDealBody::new(deal, round)).collect())
                .filter(|deals: &Vec<_>| !deals.is_empty()),
        }
    }
}

/// A table of a planned round.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PlannedTable)]
pub struct PlannedTableBody {
    /// The number that the table would have in the round; absent in an arena.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = 1)]
    number_in_round: Option<u16>,
    /// Its board in a match of two teams, whose tables follow one another; absent where everybody plays
    /// alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 1, example = 1)]
    board: Option<u16>,
    /// The numbers of the teams that meet there, in the order of seats; absent where everybody plays alone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, max_items = 2)]
    teams: Vec<u32>,
    /// The entries in the order of seats.
    seats: Vec<EntryRef>,
    /// Whether an organizer has set it.
    manual: bool,
    /// Whether it is played for the third place of a knock-out; absent otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    third_place: bool,
    cost: CostBody,
    /// The cost in words.
    #[schema(example = "nobody meets again; equal scores meet")]
    reason: String,
}

impl PlannedTableBody {
    fn new(table: &PlannedTable, in_round: u16, entries: &[Entry]) -> PlannedTableBody {
        PlannedTableBody {
            number_in_round: (in_round > 0).then_some(in_round),
            board: Some(table.board).filter(|&board| board > 0),
            teams: teams(table.board, entries, &table.seats),
            seats: refs(entries, &table.seats),
            manual: table.manual,
            third_place: table.third_place,
            cost: table.cost.into(),
            reason: reason(table),
        }
    }
}

fn reason(table: &PlannedTable) -> String {
    let cost = &table.cost;
    let mut parts = Vec::new();
    parts.extend(table.manual.then(|| "set by an organizer".to_owned()));
    parts.push(match cost.repeats {
        0 => "nobody meets again".to_owned(),
        1 => "one pair meets again".to_owned(),
        pairs => format!("{pairs} pairs meet again"),
    });
    parts.push(match cost.score_squared {
        0 => "equal scores meet".to_owned(),
        squared => {
            format!("squared differences of points add up to {:.2}", squared as f64 / SQUARED_TWELFTHS)
        }
    });
    parts.extend((cost.forbidden > 0).then(|| "a forbidden pair meets".to_owned()));
    parts.join("; ")
}

/// How even the schedule of a round robin is.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Schedule)]
pub struct ScheduleBody {
    /// The number of its rounds.
    #[schema(example = 6)]
    rounds: u16,
    /// How often any two entries meet at least.
    #[schema(example = 1)]
    met_min: u32,
    /// How often any two entries meet at most.
    #[schema(example = 2)]
    met_max: u32,
}

impl ScheduleBody {
    fn new(schedule: &[ScheduledRound]) -> Option<ScheduleBody> {
        let (met_min, met_max) = meetings(schedule);
        (!schedule.is_empty()).then_some(ScheduleBody { rounds: schedule.len() as u16, met_min, met_max })
    }
}

/// A round that was planned and not made.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PlannedRound)]
pub struct PlannedRoundBody {
    /// The number that the round would have.
    #[schema(example = 1)]
    round: u16,
    /// By which rule it is paired; values may be added.
    stage: Stage,
    tables: Vec<PlannedTableBody>,
    /// Who has a bye.
    byes: Vec<EntryRef>,
    /// Who has requested a bye; absent if nobody has.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    requested_byes: Vec<EntryRef>,
    /// Points that count in this pairing only, never in standings; absent if nobody has any.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    virtual_points: Option<VirtualPointsBody>,
    /// Which entries would not sit at their fixed tables, because two of them meet; absent if all would.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "entry 7 sits at table 1, not at its fixed table 3")]
    displaced: Option<String>,
    /// The sum of the costs.
    cost: CostBody,
    /// How even the schedule of a round robin is; absent for other formats.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    schedule: Option<ScheduleBody>,
}

impl PlannedRoundBody {
    /// Returns a planned round with the names of its entries.
    pub fn new(Preview { planned, entries }: &Preview) -> PlannedRoundBody {
        let tables = planned.tables.iter().zip(&planned.numbers);
        // The boards of a match of teams share the cost of the match.
        let matches = planned.tables.iter().filter(|table| table.board < 2);
        let cost = matches.fold(Cost::default(), |sum, table| sum + table.cost);
        PlannedRoundBody {
            round: planned.number,
            stage: planned.stage,
            tables: tables.map(|(table, &number)| PlannedTableBody::new(table, number, entries)).collect(),
            byes: refs(entries, &planned.byes),
            requested_byes: refs(entries, &planned.requested_byes),
            virtual_points: VirtualPointsBody::new(&planned.virtual_points),
            displaced: planned.displaced.clone(),
            cost: cost.into(),
            schedule: ScheduleBody::new(&planned.schedule),
        }
    }
}
