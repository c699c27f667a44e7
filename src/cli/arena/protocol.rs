//! The lines between the arena and a program: JSON, one value a line. `docs/arena.md` describes them for
//! authors of bots. The view and the actions are those of the API.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::fault::{Fault, Kind};
use lapidary_api::games::body::{GameBody, LegalActionBody, LocalGame};
use lapidary_api::play::action::{PostedAction, proposals};
use lapidary_api::play::view::ResultBody;
use lapidary_engine::game::{Action, Proposal};
use lapidary_engine::ruleset::Ruleset;

/// The maximum number of actions in one answer, as over HTTP.
const ACTIONS_MAX: usize = 16;

/// A line to a program.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Message<'a> {
    /// The seat of the program has to decide.
    Turn {
        /// The game.
        game: Uuid,
        /// The version of the game, which the answer repeats.
        version: u32,
        /// The seat of the program.
        seat: u8,
        /// The kind of decision.
        decision: &'static str,
        /// The time for the answer in milliseconds.
        deadline_ms: u64,
        /// The game as the seat sees it, as `GET /v1/games/{id}` shows it.
        view: Box<GameBody>,
        /// The legal actions, as `GET /v1/games/{id}/legal-actions` lists them.
        legal_actions: Vec<LegalActionBody>,
    },
    /// The game of the program is over. Its input ends after this line.
    Over {
        /// The game.
        game: Uuid,
        /// The last version of the game.
        version: u32,
        /// The seat of the program.
        seat: u8,
        /// The result.
        result: Option<&'a ResultBody>,
    },
}

impl<'a> Message<'a> {
    /// Asks for a decision.
    pub fn turn(
        game: LocalGame<'_>,
        decision: &'static str,
        legal: &[Action],
        deadline_ms: u64,
    ) -> Message<'a> {
        Message::Turn {
            game: game.id,
            version: game.version.0,
            seat: game.viewer_seat.number(),
            decision,
            deadline_ms,
            view: Box::new(game.into()),
            legal_actions: legal.iter().map(LegalActionBody::from).collect(),
        }
    }

    /// The line, with its end.
    ///
    /// # Errors
    /// If it cannot be written as JSON.
    pub fn line(&self) -> serde_json::Result<Vec<u8>> {
        let mut line = serde_json::to_vec(self)?;
        line.push(b'\n');
        Ok(line)
    }
}

/// What a program answers.
#[derive(Debug)]
pub enum Answer {
    /// One or more decisions, in order.
    Decisions(Vec<Proposal>),
    /// The seat resigns.
    Resign,
}

/// An answer as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AnswerBody {
    version: u32,
    #[serde(default)]
    action: Option<ChosenAction>,
    #[serde(default)]
    actions: Option<Vec<PostedAction>>,
    #[serde(default)]
    resign: bool,
}

/// One action as written.
#[derive(Deserialize)]
#[serde(untagged)]
enum ChosenAction {
    /// Its index in the list of legal actions.
    Index(usize),
    /// Its notation.
    Notation(String),
    /// The action itself.
    Action(PostedAction),
}

impl Answer {
    /// Parses a line that answers at this version, where these actions are legal.
    ///
    /// # Errors
    /// The fault of the program.
    pub fn parse(line: &[u8], version: u32, ruleset: Ruleset, legal: &[Action]) -> Result<Answer, Fault> {
        let malformed = |why: &dyn std::fmt::Display| {
            Fault::new(Kind::Malformed, format!("{why}: {}", String::from_utf8_lossy(line)))
        };
        let answer: AnswerBody = serde_json::from_slice(line).map_err(|error| malformed(&error))?;
        if answer.version != version {
            let detail = format!("answered version {} when asked about {version}", answer.version);
            return Err(Fault::new(Kind::WrongVersion, detail));
        }
        let posted = match (answer.action, answer.actions, answer.resign) {
            (None, None, true) => return Ok(Answer::Resign),
            (Some(ChosenAction::Index(index)), None, false) => {
                let action = legal.get(index).ok_or_else(|| {
                    let detail = format!("action {index} of {} legal ones", legal.len());
                    Fault::new(Kind::IllegalAction, detail)
                })?;
                return Ok(Answer::Decisions(vec![proposal(action)]));
            }
            (Some(ChosenAction::Notation(text)), None, false) => {
                let action = Action::parse(ruleset, &text)
                    .map_err(|_| malformed(&"`action` is not notation of the ruleset"))?;
                return Ok(Answer::Decisions(vec![proposal(&action)]));
            }
            (Some(ChosenAction::Action(action)), None, false) => vec![action],
            (None, Some(actions), false) if (1..=ACTIONS_MAX).contains(&actions.len()) => actions,
            (None, Some(actions), false) => {
                return Err(malformed(&format!("{} actions, of 1 to {ACTIONS_MAX}", actions.len())));
            }
            _ => return Err(malformed(&"one of `action`, `actions` and `resign` is required")),
        };
        let read = proposals(&posted, ruleset, "/actions").map_err(|faults| {
            let words: Vec<String> =
                faults.iter().map(|fault| format!("{} {}", fault.pointer, fault.detail)).collect();
            malformed(&words.join(", "))
        })?;
        Ok(Answer::Decisions(read))
    }
}

