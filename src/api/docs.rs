//! The documentation to read and try: Swagger UI, as it lies in the program. It knows no operation: it reads the contract.

use std::io::Read;
use std::sync::{Arc, LazyLock};

use actix_web::http::header::{self, AcceptEncoding, ContentEncoding, Encoding, Header};
use actix_web::{HttpRequest, HttpResponse, web};
use flate2::read::GzDecoder;
use utoipa_swagger_ui::{Config, serve};

use super::Problem;

/// How long a client keeps a file: until another program may be served.
const KEPT: &str = "public, max-age=3600";

/// Serves a file of Swagger UI; the empty name is its page.
///
/// # Errors
///
/// `not_found` where it has no such file.
pub async fn docs(request: HttpRequest, file: web::Path<String>) -> Result<HttpResponse, Problem> {
    static CONFIG: LazyLock<Arc<Config<'static>>> = LazyLock::new(|| Arc::new(Config::from("/openapi.json")));
    let file =
        serve(&file, Arc::clone(&CONFIG)).map_err(Problem::internal)?.ok_or_else(Problem::not_found)?;
    let mut answer = HttpResponse::Ok();
    answer.content_type(file.content_type);
    answer.insert_header((header::CACHE_CONTROL, KEPT));
    if !file.gzpipped {
        return Ok(answer.body(file.bytes.into_owned()));
    }
    if accepts_gzip(&request) {
        answer.insert_header((header::CONTENT_ENCODING, ContentEncoding::Gzip));
        return Ok(answer.body(file.bytes.into_owned()));
    }
    let mut plain = Vec::new();
    GzDecoder::new(file.bytes.as_ref()).read_to_end(&mut plain).map_err(Problem::internal)?;
    Ok(answer.body(plain))
}

/// Whether the client accepts gzip. The files are kept compressed, and are unpacked for a client that does not.
fn accepts_gzip(request: &HttpRequest) -> bool {
    let gzip = [Encoding::gzip(), Encoding::identity()];
    AcceptEncoding::parse(request)
        .is_ok_and(|accepted| accepted.negotiate(gzip.iter()) == Some(Encoding::gzip()))
}
