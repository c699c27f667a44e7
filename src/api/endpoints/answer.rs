//! The answer of a bot in JSON.

use serde::Deserialize;
use serde_json::Value;

use crate::play::action::{PostedAction, proposals};
use lapidary_engine::game::{Action, Proposal};
use lapidary_engine::ruleset::Ruleset;
use lapidary_model::bot_endpoint::{AnswerFault, AnswerFaultKind};
use lapidary_model::excerpt::Excerpt;
use lapidary_model::game::Version;
use lapidary_service::games::{BotAnswer, CommentedAnswer};

/// The maximum number of actions in one answer, as in a posted turn.
const ACTIONS_MAX: usize = 16;

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
    /// Any JSON is accepted.
    #[serde(default)]
    comment: Value,
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

/// Reads an answer about this version of a game, with these legal actions.
pub fn read(
    text: &[u8],
    version: Version,
    ruleset: Ruleset,
    legal: &[Action],
) -> Result<CommentedAnswer, AnswerFault> {
    let malformed = |why: &dyn std::fmt::Display| {
        AnswerFault::new(AnswerFaultKind::Malformed, format!("{why}: {}", String::from_utf8_lossy(text)))
    };
    let answer: AnswerBody = serde_json::from_slice(text).map_err(|error| malformed(&error))?;
    let comment = comment(&answer.comment);
    let answered = |answer| Ok(CommentedAnswer { answer, comment });
    if answer.version != version.0 {
        let detail = format!("answered version {} when asked about {}", answer.version, version.0);
        return Err(AnswerFault::new(AnswerFaultKind::WrongVersion, detail));
    }
    let posted = match (answer.action, answer.actions, answer.resign) {
        (None, None, true) => return answered(BotAnswer::Resign),
        (Some(ChosenAction::Index(index)), None, false) => {
            let action = legal.get(index).ok_or_else(|| {
                let detail = format!("action {index} of {} legal ones", legal.len());
                AnswerFault::new(AnswerFaultKind::IllegalAction, detail)
            })?;
            return answered(BotAnswer::Decisions(vec![proposal(action)]));
        }
        (Some(ChosenAction::Notation(text)), None, false) => {
            let action = Action::parse(ruleset, &text)
                .map_err(|_| malformed(&"`action` is not notation of the ruleset"))?;
            return answered(BotAnswer::Decisions(vec![proposal(&action)]));
        }
        (Some(ChosenAction::Action(action)), None, false) if action.is_object() => vec![action],
        (Some(ChosenAction::Action(_)), None, false) => {
            let last = legal.len().saturating_sub(1);
            return Err(malformed(&format!(
                "`action` must be an index of `legal_actions` from 0 to {last}, notation, or an action"
            )));
        }
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
    answered(BotAnswer::Decisions(read))
}

/// Returns a bot's comment in its stored form: text, or other JSON as written.
fn comment(said: &Value) -> Option<Excerpt> {
    let excerpt = match said {
        Value::Null => return None,
        Value::String(text) => Excerpt::of(text),
        other => Excerpt::of(other),
    };
    (!excerpt.as_str().trim().is_empty()).then_some(excerpt)
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

    #[test]
    fn a_comment_is_cut_and_never_refused() {
        let ruleset = Ruleset::Kids(lapidary_engine::kids::variant::Variant::Full);
        let said = |comment: &str| {
            let answer = format!("{{\"version\": 7, \"resign\": true, \"comment\": {comment}}}");
            let read = read(answer.as_bytes(), Version(7), ruleset, &[]).expect("an answer");
            read.comment.map(String::from)
        };
        for nothing in ["null", "\"\"", "\" \\n\\u0000 \""] {
            assert_eq!(said(nothing), None, "{nothing}");
        }
        assert_eq!(said("\"a\\nb\""), Some("a b".to_owned()));
        assert_eq!(said("{\"eval\": [0.5, 1]}"), Some("{\"eval\":[0.5,1]}".to_owned()));
        let long = format!("\"{}\"", "é".repeat(2_000));
        assert_eq!(said(&long), Some(format!("{}…", "é".repeat(300))));
    }

    #[test]
    fn what_is_no_action_is_refused_with_all_ways_to_name_one() {
        let ruleset = Ruleset::Kids(lapidary_engine::kids::variant::Variant::Full);
        for action in ["-1", "1.5", "true", "[]"] {
            let answer = format!("{{\"version\": 7, \"action\": {action}}}");
            let fault = read(answer.as_bytes(), Version(7), ruleset, &[]).expect_err("a fault");
            assert_eq!(fault.kind, AnswerFaultKind::Malformed);
            assert!(
                fault.detail.as_str().starts_with("`action` must be an index of `legal_actions`"),
                "{}",
                fault.detail.as_str()
            );
        }
    }
}
