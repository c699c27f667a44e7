//! A running application, and callers that send requests to it.
#![allow(dead_code, reason = "a vocabulary for all tests, of which some words wait for their first use")]

use std::future::poll_fn;
use std::pin::pin;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::stream::{self, StreamExt};
use lapidary::settings::{Settings, Switch};
use lapidary::startup::{Application, raise_open_files};
use reqwest::header::HeaderMap;
use reqwest::{Client, Method, RequestBuilder, StatusCode};
use serde::Serialize;
use serde_json::{Value, json};
use tokio::runtime::Runtime;
use tokio::sync::OnceCell;
use tokio_util::sync::CancellationToken;

use crate::refusals;
use crate::test_database::{self, TestDatabase};

/// The password of all test users.
pub const PASSWORD: &str = "correct horse battery";

/// The runtime of the servers: the runtime of a test ends with the test, and its server ends later.
pub static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
    raise_open_files().expect("a limit may be raised to its maximum");
    Runtime::new().expect("there are threads")
});

/// A running application with a database of its own, both of which are removed when it is dropped; or what a
/// test sees of the one that many tests share.
pub struct TestApp {
    /// Its base URL, without a trailing slash.
    pub address: String,
    /// The address of its database; empty if other tests use it too.
    pub database_url: String,
    /// What the names of accounts end with, if other tests use the application too.
    suffix: String,
    client: Client,
    stopping: CancellationToken,
    leaving: CancellationToken,
    running: Option<tokio::task::JoinHandle<()>>,
    database: Option<TestDatabase>,
}

/// The number of requests of [`a_few_at_once`] that are sent at a time.
const AT_ONCE: usize = 8;

/// Sends requests, some of them at the same time, and returns the responses in the order of the requests. If
/// all were sent at once, a slow machine would let some of them wait too long for a connection to the
/// database, and refuse them (503).
pub async fn a_few_at_once<T>(requests: impl IntoIterator<Item = impl Future<Output = T>>) -> Vec<T> {
    stream::iter(requests).buffered(AT_ONCE).collect().await
}

impl TestApp {
    /// Returns the application that tests of this process share, for a test that looks only at what it has
    /// made itself. Its accounts have names that no other test uses, see [`TestApp::name`]. The test must not
    /// read or count what everybody has made; it cannot stop or change the application, or reach its
    /// database.
    pub async fn shared() -> TestApp {
        static SHARED: OnceCell<TestApp> = OnceCell::const_new();
        static TESTS: AtomicUsize = AtomicUsize::new(0);
        let shared = SHARED.get_or_init(|| {
            TestApp::spawn_with(|settings| {
                settings.http.workers = None;
                settings.database.database_connections = SHARED_CONNECTIONS;
            })
        });
        let shared = shared.await;
        // Without the address of the database nobody can change what belongs to others.
        let mut app = TestApp::elsewhere(shared.address.clone(), String::new());
        app.suffix = format!("_{}", TESTS.fetch_add(1, Ordering::Relaxed));
        app
    }

    /// Starts an application with the settings of the tests.
    pub async fn spawn() -> TestApp {
        TestApp::spawn_with(|_| {}).await
    }

    /// Starts an application with settings modified by `change`.
    pub async fn spawn_with(change: impl FnOnce(&mut Settings)) -> TestApp {
        TestApp::spawn_on(test_database::create(), change).await
    }

    /// Starts an application on this database, with settings modified by `change`.
    pub async fn spawn_on(
        database: impl Future<Output = TestDatabase> + Send + 'static,
        change: impl FnOnce(&mut Settings),
    ) -> TestApp {
        let mut settings = test_settings();
        change(&mut settings);
        let (database, application) = RUNTIME
            .spawn(async move {
                let database = database.await;
                if settings.database.database_url.is_none() {
                    // So every test shows that a server needs rights on data only.
                    settings.migrate = if database.server_url.is_some() { Switch::Off } else { Switch::On };
                    let url = database.server_url.as_ref().unwrap_or(&database.url);
                    settings.database.database_url = Some(url.clone());
                }
                let application = Application::build(settings).await.expect("the application starts");
                (database, application)
            })
            .await
            .expect("the application is built");
        let address = format!("http://127.0.0.1:{}", application.port());
        let (stopping, leaving) = (application.stopping(), application.leaving());
        let running = RUNTIME.spawn(async { application.run().await.expect("the application ends well") });
        TestApp {
            address,
            database_url: database.url.clone(),
            suffix: String::new(),
            client: Client::new(),
            stopping,
            leaving,
            running: Some(running),
            database: Some(database),
        }
    }

