//! The lines between the arena and a program: one JSON value per line. `docs/arena.md` describes them for
//! authors of bots. They are the questions and answers between a server and the endpoint of a bot.

use serde::Serialize;
use uuid::Uuid;

use super::fault::{Fault, FaultKind};
use lapidary_api::document;
use lapidary_api::endpoints::{answer, question::Question};
use lapidary_api::games::body::LocalGame;
use lapidary_api::play::view::ResultBody;
use lapidary_engine::game::Action;
use lapidary_engine::ruleset::Ruleset;
use lapidary_model::bot_endpoint::{AnswerFault, AnswerFaultKind};
use lapidary_model::game::Version;
use lapidary_service::games::BotAnswer;

/// A line to a program.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Message<'a> {
    /// The seat of the program has to decide.
    Turn(Question<'a>),
    /// The game of the program is over. Its input ends after this line.
    Over(Over<'a>),
}

/// The end of a game.
#[derive(Serialize)]
pub struct Over<'a> {
    r#type: &'static str,
    game: Uuid,
    /// The last version of the game.
    version: u32,
    seat: u8,
    result: Option<&'a ResultBody>,
}

impl<'a> Message<'a> {
    /// Asks for a decision.
    pub fn turn(
        game: LocalGame<'_>,
        decision: &'static str,
        legal: &[Action],
        deadline_ms: u64,
    ) -> Message<'a> {
        Message::Turn(Question::new(game.into(), decision, legal, deadline_ms, None))
    }

    /// Says that a game is over.
    pub fn over(game: Uuid, version: u32, seat: u8, result: &'a ResultBody) -> Message<'a> {
        Message::Over(Over { r#type: "over", game, version, seat, result: Some(result) })
    }

    /// The line, with its end.
    pub fn line(&self) -> serde_json::Result<Vec<u8>> {
        let mut line = serde_json::to_vec(self)?;
        line.push(b'\n');
        Ok(line)
    }
}

/// Parses a line that answers at this version, with these legal actions, by the schemas of the contract.
pub fn parse(line: &[u8], version: u32, ruleset: Ruleset, legal: &[Action]) -> Result<BotAnswer, Fault> {
    document::contract();
    answer::read(line, Version(version), ruleset, legal).map(|read| read.answer).map_err(Fault::from)
}

impl From<AnswerFault> for Fault {
    fn from(fault: AnswerFault) -> Fault {
        let kind = match fault.kind {
            AnswerFaultKind::WrongVersion => FaultKind::WrongVersion,
            AnswerFaultKind::IllegalAction => FaultKind::IllegalAction,
            AnswerFaultKind::Malformed | AnswerFaultKind::Status => FaultKind::Malformed,
        };
        Fault { kind, detail: fault.detail.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::table::Table;
    use lapidary_engine::game::Payments;
    use lapidary_engine::seat::SeatCount;

    /// The result of parsing a line at version 1 of a base game.
    fn parsed(line: &str) -> Result<usize, FaultKind> {
        let ruleset = Ruleset::parse("splendor", [], []).unwrap();
        let table = Table::new(ruleset, SeatCount::TWO, 7).unwrap();
        let legal = table.opening().legal_actions(Payments::Canonical);
        match parse(line.as_bytes(), 1, ruleset, &legal) {
            Ok(BotAnswer::Decisions(decisions)) => Ok(decisions.len()),
            Ok(BotAnswer::Resign) => Ok(0),
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
        assert_eq!(parsed(r#"{"version":1,"action":0,"comment":{"depth":3}}"#), Ok(1));
    }

    #[test]
    fn everything_else_is_a_fault() {
        let cases = [
            ("", FaultKind::Malformed),
            ("hello", FaultKind::Malformed),
            ("{}", FaultKind::Malformed),
            (r#"{"version":1}"#, FaultKind::Malformed),
            (r#"{"version":1,"action":0,"resign":true}"#, FaultKind::Malformed),
            (r#"{"version":1,"action":0,"depth":3}"#, FaultKind::Malformed),
            (r#"{"version":1,"action":-1}"#, FaultKind::Malformed),
            (r#"{"version":1,"action":"fly"}"#, FaultKind::Malformed),
            (r#"{"version":1,"action":{"type":"fly"}}"#, FaultKind::Malformed),
            (r#"{"version":1,"actions":[]}"#, FaultKind::Malformed),
            (r#"{"version":-1,"action":0}"#, FaultKind::Malformed),
            (r#"{"version":0,"action":0}"#, FaultKind::WrongVersion),
            (r#"{"version":2,"action":0}"#, FaultKind::WrongVersion),
            (r#"{"version":1,"action":1000}"#, FaultKind::IllegalAction),
        ];
        for (line, kind) in cases {
            assert_eq!(parsed(line), Err(kind), "{line}");
        }
        let many = vec![r#"{"type":"pass"}"#; 17].join(",");
        assert_eq!(parsed(&format!(r#"{{"version":1,"actions":[{many}]}}"#)), Err(FaultKind::Malformed));
        let long = parse(&[b'x'; 5000], 1, Ruleset::parse("kids", [], []).unwrap(), &[]).unwrap_err();
        assert!(long.detail.chars().count() <= 301, "words of a program are cut: {}", long.detail);
    }
}
