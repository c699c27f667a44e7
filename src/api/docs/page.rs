//! The frame of a page of the documentation.

use actix_web::HttpResponse;
use actix_web::http::header;
use askama::Template;

use crate::Problem;
use crate::pages::restrict;

/// How long a browser keeps a page or a file: not long, because upgrades of the server change them.
pub const KEPT: &str = "public, max-age=3600";

/// A page may load the style of this server, and pictures of the API.
const POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'none'; \
                      frame-ancestors 'none'; base-uri 'none'";

/// Returns a page that runs no script.
pub fn page(content: &impl Template) -> Result<HttpResponse, Problem> {
    let html = content.render().map_err(Problem::internal)?;
    let mut answer = HttpResponse::Ok();
    restrict(&mut answer, POLICY);
    Ok(answer
        .content_type("text/html; charset=utf-8")
        .insert_header((header::CACHE_CONTROL, KEPT))
        .body(html))
}
