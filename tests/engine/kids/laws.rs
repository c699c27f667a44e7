//! The laws that every game of Kids obeys, tested in random games of all variants on the built-in boards.
//!
//! `LAPIDARY_LAW_GAMES` sets the number of games of each table for a longer test: `make laws`.

use crate::boards;
use lapidary_engine::kids::action::{Action, Decision, Offer, Proposal, TownSource};
use lapidary_engine::kids::effect::Effect;
use lapidary_engine::kids::place::PlaceId;
use lapidary_engine::kids::resource::{Resource, Token};
use lapidary_engine::kids::setup::Setup;
use lapidary_engine::kids::sides::Sides;
use lapidary_engine::kids::state::State;
use lapidary_engine::kids::tile::VillageTile;
use lapidary_engine::kids::tokens::{Resources, Tokens};
use lapidary_engine::kids::variant::Variant;
use lapidary_engine::record::{By, Cause, Leaving, Log};
use lapidary_engine::reveal::Reveal;
use lapidary_engine::seat::{Seat, SeatCount};
use lapidary_engine::viewer::Viewer;

/// The number of games of each of the nine tables in a normal run.
const GAMES: u64 = 400;
/// Laws that try hundreds of actions check one of this many positions.
const LOOKS_EVERY: u8 = 5;
/// The number of decisions that no game reaches.
const DECISIONS_MAX: usize = 20_000;

fn games() -> u64 {
    std::env::var("LAPIDARY_LAW_GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(GAMES)
}

fn every_table() -> impl Iterator<Item = (Variant, SeatCount)> {
    Variant::ALL.into_iter().flat_map(|variant| SeatCount::ALL.map(|seats| (variant, seats)))
}

/// A game that the random generator deals on one of the boards.
pub fn deal(variant: Variant, seats: SeatCount, sides: &Sides, rng: &mut fastrand::Rng) -> State {
    let mut towns: Vec<Resource> = Resources::new([4; 5]).each().collect();
    rng.shuffle(&mut towns);
    let mut villages = if variant.has_mysteries() { VillageTile::CATALOGUE.to_vec() } else { Vec::new() };
    rng.shuffle(&mut villages);
    let board = sides.board([rng.u8(..2), rng.u8(..2), rng.u8(..2)], variant);
    Setup { seats, variant, board, towns, villages }.start().unwrap()
}

/// Picks an action. A player who likes to travel advances; one who does not can let the game end in quiet
/// rounds.
fn pick(actions: &[Action], likes_to_travel: bool, rng: &mut fastrand::Rng) -> Action {
    let moves: Vec<Action> =
        actions.iter().copied().filter(|action| matches!(action, Action::Move { .. })).collect();
    let others = actions.len() - moves.len();
    match (moves.is_empty(), likes_to_travel) {
        (false, true) if rng.u8(..10) < 8 => moves[rng.usize(..moves.len())],
        (false, false) if others > 0 => actions[rng.usize(..others)],
        _ => actions[rng.usize(..actions.len())],
    }
}

/// Plays games of every table and calls `look` with each position and the decision taken there.
fn play_everywhere(salt: u64, mut look: impl FnMut(&State, &Action, &mut fastrand::Rng)) {
    let sides = boards::load(None).unwrap();
    for (variant, seats) in every_table() {
        for game in 0..games() {
            let seed = salt << 48 | (variant as u64) << 40 | (seats.get() as u64) << 32 | game;
            let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                let mut rng = fastrand::Rng::with_seed(seed);
                let mut state = deal(variant, seats, &sides, &mut rng);
                let travels = rng.u8(..20) > 0;
                let mut actions = Vec::new();
                for _ in 0..DECISIONS_MAX {
                    if state.to_act().is_none() {
                        break;
                    }
                    state.legal_actions_with_every_payment(&mut actions);
                    assert!(!actions.is_empty(), "a running game always has a legal action");
                    let action = pick(&actions, travels, &mut rng);
                    look(&state, &action, &mut rng);
                    state.play(&action, &mut ()).expect("a listed action is legal");
                    if rng.u16(..1500) == 0 {
                        let leaver = Seat::new(rng.u8(..seats.get() as u8)).unwrap();
                        state.leave(leaver, Leaving::Resigned, &mut ());
                    }
                }
                assert!(state.outcome().is_some(), "every game ends");
            }));
            assert!(outcome.is_ok(), "seed {seed}: {variant:?}, {} seats", seats.get());
        }
    }
}

