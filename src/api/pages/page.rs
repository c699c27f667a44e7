//! The response of a page. It does not know particular pages.

use std::sync::LazyLock;

use actix_web::http::StatusCode;
use actix_web::http::header;
use actix_web::{HttpResponse, HttpResponseBuilder};
use askama::Template;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest, Sha256};

use crate::Problem;

/// The style of every page, which `templates/frame.html` includes.
const STYLE: &str = include_str!("templates/page.css");

/// Where the forms of a page lead.
pub enum FormTargets<'a> {
    /// To this server alone.
    Here,
    /// To this server, which may redirect to this origin or scheme, such as `https://app.example` or
    /// `com.example.app:`. Browsers check the target of a redirect like that of the form.
    Via(&'a str),
}

/// Returns a page that runs no script, cannot be framed, reveals its address to no other site and is not
/// stored.
pub fn page(
    status: StatusCode,
    content: &impl Template,
    targets: &FormTargets<'_>,
) -> Result<HttpResponse, Problem> {
    let html = content.render().map_err(Problem::internal)?;
    let mut response = HttpResponseBuilder::new(status);
    restrict(&mut response, &policy(targets));
    Ok(response
        .content_type("text/html; charset=utf-8")
        // With `no-referrer`, browsers would hide the origin of the page's own forms.
        .insert_header((header::REFERRER_POLICY, "same-origin"))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .body(html))
}

/// Adds the common headers of pages and their files: a policy for the content, no frame around it, and no
/// guessing of the media type.
pub fn restrict(response: &mut HttpResponseBuilder, policy: &str) {
    response
        .insert_header((header::CONTENT_SECURITY_POLICY, policy))
        .insert_header((header::X_FRAME_OPTIONS, "DENY"))
        .insert_header((header::X_CONTENT_TYPE_OPTIONS, "nosniff"));
}

/// Returns how a policy names the content of an inline element.
pub fn hash_of(text: &str) -> String {
    format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(text)))
}

fn policy(targets: &FormTargets<'_>) -> String {
    static STYLE_HASH: LazyLock<String> =
        // A template loses the line end after an included file.
        LazyLock::new(|| hash_of(STYLE.trim_end_matches('\n')));
    let targets = match targets {
        FormTargets::Here => "'self'".to_owned(),
        FormTargets::Via(origin) => format!("'self' {origin}"),
    };
    format!(
        "default-src 'none'; style-src {}; form-action {targets}; frame-ancestors 'none'; base-uri 'none'",
        *STYLE_HASH
    )
}
