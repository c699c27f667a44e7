//! The pages on which a player logs in and decides, and attacks on their forms.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest, Sha256};

use super::browser::{Browser, Field, field, form, location, parameter, request, request_with};
use crate::app::{Answer, PASSWORD, TestApp};

/// Asserts the headers that keep a page from being framed, stored or scripted.
#[track_caller]
pub fn is_guarded(page: &Answer, targets: &str) {
    let style = page.text.split_once("<style>").and_then(|(_, rest)| rest.split_once("</style>"));
    let hash = BASE64_STANDARD.encode(Sha256::digest(style.expect("a style").0));
    let policy = format!(
        "default-src 'none'; style-src 'sha256-{hash}'; form-action {targets}; frame-ancestors 'none'; base-uri 'none'"
    );
    assert_eq!(page.header("content-security-policy"), policy);
    assert_eq!(page.header("x-frame-options"), "DENY");
    assert_eq!(page.header("x-content-type-options"), "nosniff");
    assert_eq!(page.header("cache-control"), "no-store");
    assert_eq!(page.header("referrer-policy"), "same-origin");
    assert_eq!(page.header("set-cookie"), "", "there are no cookies");
    assert!(page.text.contains("<html lang=\"en\">") && page.text.contains("name=\"viewport\""));
    for script in ["<script", "javascript:", " style=", " onclick=", " onload=", " onsubmit=", "<iframe"] {
        assert!(!page.text.contains(script), "{script}: {}", page.text);
    }
    let inputs = page.text.matches("<input id=").count();
    assert_eq!(page.text.matches("<label for=").count(), inputs, "every field has a label");
}

#[tokio::test]
async fn no_page_can_be_framed_stored_or_scripted() {
    let app = TestApp::spawn().await;
    app.user("ada").await;
    let browser = Browser::at(&app);
    let login = browser.authorize(&request()).await.expect(200);
    is_guarded(&login, "'self'");
    let wrong = browser.log_in(&field(&login), "ada", "wrong").await.expect(403);
    is_guarded(&wrong, "'self'");
    assert!(wrong.text.contains("role=\"alert\">The username or the password is wrong."), "{}", wrong.text);
    assert!(wrong.text.contains("value=\"ada\"") && !wrong.text.contains("wrong\""), "{}", wrong.text);
    let consent = browser.log_in(&field(&wrong), "ada", PASSWORD).await.expect(200);
    is_guarded(&consent, "'self' https://app.example");
    is_guarded(&browser.authorize(&[]).await.expect(400), "'self'");
    is_guarded(&Answer::to(browser.get("/oauth/device")).await.expect(200), "'self'");
    let back = location(&browser.decide(&field(&consent), "allow").await);
    assert!(parameter(&back, "code").is_some());
    for (address, target) in
        [("http://127.0.0.1:4711/x", "http://127.0.0.1:4711"), ("com.example.app:/x", "com.example.app:")]
    {
        let login = browser.authorize(&request_with(&[("redirect_uri", address)])).await.expect(200);
        let consent = browser.log_in(&field(&login), "ada", PASSWORD).await.expect(200);
        is_guarded(&consent, &format!("'self' {target}"));
    }
}

#[tokio::test]
async fn what_an_app_says_is_shown_as_text() {
    let app = TestApp::shared().await;
    app.user("ada").await;
    let browser = Browser::at(&app);
    let parameters = request_with(&[("client_id", "</q><script>alert(1)</script>\"'"), ("state", "\"><b>")]);
    let login = browser.authorize(&parameters).await.expect(200);
    let consent = browser.log_in(&field(&login), "ada", PASSWORD).await.expect(200);
    assert!(
        !consent.text.contains("<script") && consent.text.contains("&#60;script&#62;"),
        "{}",
        consent.text
    );
    let named = browser.log_in(&field(&login), "\"><script>", PASSWORD).await.expect(403);
    assert!(!named.text.contains("<script"), "{}", named.text);
}

#[tokio::test]
async fn an_unknown_name_and_a_wrong_password_get_the_same_page() {
    let app = TestApp::spawn().await;
    app.user("ada").await;
    let browser = Browser::at(&app);
    let login = field(&browser.authorize(&request()).await.expect(200));
    let wrong = browser.log_in(&login, "ada", "wrong").await.expect(403);
    for (name, password) in [("bob", "wrong"), (&*"b".repeat(65), "x"), ("bob", ""), ("", "")] {
        let other = browser.log_in(&login, name, password).await.expect(403);
        let same = wrong.text.replace("value=\"ada\"", "");
        let shown =
            other.text.split_once("name=\"username\" ").expect("a name").1.split(" autocomplete").next();
        assert_eq!(other.text.replace(shown.unwrap_or_default(), ""), same, "{name:?}");
    }
    browser.log_in(&login, "b\0b", "wrong").await.expect(400);
}

