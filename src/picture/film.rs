//! Many pictures of one game as shared parts: most pieces stay from one picture to the next.

use std::collections::HashMap;

use maud::PreEscaped;

use crate::draw::{definitions, scene};
use crate::svg::document;
use crate::table::Table;

/// Pictures of one game, with each shared part once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Film {
    /// The parts: pieces, and what is around them.
    pub parts: Vec<String>,
    /// The pictures in order, as numbers of parts. Concatenate the parts to get a picture.
    pub pictures: Vec<Vec<u32>>,
}

impl Film {
    /// Draws these tables.
    pub fn of<'a>(tables: impl IntoIterator<Item = Table<'a>>) -> Film {
        let mut shared = PartList::default();
        let pictures = tables.into_iter().map(|table| shared.picture(&table)).collect();
        Film { parts: shared.parts, pictures }
    }
}

/// The parts so far.
#[derive(Default)]
struct PartList {
    parts: Vec<String>,
    numbers: HashMap<String, u32>,
}

impl PartList {
    fn picture(&mut self, table: &Table<'_>) -> Vec<u32> {
        let (palette, scene) = (table.theme.palette(), scene(table));
        let frame = document(&scene, palette, definitions(table.view, palette), PreEscaped(String::new()));
        // From picture to picture, only the description of the frame changes.
        let (begin, rest) = frame.split_at(frame.find("<desc").unwrap_or(0));
        let (description, rest) = rest.split_at(rest.find("<defs").unwrap_or(0));
        let (ground, end) = rest.split_at(rest.rfind("</svg").unwrap_or(rest.len()));
        let pieces = scene.pieces.iter().map(|piece| piece.markup().into_string());
        let before = [begin, description, ground].map(str::to_owned).into_iter();
        before.chain(pieces).chain([end.to_owned()]).map(|part| self.number(part)).collect()
    }

    /// The number of a part.
    fn number(&mut self, part: String) -> u32 {
        if let Some(number) = self.numbers.get(&part) {
            return *number;
        }
        let number = self.parts.len() as u32;
        self.parts.push(part.clone());
        self.numbers.insert(part, number);
        number
    }
}
