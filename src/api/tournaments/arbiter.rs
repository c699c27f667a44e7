//! Acts of organizers on tables and entries.

use super::reason::GiveReason;
use crate::Problem;
use crate::contract::items::{EntryNumber, Measure, SeatIndex, TablePlace};
use crate::extract::{Act, Path, TableNumber, Valid};
use crate::http::outcome::NoContent;
use lapidary_contest::event::entry::EntryId;
use lapidary_contest::event::points::Points;
use lapidary_model::tournament::TournamentId;
use lapidary_operation::{body, operation};
use lapidary_service::Tournaments;
use lapidary_service::tournaments::{
    EntryAct, Leave, NewResult, ResultBySeat, TableAct, TableName, TableOrder,
};

/// How an entry leaves.
#[body]
#[schema(example = json!({"pause": true, "reason": "back after lunch"}))]
pub struct WithdrawEntry {
    /// Whether it only pauses: the player can enter again, and an organizer brings it back with `reinstate`.
    #[serde(default)]
    #[schema(required = false)]
    pause: bool,
    /// Why. Everybody reads it in the audit.
    #[schema(format = "text", min_length = 1, max_length = 200, example = "back after lunch")]
    reason: String,
}

/// The result of a table.
#[body]
#[schema(example = json!({"places": [1, 2], "prestige": [15, 11], "cards": [13, 12], "reason": "agreed at the table"}))]
pub struct SetTableResult {
    /// The place of each seat, seat 0 first. Equal places are shared and leave the next ones free: 1, 1, 3.
    #[schema(value_type = Vec<TablePlace>, inline, min_items = 2, max_items = 4)]
    places: Vec<u8>,
    /// The prestige of each seat, seat 0 first; in Kids the Treasures. If it is left out, what is known
    /// stays. What is unknown does not count in tie-breaks.
    #[schema(value_type = Option<Vec<Measure>>, inline, max_items = 4, nullable = false)]
    prestige: Option<Vec<u8>>,
    /// The number of bought cards of each seat, seat 0 first; refused in Kids. If it is left out, what is
    /// known stays.
    #[schema(value_type = Option<Vec<Measure>>, inline, max_items = 4, nullable = false)]
    cards: Option<Vec<u8>>,
    /// The seats that forfeit, from 0: they have no points, and nobody has played against them. Their places
    /// must come after those of the others; they share the last place, in whatever order they are given. If
    /// all forfeit, nobody has points.
    #[serde(default)]
    #[schema(value_type = Vec<SeatIndex>, inline, max_items = 4, required = false)]
    forfeits: Vec<u8>,
    /// The `version` of the table that the act is for. If the table has another one, the act is refused with
    /// `table_changed`; without it, the act is for whatever stands there.
    #[schema(maximum = 2147483647, nullable = false)]
    pub(super) version: Option<u32>,
    /// Why. Everybody reads it in the audit.
    #[schema(format = "text", min_length = 1, max_length = 200, example = "agreed at the table")]
    pub(super) reason: String,
}

impl From<SetTableResult> for ResultBySeat {
    fn from(body: SetTableResult) -> Self {
        ResultBySeat {
            places: body.places,
            prestige: body.prestige,
            cards: body.cards,
            forfeits: body.forfeits,
        }
    }
}

/// Who sits at a table in whose game nothing has happened.
#[body]
#[schema(example = json!({"entries": [1, 2], "reason": "a substitute plays"}))]
pub struct SeatTable {
    /// The numbers of the entries in the order of seats.
    #[schema(value_type = Vec<EntryNumber>, inline, min_items = 2, max_items = 4)]
    entries: Vec<u32>,
    /// The `version` of the table that the act is for. If the table has another one, the act is refused with
    /// `table_changed`; without it, the act is for whatever stands there.
    #[schema(maximum = 2147483647, nullable = false)]
    version: Option<u32>,
    /// Why. Everybody reads it in the audit.
    #[schema(format = "text", min_length = 1, max_length = 200, example = "a substitute plays")]
    reason: String,
}

/// Why a table does not count.
#[body]
pub struct VoidTable {
    /// The `version` of the table that the act is for. If the table has another one, the act is refused with
    /// `table_changed`; without it, the act is for whatever stands there.
    #[schema(maximum = 2147483647, nullable = false)]
    version: Option<u32>,
    /// Why. Everybody reads it in the audit.
    #[schema(format = "text", min_length = 1, max_length = 200, example = "a player fell ill")]
    reason: String,
}

/// Points for an entry: `give` or `take`.
#[body]
#[schema(example = json!({"take": 2, "reason": "late for the second time"}))]
pub struct AdjustPoints {
    /// The points that the entry gets.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 1000, required = false)]
    give: u16,
    /// The points that the entry loses.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 1000, required = false, example = 2)]
    take: u16,
    /// Why. Everybody reads it in the export.
    #[schema(format = "text", min_length = 1, max_length = 200, example = "late for the second time")]
    reason: String,
}

/// Set the result of a table
///
/// For organizers, in the last round, also after it has closed; in earlier rounds `correct` does it. A game
/// that is played is aborted and rates nothing. The result of a game that has ended is replaced in the
/// standings; the game itself and its rated result stay as they are. In a knock-out match another game may
/// follow. A table that is `void` is refused with `not_pairable` if one of its entries sits at another table
/// of the round now; whoever has a bye loses it.
#[operation(post "/v1/tournaments/{id}/tables/{n}/result", tag = "tournaments",
    returns = "The result is set")]
