//! Swagger UI on one part of the contract at a time, inside our own page. The binary contains all files. This
//! module knows no operation: the page reads the part.

use std::io::Read;
use std::sync::{Arc, LazyLock};

use actix_web::body::MessageBody;
use actix_web::http::header::{self, ContentEncoding};
use actix_web::{HttpRequest, HttpResponse, web};
use flate2::read::GzDecoder;
use utoipa_swagger_ui::{Config, serve};

use super::page::KEPT;
use crate::Problem;
use crate::contract::openapi::Contract;
use crate::contract::part::part;
use crate::http::accept::accepts_gzip;
use crate::pages::restrict;

/// The page may load scripts and styles of this server, none of them inline. Swagger UI has small pictures in
/// its style, and shows pictures from the API.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                      connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/// The page around Swagger UI. It is the same for every part: its script finds the part in the address.
const PAGE: &str = include_str!("files/reference.html");

/// The files of this documentation: names, media types and texts.
const FILES: [(&str, &str, &str); 3] = [
    ("docs.css", "text/css; charset=utf-8", include_str!("files/docs.css")),
    ("reference.css", "text/css; charset=utf-8", include_str!("files/reference.css")),
    ("reference.js", "text/javascript; charset=utf-8", include_str!("files/reference.js")),
];

/// Serves the page for a part of the contract.
pub async fn page(tag: web::Path<String>) -> Result<HttpResponse, Problem> {
    let tags = Contract::shared().document()["tags"].as_array();
    match tags.into_iter().flatten().any(|about| about["name"] == *tag) {
        true => Ok(response("text/html; charset=utf-8", PAGE)),
        false => Err(Problem::not_found()),
    }
}

/// Serves a part of the contract, as a separate OpenAPI document.
pub async fn contract(tag: web::Path<String>) -> Result<HttpResponse, Problem> {
    let part = part(Contract::shared().document(), &tag).ok_or_else(Problem::not_found)?;
    Ok(response("application/json", part.to_string()))
}

/// Serves a file of this documentation or of Swagger UI.
pub async fn file(request: HttpRequest, file: web::Path<String>) -> Result<HttpResponse, Problem> {
    if let Some((_, media_type, text)) = FILES.iter().find(|(name, ..)| *name == file.as_str()) {
        return Ok(response(media_type, *text));
    }
    let (media_type, bytes, is_packed) = swagger_ui(&file)?;
    if is_packed && accepts_gzip(&request) {
        let mut packed = response(&media_type, bytes);
        packed.headers_mut().insert(header::CONTENT_ENCODING, ContentEncoding::Gzip.to_header_value());
        return Ok(packed);
    }
    Ok(response(&media_type, if is_packed { unpacked(&bytes)? } else { bytes }))
}

fn response(media_type: &str, body: impl MessageBody + 'static) -> HttpResponse {
    let mut answer = HttpResponse::Ok();
    restrict(&mut answer, POLICY);
    answer.insert_header((header::CACHE_CONTROL, KEPT)).content_type(media_type).body(body)
}

/// Returns a file of Swagger UI: its media type, its bytes, and whether they are gzip.
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
