//! The terms of a game in requests: the common part of creating a game, a challenge and a seek.

use std::collections::BTreeMap;

use serde::Deserialize;
use utoipa::ToSchema;

use super::clock::WantedClock;
use crate::extract::wording;
use crate::problems::problem::Fault;
use crate::{Code, Problem};
use lapidary_engine::deal::{Entropy, Seating};
use lapidary_engine::ruleset::{Ruleset, RulesetError};
use lapidary_model::game::{Terms, Visibility};

/// Defines a body with the terms of a game and further fields. Serde could flatten structs, but then it would
/// accept unknown fields.
macro_rules! body_with_terms {
    ($(#[$meta:meta])* $visibility:vis struct $name:ident {
        $($(#[$field_meta:meta])* $field:ident: $type:ty,)*
    }) => {
        #[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
        $(#[$meta])*
        #[serde(deny_unknown_fields)]
        $visibility struct $name {
            /// The id of a ruleset.
            #[schema(example = "splendor", max_length = 32)]
            ruleset: String,
            /// Modules of the ruleset, in any order.
            #[serde(default)]
            #[schema(example = json!([]), max_items = 16)]
            modules: Vec<String>,
            /// The number of seats.
            #[schema(minimum = 2, maximum = 4, example = 2)]
            seats: u8,
            /// The clock.
            #[serde(default)]
            clock: crate::games::clock::WantedClock,
            /// Options of the ruleset by name.
            #[serde(default)]
            #[schema(example = json!({}))]
            options: std::collections::BTreeMap<String, String>,
            /// The entropy that the creator contributes to the deal: up to 64 bytes in hexadecimal.
            #[schema(pattern = "^([0-9a-fA-F]{2}){0,64}$", example = "00112233445566778899aabbccddeeff")]
            entropy: Option<String>,
            $($(#[$field_meta])* $field: $type,)*
        }

        impl $name {
            /// Returns the terms of the game.
            fn terms(
                &self,
                visibility: lapidary_model::game::Visibility,
                seating: crate::games::terms::NewSeating,
            ) -> Result<lapidary_model::game::Terms, crate::Problem> {
                let ruleset = crate::games::terms::ruleset(&self.ruleset, &self.modules, &self.options)?;
                crate::games::terms::terms(ruleset, self.seats, self.clock, visibility, seating)
            }

            /// Returns the entropy that the caller contributes to the deal.
            fn entropy(&self) -> Result<Option<lapidary_engine::deal::Entropy>, crate::Problem> {
                self.entropy.as_deref().map(crate::games::terms::read_entropy).transpose()
            }
        }
    };
}

pub(crate) use body_with_terms;

/// How the seats are assigned.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum NewSeating {
    /// The deal assigns random seats.
    #[default]
    Random,
    /// Seats follow the order of joining.
    JoinOrder,
}

/// Returns the ruleset with these modules and options.
pub fn ruleset(id: &str, modules: &[String], options: &BTreeMap<String, String>) -> Result<Ruleset, Problem> {
    let fault = |pointer: String, detail: &str| Problem::validation(vec![Fault::at(pointer, detail)]);
    let options = options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    Ruleset::parse(id, modules.iter().map(String::as_str), options).map_err(|error| match error {
        RulesetError::UnknownRuleset => not_available("This ruleset is not offered."),
        RulesetError::Module(place) => {
            fault(format!("/modules/{place}"), "is not a module of this ruleset, or is named twice")
        }
        RulesetError::MysteriesOnShortBoard => {
            fault("/options/board".to_owned(), "must be full with the module mysteries")
        }
        RulesetError::Option(name) => fault(
            wording::child("/options", &name),
            "is not an option of this ruleset, or not one of its values",
        ),
    })
}

/// Returns the terms with these parts.
pub fn terms(
    ruleset: Ruleset,
    seats: u8,
    clock: WantedClock,
    visibility: Visibility,
    seating: NewSeating,
) -> Result<Terms, Problem> {
    let seats = ruleset
        .seat_count(seats)
        .ok_or_else(|| Problem::validation(vec![Fault::at("/seats", "must be 2, 3 or 4")]))?;
    let seating = match seating {
        NewSeating::Random => Seating::Random,
        NewSeating::JoinOrder => Seating::JoinOrder,
    };
    let clock = clock.into();
    Ok(Terms {
        ruleset,
        seats,
        visibility,
        seating,
        clock,
        delay: None,
        rated: false,
        ladder: false,
        tournament: None,
        season: None,
    })
}

/// Returns the refusal of a feature that this server does not offer.
pub fn not_available(detail: &'static str) -> Problem {
    Problem::new(Code::NotAvailable, detail)
}

/// Reads the entropy that a player contributes to the deal.
pub fn read_entropy(text: &str) -> Result<Entropy, Problem> {
    let bytes = hex::decode(text).ok().and_then(|bytes| Entropy::try_from(bytes).ok());
    bytes.ok_or_else(|| {
        Problem::validation(vec![Fault::at("/entropy", "must be up to 64 bytes in hexadecimal")])
    })
}
