//! Named cases of the strongholds, ruling by ruling.

use lapidary_engine::splendor::refusal::Refusal;
use lapidary_engine::viewer::Viewer;

use crate::position::position;
use crate::table_talk::{legal, pending, play, refused, resign};

#[test]
fn presence_keeps_others_from_a_card() {
    // (S1, S4, S5)
    let text = "modules strongholds\nbase-1 base-1-white-2\nseat 0 tokens 3u\nseat 1 strongholds base-1-white-2\nseat 0 strongholds base-1-white-1";
    let mut state = position(text);
    assert_eq!(refused(&state, "buy base-1-white-2 3u"), Refusal::EnemyStronghold);
    assert_eq!(refused(&state, "reserve base-1-white-2"), Refusal::EnemyStronghold);
    assert!(legal(&state).contains(&"reserve_blind base-1".to_owned()), "blind reserves are never blocked");
    let log = play(&mut state, "reserve base-1-white-1");
    assert_eq!(log[2], "  1 strongholds of 0 come home from base-1-white-1");
    assert_eq!(state.view(Viewer::Spectator).seats[0].strongholds, [None, None, None]);
}

#[test]
fn the_stronghold_step_places_moves_or_removes() {
    // (S2, S3): base-1-white-2 costs 3 blue.
    let text = "modules strongholds
         base-1 base-1-white-2 base-1-white-1 - - |
         base-2 base-2-white-1 base-2-white-2 - - |
         base-3 - - - - |
         seat 0 tokens 3u
         seat 0 strongholds base-1-white-1 base-1-white-1 base-2-white-1
         seat 1 strongholds base-2-white-2";
    let mut state = position(text);
    play(&mut state, "buy base-1-white-2 3u");
    assert_eq!(
        legal(&state),
        [
            "place_stronghold base-1-white-1 from=base-2-white-1",
            "place_stronghold base-2-white-1 from=base-1-white-1",
            "remove_stronghold base-2-white-2",
        ]
    );
    assert_eq!(
        refused(&state, "place_stronghold base-1-white-1"),
        Refusal::NoStrongholdThere,
        "no stronghold is at home"
    );
    assert_eq!(
        refused(&state, "place_stronghold base-1-white-1 from=base-1-white-1"),
        Refusal::StrongholdStays
    );
    assert_eq!(
        refused(&state, "place_stronghold base-2-white-2 from=base-1-white-1"),
        Refusal::EnemyStronghold
    );
    assert_eq!(refused(&state, "remove_stronghold base-1-white-1"), Refusal::NotRemovable);
    let log = play(&mut state, "remove_stronghold base-2-white-2");
    assert_eq!(log[1], "  a stronghold of 1 is sent home from base-2-white-2");
}

#[test]
fn an_impossible_stronghold_step_is_skipped() {
    // (S3): the only face-up card has two strongholds of an opponent.
    let text = "modules strongholds
         base-1 base-1-white-2 - - - |
         base-2 base-2-white-1 - - - |
         base-3 - - - - |
         seat 0 tokens 3u
         seat 1 strongholds base-2-white-1 base-2-white-1";
    let log = play(&mut position(text), "buy base-1-white-2 3u");
    assert_eq!(log[3..], ["  stronghold lapses", "  base-1 0 stays empty", "  turn 10: seat 1"]);
}

#[test]
fn three_own_strongholds_on_one_card_force_a_move_or_a_removal() {
    // (S2, S3, S7): the owner buys another card and cannot pay for the card with their three strongholds.
    let text = "modules strongholds
         base-1 base-1-white-2 base-1-white-1 - - |
         base-2 - - - - |
         base-3 base-3-white-1 - - - |
         seat 0 tokens 3u
         seat 0 strongholds base-3-white-1 base-3-white-1 base-3-white-1";
    let log = play(&mut position(text), "buy base-1-white-2 3u");
    assert_eq!(
        log[3..5],
        [
            "0 !place_stronghold base-1-white-1 from=base-3-white-1",
            "  0 moves a stronghold from base-3-white-1 to base-1-white-1",
        ]
    );
}

#[test]
fn conquest_may_follow_a_reserve_and_precedes_the_refill() {
    // (S7, S8): base-1-white-2 costs 3 blue; the reserve gives a gold.
    let text = "modules strongholds
         base-1 base-1-white-2 base-1-white-1 base-1-white-3 base-1-white-4 | base-1-blue-1 base-1-blue-2
         seat 0 tokens 2u
         seat 0 strongholds base-1-white-2 base-1-white-2 base-1-white-2";
    let mut state = position(text);
    let log = play(&mut state, "reserve base-1-white-1");
    assert_eq!(log[1..], ["  0 reserves base-1-white-1", "  0 takes 1o"], "the refill comes later");
    assert_eq!(
        (pending(&state), legal(&state)),
        ("0 conquest".into(), vec!["conquer 2u1o".into(), "decline_conquest".into()])
    );
    let log = play(&mut state, "conquer 2u1o");
    assert_eq!(
        log[1..],
        ["  0 returns 2u1o", "  0 buys base-1-white-2", "  3 strongholds of 0 come home from base-1-white-2"]
    );
    let log = play(&mut state, "place_stronghold base-1-white-3");
    assert_eq!(
        log[2..],
        [
            "  base-1 0 is refilled with base-1-blue-1",
            "  base-1 1 is refilled with base-1-blue-2",
            "  turn 10: seat 1",
        ]
    );
}

#[test]
fn conquest_may_be_declined_and_is_skipped_when_it_cannot_be_paid() {
    // (S7, T2)
    let text = |tokens: &str| {
        position(&format!(
            "modules strongholds\nbase-1 base-1-white-2\nseat 0 tokens {tokens}\nseat 0 strongholds base-1-white-2 base-1-white-2 base-1-white-2"
        ))
    };
    let mut rich = text("3u");
    play(&mut rich, "take wgr");
    assert_eq!(play(&mut rich, "decline_conquest"), ["0 decline_conquest", "  turn 10: seat 1"]);
    let mut poor = text("1u");
    assert_eq!(play(&mut poor, "take wgr").last().unwrap(), "  turn 10: seat 1");
}

#[test]
fn strongholds_of_a_seat_that_leaves_return_home() {
    // (B19, S5)
    let mut state = position(
        "modules strongholds\nseats 3\nbase-1 base-1-white-2\nseat 1 strongholds base-1-white-2 base-1-white-2",
    );
    let log = resign(&mut state, 1);
    assert_eq!(log, ["1 resign", "  2 strongholds of 1 come home from base-1-white-2", "  1 is out"]);
    assert!(legal(&state).contains(&"reserve base-1-white-2".to_owned()));
}
