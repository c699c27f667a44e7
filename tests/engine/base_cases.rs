//! Named cases of the base game, ruling by ruling.

use crate::position::position;
use crate::table::deal;
use crate::table_talk::{legal, pending, play, play_all, refused, resign};
use lapidary_engine::seat::SeatCount;
use lapidary_engine::splendor::action::{Action, Offer, Proposal};
use lapidary_engine::splendor::card::{CardId, Deck};
use lapidary_engine::splendor::module::Modules;
use lapidary_engine::splendor::refusal::Refusal;
use lapidary_engine::splendor::view::HandCard;
use lapidary_engine::viewer::Viewer;

#[test]
fn tokens_and_nobles_follow_the_number_of_seats() {
    // (B1, B2, B3)
    for (seats, supply, nobles) in [
        (SeatCount::TWO, "4w4u4g4r4k5o", 3),
        (SeatCount::THREE, "5w5u5g5r5k5o", 4),
        (SeatCount::FOUR, "7w7u7g7r7k5o", 5),
    ] {
        let opening = deal(seats, Modules::NONE, 1);
        let view = opening.view(Viewer::Spectator);
        assert_eq!((view.supply.to_string().as_str(), view.nobles.len()), (supply, nobles));
        let rows: Vec<_> = view.market.iter().map(|row| (row.deck, row.deck_size, row.cards.len())).collect();
        assert_eq!(rows, [(Deck::Base1, 36, 4), (Deck::Base2, 26, 4), (Deck::Base3, 16, 4)]);
        assert_eq!(pending(&opening), "0 main");
    }
}

#[test]
fn three_different_tokens_are_taken_while_three_colors_are_left() {
    // (B4, B5)
    let state = position("seat 1 tokens 4r3k");
    assert_eq!(refused(&state, "take wu"), Refusal::ThreeColorsLeft);
    assert_eq!(refused(&state, "take wur"), Refusal::ColorNotLeft);
    assert_eq!(refused(&state, "take w"), Refusal::ThreeColorsLeft);
    assert_eq!(refused(&state, "take wugk"), Refusal::NoSuchTake);
    assert!(legal(&state).contains(&"take wuk".to_owned()));
}

#[test]
fn fewer_than_three_colors_left_allow_one_or_two() {
    // (B5)
    let state = position("seat 0 tokens 4w\nseat 1 tokens 4u4g");
    let takes: Vec<String> = legal(&state).into_iter().filter(|line| line.starts_with("take")).collect();
    assert_eq!(takes, ["take k", "take kk", "take r", "take rk", "take rr"]);
}

#[test]
fn two_equal_tokens_require_four_in_the_pile() {
    // (B6)
    let state = position("seat 1 tokens 1w");
    assert_eq!(refused(&state, "take ww"), Refusal::PileBelowFour);
    assert_eq!(refused(&state, "take uuu"), Refusal::NoSuchTake);
    assert_eq!(refused(&state, "take wuu"), Refusal::NoExtraToken);
    assert!(legal(&state).contains(&"take uu".to_owned()));
}

#[test]
fn a_reserve_takes_a_gold_if_one_is_left_and_requires_a_free_place_in_hand() {
    // (B7, B11)
    let mut state = position("seat 1 tokens 4o\nbase-1 base-1-white-1 | base-1-blue-1 base-1-blue-2");
    let log = play(&mut state, "reserve base-1-white-1");
    assert_eq!(
        log,
        [
            "0 reserve base-1-white-1",
            "  0 reserves base-1-white-1",
            "  0 takes 1o",
            "  base-1 0 is refilled with base-1-blue-1",
            "  turn 10: seat 1",
        ]
    );
    let log = play(&mut state, "reserve_blind base-1");
    assert_eq!(log, ["1 reserve_blind base-1", "  1 draws base-1-blue-2 from base-1", "  turn 11: seat 0"]);
    assert_eq!(refused(&state, "reserve_blind base-1"), Refusal::DeckEmpty);
    assert_eq!(refused(&state, "reserve base-1-blue-2"), Refusal::NotInMarket);
    let full = position("seat 0 hand base-1-white-1 base-1-white-2 ?base-2-white-1");
    assert_eq!(refused(&full, "reserve_blind base-1"), Refusal::HandFull);
    assert_eq!(refused(&full, "reserve base-1-blue-1"), Refusal::HandFull);
}

