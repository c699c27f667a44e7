//! The pages on which a player creates an account, asks for a new password, and ends what has access.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::json;

use super::browser::{Browser, Field, field, form, location, parameter, request, request_with};
use super::pages::is_guarded;
use crate::app::{Answer, PASSWORD, TestApp};

/// The fields of a form that creates an account.
fn new_account<'a>(request: &'a str, username: &'a str, password: &'a str) -> [(&'a str, &'a str); 5] {
    [
        ("request", request),
        ("username", username),
        ("password", password),
        ("repeated", password),
        ("email", ""),
    ]
}

/// Returns the values of the buttons that end something.
fn buttons(page: &Answer) -> Vec<String> {
    let parts = page.text.split("name=\"end\" value=\"").skip(1);
    parts.filter_map(|part| part.split_once('"')).map(|(value, _)| value.to_owned()).collect()
}

#[tokio::test]
async fn a_player_without_an_account_creates_one_on_the_way_to_an_app() {
    let app = TestApp::spawn().await;
    let browser = Browser::at(&app);
    let login = browser.authorize(&request()).await.expect(200);
    let Field(sealed) = field(&login);
    assert!(login.text.contains(&format!("href=\"/account/new?request={sealed}\"")));
    assert!(login.text.contains("href=\"/account/forgot\""));
    let page = Answer::to(browser.get(&format!("/account/new?request={sealed}"))).await.expect(200);
    is_guarded(&page, "'self'");
    assert_eq!(field(&page).0, sealed);

    app.user("grace").await;
    for (username, password, repeated, email, status, sentence) in [
        ("ada", "short", "short", "", 422, "The password"),
        ("ada", "password", "password", "", 422, "The password"),
        ("a b", PASSWORD, PASSWORD, "", 422, "The username"),
        ("grace", PASSWORD, PASSWORD, "", 409, "name"),
        ("ada", PASSWORD, "another password", "", 422, "The two passwords differ."),
        ("ada", PASSWORD, PASSWORD, "no address", 422, "The e-mail address"),
        ("<b>", PASSWORD, PASSWORD, "", 422, "The username"),
    ] {
        let mut fields = new_account(&sealed, username, password);
        fields[3].1 = repeated;
        fields[4].1 = email;
        let refused = browser.send("/account/new", &fields).await.expect(status);
        is_guarded(&refused, "'self'");
        assert!(refused.text.contains(sentence), "{username}: {}", refused.text);
        assert!(!refused.text.contains(PASSWORD) && !refused.text.contains("<b>"), "{}", refused.text);
        assert_eq!(field(&refused).0, sealed);
    }
    app.anonymous().get("/v1/players/ada").await.expect_problem(404, "not_found");

    let consent = browser.send("/account/new", &new_account(&sealed, "ada", PASSWORD)).await.expect(200);
    is_guarded(&consent, "'self' https://app.example");
    let back = location(&browser.decide(&field(&consent), "allow").await);
    let tokens = browser.exchange(&parameter(&back, "code").expect("a code")).await.expect(200).json;
    let ada = app.with_token(tokens["access_token"].as_str().expect("a token"));
    assert_eq!(ada.get("/v1/me").await.expect(200).json["username"], "ada");

    // Without an app, and with an address.
    let page = Answer::to(browser.get("/account/new")).await.expect(200);
    assert_eq!(field(&page).0, "");
    let mut fields = new_account("", "eve", PASSWORD);
    fields[4].1 = "eve@example.org";
    let made = browser.send("/account/new", &fields).await.expect(200);
    is_guarded(&made, "'self'");
    let session = json!({"username": "eve", "password": PASSWORD});
    let player = app.anonymous().post("/v1/sessions", session).await.expect(200).json["player"].clone();
    assert_eq!(player["email"], "eve@example.org");
}

