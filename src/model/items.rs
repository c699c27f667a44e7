//! The items of the lists in bodies, with their bounds. A field names one of these types in its schema, and
//! keeps its own description in the document.

use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaFormat, Type};
use utoipa::{PartialSchema, ToSchema};

use super::series::PLACE_POINTS_MAX;
use super::tournaments::settings::ENTRIES_MAX;

/// The format of texts that people show to others.
pub const TEXT: &str = "text";
/// The maximum number of characters of a paragraph.
const PARAGRAPH_CHARS_MAX: usize = 400;
/// The maximum number of characters of a time.
const TIME_CHARS_MAX: usize = 40;
/// The maximum of measured numbers of a seat.
const MEASURE_MAX: usize = 255;
/// The maximum number of points for a place at a table.
const TABLE_POINTS_MAX: usize = 100;

/// Declares types that only schemas use.
macro_rules! items {
    ($($(#[$doc:meta])* $visibility:vis enum $name:ident = $schema:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Debug)]
        $visibility enum $name {}

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                RefOr::T(Schema::Object($schema.build()))
            }
        }

        impl ToSchema for $name {}
    )*};
}

items! {
    /// The name of a player.
    pub enum PlayerName = string().min_length(Some(3)).max_length(Some(20));
    /// A paragraph of what people show to others: one line.
    pub enum Paragraph = string()
        .format(Some(SchemaFormat::Custom(TEXT.to_owned())))
        .min_length(Some(1))
        .max_length(Some(PARAGRAPH_CHARS_MAX));
    /// A time (RFC 3339).
    pub enum Time = string()
        .pattern(Some("^[^\\x00]*$"))
        .max_length(Some(TIME_CHARS_MAX))
        .examples(["2027-01-10T18:00:00Z"]);
    /// The place of a seat at a table, from 1.
    pub enum TablePlace = number(1, 4);
    /// What is measured of a seat, such as its prestige.
    pub enum Measure = number(0, MEASURE_MAX);
    /// A seat, from 0.
    pub enum SeatIndex = number(0, 3);
    /// The number of an entry of a tournament.
    pub enum EntryNumber = number(1, ENTRIES_MAX.into());
    /// The number of a round.
    pub enum RoundIndex = number(1, 50);
    /// The points for a place at a table.
    pub enum TablePoints = number(0, TABLE_POINTS_MAX);
    /// The points for a place in an event of a series.
    pub enum EventPoints = number(0, PLACE_POINTS_MAX as usize);
}

fn string() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String)
}

fn number(min: usize, max: usize) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(min)).maximum(Some(max))
}
