//! Checks for every operation of the contract and every spelling of its path: limits, tokens, query
//! parameters, bodies.

use lapidary::settings::{Settings, Switch};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::app::{Answer, TestApp};
use crate::contract::{Operation, operations};

/// The response to a request whose path was sent exactly as given; HTTP clients would normalize the path.
struct RawAnswer {
    status: u16,
    policy: String,
    text: String,
}

/// Sends these headers, each with its line end, and no body.
async fn send_raw(app: &TestApp, method: &Method, path: &str, headers: &str) -> RawAnswer {
    send_raw_body(app, method, path, headers, "").await
}

async fn send_raw_body(app: &TestApp, method: &Method, path: &str, headers: &str, body: &str) -> RawAnswer {
    let mut stream = TcpStream::connect(app.address.trim_start_matches("http://")).await.unwrap();
    let request =
        format!("{method} {path} HTTP/1.1\r\nhost: test\r\nconnection: close\r\n{headers}\r\n{body}");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    let answer = String::from_utf8_lossy(&answer);
    let policy = answer.lines().find_map(|line| line.strip_prefix("ratelimit-policy: ")).unwrap_or_default();
    let status = answer.split(' ').nth(1).expect("an answer has a status").parse().unwrap();
    let text = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body).to_owned();
    RawAnswer { status, policy: policy.to_owned(), text }
}

/// Returns other spellings of the same path.
fn encoded(path: &str) -> Vec<String> {
    let each = |wanted: &dyn Fn(usize) -> bool, lower: bool| -> String {
        let letters = path.bytes().enumerate();
        let spell = |(place, byte): (usize, u8)| match (byte, wanted(place), lower) {
            (b'/', ..) | (_, false, _) => char::from(byte).to_string(),
            (_, true, true) => format!("%{byte:02x}"),
            (_, true, false) => format!("%{byte:02X}"),
        };
        letters.map(spell).collect()
    };
    let last = path.len() - 1;
    let some: [&dyn Fn(usize) -> bool; 4] =
        [&|place| place == 1, &|place| place == last, &|place| place % 2 == 1, &|_| true];
    some.iter().flat_map(|wanted| [each(wanted, true), each(wanted, false)]).collect()
}

/// Returns paths that look like this one but are different and do not exist.
fn other_paths(path: &str) -> Vec<String> {
    let (start, end) = path.rsplit_once('/').expect("a path has a slash");
    let inside = format!("{start}/./{end}");
    let mut others = vec![
        format!("/{path}"),
        format!("/.{path}"),
        format!("/x/..{path}"),
        format!("/%2e{path}"),
        format!("/%2f{}", &path[1..]),
        format!("{path}/"),
        format!("{path}//"),
        format!("{path}/%2e"),
        format!("{path}%2F"),
        format!("{path}%2f"),
        format!("{start}//{end}"),
        format!("/%25{:02x}{}", path.as_bytes()[1], &path[2..]),
        inside.clone(),
        inside.replace("/./", "/%2e%2E/"),
    ];
    if !start.is_empty() {
        others.extend([format!("{start}%2F{end}"), format!("{start}%2f{end}"), format!("{start}%5C{end}")]);
    }
    others
}

/// The number of spellings of each operation that one run tries without `LAPIDARY_WHOLE`.
const SPELLINGS: usize = 3;

/// Returns the spellings to try of an operation: some, so that neighbors together have all of them; all of
/// them with `LAPIDARY_WHOLE=1`.
fn share(operation: usize, mut spellings: Vec<String>) -> Vec<String> {
    if std::env::var_os("LAPIDARY_WHOLE").is_none() {
        let first = operation * SPELLINGS % spellings.len();
        spellings.rotate_left(first);
        spellings.truncate(SPELLINGS);
    }
    spellings
}

fn limited(settings: &mut Settings) {
    settings.limits.rate_limits = Switch::On;
    settings.limits.reads_per_minute = 100_000;
    settings.limits.writes_per_minute = 100_000;
    settings.limits.logins_per_minute = 100_000;
    settings.limits.device_codes_per_network = 100_000;
}

