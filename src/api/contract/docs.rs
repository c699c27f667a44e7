//! The interactive documentation: a page of our own around Swagger UI; the files of both are part of the
//! binary. It knows no operation: the page reads the contract.

use std::io::Read;
use std::sync::{Arc, LazyLock};

use actix_web::http::header::{self, AcceptEncoding, ContentEncoding, Encoding, Header};
use actix_web::{HttpRequest, HttpResponse, web};
use flate2::read::GzDecoder;
use utoipa_swagger_ui::{Config, serve};

use crate::Problem;
use crate::pages::restrict;

/// The cache lifetime of a file, kept short because an upgrade of the server can change it.
const KEPT: &str = "public, max-age=3600";

/// What the page may load. Scripts and styles are files of this server, none is inline; Swagger UI has small
/// pictures in its style, and shows pictures that the API returns.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                      connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/// The page around Swagger UI: its name, its media type and its text. The empty name is the page itself.
const PAGE: [(&str, &str, &str); 4] = [
    ("", "text/html; charset=utf-8", INDEX),
    ("index.html", "text/html; charset=utf-8", INDEX),
    ("page.css", "text/css; charset=utf-8", include_str!("docs_page/page.css")),
    ("page.js", "text/javascript; charset=utf-8", include_str!("docs_page/page.js")),
];
const INDEX: &str = include_str!("docs_page/index.html");

/// Serves a file of the page or of Swagger UI; the empty name is the page.
///
/// # Errors
/// `not_found` if neither has such a file.
pub async fn docs(request: HttpRequest, file: web::Path<String>) -> Result<HttpResponse, Problem> {
    let mut answer = HttpResponse::Ok();
    answer.insert_header((header::CACHE_CONTROL, KEPT));
    restrict(&mut answer, POLICY);
    match PAGE.iter().find(|(name, ..)| *name == file.as_str()) {
        Some((_, media_type, text)) => Ok(answer.content_type(*media_type).body(*text)),
        None => {
            let (media_type, bytes, is_packed) = swagger_ui(&file)?;
            answer.content_type(media_type);
            if is_packed && accepts_gzip(&request) {
                answer.insert_header((header::CONTENT_ENCODING, ContentEncoding::Gzip));
                return Ok(answer.body(bytes));
            }
            Ok(answer.body(if is_packed { unpacked(&bytes)? } else { bytes }))
        }
    }
}

/// Returns a file of Swagger UI: its media type, its bytes, and whether they are compressed with gzip.
fn swagger_ui(name: &str) -> Result<(String, Vec<u8>, bool), Problem> {
    static CONFIG: LazyLock<Arc<Config<'static>>> = LazyLock::new(|| Arc::new(Config::from("/openapi.json")));
    let file = serve(name, Arc::clone(&CONFIG)).map_err(Problem::internal)?.ok_or_else(Problem::not_found)?;
    Ok((file.content_type, file.bytes.into_owned(), file.gzpipped))
}

fn unpacked(bytes: &[u8]) -> Result<Vec<u8>, Problem> {
    let mut plain = Vec::new();
    GzDecoder::new(bytes).read_to_end(&mut plain).map_err(Problem::internal)?;
    Ok(plain)
}

/// Returns whether the client accepts gzip. The files are stored compressed, and are decompressed for other
/// clients.
fn accepts_gzip(request: &HttpRequest) -> bool {
    let gzip = [Encoding::gzip(), Encoding::identity()];
    AcceptEncoding::parse(request)
        .is_ok_and(|accepted| accepted.negotiate(gzip.iter()) == Some(Encoding::gzip()))
}