#[tokio::test]
async fn forms_about_accounts_are_accepted_from_their_own_pages_only() {
    let app = TestApp::spawn().await;
    app.user("ada").await;
    let browser = Browser::at(&app);
    for path in ["/account/new", "/account/forgot", "/account/access"] {
        let fields =
            [("username", "eve"), ("password", PASSWORD), ("repeated", PASSWORD), ("email", "a@b.example")];
        let sent = || form(browser.post(path), &fields);
        for (name, value) in [("origin", "https://app.example"), ("sec-fetch-site", "cross-site")] {
            Answer::to(sent().header(name, value)).await.expect(403);
        }
        app.anonymous().post(path, json!({})).await.expect(400);
    }
    app.anonymous().get("/v1/players/eve").await.expect_problem(404, "not_found");
    let outdated = browser.send("/account/new", &new_account("nonsense", "eve", PASSWORD)).await.expect(400);
    is_guarded(&outdated, "'self'");
    app.anonymous().get("/v1/players/eve").await.expect_problem(404, "not_found");
}

/// What tokens allow, with the operations below.
const ACTIVITIES: &str = include_str!("../../../src/api/operation/activities.txt");

/// The languages of the pages, in the order of the columns of their texts.
const LANGUAGES: [&str; 4] = ["en", "de", "fr", "es"];

/// Returns the texts of the pages by the English ones, each in every language.
fn texts() -> BTreeMap<String, Vec<String>> {
    let table = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/api/words/pages.txt"));
    let table = table.expect("the texts of the pages");
    let rows: Vec<&str> = table.lines().filter(|row| !row.is_empty() && !row.starts_with('#')).collect();
    let texts: BTreeMap<String, Vec<String>> = rows
        .iter()
        .map(|row| row.split(" | ").map(str::to_owned).collect::<Vec<_>>())
        .map(|row| (row[0].clone(), row))
        .collect();
    assert_eq!(texts.len(), rows.len(), "a row is there twice");
    texts
}

/// Returns a text as it is in HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&#38;").replace('\'', "&#39;").replace('"', "&#34;")
}

#[test]
fn every_text_of_the_pages_for_accounts_is_there_in_every_language() {
    let texts = texts();
    for row in texts.values() {
        assert_eq!(row.len(), LANGUAGES.len(), "{row:?}");
        assert!(row.iter().all(|text| !text.is_empty() && text.trim() == text), "{row:?}");
        assert!(row[1..].iter().all(|text| *text != row[0]) || !row[0].contains(' '), "{row:?}");
    }
    let templates = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/api/pages/templates");
    let mut used = 0;
    for file in fs::read_dir(templates).expect("the templates") {
        let text = fs::read_to_string(file.expect("a template").path()).expect("a template");
        for call in text.split("crate::words::").skip(1) {
            let Some((_, rest)) = call.split_once('(').filter(|(_, rest)| rest.starts_with('"')) else {
                continue;
            };
            let text = rest[1..].split_once('"').expect("a text").0;
            assert!(texts.contains_key(text), "{text}");
            used += 1;
        }
    }
    assert!(used > 40, "{used} texts in templates");
}

