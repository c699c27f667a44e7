//! Named cases of the Mysteries, ruling by ruling.

use super::position::{effects, ended, has, left, legal, pending, play, position, refused, resign};
use lapidary_engine::kids::effect::Effect;
use lapidary_engine::kids::refusal::Refusal;
use lapidary_engine::kids::resource::Resource;
use lapidary_engine::seat::Seat;
use lapidary_engine::viewer::Viewer;

#[test]
fn a_town_tile_comes_from_the_market_or_from_the_stack() {
    // (K11): equal tiles are one choice (T2).
    let mut state = position("seat 0 bag 2m1a\nmarket cwc\nstack hm");
    assert_eq!(play(&mut state, &["move a1a-1 2m1a"]), ["0 move a1a-1 2m1a"]);
    assert_eq!(pending(&state), "0 draw_town");
    assert_eq!(legal(&state, ""), ["draw_town c", "draw_town stack", "draw_town w"]);
    assert_eq!(refused(&state, "draw_town m"), Refusal::NotInMarket);
    let happened = effects(&mut state, "draw_town c");
    assert!(happened.contains(&Effect::MarketRefilled { place: 0, tile: Resource::Hazelnut }));
    assert_eq!(has(&state, 0), "0 | c |  | a1a-town-1");
}

#[test]
fn without_a_stack_a_market_tile_must_be_taken_and_its_place_stays_empty() {
    // (K11)
    let mut state = position("seat 0 bag 2m1a\nmarket wcw\nstack ");
    play(&mut state, &["move a1a-1 2m1a"]);
    assert_eq!(refused(&state, "draw_town stack"), Refusal::StackEmpty);
    assert!(effects(&mut state, "draw_town w").contains(&Effect::PlaceLeftEmpty { place: 0 }));
    assert_eq!(state.view(Viewer::Spectator).market.unwrap()[0], None);
    let mut one = position("seat 0 bag 2m1a\nmarket .c.\nstack ");
    assert_eq!(play(&mut one, &["move a1a-1 2m1a"]), ["0 move a1a-1 2m1a", "0 !draw_town c"]);
    let mut none = position("seat 0 bag 2m1a down h\nmarket ...\nstack ");
    assert_eq!(play(&mut none, &["move a1a-1 2m1a"]), ["0 move a1a-1 2m1a"]);
    assert_eq!(has(&none, 0), "0 | h |  | a1a-town-1");
}

#[test]
fn the_tornado_removes_the_market_permanently() {
    // (K12)
    let mut state = position("seat 0 bag 1m1a1c\nseat 1 bag 2m1a\nmarket mac\nvillages tornado\nstack ww");
    assert!(effects(&mut state, "move a1a-2 1m1a1c").contains(&Effect::MarketGone));
    assert_eq!(state.view(Viewer::Spectator).market, None);
    assert_eq!(pending(&state), "0 main", "the village's turn follows");
    assert_eq!(
        play(&mut state, &["take o", "move a1a-1 2m1a"]),
        ["0 take o", "1 move a1a-1 2m1a", "1 !draw_town stack"]
    );
}

#[test]
fn only_the_first_arrival_reveals_a_village_tile() {
    // (K12)
    let mut state = position("seat 0 bag 1m1a1c\nseat 1 bag 1m1a1c\nvillages treasure");
    play(&mut state, &["move a1a-2 1m1a1c", "take o", "move a1a-2 1m1a1c"]);
    assert_eq!(has(&state, 0), "1o1t |  |  | a2a-village-1");
    assert_eq!(has(&state, 1), "0 |  |  | a2a-village-1");
    assert_eq!(state.view(Viewer::Spectator).tiled_villages.len(), 3);
}

#[test]
fn a_treasure_takes_a_place_in_the_bag_and_is_spent_once() {
    // (K5, K12): eight tokens after paying, and the Treasure makes the limit seven.
    let mut state = position("seats 4\nseat 0 at a2a-village-1 bag 4c4h up www\nvillages drought treasure");
    play(&mut state, &["move a2a-1 0 tiles=www"]);
    assert_eq!(pending(&state), "0 return");
    assert_eq!(legal(&state, ""), ["return 1c", "return 1h"]);
    play(&mut state, &["return 1c"]);
    assert_eq!(
        (has(&state, 0), pending(&state)),
        ("3c4h1t |  | www | a2a-village-2".to_owned(), "0 main".to_owned())
    );
    let mut spends = position("seat 0 bag 1m1a1t\nmarket mac");
    assert!(
        effects(&mut spends, "move a1a-1 1m1a1t")
            .contains(&Effect::TreasuresSpent { seat: Seat::FIRST, count: 1 })
    );
    assert!(has(&spends, 0).starts_with("0 | "));
    let two = position("seat 0 bag 3m3a2t\nmarket mac");
    assert_eq!(two.view(Viewer::Spectator).seats[0].bag_limit, 6);
}

