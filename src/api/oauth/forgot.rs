//! The page on which a player requests a link that sets a new password.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, ResponseError, web};
use askama::Template;
use serde_json::json;

use super::error::OAuthError;
use super::form::Parameters;
use super::own_origin::OwnOrigin;
use super::sign_up::sentence;
use super::views;
use crate::Problem;
use crate::accounts::recovery::RequestPasswordReset;
use crate::extract::read_body;
use crate::pages::{FormTargets, page};
use lapidary_service::Recovery;

#[derive(Template)]
#[template(path = "forgot.html")]
struct ForgotPage<'a> {
    email: &'a str,
    problem: Option<&'a str>,
}

/// Shows the form.
pub async fn ask() -> Result<HttpResponse, Problem> {
    page(StatusCode::OK, &ForgotPage { email: "", problem: None }, &FormTargets::Here)
}

/// Takes the request. The page is the same whether or not an account has the address.
pub async fn request(
    _: OwnOrigin,
    recovery: web::Data<Recovery>,
    form: Parameters,
) -> Result<HttpResponse, OAuthError> {
    let email = form.get("email").unwrap_or_default();
    let answer = match take(&recovery, email) {
        Ok(()) => views::message(
            "Look at your mail",
            "If an account has this address, a mail with a link is on its way. Set a new password with it, then \
             go back to the app and log in.",
        ),
        Err(problem) => {
            let content = ForgotPage { email, problem: Some(sentence(&problem)) };
            page(problem.status_code(), &content, &FormTargets::Here)
        }
    };
    Ok(answer?)
}

fn take(recovery: &Recovery, email: &str) -> Result<(), Problem> {
    let body = json!({ "email": email });
    let (body, _) = read_body::<RequestPasswordReset>(body.to_string().as_bytes(), false)?;
    Ok(recovery.request(body.into_email())?)
}
