//! The laws that every game obeys, tested in random games of all combinations of modules and seats.
//!
//! `LAPIDARY_LAW_GAMES` sets the number of games of each table for a longer test: `make laws`.

use crate::table::{Taste, deal, every_table};
use lapidary_engine::game::{self, Game, GameLog};
use lapidary_engine::record::{By, Cause, Leaving, Log};
use lapidary_engine::replay::{Replay, as_written};
use lapidary_engine::seat::{Seat, SeatCount};
use lapidary_engine::splendor::action::{Action, Decision, Proposal};
use lapidary_engine::splendor::card::{CardId, CardSet, Deck};
use lapidary_engine::splendor::color::Color;
use lapidary_engine::splendor::effect::Effect;
use lapidary_engine::splendor::module::{Module, Modules};
use lapidary_engine::splendor::modules::trading_posts::Post;
use lapidary_engine::splendor::noble::NobleId;
use lapidary_engine::splendor::state::{State, TOKENS_MAX};
use lapidary_engine::splendor::tokens::{Gems, Tokens};
use lapidary_engine::splendor::view::{HandCard, View};
use lapidary_engine::viewer::Viewer;

/// The number of games that a law plays at each of the 48 tables in a normal run; each law plays different
/// ones.
const GAMES: u64 = 300;
/// Laws with expensive checks of a position play one of this many games.
const THOROUGH_EVERY: u64 = 5;
/// Laws that try hundreds of actions check one of this many positions.
const LOOKS_EVERY: u8 = 5;
/// The number of decisions that no game reaches.
const DECISIONS_MAX: usize = 20_000;

fn games() -> u64 {
    std::env::var("LAPIDARY_LAW_GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(GAMES)
}

/// Plays games of every table and calls `look` with each position and the decision taken there.
fn play_everywhere(salt: u64, look: impl FnMut(&State, &Action, &mut fastrand::Rng)) {
    play(games(), salt, look);
}

/// Does the same with fewer games, for laws that check much at each position.
fn play_thoroughly(salt: u64, look: impl FnMut(&State, &Action, &mut fastrand::Rng)) {
    play(games().div_ceil(THOROUGH_EVERY), salt, look);
}

fn play(games: u64, salt: u64, mut look: impl FnMut(&State, &Action, &mut fastrand::Rng)) {
    for (modules, seats) in every_table() {
        for game in 0..games {
            let seed = salt << 48 | u64::from(modules.bits()) << 40 | (seats.get() as u64) << 32 | game;
            let mut rng = fastrand::Rng::with_seed(seed);
            let tastes: Vec<&Taste> = seats.seats().map(|_| Taste::any(&mut rng)).collect();
            let mut state = deal(seats, modules, seed);
            let mut actions = Vec::new();
            let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                for decisions in 0.. {
                    assert!(decisions < DECISIONS_MAX, "every game ends");
                    let Some((seat, _)) = state.to_act() else { break };
                    state.legal_actions(&mut actions);
                    assert!(!actions.is_empty(), "a running game always has a legal action");
                    let action = tastes[seat.index()].pick(&actions, &mut rng);
                    look(&state, &action, &mut rng);
                    state.play(&action, &mut ()).expect("a listed action is legal");
                    if rng.u16(..2000) == 0 {
                        let leaver = Seat::new(rng.u8(..seats.get() as u8)).unwrap();
                        state.leave(leaver, Leaving::Resigned, &mut ());
                    }
                }
                assert!(state.outcome().is_some());
            }));
            assert!(outcome.is_ok(), "seed {seed}: {modules:?}, {} seats", seats.get());
        }
    }
}

