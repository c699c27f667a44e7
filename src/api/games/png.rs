//! Pictures as PNG: who may draw one now, and the last ones, which are kept.
//!
//! Drawing is work for one processor, done beside the threads that answer requests.

use std::time::Duration;

use actix_web::http::header::EntityTag;
use actix_web::web::Bytes;
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use crate::Problem;
use lapidary_model::auth::network::Party;
use lapidary_model::auth::{PlayerId, Visitor};
use lapidary_model::counters::Limit;
use lapidary_model::fair_queue::FairQueue;

/// The maximum number of pictures that are drawn as PNG at the same time; others wait. Each takes a processor
/// for a good part of a tenth of a second.
const AT_ONCE: usize = 1;
/// The maximum time that a visitor waits for their turn.
const WAIT_MAX: Duration = Duration::from_secs(20);
/// The memory for pictures as PNG, in bytes.
const BYTES_MAX: u64 = 16 * 1024 * 1024;
/// The usual size of a picture as PNG, in bytes.
const BYTES_USUAL: u64 = 128 * 1024;

/// Who may draw a picture as PNG, and what was drawn.
pub struct Pngs {
    turns: FairQueue<Party<Option<PlayerId>>>,
    /// By the tags of the drawings that they show.
    kept: Cache<String, Bytes, PngSize>,
}

/// Counts the memory of pictures.
#[derive(Clone)]
struct PngSize;

impl Weighter<String, Bytes> for PngSize {
    fn weight(&self, tag: &String, png: &Bytes) -> u64 {
        (tag.len() + png.len()) as u64
    }
}

impl Default for Pngs {
    fn default() -> Self {
        Pngs {
            turns: FairQueue::new(Limit::QueuedPngs, AT_ONCE, WAIT_MAX),
            kept: Cache::with_weighter((BYTES_MAX / BYTES_USUAL) as usize, BYTES_MAX, PngSize),
        }
    }
}

impl Pngs {
    /// Returns a drawing as PNG, which this tag identifies.
    pub(super) async fn of(&self, visitor: &Visitor, tag: &EntityTag, svg: String) -> Result<Bytes, Problem> {
        if let Some(png) = self.kept.get(tag.tag()) {
            return Ok(png);
        }
        let turn = self.turns.take(visitor.parties()).await?;
        // Whoever had the turn before may have wanted the same.
        if let Some(png) = self.kept.get(tag.tag()) {
            return Ok(png);
        }
        let png = Bytes::from(drawing::rasterized(svg, turn).await?);
        self.kept.insert(tag.tag().to_owned(), png.clone());
        Ok(png)
    }
}

/// Pictures as PNG, in a server that was built with them.
#[cfg(feature = "png")]
mod drawing {
    use std::sync::OnceLock;

    use tokio::task::spawn_blocking;

    use crate::Problem;
    use crate::games::terms::not_available;
    use lapidary_model::fair_queue::Permit;
    use lapidary_picture::{PngError, Rasterizer};

    /// The width of a picture, in pixels: what previews of links expect.
    const WIDTH: u32 = 1200;

    /// Returns the picture as PNG.
    pub async fn rasterized(svg: String, turn: Permit) -> Result<Vec<u8>, Problem> {
        static RASTERIZER: OnceLock<Result<Rasterizer, PngError>> = OnceLock::new();
        let drawing = spawn_blocking(move || {
            // The turn lasts until the picture is drawn, even if its client is gone.
            let _turn = turn;
            let rasterizer = RASTERIZER.get_or_init(Rasterizer::new).as_ref();
            rasterizer.map(|rasterizer| rasterizer.draw(&svg, WIDTH))
        });
        match drawing.await.map_err(Problem::internal)? {
            Ok(png) => png.map_err(Problem::internal),
            Err(_) => Err(not_available("This server draws no PNG, because its system has no fonts.")),
        }
    }
}

/// Pictures as PNG, in a server that was built without them.
#[cfg(not(feature = "png"))]
mod drawing {
    use crate::Problem;
    use crate::games::terms::not_available;
    use lapidary_model::fair_queue::Permit;

    /// Refuses the picture.
    pub async fn rasterized(_: String, _: Permit) -> Result<Vec<u8>, Problem> {
        Err(not_available("This server was built without PNG: use `board.svg`."))
    }
}
