//! Actions of all games in JSON. It knows which game reads which body. It does not know what is legal.

use std::borrow::Cow;
use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::union::{any_of, closed, collect};
use crate::extract::{self, wording};
use crate::problems::problem::Fault;
use crate::{kids, splendor};
use lapidary_engine::game::{Action, Proposal};
use lapidary_engine::ruleset::Ruleset;

/// An action as posted. It is parsed once the ruleset is known, because rulesets share some `type`s.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(transparent)]
pub struct PostedAction(Value);

impl PostedAction {
    /// Returns whether it has the form of an action. Other values are not actions of any ruleset.
    pub fn is_object(&self) -> bool {
        self.0.is_object()
    }

    /// Returns the proposal of the action in a game of this ruleset. `at` is the JSON pointer to it in the
    /// request body.
    pub fn proposal(&self, ruleset: Ruleset, at: &str) -> Result<Proposal, Vec<Fault>> {
        let one = |fault| vec![fault];
        match ruleset {
            Ruleset::Splendor(_) => extract::read_value::<splendor::action::ActionBody>(&self.0, at)?
                .proposal(at)
                .map(Proposal::Splendor)
                .map_err(one),
            Ruleset::Kids(_) => extract::read_value::<kids::action::ActionBody>(&self.0, at)?
                .proposal(at)
                .map(Proposal::Kids)
                .map_err(one),
        }
    }
}

/// Returns the proposals of posted actions in a game of this ruleset. `at` is the JSON pointer to the list in
/// the request body.
pub fn proposals(actions: &[PostedAction], ruleset: Ruleset, at: &str) -> Result<Vec<Proposal>, Vec<Fault>> {
    let mut proposals = Vec::with_capacity(actions.len());
    let mut faults = Vec::new();
    for (place, action) in actions.iter().enumerate() {
        if faults.len() >= wording::FAULTS_MAX {
            break;
        }
        match action.proposal(ruleset, &format!("{at}/{place}")) {
            Ok(proposal) => proposals.push(proposal),
            Err(wrong) => faults.extend(wrong),
        }
    }
    faults.truncate(wording::FAULTS_MAX);
    if faults.is_empty() { Ok(proposals) } else { Err(faults) }
}

/// Adds to each fault about an unknown type the pending decision and the types of action that it accepts.
pub fn name_pending(faults: &mut [Fault], decision: &str, legal: &[Action]) {
    let types: BTreeSet<&str> = legal.iter().map(type_name).collect();
    let types = types.into_iter().collect::<Vec<_>>().join(", ");
    for fault in faults.iter_mut().filter(|fault| fault.pointer.ends_with("/type")) {
        fault.detail.push_str(&format!("; the game waits for a `{decision}` action: {types}"));
    }
}

/// An action in a response, in its canonical form.
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

/// The `type` of an action.
fn type_name(action: &Action) -> &'static str {
    match action {
        Action::Splendor(action) => splendor::action::type_name(action),
        Action::Kids(action) => kids::action::type_name(action),
    }
}

/// Returns the schema of actions in requests and in responses.
fn action_schema() -> RefOr<Schema> {
    let words = "An action; `type` selects the alternative. `SplendorAction` and `KidsAction` are the actions of one ruleset.";
    any_of(&[splendor::action::SCHEMA, kids::action::SCHEMA], words)
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
        extract::READ_LATER.into()
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