/// Many possible actions: all listed ones, and others that are not listed.
fn conceivable(state: &State, rng: &mut fastrand::Rng) -> Vec<Action> {
    let mut actions = vec![Action::Pass, Action::DeclineConquest];
    let card = |rng: &mut fastrand::Rng| CardId::new(rng.u8(1..=CardId::COUNT)).unwrap();
    let view = state.view(Viewer::Revealed);
    let on_table: Vec<CardId> =
        view.market.iter().flat_map(|row| row.cards.iter().flatten().copied()).collect();
    actions.extend(
        (0..32u8).map(|bits| Action::Take(Gems::new([0, 1, 2, 3, 4].map(|color| bits >> color & 1)))),
    );
    for color in Color::ALL {
        actions.push(Action::TakeToken(color));
        actions.extend(Color::ALL.map(|other| Action::Take(Gems::of(color, 2).plus(Gems::one(other)))));
        actions.push(Action::Take(Gems::of(color, 2)));
    }
    actions.extend(Deck::ALL.map(Action::ReserveBlind));
    actions.extend(NobleId::all().map(Action::ChooseNoble));
    actions.extend(Post::ALL.map(Action::ChoosePost));
    let some_cards: Vec<CardId> = (0..6).map(|_| card(rng)).chain(on_table).collect();
    for &card in &some_cards {
        actions.extend([
            Action::Reserve(card),
            Action::Keep(card),
            Action::Associate(card),
            Action::TakeFree(card),
            Action::RemoveStronghold(card),
            Action::PlaceStronghold { card, from: None },
            Action::PlaceStronghold { card, from: Some(some_cards[rng.usize(..some_cards.len())]) },
        ]);
    }
    let tokens = Tokens::from_counts([0; 6].map(|_: u8| rng.u8(..2)));
    actions.push(Action::Return(tokens));
    actions
}

/// Payments near a legal one: one token more or less of each kind.
fn near(action: Action, rng: &mut fastrand::Rng) -> Vec<Action> {
    let vary = |tokens: Tokens, rng: &mut fastrand::Rng| {
        let mut counts = tokens.counts();
        let (up, down) = (rng.usize(..6), rng.usize(..6));
        counts[up] = (counts[up] + 1).min(9);
        if rng.bool() {
            counts[down] = counts[down].saturating_sub(1);
        }
        Tokens::from_counts(counts)
    };
    match action {
        Action::Buy { card, mut payment } => {
            payment.tokens = vary(payment.tokens, rng);
            vec![Action::Buy { card, payment }]
        }
        Action::Conquer(mut payment) => {
            payment.tokens = vary(payment.tokens, rng);
            vec![Action::Conquer(payment)]
        }
        Action::Return(tokens) => vec![Action::Return(vary(tokens, rng))],
        _ => Vec::new(),
    }
}

#[test]
fn an_action_is_legal_exactly_if_it_is_listed_and_a_refusal_changes_nothing() {
    play_thoroughly(1, |state, chosen, rng| {
        if rng.u8(..LOOKS_EVERY) > 0 {
            return;
        }
        let mut listed = Vec::new();
        state.legal_actions_with_every_payment(&mut listed);
        assert!(listed.contains(chosen), "{chosen} is listed with every payment");
        for action in &listed {
            assert_eq!(state.check(action), Ok(()), "{action}");
        }
        let mut tries = conceivable(state, rng);
        tries.extend(listed.iter().flat_map(|&action| near(action, rng)).collect::<Vec<_>>());
        for action in tries {
            let mut copy = *state;
            let verdict = state.check(&action);
            assert_eq!(verdict.is_ok(), listed.contains(&action), "{action}: {verdict:?}");
            assert_eq!(copy.play(&action, &mut ()), verdict);
            assert!(verdict.is_ok() || copy == *state, "a refusal changes nothing");
        }
    });
}

#[test]
fn a_purchase_without_a_payment_is_completed_to_the_listed_one() {
    use lapidary_engine::splendor::action::Offer;
    play_everywhere(2, |state, chosen, _| {
        let (proposal, discards) = match *chosen {
            Action::Buy { card, payment } => {
                (Proposal::Buy { card, offer: Offer::default() }, payment.discard)
            }
            Action::Conquer(payment) => (Proposal::Conquer(Offer::default()), payment.discard),
            _ => return,
        };
        if discards.is_none() {
            assert_eq!(state.complete(&proposal), Ok(*chosen), "(B10)");
        }
    });
}

#[test]
fn every_action_round_trips_through_its_notation() {
    play_thoroughly(3, |state, _, _| {
        let mut listed = Vec::new();
        state.legal_actions_with_every_payment(&mut listed);
        for action in listed {
            assert_eq!(action.to_string().parse(), Ok(action));
        }
    });
}

#[test]
fn every_position_round_trips_through_its_snapshot() {
    play_everywhere(4, |state, _, _| {
        let bytes = state.encode();
        assert!(bytes.len() < 400, "a snapshot has {} bytes", bytes.len());
        assert_eq!(State::decode(&bytes), Ok(*state));
        assert!(State::decode(&bytes[..bytes.len() - 1]).is_err());
    });
}

