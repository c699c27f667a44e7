//! Named cases of Orient, ruling by ruling.

use lapidary_engine::splendor::action::{Offer, Proposal};
use lapidary_engine::splendor::modules::orient::VirtualGold;
use lapidary_engine::splendor::refusal::Refusal;
use lapidary_engine::viewer::Viewer;

use super::purchases::{buys, card, lacks, unnamed};
use crate::position::position;
use crate::table_talk::{legal, pending, play, refused};

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
fn what_a_card_lacks_counts_gold_and_virtual_gold_and_cards() {
    // base-1-white-8 costs 4 green (B8, O4).
    let lacking = |seat: &str| {
        let text = format!("modules orient\nbase-1 base-1-white-8\nseat 0 tokens {seat}");
        lacks(&position(&text), "base-1-white-8")
    };
    let none = [0; 5];
    assert_eq!(lacking("1g"), Some(([0, 0, 3, 0, 0], 3, none)));
    assert_eq!(lacking("1g1o"), Some(([0, 0, 3, 0, 0], 2, none)));
    assert_eq!(lacking("1g\nseat 0 cards orient-1-virtual-gold-2"), Some(([0, 0, 3, 0, 0], 1, none)));
    assert_eq!(lacking("1g1o\nseat 0 cards orient-1-virtual-gold-2"), None);
    // Two white cards (O10), and something to associate with (O5).
    let text = "modules orient\norient-3 orient-3-discard2-4\nseat 0 tokens 4w\nseat 0 cards base-1-white-1";
    assert_eq!(lacks(&position(text), "orient-3-discard2-4"), Some((none, 0, [1, 0, 0, 0, 0])));
    let alone = position("modules orient\norient-1 orient-1-copy-3\nseat 0 tokens 2w2u2g2r2k");
    assert_eq!(lacks(&alone, "orient-1-copy-3"), Some((none, 0, none)));
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
    assert_eq!(pending(&state), "0 associate");
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
