//! Named cases of Splendor Kids, ruling by ruling.

use super::position::{effects, ended, fresh, has, left, legal, pending, play, position, refused, resign};
use lapidary_engine::game::{Action, Game, GameLog, Proposal, Refusal as AnyRefusal};
use lapidary_engine::kids::action::{self, Offer, TownSource};
use lapidary_engine::kids::effect::Effect;
use lapidary_engine::kids::refusal::Refusal;
use lapidary_engine::kids::resource::Resource;
use lapidary_engine::kids::state::State;
use lapidary_engine::kids::variant::Variant;
use lapidary_engine::ruleset::{Ruleset, RulesetError};
use lapidary_engine::seat::{Seat, SeatCount};
use lapidary_engine::viewer::Viewer;

/// The completed move along a route, with the payment as far as the offer specifies it.
fn completed(state: &State, route: &str, offer: Offer) -> Result<String, Refusal> {
    let route = route.parse().ok().unwrap();
    state.complete(&action::Proposal::Move { route, offer }).map(|action| action.to_string())
}

#[test]
fn tokens_tiles_and_pawns_follow_the_number_of_travelers() {
    // (K1, B3)
    for (seats, each) in SeatCount::ALL.into_iter().zip([3, 5, 7]) {
        let view = fresh(seats, Variant::Full).view(Viewer::Spectator);
        assert_eq!(view.supply.counts(), [each, each, each, each, each, 7]);
        assert_eq!(view.stack_size, 20);
        assert_eq!((view.market, view.tiled_villages.len()), (None, 0));
        assert_eq!(view.seats.len(), seats.get());
        let at_port = |seat: &lapidary_engine::kids::view::SeatView| {
            seat.place.map(|place| place.to_string()) == Some("port".to_owned()) && seat.bag.tokens.is_none()
        };
        assert!(view.seats.iter().all(at_port));
        assert_eq!(view.turn.map(|turn| turn.seat), Some(Seat::FIRST));
    }
}

#[test]
fn a_ruleset_is_parsed_from_its_modules_and_board() {
    // (K2, K11)
    let parse = |modules: &[&'static str], options: &[(&'static str, &'static str)]| {
        Ruleset::parse("kids", modules.iter().copied(), options.iter().copied())
    };
    assert_eq!(parse(&[], &[]), Ok(Ruleset::Kids(Variant::Full)));
    assert_eq!(parse(&[], &[("board", "short")]), Ok(Ruleset::Kids(Variant::Short)));
    assert_eq!(parse(&["mysteries"], &[("board", "full")]), Ok(Ruleset::Kids(Variant::Mysteries)));
    assert_eq!(parse(&["mysteries"], &[("board", "short")]), Err(RulesetError::MysteriesOnShortBoard));
    assert_eq!(parse(&["mysteries", "mysteries"], &[]), Err(RulesetError::Module(1)));
    assert_eq!(parse(&["orient"], &[]), Err(RulesetError::Module(0)));
    assert_eq!(parse(&[], &[("board", "tiny")]), Err(RulesetError::Option("board".to_owned())));
    for ruleset in Ruleset::every() {
        let (modules, options) = (ruleset.modules(), ruleset.options());
        assert_eq!(Ruleset::parse(ruleset.id(), modules, options), Ok(ruleset));
    }
    assert_eq!(Ruleset::Kids(Variant::Mysteries).deal_name(), "kids+mysteries");
}

#[test]
fn an_action_of_another_game_is_refused() {
    let mut game = Game::Kids(fresh(SeatCount::TWO, Variant::Full));
    let (action, mut log) = ("take wug".parse().unwrap(), GameLog::default());
    assert_eq!(game.play(&Action::Splendor(action), &mut log), Err(AnyRefusal::OtherGame));
    assert_eq!(game.complete(&Proposal::Splendor(action.into())), Err(AnyRefusal::OtherGame));
    assert!(log.0.is_empty());
}

