//! The judge sees what a seat saw, prefers what is better, and finds the same again.

use lapidary_analysis::{Analysis, Analyst, Effort, Line, LineError, MISTAKE, Reason};
use lapidary_engine::game::{Action, Game, GameLog, Payments};
use lapidary_engine::record::{By, Leaving};
use lapidary_engine::replay::{Replay, Written};
use lapidary_engine::seat::SeatCount;
use lapidary_engine::splendor::action::Action as SplendorAction;
use lapidary_engine::splendor::module::Modules;
use lapidary_engine::viewer::Viewer;
use lapidary_opponents::OpponentKind;

use crate::played::{deal, decided, play};

const FEW: Effort = Effort { simulations: 12, seed: None };

fn analyze(opening: &Game, entries: &[Written], effort: Effort) -> Analysis {
    let line = Line::read(opening, entries).unwrap();
    let mut analyst = Analyst::new(effort);
    let judgements = line.choices.iter().map(|choice| analyst.judge(choice)).collect();
    Analysis::new(line.seats, judgements, &line.outcome)
}

fn tables() -> impl Iterator<Item = (Modules, SeatCount)> {
    [Modules::NONE, Modules::every_combination().last().unwrap()]
        .into_iter()
        .flat_map(|modules| SeatCount::ALL.map(|seats| (modules, seats)))
}

#[test]
fn every_decision_of_a_player_is_part_of_one_choice() {
    for (number, (modules, seats)) in (0..).zip(tables()) {
        let opening = deal(modules, seats, number);
        let entries = play(
            &opening,
            &[OpponentKind::Greedy, OpponentKind::Random, OpponentKind::Greedy, OpponentKind::Random],
            number,
        );
        let line = Line::read(&opening, &entries).unwrap();
        let own = entries.iter().filter_map(|entry| match entry {
            Written::Decision { seat, by: By::Player, action } => Some((*seat, action.clone())),
            _ => None,
        });
        let cut = line
            .choices
            .iter()
            .flat_map(|choice| choice.played.iter().map(|action| (choice.seat, action.to_string())));
        assert!(own.eq(cut), "{modules:?} {seats:?}");
        for choice in &line.choices {
            let written = &entries[choice.version as usize - 1];
            assert_eq!(written.seat(), choice.seat);
            assert!(written.to_string().starts_with(&choice.played[0].to_string()), "{written}");
        }
    }
}

#[test]
fn shares_add_up_and_so_does_what_became_of_them() {
    for (number, (modules, seats)) in (0..).zip(tables()) {
        let opening = deal(modules, seats, number);
        let entries = play(
            &opening,
            &[OpponentKind::Greedy, OpponentKind::Random, OpponentKind::Greedy, OpponentKind::Random],
            number,
        );
        let analysis = analyze(&opening, &entries, Effort { simulations: 4, seed: None });
        let all = |shares: lapidary_analysis::Shares| seats.seats().map(|seat| shares.of(seat)).sum::<f32>();
        for one in &analysis.judgements {
            assert!((all(one.before) - 1.0).abs() < 0.001, "{one:?}");
            assert!((all(one.after) - 1.0).abs() < 0.001, "{one:?}");
            assert!(all(one.luck).abs() < 0.001, "{one:?}");
            assert_eq!(one.best.is_some(), one.loss() > 0.0, "{one:?}");
        }
        for seat in analysis.summaries() {
            let sum = seat.opening + seat.play + seat.opponents + seat.luck + seat.rest;
            assert!((sum - seat.result).abs() < 0.001, "{seat:?}");
            assert!(seat.play <= 0.0 && (0.0..=100.0).contains(&seat.accuracy), "{seat:?}");
        }
        assert!(analysis.turning_points().len() <= 3);
        assert!(analysis.to_string().parse() == Ok(analysis), "the text says something else");
    }
}

