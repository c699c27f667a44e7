//! Actions of all games in JSON. It knows which game reads which body, not what is legal.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::problem::Fault;
use super::union::{any_of, closed, collect};
use super::{kids, splendor};
use crate::engine::game::{Action, Proposal};
use crate::engine::ruleset::Ruleset;

/// An action as posted: it is read when it is known which game is played, because games use the same words.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(transparent)]
pub struct PostedAction(Value);

impl PostedAction {
    /// What the action proposes in a game of this ruleset; `at` points to it in the body of the request.
    ///
    /// # Errors
    /// The field at fault.
    pub fn proposal(&self, ruleset: Ruleset, at: &str) -> Result<Proposal, Fault> {
        match ruleset {
            Ruleset::Splendor(_) => {
                let body = splendor::action::ActionBody::deserialize(&self.0)
                    .map_err(|_| Fault::at(at, "is no action of this ruleset"))?;
                body.proposal(at).map(Proposal::Splendor)
            }
            Ruleset::Kids(_) => {
                let body = kids::action::ActionBody::deserialize(&self.0)
                    .map_err(|_| Fault::at(at, "is no action of this ruleset"))?;
                body.proposal(at).map(Proposal::Kids)
            }
        }
    }
}

/// What a list of posted actions proposes in a game of this ruleset; `at` points to the list in the body of the request.
///
/// # Errors
/// The field at fault of each action that cannot be read.
pub fn proposals(actions: &[PostedAction], ruleset: Ruleset, at: &str) -> Result<Vec<Proposal>, Vec<Fault>> {
    let read = |(place, action): (usize, &PostedAction)| action.proposal(ruleset, &format!("{at}/{place}"));
    let (read, faults): (Vec<_>, Vec<_>) =
        actions.iter().enumerate().map(read).partition(|action| action.is_ok());
    match faults.is_empty() {
        true => Ok(read.into_iter().flatten().collect()),
        false => Err(faults.into_iter().filter_map(Result::err).collect()),
    }
}

/// An action in an answer, in its canonical body.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum ActionBody {
    /// Of Splendor.
    Splendor(splendor::action::ActionBody),
    /// Of Kids.
    Kids(kids::action::ActionBody),
}

impl From<&Action> for ActionBody {
    fn from(action: &Action) -> Self {
        match action {
            Action::Splendor(action) => ActionBody::Splendor(action.into()),
            Action::Kids(action) => ActionBody::Kids(action.into()),
        }
    }
}

/// The one schema of actions, read and written.
fn action_schema() -> RefOr<Schema> {
    any_of(&["SplendorAction", "KidsAction"], "An action of the ruleset of the game.")
}

fn collect_action_schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
    collect::<splendor::action::ActionBody>(closed::<splendor::action::ActionBody>(), schemas);
    collect::<kids::action::ActionBody>(closed::<kids::action::ActionBody>(), schemas);
}

impl PartialSchema for PostedAction {
    fn schema() -> RefOr<Schema> {
        action_schema()
    }
}

impl ToSchema for PostedAction {
    fn name() -> Cow<'static, str> {
        "Action".into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        collect_action_schemas(schemas);
    }
}

impl PartialSchema for ActionBody {
    fn schema() -> RefOr<Schema> {
        action_schema()
    }
}

impl ToSchema for ActionBody {
    fn name() -> Cow<'static, str> {
        "Action".into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        collect_action_schemas(schemas);
    }
}
