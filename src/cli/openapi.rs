//! `lapidary openapi`: prints the contract, without a database or a server.

use std::error::Error;
use std::io::{self, Write};

use lapidary_api::document::contract;

/// Prints the OpenAPI document as indented JSON.
pub fn run() -> Result<(), Box<dyn Error + Send + Sync>> {
    let document = contract().document();
    Ok(writeln!(io::stdout(), "{}", serde_json::to_string_pretty(document)?)?)
}
