//! Responses to requests that match no operation: 404, 405 with `Allow`, and plain OPTIONS.

use actix_web::http::{Method, header};
use actix_web::{HttpResponse, ResponseError};

use crate::{Code, Problem};

/// Returns the response for an existing path without this method. `allow` lists its methods.
pub fn other_method(method: &Method, allow: &str) -> HttpResponse {
    if method == Method::OPTIONS {
        return HttpResponse::NoContent().insert_header((header::ALLOW, allow)).finish();
    }
    let detail = format!("This path allows {allow}.");
    Problem::new(Code::MethodNotAllowed, detail).allow(allow.to_owned()).error_response()
}

/// Returns the response for a path that does not exist.
pub fn nothing() -> HttpResponse {
    Problem::not_found().error_response()
}
