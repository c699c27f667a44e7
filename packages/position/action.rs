//! Actions as callers write them: in canonical notation, or in the JSON of the contract. It does not know
//! what is legal.

use crate::fault::Fault;
use crate::json;
use lapidary_engine::game::{Action, Proposal};
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::{kids, splendor};

pub use crate::json::{body, type_name, write};

/// Reads canonical notation.
pub fn parse(ruleset: Ruleset, notation: &str) -> Result<Action, Fault> {
    let shown: String = notation.chars().take(80).collect();
    Action::parse(ruleset, notation).map_err(|_| {
        let id = ruleset.id();
        Fault::Notation(format!("{shown:?} is not an action of {id} in canonical notation"))
    })
}

/// Reads the JSON of the contract; a payment may be left out (B10, K6).
pub fn proposal(ruleset: Ruleset, text: &str) -> Result<Proposal, Fault> {
    json::read(ruleset, text)
        .map_err(|fault| Fault::Notation(format!("not the JSON of an action of {}: {fault}", ruleset.id())))
}

/// The proposal of a complete action.
pub fn exact(action: Action) -> Proposal {
    match action {
        Action::Splendor(action) => Proposal::Splendor(action.into()),
        Action::Kids(action) => Proposal::Kids(action.into()),
    }
}

/// The action of a proposal that leaves nothing to the engine.
pub fn complete_by_itself(proposal: Proposal) -> Result<Action, Fault> {
    let action = match proposal {
        Proposal::Splendor(proposal) => splendor_action(proposal).map(Action::Splendor),
        Proposal::Kids(proposal) => kids_action(proposal).map(Action::Kids),
    };
    action.ok_or_else(|| Fault::Notation("the payment is missing: Position.action completes it".to_owned()))
}

fn splendor_action(proposal: splendor::action::Proposal) -> Option<splendor::action::Action> {
    use splendor::action::{Action, Proposal};
    match proposal {
        Proposal::Exact(action) => Some(action),
        Proposal::Buy { card, offer } => Some(Action::Buy { card, payment: payment(offer)? }),
        Proposal::Conquer(offer) => payment(offer).map(Action::Conquer),
    }
}

/// The payment of an offer that leaves nothing to the engine.
fn payment(offer: splendor::action::Offer) -> Option<splendor::action::Payment> {
    (offer.tokens.is_some() || offer.discard.is_some()).then(|| splendor::action::Payment {
        tokens: offer.tokens.unwrap_or_default(),
        virtual_gold: offer.virtual_gold.unwrap_or_default(),
        discard: offer.discard,
    })
}

fn kids_action(proposal: kids::action::Proposal) -> Option<kids::action::Action> {
    use kids::action::{Action, Payment, Proposal};
    match proposal {
        Proposal::Exact(action) => Some(action),
        Proposal::Move { route, offer } => {
            let payment = Payment { bag: offer.bag?, tiles: offer.tiles.unwrap_or_default() };
            Some(Action::Move { route, payment })
        }
    }
}
