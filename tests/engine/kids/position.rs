//! Positions of Kids as text, for named cases, and logs as lines.
//!
//! ```text
//! seats 2                                              default: 2
//! seat 0 at a1a-town-1 bag 2m1o1t up ma down w jewel   default: at the port with nothing
//! stack mac                                            the stack, top first; default: all unused tiles
//! market mac                                           selects the Mysteries; `.` for an empty place, `none` after a Tornado
//! villages thief drought …                             the tiles of a2a-village-1 and so on; selects the Mysteries
//! ```
//! Tokens not held are in the supply. Seat 0 is to move. The tests use this simple board:
//!
//! ```text
//! port ─a1a-1 2m1a→ a1a-town-1 ─a1a-3 3c→ a2a-village-1      port ─a1a-2 1m1a1c→ a2a-village-1
//! a2a-village-1 ─a2a-1 3w→ a2a-village-2 ─a2a-2 3w→ a2a-village-3 ─a2a-3 3w→ a2a-village-4 ─a2a-4 3h→ a3a-town-1
//! a2a-village-1 ─a2a-5 4h→ a2a-town-1 ─a2a-6 3m→ a3a-town-1 ─a3a-1 2m2a→ palace
//! ```

use std::collections::HashMap;

use lapidary_engine::kids::action::Action;
use lapidary_engine::kids::board::{Board, Route};
use lapidary_engine::kids::effect::Effect;
use lapidary_engine::kids::place::{PlaceId, Side};
use lapidary_engine::kids::refusal::Refusal;
use lapidary_engine::kids::resource::{Resource, Token};
use lapidary_engine::kids::setup::{GOLD_TOKENS, Setup, resource_tokens};
use lapidary_engine::kids::state::State;
use lapidary_engine::kids::tile::VillageTile;
use lapidary_engine::kids::tokens::{Bag, Resources, Tokens};
use lapidary_engine::kids::variant::Variant;
use lapidary_engine::record::{By, Cause, Leaving, Log};
use lapidary_engine::seat::{Seat, SeatCount};

const ROUTES: [(&str, &str, &str, &str); 10] = [
    ("a1a", "port", "a1a-town-1", "2m1a"),
    ("a1a", "port", "a2a-village-1", "1m1a1c"),
    ("a1a", "a1a-town-1", "a2a-village-1", "3c"),
    ("a2a", "a2a-village-1", "a2a-village-2", "3w"),
    ("a2a", "a2a-village-2", "a2a-village-3", "3w"),
    ("a2a", "a2a-village-3", "a2a-village-4", "3w"),
    ("a2a", "a2a-village-4", "a3a-town-1", "3h"),
    ("a2a", "a2a-village-1", "a2a-town-1", "4h"),
    ("a2a", "a2a-town-1", "a3a-town-1", "3m"),
    ("a3a", "a3a-town-1", "palace", "2m2a"),
];

/// The board of these tests.
pub fn board() -> Board {
    let mut board = Board::EMPTY;
    for side in ["a1a", "a2a", "a3a"] {
        let route = |(_, from, to, cost): &(&str, &str, &str, &str)| {
            let tokens: Tokens = cost.parse().unwrap();
            let place = |name: &str| name.parse::<PlaceId>().ok().unwrap();
            Route::new(place(from), place(to), tokens.resources())
        };
        let of_side = ROUTES.iter().filter(|(of, ..)| *of == side).map(route);
        board.lay(Side::from_name(side).unwrap(), of_side.collect::<Vec<_>>());
    }
    board
}

fn tiles(letters: &str) -> Vec<Resource> {
    letters.chars().map(|letter| Resource::from_letter(letter).unwrap()).collect()
}

/// The keywords of one line, each with the text after it.
fn words(line: &str) -> HashMap<&str, &str> {
    let words: Vec<&str> = line.split_whitespace().skip(2).filter(|&word| word != "jewel").collect();
    words.chunks(2).map(|pair| (pair[0], pair[1])).collect()
}

/// The bytes of a seat in a snapshot.
fn seat_bytes(line: &str, held: &mut Tokens, face_up: &mut Resources) -> Vec<u8> {
    let words = words(line);
    let bag: Bag = words.get("bag").unwrap_or(&"0").parse().unwrap();
    let side = |name| tiles(words.get(name).unwrap_or(&"")).into_iter().collect::<Resources>();
    let place: PlaceId = words.get("at").unwrap_or(&"port").parse().ok().unwrap();
    *held = held.plus(bag.tokens);
    *face_up = face_up.plus(side("up")).plus(side("down"));
    let mut bytes = bag.tokens.counts().to_vec();
    bytes.push(bag.treasures);
    bytes.extend(side("up").counts());
    bytes.extend(side("down").counts());
    bytes.extend([line.ends_with("jewel") as u8, place.code(), 0]);
    bytes
}