#[test]
fn three_different_or_two_equal_or_one_gold_are_taken() {
    // (K3)
    let state = fresh(SeatCount::TWO, Variant::Full);
    assert_eq!(
        legal(&state, "").join(", "),
        "take aa, take ach, take acw, take ahw, take cc, take chw, take hh, take mac, take mah, take maw, \
         take mch, take mcw, take mhw, take mm, take o, take ww"
    );
    for (line, refusal) in [
        ("take mach", Refusal::NoSuchTake),
        ("take mmm", Refusal::NoSuchTake),
        ("take mma", Refusal::NoSuchTake),
        ("take oo", Refusal::GoldNotAlone),
        ("take mao", Refusal::GoldNotAlone),
        ("take ma", Refusal::ThreeKindsLeft),
        ("return 1m", Refusal::NotAsked),
    ] {
        assert_eq!(refused(&state, line), refusal, "{line}");
    }
    let mut taken = state;
    play(&mut taken, &["take mm"]);
    assert_eq!((has(&taken, 0), left(&taken, 'm')), ("2m |  |  | port".to_owned(), 1));
    assert_eq!(pending(&taken), "1 main");
}

#[test]
fn with_fewer_than_three_kinds_left_one_or_more_of_them_are_taken() {
    // (K4): two mushrooms and a water are left.
    let state = position("seats 2\nseat 0 bag 1m3a\nseat 1 bag 3c3h2w");
    assert_eq!(legal(&state, "take"), ["take m", "take mm", "take mw", "take o", "take w"]);
    assert_eq!(refused(&state, "take ww"), Refusal::NotLeft, "two of a kind need two in the pile");
    assert_eq!(refused(&state, "take maw"), Refusal::NotLeft);
    let empty = position("seats 2\nseat 0 bag 3m3a2c6o\nseat 1 bag 1c3h3w1o");
    assert_eq!(legal(&empty, "take"), Vec::<String>::new());
}

#[test]
fn a_bag_holds_eight_tokens_and_the_surplus_goes_back() {
    // (K5)
    let mut state = position("seat 0 bag 2a2c1w2o");
    assert_eq!(play(&mut state, &["take mhw"]), ["0 take mhw"]);
    assert_eq!(pending(&state), "0 return");
    assert_eq!(legal(&state, "").len(), 19, "pairs of six kinds, of which four are held twice: 15 and 4");
    assert_eq!(refused(&state, "return 1m"), Refusal::WrongReturn, "below the surplus");
    assert_eq!(refused(&state, "return 2m"), Refusal::WrongReturn, "not held");
    assert_eq!(refused(&state, "take mac"), Refusal::NotAsked);
    assert_eq!(play(&mut state, &["return 1h1o"]), ["0 return 1h1o"]);
    assert_eq!(has(&state, 0), "1m2a2c2w1o |  |  | port");
    assert_eq!(pending(&state), "1 main");
}

#[test]
fn a_surplus_of_one_kind_is_returned_automatically() {
    // (K5, T2)
    let mut two_kinds = position("seats 4\nseat 0 bag 7o");
    play(&mut two_kinds, &["take mm"]);
    assert_eq!(pending(&two_kinds), "0 return");
    let mut one_kind = position("seats 4\nseat 0 bag 6o2t\nmarket mac");
    assert_eq!(play(&mut one_kind, &["take o"]), ["0 take o", "0 !return 1o"]);
    assert_eq!(pending(&one_kind), "1 main");
}

#[test]
fn every_exact_payment_of_tokens_tiles_and_gold_is_legal() {
    // (K6): a1a-1 costs two mushrooms and an apple.
    let state = position("seat 0 bag 2m1a1o up m");
    assert_eq!(
        legal(&state, "move a1a-1"),
        [
            "move a1a-1 1a1o tiles=m",
            "move a1a-1 1m1a tiles=m",
            "move a1a-1 1m1a1o",
            "move a1a-1 1m1o tiles=m",
            "move a1a-1 2m1a",
            "move a1a-1 2m1o",
        ]
    );
    for (line, refusal) in [
        ("move a1a-1 2m", Refusal::Underpaid),
        ("move a1a-1 2m1a1o", Refusal::Overpaid),
        ("move a1a-1 2m1a tiles=m", Refusal::Overpaid),
        ("move a1a-1 1m2a", Refusal::TokensNotHeld),
        ("move a1a-1 2m tiles=a", Refusal::TilesNotFaceUp),
        ("move a1a-1 2m1t", Refusal::TreasureNotHeld),
        ("move a1a-3 3c", Refusal::RouteElsewhere),
        ("move a1b-1 3c", Refusal::NoSuchRoute),
        ("move a1a-4 3c", Refusal::NoSuchRoute),
    ] {
        assert_eq!(refused(&state, line), refusal, "{line}");
    }
}

