//! The page behind the link of a mail: it sets a new password.
//!
//! Opening it has no effect, because programs that check mail open links too.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use askama::Template;
use serde::Deserialize;

use super::link::{LinkOr, end_page, failed, token};
use super::page::{FormTargets, page};
use crate::Problem;
use crate::extract::Form;
use crate::http::queued_client::QueuedClient;
use lapidary_model::auth::NewPassword;
use lapidary_service::Recovery;
use lapidary_service::recovery::RecoveryRefusal;

const UNCHANGED: &str = "The password is not changed. Try again in a moment.";

/// The form.
#[derive(Deserialize)]
pub struct Choice {
    token: String,
    new_password: String,
    repeated: String,
}

#[derive(Template)]
#[template(path = "reset.html")]
struct ResetQuery<'a> {
    username: &'a str,
    token: &'a str,
    fault: Option<&'a str>,
}

/// Shows the form of a link.
pub async fn ask(recovery: web::Data<Recovery>, link: LinkOr) -> Result<HttpResponse, Problem> {
    let token = token(link);
    match recovery.holder(&token).await {
        Ok(username) => {
            let form = ResetQuery { username: &username, token: &token, fault: None };
            page(StatusCode::OK, &form, &FormTargets::Here)
        }
        Err(refusal) => refused(refusal),
    }
}

/// Sets the chosen password.
pub async fn choose(
    recovery: web::Data<Recovery>,
    QueuedClient(client): QueuedClient,
    form: Result<Form<Choice>, Problem>,
) -> Result<HttpResponse, Problem> {
    let Choice { token, new_password, repeated } = match form {
        Ok(Form(choice)) => choice,
        Err(problem) => return failed(&problem, UNCHANGED),
    };
    let chosen = match new_password == repeated {
        true => NewPassword::try_from(new_password).map_err(|refusal| refusal.to_string()),
        false => Err("the two passwords differ".to_owned()),
    };
    let outcome = match chosen {
        Ok(new) => recovery.confirm(&client, &token, new).await.map(|()| None),
        Err(fault) => recovery.holder(&token).await.map(|username| Some((username, fault))),
    };
    match outcome {
        Ok(None) => end_page(
            StatusCode::OK,
            "The password is changed",
            "Log in with the new password. All earlier logins of the account have ended.",
        ),
        Ok(Some((username, fault))) => {
            let form = ResetQuery { username: &username, token: &token, fault: Some(&fault) };
            page(StatusCode::UNPROCESSABLE_ENTITY, &form, &FormTargets::Here)
        }
        Err(refusal) => refused(refusal),
    }
}

fn refused(refusal: RecoveryRefusal) -> Result<HttpResponse, Problem> {
    match refusal {
        RecoveryRefusal::BadToken => end_page(
            StatusCode::GONE,
            "This link does not work any more",
            "It has expired, was used, or was replaced by a newer one. Ask for a new link.",
        ),
        other => failed(&other.into(), UNCHANGED),
    }
}
