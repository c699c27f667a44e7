//! The files of the page, of the element and of the drawing, under `/assets/`.
//!
//! Each file has two addresses: a permanent one with the digest of its content, and its name alone, for pages
//! of other origins.

use std::io::Read;
use std::sync::{LazyLock, OnceLock};

use actix_web::http::StatusCode;
use actix_web::http::header::{self, ContentEncoding};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, web};
use flate2::Compression;
use flate2::bufread::GzEncoder;
use sha2::{Digest, Sha256};

use crate::Problem;
use crate::http::accept::accepts_gzip;
use crate::http::tag;

/// The number of bytes of the digest in an address.
const DIGEST_BYTES: usize = 8;
/// For addresses with the digest of the content.
const FOREVER: &str = "public, max-age=31536000, immutable";

/// A file of the page.
pub struct File {
    name: &'static str,
    media_type: &'static str,
    /// The permissions of the file if a browser runs it as a worker.
    policy: Option<&'static str>,
    content: &'static [u8],
}

/// The worker draws with WebAssembly and loads only its module.
const DRAWING_POLICY: &str = "default-src 'none'; script-src 'wasm-unsafe-eval'; connect-src 'self'";

/// The worker that shows messages loads nothing.
const ALERTS_POLICY: &str = "default-src 'none'";

const SCRIPT: &str = "text/javascript; charset=utf-8";

/// Embeds files of `web/dist/` with their media types and policies.
macro_rules! embedded {
    ($(($name:literal, $media_type:expr, $policy:expr),)*) => {
        [$(File {
            name: $name,
            media_type: $media_type,
            policy: $policy,
            content: include_bytes!(concat!("../../../web/dist/", $name)),
        }),*]
    };
}

/// The built files of the page and the element.
const FILES: [File; 18] = embedded![
    ("lapidary-game.js", SCRIPT, None),
    ("start.js", SCRIPT, None),
    ("page.js", SCRIPT, None),
    ("events.js", SCRIPT, None),
    ("shared.js", SCRIPT, None),
    ("page.css", "text/css; charset=utf-8", None),
    ("icon.svg", "image/svg+xml", None),
    ("de.json", "application/json", None),
    ("fr.json", "application/json", None),
    ("es.json", "application/json", None),
    ("de-later.json", "application/json", None),
    ("fr-later.json", "application/json", None),
    ("es-later.json", "application/json", None),
    ("drawing.js", SCRIPT, Some(DRAWING_POLICY)),
    ("alerts.js", SCRIPT, Some(ALERTS_POLICY)),
    ("drawing.wasm", "application/wasm", None),
    ("title.woff2", "font/woff2", None),
    ("licenses.txt", "text/plain; charset=utf-8", None),
];

/// The digest of each file, in the order of [`FILES`].
static DIGESTS: LazyLock<[String; FILES.len()]> =
    LazyLock::new(|| FILES.map(|file| hex::encode(&Sha256::digest(file.content)[..DIGEST_BYTES])));

/// The files in gzip, each since its first request. They are packed once with the best compression. Other
/// responses are packed fast.
static PACKED: [OnceLock<Bytes>; FILES.len()] = [const { OnceLock::new() }; FILES.len()];

/// Returns the address of a file that changes with its content.
pub fn address_of(name: &str) -> String {
    let place = FILES.iter().position(|file| file.name == name);
    let digest = place.and_then(|place| DIGESTS.get(place)).map_or("", String::as_str);
    format!("/assets/{digest}/{name}")
}

/// Serves a file by its name. The next version of the server may change it, so clients ask again.
pub async fn current(request: HttpRequest, name: web::Path<String>) -> Result<HttpResponse, Problem> {
    let place = FILES.iter().position(|file| file.name == *name).ok_or_else(Problem::not_found)?;
    sent(&request, place, tag::ASK_AGAIN)
}

/// Serves a file by the digest of its content and its name.
pub async fn fixed(request: HttpRequest, path: web::Path<(String, String)>) -> Result<HttpResponse, Problem> {
    let (digest, name) = path.into_inner();
    let mut files = FILES.iter().zip(DIGESTS.iter());
    let place = files.position(|(file, known)| file.name == name && *known == digest);
    sent(&request, place.ok_or_else(Problem::not_found)?, FOREVER)
}

fn sent(request: &HttpRequest, place: usize, lifetime: &'static str) -> Result<HttpResponse, Problem> {
    let file = FILES.get(place).ok_or_else(Problem::not_found)?;
    let is_packed = accepts_gzip(request);
    let content = if is_packed { packed(place, file)? } else { Bytes::from_static(file.content) };
    let tag = tag::tag_of(file.content);
    let mut response = tag::answer(request, tag, lifetime, file.media_type, content);
    let headers = response.headers_mut();
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, header::HeaderValue::from_static("nosniff"));
    if let Some(policy) = file.policy {
        headers.insert(header::CONTENT_SECURITY_POLICY, header::HeaderValue::from_static(policy));
    }
    if is_packed && response.status() == StatusCode::OK {
        response.headers_mut().insert(header::CONTENT_ENCODING, ContentEncoding::Gzip.to_header_value());
    }
    Ok(response)
}

fn packed(place: usize, file: &File) -> Result<Bytes, Problem> {
    let kept = PACKED.get(place).ok_or_else(Problem::not_found)?;
    if let Some(packed) = kept.get() {
        return Ok(packed.clone());
    }
    let mut packed = Vec::new();
    GzEncoder::new(file.content, Compression::best()).read_to_end(&mut packed).map_err(Problem::internal)?;
    Ok(kept.get_or_init(|| packed.into()).clone())
}