/// Many possible actions, legal or not.
fn conceivable(state: &State, rng: &mut fastrand::Rng) -> Vec<Action> {
    let some =
        |rng: &mut fastrand::Rng| Tokens::from_counts([0; 6].map(|_: u8| rng.u8(..12).saturating_sub(9)));
    let mut actions: Vec<Action> = (0..64u8)
        .map(|bits| Action::Take(Tokens::from_counts([0, 1, 2, 3, 4, 5].map(|kind| bits >> kind & 1))))
        .collect();
    for token in Token::ALL {
        actions.extend([2, 3].map(|count| Action::Take(Tokens::of(token, count))));
        actions.push(Action::Return(Tokens::one(token)));
        let seats = (0..4).filter_map(Seat::new);
        actions.extend(seats.map(|seat| Action::Give { token, seat }));
    }
    actions.extend(Resource::ALL.map(|tile| Action::DrawTown(TownSource::Market(tile))));
    actions.push(Action::DrawTown(TownSource::Stack));
    actions.extend((0..20).map(|_| Action::Return(some(rng))));
    let mut listed = Vec::new();
    state.legal_actions_with_every_payment(&mut listed);
    for action in listed {
        if let Action::Move { route, mut payment } = action {
            let (up, down) = (rng.usize(..6), rng.usize(..6));
            let mut counts = payment.bag.tokens.counts();
            counts[up] += 1;
            counts[down] = counts[down].saturating_sub(rng.u8(..2));
            payment.bag.tokens = Tokens::from_counts(counts);
            payment.bag.treasures = rng.u8(..3).saturating_sub(1);
            actions.push(Action::Move { route, payment });
        }
        if let (Action::Return(tokens), up) = (action, rng.usize(..6)) {
            let mut counts = tokens.counts();
            counts[up] += 1;
            actions.push(Action::Return(Tokens::from_counts(counts)));
        }
    }
    actions
}

#[test]
fn an_action_is_legal_exactly_if_it_is_listed_and_a_refusal_changes_nothing() {
    play_everywhere(1, |state, chosen, rng| {
        if rng.u8(..LOOKS_EVERY) > 0 {
            return;
        }
        let mut listed = Vec::new();
        state.legal_actions_with_every_payment(&mut listed);
        assert!(listed.contains(chosen));
        for (place, action) in listed.iter().enumerate() {
            assert_eq!(state.check(action), Ok(()), "{action}");
            assert!(!listed[..place].contains(action), "{action} is listed once");
        }
        let mut short = Vec::new();
        state.legal_actions(&mut short);
        assert!(short.iter().all(|action| listed.contains(action)), "the canonical payments are among them");
        for action in conceivable(state, rng) {
            let mut copy = *state;
            let verdict = state.check(&action);
            assert_eq!(verdict.is_ok(), listed.contains(&action), "{action}: {verdict:?}");
            assert_eq!(copy.play(&action, &mut ()), verdict);
            assert!(verdict.is_ok() || copy == *state, "a refusal changes nothing");
        }
    });
}

#[test]
fn a_move_without_a_payment_is_completed_to_the_listed_one() {
    play_everywhere(2, |state, chosen, _| {
        let Action::Move { route, .. } = *chosen else { return };
        let mut short = Vec::new();
        state.legal_actions(&mut short);
        let completed = state.complete(&Proposal::Move { route, offer: Offer::default() }).unwrap();
        assert!(short.contains(&completed), "{completed} (K6)");
    });
}

