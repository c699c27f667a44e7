//! A game is rebuilt from what each viewer sees, at every position of random games of all rulesets; a view
//! that no game has is refused.

use crate::boards;
use lapidary_engine::deal::{Contributions, DealId, DealInput, Entropy, Seating, ServerSeed};
use lapidary_engine::from_view::ImpossibleView;
use lapidary_engine::game::{Game, GameLog, Payments, View};
use lapidary_engine::record::Leaving;
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::seat::{Seat, SeatCount};
use lapidary_engine::splendor::action::Decision;
use lapidary_engine::splendor::card::CardId;
use lapidary_engine::splendor::color::Color;
use lapidary_engine::splendor::module::Modules;
use lapidary_engine::splendor::tokens::{Gems, Tokens};
use lapidary_engine::splendor::view::{HandCard, View as SplendorView};
use lapidary_engine::viewer::Viewer;

/// The number of games of each ruleset with each number of seats.
const GAMES: u64 = 6;
/// A seat leaves once in this many decisions.
const LEAVES_EVERY: u32 = 150;

fn deal(ruleset: Ruleset, seats: SeatCount, seed: u64) -> Game {
    let mut secret = [0; 32];
    secret[..8].copy_from_slice(&seed.to_be_bytes());
    let server_seed = ServerSeed::new(secret);
    let contributions = Contributions::try_from(vec![Entropy::default(); seats.get()]).unwrap();
    let input = DealInput {
        deal_id: DealId([0; 16]),
        server_seed: &server_seed,
        ruleset: &ruleset.deal_name(),
        contributions: &contributions,
        beacon: &Entropy::default(),
    };
    let sides = boards::load(None).unwrap();
    Game::deal(ruleset, &sides, &input, Seating::JoinOrder).unwrap().game
}

/// Plays random games of every ruleset and calls `look` with each position.
fn play(salt: u64, mut look: impl FnMut(&Game, &mut fastrand::Rng)) {
    for (number, ruleset) in (0..).zip(Ruleset::every()) {
        for (seats, game) in
            SeatCount::ALL.into_iter().flat_map(|seats| (0..GAMES).map(move |game| (seats, game)))
        {
            let seed = salt << 48 | number << 40 | (seats.get() as u64) << 32 | game;
            let mut rng = fastrand::Rng::with_seed(seed);
            let mut game = deal(ruleset, seats, seed);
            while game.to_act().is_some() {
                look(&game, &mut rng);
                let mut actions = game.legal_actions(Payments::Canonical);
                // Purchases are rarer than they are interesting.
                if rng.bool() {
                    let bought =
                        |action: &lapidary_engine::game::Action| action.to_string().starts_with("buy");
                    let purchases: Vec<_> = actions.iter().copied().filter(bought).collect();
                    actions = if purchases.is_empty() { actions } else { purchases };
                }
                if rng.u32(..LEAVES_EVERY) == 0 {
                    let seat = Seat::new(rng.u8(..seats.get() as u8)).unwrap();
                    game.leave(seat, Leaving::Resigned, &mut GameLog::default());
                } else {
                    let action = actions[rng.usize(..actions.len())];
                    game.play(&action, &mut GameLog::default()).unwrap();
                }
            }
            look(&game, &mut rng);
        }
    }
}

#[test]
fn a_game_rebuilt_from_a_view_looks_the_same_and_plays_to_its_end() {
    let (mut rebuilt, mut different) = (0, 0);
    play(1, |game, rng| {
        let seats = game.seat_count().seats().map(Viewer::Seat);
        for viewer in seats.chain([Viewer::Spectator]) {
            let view = game.view(viewer);
            let again = Game::from_view(&view, &mut |order| rng.shuffle(order));
            let mut again = again.unwrap_or_else(|error| panic!("{error}\n{view:#?}\n{game:?}"));
            assert_eq!(again.view(viewer), view);
            if let Some((seat, _)) = game.to_act()
                && viewer == Viewer::Seat(seat)
            {
                assert_eq!(again.legal_actions(Payments::All), game.legal_actions(Payments::All));
            }
            assert_eq!(Game::decode(game.ruleset(), &again.encode()).unwrap(), again);
            rebuilt += 1;
            different += u32::from(again != *game);
            if rng.u8(..20) == 0 {
                while again.to_act().is_some() {
                    let actions = again.legal_actions(Payments::Canonical);
                    let action = actions[rng.usize(..actions.len())];
                    again.play(&action, &mut GameLog::default()).unwrap();
                }
            }
        }
    });
    assert!(different > rebuilt / 2, "what is hidden is dealt anew: {different} of {rebuilt}");
}

