//! The pieces of a picture. Each has an id and a place, so that a front end can make it clickable and move
//! it, and an animation knows what moves. It does not know the meaning of the pieces.

use maud::{Markup, PreEscaped, html};

use crate::number::Number;

/// The position and size of a piece, in units of the picture.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct At {
    /// From the left.
    pub x: f32,
    /// From the top.
    pub y: f32,
    /// The factor by which its drawing is scaled.
    pub scale: f32,
}

impl At {
    /// A place at the size of the drawing.
    pub const fn new(x: f32, y: f32) -> At {
        At { x, y, scale: 1.0 }
    }

    /// The same place, scaled.
    pub const fn scaled(self, scale: f32) -> At {
        At { scale, ..self }
    }

    /// The transformation that brings a drawing here.
    pub fn transform(self) -> String {
        let mut text = String::with_capacity(32);
        text.push_str("translate(");
        Number(self.x).write(&mut text);
        text.push(' ');
        Number(self.y).write(&mut text);
        text.push(')');
        if self.scale != 1.0 {
            text.push_str(" scale(");
            Number(self.scale).write(&mut text);
            text.push(')');
        }
        text
    }
}

/// A piece of a picture.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Piece {
    /// Its id, unique in the picture.
    pub id: String,
    /// What kind of piece it is.
    pub class: &'static str,
    /// Where it is.
    pub at: At,
    /// What it is, in words.
    pub title: Option<String>,
    /// What a front end needs to know of it.
    pub data: Data,
    /// Its drawing, with its top left corner at the origin.
    pub body: String,
}

/// The data of a piece for a front end.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Data {
    /// The place of the market where a card lies.
    pub slot: Option<String>,
    /// The seat it belongs to.
    pub seat: Option<u8>,
    /// How many there are.
    pub count: Option<u8>,
    /// Whether the last action concerned it.
    pub last: bool,
}

impl Piece {
    /// A piece with this drawing.
    pub fn new(id: impl Into<String>, class: &'static str, at: At, body: Markup) -> Piece {
        Piece { id: id.into(), class, at, title: None, data: Data::default(), body: body.into_string() }
    }

    /// The piece, with what it is in words.
    pub fn titled(self, title: String) -> Piece {
        Piece { title: Some(title), ..self }
    }

    /// The piece, as one of this seat.
    pub fn of_seat(self, seat: u8) -> Piece {
        Piece { data: Data { seat: Some(seat), ..self.data }, ..self }
    }

    /// The piece, as one of so many.
    pub fn counted(self, count: u8) -> Piece {
        Piece { data: Data { count: Some(count), ..self.data }, ..self }
    }

    /// The piece, as one that the last action concerned.
    pub fn marked(self, last: bool) -> Piece {
        Piece { data: Data { last, ..self.data }, ..self }
    }

    /// The piece as markup.
    pub fn markup(&self) -> Markup {
        html! {
            g id=(self.id) class=(self.class) transform=(self.at.transform())
                data-slot=[self.data.slot.as_deref()] data-seat=[self.data.seat] data-count=[self.data.count]
                data-last=[self.data.last.then_some("true")] {
                @if let Some(title) = &self.title { title { (title) } }
                (PreEscaped(&self.body))
            }
        }
    }
}
