//! The pages for people and their files: what they may load, and how browsers treat them.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use lapidary::api::Code;
use reqwest::Method;
use sha2::{Digest, Sha256};

use crate::app::{Answer, TestApp};

/// What a browser accepts when a person follows a link.
const BROWSER: &str = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

/// Returns the content of each inline element with this name.
fn inline<'a>(html: &'a str, name: &str) -> Vec<&'a str> {
    let (open, close) = (format!("<{name}>"), format!("</{name}>"));
    html.split(&open).skip(1).filter_map(|rest| rest.split_once(&close).map(|(text, _)| text)).collect()
}

/// Returns what a policy says about one kind of content.
fn directive<'a>(policy: &'a str, name: &str) -> &'a str {
    let found =
        policy.split(';').filter_map(|part| part.trim().split_once(' ')).find(|(known, _)| *known == name);
    found.map_or("'none'", |(_, sources)| sources)
}

/// Asserts that a page contains nothing that its policy forbids.
fn assert_allowed(path: &str, html: &str, policy: &str) {
    for (name, kind) in [("script", "script-src"), ("style", "style-src")] {
        for text in inline(html, name) {
            let hash = format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(text)));
            assert!(directive(policy, kind).contains(&hash), "{path}: {policy}: {text}");
        }
    }
    let loads = |file: &str| html.contains(file);
    if loads("<script src=") {
        assert_eq!(directive(policy, "script-src"), "'self'", "{path}");
    }
    if loads("rel=\"stylesheet\"") {
        assert_eq!(directive(policy, "style-src"), "'self'", "{path}");
    }
    for attribute in [" style=", " onclick=", " onload=", "javascript:"] {
        assert!(!html.contains(attribute), "{path} has {attribute}");
    }
}

#[tokio::test]
async fn every_page_and_every_file_of_a_page_is_restricted() {
    let app = TestApp::shared().await;
    let problems = Code::ALL.map(|code| format!("/problems/{}", code.name()));
    let files = [
        "/docs/",
        "/docs/guides/streams",
        "/docs/docs.css",
        "/docs/reference/games",
        "/docs/contract/games",
        "/docs/reference.js",
        "/docs/reference.css",
        "/docs/swagger-ui-bundle.js",
        "/docs/swagger-ui.css",
        "/docs/oauth2-redirect.html",
        "/docs/oauth2-redirect.js",
        "/problems/",
        "/",
        "/g/unknown",
        "/games",
        "/puzzles",
        "/puzzles/unknown",
        "/players",
        "/unknown",
        "/oauth/authorize",
        "/oauth/device",
        "/account/reset",
        "/account/mail",
        "/account/mail/end",
    ];
    for path in files.into_iter().chain(problems.iter().map(String::as_str)) {
        let browser = app.anonymous().request(Method::GET, path).header("accept", BROWSER);
        let page = Answer::to(browser).await;
        assert_eq!(page.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(page.header("x-frame-options"), "DENY", "{path}");
        let policy = page.header("content-security-policy");
        assert_eq!(directive(policy, "default-src"), "'none'", "{path}: {policy}");
        assert_eq!(directive(policy, "frame-ancestors"), "'none'", "{path}: {policy}");
        assert!(!policy.contains("unsafe"), "{path}: {policy}");
        if page.header("content-type").starts_with("text/html") {
            assert_allowed(path, &page.text, policy);
        }
    }
}

#[tokio::test]
async fn a_person_gets_a_page_where_there_is_nothing_and_a_program_a_problem() {
    let app = TestApp::shared().await;
    for path in ["/unknown", "/v1/unknown", "/docs/guides/unknown", "/problems/unknown"] {
        let get = |accept: &str| app.anonymous().request(Method::GET, path).header("accept", accept);
        let page = Answer::to(get(BROWSER)).await.expect(404);
        assert!(page.header("content-type").starts_with("text/html"), "{path}: {}", page.text);
        assert!(page.text.contains("href=\"/docs/\""), "{path}");
        assert_eq!(page.header("access-control-allow-origin"), "", "{path}");
        for accept in
            ["*/*", "application/json", "application/problem+json", "application/json, text/html;q=0.5"]
        {
            let problem = Answer::to(get(accept)).await.expect_problem(404, "not_found");
            assert_eq!(problem.header("vary"), page.header("vary"), "{path}");
            assert!(page.header("vary").starts_with("accept, accept-encoding"), "{}", page.header("vary"));
        }
    }
    // What is missing in the API is a problem for everybody.
    let missing = app.anonymous().request(Method::GET, "/v1/players/nobody").header("accept", BROWSER);
    Answer::to(missing).await.expect_problem(404, "not_found");
}