#[tokio::test]
async fn wrong_passwords_are_delayed_like_those_of_logins() {
    let app = TestApp::spawn().await;
    app.user("ada").await;
    let browser = Browser::at(&app);
    let login = field(&browser.authorize(&request()).await.expect(200));
    for _ in 0..2 {
        browser.log_in(&login, "eve", "wrong").await.expect(403);
    }
    let body = serde_json::json!({"username": "eve", "password": "wrong"});
    app.anonymous().post("/v1/sessions", &body).await.expect_problem(401, "invalid_credentials");
    let delayed = browser.log_in(&login, "eve", "wrong").await.expect(429);
    assert_eq!(delayed.header("retry-after"), "1");
    assert!(delayed.text.contains("role=\"alert\">Too many wrong passwords."), "{}", delayed.text);
    app.anonymous().post("/v1/sessions", &body).await.expect_problem(429, "too_many_requests");
    browser.log_in(&login, "ada", PASSWORD).await.expect(200);
}

#[tokio::test]
async fn a_forged_or_foreign_field_is_refused() {
    let (app, other) = (TestApp::spawn().await, TestApp::spawn().await);
    app.user("ada").await;
    other.user("ada").await;
    let (browser, elsewhere) = (Browser::at(&app), Browser::at(&other));
    let login = field(&browser.authorize(&request()).await.expect(200));
    let consent = browser.consent_field(&request(), "ada").await;
    let foreign_login = field(&elsewhere.authorize(&request()).await.expect(200));
    let foreign = elsewhere.consent_field(&request(), "ada").await;
    let changed = |field: &Field| {
        let (start, end) = field.0.split_at(60);
        Field(format!("{start}{}{}", if end.starts_with('A') { "B" } else { "A" }, &end[1..]))
    };
    for bad in [&Field(String::new()), &Field("AAAA".into()), &foreign_login, &consent, &changed(&login)] {
        let page = browser.log_in(bad, "ada", PASSWORD).await.expect(400);
        assert!(page.text.contains("This page has expired"), "{}", page.text);
    }
    for bad in [&Field(String::new()), &Field("AAAA".into()), &foreign, &login, &changed(&consent)] {
        let page = browser.decide(bad, "allow").await.expect(400);
        assert_eq!(page.header("location"), "");
        assert!(page.text.contains("This page has expired"), "{}", page.text);
    }
    for decision in ["", "yes"] {
        super::browser::refused(&browser.decide(&consent, decision).await, "invalid_request");
    }
    location(&browser.decide(&consent, "allow").await);
}

#[tokio::test]
async fn a_form_of_another_site_is_refused() {
    let app = TestApp::spawn().await;
    app.user("ada").await;
    let browser = Browser::at(&app);
    let login = field(&browser.authorize(&request()).await.expect(200));
    let consent = browser.consent_field(&request(), "ada").await;
    let host = app.address.clone();
    let steps = [
        (
            "/oauth/login",
            vec![("request", login.0.as_str()), ("username", "ada"), ("password", PASSWORD)],
            200,
        ),
        ("/oauth/consent", vec![("request", consent.0.as_str()), ("decision", "allow")], 303),
    ];
    for (path, fields, success) in steps {
        let send = |headers: &[(&str, &str)]| {
            let request = form(browser.post(path), &fields);
            headers.iter().fold(request, |request, (name, value)| request.header(*name, *value))
        };
        for headers in [
            &[("origin", "https://evil.example")][..],
            &[("origin", "null")],
            &[("sec-fetch-site", "cross-site"), ("origin", host.as_str())],
            &[("sec-fetch-site", "same-site"), ("origin", host.as_str())],
        ] {
            Answer::to(send(headers)).await.expect_problem(403, "forbidden");
        }
        for headers in
            [&[("origin", host.as_str())][..], &[("sec-fetch-site", "same-origin"), ("origin", "null")]]
        {
            Answer::to(send(headers)).await.expect(success);
        }
    }
}
