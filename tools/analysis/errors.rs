//! Measures how far the judge agrees with itself: games of built-in opponents are analyzed, then again with
//! another seed and with four times the simulations.
//!
//! `cargo run --release -p lapidary-analysis --example errors -- 24 400 2 orient,cities`: the number of
//! games, of simulations and of seats, and the modules; all may be left out.
//!
//! `… -- calibration 24 400 2` measures how often a seat wins to which the judge gives a share: the games are
//! played on from their positions by `master`.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod games;

use std::collections::BTreeMap;
use std::time::Duration;

use lapidary_analysis::puzzles::PlayedOn;
use lapidary_analysis::{Analysis, Analyst, Effort, Judgement, Line, MISTAKE};
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::seat::SeatCount;
use lapidary_opponents::OpponentKind;
use lapidary_opponents::splendor::judge::{logit, share};
use rustix::time::{ClockId, clock_gettime};

use games::{deal, play};

/// Pairs of players, of people's level and above.
const PLAYERS: [[(OpponentKind, u8); 2]; 5] = [
    [(OpponentKind::Master, 100), (OpponentKind::Greedy, 100)],
    [(OpponentKind::Apprentice, 50), (OpponentKind::Apprentice, 50)],
    [(OpponentKind::Apprentice, 100), (OpponentKind::Master, 100)],
    [(OpponentKind::Apprentice, 25), (OpponentKind::Greedy, 100)],
    [(OpponentKind::Random, 100), (OpponentKind::Greedy, 75)],
];
/// One of so many choices is played on, so often, and by whom.
const APART: usize = 4;
const DEALS: u64 = 2;
const PLAYED_ON_BY: (OpponentKind, u32) = (OpponentKind::Master, 100);
/// Where the parts begin into which shares are sorted.
const PARTS: [f32; 13] = [0.0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98];
/// A result that a share excludes is as surprising as one with this share.
const ALMOST_NONE: f32 = 0.0001;
/// How much more surprising than the best factor one is that fits with a probability of 95 %.
const LIKELY: f32 = 1.92;
const THRESHOLDS: [f32; 8] = [0.02, 0.03, 0.04, 0.05, 0.06, 0.08, 0.10, 0.15];

fn main() {
    let mut arguments = std::env::args().skip(1).peekable();
    let is_calibration = arguments.next_if(|first| first == "calibration").is_some();
    let games: u64 = arguments.next().map_or(20, |text| text.parse().expect("a number of games"));
    let simulations = arguments.next().map_or(Effort::SIMULATIONS, |text| text.parse().expect("a number"));
    let seats = arguments.next().map_or(2, |text| text.parse().expect("a number of seats"));
    let modules = arguments.next().unwrap_or_default();
    let names = modules.split(',').filter(|name| !name.is_empty());
    let ruleset = Ruleset::parse("splendor", names, []).expect("modules");
    let seats = SeatCount::new(seats).expect("2 to 4 seats");

    if is_calibration {
        return calibrate(ruleset, seats, games, simulations);
    }
    let mut pairs = Vec::new();
    let (mut time, mut choices) = (Duration::ZERO, 0);
    let mut by_kind: BTreeMap<String, [Vec<f32>; 2]> = BTreeMap::new();
    for number in 0..games {
        let (seated, line) = game(ruleset, seats, number);
        let begun = cpu_time();
        let first = analyze(&line, Effort { simulations, seed: None });
        time += cpu_time() - begun;
        choices += first.judgements.len();
        let second = analyze(&line, Effort { simulations: 4 * simulations, seed: Some(number + 1) });
        let third = analyze(&line, Effort { simulations, seed: Some(number + 1) });
        for (seat, (kind, strength)) in first.summaries().zip(&seated) {
            let [one, other] = by_kind.entry(format!("{}@{strength}", kind.name())).or_default();
            one.push(seat.accuracy);
            other.push(second.summary(seat.seat).accuracy);
        }
        for (index, one) in first.judgements.into_iter().enumerate() {
            pairs.push((one, second.judgements[index].clone(), third.judgements[index].clone()));
        }
    }
    println!("{games} games, {choices} choices, {simulations} simulations");
    println!(
        "processor time of a game: {:.3} s, of 60 choices: {:.3} s",
        time.as_secs_f64() / games as f64,
        time.as_secs_f64() / choices as f64 * 60.0
    );
    report("another seed and four times the simulations", pairs.iter().map(|(one, two, _)| (one, two)));
    report("another seed", pairs.iter().map(|(one, _, three)| (one, three)));
    for (name, both) in &by_kind {
        let games = both[0].len();
        let [one, other] = both.each_ref().map(|list| list.iter().sum::<f32>() / games as f32);
        println!("accuracy of {name}: {one:.1}, with the other effort {other:.1}, {games} games");
    }
    let differences =
        |[a, b]: &[Vec<f32>; 2]| a.iter().zip(b).map(|(a, b)| (a - b).abs()).collect::<Vec<_>>();
    let all: Vec<f32> = by_kind.values().flat_map(differences).collect();
    println!(
        "accuracy of a seat differs by {:.1} on average, at most {:.1}",
        all.iter().sum::<f32>() / all.len() as f32,
        all.iter().copied().fold(0.0, f32::max)
    );
}