#[test]
fn a_damaged_snapshot_is_refused_or_read_but_never_panics() {
    play_everywhere(5, |state, _, rng| {
        let mut bytes = state.encode();
        let at = rng.usize(..bytes.len());
        bytes[at] = rng.u8(..);
        if let Ok(read) = State::decode(&bytes) {
            let _ = (read.view(Viewer::Revealed), read.encode());
        }
    });
}

/// All cards in the game. Each must be in exactly one place. Discarded cards and hands of seats that are out
/// are not included.
fn cards_in_game(state: &State) -> CardSet {
    let view = state.view(Viewer::Revealed);
    let mut cards = CardSet::NONE;
    let hand = |card: &HandCard| match *card {
        HandCard::Shown { card, .. } => card,
        HandCard::Hidden { .. } => panic!("a revealed hand is open"),
    };
    let face_up = view.market.iter().flat_map(|row| row.cards.iter().flatten().copied());
    let held = view.seats.iter().flat_map(|seat| {
        let drawn = seat.drawn.iter().flatten().copied();
        seat.cards.iter().map(|owned| owned.card).chain(seat.hand.iter().map(hand)).chain(drawn)
    });
    for card in face_up.chain(held).chain(state.cards_in_decks()) {
        assert!(!cards.has(card), "{card} lies in one place");
        cards.insert(card);
    }
    cards
}

#[test]
fn tokens_cards_and_strongholds_are_conserved() {
    play_everywhere(6, |state, chosen, _| {
        let (before, tokens) = (cards_in_game(state), state.tokens_in_game());
        let (mut next, mut log) = (*state, Log::default());
        next.play(chosen, &mut log).unwrap();
        let mut expected = before;
        let effects = log.0.iter().flat_map(|entry| &entry.effects);
        for effect in effects {
            if let Effect::CardDiscarded { card, .. } = effect {
                expected.remove(*card);
            }
        }
        assert_eq!(cards_in_game(&next), expected);
        assert_eq!(next.tokens_in_game(), tokens);
        for seat in next.view(Viewer::Spectator).seats {
            assert_eq!(
                seat.strongholds.len(),
                if state.modules().has(Module::Strongholds) { 3 } else { 0 },
                "(S1)"
            );
        }
    });
}

/// Checks the stored sums against sums computed again from the owned cards.
fn assert_sums(view: &View) {
    for seat in &view.seats {
        let (mut bonuses, mut counts, mut points) = (Gems::NONE, Gems::NONE, 3 * seat.nobles.len() as u8);
        for owned in &seat.cards {
            let facts = owned.card.facts();
            let color = owned
                .association
                .map(|as_| (as_.color, as_.bonus))
                .or(facts.color.map(|color| (color, facts.bonus)));
            points += facts.points;
            if let Some((color, bonus)) = color {
                bonuses = bonuses.plus(Gems::of(color, bonus));
                counts = counts.plus(Gems::one(color));
            }
        }
        if seat.posts.contains(&Post::PointsPerPost) {
            points += seat.posts.len() as u8;
        }
        assert_eq!((seat.bonuses, seat.card_counts, seat.prestige), (bonuses, counts, points));
    }
}

#[test]
fn limits_hold_at_turn_ends() {
    play_everywhere(7, |state, _, _| {
        let view = state.view(Viewer::Revealed);
        assert_sums(&view);
        if !matches!(state.to_act(), Some((_, Decision::Main))) {
            return;
        }
        for seat in &view.seats {
            assert!(seat.tokens.total() <= TOKENS_MAX, "(B13)");
            assert!(seat.hand.len() <= 3, "(B7)");
        }
        for row in &view.market {
            assert!(row.deck_size == 0 || row.cards.iter().all(Option::is_some), "(B11)");
        }
    });
}

