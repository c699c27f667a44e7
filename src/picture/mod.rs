//! Pictures of positions: one viewer's view of a game, as SVG. Pure: a view goes in, and a text comes out.
//!
//! This package does not know secrets: a view contains nothing that its viewer may not see. It does not know
//! who asks, or how a picture is sent. The drawings are our own and use no artwork of the publisher. Each
//! color has its own cut, so that gems are clear without color.

mod animation;
mod arrangement;
mod avatar;
mod card;
mod curve;
mod draw;
mod film;
mod gems;
mod header;
mod kids;
mod language;
mod map;
mod number;
mod piece;
#[cfg(feature = "png")]
mod png;
mod seats;
mod splendor;
mod svg;
mod table;
mod text;
mod theme;
mod translations;
mod waiting;

pub use animation::{STEPS_MAX, animate};
pub use arrangement::Arrangement;
pub use avatar::{AVATARS, avatar};
pub use curve::{Curve, CurvePoint, draw_curve};
pub use draw::draw;
pub use film::Film;
pub use gems::{Look, looks};
pub use language::Language;
pub use map::{BoardMaps, MapFault, Point, SideMap};
#[cfg(feature = "png")]
pub use png::{PngError, Rasterizer};
pub use table::{Last, Table};
pub use theme::Theme;
pub use translations::{Translations, translations};
pub use waiting::{WaitingTable, draw_waiting};
