//! The login of the page for people: a session in a cookie of its origin, and guests who have chosen no
//! password.

use std::time::Duration;

use reqwest::{Method, RequestBuilder};
use serde_json::json;

use crate::app::{Answer, PASSWORD, TestApp};
use crate::games::stored::Stored;
use crate::oauth::browser::form;

const PATH: &str = "/account/session";
const DRAWN: &str = "drawn-for-a-guest";

/// A browser at the page: it keeps cookies, and sends them with every request to the login.
struct Jar<'a> {
    app: &'a TestApp,
    cookies: Vec<(String, String)>,
}

impl<'a> Jar<'a> {
    fn at(app: &'a TestApp) -> Jar<'a> {
        Jar { app, cookies: Vec::new() }
    }

    /// The same cookies in another tab, or as they were before.
    fn copy(&self) -> Jar<'a> {
        Jar { app: self.app, cookies: self.cookies.clone() }
    }

    fn request(&self, method: Method) -> RequestBuilder {
        let cookies = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>();
        let request = self.app.anonymous().request(method, PATH).header("sec-fetch-site", "same-origin");
        if cookies.is_empty() { request } else { request.header("cookie", cookies.join("; ")) }
    }

    async fn send(&mut self, request: RequestBuilder) -> Answer {
        let answer = Answer::to(request).await;
        for text in set_cookies(&answer) {
            let (name, rest) = text.split_once('=').expect("a name");
            let (value, attributes) = rest.split_once(';').expect("attributes");
            self.cookies.retain(|(known, _)| known != name);
            if !attributes.contains("Max-Age=0") {
                self.cookies.push((name.to_owned(), value.to_owned()));
            }
        }
        answer
    }

    async fn begin(&mut self, fields: &[(&str, &str)]) -> Answer {
        self.send(form(self.request(Method::POST), fields)).await
    }

    async fn look(&mut self) -> Answer {
        self.send(self.request(Method::GET)).await
    }

    async fn keep(&mut self, password: &str) -> Answer {
        self.send(form(self.request(Method::PUT), &[("password", password)])).await
    }

    async fn end(&mut self) -> Answer {
        self.send(self.request(Method::DELETE)).await
    }
}

fn set_cookies(answer: &Answer) -> Vec<&str> {
    answer.headers.get_all("set-cookie").iter().map(|value| value.to_str().expect("text")).collect()
}

/// Asserts that the access token of this answer belongs to this player.
async fn is_of(app: &TestApp, answer: &Answer, username: &str) {
    let token = answer.json["access_token"].as_str().expect("a token");
    assert_eq!(app.with_token(token).get("/v1/me").await.expect(200).json["username"], username);
}

#[tokio::test]
async fn a_login_is_a_cookie_that_no_script_and_no_other_site_can_use() {
    let app = TestApp::spawn().await;
    app.user("ada").await;
    let mut page = Jar::at(&app);
    page.look().await.expect_problem(401, "invalid_refresh_token");
    let wrong = page.begin(&[("username", "ada"), ("password", "wrong password")]).await;
    assert!(set_cookies(&wrong.expect_problem(401, "invalid_credentials")).is_empty());

    let credentials = [("username", "ada"), ("password", PASSWORD)];
    let begun = page.begin(&credentials).await.expect(200);
    is_of(&app, &begun, "ada").await;
    assert_eq!((&begun.json["username"], &begun.json["is_guest"]), (&json!("ada"), &json!(false)));
    assert_eq!(begun.header("cache-control"), "no-store");
    assert!(!begun.text.contains("refresh_token"), "{}", begun.text);
    let kept = set_cookies(&begun)[0];
    assert!(kept.starts_with("lapidary-session="), "{kept}");
    assert!(kept.ends_with("; Max-Age=34560000; HttpOnly; SameSite=Strict; Path=/account/session"), "{kept}");

    for (name, value) in [("origin", "https://app.example"), ("sec-fetch-site", "cross-site")] {
        for method in [Method::GET, Method::POST, Method::PUT, Method::DELETE] {
            let cookies = format!("lapidary-session={}", page.cookies[0].1);
            let request = app.anonymous().request(method, PATH).header("cookie", cookies);
            let foreign = Answer::to(form(request, &credentials).header(name, value)).await;
            let foreign = foreign.expect_problem(403, "forbidden");
            assert!(foreign.headers.keys().all(|name| !name.as_str().starts_with("access-control-")));
        }
    }
    is_of(&app, &page.look().await.expect(200), "ada").await;

    // Behind a proxy that terminates TLS, the browser names the origin.
    let host = app.address.trim_start_matches("http://");
    let request = page.request(Method::POST).header("origin", format!("https://{host}"));
    let secure = Answer::to(form(request, &credentials)).await.expect(200);
    let kept = set_cookies(&secure);
    assert!(kept.iter().all(|cookie| cookie.starts_with("__Host-lapidary-")), "{kept:?}");
    assert!(kept.iter().all(|cookie| cookie.ends_with("; Path=/; Secure")), "{kept:?}");
}

