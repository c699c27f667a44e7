//! Named cases of the modules and of their combinations, ruling by ruling.

use crate::position::position;
use crate::table_talk::{asked, legal, play, play_all, refused, resign};
use lapidary_engine::splendor::action::{Action, Offer, Proposal};
use lapidary_engine::splendor::card::CardId;
use lapidary_engine::splendor::modules::orient::VirtualGold;
use lapidary_engine::splendor::refusal::Refusal;
use lapidary_engine::splendor::state::State;
use lapidary_engine::viewer::Viewer;

fn card(id: &str) -> CardId {
    CardId::from_name(id).unwrap()
}

/// The engine's payment for a card when the player specifies none.
fn unnamed(state: &State, id: &str) -> Result<Action, Refusal> {
    state.complete(&Proposal::Buy { card: card(id), offer: Offer::default() })
}

fn buys(state: &State, id: &str) -> Vec<String> {
    legal(state).into_iter().filter(|line| line.starts_with(&format!("buy {id} "))).collect()
}

#[test]
fn orient_decks_are_in_play_besides_the_base_decks() {
    // (O1, O2)
    let mut state = position("modules orient\nseat 0 hand base-1-white-1 ?orient-2-double-1");
    let rows: Vec<(u8, usize)> =
        state.view(Viewer::Spectator).market.iter().map(|row| (row.deck_size, row.cards.len())).collect();
    assert_eq!(rows[3..], [(8, 2), (7, 2), (8, 2)]);
    play(&mut state, "reserve_blind orient-3");
    play(&mut state, "take wug");
    assert_eq!(
        refused(&state, "reserve_blind orient-3"),
        Refusal::HandFull,
        "base and Orient cards together"
    );
}

#[test]
fn virtual_gold_pays_two_gems_and_leaves_the_game() {
    // (O4): base-1-white-8 costs 4 green.
    let text = "modules orient\nbase-1 base-1-white-8\nseat 0 tokens 1g1o\nseat 0 cards orient-1-virtual-gold-2 orient-1-virtual-gold-4";
    let mut state = position(text);
    let v = ["orient-1-virtual-gold-2", "orient-1-virtual-gold-4"];
    assert_eq!(
        buys(&state, "base-1-white-8"),
        [
            format!("buy base-1-white-8 0 virtual_gold={},{}", v[0], v[1]),
            format!("buy base-1-white-8 1g virtual_gold={},{}", v[0], v[1]),
            format!("buy base-1-white-8 1g1o virtual_gold={}", v[0]),
            format!("buy base-1-white-8 1g1o virtual_gold={},{}", v[0], v[1]),
            format!("buy base-1-white-8 1g1o virtual_gold={}", v[1]),
            format!("buy base-1-white-8 1o virtual_gold={},{}", v[0], v[1]),
        ]
    );
    let canonical = format!("buy base-1-white-8 1g1o virtual_gold={}", v[0]);
    assert_eq!(
        unnamed(&state, "base-1-white-8").unwrap().to_string(),
        canonical,
        "as few cards as possible, with the lowest ids (B10)"
    );
    let log = play(&mut state, &canonical);
    assert_eq!(log[1..3], ["  0 returns 1g1o", "  orient-1-virtual-gold-2 leaves the game"]);
    assert_eq!(refused(&state, "buy base-1-white-1 0"), Refusal::Underpaid);
}