/// The players of a game, and its choices.
fn game(ruleset: Ruleset, seats: SeatCount, number: u64) -> (Vec<(OpponentKind, u8)>, Line) {
    let players = PLAYERS[number as usize % PLAYERS.len()];
    let Ruleset::Splendor(modules) = ruleset else { unreachable!("only splendor is parsed") };
    let opening = deal(modules, seats, number, (1, 0));
    let seated: Vec<(OpponentKind, u8)> =
        (0..seats.get()).map(|seat| players[(seat + number as usize / PLAYERS.len()) % 2]).collect();
    let line = Line::read(&opening, &play(&opening, &seated, number, 200)).expect("a finished game");
    (seated, line)
}

/// Prints what seats won after their choices, by the share that the judge gives them, with intervals of 95 %.
fn calibrate(ruleset: Ruleset, seats: SeatCount, games: u64, simulations: u32) {
    let mut analyst = Analyst::new(Effort { simulations, seed: None });
    let mut found: Vec<(f32, f32)> = Vec::new();
    for number in 0..games {
        let (_, line) = game(ruleset, seats, number);
        for choice in line.choices.iter().skip(number as usize % APART).step_by(APART) {
            let (seat, deals) = (choice.seat, (DEALS, number));
            let ends = PlayedOn::after(choice.position(), seat, &choice.played, deals, PLAYED_ON_BY);
            found.push((analyst.judge(choice).after.of(seat), ends.shares().of(seat)));
        }
    }
    println!("   from  count  share   won");
    for (place, from) in PARTS.iter().enumerate() {
        let to = PARTS.get(place + 1).copied().unwrap_or(f32::INFINITY);
        let part: Vec<_> = found.iter().filter(|(share, _)| (*from..to).contains(share)).collect();
        let count = part.len().max(1) as f32;
        let mean = |of: fn(&(f32, f32)) -> f32| part.iter().map(|&one| of(one)).sum::<f32>() / count;
        let (share, won) = (mean(|one| one.0), mean(|one| one.1));
        let variance = part.iter().map(|(_, one)| (one - won).powi(2)).sum::<f32>() / count;
        let error = 1.96 * (variance / count).sqrt();
        let [from, share, won, error] = [*from, share, won, error].map(|share| 100.0 * share);
        println!("{from:>7.1} {:>6} {share:>6.1} {won:>5.1} ± {error:.1}", part.len());
    }
    let factors = (20..=200).map(|percent| percent as f32 / 100.0);
    let tried: Vec<_> = factors.map(|factor| (surprise(&found, factor), factor)).collect();
    let best = tried.iter().min_by(|one, other| one.0.total_cmp(&other.0)).unwrap();
    let mut likely = tried.iter().filter(|one| one.0 <= best.0 + LIKELY).map(|one| one.1);
    let (least, most) = (likely.next().unwrap(), likely.next_back().unwrap_or(best.1));
    println!("the logits of these shares times {:.2} fit best; {least:.2} to {most:.2} fit too", best.1);
}

/// How little the results are expected by shares whose logits are multiplied by this factor.
fn surprise(found: &[(f32, f32)], factor: f32) -> f32 {
    let uncertain = found.iter().filter(|(share, _)| *share > 0.0 && *share < 1.0);
    uncertain
        .map(|&(given, won)| {
            let given = share(factor * logit(given)).clamp(ALMOST_NONE, 1.0 - ALMOST_NONE);
            -won * given.ln() - (1.0 - won) * (1.0 - given).ln()
        })
        .sum()
}

fn report<'a>(what: &str, pairs: impl Iterator<Item = (&'a Judgement, &'a Judgement)> + Clone) {
    println!("\ncompared with {what}:");
    for (name, difference) in [
        ("loss", (|a, b| (a.loss() - b.loss()).abs()) as fn(&Judgement, &Judgement) -> f32),
        ("share after", |a, b| (a.after.of(a.seat) - b.after.of(b.seat)).abs()),
        ("luck", |a, b| (a.luck.of(a.seat) - b.luck.of(b.seat)).abs()),
    ] {
        let mut all: Vec<f32> = pairs.clone().map(|(a, b)| difference(a, b)).collect();
        all.sort_by(f32::total_cmp);
        let part = |share: f32| all[((all.len() - 1) as f32 * share) as usize];
        let [half, ninety, ninety_five, ninety_nine, most] = [0.5, 0.9, 0.95, 0.99, 1.0].map(part);
        println!(
            "  {name}: mean {:.4}, median {half:.4}, 90 % {ninety:.4}, 95 % {ninety_five:.4}, 99 % {ninety_nine:.4}, most {most:.4}",
            all.iter().sum::<f32>() / all.len() as f32,
        );
    }
    for threshold in THRESHOLDS {
        let called = pairs.clone().filter(|(a, _)| a.loss() >= threshold);
        let count = called.clone().count();
        let kept = |least: f32| {
            called.clone().filter(|(_, b)| b.loss() >= least).count() as f32 / count.max(1) as f32
        };
        let parts = [1.0 - kept(f32::MIN_POSITIVE), kept(threshold / 2.0), kept(threshold)];
        let [none, half, same] = parts.map(|share| 100.0 * share);
        println!(
            "  loss of {threshold:.2} and more: {count} choices; the other finds none in {none:.1} %, half in {half:.1} %, as much in {same:.1} %"
        );
    }
    println!("  (a mistake is {MISTAKE})");
}

fn analyze(line: &Line, effort: Effort) -> Analysis {
    let mut analyst = Analyst::new(effort);
    Analysis::new(
        line.seats,
        line.choices.iter().map(|choice| analyst.judge(choice)).collect(),
        &line.outcome,
    )
}

/// The processor time used by this thread.
fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}