#[test]
fn a_move_without_a_payment_uses_tiles_then_tokens_then_gold_then_treasure() {
    // (K6)
    let pay = |bag: &str, up: &str| {
        completed(&position(&format!("seat 0 bag {bag} {up}\nmarket mac")), "a1a-1", Offer::default())
    };
    assert_eq!(pay("2m1a1o1t", "up mm").as_deref(), Ok("move a1a-1 1a tiles=mm"));
    assert_eq!(pay("1m1a1o1t", "up a").as_deref(), Ok("move a1a-1 1m1o tiles=a"));
    assert_eq!(pay("1m1o1t", "down a").as_deref(), Ok("move a1a-1 1m1o1t"));
    assert_eq!(pay("1m1t", "down a"), Err(Refusal::CannotPay));
    let state = position("seat 0 bag 2m1a1o up m");
    let tiles = [Resource::Mushroom].into_iter().collect();
    let named = |bag: Option<&str>, tiles| Offer { bag: bag.map(|bag| bag.parse().unwrap()), tiles };
    assert_eq!(
        completed(&state, "a1a-1", named(None, Some(tiles))).as_deref(),
        Ok("move a1a-1 1m1a tiles=m")
    );
    assert_eq!(completed(&state, "a1a-1", named(Some("2m1o"), None)).as_deref(), Ok("move a1a-1 2m1o"));
    assert_eq!(completed(&state, "a1a-3", Offer::default()), Err(Refusal::RouteElsewhere));
}

#[test]
fn spent_tokens_go_to_the_supply_and_spent_tiles_face_down() {
    // (K6, K7): the town then turns them up again and gives another.
    let mut state = position("seat 0 bag 1m1a1o up m\nstack wc");
    let happened = effects(&mut state, "move a1a-1 1m1a tiles=m");
    assert_eq!(has(&state, 0), "1o | mw |  | a1a-town-1");
    assert_eq!((left(&state, 'm'), left(&state, 'a')), (3, 3));
    let seat = Seat::FIRST;
    assert!(
        happened
            .contains(&Effect::TilesTurnedDown { seat, tiles: [Resource::Mushroom].into_iter().collect() })
    );
    assert!(happened.contains(&Effect::TownDrawn { seat, source: TownSource::Stack, tile: Resource::Water }));
    assert!(happened.contains(&Effect::TilesTurnedUp { seat }));
    let mut logged = position("seat 0 bag 1m1a1o up m\nstack wc");
    assert_eq!(
        play(&mut logged, &["move a1a-1 1m1a tiles=m"]),
        ["0 move a1a-1 1m1a tiles=m", "0 !draw_town stack"],
        "the only source is no question (T2)"
    );
}

#[test]
fn a_town_with_an_empty_stack_only_turns_tiles_up() {
    // (K7)
    let mut state = position("seat 0 bag 2m1a down cc\nstack ");
    assert_eq!(play(&mut state, &["move a1a-1 2m1a"]), ["0 move a1a-1 2m1a"]);
    assert_eq!(has(&state, 0), "0 | cc |  | a1a-town-1");
}

