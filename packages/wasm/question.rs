//! What can be asked, as JSON. It does not know the answers.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use lapidary_engine::game::Proposal;
use lapidary_engine::ruleset::Ruleset;
use lapidary_position::{Fault, action};

/// What is asked. All but the first ones are about the position that comes with the question.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case", deny_unknown_fields)]
pub enum Question {
    /// Deals a game from a number.
    Deal {
        ruleset: String,
        modules: Vec<String>,
        options: BTreeMap<String, String>,
        seats: i64,
        /// 32 bytes in hexadecimal.
        seed: String,
    },
    /// Reads and verifies an export.
    Load { text: String },
    /// Makes a position of a view.
    See { view: Value, seed: Seed },
    /// Reads an action that is complete by itself.
    Read { ruleset: String, action: GivenAction },
    /// The legal actions.
    Legal { payments: String },
    /// Completes the payment of an action.
    Complete { action: GivenAction },
    /// Judges an action.
    Judge { action: GivenAction },
    /// Plays an action.
    Play { action: GivenAction },
    /// Takes a seat out of the game.
    Leave { seat: i64, how: String },
    /// Deals anew what is hidden from a seat, or from everybody.
    Redeal { seat: Option<i64>, seed: Seed },
    /// What a seat sees, or a spectator.
    View { seat: Option<i64> },
}

/// A number of 64 bits. As text, because numbers of JavaScript have 53 bits.
#[derive(Deserialize)]
#[serde(transparent)]
pub struct Seed(String);

impl Seed {
    /// The number.
    pub fn number(&self) -> Result<u64, Fault> {
        let shown: String = self.0.chars().take(40).collect();
        self.0.parse().map_err(|_| {
            Fault::impossible(format!("a seed is an integer from 0 to 18446744073709551615, not {shown}"))
        })
    }
}

/// An action: a text in notation, or the JSON of the contract.
#[derive(Deserialize)]
#[serde(transparent)]
pub struct GivenAction(Value);

impl GivenAction {
    /// What it proposes.
    pub fn proposal(&self, ruleset: Ruleset) -> Result<Proposal, Fault> {
        match &self.0 {
            Value::String(notation) => action::parse(ruleset, notation).map(action::exact),
            body => action::proposal(ruleset, &body.to_string()),
        }
    }
}