    /// Returns an application that already runs, with its database.
    pub fn elsewhere(address: String, database_url: String) -> TestApp {
        TestApp {
            address,
            database_url,
            suffix: String::new(),
            client: Client::new(),
            stopping: CancellationToken::new(),
            leaving: CancellationToken::new(),
            running: None,
            database: None,
        }
    }

    /// Announces the end of the server: it is not ready any more, and serves requests.
    pub fn leave(&self) {
        self.leaving.cancel();
    }

    /// Stops the server as a signal does, and keeps the database.
    pub async fn stop(&mut self) {
        self.stopping.cancel();
        if let Some(running) = self.running.take() {
            running.await.expect("the application ends well");
        }
    }

    /// Returns a caller without a token.
    pub fn anonymous(&self) -> Caller<'_> {
        Caller { app: self, token: None }
    }

    /// Returns the name that an account with this name has here.
    pub fn name(&self, username: &str) -> String {
        format!("{username}{}", self.suffix)
    }

    /// Returns a caller with a new session of the account with this name, see [`TestApp::name`], which is
    /// created if it does not exist.
    pub async fn user(&self, username: &str) -> Caller<'_> {
        let account = json!({"username": self.name(username), "password": PASSWORD});
        let made = self.anonymous().post("/v1/accounts", &account).await;
        assert!(matches!(made.status.as_u16(), 201 | 409), "{}", made.text);
        let session = self.anonymous().post("/v1/sessions", &account).await.expect(200);
        self.with_token(session.json["access_token"].as_str().expect("a session has an access token"))
    }

    /// Returns a caller with exactly this bearer token.
    pub fn with_token(&self, token: &str) -> Caller<'_> {
        Caller { app: self, token: Some(token.to_owned()) }
    }
}

impl Drop for TestApp {
    fn drop(&mut self) {
        drop(std::mem::take(&mut self.client));
        let (running, database) = (self.running.take(), self.database.take());
        let stopping = self.stopping.clone();
        let (done, wait) = std::sync::mpsc::channel();
        RUNTIME.spawn(async move {
            if let Some(running) = running {
                // A server that has a connection when it stops looks for it again a second later.
                look_again().await;
                stopping.cancel();
                let _ = running.await;
            }
            if let Some(database) = database {
                database.remove().await;
            }
            let _ = done.send(());
        });
        let _ = wait.recv();
    }
}

/// The connections to the database of the application that tests share.
const SHARED_CONNECTIONS: usize = 16;

/// How often a job looks in the tests that wait for it. More often would take processors from other tests.
pub const SOON: Duration = Duration::from_millis(50);
/// How long a test waits before it looks again at what it waits for.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// Waits until it is time to look again. Tests that look all the time take the processors from what they wait
/// for.
pub async fn look_again() {
    tokio::time::interval_at(tokio::time::Instant::now() + LOOK_EVERY, LOOK_EVERY).tick().await;
}

/// How often a job looks that no test waits for.
const SELDOM: Duration = Duration::from_secs(3_600);

/// How long requests wait for the database and for each other, in the tests of everything else.
const PATIENT: Duration = Duration::from_secs(120);

/// Returns the settings of the tests: a free port, few threads, the defaults for everything else.
fn test_settings() -> Settings {
    let mut settings = Settings::from_environment().expect("the defaults are settings");
    settings.http.listen = ([127, 0, 0, 1], 0).into();
    settings.http.workers = Some(1);
    settings.http.drain = Duration::from_secs(1);
    // Tests change what is stored beside the server, which does not notice that anything happens.
    settings.http.quiet_pause = Duration::ZERO;
    settings.limits.rate_limits = lapidary::settings::Switch::Off;
    settings.access.password_memory_kib = 8;
    settings.access.password_passes = 1;
    // Jobs that only some tests need: those set SOON.
    settings.alerts.alert_interval = SELDOM;
    settings.games.bot_match_interval = SELDOM;
    settings.webhooks.webhook_interval = SELDOM;
    settings.opponents.opponent_interval = SELDOM;
    // However slow the machine is, it is not an outage.
    settings.games.outage_after = Duration::from_secs(3_600);
    settings.database.database_url = None;
    settings.database.database_connections = 4;
    // However slow the machine is, requests that wait for each other are not refused. Tests of these limits
    // set them.
    settings.database.database_wait = PATIENT;
    settings.database.lock_timeout = PATIENT;
    settings.database.statement_timeout = PATIENT;
    settings.database.idle_transaction_timeout = PATIENT;
    settings
}

/// A client of the application.
#[derive(Clone)]
pub struct Caller<'a> {
    app: &'a TestApp,
    token: Option<String>,
}

