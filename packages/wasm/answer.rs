//! Answers questions. It does not know where the bytes come from.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::question::Question;
use lapidary_engine::game::{Action, Game};
use lapidary_engine::seat::Seat;
use lapidary_exported::fixed;
use lapidary_position::{Entry, Fault, action, deal, decode, encode};

/// An answer: positions, and JSON about them.
pub struct Answer {
    /// The positions as bytes; none if the question was not for one.
    pub positions: Vec<Vec<u8>>,
    /// The rest, as text.
    pub json: String,
}

/// Answers a question about a position; for some the position does not matter.
pub fn answer(position: &[u8], question: &str) -> Result<Answer, Fault> {
    let question: Question = serde_json::from_str(question).map_err(Fault::impossible)?;
    match question {
        Question::Deal { ruleset, modules, options, seats, seed } => {
            let ruleset = deal::ruleset(&ruleset, &modules, &options)?;
            let game = deal::deal_from(
                ruleset,
                deal::seat_count(ruleset, seats)?,
                fixed("seed", &seed).map_err(Fault::impossible)?,
            )?;
            Answer::of_position(&game, &[])
        }
        Question::Load { text } => {
            let export = lapidary_position::load_export(&text)?;
            let after = export.played.iter().map(|played| &played.after);
            let games: Vec<&Game> = std::iter::once(&export.opening).chain(after).collect();
            let entries = export.played.iter().map(|played| Entry::from(&played.entry));
            Answer::of(
                games.iter().map(|game| encode(game)).collect(),
                &Loaded {
                    facts: games.iter().map(|game| facts(game)).collect(),
                    entries: entries.collect(),
                    players: &export.players,
                    is_aborted: export.is_aborted,
                },
            )
        }
        Question::See { view, seed } => {
            Answer::of_position(&lapidary_position::of_view(&view, seed.number()?)?, &[])
        }
        Question::Read { ruleset, action } => {
            let proposal = action.proposal(deal::any_ruleset(&ruleset)?)?;
            Answer::of(Vec::new(), &written(&action::complete_by_itself(proposal)?))
        }
        question => about(&mut decode(position)?, question),
    }
}

/// Answers a question about this game.
fn about(game: &mut Game, question: Question) -> Result<Answer, Fault> {
    let ruleset = game.ruleset();
    match question {
        Question::Legal { payments } => {
            let actions = game.legal_actions(deal::payments(&payments)?);
            Answer::of(Vec::new(), &actions.iter().map(written).collect::<Vec<_>>())
        }
        Question::Complete { action } => {
            Answer::of(Vec::new(), &written(&lapidary_position::complete(game, &action.proposal(ruleset)?)?))
        }
        Question::Judge { action } => {
            lapidary_position::play(game, &action.proposal(ruleset)?)?;
            Answer::of(Vec::new(), &())
        }
        Question::Play { action } => {
            let entries = lapidary_position::play(game, &action.proposal(ruleset)?)?;
            Answer::of_position(game, &entries)
        }
        Question::Leave { seat, how } => {
            let seat = deal::seat(game.seat_count(), seat)?;
            let entries = lapidary_position::leave(game, seat, &how)?;
            Answer::of_position(game, &entries)
        }
        Question::Redeal { seat, seed } => {
            let viewer = deal::viewer(game.seat_count(), seat)?;
            Answer::of_position(&lapidary_position::redealt(game, viewer, seed.number()?), &[])
        }
        Question::View { seat } => {
            let viewer = deal::viewer(game.seat_count(), seat)?;
            Answer::of(Vec::new(), &lapidary_position::view_json(game, viewer))
        }
        Question::Deal { .. } | Question::Load { .. } | Question::See { .. } | Question::Read { .. } => {
            Err(Fault::impossible("this is not a question about a position"))
        }
    }
}

impl Answer {
    fn of(positions: Vec<Vec<u8>>, value: &impl Serialize) -> Result<Answer, Fault> {
        let json = serde_json::to_string(value).map_err(Fault::impossible)?;
        Ok(Answer { positions, json })
    }

    /// A position with the entries of the log that have led to it.
    fn of_position(game: &Game, entries: &[Entry]) -> Result<Answer, Fault> {
        Answer::of(vec![encode(game)], &Played { facts: facts(game), entries })
    }
}

/// What comes with a position.
#[derive(Serialize)]
struct Played<'a> {
    facts: Facts,
    entries: &'a [Entry],
}

/// What comes with the positions of an export, the first one before its first entry.
#[derive(Serialize)]
struct Loaded<'a> {
    facts: Vec<Facts>,
    entries: Vec<Entry>,
    players: &'a [Option<String>],
    is_aborted: bool,
}

/// What the caller knows of a position without asking.
#[derive(Serialize)]
struct Facts {
    ruleset: &'static str,
    modules: Vec<&'static str>,
    options: BTreeMap<&'static str, &'static str>,
    seats: usize,
    seats_in_play: Vec<u8>,
    to_act: Option<ToAct>,
    turn: u16,
    result: Option<GameResult>,
}

#[derive(Serialize)]
struct ToAct {
    seat: u8,
    decision: &'static str,
}

#[derive(Serialize)]
struct GameResult {
    reason: &'static str,
    ranks: Vec<u8>,
    winners: Vec<u8>,
}

/// An action in both forms (schema `LegalAction`).
#[derive(Serialize)]
struct WrittenAction<T> {
    action: T,
    notation: String,
}

fn written(action: &Action) -> WrittenAction<impl Serialize> {
    WrittenAction { action: action::body(action), notation: action.to_string() }
}

fn facts(game: &Game) -> Facts {
    let ruleset = game.ruleset();
    let numbers = |seats: Vec<Seat>| seats.into_iter().map(Seat::number).collect();
    Facts {
        ruleset: ruleset.id(),
        modules: ruleset.modules(),
        options: ruleset.options().into_iter().collect(),
        seats: game.seat_count().get(),
        seats_in_play: numbers(game.seats_in_play()),
        to_act: game.to_act().map(|(seat, decision)| ToAct { seat: seat.number(), decision }),
        turn: game.turns_begun(),
        result: game.outcome().map(|outcome| GameResult {
            reason: outcome.reason.name(),
            winners: numbers(outcome.winners()),
            ranks: outcome.ranks,
        }),
    }
}
