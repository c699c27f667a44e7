//! A person with a browser, and an app that asks them for access.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use reqwest::redirect::Policy;
use reqwest::{Client, RequestBuilder};
use serde_json::Value;
use sha2::{Digest, Sha256};
use url::Url;

use crate::app::{Answer, PASSWORD, TestApp};

/// The secret of the app for PKCE.
pub const VERIFIER: &str = "a-verifier-of-the-tests-with-enough-characters";
/// Where the app gets its codes.
pub const BACK: &str = "https://app.example/back";
/// The name of the app.
pub const CLIENT: &str = "board";
pub const DEVICE_GRANT: &str = "urn:ietf:params:oauth:grant-type:device_code";

/// The hidden field of a page.
pub struct Field(pub String);

/// Returns the challenge of a verifier.
pub fn challenge(verifier: &str) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(verifier))
}

/// Returns the parameters of a valid request for access.
pub fn request() -> Vec<(&'static str, String)> {
    vec![
        ("response_type", "code".to_owned()),
        ("client_id", CLIENT.to_owned()),
        ("redirect_uri", BACK.to_owned()),
        ("scope", "read play".to_owned()),
        ("state", "x y&z".to_owned()),
        ("code_challenge", challenge(VERIFIER)),
        ("code_challenge_method", "S256".to_owned()),
    ]
}

