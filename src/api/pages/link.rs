//! The link of a mail: its token, and the page with its result.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, ResponseError, web};
use askama::Template;
use serde::Deserialize;

use super::page::{FormTargets, page};
use crate::Problem;

/// The query of a link.
#[derive(Deserialize)]
pub struct Link {
    #[serde(default)]
    token: String,
}

/// The link of a request, also one that cannot be read.
pub type LinkOr = Result<web::Query<Link>, actix_web::Error>;

#[derive(Template)]
#[template(path = "reset_end.html")]
struct EndPage<'a> {
    title: &'a str,
    text: &'a str,
}

/// Returns the token of a link; an empty text if there is none.
pub fn token(link: LinkOr) -> String {
    link.map(|link| link.into_inner().token).unwrap_or_default()
}

/// Returns a page without a form.
pub fn end_page(status: StatusCode, title: &str, text: &str) -> Result<HttpResponse, Problem> {
    page(status, &EndPage { title, text }, &FormTargets::Here)
}

/// Returns the page after a problem, with the text that says what has not changed.
pub fn failed(problem: &Problem, text: &str) -> Result<HttpResponse, Problem> {
    end_page(problem.status_code(), "This did not work", text)
}
