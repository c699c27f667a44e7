//! Named cases of the trading posts, ruling by ruling.

use lapidary_engine::splendor::refusal::Refusal;
use lapidary_engine::viewer::Viewer;

use super::purchases::{buys, lacks, unnamed};
use crate::position::position;
use crate::table_talk::{legal, pending, play, play_all, refused, resign};

#[test]
fn double_gold_covers_two_gems_of_one_color_and_makes_an_odd_gem_superfluous() {
    // (P3): base-1-white-2 costs 3 blue.
    let state = position(
        "modules trading_posts\nbase-1 base-1-white-2\nseat 0 tokens 3u2o\nseat 0 posts double_gold",
    );
    assert_eq!(
        buys(&state, "base-1-white-2"),
        ["buy base-1-white-2 1u1o", "buy base-1-white-2 2o", "buy base-1-white-2 3u"]
    );
    assert_eq!(refused(&state, "buy base-1-white-2 2u1o"), Refusal::SuperfluousGem);
    let two = position(
        "modules trading_posts\nbase-1 base-1-white-2\nseat 0 tokens 2u1o\nseat 0 posts double_gold",
    );
    assert_eq!(unnamed(&two, "base-1-white-2").unwrap().to_string(), "buy base-1-white-2 1u1o");
    let short =
        position("modules trading_posts\nbase-1 base-1-white-2\nseat 0 tokens 1u\nseat 0 posts double_gold");
    assert_eq!(lacks(&short, "base-1-white-2"), Some(([0, 2, 0, 0, 0], 1, [0; 5])));
}

#[test]
fn posts_come_after_nobles_one_in_each_turn_and_require_cards() {
    // (P0, T1): extra_token requires 2 white, purchase_token requires 1 white and 3 red.
    let cards = "base-1-white-1 base-1-white-2 base-1-red-1 base-1-red-2 base-1-red-3";
    let mut state = position(&format!("modules trading_posts\nseat 0 cards {cards}"));
    play(&mut state, "take wug");
    assert_eq!(legal(&state), ["choose_post extra_token", "choose_post purchase_token"]);
    assert_eq!(refused(&state, "choose_post double_gold"), Refusal::PostNotEarned);
    play_all(&mut state, &["choose_post extra_token", "take wug"]);
    let log = play(&mut state, "take urk");
    assert_eq!(log[2], "0 !choose_post purchase_token", "every seat can own the same post");
}

#[test]
fn the_extra_token_must_be_taken_while_another_color_is_left() {
    // (P2)
    let mut state = position("modules trading_posts\nseat 0 posts extra_token\nseat 1 tokens 4u4g3r");
    assert_eq!(refused(&state, "take ww"), Refusal::ExtraTokenMissing);
    assert_eq!(refused(&state, "take wwu"), Refusal::ColorNotLeft);
    let takes: Vec<String> = legal(&state).into_iter().filter(|line| line.starts_with("take")).collect();
    assert_eq!(takes, ["take rkk", "take wkk", "take wrk", "take wwk", "take wwr"]);
    play(&mut state, "take wwk");
    let alone =
        position("modules trading_posts\nseat 0 posts extra_token\nseat 0 tokens 4r\nseat 1 tokens 4u4g4k");
    assert!(legal(&alone).contains(&"take ww".to_owned()), "no extra token is needed without another color");
}

#[test]
fn draw_two_keeps_one_and_puts_the_other_under_the_deck_unseen_by_others() {
    // (P4, B18)
    let text = "modules orient trading_posts\nseat 0 posts draw_two_reserve_one
         orient-1 orient-1-copy-1 orient-1-copy-2 | orient-1-copy-3 orient-1-copy-4 orient-1-copy-5";
    let mut state = position(text);
    let log = play(&mut state, "reserve_blind orient-1");
    assert_eq!(log[1..], ["  0 takes 1o", "  0 draws orient-1-copy-3, orient-1-copy-4 from orient-1"]);
    assert_eq!(legal(&state), ["keep orient-1-copy-3", "keep orient-1-copy-4"]);
    assert_eq!(refused(&state, "keep orient-1-copy-5"), Refusal::NotDrawn);
    let spectator = state.view(Viewer::Spectator);
    assert_eq!((spectator.seats[0].drawn.clone(), spectator.market[3].deck_size), (None, 1));
    let log = play(&mut state, "keep orient-1-copy-4");
    assert_eq!(log[1..3], ["  0 keeps orient-1-copy-4", "  orient-1-copy-3 goes under orient-1"]);
    let order: Vec<String> =
        state.cards_in_decks().map(|card| card.to_string()).filter(|id| id.starts_with("orient-1")).collect();
    assert_eq!(order, ["orient-1-copy-5", "orient-1-copy-3"]);
}

#[test]
fn draw_two_on_an_orient_deck_with_one_card_left_takes_it() {
    // (P4, T2)
    let text = "modules orient trading_posts\nseat 0 posts draw_two_reserve_one\norient-2 orient-2-double-1 orient-2-double-2 | orient-2-double-3";
    let mut state = position(text);
    assert_eq!(
        play(&mut state, "reserve_blind orient-2"),
        [
            "0 reserve_blind orient-2",
            "  0 takes 1o",
            "  0 draws orient-2-double-3 from orient-2",
            "0 !keep orient-2-double-3",
            "  0 keeps orient-2-double-3",
            "  turn 10: seat 1",
        ]
    );
}

#[test]
fn a_seat_that_leaves_while_choosing_a_card_puts_both_back_in_order() {
    // (B19, P4)
    let text = "modules orient trading_posts\nseats 3\nseat 0 posts draw_two_reserve_one
         orient-1 orient-1-copy-1 orient-1-copy-2 | orient-1-copy-3 orient-1-copy-4 orient-1-copy-5";
    let mut state = position(text);
    play(&mut state, "reserve_blind orient-1");
    let log = resign(&mut state, 0);
    assert_eq!(log[1..3], ["  orient-1-copy-3 goes under orient-1", "  orient-1-copy-4 goes under orient-1"]);
    assert_eq!(pending(&state), "1 main");
}

#[test]
fn a_post_gives_a_point_for_each_post() {
    // (P5)
    let state = position(
        "modules trading_posts\nseat 0 posts points_per_post double_gold extra_token\nseat 1 posts double_gold",
    );
    let prestige: Vec<u8> = state.view(Viewer::Spectator).seats.iter().map(|seat| seat.prestige).collect();
    assert_eq!(prestige, [3, 0]);
}