#[test]
fn in_a_drought_the_active_seat_decides_first_and_then_the_others_in_order() {
    // (K12): seat 1 moves. Seats 1, 2 and 0 hold more than five; seat 3 holds exactly five, and two
    // Treasures.
    let text =
        "seats 4\nseat 0 bag 4h3w\nseat 1 bag 1m1a1c2h4o\nseat 2 bag 5a2c\nseat 3 bag 5m2t\nvillages drought";
    let mut state = position(text);
    play(&mut state, &["take o"]);
    assert_eq!(has(&state, 0), "4h3w1o |  |  | port");
    play(&mut state, &["move a1a-2 1m1a1c"]);
    assert_eq!(pending(&state), "1 return", "the active seat first");
    assert_eq!(refused(&state, "return 2o"), Refusal::WrongDroughtReturn);
    play(&mut state, &["return 1o"]);
    assert_eq!(pending(&state), "2 return");
    assert_eq!(state.turn().map(|turn| turn.seat.number()), Some(1), "in the turn of another seat");
    play(&mut state, &["return 1a1c"]);
    assert_eq!(pending(&state), "0 return");
    play(&mut state, &["return 3h"]);
    assert_eq!(pending(&state), "1 main", "the extra turn follows when all seats have decided");
    assert_eq!(has(&state, 3), "5m2t |  |  | port");
}

#[test]
fn in_a_drought_the_engine_decides_for_a_seat_with_one_kind_of_token() {
    // (K12, T2)
    let mut state = position("seats 4\nseat 0 bag 1m1a1c\nseat 2 bag 7w\nvillages drought");
    assert_eq!(play(&mut state, &["move a1a-2 1m1a1c"]), ["0 move a1a-2 1m1a1c", "2 !return 2w"]);
}

#[test]
fn a_pending_decision_of_a_seat_that_leaves_is_dropped() {
    // (B19, K12)
    let text = "seats 4\nseat 0 bag 1m1a1c\nseat 1 bag 5h1w\nseat 2 bag 1h5w\nvillages drought";
    let mut state = position(text);
    play(&mut state, &["move a1a-2 1m1a1c"]);
    assert_eq!(pending(&state), "1 return");
    resign(&mut state, 1);
    assert_eq!(pending(&state), "2 return");
    let mut active_leaves = state;
    resign(&mut active_leaves, 0);
    assert_eq!(pending(&active_leaves), "2 main", "the turn ends and open decisions are skipped");
    play(&mut state, &["return 1w"]);
    assert_eq!(pending(&state), "0 main");
}

#[test]
fn the_thief_gives_a_token_away_and_the_receiver_returns_its_surplus_at_once() {
    // (K5, K12)
    let text = "seats 3\nseat 0 bag 1m1a1c1h1o\nseat 1 bag 4a4w\nseat 2 at palace\nvillages thief";
    let mut state = position(text);
    play(&mut state, &["move a1a-2 1m1a1c"]);
    assert_eq!(pending(&state), "0 give");
    assert_eq!(
        legal(&state, ""),
        ["give h 1", "give h 2", "give o 1", "give o 2"],
        "also to a seat in the palace"
    );
    assert_eq!(refused(&state, "give h 0"), Refusal::NoSuchReceiver);
    assert_eq!(refused(&state, "give h 3"), Refusal::NoSuchReceiver);
    assert_eq!(refused(&state, "give w 1"), Refusal::TokenNotHeld);
    play(&mut state, &["give o 1"]);
    assert_eq!(pending(&state), "1 return");
    play(&mut state, &["return 1o"]);
    assert_eq!((pending(&state), left(&state, 'o')), ("0 main".to_owned(), 7));
}

#[test]
fn the_thief_gives_the_only_token_automatically_and_is_skipped_without_tokens() {
    // (K12, T2)
    let mut one = position("seat 0 bag 1m1a1c1h\nvillages thief");
    assert_eq!(play(&mut one, &["move a1a-2 1m1a1c"]), ["0 move a1a-2 1m1a1c", "0 !give h 1"]);
    let mut none = position("seat 0 bag 1m1a1c1t\nvillages thief");
    let happened = effects(&mut none, "move a1a-2 1m1a1c");
    assert!(
        happened.iter().any(|effect| matches!(effect, Effect::StepLapsed { .. })),
        "a Treasure is not given"
    );
    assert_eq!(pending(&none), "0 main");
}

#[test]
fn in_the_palace_the_owner_of_the_jewel_wins_alone() {
    // (K12, K13)
    let mut state =
        position("seats 3\nseat 0 at a3a-town-1 bag 2m2a\nseat 1 at a3a-town-1 bag 2m2a jewel\nmarket mac");
    play(&mut state, &["move a3a-1 2m2a", "move a3a-1 2m2a", "take o"]);
    assert_eq!(ended(&state), ("palace", vec![2, 1, 3]));
    let mut late = position("seats 3\nseat 0 at a3a-town-1 bag 2m2a\nseat 2 jewel\nmarket mac");
    play(&mut late, &["move a3a-1 2m2a", "take o", "take o"]);
    assert_eq!(ended(&late), ("palace", vec![1, 2, 2]), "the jewel has no effect outside the palace");
    let mut found = position("seat 0 bag 1m1a1c\nvillages jewel");
    play(&mut found, &["move a1a-2 1m1a1c"]);
    assert!(found.view(Viewer::Spectator).seats[0].jewel);
}

#[test]
fn stack_and_village_tiles_stay_hidden() {
    // (K14)
    let state = position("seat 0 bag 1m1a1c\nmarket mac\nvillages jewel");
    let view = state.view(Viewer::Revealed);
    assert_eq!(view.tiled_villages.len(), 4, "a view names places, never tiles");
    for text in [format!("{view:?}"), format!("{state:?}")] {
        assert!(!text.contains("Jewel") && !text.contains("Tornado"), "{text}");
    }
}
