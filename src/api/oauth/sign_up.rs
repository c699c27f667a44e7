//! The page on which a player creates an account, on the way to an app or alone.
//!
//! The checks of an account are those of `POST /v1/accounts`.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, ResponseError, web};
use askama::Template;
use serde::Deserialize;
use serde_json::json;

use super::asked::Asked;
use super::error::OAuthError;
use super::form::Parameters;
use super::login::{OUTDATED, consent_page, prove};
use super::own_origin::OwnOrigin;
use super::views;
use crate::Problem;
use crate::accounts::register::CreateAccount;
use crate::extract::read_body;
use crate::http::queued_client::QueuedClient;
use crate::pages::{FormTargets, page};
use lapidary_model::auth::password::PasswordRefusal;
use lapidary_service::access::Client;
use lapidary_service::{Access, Accounts, OAuth};

/// The query of the page.
#[derive(Deserialize)]
pub struct FromApp {
    /// The sealed request of an app. Empty if there is none.
    #[serde(default)]
    request: String,
}

#[derive(Template)]
#[template(path = "sign_up.html")]
struct SignUpPage<'a> {
    request: &'a str,
    username: &'a str,
    email: &'a str,
    problem: Option<&'a str>,
}

/// Shows the form.
pub async fn ask(query: Result<web::Query<FromApp>, actix_web::Error>) -> Result<HttpResponse, Problem> {
    let request = query.map(|query| query.into_inner().request).unwrap_or_default();
    let content = SignUpPage { request: &request, username: "", email: "", problem: None };
    page(StatusCode::OK, &content, &FormTargets::Here)
}

/// Creates the account. If an app requests access, the player decides next.
pub async fn sign_up(
    _: OwnOrigin,
    accounts: web::Data<Accounts>,
    oauth: web::Data<OAuth>,
    access: web::Data<Access>,
    QueuedClient(client): QueuedClient,
    form: Parameters,
) -> Result<HttpResponse, OAuthError> {
    let field = |name| form.get(name).unwrap_or_default();
    let sealed = field("request");
    let asked = match sealed {
        "" => None,
        sealed => match Asked::open(&access, sealed) {
            Some(asked) => Some(asked),
            None => return Ok(views::refusal(OUTDATED, None)?),
        },
    };
    let created = match field("password") == field("repeated") {
        true => create(&accounts, &form, client.clone())
            .await
            .map_err(|problem| (problem.status_code(), sentence(&problem).to_owned())),
        false => Err((StatusCode::UNPROCESSABLE_ENTITY, "The two passwords differ.".to_owned())),
    };
    let answer = match (created, asked) {
        (Err((status, problem)), _) => {
            let content = SignUpPage {
                request: sealed,
                username: field("username"),
                email: field("email"),
                problem: Some(&problem),
            };
            page(status, &content, &FormTargets::Here)
        }
        (Ok(()), None) => {
            views::message("Your account is created", "You can log in with your username and password now.")
        }
        (Ok(()), Some(asked)) => match prove(&oauth, &form, client).await {
            Ok(proven) => consent_page(&asked, &access, &proven, field("username")),
            // The account exists: the player logs in.
            Err(_) => views::login(&asked, sealed, None),
        },
    };
    Ok(answer?)
}

/// Creates the account of a form.
async fn create(accounts: &Accounts, form: &Parameters, client: Client) -> Result<(), Problem> {
    let field = |name| form.get(name).unwrap_or_default();
    let body = json!({
        "username": field("username"),
        "password": field("password"),
        "email": form.get("email"),
    });
    let (body, _) = read_body::<CreateAccount>(body.to_string().as_bytes(), false)?;
    accounts.create(body.sent_by(client)?).await?;
    Ok(())
}

/// Returns the fault in words for a person, in English.
pub(super) fn sentence(problem: &Problem) -> &str {
    let Some(fault) = problem.faults().first() else { return problem.detail() };
    match fault.pointer.as_str() {
        "/username" => "The username must have 3 to 20 letters (a to z), digits, hyphens and underscores.",
        "/password" if fault.detail == PasswordRefusal::Common.to_string() => {
            "The password is one of the most common ones. Choose another one."
        }
        "/password" => "The password must have 8 to 128 characters.",
        "/email" => "The e-mail address is not complete.",
        _ => problem.detail(),
    }
}
