//! What is answered where no operation is: 404, 405 with `Allow`, and plain OPTIONS.

use actix_web::http::{Method, header};
use actix_web::{HttpResponse, ResponseError};

use crate::api::{Code, Problem};

/// The answer to a request for a path that exists, with a method other than these.
pub fn other_method(method: &Method, allow: &str) -> HttpResponse {
    if method == Method::OPTIONS {
        return HttpResponse::NoContent().insert_header((header::ALLOW, allow)).finish();
    }
    let detail = format!("This path allows {allow}.");
    Problem::new(Code::MethodNotAllowed, detail).allow(allow.to_owned()).error_response()
}

/// The answer to a request for a path that does not exist.
pub fn nothing() -> HttpResponse {
    Problem::not_found().error_response()
}
