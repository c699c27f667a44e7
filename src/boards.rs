//! The boards of Splendor Kids. They are read from JSON, either the built-in file or the operator's, and
//! checked before the server starts.
//!
//! This module knows the format of the file; the engine decides whether a board is valid.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use lapidary_engine::kids::sides::{BoardError, RouteDraft, SideDraft, Sides};

/// The built-in boards.
const OUR_BOARDS: &str = include_str!("../data/kids_boards.json");

/// Why a file does not contain usable boards.
#[derive(Debug, thiserror::Error)]
pub enum BoardsError {
    /// The file cannot be read.
    #[error("cannot read the board file {path}: {cause}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The error from the system.
        cause: std::io::Error,
    },
    /// The text does not have the documented format.
    #[error("the board file does not have the documented format at {at}: {cause}")]
    WrongForm {
        /// The path inside the document.
        at: String,
        /// What is wrong there.
        cause: serde_json::Error,
    },
    /// The boards break a rule.
    #[error("the boards in the board file are not valid: {0}")]
    Unsound(#[from] BoardError),
}

/// A board file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BoardFile {
    /// Free text for readers.
    #[serde(default, rename = "about")]
    _about: serde::de::IgnoredAny,
    /// The results of a simulation, for readers.
    #[serde(default, rename = "measured")]
    _measured: serde::de::IgnoredAny,
    sides: Vec<SideText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SideText {
    id: String,
    /// The size of its drawing.
    #[serde(default)]
    size: Option<SizeText>,
    /// Where its places lie in the drawing.
    #[serde(default)]
    coordinates: BTreeMap<String, PointText>,
    #[serde(default)]
    entries: Vec<String>,
    places: Vec<String>,
    routes: Vec<RouteDraft>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SizeText {
    width: f32,
    height: f32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PointText {
    x: f32,
    y: f32,
}

impl From<SideText> for SideDraft {
    fn from(text: SideText) -> SideDraft {
        let SideText { id, entries, places, routes, .. } = text;
        SideDraft { id, entries, places, routes }
    }
}

/// Parses boards from this text. Fails when the text does not have the documented format, or a board is not
/// valid; the error names the location.
pub fn parse(text: &str) -> Result<Sides, BoardsError> {
    parse_mapped(text).map(|(sides, _)| sides)
}

/// Where a side has its places, as written in a board file, not yet checked.
pub struct MapDraft {
    /// The name of the side.
    pub side: String,
    /// The names of its places.
    pub places: Vec<String>,
    /// The width and the height of its drawing; none if the file does not say it.
    pub size: Option<(f32, f32)>,
    /// The places with coordinates: from the left and from the top.
    pub coordinates: Vec<(String, (f32, f32))>,
}

impl MapDraft {
    fn of(side: &SideText) -> MapDraft {
        let point = |(name, point): (&String, &PointText)| (name.clone(), (point.x, point.y));
        MapDraft {
            side: side.id.clone(),
            places: side.places.clone(),
            size: side.size.as_ref().map(|size| (size.width, size.height)),
            coordinates: side.coordinates.iter().map(point).collect(),
        }
    }
}

/// Boards, and where their sides have their places.
pub type Boards = (Sides, Vec<MapDraft>);

/// Parses boards from this text, with the coordinates of their places.
pub fn parse_mapped(text: &str) -> Result<Boards, BoardsError> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let wrong_form = |at: String, cause| BoardsError::WrongForm { at, cause };
    let file: BoardFile = serde_path_to_error::deserialize(&mut reader)
        .map_err(|error| wrong_form(error.path().to_string(), error.into_inner()))?;
    reader.end().map_err(|cause| wrong_form("its end".to_owned(), cause))?;
    let maps = file.sides.iter().map(MapDraft::of).collect();
    let drafts: Vec<SideDraft> = file.sides.into_iter().map(SideDraft::from).collect();
    Ok((Sides::new(&drafts)?, maps))
}

/// The boards of the operator's file, or the built-in ones if there is no file. Fails when the file cannot be
/// read or does not contain valid boards.
pub fn load(file: Option<&Path>) -> Result<Sides, BoardsError> {
    load_mapped(file).map(|(sides, _)| sides)
}

/// The same, with the coordinates of their places.
pub fn load_mapped(file: Option<&Path>) -> Result<Boards, BoardsError> {
    match file {
        None => parse_mapped(OUR_BOARDS),
        Some(path) => {
            let text = std::fs::read_to_string(path)
                .map_err(|cause| BoardsError::Unreadable { path: path.to_owned(), cause })?;
            parse_mapped(&text)
        }
    }
}