#[test]
fn a_purchase_pays_the_cost_minus_bonuses_and_gold_replaces_any_color() {
    // (B8, B9): base-1-white-1 costs 3 white, 1 blue, 1 black.
    let text = "seat 0 tokens 3w1u2o\nseat 0 cards base-1-black-1 base-1-black-2\nbase-1 base-1-white-1";
    let mut state = position(text);
    let lines: Vec<String> =
        legal(&state).into_iter().filter(|line| line.starts_with("buy base-1-white-1 ")).collect();
    assert_eq!(
        lines,
        [
            "buy base-1-white-1 1w1u2o",
            "buy base-1-white-1 2w1u1o",
            "buy base-1-white-1 2w2o",
            "buy base-1-white-1 3w1o",
            "buy base-1-white-1 3w1u",
        ]
    );
    assert_eq!(refused(&state, "buy base-1-white-1 3w1u1o"), Refusal::Overpaid);
    assert_eq!(refused(&state, "buy base-1-white-1 3w"), Refusal::Underpaid);
    assert_eq!(refused(&state, "buy base-1-white-1 3w2u"), Refusal::TokensNotHeld);
    assert_eq!(refused(&state, "buy base-2-white-1 0"), Refusal::Underpaid);
    assert_eq!(refused(&state, "buy base-3-black-4 0"), Refusal::NotForSale);
    let log = play(&mut state, "buy base-1-white-1 2w2o");
    assert_eq!(log[1..3], ["  0 returns 2w2o", "  0 buys base-1-white-1"]);
}

#[test]
fn a_purchase_without_a_payment_uses_as_little_gold_as_possible() {
    // (B10)
    let state = position("seat 0 tokens 2w1u1k2o\nbase-1 base-1-white-1");
    let card = CardId::from_name("base-1-white-1").unwrap();
    let completed = state.complete(&Proposal::Buy { card, offer: Offer::default() });
    assert_eq!(completed, Ok("buy base-1-white-1 2w1u1k1o".parse::<Action>().unwrap()));
    let poor = position("seat 0 tokens 1w1u1k1o\nbase-1 base-1-white-1");
    let refused = poor.complete(&Proposal::Buy { card, offer: Offer::default() });
    assert_eq!(refused, Err(Refusal::CannotPay));
}

#[test]
fn only_the_owner_buys_cards_in_hand_and_surplus_bonuses_are_lost() {
    // (B7, B8, B9)
    let text =
        "seat 0 hand ?base-1-white-2\nseat 0 cards base-1-blue-1 base-1-blue-2 base-1-blue-3 base-1-blue-4";
    let mut state = position(&format!("{text}\nseat 1 hand base-1-white-3\nseat 1 tokens 4u"));
    assert_eq!(refused(&state, "buy base-1-white-3 0"), Refusal::NotForSale);
    let log = play(&mut state, "buy base-1-white-2 0");
    assert_eq!(log[..2], ["0 buy base-1-white-2 0", "  0 buys base-1-white-2 from hand"]);
}

#[test]
fn an_empty_deck_leaves_the_place_empty() {
    // (B11)
    let mut state = position("base-3 base-3-white-1 base-3-white-2 base-3-white-3 base-3-white-4 |");
    let log = play(&mut state, "reserve base-3-white-2");
    assert!(log.contains(&"  base-3 1 stays empty".to_owned()), "{log:?}");
    assert_eq!(refused(&state, "reserve base-3-white-2"), Refusal::NotInMarket);
}

/// A position in which no seat can take, reserve or buy: no gems are left, each hand has three cards, and no
/// card can be paid for.
const NOTHING_LEFT: &str = "seat 0 tokens 4w4u2g\nseat 1 tokens 2g4r4k\n\
    seat 0 hand base-3-white-1 base-3-white-2 base-3-white-3\nseat 1 hand base-3-blue-1 base-3-blue-2 base-3-blue-3\n\
    base-1 - - - - |\nbase-2 - - - - |\nbase-3 - - - - |";

#[test]
fn a_pass_is_legal_only_if_nothing_else_is_and_a_round_of_passes_ends_the_game() {
    // (B12, T2: a forced pass is also a decision of the player)
    let mut state = position(NOTHING_LEFT);
    assert_eq!(legal(&state), ["pass"]);
    assert_eq!(play(&mut state, "pass"), ["0 pass", "  turn 10: seat 1"]);
    assert_eq!(play(&mut state, "pass"), ["1 pass", "  over: stalemate"]);
    assert_eq!(refused(&position(""), "pass"), Refusal::PassNotForced);
}