/// Parses a position.
pub fn position(text: &str) -> State {
    let line = |name: &str| text.lines().map(str::trim).find(|line| line.starts_with(name));
    let after = |name: &str| line(name).map(|line| line[name.len()..].trim());
    let seats = SeatCount::new(after("seats").map_or(2, |count| count.parse().unwrap())).unwrap();
    let mysteries = line("market").or(line("villages")).is_some();
    let (mut held, mut out) = (Tokens::NONE, Resources::NONE);
    let travellers: Vec<u8> = seats
        .seats()
        .flat_map(|seat| seat_bytes(line(&format!("seat {seat}")).unwrap_or(""), &mut held, &mut out))
        .collect();
    let market = after("market")
        .filter(|market| *market != "none")
        .or((mysteries && line("market").is_none()).then_some("..."));
    let lying: Resources = market.into_iter().flat_map(|market| tiles(&market.replace('.', ""))).collect();
    let left = Resources::new([4; 5]).less(out).less(lying);
    let stack = after("stack").map_or_else(|| left.each().collect(), tiles);
    // The head of a fresh game's snapshot, which contains the board, ends where its supply begins.
    let variant = if mysteries { Variant::Mysteries } else { Variant::Full };
    let fresh = fresh(seats, variant).encode();
    let mut bytes = fresh[..3 + 3 * 2 + ROUTES.len() * 7].to_vec();
    let all = Tokens::new(Resources::new([resource_tokens(seats); 5]), GOLD_TOKENS);
    assert!(all.covers(held), "the position uses more tokens than there are");
    bytes.extend(all.less(held).counts());
    bytes.push(stack.len() as u8);
    bytes.extend(stack.iter().map(|tile| *tile as u8));
    bytes.extend(travellers);
    bytes.extend([0, 1, 0, 0, 0, if market.is_some() { 4 } else { 0 }, 0, 0]);
    let place = |letter| Resource::from_letter(letter).map_or(240, |tile| tile as u8);
    bytes.extend(market.into_iter().flat_map(|market| market.chars().map(place)));
    if mysteries {
        bytes.extend(village_bytes(after("villages").unwrap_or("")));
    }
    State::decode(&bytes).unwrap()
}

/// The named tiles first, then the remaining ones of the eight.
fn village_bytes(names: &str) -> Vec<u8> {
    let mut rest = VillageTile::CATALOGUE.to_vec();
    let mut order: Vec<VillageTile> = Vec::new();
    for name in names.split_whitespace() {
        let at = rest.iter().position(|tile| tile.name() == name).unwrap();
        order.push(rest.remove(at));
    }
    order.extend(rest);
    order.into_iter().map(|tile| tile as u8).chain([4, 0b1111]).collect()
}

/// A game before its first turn, on the board of these tests.
pub fn fresh(seats: SeatCount, variant: Variant) -> State {
    let towns = Resources::new([4; 5]).each().collect();
    let villages = if variant.has_mysteries() { VillageTile::CATALOGUE.to_vec() } else { Vec::new() };
    Setup { seats, variant, board: board(), towns, villages }.start().unwrap()
}

/// Plays lines that must be legal, and returns the log entries as lines; those of the engine have a `!`.
pub fn play(state: &mut State, lines: &[&str]) -> Vec<String> {
    let mut log = Log::default();
    for line in lines {
        let action: Action = line.parse().unwrap_or_else(|_| panic!("{line} is no notation"));
        state.play(&action, &mut log).unwrap_or_else(|refusal| panic!("{line}: {refusal}"));
    }
    lines_of(&log)
}

/// Plays a line that must be legal, and returns all effects.
pub fn effects(state: &mut State, line: &str) -> Vec<Effect> {
    let mut log = Log::default();
    state.play(&line.parse().unwrap(), &mut log).unwrap();
    log.0.into_iter().flat_map(|entry| entry.effects).collect()
}

/// Takes the seat out of the game.
pub fn resign(state: &mut State, seat: u8) -> Vec<String> {
    let mut log = Log::default();
    state.leave(Seat::new(seat).unwrap(), Leaving::Resigned, &mut log);
    lines_of(&log)
}

fn lines_of(log: &Log<Action, Effect>) -> Vec<String> {
    let line = |cause: &Cause<Action>| match cause {
        Cause::Decision { seat, by: By::Player, action } => format!("{seat} {action}"),
        Cause::Decision { seat, by: By::Engine, action } => format!("{seat} !{action}"),
        Cause::Leaving { seat, .. } => format!("{seat} resign"),
    };
    log.0.iter().map(|entry| line(&entry.cause)).collect()
}

/// Returns the refusal of a line, and checks that the state is unchanged.
pub fn refused(state: &State, line: &str) -> Refusal {
    let mut copy = *state;
    let refusal = copy.play(&line.parse().unwrap(), &mut ()).expect_err(line);
    assert!(copy == *state, "a refusal changes nothing");
    refusal
}

/// The legal lines that begin with a word, with every payment, sorted.
pub fn legal(state: &State, word: &str) -> Vec<String> {
    let mut actions = Vec::new();
    state.legal_actions_with_every_payment(&mut actions);
    let mut lines: Vec<String> =
        actions.iter().map(ToString::to_string).filter(|line| line.starts_with(word)).collect();
    lines.sort();
    lines
}

/// The pending decision, as `seat decision`.
pub fn pending(state: &State) -> String {
    state.to_act().map_or("over".to_owned(), |(seat, decision)| format!("{seat} {}", decision.name()))
}

/// What a seat has, as `bag | up | down | place`.
pub fn has(state: &State, seat: u8) -> String {
    let traveller = state.traveller(Seat::new(seat).unwrap());
    let letters = |tiles: Resources| tiles.each().map(Resource::letter).collect::<String>();
    let place = traveller.place.map_or("-".to_owned(), |place| place.to_string());
    format!(
        "{} | {} | {} | {place}",
        traveller.bag,
        letters(traveller.tiles_up),
        letters(traveller.tiles_down)
    )
}

/// The tokens left of a kind.
pub fn left(state: &State, letter: char) -> u8 {
    state.tokens_left().get(Token::from_letter(letter).unwrap())
}

/// The reason of the end, and the ranks.
pub fn ended(state: &State) -> (&'static str, Vec<u8>) {
    let outcome = state.outcome().expect("the game is over");
    (outcome.reason.name(), outcome.ranks)
}
