//! Plays games of two built-in opponents and prints their analyses with the positions of the turning points,
//! to read them by eye.
//!
//! `cargo run --release -p lapidary-analysis --example read -- master greedy 1 10`: the players, each with a
//! strength if wanted (`apprentice:40`), and the numbers of the first and the last game.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod games;

use lapidary_analysis::{Analysis, Analyst, Effort, Judgement, Line};
use lapidary_engine::game::Game;
use lapidary_engine::replay::{Replay, Written};
use lapidary_engine::seat::SeatCount;
use lapidary_engine::splendor::card::CardId;
use lapidary_engine::splendor::color::Color;
use lapidary_engine::splendor::module::Modules;
use lapidary_engine::splendor::state::State;
use lapidary_engine::splendor::tokens::Gems;
use lapidary_opponents::OpponentKind;

use games::{deal, play};

/// The simulations of a turn of the players.
const SIMULATIONS: u32 = 400;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [first, second, from, to] = arguments.as_slice() else { panic!("two players and two numbers") };
    let (first, second) = (player(first), player(second));
    let (from, to): (u64, u64) = (from.parse().expect("a number"), to.parse().expect("a number"));
    for number in from..=to {
        let seated = if number % 2 == 0 { [first, second] } else { [second, first] };
        let opening = deal(Modules::NONE, SeatCount::TWO, number, (2, 7));
        let entries = play(&opening, &seated, number, SIMULATIONS);
        let line = Line::read(&opening, &entries).expect("a finished game");
        let mut analyst = Analyst::new(Effort::default());
        let judgements = line.choices.iter().map(|choice| analyst.judge(choice)).collect();
        let analysis = Analysis::new(line.seats, judgements, &line.outcome);
        let [zero, one] = seated.map(|(kind, strength)| format!("{}:{strength}", kind.name()));
        println!("\n##### game {number}: seat 0 {zero}, seat 1 {one}");
        analysis.judgements.iter().for_each(print_choice);
        for seat in analysis.summaries() {
            println!("{seat:?}");
        }
        for point in analysis.turning_points() {
            let judgement = &analysis.judgements[point.index];
            println!("--- {} {:+.1} in turn {}", point.cause.name(), 100.0 * point.change, judgement.turn);
            print_choice(judgement);
            print_position(&opening, &entries[..judgement.version as usize - 1]);
        }
    }
}

fn player(text: &str) -> (OpponentKind, u8) {
    let (kind, strength) = text.split_once(':').unwrap_or((text, "100"));
    let strength = strength.parse().expect("a percentage");
    (OpponentKind::named(kind).expect("a built-in opponent"), strength)
}

fn print_choice(one: &Judgement) {
    let [before, after] = [one.before, one.after].map(|shares| 100.0 * shares.of(one.seat));
    let (mark, loss, luck) =
        (if one.is_mistake() { '?' } else { ' ' }, 100.0 * one.loss(), 100.0 * one.luck.of(one.seat));
    let (turn, seat, played, reasons) = (one.turn, one.seat, &one.played, &one.reasons);
    let best = one.best.as_deref().unwrap_or_default();
    println!(
        "{turn:>3} s{seat} {before:>5.1} -> {after:>5.1} {loss:>5.1}{mark} luck {luck:>+5.1}  {played}   [{best}] {reasons:?}"
    );
}

fn print_position(opening: &Game, entries: &[Written]) {
    let mut replay = Replay::of(opening.clone(), entries.len());
    entries.iter().for_each(|entry| drop(replay.read(entry).expect("a legal entry")));
    let Game::Splendor(state) = replay.game() else { return };
    for seat in state.seat_count().seats() {
        let (held, points) = (state.holdings(seat), state.prestige(seat));
        let hand: Vec<String> = held.hand.cards().map(card).collect();
        println!(
            "   s{seat}: {points} points, tokens {}, bonuses {}, hand {hand:?}",
            held.tokens,
            gems(held.bonuses)
        );
    }
    print_table(state);
}

fn print_table(state: &State) {
    let market: Vec<String> = state.market().face_up().map(|(_, one)| card(one)).collect();
    let nobles: Vec<String> = state.nobles_left().iter().map(|noble| gems(noble.cards())).collect();
    println!("   supply {}; market {}; nobles {}", state.tokens_left(), market.join(", "), nobles.join(", "));
}

fn card(card: CardId) -> String {
    format!("{card} ({} points for {})", card.facts().points, gems(card.facts().cost))
}

fn gems(gems: Gems) -> String {
    let count = |color: Color| format!("{}{}", gems.get(color), ["w", "u", "g", "r", "k"][color.index()]);
    Color::ALL.into_iter().filter(|color| gems.get(*color) > 0).map(count).collect()
}