/// The position of a decision in the order of a turn (T1). The steps of a purchase may occur a second time,
/// after Conquest.
fn rank(action: &Action) -> u8 {
    match action {
        Action::Take(_)
        | Action::Reserve(_)
        | Action::ReserveBlind(_)
        | Action::Buy { .. }
        | Action::Pass => 0,
        Action::Keep(_) | Action::Associate(_) | Action::TakeFree(_) => 1,
        Action::TakeToken(_) => 2,
        Action::PlaceStronghold { .. } | Action::RemoveStronghold(_) => 3,
        Action::Conquer(_) | Action::DeclineConquest => 4,
        Action::Return(_) => 8,
        Action::ChooseNoble(_) => 9,
        Action::ChoosePost(_) => 10,
    }
}

#[test]
fn decisions_come_in_the_order_of_t1_and_the_engine_makes_the_forced_ones() {
    let mut turn = (0, Vec::new());
    play_everywhere(8, |state, chosen, _| {
        let number = state.turn().unwrap().number;
        if turn.0 != number || rank(chosen) == 0 {
            turn = (number, Vec::new());
        }
        let mut actions = Vec::new();
        state.legal_actions(&mut actions);
        assert!(
            rank(chosen) == 0 || actions.len() > 1,
            "the player decides only where there is a choice (T2)"
        );
        let mut log = Log::default();
        state.clone().play(chosen, &mut log).unwrap();
        for entry in &log.0 {
            let Cause::Decision { by, action, .. } = entry.cause else { panic!("nobody leaves here") };
            assert!(by == By::Player || rank(&action) > 0, "main actions are the player's (T2)");
            turn.1.push(rank(&action));
        }
        let conquered = turn.1.iter().position(|&rank| rank == 4).unwrap_or(turn.1.len());
        let (first, second) = turn.1.split_at(conquered);
        let steps = |ranks: &[u8]| ranks.is_sorted();
        assert!(steps(first) && steps(&second.iter().skip(1).copied().collect::<Vec<_>>()), "{:?}", turn.1);
    });
}