/// Returns the same with some parameters replaced; an empty one is left out.
pub fn request_with(changes: &[(&'static str, &str)]) -> Vec<(&'static str, String)> {
    let mut request = request();
    for (name, value) in changes {
        request.retain(|(known, _)| known != name);
        if !value.is_empty() {
            request.push((name, (*value).to_owned()));
        }
    }
    request
}

/// A browser that follows no redirect, at an application.
pub struct Browser<'a> {
    pub app: &'a TestApp,
    client: Client,
}

impl<'a> Browser<'a> {
    pub fn at(app: &'a TestApp) -> Browser<'a> {
        let client = Client::builder().redirect(Policy::none()).build().expect("a client");
        Browser { app, client }
    }

    pub fn get(&self, path: &str) -> RequestBuilder {
        self.client.get(format!("{}{path}", self.app.address))
    }

    pub fn post(&self, path: &str) -> RequestBuilder {
        self.client.post(format!("{}{path}", self.app.address))
    }

    /// Sends a form.
    pub async fn send(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        Answer::to(form(self.post(path), fields)).await
    }

    /// Opens the page to which an app sends the browser.
    pub async fn authorize(&self, parameters: &[(&'static str, String)]) -> Answer {
        let query = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(parameters).finish();
        Answer::to(self.get(&format!("/oauth/authorize?{query}"))).await
    }

    pub async fn log_in(&self, field: &Field, username: &str, password: &str) -> Answer {
        let username = self.app.name(username);
        let fields = [("request", field.0.as_str()), ("username", &username), ("password", password)];
        self.send("/oauth/login", &fields).await
    }

    pub async fn decide(&self, field: &Field, decision: &str) -> Answer {
        self.send("/oauth/consent", &[("request", &field.0), ("decision", decision)]).await
    }

    /// Opens the page, logs in, and returns the field of the page on which the player decides.
    pub async fn consent_field(&self, parameters: &[(&'static str, String)], username: &str) -> Field {
        let page = self.authorize(parameters).await.expect(200);
        field(&self.log_in(&field(&page), username, PASSWORD).await.expect(200))
    }

    /// Lets a player allow a request, and returns the parameters that the app gets.
    pub async fn allow(&self, parameters: &[(&'static str, String)], username: &str) -> Url {
        let field = self.consent_field(parameters, username).await;
        location(&self.decide(&field, "allow").await)
    }

    /// Returns a code for the usual request.
    pub async fn code(&self, username: &str) -> String {
        parameter(&self.allow(&request(), username).await, "code").expect("a code")
    }

    /// Exchanges a code as the app that asked for it.
    pub async fn exchange(&self, code: &str) -> Answer {
        self.exchange_with(code, &[]).await
    }

    /// Exchanges a code with some parameters replaced.
    pub async fn exchange_with(&self, code: &str, changes: &[(&str, &str)]) -> Answer {
        let mut fields = vec![
            ("grant_type", "authorization_code"),
            ("client_id", CLIENT),
            ("redirect_uri", BACK),
            ("code", code),
            ("code_verifier", VERIFIER),
        ];
        for (name, value) in changes {
            fields.retain(|(known, _)| known != name);
            fields.push((name, value));
        }
        self.send("/oauth/token", &fields).await
    }

    /// Returns the tokens of a new grant of this player.
    pub async fn grant(&self, username: &str) -> Value {
        let code = self.code(username).await;
        self.exchange(&code).await.expect(200).json
    }

    pub async fn refresh(&self, token: &Value, more: &[(&str, &str)]) -> Answer {
        let token = token.as_str().expect("a token");
        let mut fields =
            vec![("grant_type", "refresh_token"), ("refresh_token", token), ("client_id", CLIENT)];
        fields.extend(more);
        self.send("/oauth/token", &fields).await
    }

    /// Returns the codes of a new device.
    pub async fn device(&self) -> Value {
        let fields = [("client_id", "terminal"), ("scope", "read play")];
        self.send("/oauth/device", &fields).await.expect(200).json
    }

    /// Opens the page for the code of a device.
    pub async fn type_code(&self, typed: &str) -> Answer {
        let query: String = url::form_urlencoded::byte_serialize(typed.as_bytes()).collect();
        Answer::to(self.get(&format!("/oauth/device?user_code={query}"))).await
    }

    /// Types the code of a device, logs in and decides.
    pub async fn decide_device(&self, device: &Value, username: &str, decision: &str) -> Answer {
        let page = self.type_code(text(&device["user_code"])).await.expect(200);
        let field = field(&self.log_in(&field(&page), username, PASSWORD).await.expect(200));
        self.decide(&field, decision).await
    }

    /// Asks for the tokens of a device.
    pub async fn poll(&self, device: &Value) -> Answer {
        let code = text(&device["device_code"]);
        let fields = [("grant_type", DEVICE_GRANT), ("client_id", "terminal"), ("device_code", code)];
        self.send("/oauth/token", &fields).await
    }
}

pub fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

/// Adds a form to a request.
pub fn form(request: RequestBuilder, fields: &[(&str, &str)]) -> RequestBuilder {
    let body = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
    request.header("content-type", "application/x-www-form-urlencoded").body(body)
}

/// Returns the hidden field of a page.
#[track_caller]
pub fn field(page: &Answer) -> Field {
    let (_, rest) = page.text.split_once("name=\"request\" value=\"").expect("a hidden field");
    Field(rest.split('"').next().unwrap_or_default().to_owned())
}

/// Returns where a response sends the browser.
#[track_caller]
pub fn location(answer: &Answer) -> Url {
    assert_eq!(answer.status.as_u16(), 303, "{}", answer.text);
    Url::parse(answer.header("location")).expect("an address")
}

pub fn parameter(address: &Url, name: &str) -> Option<String> {
    address.query_pairs().find(|(known, _)| known == name).map(|(_, value)| value.into_owned())
}

/// Asserts that an app is refused in the form of OAuth.
#[track_caller]
pub fn refused(answer: &Answer, error: &str) {
    assert_eq!(answer.status.as_u16(), 400, "{}", answer.text);
    assert_eq!(answer.json["error"], error, "{}", answer.text);
    assert!(answer.json["error_description"].is_string(), "{}", answer.text);
    assert_eq!(answer.header("cache-control"), "no-store");
    assert_eq!(answer.header("content-type"), "application/json");
}

/// Changes the database, to let time pass.
pub async fn sql(app: &TestApp, statement: &str) {
    let mut connection = AsyncPgConnection::establish(&app.database_url).await.expect("a connection");
    diesel::sql_query(statement).execute(&mut connection).await.expect("the statement succeeds");
}