#[test]
fn a_move_that_specifies_only_tiles_uses_exactly_these_and_then_the_order_of_k6() {
    play_everywhere(7, |state, chosen, _| {
        let Action::Move { route, payment } = *chosen else { return };
        let offer = Offer { bag: None, tiles: Some(payment.tiles) };
        let Ok(Action::Move { payment: completed, .. }) = state.complete(&Proposal::Move { route, offer })
        else {
            panic!("what was chosen can be paid with these tiles");
        };
        assert_eq!(completed.tiles, payment.tiles, "exactly these tiles");
        assert_eq!(state.check(&Action::Move { route, payment: completed }), Ok(()));
        // Tokens before gold, gold before Treasures: no other payment with these tiles has fewer jokers or
        // Treasures.
        assert!(completed.bag.jokers() <= payment.bag.jokers());
        assert!(completed.bag.treasures <= payment.bag.treasures);
        let offer = Offer { bag: Some(payment.bag), tiles: None };
        let Ok(Action::Move { payment: named, .. }) = state.complete(&Proposal::Move { route, offer }) else {
            panic!("tokens that are named are passed on");
        };
        assert_eq!((named.bag, named.tiles), (payment.bag, Resources::NONE), "tokens alone use no tile");
    });
}

#[test]
fn actions_and_positions_round_trip() {
    play_everywhere(3, |state, _, rng| {
        let mut listed = Vec::new();
        state.legal_actions_with_every_payment(&mut listed);
        for action in listed {
            assert_eq!(action.to_string().parse(), Ok(action));
        }
        let mut bytes = state.encode();
        assert!(bytes.len() < 1000, "a snapshot has {} bytes", bytes.len());
        assert_eq!(State::decode(&bytes), Ok(*state));
        assert!(State::decode(&bytes[..bytes.len() - 1]).is_err());
        let at = rng.usize(..bytes.len());
        bytes[at] = rng.u8(..);
        if let Ok(read) = State::decode(&bytes) {
            let mut actions = Vec::new();
            read.legal_actions(&mut actions);
            let _ = (read.view(Viewer::Revealed), read.encode(), read.outcome());
        }
    });
}

/// The number of town tiles with seats and in the market. Together with the stack they are twenty, minus
/// those that left the game.
fn town_tiles(state: &State) -> u8 {
    let view = state.view(Viewer::Revealed);
    let held: u8 = view.seats.iter().map(|seat| seat.tiles_up.plus(seat.tiles_down).total()).sum();
    held + view.stack_size + view.market.map_or(0, |market| market.iter().flatten().count() as u8)
}

#[test]
fn tokens_and_tiles_are_conserved() {
    play_everywhere(4, |state, chosen, _| {
        let (mut next, mut log) = (*state, Log::default());
        next.play(chosen, &mut log).unwrap();
        assert_eq!(next.tokens_in_game(), state.tokens_in_game());
        let tornado =
            log.0.iter().flat_map(|entry| &entry.effects).any(|effect| *effect == Effect::MarketGone);
        let lost =
            if tornado { state.view(Viewer::Revealed).market.unwrap().iter().flatten().count() } else { 0 };
        assert_eq!(town_tiles(&next) + lost as u8, town_tiles(state));
    });
}

#[test]
fn limits_hold_when_a_turn_begins_and_seats_decide_only_real_choices() {
    // (K5, K12, T2)
    play_everywhere(5, |state, _, _| {
        let (seat, decision) = state.to_act().unwrap();
        let view = state.view(Viewer::Spectator);
        let mut actions = Vec::new();
        state.legal_actions_with_every_payment(&mut actions);
        if decision == Decision::Main {
            assert_eq!(view.turn.map(|turn| turn.seat), Some(seat), "main actions are the active seat's");
            assert_ne!(
                view.seats[seat.index()].place,
                Some(PlaceId::PALACE),
                "seats in the palace have no turns (K9)"
            );
            if view.seats.iter().all(|seat| !seat.out) {
                let within =
                    |seat: &lapidary_engine::kids::view::SeatView| seat.bag.tokens.total() <= seat.bag_limit;
                assert!(view.seats.iter().all(within), "(K5)");
            }
        } else {
            assert!(actions.len() > 1, "a seat decides only where there is a choice (T2)");
        }
    });
}

