//! Responses about games in JSON, as they were sent last, so that the next reader of the same gets the same bytes.
//!
//! Each is kept for one seat, or for those without a seat, and is sent again only if the stored game is the same. It knows
//! nothing of games: the [mark](SightMark) of what a viewer sees decides.

use actix_web::http::header::EntityTag;
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use crate::api::http::tag::{self, PRIVATE, tag_of};
use crate::engine::seat::Seat;
use crate::model::game::GameId;
use crate::service::games::{Sight, SightMark};

/// The memory for bodies, in bytes.
const BYTES_MAX: u64 = 32 * 1024 * 1024;
/// The usual size of a body, in bytes.
const BYTES_USUAL: u64 = 3 * 1024;
/// The memory of a body besides its own bytes, roughly.
const BYTES_BESIDE: u64 = 256;
/// The media type of all bodies.
const JSON: &str = "application/json";

/// What a body shows of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Part {
    /// The view.
    View,
    /// The view with the legal actions of the viewer's seat.
    ViewAndActions,
    /// The legal actions, each purchase with its canonical payment.
    Actions,
}

/// A body with its tag.
#[derive(Debug, Clone)]
pub struct Body {
    bytes: Bytes,
    tag: EntityTag,
}

impl Body {
    /// Returns a body with these bytes.
    pub fn new(json: Vec<u8>) -> Body {
        Body { tag: tag_of(&json), bytes: json.into() }
    }

    /// Returns the response with its tag, or 304 if the client already has it; private to this caller.
    pub fn tagged(self, request: &HttpRequest) -> HttpResponse {
        tag::answer(request, self.tag, PRIVATE, JSON, self.bytes)
    }

    /// Returns the response without a tag.
    pub fn plain(self) -> HttpResponse {
        HttpResponse::Ok().content_type(JSON).body(self.bytes)
    }
}

/// The place of a body. Of each game a seat has one body of each part.
type Place = (GameId, Option<Seat>, Part);

/// Counts the memory of the bodies.
#[derive(Clone)]
struct Size;

impl Weighter<Place, (SightMark, Body)> for Size {
    fn weight(&self, _: &Place, (_, body): &(SightMark, Body)) -> u64 {
        body.bytes.len() as u64 + BYTES_BESIDE
    }
}

/// The bodies that were sent last.
pub struct Bodies(Cache<Place, (SightMark, Body), Size>);

impl Default for Bodies {
    fn default() -> Self {
        let bodies_usual = (BYTES_MAX / (BYTES_USUAL + BYTES_BESIDE)) as usize;
        Bodies(Cache::with_weighter(bodies_usual, BYTES_MAX, Size))
    }
}

impl Bodies {
    /// Returns the body that shows this part of what is seen, if it was sent before.
    pub fn get(&self, sight: &Sight, part: Part) -> Option<Body> {
        let mark = sight.mark()?;
        self.0.get(&(mark.game, mark.seat, part)).filter(|(of, _)| *of == mark).map(|(_, body)| body)
    }

    /// Returns a body that shows this part of what is seen, and keeps it if that can be recognized later.
    pub fn keep(&self, sight: &Sight, part: Part, json: Vec<u8>) -> Body {
        let body = Body::new(json);
        if let Some(mark) = sight.mark() {
            self.0.insert((mark.game, mark.seat, part), (mark, body.clone()));
        }
        body
    }
}