/// The rules remember more than a view shows: which steps of the turn are still to come. What follows from an
/// action in the middle of a turn depends on nothing hidden until the next main action.
#[test]
fn a_rebuilt_game_goes_on_with_the_same_steps_of_the_turn() {
    let mut compared = 0;
    play(2, |game, rng| {
        let Some((seat, decision)) = game.to_act() else { return };
        // In Kids a view does not tell why a seat returns tokens in its own turn.
        let own_turn = game.turn().is_some_and(|turn| turn.seat == seat);
        if matches!(game, Game::Kids(_)) && decision == "return" && own_turn {
            return;
        }
        let mut again = Game::from_view(&game.view(Viewer::Seat(seat)), &mut |_| {}).unwrap();
        let mut game = game.clone();
        while game.to_act().is_some_and(|(_, decision)| decision != "main") {
            let actions = game.legal_actions(Payments::Canonical);
            let action = actions[rng.usize(..actions.len())];
            game.play(&action, &mut GameLog::default()).unwrap();
            again.play(&action, &mut GameLog::default()).unwrap();
            assert_eq!(again.to_act(), game.to_act(), "{game:?}");
            compared += 1;
        }
    });
    assert!(compared > 1_000, "{compared}");
}

fn refused(change: impl FnOnce(&mut SplendorView)) -> ImpossibleView {
    let mut game = deal(Ruleset::Splendor(Modules::NONE), SeatCount::TWO, 7);
    for line in ["take wug", "take wug", "reserve_blind base-2"] {
        let action = lapidary_engine::game::Action::parse(game.ruleset(), line).unwrap();
        game.play(&action, &mut GameLog::default()).unwrap();
    }
    let View::Splendor(mut view) = game.view(Viewer::Seat(Seat::FIRST)) else { panic!("a game of Splendor") };
    change(&mut view);
    Game::from_view(&View::Splendor(view), &mut |_| {}).unwrap_err()
}

#[test]
fn a_view_that_no_game_has_is_refused() {
    let card = |view: &SplendorView| view.market[0].cards[0].unwrap();
    let piece = |id: &str| ImpossibleView::Piece(id.to_owned());
    let pile = |name: &str| ImpossibleView::Pile(name.to_owned());
    assert_eq!(refused(|view| view.seats.truncate(1)), ImpossibleView::Seats);
    assert_eq!(refused(|view| view.seats.swap(0, 1)), ImpossibleView::Seats);
    assert_eq!(
        refused(|view| view.supply = view.supply.less(Tokens::gems_only(Gems::one(Color::White)))),
        ImpossibleView::Tokens
    );
    assert_eq!(refused(|view| view.turn = None), ImpossibleView::Turn);
    assert_eq!(refused(|view| view.to_act = None), ImpossibleView::NoGame);
    assert_eq!(refused(|view| view.market[0].deck_size += 1), pile("market: base-1"));
    assert_eq!(refused(|view| view.market[2].deck_size -= 1), pile("market: base-3"));
    assert_eq!(refused(|view| view.market[0].cards[0] = None), pile("market: base-1"));
    assert!(matches!(refused(|view| view.market[0].cards[1] = Some(card(view))), ImpossibleView::Piece(_)));
    let orient = CardId::all().next_back().unwrap();
    assert_eq!(
        refused(|view| view.seats[1].hand = vec![HandCard::Shown { card: orient, blind: false }]),
        piece(orient.name())
    );
    assert_eq!(refused(|view| view.seats[1].purchases = 3), ImpossibleView::Contradiction("purchases"));
    assert_eq!(refused(|view| view.seats[0].prestige = 3), ImpossibleView::Contradiction("prestige"));
    assert_eq!(
        refused(|view| view.seats[0].bonuses = Gems::one(Color::Red)),
        ImpossibleView::Contradiction("bonuses")
    );
    assert_eq!(refused(|view| view.passes = 2), ImpossibleView::Contradiction("passes"));
    assert_eq!(refused(|view| view.quiet_rounds = 25), ImpossibleView::Contradiction("quiet_rounds"));
    assert_eq!(refused(|view| view.nobles.truncate(2)), pile("nobles"));
    assert!(matches!(refused(|view| view.nobles[0] = view.nobles[1]), ImpossibleView::Piece(_)));
    assert_eq!(refused(|view| view.seats[0].hand.clear()), pile("market: base-2"));
    let asks = |decision| (Seat::new(1).unwrap(), decision);
    assert_eq!(refused(|view| view.to_act = Some(asks(Decision::Noble))), ImpossibleView::Decision);
    assert_eq!(refused(|view| view.to_act = Some(asks(Decision::Keep))), ImpossibleView::Decision);
    assert_eq!(refused(|view| view.to_act = Some((Seat::FIRST, Decision::Main))), ImpossibleView::Turn);
}
