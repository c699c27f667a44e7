//! A view of Kids in JSON. It has the board, so views of servers with boards of their own are read, too.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::fields::{
    ResultFields, ToActFields, TurnFields, ViewError, bounded, each, named, seat, turns_begun,
};
use lapidary_engine::from_view::ImpossibleView;
use lapidary_engine::kids::action::Decision;
use lapidary_engine::kids::board::{Board, Route};
use lapidary_engine::kids::place::{PlaceId, RouteId, Side};
use lapidary_engine::kids::resource::Resource;
use lapidary_engine::kids::tile::{MARKET_PLACES, Market};
use lapidary_engine::kids::tokens::{Bag, Resources, Tokens};
use lapidary_engine::kids::variant::Variant;
use lapidary_engine::kids::view::{SeatView, View};

/// The fields that depend on the rules.
#[derive(Deserialize)]
pub(super) struct Fields {
    supply: TokenFields,
    board: Option<BoardFields>,
    stack_size: u8,
    market: Option<Vec<Option<String>>>,
    tiled_villages: Vec<String>,
    gates_closed: bool,
    quiet_rounds: u8,
    to_act: Option<ToActFields>,
    turn: Option<TurnFields>,
    seats: Vec<SeatFields>,
    result: Option<ResultFields>,
}

#[derive(Deserialize)]
struct TokenFields {
    mushroom: u8,
    apple: u8,
    cabbage: u8,
    hazelnut: u8,
    water: u8,
    gold: u8,
}

#[derive(Deserialize)]
struct BoardFields {
    sides: Vec<String>,
    routes: Vec<RouteFields>,
}

#[derive(Deserialize)]
struct RouteFields {
    id: String,
    from: String,
    to: String,
    cost: BTreeMap<String, u8>,
}

#[derive(Deserialize)]
struct SeatFields {
    seat: u8,
    tokens: TokenFields,
    bag_limit: u8,
    treasures: u8,
    tiles_up: Vec<String>,
    tiles_down: Vec<String>,
    jewel: bool,
    place: Option<String>,
    out: bool,
}

impl TokenFields {
    fn tokens(&self, field: &'static str) -> Result<Tokens, ViewError> {
        let counts = [self.mushroom, self.apple, self.cabbage, self.hazelnut, self.water, self.gold];
        Ok(Tokens::from_counts(bounded(counts, field)?))
    }
}

fn resource(id: &str, field: &'static str) -> Result<Resource, ViewError> {
    named(Resource::named(id), field, "resource", id)
}

fn place(id: &str, field: &'static str) -> Result<PlaceId, ViewError> {
    named(id.parse().ok(), field, "place", id)
}

fn tiles(ids: &[String], field: &'static str) -> Result<Resources, ViewError> {
    Ok(each(ids, field, |id| resource(id, field))?.into_iter().collect())
}

impl Fields {
    /// The view that the JSON spells.
    pub(super) fn view(&self, variant: Variant) -> Result<View, ViewError> {
        let to_act = self.to_act.as_ref();
        let decision = |fields: &ToActFields| {
            let decision = named(Decision::named(&fields.decision), "to_act", "decision", &fields.decision)?;
            Ok::<_, ViewError>((seat(fields.seat, "to_act")?, decision))
        };
        let board = self.board.as_ref().ok_or(ImpossibleView::NoGame)?;
        Ok(View {
            variant,
            board: Box::new(board.board()?),
            to_act: to_act.map(decision).transpose()?,
            tokens_to_return: to_act.and_then(|fields| fields.tokens),
            turn: self.turn.as_ref().map(TurnFields::turn).transpose()?,
            turns_begun: turns_begun(&self.turn, &self.result),
            seats: each(&self.seats, "seats", SeatFields::view)?,
            supply: self.supply.tokens("supply")?,
            stack_size: self.stack_size,
            market: self.market.as_deref().map(market).transpose()?,
            tiled_villages: each(&self.tiled_villages, "tiled_villages", |id| place(id, "tiled_villages"))?,
            gates_closed: self.gates_closed,
            quiet_rounds: self.quiet_rounds,
            outcome: self.result.as_ref().map(ResultFields::outcome).transpose()?,
        })
    }
}

fn market(ids: &[Option<String>]) -> Result<Market, ViewError> {
    let tile = |id: &Option<String>| id.as_deref().map(|id| resource(id, "market")).transpose();
    let tiles = each(ids, "market", tile)?;
    tiles.try_into().map_err(|_| ViewError::TooMany { field: "market", most: MARKET_PLACES })
}

impl BoardFields {
    /// The board with these sides and routes. Each route begins on its side, and routes are numbered.
    fn board(&self) -> Result<Board, ViewError> {
        let mut board = Board::EMPTY;
        let routes = each(&self.routes, "routes", RouteFields::route)?;
        for side in each(&self.sides, "sides", |id| named(Side::from_name(id), "sides", "side", id))? {
            if board.has(side.part()) {
                return Err(ImpossibleView::Board.into());
            }
            board.lay(side, routes.iter().filter(|(id, _)| id.side() == side).map(|&(_, route)| route));
        }
        match board.routes().eq(routes) {
            true => Ok(board),
            false => Err(ImpossibleView::Board.into()),
        }
    }
}

impl RouteFields {
    fn route(&self) -> Result<(RouteId, Route), ViewError> {
        let id: RouteId = named(self.id.parse().ok(), "routes", "route", &self.id)?;
        let (from, to) = (place(&self.from, "routes")?, place(&self.to, "routes")?);
        let mut cost = Resources::NONE;
        for (kind, &count) in &self.cost {
            let [count] = bounded([count], "cost")?;
            cost = cost.plus(Resources::of(resource(kind, "cost")?, count));
        }
        let route = Route::new(from, to, cost);
        let begins_here = from.side().is_none_or(|side| side == id.side());
        if begins_here && route.cost() == cost { Ok((id, route)) } else { Err(ImpossibleView::Board.into()) }
    }
}

impl SeatFields {
    fn view(&self) -> Result<SeatView, ViewError> {
        let [treasures] = bounded([self.treasures], "treasures")?;
        Ok(SeatView {
            seat: seat(self.seat, "seats")?,
            bag: Bag { tokens: self.tokens.tokens("tokens")?, treasures },
            bag_limit: self.bag_limit,
            tiles_up: tiles(&self.tiles_up, "tiles_up")?,
            tiles_down: tiles(&self.tiles_down, "tiles_down")?,
            jewel: self.jewel,
            place: self.place.as_deref().map(|id| place(id, "place")).transpose()?,
            out: self.out,
        })
    }
}
