//! The page behind the link of a mail: it sets a new password.
//!
//! Opening it uses nothing up, because programs that check mail open links too.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, ResponseError, web};
use askama::Template;
use serde::Deserialize;

use super::page::{FormTargets, page};
use crate::Problem;
use crate::extract::Form;
use crate::http::password_client::PasswordClient;
use lapidary_model::auth::NewPassword;
use lapidary_service::Recovery;
use lapidary_service::recovery::RecoveryRefusal;

/// The query of the link.
#[derive(Deserialize)]
pub struct Link {
    #[serde(default)]
    token: String,
}

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

#[derive(Template)]
#[template(path = "reset_end.html")]
struct ResetEnd<'a> {
    title: &'a str,
    text: &'a str,
}

/// Shows the form of a link.
pub async fn ask(
    recovery: web::Data<Recovery>,
    link: Result<web::Query<Link>, actix_web::Error>,
) -> Result<HttpResponse, Problem> {
    let token = link.map(|link| link.into_inner().token).unwrap_or_default();
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
    PasswordClient(client): PasswordClient,
    form: Result<Form<Choice>, Problem>,
) -> Result<HttpResponse, Problem> {
    let Choice { token, new_password, repeated } = match form {
        Ok(Form(choice)) => choice,
        Err(problem) => return failed(&problem),
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
        Ok(None) => end(
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
        RecoveryRefusal::BadToken => end(
            StatusCode::GONE,
            "This link does not work any more",
            "It has expired, was used, or was replaced by a newer one. Ask for a new link.",
        ),
        other => failed(&other.into()),
    }
}

fn failed(problem: &Problem) -> Result<HttpResponse, Problem> {
    end(problem.status_code(), "This did not work", "The password is not changed. Try again in a moment.")
}

fn end(status: StatusCode, title: &str, text: &str) -> Result<HttpResponse, Problem> {
    page(status, &ResetEnd { title, text }, &FormTargets::Here)
}
