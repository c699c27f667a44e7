//! What is answered where no route is: 404, 405 with `Allow`, and plain OPTIONS.
//!
//! It knows the paths from the contract, so that no route has to say what it does not do.

use actix_web::http::{Method, header};
use actix_web::{HttpRequest, HttpResponse};

use super::openapi::Contract;
use super::{Code, Problem};

/// Answers every request that no route takes.
///
/// # Errors
///
/// Always a problem, except for OPTIONS on a path that exists.
pub async fn answer(request: HttpRequest) -> Result<HttpResponse, Problem> {
    let Some(allow) = Contract::shared().allow(request.path()) else {
        return Err(Problem::not_found());
    };
    if request.method() == Method::OPTIONS {
        return Ok(HttpResponse::NoContent().insert_header((header::ALLOW, allow)).finish());
    }
    let detail = format!("This path answers {allow}.");
    Err(Problem::new(Code::MethodNotAllowed, detail).allow(allow.to_owned()))
}