#[test]
fn each_virtual_gold_card_must_pay_for_a_gem() {
    // (O4)
    let text = "modules orient\nbase-1 base-1-white-2\nseat 0 tokens 3u\nseat 0 cards orient-1-virtual-gold-1 orient-1-virtual-gold-2";
    let state = position(text);
    assert_eq!(
        refused(&state, "buy base-1-white-2 3u virtual_gold=orient-1-virtual-gold-1"),
        Refusal::VirtualGoldUnused
    );
    let both = "virtual_gold=orient-1-virtual-gold-1,orient-1-virtual-gold-2";
    assert_eq!(refused(&state, &format!("buy base-1-white-2 2u {both}")), Refusal::VirtualGoldUnused);
    assert!(
        legal(&state).contains(&format!("buy base-1-white-2 1u {both}")),
        "the unused half of a card is lost"
    );
    assert_eq!(
        refused(&state, "buy base-1-white-2 1u virtual_gold=orient-1-virtual-gold-3"),
        Refusal::VirtualGoldNotOwned
    );
    // If only virtual gold is specified, the canonical payment (B10) covers exactly what these cards leave.
    let poor = position(&text.replace("3u", "2u"));
    let second = Offer { virtual_gold: VirtualGold::of(card("orient-1-virtual-gold-2")), ..Offer::default() };
    let paid = poor.complete(&Proposal::Buy { card: card("base-1-white-2"), offer: second });
    assert_eq!(paid.unwrap().to_string(), "buy base-1-white-2 2u virtual_gold=orient-1-virtual-gold-2");
    let named = Offer { virtual_gold: VirtualGold::of(card("orient-1-virtual-gold-2")), ..Offer::default() };
    let completed = state.complete(&Proposal::Buy { card: card("base-1-white-2"), offer: named });
    assert_eq!(
        completed,
        Err(Refusal::VirtualGoldUnused),
        "the canonical payment leaves nothing for it to pay"
    );
}

#[test]
fn an_associated_card_takes_over_color_and_bonuses_but_is_one_card() {
    // (O3, O5, O6, O9, T2): orient-1-copy-1 costs 3 white, 2 red.
    let text = "modules orient\norient-1 orient-1-copy-1\nseat 0 tokens 3w2r";
    assert_eq!(refused(&position(text), "buy orient-1-copy-1 3w2r"), Refusal::NothingToAssociate);
    let virtual_only = format!("{text}\nseat 0 cards orient-1-virtual-gold-1");
    assert_eq!(refused(&position(&virtual_only), "buy orient-1-copy-1 3w2r"), Refusal::NothingToAssociate);
    let mut state = position(&format!("{text}\nseat 0 cards orient-2-double-2 base-1-green-1"));
    let log = play(&mut state, "buy orient-1-copy-1 3w2r");
    assert_eq!(asked(&state), "0 associate");
    assert_eq!(log.len(), 3);
    assert_eq!(legal(&state), ["associate base-1-green-1", "associate orient-2-double-2"]);
    assert_eq!(refused(&state, "associate orient-1-copy-1"), Refusal::NotAssociable);
    let log = play(&mut state, "associate orient-2-double-2");
    assert_eq!(log[1], "  orient-1-copy-1 becomes blue 2");
    let seat = &state.view(Viewer::Spectator).seats[0];
    assert_eq!((seat.bonuses.counts().0, seat.card_counts.counts().0), ([0, 4, 1, 0, 0], [0, 2, 1, 0, 0]));
}

#[test]
fn cards_with_equal_color_and_bonus_are_one_choice() {
    // (O5, T2)
    let text = "modules orient\norient-1 orient-1-copy-1\nseat 0 tokens 3w2r\nseat 0 cards base-1-green-1 base-1-green-2";
    let log = play(&mut position(text), "buy orient-1-copy-1 3w2r");
    assert_eq!(log[3..5], ["0 !associate base-1-green-1", "  orient-1-copy-1 becomes green 1"]);
}