fn proposal(action: &Action) -> Proposal {
    match *action {
        Action::Splendor(action) => Proposal::Splendor(action.into()),
        Action::Kids(action) => Proposal::Kids(action.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::table::Table;
    use lapidary_engine::game::Payments;
    use lapidary_engine::seat::SeatCount;

    /// What becomes of a line at version 1 of a base game.
    fn parsed(line: &str) -> Result<usize, Kind> {
        let ruleset = Ruleset::parse("splendor", [], []).unwrap();
        let table = Table::new(ruleset, SeatCount::TWO, 7).unwrap();
        let legal = table.opening().legal_actions(Payments::Canonical);
        match Answer::parse(line.as_bytes(), 1, ruleset, &legal) {
            Ok(Answer::Decisions(decisions)) => Ok(decisions.len()),
            Ok(Answer::Resign) => Ok(0),
            Err(fault) => Err(fault.kind),
        }
    }

    #[test]
    fn an_answer_is_an_index_an_action_a_notation_a_list_or_a_resignation() {
        let take = r#"{"type":"take","gems":["white","blue","green"]}"#;
        assert_eq!(parsed(r#"{"version":1,"action":0}"#), Ok(1));
        assert_eq!(parsed(r#"{"version":1,"action":"take wug"}"#), Ok(1));
        assert_eq!(parsed(&format!(r#"{{"version":1,"action":{take}}}"#)), Ok(1));
        assert_eq!(parsed(&format!(r#"{{"version":1,"actions":[{take},{take}]}}"#)), Ok(2));
        assert_eq!(parsed(r#"{"version":1,"resign":true}"#), Ok(0));
    }

    #[test]
    fn everything_else_is_a_fault() {
        let cases = [
            ("", Kind::Malformed),
            ("hello", Kind::Malformed),
            ("{}", Kind::Malformed),
            (r#"{"version":1}"#, Kind::Malformed),
            (r#"{"version":1,"action":0,"resign":true}"#, Kind::Malformed),
            (r#"{"version":1,"action":0,"depth":3}"#, Kind::Malformed),
            (r#"{"version":1,"action":-1}"#, Kind::Malformed),
            (r#"{"version":1,"action":"fly"}"#, Kind::Malformed),
            (r#"{"version":1,"action":{"type":"fly"}}"#, Kind::Malformed),
            (r#"{"version":1,"actions":[]}"#, Kind::Malformed),
            (r#"{"version":-1,"action":0}"#, Kind::Malformed),
            (r#"{"version":0,"action":0}"#, Kind::WrongVersion),
            (r#"{"version":2,"action":0}"#, Kind::WrongVersion),
            (r#"{"version":1,"action":1000}"#, Kind::IllegalAction),
        ];
        for (line, kind) in cases {
            assert_eq!(parsed(line), Err(kind), "{line}");
        }
        let many = vec![r#"{"type":"pass"}"#; ACTIONS_MAX + 1].join(",");
        assert_eq!(parsed(&format!(r#"{{"version":1,"actions":[{many}]}}"#)), Err(Kind::Malformed));
        let long = Answer::parse(&[b'x'; 5000], 1, Ruleset::parse("kids", [], []).unwrap(), &[]).unwrap_err();
        assert!(long.detail.chars().count() <= 301, "words of a program are cut: {}", long.detail);
    }
}