#[tokio::test]
async fn the_pages_for_accounts_speak_the_language_of_their_reader() {
    let app = TestApp::spawn().await;
    app.user("grace").await;
    let (browser, texts) = (Browser::at(&app), texts());
    for (accepted, place) in [("en", 0), ("de-CH, en;q=0.5", 1), ("fr", 2), ("it, es;q=0.9", 3), ("it", 0)] {
        let language = LANGUAGES[place];
        let said = |english: &str| escaped(&texts[english][place]);
        let check = |page: &Answer, english: &[&str]| {
            assert!(page.text.contains(&format!("<html lang=\"{language}\">")), "{}", page.text);
            for text in english {
                assert!(page.text.contains(&said(text)), "{language}: {text}: {}", page.text);
            }
            // No sentence is left in English.
            for (english, row) in &texts {
                let is_sentence = english.split(' ').count() > 2 && row[place] != *english;
                assert!(!is_sentence || !page.text.contains(&escaped(english)), "{language}: {english}");
            }
        };
        let get = async |path: &str| Answer::to(browser.get(path).header("accept-language", accepted)).await;
        let send = async |path: &str, fields: &[(&str, &str)]| {
            Answer::to(form(browser.post(path), fields).header("accept-language", accepted)).await
        };
        check(&get("/account/new").await.expect(200), &["Create an account", "The same password again"]);
        check(&get("/account/forgot").await.expect(200), &["A forgotten password", "Send the mail"]);
        check(&get("/account/access").await.expect(200), &["Access to your account", "Forgot the password?"]);
        let ended = "This link does not work any more";
        check(&get("/account/reset?token=nonsense").await.expect(410), &[ended]);
        check(&get("/account/mail?token=nonsense").await.expect(410), &[ended]);

        for (username, password, repeated, email, status, fault) in [
            ("ada", PASSWORD, "another", "", 422, "The two passwords differ."),
            ("ada", "short", "short", "", 422, "The password must have 8 to 128 characters."),
            ("grace", PASSWORD, PASSWORD, "", 409, "The username is taken."),
            ("ada", PASSWORD, PASSWORD, "no address", 422, "The e-mail address is not complete."),
        ] {
            let mut fields = new_account("", username, password);
            (fields[3].1, fields[4].1) = (repeated, email);
            check(&send("/account/new", &fields).await.expect(status), &["Problem:", fault]);
        }
        let common = "The password is one of the most common ones. Choose another one.";
        let refused = send("/account/new", &new_account("", "ada", "password")).await.expect(422);
        check(&refused, &["Problem:", common]);
        let none = "This server sends no mail. Ask its operator for a link that sets a new password.";
        check(&send("/account/forgot", &[("email", "a@b.example")]).await.expect(422), &["Problem:", none]);
        let outdated = send("/account/access", &[("request", "forged")]).await.expect(400);
        check(&outdated, &["This page has expired. Go back to the app and start again."]);
        let log_in =
            async |password| send("/account/access", &[("username", "grace"), ("password", password)]).await;
        let wrong = log_in("wrong password").await.expect(403);
        check(&wrong, &["The username or the password is wrong."]);
        let listed = log_in(PASSWORD).await.expect(200);
        check(&listed, &["Logins", "since", "last used", "None.", "End this access"]);

        let unknown = "No device waits for this code. Check it, or start again on your device.";
        check(&get("/oauth/device").await.expect(200), &["Connect a device", "Continue"]);
        check(&get("/oauth/device?user_code=WDJB-MJHT").await.expect(400), &["Problem:", unknown]);
        let scopes = "read play challenge bots tournaments organize";
        let asked = request_with(&[("scope", scopes)]);
        let query = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(asked).finish();
        let login = get(&format!("/oauth/authorize?{query}")).await.expect(200);
        let trust = "Continue only if you know and trust this site.";
        check(
            &login,
            &["Log in to Lapidary", "asks for access to your account", trust, "Forgot the password?"],
        );
        let Field(sealed) = field(&login);
        let log_in = async |password| {
            send("/oauth/login", &[("request", &sealed), ("username", "grace"), ("password", password)]).await
        };
        let wrong = log_in("wrong password").await.expect(403);
        check(&wrong, &["Problem:", "The username or the password is wrong."]);
        let consent = log_in(PASSWORD).await.expect(200);
        check(&consent, &["Allow access?", "It calls itself", "It may:", "Allow", "Deny"]);
        let heads = ACTIVITIES.lines().filter(|line| !line.starts_with(' '));
        let all: Vec<&str> = heads.filter_map(|head| Some(head.split_once(": ")?.1)).collect();
        assert!(all.len() > 15, "{all:?}");
        check(&consent, &all);
    }
}