#[tokio::test]
async fn a_cookie_that_another_host_has_planted_is_no_login() {
    let app = TestApp::spawn().await;
    let mut tokens = Vec::new();
    for name in ["ada", "eve"] {
        app.user(name).await;
        let mut page = Jar::at(&app);
        page.begin(&[("username", name), ("password", PASSWORD)]).await.expect(200);
        tokens.push(page.cookies[0].1.clone());
    }
    let (own, planted) = (&tokens[0], &tokens[1]);
    let host = app.address.trim_start_matches("http://");
    let (https, http) = (format!("https://{host}/"), format!("http://{host}/"));
    let look = async |page: &str, cookies: String| {
        let request = app.anonymous().request(Method::GET, PATH).header("sec-fetch-site", "same-origin");
        Answer::to(request.header("referer", page).header("cookie", cookies)).await
    };
    let of_host = format!("__Host-lapidary-session={own}");
    for (page, cookies) in [
        (&https, of_host.clone()),
        (&http, of_host.clone()),
        (&https, format!("lapidary-session={planted}; {of_host}")),
        (&https, format!("{of_host}; lapidary-session={planted}")),
        (&http, format!("lapidary-session={own}")),
    ] {
        is_of(&app, &look(page, cookies).await.expect(200), "ada").await;
    }
    for (page, cookies) in [
        (&https, format!("lapidary-session={planted}")),
        (&https, format!("{of_host}; {of_host}")),
        (&http, format!("lapidary-session={own}; lapidary-session={planted}")),
        (&http, format!("lapidary-session={planted}; lapidary-session={own}")),
    ] {
        look(page, cookies).await.expect_problem(401, "invalid_refresh_token");
    }
}

#[tokio::test]
async fn every_tab_has_the_session_until_one_of_them_ends_it() {
    let app = TestApp::spawn().await;
    app.user("ada").await;
    let credentials = [("username", "ada"), ("password", PASSWORD)];
    let mut tab = Jar::at(&app);
    tab.begin(&credentials).await.expect(200);
    let mut other = tab.copy();
    for _ in 0..3 {
        // The cookie stays, so a browser that ends before it has stored another one loses nothing.
        is_of(&app, &tab.look().await.expect(200), "ada").await;
        is_of(&app, &other.look().await.expect(200), "ada").await;
    }
    let access = other.look().await.expect(200).json["access_token"].as_str().expect("a token").to_owned();
    let logins = app.with_token(&access).get("/v1/me/sessions").await.expect(200).json;
    let count = logins["items"].as_array().expect("a list").len();

    let first = tab.copy();
    tab.begin(&credentials).await.expect(200);
    let again = app.with_token(&access).get("/v1/me/sessions").await;
    again.expect_problem(401, "unauthenticated");
    let access = tab.look().await.expect(200).json["access_token"].as_str().expect("a token").to_owned();
    let logins = app.with_token(&access).get("/v1/me/sessions").await.expect(200).json;
    assert_eq!(logins["items"].as_array().expect("a list").len(), count, "a new login replaces the old one");
    let mut first = first;
    first.look().await.expect_problem(401, "invalid_refresh_token");

    let mut other = tab.copy();
    let ended = tab.end().await.expect(204);
    assert_eq!(set_cookies(&ended).len(), 2);
    assert!(tab.cookies.is_empty());
    other.look().await.expect_problem(401, "invalid_refresh_token");
    app.with_token(&access).get("/v1/me").await.expect_problem(401, "unauthenticated");
    tab.end().await.expect(204);
}

#[tokio::test]
async fn a_session_lives_as_long_as_the_page_is_visited() {
    let lifetime = Duration::from_secs(3600);
    let app = TestApp::spawn_with(|settings| settings.access.refresh_lifetime = lifetime).await;
    app.user("ada").await;
    let mut page = Jar::at(&app);
    page.begin(&[("username", "ada"), ("password", PASSWORD)]).await.expect(200);
    let mut stored = Stored::of(&app).await;
    for _ in 0..3 {
        stored.execute("UPDATE refresh_tokens SET expires_at = expires_at - interval '40 minutes'").await;
        page.look().await.expect(200);
    }
    stored.execute("UPDATE refresh_tokens SET expires_at = expires_at - interval '61 minutes'").await;
    page.look().await.expect_problem(401, "invalid_refresh_token");
}

#[tokio::test]
async fn a_guest_keeps_the_account_with_a_password_of_their_own() {
    let app = TestApp::spawn().await;
    app.anonymous().post("/v1/accounts", json!({"username": "guest-1", "password": DRAWN})).await.expect(201);
    let mut page = Jar::at(&app);
    let begun = page.begin(&[("username", "guest-1"), ("password", DRAWN), ("guest", "yes")]).await;
    assert_eq!(begun.expect(200).json["is_guest"], true);
    assert_eq!(page.copy().look().await.expect(200).json["is_guest"], true, "also after the tab was closed");
    page.keep("short").await.expect_problem(422, "validation_failed");
    assert_eq!(page.keep(PASSWORD).await.expect(200).json["is_guest"], false);
    assert_eq!(page.look().await.expect(200).json["is_guest"], false);
    page.keep("another password").await.expect_problem(403, "wrong_password");
    let session = json!({"username": "guest-1", "password": PASSWORD});
    app.anonymous().post("/v1/sessions", session).await.expect(200);
}

#[tokio::test]
async fn a_password_that_no_cookie_can_have_is_no_drawn_one() {
    let app = TestApp::shared().await;
    let (name, password) = (app.name("guest"), "für \"zwei\", \\drei; Secure");
    app.anonymous().post("/v1/accounts", json!({"username": name, "password": password})).await.expect(201);
    let mut page = Jar::at(&app);
    let begun = page.begin(&[("username", &name), ("password", password), ("guest", "yes")]).await;
    assert_eq!(begun.expect(200).json["is_guest"], false);
    assert_eq!(page.look().await.expect(200).json["is_guest"], false);
}