#[test]
fn replaying_the_log_gives_the_state_after_every_entry() {
    let sides = boards::load(None).unwrap();
    for (variant, seats) in every_table() {
        for seed in 0..20 {
            let mut rng = fastrand::Rng::with_seed(seed);
            let opening = deal(variant, seats, &sides, &mut rng);
            let (mut state, mut replay, mut actions) = (opening, opening, Vec::new());
            while let Some((seat, _)) = state.to_act() {
                let mut log = Log::default();
                if rng.u8(..100) == 0 {
                    state.leave(seat, Leaving::TimedOut, &mut log);
                } else {
                    state.legal_actions(&mut actions);
                    state.play(&pick(&actions, true, &mut rng), &mut log).unwrap();
                }
                let mut replayed = Log::default();
                for entry in &log.0 {
                    match entry.cause {
                        Cause::Decision { by: By::Player, action, .. } => {
                            replay.play(&action, &mut replayed).unwrap();
                        }
                        Cause::Decision { by: By::Engine, .. } => {}
                        Cause::Leaving { seat, how } => replay.leave(seat, how, &mut replayed),
                    }
                }
                assert_eq!(log, replayed, "seed {seed}");
                assert!(replay == state, "seed {seed}");
            }
        }
    }
}

#[test]
fn permuting_hidden_tiles_changes_no_view_and_no_verdict() {
    // (K14)
    play_everywhere(6, |state, chosen, rng| {
        let mut other = *state;
        other.redeal(|places| rng.shuffle(places));
        assert_eq!(state.view(Viewer::Spectator), other.view(Viewer::Spectator));
        assert_eq!(state.view(Viewer::Seat(Seat::FIRST)), other.view(Viewer::Spectator));
        let (mut here, mut there) = (Vec::new(), Vec::new());
        state.legal_actions_with_every_payment(&mut here);
        other.legal_actions_with_every_payment(&mut there);
        assert_eq!(here, there);
        if rng.u8(..LOOKS_EVERY) == 0 {
            for action in conceivable(state, rng) {
                assert_eq!(state.check(&action), other.check(&action), "the refusal is the same: {action}");
            }
        }
        // Unless the effect reveals something, the result is the same in both positions, whatever is hidden.
        let (mut next, mut log, mut twin) = (*state, Log::default(), other);
        next.play(chosen, &mut log).unwrap();
        twin.play(chosen, &mut ()).unwrap();
        let uncovers =
            log.0.iter().flat_map(|entry| &entry.effects).any(|effect| effect.reveal() != Reveal::Nothing);
        assert!(uncovers || next.view(Viewer::Spectator) == twin.view(Viewer::Spectator), "{chosen}");
    });
}

#[test]
fn permuting_hidden_tiles_gives_different_positions() {
    let sides = boards::load(None).unwrap();
    let mut rng = fastrand::Rng::with_seed(3);
    let state = deal(Variant::Mysteries, SeatCount::TWO, &sides, &mut rng);
    let differs = (0..20).filter(|_| {
        let mut other = state;
        other.redeal(|places| rng.shuffle(places));
        other != state && other.encode().len() == state.encode().len()
    });
    assert!(differs.count() > 15);
}

#[test]
fn an_action_picked_by_its_index_is_the_listed_one() {
    play_everywhere(12, |state, _, rng| {
        let (mut listed, mut scratch) = (Vec::new(), Vec::new());
        state.legal_actions(&mut listed);
        for place in [0, rng.usize(..listed.len()), listed.len() - 1] {
            let picked = state.pick_legal(&mut scratch, |count| {
                assert_eq!(count, listed.len());
                place
            });
            assert_eq!(picked, Some(listed[place]));
        }
    });
}