#[test]
fn the_same_effort_finds_the_same_and_another_seed_another_opinion() {
    let opening = deal(Modules::NONE, SeatCount::TWO, 5);
    let entries = play(&opening, &[OpponentKind::Greedy, OpponentKind::Apprentice], 5);
    let first = analyze(&opening, &entries, FEW);
    assert_eq!(first, analyze(&opening, &entries, FEW));
    let other = Effort { seed: Some(1), ..FEW };
    assert_eq!(analyze(&opening, &entries, other), analyze(&opening, &entries, other));
    assert_ne!(first, analyze(&opening, &entries, other));
}

/// In worlds that a seat could not tell apart, a decision followed by the end of the game is judged alike.
#[test]
fn hidden_cards_change_nothing_but_luck() {
    let mut rng = fastrand::Rng::with_seed(8);
    let mut lucky = 0;
    for (number, (modules, seats)) in (0..).zip(tables()) {
        let opening = deal(modules, seats, number);
        let entries = play(&opening, &[OpponentKind::Random; 4], number);
        let mut replay = Replay::new(opening);
        for (step, entry) in entries.iter().enumerate() {
            let game = replay.game().clone();
            let (due, to_act) = (replay.due().is_some(), game.to_act());
            replay.read(entry).unwrap();
            let (Some((seat, _)), Game::Splendor(state), false) = (to_act, &game, due || step % 7 > 0) else {
                continue;
            };
            let mut twin = *state;
            twin.redeal(Viewer::Seat(seat), |cards| rng.shuffle(cards));
            let twin = Game::Splendor(twin);
            let action = *rng.choice(game.legal_actions(Payments::Canonical)).as_ref().unwrap();
            let others = seats.seats().filter(|other| *other != seat);
            let leave: Vec<_> =
                others.map(|seat| Written::Leaving { seat, how: Leaving::Resigned }).collect();
            let judged = |game: &Game| {
                let line = Line::read(game, &[decided(game, &action), leave.clone()].concat()).unwrap();
                Analyst::new(FEW).judge(&line.choices[0])
            };
            let (here, there) = (judged(&game), judged(&twin));
            lucky += usize::from(here.luck != there.luck);
            assert_eq!(
                here,
                lapidary_analysis::Judgement { luck: here.luck, ..there },
                "{modules:?} {action}"
            );
        }
    }
    assert!(lucky > 0, "the hidden cards never made a difference");
}

/// The last turn of a game that is won by it is replaced by another one.
#[test]
fn a_win_that_is_not_taken_is_a_mistake() {
    let mut missed = 0;
    for seed in 0..8 {
        let opening = deal(Modules::NONE, SeatCount::TWO, seed);
        let entries = play(&opening, &[OpponentKind::Apprentice, OpponentKind::Apprentice], seed);
        let line = Line::read(&opening, &entries).unwrap();
        let last = line.choices.last().unwrap();
        let winners = line.outcome.winners();
        if winners != [last.seat] {
            continue;
        }
        let before = &entries[..last.version as usize - 1];
        let mut replay = Replay::of(opening.clone(), before.len());
        before.iter().for_each(|entry| {
            replay.read(entry).unwrap();
        });
        let take = |action: &&Action| matches!(action, Action::Splendor(SplendorAction::Take(_)));
        let actions = replay.game().legal_actions(Payments::Canonical);
        let Some(other) = actions.iter().find(take) else { continue };
        let end = Written::Leaving { seat: last.seat, how: Leaving::TimedOut };
        let mut after = replay.game().clone();
        after.play(other, &mut GameLog::default()).unwrap();
        // The other seat may have ended the game with this round.
        let end: Vec<_> = after.to_act().map(|_| end).into_iter().collect();
        let changed = [before.to_vec(), decided(replay.game(), other), end].concat();
        let analysis = analyze(&opening, &changed, FEW);
        let judged = analysis.judgements.iter().find(|one| one.version == last.version).unwrap();
        if judged.after.of(last.seat) > 0.9 {
            // The seat is so far ahead that it wins anyway.
            continue;
        }
        assert!(judged.is_mistake() && judged.loss() >= MISTAKE, "{judged:?}");
        assert_eq!(judged.before.of(last.seat), 1.0, "{judged:?}");
        assert!(judged.best.as_ref().unwrap().starts_with("buy "), "{judged:?}");
        assert_eq!(judged.reasons.first(), Some(&Reason::Wins), "{judged:?}");
        missed += 1;
    }
    assert!(missed > 0, "no game was close enough");
}

