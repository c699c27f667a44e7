//! Measures boards of Splendor Kids with sensible players: the length of games, the branches taken, and the
//! winners.
//!
//! `cargo run --release --example kids_boards [FILE [GAMES]]` measures the built-in boards, or those of a
//! board file. It prints the value of `measured` in the board file. The players look one action ahead: they
//! estimate the number of turns to the palace with the current contents of their bag, and pick the action
//! with the lowest estimate.

#![allow(clippy::expect_used, reason = "a tool for developers may end with a message")]

use std::collections::BTreeMap;

use lapidary::boards;
use lapidary::engine::kids::action::{Action, Decision, TownSource};
use lapidary::engine::kids::board::Board;
use lapidary::engine::kids::place::{PlaceId, PlaceKind, RouteId};
use lapidary::engine::kids::resource::Resource;
use lapidary::engine::kids::setup::Setup;
use lapidary::engine::kids::sides::Sides;
use lapidary::engine::kids::state::State;
use lapidary::engine::kids::tile::{TOWN_TILES_OF_EACH, VillageTile};
use lapidary::engine::kids::tokens::{Resources, Tokens};
use lapidary::engine::kids::traveller::Traveller;
use lapidary::engine::kids::variant::Variant;
use lapidary::engine::record::{Cause, Log};
use lapidary::engine::seat::{SEATS_MAX, Seat, SeatCount};
use serde_json::json;

const GAMES: usize = 400;
const SEED: u64 = 20_251_121;
/// The useful resources from one turn of taking, on average.
const USEFUL_TAKEN: f64 = 2.6;
/// The part of a town tile that pays on a later route, since it is face down between two towns.
const TILE_WORTH: f64 = 0.55;
/// The later value of a token that the next route does not need.
const SPARE_WORTH: f64 = 0.12;
/// The number of spare tokens that a spare gold is worth.
const GOLD_WORTH: f64 = 2.0;
/// The turns of waiting for a token that other seats hold.
const WAITING: f64 = 3.0;
/// The preference for moving, in turns: players who only collect never arrive.
const EAGERNESS: f64 = 1.0;
/// The random difference between two equal players, in turns.
const MOOD: f64 = 0.15;
const TILES_MAX: usize = 20;

/// The turns that a sensible player expects to need from each place, by the number of their town tiles.
struct Outlook(BTreeMap<PlaceId, Vec<f64>>);

impl Outlook {
    fn of(board: &Board) -> Outlook {
        let mut outlook = Outlook(BTreeMap::from([(PlaceId::PALACE, vec![0.0; TILES_MAX + 1])]));
        let places = board.places();
        while outlook.0.len() < places.len() {
            for &place in &places {
                let known = board.routes_from(place).all(|(_, route)| outlook.0.contains_key(&route.to()));
                if known && !outlook.0.contains_key(&place) {
                    let turns =
                        (0..=TILES_MAX).map(|tiles| outlook.best_route(board, place, tiles)).collect();
                    outlook.0.insert(place, turns);
                }
            }
        }
        outlook
    }

    fn best_route(&self, board: &Board, place: PlaceId, tiles: usize) -> f64 {
        let turns = |cost: u8, to| {
            let due = f64::from(cost) - (tiles as f64 * TILE_WORTH).min(f64::from(cost) * 0.6);
            due / USEFUL_TAKEN + arrival(to) + self.from(to, tiles)
        };
        let routes = board.routes_from(place).map(|(_, route)| turns(route.cost().total(), route.to()));
        routes.fold(f64::INFINITY, f64::min)
    }

    /// The turns from a place on arrival there.
    fn from(&self, place: PlaceId, tiles: usize) -> f64 {
        let tiles = tiles + usize::from(place.kind() == PlaceKind::Town);
        self.0.get(&place).map_or(0.0, |turns| turns[tiles.min(TILES_MAX)])
    }

    /// The turns that a traveler expects to need from their place.
    fn expects(&self, board: &Board, traveller: &Traveller, supply: Tokens) -> f64 {
        let Some(place) = traveller.place.filter(|&place| place != PlaceId::PALACE) else { return 0.0 };
        let tiles = traveller.tiles_up.plus(traveller.tiles_down).total() as usize;
        let turns = |route: lapidary::engine::kids::board::Route| {
            let (collecting, spare) = missing_turns(traveller, route.cost(), supply);
            collecting + arrival(route.to()) + self.from(route.to(), tiles) - spare * SPARE_WORTH
        };
        board.routes_from(place).map(|(_, route)| turns(route)).fold(f64::INFINITY, f64::min)
    }
}