pub async fn set_table_result(
    Act(tournaments, caller, id): Act<Tournaments, TournamentId>,
    Path(TableNumber(number)): Path<TableNumber>,
    Valid(body): Valid<SetTableResult>,
) -> Result<NoContent, Problem> {
    let (version, reason) = (body.version, body.reason.clone());
    let (pointer, table) = (String::new(), TableName::Number(number));
    let new = NewResult { pointer, table, in_round: None, version, seats: None, result: body.into() };
    NoContent::after(tournaments.set_results(id, &caller, None, &[new], &reason)).await
}

/// Void a table
///
/// For organizers, in the last round, also after it has closed. The table does not count in the standings; in
/// a knock-out match another game follows. A game that is played is aborted and rates nothing; one that has
/// ended keeps its rated result.
#[operation(post "/v1/tournaments/{id}/tables/{n}/void", tag = "tournaments",
    returns = "The table does not count")]
pub async fn void_table(
    Act(tournaments, caller, id): Act<Tournaments, TournamentId>,
    Path(TableNumber(number)): Path<TableNumber>,
    Valid(body): Valid<VoidTable>,
) -> Result<NoContent, Problem> {
    let VoidTable { version, reason } = body;
    let order = TableOrder { table: number, version, act: &TableAct::Void, reason: &reason };
    NoContent::after(tournaments.act_on_table(id, &caller, order)).await
}

/// Seat other entries at a table
///
/// For organizers, before the first turn at the table: a substitute, other opponents, or another order of
/// seats. While the table waits for the ready check, only its seats change. Once its game has started, the
/// game is aborted and another one starts with these seats; after the first turn the request is refused with
/// `game_started`. A table that is `void` is played again, unless it belongs to a knock-out match. Entries
/// that sit at another table of the round, or take no part, are refused with `not_pairable`. Whoever had a
/// bye loses it.
#[operation(post "/v1/tournaments/{id}/tables/{n}/substitute", tag = "tournaments",
    returns = "The entries sit at the table")]
pub async fn seat_table(
    Act(tournaments, caller, id): Act<Tournaments, TournamentId>,
    Path(TableNumber(number)): Path<TableNumber>,
    Valid(body): Valid<SeatTable>,
) -> Result<NoContent, Problem> {
    let act = TableAct::Seat(body.entries.into_iter().map(EntryId).collect());
    let order = TableOrder { table: number, version: body.version, act: &act, reason: &body.reason };
    NoContent::after(tournaments.act_on_table(id, &caller, order)).await
}

/// Remove an entry
///
/// For organizers: the entry ranks last, and is no longer paired. A game that is played goes on.
#[operation(post "/v1/tournaments/{id}/entries/{n}/remove", tag = "tournaments",
    returns = "The entry takes no part any more")]
pub async fn remove_entry(
    Act(tournaments, caller, id): Act<Tournaments, TournamentId>,
    Path(number): Path<EntryId>,
    Valid(body): Valid<GiveReason>,
) -> Result<NoContent, Problem> {
    let (act, entry) = (EntryAct::Remove, number);
    NoContent::after(tournaments.act_on_entry(id, &caller, entry, &act, &body.reason)).await
}

/// Withdraw an entry
///
/// For organizers, until the end. The entry is no longer paired, and keeps its rank. Before the start, the
/// next entry on the waiting list gets its place. A game that is played goes on. If the entry has left
/// before, nothing changes. `reinstate` takes it back.
#[operation(post "/v1/tournaments/{id}/entries/{n}/withdraw", tag = "tournaments",
    returns = "The entry is not paired any more")]
pub async fn withdraw_entry(
    Act(tournaments, caller, id): Act<Tournaments, TournamentId>,
    Path(number): Path<EntryId>,
    Valid(body): Valid<WithdrawEntry>,
) -> Result<NoContent, Problem> {
    let act = EntryAct::Withdraw(if body.pause { Leave::Pause } else { Leave::Drop });
    NoContent::after(tournaments.act_on_entry(id, &caller, number, &act, &body.reason)).await
}

/// Reinstate an entry
///
/// For organizers, until the end: an entry that has left, was dropped or was removed is paired again from the
/// next round on. If the player was dropped for being missing, being missing again drops the entry again. For
/// an entry that takes part, nothing changes.
#[operation(post "/v1/tournaments/{id}/entries/{n}/reinstate", tag = "tournaments",
    returns = "The entry takes part")]
pub async fn reinstate_entry(
    Act(tournaments, caller, id): Act<Tournaments, TournamentId>,
    Path(number): Path<EntryId>,
    Valid(body): Valid<GiveReason>,
) -> Result<NoContent, Problem> {
    let (act, entry) = (EntryAct::Reinstate, number);
    NoContent::after(tournaments.act_on_entry(id, &caller, entry, &act, &body.reason)).await
}

/// Give or take points
///
/// For organizers, while the tournament runs. It counts from the last round on, in standings and pairings,
/// and stands in the export.
#[operation(post "/v1/tournaments/{id}/entries/{n}/adjust", tag = "tournaments",
    returns = "The points are adjusted")]
pub async fn adjust_points(
    Act(tournaments, caller, id): Act<Tournaments, TournamentId>,
    Path(number): Path<EntryId>,
    Valid(body): Valid<AdjustPoints>,
) -> Result<NoContent, Problem> {
    let points = Points::whole(body.give.into()) - Points::whole(body.take.into());
    let (act, entry) = (EntryAct::Adjust(points), number);
    NoContent::after(tournaments.act_on_entry(id, &caller, entry, &act, &body.reason)).await
}
