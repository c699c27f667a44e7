//! A picture as SVG: its frame, its definitions and its pieces.

use maud::{Markup, PreEscaped, html};

use crate::piece::Piece;
use crate::theme::Palette;

/// The size of a picture, in its own units.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Extent {
    pub width: u16,
    pub height: u16,
}

/// A picture before it is written.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Scene {
    pub extent: Extent,
    /// What it shows, in a few words.
    pub title: String,
    /// What it shows, in more words.
    pub description: String,
    /// The language of its texts.
    pub language: &'static str,
    /// Its pieces, from the back to the front.
    pub pieces: Vec<Piece>,
}

/// Writes a picture: its title and description for screen readers, its definitions, then this content.
pub(crate) fn document(scene: &Scene, palette: &Palette, definitions: Markup, content: Markup) -> String {
    let Extent { width, height } = scene.extent;
    let markup = html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (width) " " (height) } width=(width)
            height=(height) role="img" aria-labelledby="title desc" lang=(scene.language)
            font-family="system-ui, sans-serif" {
            title id="title" { (scene.title) }
            desc id="desc" { (scene.description) }
            defs { (definitions) }
            rect id="ground" width=(width) height=(height) fill=(palette.ground) {}
            (content)
        }
    };
    markup.into_string()
}

impl Scene {
    /// The picture as SVG.
    pub fn still(&self, palette: &Palette, definitions: Markup) -> String {
        let mut content = String::with_capacity(1 << 15);
        for piece in &self.pieces {
            content.push_str(&piece.markup().0);
        }
        document(self, palette, definitions, PreEscaped(content))
    }
}
