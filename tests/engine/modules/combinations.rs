//! Named cases of several modules together.

use lapidary_engine::splendor::refusal::Refusal;
use lapidary_engine::viewer::Viewer;

use crate::position::position;
use crate::table_talk::{legal, pending, play, play_all, refused};

#[test]
fn a_chain_of_three_cards_brings_one_token_one_stronghold_and_three_refills() {
    // (O6, O7, O8, O11, P1, S2, S6, S8, T1): the first card costs 6 blue, 3 green, 1 red.
    let mut state = position(
        "modules orient strongholds trading_posts
         orient-1 orient-1-copy-1 orient-1-copy-2 | orient-1-copy-3
         orient-2 orient-2-copy-take1-1 orient-2-double-1 | orient-2-double-3
         orient-3 orient-3-take2-1 orient-3-take2-3 | orient-3-take2-4
         seat 0 tokens 4u2g1r
         seat 0 cards orient-2-double-2 base-1-green-1
         seat 0 posts purchase_token",
    );
    let log = play(&mut state, "buy orient-3-take2-1 4u2g1r");
    assert_eq!(log[1..], ["  0 returns 4u2g1r", "  0 buys orient-3-take2-1"]);
    assert_eq!(pending(&state), "0 take_free");
    assert_eq!(refused(&state, "take_free orient-1-copy-1"), Refusal::WrongLevel);
    let log = play(&mut state, "take_free orient-2-copy-take1-1");
    assert_eq!(log[1..], ["  0 takes orient-2-copy-take1-1 free"]);
    assert_eq!((pending(&state), legal(&state).len()), ("0 associate".to_owned(), 3));
    let log = play(&mut state, "associate orient-2-double-2");
    assert_eq!(log[1..], ["  orient-2-copy-take1-1 becomes blue 2"]);
    let log = play(&mut state, "take_free orient-1-copy-1");
    assert_eq!(log[1..], ["  0 takes orient-1-copy-1 free"]);
    let log = play(&mut state, "associate orient-2-copy-take1-1");
    assert_eq!(log[1..], ["  orient-1-copy-1 becomes blue 2"], "a copy of a copy of a double bonus");
    assert_eq!(pending(&state), "0 take_token");
    let log = play(&mut state, "take_token u");
    assert_eq!(log[1..], ["  0 takes 1u"], "one of the tokens just paid");
    assert_eq!(pending(&state), "0 stronghold");
    let log = play(&mut state, "place_stronghold orient-1-copy-2");
    assert_eq!(
        log,
        [
            "0 place_stronghold orient-1-copy-2",
            "  0 puts a stronghold on orient-1-copy-2",
            "  orient-1 0 is refilled with orient-1-copy-3",
            "  orient-2 0 is refilled with orient-2-double-3",
            "  orient-3 0 is refilled with orient-3-take2-4",
            "  turn 10: seat 1",
        ]
    );
    let seat = &state.view(Viewer::Spectator).seats[0];
    assert_eq!((seat.bonuses.counts().0, seat.card_counts.counts().0), ([1, 6, 1, 0, 0], [1, 3, 1, 0, 0]));
    assert_eq!((seat.purchases, seat.prestige), (3, 3), "free cards are not purchases");
}

#[test]
fn a_free_card_under_an_enemy_stronghold_is_refused_and_the_step_is_skipped_without_another() {
    // (O11, S4, S5): orient-3-take2-1 costs 6 blue, 3 green, 1 red; the only card of level 2 has an
    // opponent's stronghold.
    let text = |other: &str| {
        position(&format!(
            "modules orient strongholds
             base-2 - - - - |
             orient-2 orient-2-double-1 {other} |
             orient-3 orient-3-take2-1
             seat 0 tokens 4u3g1r
             seat 0 cards orient-2-double-2
             seat 1 strongholds orient-2-double-1"
        ))
    };
    let mut alone = text("-");
    let log = play(&mut alone, "buy orient-3-take2-1 4u3g1r");
    assert_eq!(log[2..4], ["  0 buys orient-3-take2-1", "  take_free lapses"]);
    let mut both = text("orient-2-double-4");
    let log = play(&mut both, "buy orient-3-take2-1 4u3g1r");
    assert_eq!(log[3], "0 !take_free orient-2-double-4", "the only card that can be taken");
    let mut three = position(
        "modules orient strongholds
         orient-3 orient-3-take2-1
         seat 0 tokens 4u3g1r
         seat 0 cards orient-2-double-2
         seat 1 strongholds base-2-white-1",
    );
    play(&mut three, "buy orient-3-take2-1 4u3g1r");
    assert_eq!(refused(&three, "take_free base-2-white-1"), Refusal::EnemyStronghold);
}

#[test]
fn conquest_of_an_orient_card_is_paid_with_virtual_gold_and_double_gold() {
    // (O4, P3, S7): orient-2-double-1 costs 3 green, 4 red; a virtual-gold card covers 2 gems twice.
    let text = "modules orient strongholds trading_posts
         orient-2 orient-2-double-1
         seat 0 tokens 2r1o
         seat 0 cards orient-1-virtual-gold-1 base-1-green-1
         seat 0 posts double_gold
         seat 0 strongholds orient-2-double-1 orient-2-double-1 orient-2-double-1";
    let mut state = position(text);
    play(&mut state, "take wug");
    let conquests: Vec<String> =
        legal(&state).into_iter().filter(|line| line.starts_with("conquer")).collect();
    let with = ["conquer 1o", "conquer 2r", "conquer 2r1o"]
        .map(|tokens| format!("{tokens} virtual_gold=orient-1-virtual-gold-1"));
    assert_eq!(conquests, with);
    let log = play(&mut state, "conquer 2r virtual_gold=orient-1-virtual-gold-1");
    assert_eq!(
        log[1..4],
        ["  0 returns 2r", "  orient-1-virtual-gold-1 leaves the game", "  0 buys orient-2-double-1"]
    );
}

#[test]
fn the_token_limit_comes_after_p1_p2_and_conquest_together() {
    // (P1, P2, S7, S8, B13): 8 tokens, three more with P2, and one more by P1 after a Conquest without cost:
    // 12.
    let text = "modules strongholds trading_posts
         base-1 base-1-white-2
         seat 0 tokens 3r3k2o
         seat 0 cards base-1-blue-1 base-1-blue-2 base-1-blue-3
         seat 0 posts extra_token purchase_token
         seat 0 strongholds base-1-white-2 base-1-white-2 base-1-white-2";
    let mut state = position(text);
    play(&mut state, "take wwu");
    let log = play(&mut state, "conquer 0");
    assert_eq!(log[1..], ["  0 buys base-1-white-2", "  3 strongholds of 0 come home from base-1-white-2"]);
    play_all(&mut state, &["take_token g", "place_stronghold base-1-white-1"]);
    assert_eq!(pending(&state), "0 return");
    assert_eq!(refused(&state, "return 1w"), Refusal::WrongReturn);
    let log = play(&mut state, "return 1w1o");
    assert_eq!(log.last().unwrap(), "  turn 10: seat 1");
}
