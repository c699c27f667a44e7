//! The pages behind the links of mails about turns: on one a player agrees to them, on the other they end.
//!
//! Opening a page changes nothing, because programs that check mail open links too. A mail program ends the
//! mails with one request to the second page (RFC 8058), with any body.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use askama::Template;

use super::link::{LinkOr, end_page, failed, token};
use super::page::{FormTargets, page};
use crate::Problem;
use lapidary_service::Digests;
use lapidary_service::digests::DigestRefusal;

#[derive(Template)]
#[template(path = "mail.html")]
struct MailQuery<'a> {
    title: &'a str,
    text: &'a str,
    username: &'a str,
    action: &'a str,
    token: &'a str,
    button: &'a str,
}

/// Asks whether the player agrees.
pub async fn ask(digests: web::Data<Digests>, link: LinkOr) -> Result<HttpResponse, Problem> {
    let token = token(link);
    match digests.asked(&token).await {
        Ok(asked) if asked.has_agreed => agreed(),
        Ok(asked) => {
            let content = MailQuery {
                title: "Mails about your turns",
                text: "This address gets a mail when it is the turn of this account in games without a clock or \
                       with days for a turn:",
                username: &asked.username,
                action: "/account/mail",
                token: &token,
                button: "Send me these mails",
            };
            page(StatusCode::OK, &content, &FormTargets::Here)
        }
        Err(refusal) => refused(refusal),
    }
}

/// Agrees to mails.
pub async fn agree(digests: web::Data<Digests>, link: LinkOr) -> Result<HttpResponse, Problem> {
    match digests.confirm(&token(link)).await {
        Ok(()) => agreed(),
        Err(refusal) => refused(refusal),
    }
}

/// The page after an agreement, now or before.
fn agreed() -> Result<HttpResponse, Problem> {
    end_page(
        StatusCode::OK,
        "You get mails about your turns",
        "Your address is confirmed. Each mail has a link with which you get no more.",
    )
}

/// Asks whether the mails shall end.
pub async fn ask_to_end(digests: web::Data<Digests>, link: LinkOr) -> Result<HttpResponse, Problem> {
    let token = token(link);
    match digests.receiver(&token).await {
        Ok(username) => {
            let content = MailQuery {
                title: "No more mails about your turns",
                text: "This address gets no more mails about the turns of this account:",
                username: &username,
                action: "/account/mail/end",
                token: &token,
                button: "Send me no more mails",
            };
            page(StatusCode::OK, &content, &FormTargets::Here)
        }
        Err(refusal) => refused(refusal),
    }
}

/// Ends the mails.
pub async fn end(digests: web::Data<Digests>, link: LinkOr) -> Result<HttpResponse, Problem> {
    match digests.end(&token(link)).await {
        Ok(()) => end_page(
            StatusCode::OK,
            "You get no more mails about your turns",
            "You can ask for them again in your app.",
        ),
        Err(refusal) => refused(refusal),
    }
}

fn refused(refusal: DigestRefusal) -> Result<HttpResponse, Problem> {
    match refusal {
        DigestRefusal::BadToken => end_page(
            StatusCode::GONE,
            "This link does not work any more",
            "It has expired, was replaced by a newer one, or its mails have ended.",
        ),
        other => failed(&other.into(), "Nothing has changed. Try again in a moment."),
    }
}