/// A move costs one turn, unless it ends in a village, which gives an extra turn.
fn arrival(to: PlaceId) -> f64 {
    if to.kind() == PlaceKind::Village { 0.0 } else { 1.0 }
}

/// The turns of taking before the route can be paid for, and the value of the tokens left over.
fn missing_turns(traveller: &Traveller, cost: Resources, supply: Tokens) -> (f64, f64) {
    let due = cost.less(cost.shared_with(traveller.tiles_up));
    let missing = due.less(traveller.bag.tokens.resources());
    let in_supply = missing.shared_with(supply.resources());
    let jokers = traveller.bag.jokers();
    // Kinds that the supply lacks must be paid with gold, one in each turn; without gold the player must wait
    // for others.
    let for_gold = (missing.total() - in_supply.total()).saturating_sub(jokers);
    let waiting = for_gold.saturating_sub(supply.gold());
    let jokers_left = jokers.saturating_sub(missing.total() - in_supply.total());
    let lacking = in_supply.total().saturating_sub(jokers_left);
    let highest = Resource::ALL.map(|resource| in_supply.get(resource)).into_iter().max().unwrap_or(0);
    // Of one kind, a player takes one token in a turn together with other kinds, or two alone.
    let by_kind = f64::from(highest.saturating_sub(jokers_left)) / 2.0;
    let taking = (f64::from(lacking) / 3.0).max(by_kind).ceil() + f64::from(lacking) * 0.1;
    let spare = f64::from(traveller.bag.tokens.resources().less(due).total());
    let unused_gold = f64::from(jokers.saturating_sub(missing.total())) * GOLD_WORTH;
    (f64::from(for_gold) + f64::from(waiting) * WAITING + taking, spare + unused_gold)
}

/// Picks the action with the lowest estimate.
fn choose(state: &State, outlook: &Outlook, dice: &mut fastrand::Rng) -> Action {
    let (seat, decision) = state.to_act().expect("the game runs");
    let mut actions = Vec::new();
    state.legal_actions(&mut actions);
    let mut judged: Vec<(f64, Action)> = actions
        .into_iter()
        .map(|action| (judge(state, outlook, seat, decision, &action) + dice.f64() * MOOD, action))
        .collect();
    judged.sort_by(|(left, _), (right, _)| left.total_cmp(right));
    judged[0].1
}

fn judge(state: &State, outlook: &Outlook, seat: Seat, decision: Decision, action: &Action) -> f64 {
    let mut traveller = *state.traveller(seat);
    let mut spent = 0.0;
    let mut supply = state.tokens_left();
    match *action {
        Action::Take(tokens) => {
            traveller.bag.tokens = traveller.bag.tokens.plus(tokens);
            supply = supply.less(tokens);
            let surplus = traveller.bag.tokens.total().saturating_sub(traveller.bag_limit());
            spent = 1.0 + f64::from(surplus) / 3.0;
        }
        Action::Move { route, payment } => {
            let facts = state.board().route(route).expect("a legal route");
            traveller.bag.tokens = traveller.bag.tokens.less(payment.bag.tokens);
            traveller.bag.treasures -= payment.bag.treasures;
            traveller.tiles_up = traveller.tiles_up.less(payment.tiles);
            traveller.tiles_down = traveller.tiles_down.plus(payment.tiles);
            traveller.place = Some(facts.to());
            if facts.to().kind() == PlaceKind::Town {
                traveller.turn_tiles_up();
                spent -= (outlook.from(facts.to(), 0) - outlook.from(facts.to(), 1)).max(0.0);
            }
            spent += arrival(facts.to()) - EAGERNESS;
            supply = supply.plus(payment.bag.tokens);
        }
        Action::Return(tokens) => traveller.bag.tokens = traveller.bag.tokens.less(tokens),
        Action::Give { token, .. } => traveller.bag.tokens = traveller.bag.tokens.less(Tokens::one(token)),
        Action::DrawTown(TownSource::Market(tile)) => {
            traveller.tiles_up = traveller.tiles_up.plus(Resources::one(tile));
        }
        Action::DrawTown(TownSource::Stack) => spent = 0.05,
    }
    if decision == Decision::DrawTown {
        traveller.turn_tiles_up();
    }
    spent + outlook.expects(state.board(), &traveller, supply)
}

