//! The observation of Kids. Nothing is hidden from one seat and visible to another (K14).

use super::Sink;
use super::splendor::{put_pending, put_to_act};
use crate::space::Spelling;
use lapidary_engine::kids::action::Decision;
use lapidary_engine::kids::place::{PlaceId, PlaceKind, ROUTES_MAX};
use lapidary_engine::kids::tile::{MARKET_PLACES, VILLAGE_TILES};
use lapidary_engine::kids::view::{SeatView, View};
use lapidary_engine::seat::Seat;

/// The largest number of tokens of a kind.
const TOKENS: u8 = 20;

/// Writes what this seat sees. `pending` are the indices of its unfinished action in a space of this size.
pub fn observe(view: &View, seat: Seat, space: usize, pending: &Spelling, out: &mut impl Sink) {
    out.group("", 0);
    out.one_of::<{ Decision::ALL.len() }>("decision", view.to_act.map(|(_, decision)| decision as usize));
    put_to_act(view.to_act.map(|(seat, _)| seat), seat, view.seats.len(), out);
    out.number("turn", u8::MAX, view.turns_begun);
    out.number("tokens_to_return", TOKENS, view.tokens_to_return.unwrap_or_default());
    out.flag("gates_closed", view.gates_closed);
    out.number("quiet_rounds", 25, view.quiet_rounds);
    put_pending(space, pending, out);
    observe_table(view, out);
    let place = view.seats.get(seat.index()).and_then(|own| own.place);
    observe_routes(view, place, out);
    for number in 0..view.seats.len() {
        out.group("seat", number);
        if let Some(holdings) = view.seats.get((seat.index() + number) % view.seats.len()) {
            observe_seat(holdings, out);
        }
    }
}

fn observe_table(view: &View, out: &mut impl Sink) {
    out.put("supply", TOKENS, &view.supply.counts());
    out.number("stack_size", 20, view.stack_size);
    let mut sides = [0; 6];
    view.board.sides().for_each(|side| sides[side.index()] = 1);
    out.put("sides", 1, &sides);
    out.flag("has_market", view.market.is_some());
    let market = view.market.unwrap_or([None; MARKET_PLACES]);
    for (place, tile) in market.into_iter().enumerate() {
        out.group("market", place);
        out.one_of::<5>("tile", tile.map(|tile| tile.index()));
    }
    out.group("", 0);
    let mut villages = [0; VILLAGE_TILES];
    for place in &view.tiled_villages {
        if let Some(flag) = villages.get_mut(place.number() as usize) {
            *flag = 1;
        }
    }
    out.put("tiled_villages", 1, &villages);
}

/// Writes the routes that begin at the observer's place, in the order of their indices.
fn observe_routes(view: &View, place: Option<PlaceId>, out: &mut impl Sink) {
    let mut routes = place.into_iter().flat_map(|place| view.board.routes_from(place));
    for number in 0..ROUTES_MAX {
        out.group("route", number);
        let route = routes.next().map(|(_, route)| route);
        out.flag("begins_here", route.is_some());
        out.put("cost", 6, &route.map(|route| route.cost().counts()).unwrap_or_default());
        observe_place(route.map(|route| route.to()), out);
    }
}

fn observe_place(place: Option<PlaceId>, out: &mut impl Sink) {
    out.one_of::<{ PlaceKind::ALL.len() }>("kind", place.map(|place| place.kind() as usize));
    out.one_of::<3>("part", place.map(|place| place.part() as usize));
    out.number(
        "number",
        16,
        place.filter(|place| place.side().is_some()).map_or(0, |place| place.number() + 1),
    );
}

fn observe_seat(holdings: &SeatView, out: &mut impl Sink) {
    out.put("tokens", TOKENS, &holdings.bag.tokens.counts());
    out.number("treasures", 2, holdings.bag.treasures);
    out.number("bag_limit", 8, holdings.bag_limit);
    out.put("tiles_up", 4, &holdings.tiles_up.counts());
    out.put("tiles_down", 4, &holdings.tiles_down.counts());
    out.flag("jewel", holdings.jewel);
    out.flag("out", holdings.out);
    observe_place(holdings.place, out);
}
