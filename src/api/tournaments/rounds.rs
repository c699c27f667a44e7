//! Pairing rounds and looking at them.

use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;
use utoipa::ToSchema;

use super::body::TournamentBody;
use super::csv;
use super::reason::GiveReason;
use super::round::{PlannedRoundBody, RoundBody};
use crate::contract::items::EntryNumber;
use crate::extract::{Act, LiveViewer, Optional, Path, RoundNumber, Valid};
use crate::http::outcome::{As, Created, Tagged, shown};
use crate::http::queued_client::QueuedClient;
use crate::http::table::{TableFormat, json_or_csv};
use crate::{Code, Problem};
use lapidary_contest::event::entry::EntryId;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::round::TournamentTable;
use lapidary_operation::{body, operation, query};
use lapidary_service::Tournaments;
use lapidary_service::tournaments::{PairingOrders, RoundView};

/// A table that an organizer sets.
#[body]
pub struct ManualTable {
    /// The numbers of two to four entries. Their seats are balanced as everywhere.
    #[schema(value_type = Vec<EntryNumber>, inline, min_items = 2, max_items = 4)]
    entries: Vec<u32>,
}

/// Optional orders for the next round; the body may be left out.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PairNextRound {
    /// Tables that are set; the others are paired around them. Only in a Swiss event and in heats.
    #[serde(default)]
    #[schema(max_items = 256)]
    manual: Vec<ManualTable>,
}

/// Whether the round is only shown.
#[query]
pub struct NextRoundQuery {
    /// `true`: the pairing is returned with its costs and reasons, and nothing changes.
    #[param(nullable = false)]
    dry_run: Option<bool>,
}

impl From<&RoundView> for RoundBody {
    fn from(view: &RoundView) -> Self {
        RoundBody::new(&view.round, &view.entries, &view.points)
    }
}

/// Pair the next round
///
/// For organizers, once the last round is over; an arena has only one. Without a ready check, the games of
/// the round are created and started at once. With `dry_run=true`, the pairing is returned and nothing
/// changes: the same data always give the same pairing.
#[operation(post "/v1/tournaments/{id}/rounds/next", tag = "tournaments",
    returns = "The round", "200" = "The pairing of a dry run")]
pub async fn pair_next_round(
    Act(tournaments, caller, id): Act<Tournaments, TournamentId>,
    QueuedClient(client): QueuedClient,
    query: web::Query<NextRoundQuery>,
    Optional(body): Optional<PairNextRound>,
) -> Result<As<(web::Json<PlannedRoundBody>, Created<RoundBody>)>, Problem> {
    let table = |table: &ManualTable| table.entries.iter().copied().map(EntryId).collect();
    let orders = PairingOrders { manual: body.manual.iter().map(table).collect() };
    if query.dry_run == Some(true) {
        let preview = tournaments.preview(id, &caller, &client, &orders).await?;
        return Ok(HttpResponse::Ok().json(PlannedRoundBody::new(&preview)).into());
    }
    let view = Box::pin(tournaments.next_round(id, &caller, &client, &orders)).await?;
    Ok(HttpResponse::Created().json(RoundBody::from(&view)).into())
}

/// Close the last round
///
/// For organizers, once all tables of the last round have a result. The server closes a round by itself, a
/// moment after its last result. This operation does it at once; and with `next_round: "automatic"` it ends
/// the wait of `next_round_after_ms`: the next round is paired, or the tournament ends. Repeating the request
/// changes nothing. Results can be corrected as before. Before the first round it is refused with
/// `not_found`.
#[operation(post "/v1/tournaments/{id}/rounds/close", tag = "tournaments", returns = "The closed round")]
pub async fn close_round(
    Act(tournaments, caller, id): Act<Tournaments, TournamentId>,
    QueuedClient(client): QueuedClient,
) -> Result<web::Json<RoundBody>, Problem> {
    shown(tournaments.close_round(id, &caller, &client)).await
}

/// Unpair a round
///
/// For organizers, as long as nothing has happened in the games of the last round. The games are aborted and
/// rate nothing, and the round is gone. `rounds/next` pairs it again: the same entries are paired in the same
/// way, because all lots follow from the seed. The server does not pair it by itself. Once something has
/// happened in a game, it is refused with `game_started`.
#[operation(post "/v1/tournaments/{id}/rounds/{n}/unpair", tag = "tournaments", returns = "The tournament")]
pub async fn unpair_round(
    Act(tournaments, caller, id): Act<Tournaments, TournamentId>,
    Path(RoundNumber(number)): Path<RoundNumber>,
    Valid(body): Valid<GiveReason>,
) -> Result<web::Json<TournamentBody>, Problem> {
    shown(tournaments.unpair(id, &caller, number, &body.reason)).await
}

/// In which format.
#[query]
pub struct RoundQuery {
    /// The format, instead of the header `Accept`.
    #[param(inline, nullable = false)]
    format: Option<TableFormat>,
    /// `true`: only tables that wait for a result, the void ones left out.
    #[param(nullable = false)]
    unfinished: Option<bool>,
}

/// Get a round
///
/// Returns the tables of a round with their games and results, or with `unfinished=true` only those that wait
/// for a result. As CSV, a line for each seat of each table and
/// for each bye. Without `format`, the header `Accept` chooses; if it accepts neither, the response is JSON.
#[operation(get "/v1/tournaments/{id}/rounds/{n}", tag = "tournaments",
    returns = "The round", "text/csv" = "round,table,seat,entry,player,place,points")]
pub async fn get_round(
    request: HttpRequest,
    tournaments: web::Data<Tournaments>,
    viewer: LiveViewer,
    Path(id): Path<TournamentId>,
    Path(RoundNumber(number)): Path<RoundNumber>,
    query: web::Query<RoundQuery>,
) -> Result<As<Tagged<RoundBody>>, Problem> {
    let number = u16::try_from(number).ok().filter(|&number| number <= i16::MAX as u16);
    let number = number
        .ok_or_else(|| Problem::new(Code::NotFound, "There is no such round: rounds are numbered from 1."))?;
    let mut view = tournaments.round(id, viewer.0.as_ref(), number).await?;
    if query.unfinished == Some(true) {
        view.round.tables.retain(TournamentTable::is_unfinished);
    }
    json_or_csv(&request, query.format, || RoundBody::from(&view), || csv::round(&view))
}
