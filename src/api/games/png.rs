//! Pictures as PNG: whose turn it is to draw, and the last ones, which are kept.
//!
//! Drawing needs a processor, and happens beside the threads for requests.

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

/// The maximum number of PNG pictures drawn at the same time; others wait. Each uses a processor for a good
/// part of a tenth of a second.
const AT_ONCE: usize = 1;
/// The maximum time that a visitor waits for a turn.
const WAIT_MAX: Duration = Duration::from_secs(20);
/// The memory for pictures as PNG, in bytes.
const BYTES_MAX: u64 = 16 * 1024 * 1024;
/// The usual size of a picture as PNG, in bytes.
const BYTES_USUAL: u64 = 128 * 1024;

/// Who may draw a picture as PNG, and what was drawn.
pub struct Pngs {
    turns: FairQueue<Party<Option<PlayerId>>>,
    /// The pictures by the tags of their drawings.
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
    /// Returns the drawing with this tag as PNG.
    pub(super) async fn of(&self, visitor: &Visitor, tag: &EntityTag, svg: String) -> Result<Bytes, Problem> {
        if let Some(png) = self.kept.get(tag.tag()) {
            return Ok(png);
        }
        let turn = self.turns.take(visitor.parties()).await?;
        // The visitor before may have wanted the same picture.
        if let Some(png) = self.kept.get(tag.tag()) {
            return Ok(png);
        }
        let png = Bytes::from(drawing::rasterized(svg, turn).await?);
        self.kept.insert(tag.tag().to_owned(), png.clone());
        Ok(png)
    }
}

/// Pictures as PNG, in a server with this feature.
#[cfg(feature = "png")]
mod drawing {
    use std::sync::OnceLock;

    use tokio::task::spawn_blocking;

    use crate::Problem;
    use crate::games::terms::not_available;
    use lapidary_model::fair_queue::Permit;
    use lapidary_picture::{PngError, Rasterizer};

    /// The width of a picture in pixels, as expected by previews of links.
    const WIDTH: u32 = 1200;

    /// Returns the picture as PNG.
    pub async fn rasterized(svg: String, turn: Permit) -> Result<Vec<u8>, Problem> {
        static RASTERIZER: OnceLock<Result<Rasterizer, PngError>> = OnceLock::new();
        let drawing = spawn_blocking(move || {
            // The turn lasts until the picture is drawn, even if its client has left.
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

/// Pictures as PNG, in a server without this feature.
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