#[test]
fn a_better_player_is_more_accurate() {
    // Several games: in one, a player may be lucky, and nothing that follows a decided game costs much.
    const GAMES: u16 = 4;
    let mut sums = [0.0_f32; 2];
    for seed in 0..u64::from(GAMES) {
        let opening = deal(Modules::NONE, SeatCount::TWO, seed);
        let entries = play(&opening, &[OpponentKind::Apprentice, OpponentKind::Random], seed);
        let analysis = analyze(&opening, &entries, FEW);
        sums.iter_mut().zip(analysis.summaries()).for_each(|(sum, seat)| *sum += seat.accuracy);
    }
    let [apprentice, random] = sums.map(|sum| sum / f32::from(GAMES));
    assert!(apprentice > random + 10.0, "{apprentice} {random}");
}

#[test]
fn a_game_without_a_result_is_refused() {
    let opening = deal(Modules::NONE, SeatCount::TWO, 3);
    let entries = play(&opening, &[OpponentKind::Greedy, OpponentKind::Random], 3);
    assert_eq!(Line::read(&opening, &entries[..10]), Err(LineError::Unfinished));
    let mut wrong = entries;
    wrong.swap(0, 1);
    assert!(matches!(Line::read(&opening, &wrong), Err(LineError::Entry { index: 0, .. })));
}

#[test]
fn what_is_better_has_a_line_and_mostly_a_reason() {
    let opening = deal(Modules::NONE, SeatCount::TWO, 3);
    let entries = play(&opening, &[OpponentKind::Greedy, OpponentKind::Random], 3);
    let analysis = analyze(&opening, &entries, FEW);
    let mistakes: Vec<_> = analysis.judgements.iter().filter(|one| one.is_mistake()).collect();
    assert!(mistakes.len() > 5);
    let explained = mistakes.iter().filter(|one| !one.reasons.is_empty()).count();
    assert!(explained * 2 > mistakes.len(), "{explained} of {}", mistakes.len());
    for one in &analysis.judgements {
        assert!(one.line.len() <= 2 && (one.best.is_some() || one.line.is_empty()), "{one:?}");
        assert!(one.best.is_some() || one.reasons.is_empty(), "{one:?}");
        // Nobody is told that a turn wins or saves the game unless the judge is as good as certain.
        let has = |reason| one.reasons.contains(&reason);
        assert!(!has(Reason::Wins) || one.before.of(one.seat) >= 0.95, "{one:?}");
        assert!(!has(Reason::Saves) || one.after.of(one.seat) <= 0.05, "{one:?}");
        assert!(!has(Reason::Saves) || one.before.of(one.seat) >= 0.5, "{one:?}");
    }
}

#[test]
fn a_text_without_lines_and_reasons_is_read() {
    let earlier = "analysis-1 10000 0\n1 1 0 1|6000 4000|5000 5000|0 0|take wug|take urk\n";
    let analysis: Analysis = earlier.parse().unwrap();
    let judged = &analysis.judgements[0];
    assert_eq!((judged.best.as_deref(), judged.line.len(), judged.reasons.len()), (Some("take urk"), 0, 0));
}

#[test]
fn a_text_that_is_no_analysis_is_refused() {
    for (text, line) in [
        ("", 1),
        ("analysis-1 1", 1),
        ("analysis-2 1 0", 1),
        ("analysis-1 10000 0\n1 1 0 1|1 2|1 2|1 2", 2),
        ("analysis-1 10000 0\n1 1 9 1|1 2|1 2|1 2|take wug", 2),
        ("analysis-1 10000 0\n1 1 0 1|1 2|1 2 3|1 2|take wug", 2),
        ("analysis-1 10000 0\n1 1 0 1|1 2|1 2|1 2|take wug|take urk|pass|because", 2),
    ] {
        let error = text.parse::<Analysis>().unwrap_err();
        assert_eq!(error.line, line, "{text}");
    }
}