#[test]
fn a_card_that_costs_discards_takes_associated_ones_first() {
    // (O10): orient-3-discard2-4 costs two white cards.
    let cards = |list: &str| {
        position(&format!(
            "modules orient\norient-3 orient-3-discard2-4\nseat 0 tokens 4w\nseat 0 cards {list}"
        ))
    };
    let one = cards("base-1-white-1 base-1-white-2 orient-1-copy-3=w1");
    assert_eq!(
        buys(&one, "orient-3-discard2-4"),
        [
            "buy orient-3-discard2-4 0 discard=base-1-white-1,orient-1-copy-3",
            "buy orient-3-discard2-4 0 discard=base-1-white-2,orient-1-copy-3",
        ]
    );
    assert_eq!(unnamed(&one, "orient-3-discard2-4"), Err(Refusal::DiscardNotNamed));
    let two = cards("base-1-white-1 orient-1-copy-2=w2 orient-1-copy-3=w1");
    let only = "buy orient-3-discard2-4 0 discard=orient-1-copy-2,orient-1-copy-3";
    assert_eq!(unnamed(&two, "orient-3-discard2-4").unwrap().to_string(), only);
    assert_eq!(
        refused(&two, "buy orient-3-discard2-4 0 discard=base-1-white-1,orient-1-copy-2"),
        Refusal::WrongDiscard
    );
    assert_eq!(
        refused(&two, "buy orient-3-discard2-4 1w discard=orient-1-copy-2,orient-1-copy-3"),
        Refusal::OnlyDiscardsPay
    );
    assert_eq!(unnamed(&cards("base-1-white-1"), "orient-3-discard2-4"), Err(Refusal::CannotPay));
    assert_eq!(
        refused(&cards("base-1-white-1"), "buy base-1-white-2 3w discard=base-1-white-1,base-1-white-2"),
        Refusal::NoDiscardAsked
    );
}

#[test]
fn a_score_that_falls_below_fifteen_before_the_turn_ends_triggers_nothing() {
    // (O10, O12, O13): 15 prestige, of which 8 are discarded to buy a card with 3.
    let text = "modules orient\norient-3 orient-3-discard2-4\nseat 0 cards base-3-white-3 base-3-white-2 base-3-blue-4 base-1-red-1 base-1-red-8 base-1-blue-8";
    let mut state = position(text);
    assert_eq!(state.view(Viewer::Spectator).seats[0].prestige, 15);
    let log = play(&mut state, "buy orient-3-discard2-4 0 discard=base-3-white-2,base-3-white-3");
    assert!(!log.iter().any(|line| line.contains("final round")), "{log:?}");
    let seat = &state.view(Viewer::Spectator).seats[0];
    assert_eq!((seat.prestige, seat.purchases), (10, 7), "discarded cards still count as purchases");
}

#[test]
fn nobles_count_cards_not_bonuses_and_stay_after_discards() {
    // (O9, O10, B14): noble-1 requires 4 green and 4 red cards.
    let greens = "base-1-green-1 base-1-green-2 orient-2-double-3";
    let reds = "base-1-red-1 base-1-red-2 base-1-red-3 base-1-red-4";
    let state =
        position(&format!("modules orient\nnobles noble-1 noble-2 noble-3\nseat 0 cards {greens} {reds}"));
    let mut three = state;
    let log = play(&mut three, "take wug");
    assert_eq!(log.len(), 3, "four green bonuses from three cards are not four cards: {log:?}");
    let kept = format!(
        "modules orient\norient-3 orient-3-discard2-2\nseat 0 nobles noble-1\nseat 0 cards base-1-green-1 {reds}"
    );
    let mut state = position(&kept);
    play(&mut state, "buy orient-3-discard2-2 0 discard=base-1-red-1,base-1-red-2");
    assert_eq!(state.view(Viewer::Spectator).seats[0].nobles.len(), 1);
}

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
    assert_eq!(asked(&state), "0 take_free");
    assert_eq!(refused(&state, "take_free orient-1-copy-1"), Refusal::WrongLevel);
    let log = play(&mut state, "take_free orient-2-copy-take1-1");
    assert_eq!(log[1..], ["  0 takes orient-2-copy-take1-1 free"]);
    assert_eq!((asked(&state), legal(&state).len()), ("0 associate".to_owned(), 3));
    let log = play(&mut state, "associate orient-2-double-2");
    assert_eq!(log[1..], ["  orient-2-copy-take1-1 becomes blue 2"]);
    let log = play(&mut state, "take_free orient-1-copy-1");
    assert_eq!(log[1..], ["  0 takes orient-1-copy-1 free"]);
    let log = play(&mut state, "associate orient-2-copy-take1-1");
    assert_eq!(log[1..], ["  orient-1-copy-1 becomes blue 2"], "a copy of a copy of a double bonus");
    assert_eq!(asked(&state), "0 take_token");
    let log = play(&mut state, "take_token u");
    assert_eq!(log[1..], ["  0 takes 1u"], "one of the tokens just paid");
    assert_eq!(asked(&state), "0 stronghold");
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
    // (O11, S4, S5): orient-3-take2-1 costs 6 blue, 3 green, 1 red; the only card of level 2 has an opponent's
    // stronghold.
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
        (asked(&state), legal(&state)),
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
    assert_eq!(asked(&state), "1 main");
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

