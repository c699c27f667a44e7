//! No text of a stranger is an error of the server: each parameter of a path, of a query and of a form, each
//! field of a body, and each header is sent with characters that PostgreSQL or Rust have no text for.

use std::collections::BTreeMap;

use reqwest::Method;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::app::{Caller, TestApp, a_few_at_once};
use crate::contract::{Operation, document, operations};
use crate::process::Process;
use crate::test_database;
use crate::tournaments::scene::settings;

/// Values of parameters: NUL, and bytes that are not UTF-8: a half surrogate, NUL in two bytes, a byte alone.
const PARAMETERS: [&str; 4] = ["%00", "a%00b", "%ED%A0%80", "%C0%80%FF"];
/// The same in strings of JSON.
const STRINGS: [&[u8]; 4] = [b"\\u0000", b"a\\u0000b", b"\\ud800", b"\xc0\x80\xff"];
/// Headers whose values the server reads.
const HEADERS: [&str; 10] = [
    "authorization",
    "idempotency-key",
    "if-match",
    "if-none-match",
    "user-agent",
    "last-event-id",
    "accept",
    "accept-language",
    "prefer",
    "x-request-id",
];
/// The paths outside the contract, as the gate knows them.
const LOOKUP: &str = include_str!("../../src/api/operation/lookup.rs");
/// The fields of the forms of these pages.
const FIELDS: [&str; 10] = [
    "request",
    "end",
    "username",
    "password",
    "repeated",
    "email",
    "token",
    "new_password",
    "decision",
    "user_code",
];
/// Stands in a body for what no JSON of a library can have.
const PLACE: &str = "PLACE";

/// A request.
struct Sent {
    method: Method,
    path: String,
    headers: Vec<u8>,
    body: Vec<u8>,
}

impl Sent {
    fn new(method: &Method, path: String, caller: &Caller<'_>) -> Sent {
        let headers = format!("authorization: Bearer {}\r\n", caller.token()).into_bytes();
        Sent { method: method.clone(), path, headers, body: Vec::new() }
    }

    fn header(mut self, name: &str, value: &[u8]) -> Sent {
        self.headers.extend([name.as_bytes(), b": ", value, b"\r\n"].concat());
        self
    }

    fn body(self, media: &str, body: Vec<u8>) -> Sent {
        Sent { body, ..self.header("content-type", media.as_bytes()) }
    }

    /// Sends it and asserts that the answer is no error of the server. Streams are not read to their end.
    async fn expect_no_error(self, app: &TestApp) {
        let Sent { method, path, headers, body } = self;
        let mut stream =
            TcpStream::connect(app.address.trim_start_matches("http://")).await.expect("a server");
        let length = format!("content-length: {}\r\n", body.len());
        let begin = format!("{method} {path} HTTP/1.1\r\nhost: test\r\nconnection: close\r\n");
        let request = [begin.as_bytes(), &headers, length.as_bytes(), b"\r\n", &body].concat();
        stream.write_all(&request).await.expect("the server reads");
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).await.expect("the server answers");
        let status: u16 = String::from_utf8_lossy(&answer[9..]).parse().expect("a status");
        // A slow machine may have too much to do (503).
        let is_error = status >= 500 && status != 503;
        assert!(!is_error, "{status}: {}", String::from_utf8_lossy(&request));
    }
}

