//! The page of a missing address, for people.

use actix_web::HttpResponse;
use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::http::header::{CONTENT_TYPE, HeaderValue, VARY};
use actix_web::middleware::Next;
use askama::Template;

use super::page::{FormTargets, page};
use crate::Problem;
use crate::http::accept;
use crate::http::admit::pattern;
use crate::problems::problem::MEDIA_TYPE;

/// The forms of a response for a missing address.
const FORMS: [&str; 3] = [MEDIA_TYPE, "application/json", "text/html"];
/// The one that browsers prefer.
const PAGE: usize = 2;

#[derive(Template)]
#[template(path = "nothing.html")]
struct NothingPage;

fn nothing() -> Result<HttpResponse, Problem> {
    page(StatusCode::NOT_FOUND, &NothingPage, &FormTargets::Here)
}

/// Replaces the problem 404 by a page for a person: outside the operations of the API, in a browser.
pub async fn show_people<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, actix_web::Error> {
    let mut response = next.call(request).await?.map_into_left_body();
    let is_problem = response.headers().get(CONTENT_TYPE).is_some_and(|media| media == MEDIA_TYPE);
    let is_nothing = response.status() == StatusCode::NOT_FOUND && is_problem;
    if !is_nothing || pattern(response.request()).starts_with("/v1/") {
        return Ok(response);
    }
    if let Ok(PAGE) = accept::choose(response.request(), &FORMS) {
        response = response.into_response(nothing()?).map_into_right_body();
    }
    response.headers_mut().insert(VARY, HeaderValue::from_static("accept"));
    Ok(response)
}