#[test]
fn the_token_limit_comes_after_p1_p2_and_conquest_together() {
    // (P1, P2, S7, S8, B13): 8 tokens, three more with P2, and one more by P1 after a Conquest without cost: 12.
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
    assert_eq!(asked(&state), "0 return");
    assert_eq!(refused(&state, "return 1w"), Refusal::WrongReturn);
    let log = play(&mut state, "return 1w1o");
    assert_eq!(log.last().unwrap(), "  turn 10: seat 1");
}

#[test]
fn with_cities_prestige_alone_does_not_end_the_game() {
    // (C1, C2)
    let cities = "cities city-3b city-5a city-1a";
    let fifteen = "base-3-white-4 base-3-blue-4 base-3-green-4";
    let mut state = position(&format!("modules cities\n{cities}\nseat 0 cards {fifteen}"));
    let log = play(&mut state, "take wug");
    assert_eq!(log.last().unwrap(), "  turn 10: seat 1", "{log:?}");
    assert!(state.view(Viewer::Spectator).nobles.is_empty());
    // 16 prestige and a card of each color: city-3b.
    let sixteen = format!("{fifteen} base-1-red-8 base-1-black-1");
    let mut state = position(&format!("modules cities\n{cities}\nseat 0 cards {sixteen}"));
    let log = play(&mut state, "take wug");
    assert_eq!(log[2..4], ["  0 fulfills city-3b", "  0 triggers the final round"]);
    assert_eq!(play(&mut state, "take wug").last().unwrap(), "  over: city");
    assert_eq!(state.outcome().unwrap().ranks, [1, 2]);
}

#[test]
fn any_other_color_is_a_color_that_is_not_on_the_tile() {
    // (C2): city-5a requires 14 prestige, 4 white and 4 of one other color.
    use lapidary_engine::splendor::modules::cities::CityId;
    use lapidary_engine::splendor::tokens::Gems;
    let city = CityId::from_name("city-5a").unwrap();
    assert!(city.fulfilled_by(14, Gems::new([4, 0, 4, 0, 0])));
    assert!(!city.fulfilled_by(14, Gems::new([8, 3, 3, 3, 3])));
    assert!(!city.fulfilled_by(13, Gems::new([4, 0, 4, 0, 0])));
}

#[test]
fn a_city_of_a_seat_that_resigned_does_not_end_the_game() {
    // (B19, C3)
    let sixteen = "base-3-white-4 base-3-blue-4 base-3-green-4 base-1-red-8 base-1-black-1";
    let mut state =
        position(&format!("modules cities\nseats 3\ncities city-3b city-5a city-1a\nseat 0 cards {sixteen}"));
    play(&mut state, "take wug");
    resign(&mut state, 0);
    play(&mut state, "take wug");
    assert_eq!(play(&mut state, "take wug")[2..], ["  play goes on", "  turn 12: seat 1"]);
}

#[test]
fn a_fulfilled_city_ranks_above_more_prestige() {
    // (C3, B17)
    let sixteen = "base-3-white-4 base-3-blue-4 base-3-green-4 base-1-red-8 base-1-black-1";
    let more = "base-3-red-4 base-3-black-4 base-3-white-3 base-3-white-2";
    let mut state = position(&format!(
        "modules cities\ncities city-3b city-5a city-1a\nseat 0 cards {more}\nseat 1 cards {sixteen}"
    ));
    play_all(&mut state, &["take wug", "take wug"]);
    let prestige: Vec<u8> = state.view(Viewer::Spectator).seats.iter().map(|seat| seat.prestige).collect();
    assert_eq!((prestige, state.outcome().unwrap().ranks), (vec![18, 16], vec![2, 1]));
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