#[test]
fn a_noble_between_the_passes_keeps_the_game_going() {
    // (B12, B14)
    let cards = "seat 1 cards base-1-green-1 base-1-green-2 base-1-green-3 base-1-green-4 base-1-red-1 base-1-red-2 base-1-red-3 base-1-red-4";
    let mut state = position(&format!("{NOTHING_LEFT}\n{cards}\nnobles noble-1 noble-2 noble-3"));
    play(&mut state, "pass");
    let log = play(&mut state, "pass");
    assert_eq!(log, ["1 pass", "1 !choose_noble noble-1", "  1 receives noble-1", "  turn 11: seat 0"]);
    play(&mut state, "pass");
    assert_eq!(play(&mut state, "pass"), ["1 pass", "  over: stalemate"]);
}

#[test]
fn a_seat_with_more_than_ten_tokens_returns_the_surplus() {
    // (B13)
    let mut state = position("seat 0 tokens 3w3u2g1o");
    play(&mut state, "take grk");
    assert_eq!(pending(&state), "0 return");
    assert_eq!(refused(&state, "return 1w"), Refusal::WrongReturn);
    assert_eq!(refused(&state, "return 3w"), Refusal::WrongReturn);
    assert_eq!(refused(&state, "return 2o"), Refusal::WrongReturn);
    assert_eq!(play(&mut state, "return 1k1o"), ["0 return 1k1o", "  0 returns 1k1o", "  turn 10: seat 1"]);
}

const FOUR_GREEN_FOUR_RED: &str = "base-1-green-1 base-1-green-2 base-1-green-3 base-1-green-4 base-1-red-1 base-1-red-2 base-1-red-3 base-1-red-4";

#[test]
fn one_noble_visits_in_each_turn_and_nobles_are_not_replaced() {
    // (B14)
    let cards = format!("{FOUR_GREEN_FOUR_RED} base-1-blue-1 base-1-blue-2 base-1-blue-3 base-1-blue-4");
    let mut state = position(&format!("nobles noble-1 noble-5 noble-8\nseat 0 cards {cards}"));
    assert_eq!(play(&mut state, "take wug"), ["0 take wug", "  0 takes 1w1u1g"]);
    assert_eq!(
        (pending(&state), legal(&state)),
        ("0 noble".into(), vec!["choose_noble noble-1".into(), "choose_noble noble-5".into()])
    );
    assert_eq!(refused(&state, "choose_noble noble-8"), Refusal::NobleNotEarned);
    play_all(&mut state, &["choose_noble noble-5", "take wug"]);
    let log = play(&mut state, "take urk");
    assert_eq!(log[2..4], ["0 !choose_noble noble-1", "  0 receives noble-1"], "no purchase is needed");
    let view = state.view(Viewer::Spectator);
    assert_eq!((view.nobles.len(), view.seats[0].prestige), (1, 6), "nobles are not replaced");
}

#[test]
fn fifteen_prestige_trigger_the_final_round() {
    // (B15, B16)
    let fifteen = "base-3-white-4 base-3-blue-4 base-3-green-4";
    let mut state =
        position(&format!("seat 0 cards {fifteen}\nseat 1 cards base-3-red-4 base-3-black-4 base-3-white-2"));
    let log = play(&mut state, "take wug");
    assert!(log.contains(&"  0 triggers the final round".to_owned()), "{log:?}");
    assert_eq!(pending(&state), "1 main");
    let log = play(&mut state, "take wug");
    assert_eq!(log.last().unwrap(), "  over: prestige");
    assert_eq!(state.outcome().unwrap().ranks, [1, 2]);
}

#[test]
fn the_last_seat_ends_the_game_at_once() {
    // (B15)
    let mut state = position("seat 1 cards base-3-white-4 base-3-blue-4 base-3-green-4");
    play(&mut state, "take wug");
    assert_eq!(play(&mut state, "take wug").last().unwrap(), "  over: prestige");
    assert_eq!(state.outcome().unwrap().ranks, [2, 1]);
}

#[test]
fn fewer_purchases_break_ties_and_further_ties_share_the_rank() {
    // (B16, B17)
    // Fifteen prestige each, one with three cards, the other with four.
    let three = "base-3-green-4 base-3-red-4 base-3-black-4";
    let four = "base-3-white-4 base-3-blue-4 base-3-white-2 base-1-white-8";
    let also_four = "base-3-green-4 base-3-red-4 base-3-blue-2 base-1-blue-8";
    let end = |first: &str, second: &str| {
        let mut state = position(&format!("seats 3\nseat 0 cards {first}\nseat 1 cards {second}"));
        play_all(&mut state, &["take ugr", "take ugr", "take ugr"]);
        let prestige: Vec<u8> =
            state.view(Viewer::Spectator).seats.iter().map(|seat| seat.prestige).collect();
        assert_eq!(prestige, [15, 15, 0]);
        state.outcome().unwrap()
    };
    assert_eq!(end(four, three).ranks, [2, 1, 3]);
    let shared = end(four, also_four);
    assert_eq!((shared.ranks.as_slice(), shared.winners().len()), (&[1, 1, 3][..], 2));
}