const BAD_TOKEN: &str = "authorization: Bearer a.b.c\r\n";

#[tokio::test]
async fn encoded_paths_are_limited_and_authenticated_like_plain_ones() {
    let app = TestApp::spawn_with(limited).await;
    for (number, operation) in operations(&app).await.iter().enumerate() {
        let (method, path) = (&operation.method, operation.example());
        let plain = send_raw(&app, method, &path, "").await;
        let plain_bad = send_raw(&app, method, &path, BAD_TOKEN).await;
        let is_limited = path.starts_with("/v1") || path.starts_with("/oauth/");
        assert_eq!(plain.policy.is_empty(), !is_limited, "{} is limited", operation.name());
        assert_eq!(plain_bad.status == 401, path.starts_with("/v1"), "{} reads the token", operation.name());
        for spelling in share(number, encoded(&path)) {
            let answer = send_raw(&app, method, &spelling, "").await;
            assert_eq!((answer.status, &answer.policy), (plain.status, &plain.policy), "{method} {spelling}");
            let bad = send_raw(&app, method, &spelling, BAD_TOKEN).await;
            assert_eq!(
                (bad.status, &bad.policy),
                (plain_bad.status, &plain_bad.policy),
                "{method} {spelling}"
            );
        }
    }
}

#[tokio::test]
async fn paths_that_only_look_like_an_operation_do_not_reach_it() {
    let app = TestApp::spawn_with(limited).await;
    for (number, operation) in operations(&app).await.iter().enumerate() {
        for path in share(number, other_paths(&operation.example())) {
            let answer = send_raw(&app, &operation.method, &path, "").await;
            let name = format!("{} {path}", operation.method);
            match answer.status {
                404 => {}
                // A parameter may match the rest of the path: the id of a game, or what only DELETE accepts.
                400 | 401 | 405 => {
                    let places = [
                        "/v1/games/",
                        "/v1/me/blocks/",
                        "/v1/me/tokens/",
                        "/v1/me/bots/",
                        "/v1/me/sessions/",
                        "/v1/me/grants/",
                        "/v1/me/push/",
                        "/v1/bot-matches/",
                        "/v1/puzzles/",
                        "/v1/seeks/",
                        "/v1/challenges/",
                        "/v1/tournaments/",
                        "/v1/clubs/",
                        "/v1/series/",
                        "/v1/webhooks/",
                    ];
                    let takes_in = places.iter().any(|place| path.starts_with(place));
                    assert!(takes_in, "{name}: {}", answer.text);
                }
                status => panic!("{name} answers {status}"),
            }
            if !path.starts_with("/problems/") {
                assert!(!answer.policy.is_empty(), "{name} is limited");
                let bad = send_raw(&app, &operation.method, &path, BAD_TOKEN).await;
                assert_eq!(bad.status, 401, "{name} reads the token");
            }
        }
    }
}

#[tokio::test]
async fn every_spelling_of_a_path_uses_up_the_same_limit() {
    let app = TestApp::spawn_with(|settings| {
        settings.limits.rate_limits = Switch::On;
        settings.limits.logins_per_minute = 3;
    })
    .await;
    let paths =
        ["/v1/sessions/refresh", "/%761/sessions/refresh", "/v1/sessions/r%65fresh", "/%76%31/sessions"];
    let mut statuses = Vec::new();
    for path in paths {
        statuses.push(send_raw(&app, &Method::POST, path, "").await.status);
    }
    assert_eq!(statuses, [415, 415, 415, 429]);
}

#[tokio::test]
async fn every_rate_limited_operation_refuses_too_many_requests() {
    let app = TestApp::spawn_with(|settings| {
        settings.limits.rate_limits = Switch::On;
        settings.limits.reads_per_minute = 1;
        settings.limits.writes_per_minute = 1;
        settings.limits.logins_per_minute = 1;
        settings.limits.device_codes_per_network = 1;
    })
    .await;
    for operation in operations(&app).await {
        let first = operation.send(&app.anonymous()).await;
        let policy = first.header("ratelimit-policy").to_owned();
        if policy.contains(";w=") {
            // How many reports a network may send is no setting.
            for _ in 1..if policy.starts_with("\"reports\"") { 20 } else { 1 } {
                operation.send(&app.anonymous()).await;
            }
            let second = operation.send(&app.anonymous()).await.expect_problem(429, "too_many_requests");
            assert!(!second.header("retry-after").is_empty(), "{}", operation.name());
        }
    }
}

