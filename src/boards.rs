//! The boards of Splendor Kids: read from a file in JSON, ours or the operator's, and judged before the server starts.
//!
//! It knows the form of the file; what makes a board sound is the engine's to say.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::engine::kids::sides::{BoardError, RouteDraft, SideDraft, Sides};

/// The boards that every server has: our own.
const OUR_BOARDS: &str = include_str!("../data/kids_boards.json");

/// Why a file holds no boards.
#[derive(Debug, thiserror::Error)]
pub enum BoardsError {
    /// The file cannot be read.
    #[error("cannot read the board file {path}: {cause}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        cause: std::io::Error,
    },
    /// The text is not of the documented form.
    #[error("the board file is not of the documented form at {at}: {cause}")]
    WrongForm {
        /// The path inside the document.
        at: String,
        /// What is wrong there.
        cause: serde_json::Error,
    },
    /// The boards break a rule.
    #[error("the board file cannot be played on: {0}")]
    Unsound(#[from] BoardError),
}

/// A board file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BoardFile {
    /// Free text for people.
    #[serde(default, rename = "about")]
    _about: serde::de::IgnoredAny,
    /// What a simulation measured, for people.
    #[serde(default, rename = "measured")]
    _measured: serde::de::IgnoredAny,
    sides: Vec<SideText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SideText {
    id: String,
    #[serde(default)]
    entries: Vec<String>,
    places: Vec<String>,
    routes: Vec<RouteText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RouteText {
    id: String,
    from: String,
    to: String,
    cost: BTreeMap<String, i64>,
}

impl From<SideText> for SideDraft {
    fn from(text: SideText) -> SideDraft {
        let routes = text.routes.into_iter().map(RouteDraft::from).collect();
        SideDraft { id: text.id, entries: text.entries, places: text.places, routes }
    }
}

impl From<RouteText> for RouteDraft {
    fn from(text: RouteText) -> RouteDraft {
        RouteDraft { id: text.id, from: text.from, to: text.to, cost: text.cost.into_iter().collect() }
    }
}

/// The boards that this text describes.
///
/// # Errors
///
/// When the text is not of the documented form, or a board could not be played on; the error names the place.
pub fn parse(text: &str) -> Result<Sides, BoardsError> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let wrong_form = |at: String, cause| BoardsError::WrongForm { at, cause };
    let file: BoardFile = serde_path_to_error::deserialize(&mut reader)
        .map_err(|error| wrong_form(error.path().to_string(), error.into_inner()))?;
    reader.end().map_err(|cause| wrong_form("its end".to_owned(), cause))?;
    let drafts: Vec<SideDraft> = file.sides.into_iter().map(SideDraft::from).collect();
    Ok(Sides::new(&drafts)?)
}

/// The boards of the operator's file, or ours if there is none.
///
/// # Errors
///
/// When the file cannot be read or holds no sound boards.
pub fn load(file: Option<&Path>) -> Result<Sides, BoardsError> {
    match file {
        None => parse(OUR_BOARDS),
        Some(path) => {
            let text = std::fs::read_to_string(path)
                .map_err(|cause| BoardsError::Unreadable { path: path.to_owned(), cause })?;
            parse(&text)
        }
    }
}