#[tokio::test]
async fn a_link_for_a_new_password_is_asked_for_on_a_page_that_tells_nothing() {
    let without = TestApp::spawn().await;
    let browser = Browser::at(&without);
    is_guarded(&Answer::to(browser.get("/account/forgot")).await.expect(200), "'self'");
    let none = browser.send("/account/forgot", &[("email", "ada@example.org")]).await.expect(422);
    assert!(none.text.contains("This server sends no mail."), "{}", none.text);

    let app = TestApp::spawn_with(crate::recovery::with_mail).await;
    let browser = Browser::at(&app);
    app.user("ada").await.patch("/v1/me", json!({"email": "ada@example.org", "password": PASSWORD})).await;
    let mut pages = Vec::new();
    for email in ["ada@example.org", "nobody@example.org"] {
        let page = browser.send("/account/forgot", &[("email", email)]).await.expect(200);
        is_guarded(&page, "'self'");
        pages.push(page.text);
    }
    assert_eq!(pages[0], pages[1]);
    let bad = browser.send("/account/forgot", &[("email", "no address")]).await.expect(422);
    assert!(bad.text.contains("The e-mail address"), "{}", bad.text);
}

#[tokio::test]
async fn a_player_sees_and_ends_what_has_access() {
    let app = TestApp::spawn().await;
    let (ada, eve) = (app.user("ada").await, app.user("eve").await);
    let browser = Browser::at(&app);
    let granted = browser.grant("ada").await;
    let of_app = app.with_token(granted["access_token"].as_str().expect("a token"));
    let body = json!({"name": "<i>laptop</i>", "scopes": ["read"]});
    let token = ada.post("/v1/me/tokens", body).await.expect(201).json;
    let by_token = app.with_token(token["token"].as_str().expect("a token"));
    by_token.get("/v1/me").await.expect(200);

    is_guarded(&Answer::to(browser.get("/account/access")).await.expect(200), "'self'");
    let log_in = async |name: &str, password: &str| {
        browser.send("/account/access", &[("username", name), ("password", password)]).await
    };
    let wrong = log_in("ada", "wrong password").await.expect(403);
    is_guarded(&wrong, "'self'");
    assert!(buttons(&wrong).is_empty());
    let page = log_in("ada", PASSWORD).await.expect(200);
    is_guarded(&page, "'self'");
    assert!(
        page.text.contains("https://app.example") && page.text.contains("&#60;i&#62;laptop"),
        "{}",
        page.text
    );
    let shown = buttons(&page);
    let kinds: Vec<&str> =
        shown.iter().filter_map(|value| value.split_once(':')).map(|(kind, _)| kind).collect();
    assert_eq!(kinds, ["login", "app", "token"]);

    // Another player, an unknown id, a forged field: nothing ends.
    let theirs = log_in("eve", PASSWORD).await.expect(200);
    let Field(of_eve) = field(&theirs);
    for value in shown.iter().map(String::as_str).chain(["login:nonsense", "all", "app:"]) {
        browser.send("/account/access", &[("request", &of_eve), ("end", value)]).await.expect(200);
    }
    browser.send("/account/access", &[("request", "forged"), ("end", &shown[0])]).await.expect(400);
    for caller in [&ada, &of_app, &by_token, &eve] {
        caller.get("/v1/me").await.expect(200);
    }
    let mut field_now = field(&page).0;
    for (left, (caller, value)) in
        [(2, (&by_token, &shown[2])), (1, (&of_app, &shown[1])), (0, (&ada, &shown[0]))]
    {
        let page =
            browser.send("/account/access", &[("request", &field_now), ("end", value)]).await.expect(200);
        is_guarded(&page, "'self'");
        assert!(page.text.contains("Its access has ended."));
        assert_eq!(buttons(&page).len(), left);
        caller.get("/v1/me").await.expect_problem(401, "unauthenticated");
        if left > 0 {
            field_now = field(&page).0;
        }
    }
    // A new password ends the page.
    let again = app.user("ada").await;
    let change = json!({"current": PASSWORD, "new": "another long password"});
    again.put("/v1/me/password", change).await.expect(204);
    browser.send("/account/access", &[("request", &field_now)]).await.expect(400);
}