#[tokio::test]
async fn no_operation_ignores_a_query_parameter() {
    let app = TestApp::shared().await;
    let ada = app.user("ada").await;
    // OAuth must ignore unknown parameters (RFC 6749, 3.1); `oauth` tests how it reads them.
    let operations = operations(&app).await.into_iter().filter(|each| !each.path.starts_with("/oauth/"));
    for operation in operations {
        let name = operation.name();
        for query in ["dry_rum=true", "%64ry_rum=1", "dry_rum", "DRY_RUN=true", "=", "wait%00=my_turn"] {
            let path = format!("{}?{query}", operation.example());
            let refused = operation.send_to(&ada, &path).await.expect_problem(400, "malformed");
            let detail = refused.json["detail"].as_str().expect("a detail");
            assert!(detail.starts_with("The query parameter \""), "{name}?{query}: {detail}");
            for known in query_parameters(&operation) {
                assert!(detail.contains(&format!("`{known}`")), "{name}?{query}: {detail}");
            }
        }
        for known in query_parameters(&operation) {
            let path = format!("{}?{known}=1&{known}=1", operation.example());
            let refused = operation.send_to(&ada, &path).await.expect_problem(400, "malformed");
            let detail = format!("The query parameter `{known}` is given more than once.");
            assert_eq!(refused.json["detail"], detail, "{name}");
        }
    }
    ada.get("/v1/me").await.expect(200);
}

fn query_parameters(operation: &Operation) -> Vec<&str> {
    let parameters = operation.description["parameters"].as_array().into_iter().flatten();
    parameters
        .filter(|parameter| parameter["in"] == "query")
        .filter_map(|parameter| parameter["name"].as_str())
        .collect()
}

#[tokio::test]
async fn a_body_is_refused_where_none_is_expected() {
    let app = TestApp::spawn().await;
    let ada = app.user("ada").await;
    for operation in operations(&app).await.iter().filter(|operation| operation.body().is_none()) {
        if operation.description.get("requestBody").is_some() {
            continue;
        }
        let request = || ada.request(operation.method.clone(), &operation.example());
        let empty_object = (operation.method == Method::GET).then(|| request().json(&json!({})));
        let wrong = [request().json(&json!({"a": 1})), request().json(&json!([])), request().body("x")];
        for sent in wrong.into_iter().chain(empty_object) {
            let refused = Answer::to(sent).await.expect_problem(400, "malformed");
            assert!(refused.text.contains("takes no body"), "{}: {}", operation.name(), refused.text);
        }
        let headers = format!("{CHUNKED}authorization: Bearer {}\r\n", ada.token());
        let (method, path) = (&operation.method, operation.example());
        let refused = send_raw_body(&app, method, &path, &headers, "1\r\nx\r\n0\r\n\r\n").await;
        assert_eq!(refused.status, 400, "{}: {}", operation.name(), refused.text);
        assert!(refused.text.contains("takes no body"), "{}: {}", operation.name(), refused.text);
    }
    ada.get("/v1/me").await.expect(200);
}

const CHUNKED: &str = "transfer-encoding: chunked\r\n";