#[test]
fn only_the_owner_sees_a_blind_reserved_card() {
    // (B18)
    let mut state = deal(SeatCount::TWO, Modules::NONE, 3);
    play(&mut state, "reserve_blind base-2");
    let hand = |viewer| state.view(viewer).seats[0].hand[0];
    let [own, other] = [0, 1].map(|seat| hand(Viewer::Seat(lapidary_engine::seat::Seat::new(seat).unwrap())));
    assert!(matches!(own, HandCard::Shown { blind: true, .. }));
    assert_eq!(other, HandCard::Hidden { deck: Deck::Base2 });
    assert_eq!(hand(Viewer::Spectator), other);
    assert_eq!(hand(Viewer::Revealed), own);
    assert!(
        !format!("{state:?}").contains(&format!("{:?}", state.cards_in_decks().last().unwrap())),
        "no log shows the cards of a deck"
    );
}

#[test]
fn seats_that_resign_rank_last_and_later_resignations_rank_higher() {
    // (B19)
    let mut state = deal(SeatCount::FOUR, Modules::NONE, 5);
    play_all(&mut state, &["take wug", "take wug"]);
    assert_eq!(resign(&mut state, 0), ["0 resign", "  0 returns 1w1u1g", "  0 is out"]);
    let log = resign(&mut state, 2);
    assert_eq!(log, ["2 resign", "  2 is out", "  turn 4: seat 3"], "its turn ends");
    play(&mut state, "take wug");
    assert_eq!(pending(&state), "1 main", "the turns of out seats are skipped");
    assert_eq!(resign(&mut state, 3).last().unwrap(), "  over: last_seat");
    assert_eq!(state.outcome().unwrap().ranks, [4, 1, 3, 2]);
    assert_eq!(resign(&mut state, 1), Vec::<String>::new(), "nobody can leave a finished game");
}

#[test]
fn a_pending_decision_is_dropped_when_its_seat_leaves() {
    // (B19)
    let mut state = position("seats 3\nseat 0 tokens 4w4u2g");
    play(&mut state, "take grk");
    assert_eq!(pending(&state), "0 return");
    assert_eq!(
        resign(&mut state, 0),
        ["0 resign", "  0 returns 4w4u3g1r1k", "  0 is out", "  turn 10: seat 1"]
    );
}

#[test]
fn play_goes_on_unless_a_seat_in_play_meets_the_end_condition() {
    // (B19): the seat that triggered it resigns, so play goes on.
    let mut state = position("seats 3\nseat 0 cards base-3-white-4 base-3-blue-4 base-3-green-4");
    play(&mut state, "take wug");
    resign(&mut state, 0);
    play(&mut state, "take wug");
    let log = play(&mut state, "take wug");
    assert_eq!(log[2..], ["  play goes on", "  turn 12: seat 1"]);
}

#[test]
fn twenty_five_quiet_rounds_end_the_game() {
    // (B20)
    let mut state = deal(SeatCount::TWO, Modules::NONE, 9);
    play_all(&mut state, &["reserve_blind base-1", "take wug"]);
    let mut turns = 0;
    while !state.is_over() {
        let line = if state.view(Viewer::Spectator).seats[(turns % 2) as usize].tokens.total() >= 8 {
            "return"
        } else {
            "take"
        };
        let lines = legal(&state);
        let wanted = lines
            .iter()
            .find(|candidate| candidate.starts_with(line))
            .or(lines.iter().find(|candidate| candidate.starts_with("take")));
        let chosen = wanted.expect("a token can always be taken and returned").clone();
        turns += u32::from(pending(&state).ends_with("main"));
        play(&mut state, &chosen);
    }
    assert_eq!((state.outcome().unwrap().reason.name(), turns), ("quiet_rounds", 50));
}

#[test]
fn decisions_follow_the_order_of_t1_and_forced_ones_are_made_by_the_engine() {
    // (T1, T2)
    let mut state = position(&format!(
        "nobles noble-1 noble-5 noble-8\nseat 0 tokens 4w4u2k\nseat 0 cards {FOUR_GREEN_FOUR_RED}"
    ));
    assert_eq!(play(&mut state, "take grk").len(), 2);
    assert_eq!(refused(&state, "choose_noble noble-1"), Refusal::NotAsked);
    let log = play(&mut state, "return 3w");
    assert_eq!(
        log,
        [
            "0 return 3w",
            "  0 returns 3w",
            "0 !choose_noble noble-1",
            "  0 receives noble-1",
            "  turn 10: seat 1"
        ]
    );
}