#[test]
fn a_village_gives_an_extra_turn_that_is_part_of_the_same_turn() {
    // (K8)
    let mut state = position("seat 0 bag 1m1a1c3w");
    let happened = effects(&mut state, "move a1a-2 1m1a1c");
    assert!(happened.contains(&Effect::AnotherTurn { seat: Seat::FIRST }));
    assert_eq!((pending(&state), state.turns_begun()), ("0 main".to_owned(), 1));
    play(&mut state, &["move a2a-1 3w"]);
    assert_eq!((pending(&state), state.turns_begun()), ("0 main".to_owned(), 1));
    play(&mut state, &["take mac"]);
    assert_eq!((pending(&state), state.turns_begun()), ("1 main".to_owned(), 2));
}

#[test]
fn the_first_in_the_palace_closes_the_gates_for_a_final_round() {
    // (K9): seats 1 and 2 reach the palace, seats 0 and 3 do not.
    let text = "seats 4\nseat 1 at a3a-town-1 bag 2m2a\nseat 2 at a3a-town-1 bag 2m2a";
    let mut state = position(text);
    play(&mut state, &["take o"]);
    let happened = effects(&mut state, "move a3a-1 2m2a");
    assert!(happened.contains(&Effect::PalaceReached { seat: Seat::new(1).unwrap() }));
    assert!(happened.contains(&Effect::GatesClosed { seat: Seat::new(1).unwrap() }));
    assert!(state.view(Viewer::Spectator).gates_closed);
    play(&mut state, &["move a3a-1 2m2a", "take o"]);
    assert_eq!(ended(&state), ("palace", vec![3, 1, 1, 3]));
}

#[test]
fn a_village_after_the_gates_have_closed_still_gives_another_turn() {
    // (K8, K9)
    let mut state = position("seat 0 at a3a-town-1 bag 2m2a\nseat 1 bag 1m1a1c");
    play(&mut state, &["move a3a-1 2m2a", "move a1a-2 1m1a1c"]);
    assert_eq!(pending(&state), "1 main");
    play(&mut state, &["take mac"]);
    assert_eq!(ended(&state), ("palace", vec![1, 2]));
}

#[test]
fn a_seat_that_leaves_gives_its_tokens_back_and_takes_the_rest_out_of_the_game() {
    // (K10, B19)
    let mut state = position("seats 3\nseat 0 at a2a-village-1 bag 2m1o1t up ma down w jewel\nmarket mac");
    assert_eq!(resign(&mut state, 0), ["0 resign"]);
    assert_eq!((left(&state, 'm'), left(&state, 'o')), (5, 7));
    assert_eq!(has(&state, 0), "0 |  |  | -");
    assert_eq!(pending(&state), "1 main");
    resign(&mut state, 2);
    assert_eq!(ended(&state), ("last_seat", vec![3, 1, 2]), "the later out the better");
}

#[test]
fn the_gates_open_again_when_no_seat_in_play_is_in_the_palace() {
    // (B19, K9)
    let mut state = position("seats 3\nseat 0 at a3a-town-1 bag 2m2a");
    play(&mut state, &["move a3a-1 2m2a"]);
    resign(&mut state, 0);
    assert!(state.view(Viewer::Spectator).gates_closed);
    play(&mut state, &["take mac"]);
    let happened = effects(&mut state, "take mac");
    assert!(happened.contains(&Effect::GatesOpened));
    assert_eq!(pending(&state), "1 main");
}

#[test]
fn twenty_five_rounds_without_a_move_end_the_game() {
    // (B20, K9, K10): a move in the first round; then 25 rounds of gold and its return.
    let mut state = position("seat 0 bag 1m1a1c\nseat 1 bag 2c3h3w");
    play(&mut state, &["move a1a-2 1m1a1c", "take o"]);
    let mut turns = 0;
    while let Some((_, decision)) = state.to_act() {
        if decision == action::Decision::Main {
            turns += 1;
            assert!(turns < 60, "the rounds are counted");
        }
        let mut actions = Vec::new();
        state.legal_actions(&mut actions);
        let quiet = actions.iter().find(|action| !matches!(action, action::Action::Move { .. })).unwrap();
        state.play(quiet, &mut ()).unwrap();
    }
    assert_eq!(turns, 1 + 50, "the rest of the round with the move, then 25 whole rounds");
    assert_eq!(ended(&state), ("quiet_rounds", vec![1, 1]));
}