/// What there is, by the path that leads to it: so requests get as far as to the parameter after it.
struct World(BTreeMap<&'static str, String>);

impl World {
    async fn of(caller: &Caller<'_>) -> World {
        let over_the_board = json!({"play": "over_the_board", "visibility": "public"});
        let event = settings(&over_the_board);
        let game = json!({"ruleset": "splendor", "seats": 2});
        let mut made = BTreeMap::new();
        for (path, body) in [
            ("/v1/tournaments", event),
            ("/v1/clubs", json!({"name": "Club"})),
            ("/v1/series", json!({"name": "Series"})),
            ("/v1/games", game),
        ] {
            let id = caller.post(path, body).await.expect(201).json["id"].as_str().expect("an id").to_owned();
            made.insert(path, id);
        }
        caller.post("/v1/me/bots", json!({"username": "olga-bot"})).await.expect(201);
        made.insert("/v1/me/bots", "olga-bot".to_owned());
        World(made)
    }

    /// Returns a path with a value for each parameter, and with this value for one of them.
    fn path(&self, pattern: &str, changed: Option<(&str, &str)>) -> String {
        let mut path = String::new();
        for part in pattern.split('/').skip(1) {
            let before = path.clone();
            path.push('/');
            match parameter(part) {
                None => path.push_str(part),
                Some(name) => {
                    let value = match changed {
                        Some((wanted, value)) if wanted == name => value,
                        _ if name == "username" => {
                            self.0.get(before.as_str()).map_or("nobody", String::as_str)
                        }
                        _ => self
                            .0
                            .get(before.as_str())
                            .map_or("0190a000-0000-7000-8000-000000000000", String::as_str),
                    };
                    path.push_str(&part.replace(&format!("{{{name}}}"), value));
                }
            }
        }
        path
    }
}

/// Returns the name of the parameter in a part of a path.
fn parameter(part: &str) -> Option<&str> {
    Some(part.split_once('{')?.1.split_once('}')?.0)
}

/// Returns the requests for a path, each with a wrong value of one of its parameters.
fn wrong_paths(world: &World, pattern: &str) -> Vec<String> {
    let names = pattern.split('/').filter_map(parameter);
    names.flat_map(|name| PARAMETERS.map(|value| world.path(pattern, Some((name, value))))).collect()
}

/// Returns bodies of an operation, each with a wrong text in one place.
fn wrong_bodies(operation: &Operation) -> Vec<Vec<u8>> {
    let Some(example) = operation.body() else { return Vec::new() };
    let schema = operation.description.pointer("/requestBody/content/application~1json/schema/$ref");
    let schema =
        schema.and_then(Value::as_str).and_then(|name| document().pointer(name.trim_start_matches('#')));
    let fields = schema.and_then(|schema| schema["properties"].as_object()).into_iter().flatten();
    let mut places: Vec<String> = fields.map(|(name, _)| format!("/{name}")).collect();
    texts(&example, &mut String::new(), &mut places);
    places.push(format!("/{PLACE}"));
    let bodies = places.iter().map(|place| {
        let mut body = example.clone();
        match body.pointer_mut(place) {
            Some(text) => *text = json!(PLACE),
            // The name of a field is a text too.
            None if place[1..] == *PLACE => body[PLACE] = json!(true),
            None => body[&place[1..]] = json!(PLACE),
        }
        body.to_string().into_bytes()
    });
    let bodies: Vec<Vec<u8>> = bodies.collect();
    bodies.iter().flat_map(|body| STRINGS.map(|text| replaced(body, text))).collect()
}

/// Adds the pointers to the texts in a value.
fn texts(value: &Value, place: &mut String, found: &mut Vec<String>) {
    let inside: Vec<(String, &Value)> = match value {
        Value::String(_) => return found.push(place.clone()),
        Value::Array(items) => {
            items.iter().enumerate().map(|(index, item)| (index.to_string(), item)).collect()
        }
        Value::Object(fields) => fields.iter().map(|(name, field)| (name.clone(), field)).collect(),
        _ => return,
    };
    for (name, value) in inside {
        let length = place.len();
        place.push_str(&format!("/{name}"));
        texts(value, place, found);
        place.truncate(length);
    }
}

/// Returns a body with this text at each place of [`PLACE`].
fn replaced(body: &[u8], text: &[u8]) -> Vec<u8> {
    let (mut made, mut rest) = (Vec::new(), body);
    while let Some(at) = rest.windows(PLACE.len()).position(|part| part == PLACE.as_bytes()) {
        made.extend([&rest[..at], text].concat());
        rest = &rest[at + PLACE.len()..];
    }
    [made, rest.to_vec()].concat()
}

/// Returns the paths outside the contract: pages, and pages with a form.
fn pages() -> [Vec<&'static str>; 2] {
    ["const PAGES", "const FORMS"].map(|list| {
        let (_, rest) = LOOKUP.split_once(list).expect("a list");
        let (list, _) = rest.split_once("];").expect("its end");
        list.split('"').skip(1).step_by(2).collect()
    })
}

async fn send_all(app: &TestApp, requests: Vec<Sent>) {
    a_few_at_once(requests.into_iter().map(|request| request.expect_no_error(app))).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_text_of_a_stranger_is_an_error_of_the_server() {
    let database = test_database::create().await;
    let log = ["--database-url", &database.url, "--access-log=off"];
    let server = Process::serve(&log);
    let app = TestApp::elsewhere(server.address(), database.url.clone());
    let world = World::of(&app.user("olga").await).await;
    let operations = operations(&app).await;
    for (number, operation) in operations.iter().enumerate() {
        // Some requests end the session.
        let (olga, method) = (app.user("olga").await, &operation.method);
        let send = |path: String| Sent::new(method, path, &olga);
        let plain = world.path(&operation.path, None);
        let mut requests: Vec<Sent> = wrong_paths(&world, &operation.path).into_iter().map(send).collect();
        let parameters = operation.description["parameters"].as_array().into_iter().flatten();
        let queries = parameters.filter(|parameter| parameter["in"] == "query");
        for name in queries.filter_map(|parameter| parameter["name"].as_str()) {
            let others = operation.required_query().replace('?', "&").replace(&format!("&{name}=1"), "");
            let query = |value| send(format!("{plain}?{name}={value}{others}"));
            requests.extend(PARAMETERS.map(query));
        }
        let json = wrong_bodies(operation).into_iter();
        requests.extend(json.map(|body| send(plain.clone()).body("application/json", body)));
        let form = "/requestBody/content/application~1x-www-form-urlencoded/schema/$ref";
        if let Some(schema) = operation.description.pointer(form).and_then(Value::as_str) {
            let fields = &document().pointer(schema.trim_start_matches('#')).expect("a schema")["properties"];
            let fields: Vec<&str> = fields.as_object().expect("fields").keys().map(String::as_str).collect();
            requests.extend(forms(method, &plain, &fields, &olga));
        }
        // These may take effect, such as another password.
        let eve = app.user(&format!("eve-{number}")).await;
        let headers = HEADERS.map(|name| {
            let path = operation.example() + &operation.required_query();
            let request = Sent::new(method, path, &eve);
            let request = match name {
                "authorization" => Sent { headers: Vec::new(), ..request },
                _ => request,
            };
            let request = request.header(name, b"Bearer \xc0\x80\xff\xed\xa0\x80");
            match operation.body() {
                Some(body) => request.body("application/json", body.to_string().into_bytes()),
                None => request,
            }
        });
        requests.extend(headers);
        send_all(&app, requests).await;
    }
    let nobody = app.anonymous();
    let [pages, with_form] = pages();
    assert!(pages.contains(&"/p/{username}") && with_form.contains(&"/account/mail/end"));
    for pattern in pages.into_iter().chain(with_form.iter().copied()) {
        let mut paths = wrong_paths(&world, pattern);
        let plain = world.path(pattern, None);
        for name in FIELDS {
            paths.extend(PARAMETERS.map(|value| format!("{plain}?{name}={value}")));
        }
        let requests = paths.into_iter().map(|path| Sent::new(&Method::GET, path, &nobody)).collect();
        send_all(&app, requests).await;
    }
    for pattern in with_form {
        send_all(&app, forms(&Method::POST, pattern, &FIELDS, &nobody)).await;
        let queries =
            FIELDS.iter().flat_map(|name| PARAMETERS.map(|value| format!("{pattern}?{name}={value}")));
        let posts = queries.map(|path| Sent::new(&Method::POST, path, &nobody));
        send_all(&app, posts.collect()).await;
    }
    let olga = app.user("olga").await;
    let entries = world.path("/v1/tournaments/{id}/entries", None);
    let lists =
        [&b"guest\na\0b"[..], b"username\na\0b", b"guest,team\nAda,a\0b", b"a\0b\nx", b"guest\n\xed\xa0\x80"];
    let lists =
        lists.map(|list| Sent::new(&Method::POST, entries.clone(), &olga).body("text/csv", list.to_vec()));
    send_all(&app, lists.into()).await;
    let (status, _, log) = server.stop();
    assert!(status.success());
    assert!(!log.iter().any(|line| line.contains("ERROR") || line.contains("panicked")), "{log:#?}");
    database.remove().await;
}

/// Returns forms, each with a wrong value of one of these fields.
fn forms(method: &Method, path: &str, fields: &[&str], caller: &Caller<'_>) -> Vec<Sent> {
    let wrong = |field: &str, value: &str| {
        let others = fields.iter().filter(|other| **other != field).map(|other| format!("{other}=x"));
        let form: Vec<String> = others.chain([format!("{field}={value}")]).collect();
        let request = Sent::new(method, path.to_owned(), caller);
        request.body("application/x-www-form-urlencoded", form.join("&").into_bytes())
    };
    let values = PARAMETERS.iter().copied().chain(["a\0b"]);
    let each = values.flat_map(|value| fields.iter().map(move |field| (field, value)));
    each.map(|(field, value)| wrong(field, value)).collect()
}