#[test]
fn a_card_is_missing_something_exactly_if_no_purchase_of_it_is_listed() {
    play_everywhere(13, |state, _, _| {
        let Some((seat, Decision::Main)) = state.to_act() else { return };
        let mut listed = Vec::new();
        state.legal_actions(&mut listed);
        let bought = listed.iter().filter_map(|action| match action {
            Action::Buy { card, .. } => Some(*card),
            _ => None,
        });
        let bought: CardSet = bought.collect();
        let missing = state.missing(seat);
        let view = state.view(Viewer::Seat(seat));
        let market = view.market.iter().flat_map(|row| row.cards.iter().flatten().copied());
        let hand = view.seats[seat.index()].hand.iter().map(|held| match held {
            HandCard::Shown { card, .. } => *card,
            HandCard::Hidden { .. } => panic!("a seat sees its own hand"),
        });
        for card in market.chain(hand) {
            let lacks = missing.iter().any(|one| one.card == card);
            // Nobody buys a card under the stronghold of another seat, whatever they can pay (S4).
            let is_closed = state.modules().has(Module::Strongholds) && !lacks && !bought.has(card);
            assert!(lacks != bought.has(card) || is_closed, "{card:?} {missing:?}");
        }
    });
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

#[test]
fn replaying_the_log_gives_the_state_after_every_entry() {
    for (modules, seats) in every_table() {
        for number in 0..games() {
            let seed = 12 << 48 | u64::from(modules.bits()) << 40 | (seats.get() as u64) << 32 | number;
            let mut rng = fastrand::Rng::with_seed(seed);
            let mut state = deal(seats, modules, seed);
            let mut replay = Replay::new(Game::Splendor(state));
            let mut actions = Vec::new();
            while let Some((seat, _)) = state.to_act() {
                let mut log = GameLog::default();
                let mut played = Game::Splendor(state);
                if rng.u8(..200) == 0 {
                    played.leave(seat, Leaving::TimedOut, &mut log);
                } else {
                    state.legal_actions(&mut actions);
                    let action = Taste::any(&mut rng).pick(&actions, &mut rng);
                    played.play(&game::Action::Splendor(action), &mut log).unwrap();
                }
                for entry in &log.0 {
                    assert_eq!(replay.read(&as_written(entry)).as_ref(), Ok(entry), "seed {seed}");
                }
                assert!(replay.due().is_none() && *replay.game() == played, "seed {seed}");
                let Game::Splendor(after) = played else { panic!("a game stays what it is") };
                state = after;
            }
        }
    }
}

#[test]
fn permuting_hidden_cards_changes_no_view_and_no_verdict() {
    play_thoroughly(9, |state, chosen, rng| {
        let viewers = state.seat_count().seats().map(Viewer::Seat).chain([Viewer::Spectator]);
        for viewer in viewers {
            let mut other = *state;
            other.redeal(viewer, |cards| rng.shuffle(cards));
            assert_eq!(state.view(viewer), other.view(viewer), "(B18)");
            let Some((seat, _)) = state.to_act().filter(|&(seat, _)| viewer == Viewer::Seat(seat)) else {
                continue;
            };
            let (mut here, mut there) = (Vec::new(), Vec::new());
            state.legal_actions_with_every_payment(&mut here);
            other.legal_actions_with_every_payment(&mut there);
            assert_eq!(here, there, "the legal actions of {seat:?} are the same");
            if rng.u8(..LOOKS_EVERY) > 0 {
                continue;
            }
            for action in conceivable(state, rng) {
                assert_eq!(state.check(&action), other.check(&action), "the refusal is the same: {action}");
            }
        }
        let Some((actor, _)) = state.to_act() else { return };
        let mut log = Log::default();
        state.clone().play(chosen, &mut log).unwrap();
        let hidden_to_others =
            log.0.iter().flat_map(|entry| &entry.effects).map(|effect| effect.shown_to(Viewer::Spectator));
        for effect in hidden_to_others {
            let text = format!("{effect:?}");
            let blind = matches!(
                effect,
                Effect::CardsDrawn { .. } | Effect::CardKept { .. } | Effect::CardPutUnder { .. }
            );
            assert!(!blind || !text.contains("Up("), "{text} shows a card of {actor:?} (B18)");
        }
    });
}

#[test]
fn a_position_made_of_a_view_looks_and_plays_like_the_original() {
    play_thoroughly(10, |state, chosen, rng| {
        let viewers =
            state.seat_count().seats().map(Viewer::Seat).chain([Viewer::Spectator, Viewer::Revealed]);
        for viewer in viewers {
            let seen = state.view(viewer);
            let mut made = State::from_view(&seen, &mut |order| rng.shuffle(order)).unwrap();
            assert_eq!(made.view(viewer), seen, "(B18)");
            let decides = state.to_act().is_some_and(|(seat, _)| viewer.sees(seat));
            if !decides {
                continue;
            }
            let (mut here, mut there) = (Vec::new(), Vec::new());
            state.legal_actions_with_every_payment(&mut here);
            made.legal_actions_with_every_payment(&mut there);
            assert_eq!(here, there, "the legal actions are the same");
            let (mut original, mut log, mut made_log) = (*state, Log::default(), Log::default());
            original.play(chosen, &mut log).unwrap();
            made.play(chosen, &mut made_log).unwrap();
            if log.0.iter().flat_map(|entry| &entry.effects).any(Effect::uncovers) {
                continue;
            }
            let [causes, made_causes] = [log, made_log].map(|log| log.0.into_iter().map(|entry| entry.cause));
            assert!(causes.eq(made_causes), "{chosen} has the same consequences");
            // Whether the round is busy is not seen, so how many were quiet is not known at its end (B20),
            // nor the order in which seats went out (B19).
            let [one, other] =
                [original, made].map(|it| View { quiet_rounds: 0, outcome: None, ..it.view(viewer) });
            let is_over = |view: &View| view.to_act.is_none();
            assert!(one == other || seen.quiet_rounds > 23 && is_over(&one), "{chosen} has the same effect");
        }
    });
}

#[test]
fn the_law_of_hidden_cards_detects_an_intentional_leak() {
    let mut rng = fastrand::Rng::with_seed(7);
    let mut state = deal(SeatCount::TWO, Modules::NONE, 7);
    state.play(&"reserve_blind base-1".parse().unwrap(), &mut ()).unwrap();
    let mut shown = CardSet::NONE;
    for _ in 0..50 {
        let mut other = state;
        other.redeal(Viewer::Spectator, |cards| rng.shuffle(cards));
        match other.view(Viewer::Seat(Seat::FIRST)).seats[0].hand[0] {
            HandCard::Shown { card, .. } => shown.insert(card),
            HandCard::Hidden { .. } => panic!("the owner sees the card"),
        }
    }
    assert!(shown.len() > 10, "a view that showed the card would differ between the worlds");
}