/// The totals over the games of a table.
#[derive(Default)]
struct Tally {
    games: usize,
    turns: Vec<usize>,
    /// The wins of each seat; a shared win counts as a part.
    wins: [f64; SEATS_MAX],
    ends: BTreeMap<&'static str, usize>,
}

/// How often each route was taken, and how often a pawn was at its start.
type Branches = BTreeMap<RouteId, (usize, usize)>;

fn deal(variant: Variant, seats: SeatCount, sides: &Sides, dice: &mut fastrand::Rng) -> State {
    let mut towns: Vec<Resource> =
        Resource::ALL.into_iter().flat_map(|tile| [tile; TOWN_TILES_OF_EACH as usize]).collect();
    dice.shuffle(&mut towns);
    let mut villages = if variant.has_mysteries() { VillageTile::CATALOGUE.to_vec() } else { Vec::new() };
    dice.shuffle(&mut villages);
    let board = sides.board([dice.u8(..2), dice.u8(..2), dice.u8(..2)], variant);
    Setup { seats, variant, board, towns, villages }.start().expect("the setup is sound")
}

fn play(mut state: State, dice: &mut fastrand::Rng, tally: &mut Tally, branches: &mut Branches) {
    let outlook = Outlook::of(state.board());
    while !state.is_over() {
        let action = choose(&state, &outlook, dice);
        if let Action::Move { route, .. } = action {
            let here = state.board().route(route).expect("a legal route").from();
            for (id, _) in state.board().routes_from(here) {
                let (taken, seen) = branches.entry(id).or_default();
                *taken += usize::from(id == route);
                *seen += 1;
            }
        }
        let mut log = Log::default();
        state.play(&action, &mut log).expect("a listed action is legal");
        debug_assert!(log.0.iter().all(|entry| matches!(entry.cause, Cause::Decision { .. })));
    }
    let outcome = state.outcome().expect("the game is over");
    let winners = outcome.winners();
    tally.games += 1;
    tally.turns.push(usize::from(state.turns_begun()).div_ceil(state.seat_count().get()));
    for winner in &winners {
        tally.wins[winner.index()] += 1.0 / winners.len() as f64;
    }
    *tally.ends.entry(outcome.reason.name()).or_default() += 1;
}

fn hundredths(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().filter(|name| name != "-");
    let games = arguments.next().and_then(|number| number.parse().ok()).unwrap_or(GAMES);
    let sides = boards::load(file.as_deref().map(std::path::Path::new)).expect("the boards are sound");
    let mut dice = fastrand::Rng::with_seed(SEED);
    let mut branches = Branches::new();
    let mut tables = serde_json::Map::new();
    for variant in Variant::ALL {
        for seats in SeatCount::ALL {
            let mut tally = Tally::default();
            for _ in 0..games {
                let opening = deal(variant, seats, &sides, &mut dice);
                play(opening, &mut dice, &mut tally, &mut branches);
            }
            tally.turns.sort_unstable();
            let at = |share: f64| tally.turns[((tally.games - 1) as f64 * share) as usize];
            let mean = tally.turns.iter().sum::<usize>() as f64 / tally.games as f64;
            let win_shares: Vec<f64> =
                tally.wins[..seats.get()].iter().map(|wins| hundredths(wins / tally.games as f64)).collect();
            let word = if variant.has_mysteries() { "mysteries" } else { variant.board() };
            tables.insert(
                format!("{word}, {} seats", seats.get()),
                json!({
                    "turns_each": hundredths(mean), "shortest_5_percent": at(0.05), "longest_5_percent": at(0.95),
                    "first_seat_win_share": win_shares[0], "win_shares": win_shares,
                    "ends": tally.ends,
                }),
            );
        }
    }
    let share = |(id, (taken, seen)): (&RouteId, &(usize, usize))| {
        (id.to_string(), json!(hundredths(*taken as f64 / (*seen).max(1) as f64)))
    };
    let shares: serde_json::Map<String, serde_json::Value> = branches.iter().map(share).collect();
    let measured = json!({"games_of_each_table": games, "tables": tables, "share_of_travellers_who_take_a_route": shares});
    println!("{}", serde_json::to_string_pretty(&measured).expect("it is plain data"));
}
