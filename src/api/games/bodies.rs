//! The last responses about games in JSON, so that the next reader of the same gets the same bytes.
//!
//! Each belongs to one seat, or to those without a seat, and is used again only for the same stored game.
//! This module does not know games: the [mark](SightMark) of a view decides.

use std::hash::Hash;

use actix_web::http::header::EntityTag;
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use crate::http::tag::{self, PRIVATE, tag_of};
use lapidary_engine::seat::Seat;
use lapidary_model::game::GameId;
use lapidary_service::games::SightMark;

/// The memory for bodies of current versions, in bytes.
const BYTES_MAX: u64 = 32 * 1024 * 1024;
/// The usual size of such a body, in bytes.
const BYTES_USUAL: u64 = 3 * 1024;
/// The approximate memory of a body besides its bytes.
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
    /// How long caches may keep it.
    lifetime: &'static str,
}

impl Body {
    /// Returns a body with these bytes, private to this caller.
    pub fn new(json: Vec<u8>) -> Body {
        Body { tag: tag_of(&json), bytes: json.into(), lifetime: PRIVATE }
    }

    /// Changes how long caches may keep the body.
    pub fn lasting(self, lifetime: &'static str) -> Body {
        Body { lifetime, ..self }
    }

    /// Returns the response with its tag, or 304 if the client already has it.
    pub fn tagged(self, request: &HttpRequest) -> HttpResponse {
        tag::answer(request, self.tag, self.lifetime, JSON, self.bytes)
    }

    /// Returns the response without a tag.
    pub fn plain(self) -> HttpResponse {
        HttpResponse::Ok().content_type(JSON).body(self.bytes)
    }
}

/// The key of a body. For each game, a seat has one body of each part.
type BodyKey<P> = (GameId, Option<Seat>, P);

/// Counts the memory of the bodies.
#[derive(Clone)]
struct BodySize;

impl<P> Weighter<BodyKey<P>, (SightMark, Body)> for BodySize {
    fn weight(&self, _: &BodyKey<P>, (_, body): &(SightMark, Body)) -> u64 {
        body.bytes.len() as u64 + BYTES_BESIDE
    }
}

/// The bodies that were sent last, each of a part of a game.
pub struct Bodies<P = Part>(Cache<BodyKey<P>, (SightMark, Body), BodySize>);

impl Default for Bodies {
    fn default() -> Self {
        Bodies::with_bytes(BYTES_MAX, BYTES_USUAL)
    }
}

impl<P: Eq + Hash + Clone> Bodies<P> {
    /// Returns a memory of at most this many bytes, for bodies of this usual size.
    pub fn with_bytes(bytes_max: u64, bytes_usual: u64) -> Bodies<P> {
        let bodies_usual = (bytes_max / (bytes_usual + BYTES_BESIDE)) as usize;
        Bodies(Cache::with_weighter(bodies_usual, bytes_max, BodySize))
    }

    /// Returns the last body of this part with this mark, if there is one.
    pub fn get(&self, mark: Option<SightMark>, part: P) -> Option<Body> {
        let mark = mark?;
        self.0.get(&(mark.game, mark.seat, part)).filter(|(of, _)| *of == mark).map(|(_, body)| body)
    }

    /// Returns this body of a part of a view. Keeps it if there is a mark that identifies the view.
    pub fn keep(&self, mark: Option<SightMark>, part: P, body: Body) -> Body {
        if let Some(mark) = mark {
            self.0.insert((mark.game, mark.seat, part), (mark, body.clone()));
        }
        body
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use uuid::Uuid;

    use super::*;
    use lapidary_model::stamp::{Stamp, Writer};

    /// The mark of a game after this transaction, for viewers without a seat.
    fn mark(game: u128, writer: u32) -> SightMark {
        let stamp = Stamp { game: Writer(writer), updated_at: DateTime::UNIX_EPOCH, clocks: None };
        SightMark { game: GameId(Uuid::from_u128(game)), seat: None, stamp, usernames: 0, names: 0 }
    }

    #[test]
    fn a_body_is_found_by_its_mark_and_part_alone() {
        let bodies = Bodies::default();
        bodies.keep(Some(mark(1, 1)), Part::View, Body::new(b"{}".to_vec()));
        bodies.keep(None, Part::Actions, Body::new(b"{}".to_vec()));
        assert!(bodies.get(Some(mark(1, 1)), Part::View).is_some_and(|body| body.bytes == "{}"));
        assert!(bodies.get(Some(mark(1, 1)), Part::Actions).is_none());
        assert!(bodies.get(None, Part::Actions).is_none());
        let others = [
            mark(2, 1),
            mark(1, 2),
            SightMark { seat: Seat::new(0), ..mark(1, 1) },
            SightMark { usernames: 1, ..mark(1, 1) },
            SightMark { names: 1, ..mark(1, 1) },
        ];
        for other in others {
            assert!(bodies.get(Some(other), Part::View).is_none(), "{other:?}");
        }
        bodies.keep(Some(mark(1, 2)), Part::View, Body::new(b"[]".to_vec()));
        assert!(bodies.get(Some(mark(1, 1)), Part::View).is_none(), "each seat has one body");
    }

    #[test]
    fn bodies_take_only_so_many_bytes() {
        const BYTES: u64 = 64 * (BYTES_USUAL + BYTES_BESIDE);
        let bodies = Bodies::with_bytes(BYTES, BYTES_USUAL);
        let kept = |bodies: &Bodies, games| {
            (0..games).filter(|game| bodies.get(Some(mark(*game, 1)), Part::View).is_some()).count() as u64
        };
        for game in 0..1_000 {
            bodies.keep(Some(mark(game, 1)), Part::View, Body::new(vec![b' '; BYTES_USUAL as usize]));
            assert!(bodies.0.weight() <= BYTES, "{} bytes after {game} games", bodies.0.weight());
        }
        assert!((32..=64).contains(&kept(&bodies, 1_000)), "{} bodies are kept", kept(&bodies, 1_000));
        bodies.keep(Some(mark(1_000, 1)), Part::View, Body::new(vec![b' '; BYTES as usize]));
        assert!(bodies.0.weight() <= BYTES, "a body that is too long is sent, but not kept");
    }
}