impl Caller<'_> {
    /// Returns the token of this caller, empty if it has none.
    pub fn token(&self) -> &str {
        self.token.as_deref().unwrap_or_default()
    }

    /// Returns a request of this caller for further changes.
    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self.app.client.request(method, format!("{}{path}", self.app.address));
        match &self.token {
            Some(token) => request.bearer_auth(token),
            None => request,
        }
    }

    pub async fn get(&self, path: &str) -> Answer {
        Answer::to(self.request(Method::GET, path)).await
    }

    pub async fn post(&self, path: &str, body: impl Serialize) -> Answer {
        Answer::to(self.request(Method::POST, path).json(&body)).await
    }

    /// Sends a POST without a body.
    pub async fn post_empty(&self, path: &str) -> Answer {
        Answer::to(self.request(Method::POST, path)).await
    }

    pub async fn put(&self, path: &str, body: impl Serialize) -> Answer {
        Answer::to(self.request(Method::PUT, path).json(&body)).await
    }

    pub async fn patch(&self, path: &str, body: impl Serialize) -> Answer {
        Answer::to(self.request(Method::PATCH, path).json(&body)).await
    }

    pub async fn delete(&self, path: &str) -> Answer {
        Answer::to(self.request(Method::DELETE, path)).await
    }

    /// Erases the account of this caller.
    pub async fn erase(&self) -> Answer {
        let body = json!({"password": PASSWORD});
        Answer::to(self.request(Method::DELETE, "/v1/me").json(&body)).await
    }
}

/// Asserts that every instant in a body has three decimals.
fn assert_instants(value: &Value, place: &str) {
    match value {
        Value::String(text) => {
            // Secrets are random: some have a `T` and a `Z` where instants have them.
            let is_instant = chrono::DateTime::parse_from_rfc3339(text).is_ok();
            assert!(!is_instant || text.len() == "2026-01-01T00:00:00.000Z".len(), "{place}: {text}");
        }
        Value::Array(items) => items.iter().for_each(|item| assert_instants(item, place)),
        Value::Object(fields) => {
            fields.iter().for_each(|(name, field)| assert_instants(field, &format!("{place}/{name}")));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// A response, read completely.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    /// The body as JSON, or null if it is not JSON.
    pub json: Value,
    pub text: String,
}

impl Answer {
    /// Sends the request and reads the response.
    pub async fn to(request: RequestBuilder) -> Answer {
        let (client, request) = request.build_split();
        let request = request.expect("the request is well-formed");
        let (method, path) = (request.method().clone(), request.url().path().to_owned());
        // The connection lives on the runtime of the servers, so that it can end while the test ends.
        let mut response = pin!(client.execute(request));
        let response = poll_fn(|context| {
            let _entered = RUNTIME.enter();
            response.as_mut().poll(context)
        });
        let response = response.await.expect("the application answers");
        let (status, headers) = (response.status(), response.headers().clone());
        let text = response.text().await.expect("the answer arrives whole");
        let json = serde_json::from_str(&text).unwrap_or(Value::Null);
        refusals::note(method.as_str(), &path, &json);
        let is_problem = headers.get("content-type").is_some_and(|media| media == "application/problem+json");
        assert!(
            !is_problem || json["request_id"].is_string(),
            "{method} {path}: a problem without request_id: {text}"
        );
        // An export keeps what is stored, also as an example in the document.
        if !path.ends_with("/export")
            && path != "/v1/exports/games"
            && path != "/openapi.json"
            && !path.starts_with("/docs/contract/")
        {
            assert_instants(&json, &format!("{method} {path}"));
        }
        Answer { status, headers, json, text }
    }

    /// Returns a header as text, empty if it is missing.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    /// Returns the text without the request id, the only difference between two equal refusals.
    pub fn text_without_id(&self) -> String {
        match self.json["request_id"].as_str() {
            Some(id) => self.text.replace(id, ""),
            None => self.text.clone(),
        }
    }

    /// Returns a response with this status, and panics for any other.
    #[track_caller]
    pub fn expect(self, status: u16) -> Answer {
        assert_eq!(self.status.as_u16(), status, "{}", self.text);
        self
    }

    /// Asserts that the response is a well-formed problem with this status and code.
    #[track_caller]
    pub fn expect_problem(self, status: u16, code: &str) -> Answer {
        let answer = self.expect(status);
        assert_eq!(answer.header("content-type"), "application/problem+json", "{}", answer.text);
        assert_eq!(answer.json["code"], code, "{}", answer.text);
        assert_eq!(answer.json["status"], status);
        assert_eq!(answer.json["type"], format!("/problems/{code}"));
        answer
    }

    /// Returns the pointers of the invalid fields, in alphabetical order.
    pub fn pointers(&self) -> Vec<&str> {
        let errors = self.json["errors"].as_array().map(Vec::as_slice).unwrap_or_default();
        let mut pointers: Vec<&str> = errors.iter().filter_map(|error| error["pointer"].as_str()).collect();
        pointers.sort_unstable();
        pointers
    }
}
