//! The pages on which a player decides about access. It knows their contents, and decides nothing.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use askama::Template;

use super::asked::{Asked, Asker};
use crate::Problem;
use crate::operation::Activity;
use crate::pages::{FormTargets, page};
use crate::words::said;

/// The requester of access, in the words of a page.
struct Who {
    /// What the player can trust: an origin, or a kind of program.
    name: String,
    explanation: &'static str,
    /// The app's own name for itself.
    client_id: String,
}

impl Who {
    fn of(asked: &Asked) -> Who {
        let (name, explanation) = match &asked.asker {
            Asker::Device { .. } => {
                ("The device that shows {name}", "Continue only if you see this code on your own device.")
            }
            Asker::App { redirect_uri, .. } if redirect_uri.is_loopback() => {
                ("A program on this computer ({name})", "Continue only if you have just started it yourself.")
            }
            Asker::App { redirect_uri, .. } if redirect_uri.is_private_scheme() => {
                ("An app on this device ({name})", "Continue only if you have just opened it yourself.")
            }
            Asker::App { .. } => ("{name}", "Continue only if you know and trust this site."),
        };
        let known = match &asked.asker {
            Asker::Device { user_code } => user_code.to_string(),
            Asker::App { redirect_uri, .. } => redirect_uri.origin().to_owned(),
        };
        let name = said(name).replace("{name}", &known);
        Who { name, explanation: said(explanation), client_id: asked.client_id.as_str().to_owned() }
    }
}

#[derive(Template)]
#[template(path = "oauth_login.html")]
struct LoginPage<'a> {
    who: Who,
    request: &'a str,
    username: &'a str,
    problem: Option<&'a str>,
}

#[derive(Template)]
#[template(path = "oauth_consent.html")]
struct ConsentPage<'a> {
    who: Who,
    username: &'a str,
    request: &'a str,
    allowed: Vec<&'static str>,
}

#[derive(Template)]
#[template(path = "oauth_device.html")]
struct DevicePage<'a> {
    user_code: &'a str,
    problem: Option<&'a str>,
}

#[derive(Template)]
#[template(path = "oauth_message.html")]
struct MessagePage<'a> {
    title: &'a str,
    sentence: &'a str,
    is_problem: bool,
    /// The address that informs the app, and its origin.
    link: Option<(&'a str, &'a str)>,
}

/// What is wrong with a login.
pub struct LoginProblem<'a> {
    pub status: StatusCode,
    pub sentence: &'a str,
    pub username: &'a str,
}

/// Returns the page on which the player logs in. `request` is the sealed request.
pub fn login(
    asked: &Asked,
    request: &str,
    problem: Option<&LoginProblem<'_>>,
) -> Result<HttpResponse, Problem> {
    let status = problem.map_or(StatusCode::OK, |problem| problem.status);
    let content = LoginPage {
        who: Who::of(asked),
        request,
        username: problem.map_or("", |problem| problem.username),
        problem: problem.map(|problem| problem.sentence),
    };
    page(status, &content, &FormTargets::Here)
}

/// Returns the page on which the player decides. `request` is the sealed request with the player.
pub fn consent(asked: &Asked, request: &str, username: &str) -> Result<HttpResponse, Problem> {
    let allowed = Activity::allowed(asked.scopes).map(|each| said(each.name())).collect();
    let content = ConsentPage { who: Who::of(asked), username, request, allowed };
    let targets = match &asked.asker {
        Asker::App { redirect_uri, .. } => FormTargets::Via(redirect_uri.form_target()),
        Asker::Device { .. } => FormTargets::Here,
    };
    page(StatusCode::OK, &content, &targets)
}

/// Returns the page on which the player types the code of a device.
pub fn device(user_code: &str, problem: Option<&str>) -> Result<HttpResponse, Problem> {
    let status = problem.map_or(StatusCode::OK, |_| StatusCode::BAD_REQUEST);
    page(status, &DevicePage { user_code, problem }, &FormTargets::Here)
}

/// Returns a page with a sentence.
pub fn message(title: &str, sentence: &str) -> Result<HttpResponse, Problem> {
    page(StatusCode::OK, &MessagePage { title, sentence, is_problem: false, link: None }, &FormTargets::Here)
}

/// Returns the page of a request that cannot continue. `link` is how the app learns of it, and its origin.
pub fn refusal(sentence: &str, link: Option<(&str, &str)>) -> Result<HttpResponse, Problem> {
    let content = MessagePage { title: "This request cannot be continued", sentence, is_problem: true, link };
    page(StatusCode::BAD_REQUEST, &content, &FormTargets::Here)
}