#[tokio::test]
async fn an_empty_body_an_empty_object_and_null_count_as_no_body() {
    let app = TestApp::spawn().await;
    let mut callers = Vec::new();
    for (number, operation) in operations(&app).await.iter().enumerate() {
        // Without parameters that they need, an authorization, a rating history and several streams are
        // refused anyway.
        let mut parameters = operation.description["parameters"].as_array().into_iter().flatten();
        let needs_query = parameters.any(|known| known["in"] == "query" && known["required"] == true);
        let is_exempt = needs_query || ["/oauth/authorize", "/v1/events"].contains(&operation.path.as_str());
        let body = operation.description.get("requestBody");
        if body.is_some_and(|body| body["required"] != false) || is_exempt {
            continue;
        }
        let empty = [("", ""), ("content-length: 0\r\n", ""), (CHUNKED, "0\r\n\r\n")];
        let nothing = [
            ("content-type: application/json\r\ncontent-length: 3\r\n", "{ }"),
            ("content-type: application/json\r\ncontent-length: 5\r\n", "null\n"),
        ];
        let may_change = operation.method != Method::GET;
        let mut statuses = Vec::new();
        for (turn, (headers, body)) in
            empty.into_iter().chain(nothing.into_iter().filter(|_| may_change)).enumerate()
        {
            if callers.len() == turn {
                callers.push(app.user(&format!("user-{number}-{turn}")).await);
            }
            let caller = &callers[turn];
            let headers = format!("{headers}authorization: Bearer {}\r\n", caller.token());
            let (method, path) = (&operation.method, operation.example());
            statuses.push(send_raw_body(&app, method, &path, &headers, body).await.status);
        }
        assert!(statuses.iter().all(|status| *status == statuses[0]), "{}: {statuses:?}", operation.name());
        assert_ne!(statuses[0], 400, "{}", operation.name());
        assert_ne!(statuses[0], 401, "{}", operation.name());
        // It may have ended the session or the account.
        if operation.method == Method::DELETE && statuses[0] == 204 {
            callers.clear();
        }
    }
}

#[tokio::test]
async fn every_body_is_json_and_not_too_large() {
    let app = TestApp::shared().await;
    let ada = app.user("ada").await;
    for operation in operations(&app).await.iter().filter(|operation| operation.body().is_some()) {
        let path = operation.example() + &operation.required_query();
        let request = || ada.request(operation.method.clone(), &path);
        Answer::to(request().body("{}")).await.expect_problem(415, "unsupported_media_type");
        let json = |body: String| request().header("content-type", "application/json").body(body);
        Answer::to(json("{".to_owned())).await.expect_problem(400, "malformed");
        let large = Answer::to(json(" ".repeat(16 * 1024 + 1))).await;
        match operation.path.ends_with("/results") {
            // A list of results may be larger, from those who organize the tournament.
            true => large.expect_problem(404, "not_found"),
            false => large.expect_problem(413, "payload_too_large"),
        };
        Answer::to(json("{\"unknown\": 1}".to_owned())).await.expect_problem(422, "validation_failed");
    }
}

#[tokio::test]
async fn no_middleware_of_a_library_refuses_without_a_problem() {
    let app = TestApp::spawn().await;
    for operation in operations(&app).await {
        let (method, path) = (&operation.method, operation.example());
        for encodings in ["identity;q=0", "*;q=0", "br, identity;q=0"] {
            let headers = format!("accept-encoding: {encodings}\r\n");
            let refused = send_raw(&app, method, &path, &headers).await;
            let problem: Value = serde_json::from_str(&refused.text).expect("a problem");
            assert_eq!(
                (refused.status, &problem["code"], problem["request_id"].is_string()),
                (406, &json!("not_acceptable"), true),
                "{}: {}",
                operation.name(),
                refused.text
            );
        }
    }
    let games = app.anonymous().request(Method::GET, "/v1/games");
    let refused = Answer::to(games.header("accept-encoding", "identity;q=0")).await;
    refused.expect_problem(406, "not_acceptable");
    let packed = app.anonymous().request(Method::GET, "/v1/games");
    Answer::to(packed.header("accept-encoding", "gzip, identity;q=0")).await.expect(200);
    // What no browser asks for permission with is refused by a middleware too.
    let ask = "origin: https://a.example\r\naccess-control-request-method: ";
    for wrong in ["G E T\r\n", "GET\r\naccess-control-request-headers: a b,;\r\n", "\r\n"] {
        let answer = send_raw(&app, &Method::OPTIONS, "/v1/games", &format!("{ask}{wrong}")).await;
        let is_problem = serde_json::from_str(&answer.text).is_ok_and(|body: Value| body["code"].is_string());
        assert!(answer.status < 400 || is_problem, "{wrong}: {} {}", answer.status, answer.text);
    }
}
