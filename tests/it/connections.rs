//! Raw connections: clients that disconnect, stall or do not speak HTTP.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::{interval, timeout};

use lapidary::api::http::head_size::HEADERS_BYTES_MAX;
use lapidary::api::http::read_ahead::AHEAD_HEADS_MAX;
use lapidary::settings::Switch;

use crate::app::TestApp;
use crate::games::table::{Table, terms};

/// Longer than any timeout of the server in these tests.
const PATIENCE: Duration = Duration::from_secs(20);

async fn connect(app: &TestApp) -> TcpStream {
    TcpStream::connect(app.address.trim_start_matches("http://")).await.expect("the server accepts")
}

/// Returns everything that the server sends until it closes the connection.
async fn read_to_end(connection: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    timeout(PATIENCE, connection.read_to_end(&mut bytes))
        .await
        .expect("the server closes")
        .expect("it reads");
    String::from_utf8(bytes).expect("an answer is text")
}

/// Asserts that a response is that of a connection to what never becomes a request: as the guide says, a
/// problem without `X-Request-Id`.
fn assert_refused(answer: &str, status: u16, code: &str) {
    assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{answer}");
    let (head, body) = answer.split_once("\r\n\r\n").expect("an answer has a head");
    let head = head.to_ascii_lowercase();
    for line in
        ["content-type: application/problem+json", "connection: close", "cache-control: no-store", "date: "]
    {
        assert!(head.contains(&format!("\r\n{line}")), "{head}");
    }
    assert!(head.contains(&format!("\r\ncontent-length: {}", body.len())), "{head}");
    assert!(!head.contains("x-request-id"), "{head}");
    let problem: Value = serde_json::from_str(body).expect("a problem is JSON");
    assert_eq!((&problem["status"], &problem["code"]), (&json!(status), &json!(code)));
    assert_eq!(problem["type"], format!("/problems/{code}"));
}

#[tokio::test]
async fn a_request_that_is_not_http_is_refused_with_a_problem() {
    let app = TestApp::spawn().await;
    let malformed = "GET /livez\r\n\r\n".to_owned();
    let http2 = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_owned();
    let mut large = "GET /livez HTTP/1.1\r\nhost: x\r\nx: ".to_owned();
    large.push_str(&"a".repeat(128 * 1024 - large.len()));
    for (request, status, code) in
        [(malformed, 400, "malformed"), (http2, 400, "malformed"), (large, 431, "head_too_large")]
    {
        let mut connection = connect(&app).await;
        connection.write_all(request.as_bytes()).await.unwrap();
        assert_refused(&read_to_end(&mut connection).await, status, code);
    }
    // Headers that are too large for the server, but not for the HTTP layer.
    let mut connection = connect(&app).await;
    let list = "br,".repeat(HEADERS_BYTES_MAX / 3);
    let request =
        format!("GET /livez HTTP/1.1\r\nhost: x\r\naccept-encoding: {list}\r\nconnection: close\r\n\r\n");
    connection.write_all(request.as_bytes()).await.unwrap();
    let refused = read_to_end(&mut connection).await;
    assert!(refused.starts_with("HTTP/1.1 431 ") && refused.contains("x-request-id"), "{refused}");
    // After a response, in the same packet.
    let mut connection = connect(&app).await;
    connection.write_all(b"GET /livez HTTP/1.1\r\nhost: x\r\n\r\nGET\r\n\r\n").await.unwrap();
    let answers = read_to_end(&mut connection).await;
    let at = answers.find("HTTP/1.1 400").expect("a refusal");
    assert!(answers[..at].starts_with("HTTP/1.1 200") && answers[..at].contains("x-request-id"), "{answers}");
    assert_refused(&answers[at..], 400, "malformed");
}

#[tokio::test]
async fn too_many_pipelined_requests_close_the_connection_and_end_the_wait() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms(2)).await;
    let token = table.seats[1].token();
    let wait = format!(
        "GET {}?wait=my_turn HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {token}\r\n\r\n",
        table.path("")
    );
    let many = "GET /livez HTTP/1.1\r\nhost: x\r\n\r\n".repeat(4_000);
    let large = format!(
        "POST /v1/sessions HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n\r\n{}",
        "x".repeat(1_000_000)
    );
    for behind in [many, large] {
        let mut connection = connect(&app).await;
        connection.write_all(wait.as_bytes()).await.unwrap();
        // The server may close the connection while the client still writes.
        let _ = timeout(PATIENCE, connection.write_all(behind.as_bytes())).await.expect("it is cut");
        let mut rest = Vec::new();
        let ended = timeout(PATIENCE, connection.read_to_end(&mut rest)).await.expect("it is cut");
        assert!(ended.is_err() || rest.is_empty(), "the wait has no answer yet");
    }
    assert!(table.view(0).await["to_act"].is_object());
}

/// Reads this number of responses without a body.
async fn read_answers(connection: &mut TcpStream, count: usize, status: &str) {
    let mut text = String::new();
    while text.matches(status).count() < count {
        let mut bytes = [0; 4096];
        let read = timeout(PATIENCE, connection.read(&mut bytes)).await.expect("an answer").unwrap();
        assert!(read > 0, "the connection is cut after {text}");
        text.push_str(std::str::from_utf8(&bytes[..read]).unwrap());
    }
}

#[tokio::test]
async fn each_answer_makes_room_for_one_request() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms(2)).await;
    let token = table.seats[1].token();
    let wait = format!(
        "GET {}?wait=my_turn HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {token}\r\n\r\n",
        table.path("")
    );
    let quick = "GET /livez HTTP/1.1\r\nhost: x\r\n\r\n";
    let mut connection = connect(&app).await;
    connection.write_all((quick.repeat(3) + &wait).as_bytes()).await.unwrap();
    read_answers(&mut connection, 3, "HTTP/1.1 200").await;
    // The wait is one of those that have no answer.
    connection.write_all(quick.repeat(AHEAD_HEADS_MAX).as_bytes()).await.unwrap();
    let mut rest = Vec::new();
    let ended = timeout(PATIENCE, connection.read_to_end(&mut rest)).await.expect("it is cut");
    assert!(ended.is_err() || rest.is_empty(), "the wait has no answer yet");
}

#[tokio::test]
async fn blank_lines_in_bodies_do_not_add_up() {
    let app = TestApp::shared().await;
    let request = "POST /v1/sessions/refresh HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\
        transfer-encoding: chunked\r\n\r\n5\r\n{\r\n\r\n\r\n1c\r\n\"refresh_token\": \"worn-out\"}\r\n0\r\n\r\n";
    let mut connection = connect(&app).await;
    for _ in 0..AHEAD_HEADS_MAX {
        connection.write_all(request.as_bytes()).await.unwrap();
        read_answers(&mut connection, 1, "HTTP/1.1 401").await;
    }
}

#[tokio::test]
async fn a_large_body_is_refused_with_a_response() {
    let app = TestApp::shared().await;
    let mut connection = connect(&app).await;
    let head = "POST /v1/sessions HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 60000\r\n\r\n";
    connection.write_all(head.as_bytes()).await.unwrap();
    connection.write_all(&[b' '; 60_000]).await.unwrap();
    let mut answer = [0; 12];
    timeout(PATIENCE, connection.read_exact(&mut answer)).await.expect("an answer").unwrap();
    assert_eq!(&answer, b"HTTP/1.1 413");
}

#[tokio::test]
async fn every_endless_head_is_refused_with_a_problem() {
    let app = TestApp::shared().await;
    let first = async {
        let mut connection = connect(&app).await;
        connection.write_all(b"GET /livez HTTP/1.1\r\n").await.unwrap();
        assert_refused(&read_to_end(&mut connection).await, 408, "request_timeout");
    };
    let silent = async {
        let mut connection = connect(&app).await;
        assert_refused(&read_to_end(&mut connection).await, 408, "request_timeout");
    };
    let second = async {
        let mut connection = connect(&app).await;
        connection.write_all(b"GET /livez HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
        read_answers(&mut connection, 1, "HTTP/1.1 200").await;
        connection.write_all(b"GET /livez HTTP/1.1\r\n").await.unwrap();
        assert_refused(&read_to_end(&mut connection).await, 408, "request_timeout");
    };
    // A body that nobody waits for ends no later than a head.
    let body = async {
        let mut connection = connect(&app).await;
        let request = b"POST /v1/nothing HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n1\r\nx\r\n";
        connection.write_all(request).await.unwrap();
        read_answers(&mut connection, 1, "HTTP/1.1 404").await;
        let dripping = async {
            let mut ticks = interval(Duration::from_millis(100));
            while connection.write_all(b"1\r\nx\r\n").await.is_ok() {
                ticks.tick().await;
            }
        };
        timeout(PATIENCE, dripping).await.expect("the server closes the connection");
    };
    tokio::join!(first, silent, second, body);
}

#[tokio::test]
async fn an_address_has_a_limited_number_of_connections() {
    let app = TestApp::spawn_with(|settings| settings.http.connections_per_address = 2).await;
    let get = b"GET /livez HTTP/1.1\r\nhost: x\r\n\r\n";
    let mut open = Vec::new();
    for _ in 0..2 {
        let mut connection = connect(&app).await;
        connection.write_all(get).await.unwrap();
        read_answers(&mut connection, 1, "HTTP/1.1 200").await;
        open.push(connection);
    }
    let refused = read_to_end(&mut connect(&app).await).await;
    assert_refused(&refused, 429, "too_many_requests");
    assert!(refused.contains("\r\nretry-after: 1\r\n"), "{refused}");
    // A place is free when the server has noticed that its connection has ended.
    open.pop();
    let admitted = async {
        let mut answer = [0; 12];
        while &answer != b"HTTP/1.1 200" {
            let mut connection = connect(&app).await;
            // The server may close the connection before it reads the request.
            let _ = connection.write_all(get).await;
            let _ = connection.read_exact(&mut answer).await;
        }
    };
    timeout(PATIENCE, admitted).await.expect("there is a place");
}

#[tokio::test]
async fn a_trusted_proxy_has_any_number_of_connections() {
    let app = TestApp::spawn_with(|settings| {
        settings.http.connections_per_address = 1;
        settings.http.trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()];
    })
    .await;
    let mut open = Vec::new();
    for _ in 0..8 {
        let mut connection = connect(&app).await;
        connection.write_all(b"GET /livez HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
        read_answers(&mut connection, 1, "HTTP/1.1 200").await;
        open.push(connection);
    }
}

#[tokio::test]
async fn a_slow_body_is_refused_in_time() {
    let app = TestApp::shared().await;
    let mut connection = connect(&app).await;
    let head = "POST /v1/accounts HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n";
    connection.write_all(head.as_bytes()).await.unwrap();
    let (mut reading, mut writing) = connection.split();
    let drip = async {
        let mut ticks = interval(Duration::from_millis(100));
        while writing.write_all(b" ").await.is_ok() {
            ticks.tick().await;
        }
    };
    let mut answer = [0; 12];
    let answered = async { reading.read_exact(&mut answer).await.map(|_| ()) };
    tokio::select! {
        () = drip => panic!("the connection broke without an answer"),
        answered = timeout(PATIENCE, answered) => answered.expect("there is an answer").unwrap(),
    }
    assert_eq!(&answer, b"HTTP/1.1 408");
}

#[tokio::test]
async fn a_client_that_reads_nothing_is_disconnected() {
    let timeout_ms = 1_000;
    let app =
        TestApp::spawn_with(|settings| settings.http.write_timeout = Duration::from_millis(timeout_ms)).await;
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let address = app.address.trim_start_matches("http://").parse().unwrap();
    let mut connection = socket.connect(address).await.unwrap();
    connection
        .write_all("GET /openapi.json HTTP/1.1\r\nhost: x\r\n\r\n".repeat(12).as_bytes())
        .await
        .unwrap();
    // Writing to a connection that the server has closed fails.
    let broken = async {
        let mut ticks = interval(Duration::from_millis(100));
        while connection.write_all(b"\r\n").await.is_ok() {
            ticks.tick().await;
        }
    };
    let began = Instant::now();
    timeout(PATIENCE, broken).await.expect("the server closes the connection");
    assert!(began.elapsed() >= Duration::from_millis(timeout_ms / 2), "it had its time");
}

#[tokio::test]
async fn a_turn_is_announced_even_if_its_client_has_disconnected() {
    let app = TestApp::spawn().await;
    let table = Table::started(&app, terms(2)).await;
    let body = r#"{"version":1,"actions":[{"type":"take","gems":["white","blue","green"]}]}"#;
    let head = format!(
        "POST {} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        table.path("/actions"),
        table.seats[0].token(),
        body.len()
    );
    let wait = table.path("?wait=my_turn");
    let post_and_leave = async {
        table.seats[1].get(&table.path("")).await.expect(200);
        let mut connection = connect(&app).await;
        connection.write_all(format!("{head}{body}").as_bytes()).await.unwrap();
    };
    // A wait loads the game every five seconds; it receives an announcement at once.
    let both = async { tokio::join!(table.seats[1].get(&wait), post_and_leave).0 };
    let response = timeout(Duration::from_secs(4), both).await.expect("the turn is announced");
    assert_eq!(response.expect(200).json["version"], 2);
}

/// The body that nobody reads to its end: nearly the largest that nginx passes on by default.
static UNREAD: [u8; 900_000] = [b'x'; 900_000];

/// Sends a request whole, and only then reads. Returns the response, after which the server has closed its
/// side.
async fn sent_whole(app: &TestApp, head: &str, body: &[u8]) -> String {
    let mut connection = connect(app).await;
    connection.write_all(head.as_bytes()).await.unwrap();
    timeout(PATIENCE, connection.write_all(body)).await.expect("the server reads").expect("nothing is reset");
    read_to_end(&mut connection).await
}

#[tokio::test]
async fn an_answer_before_the_body_is_read_arrives() {
    let app = TestApp::spawn().await;
    let json = "content-type: application/json\r\n";
    for (line, headers, status, code) in [
        ("GET /livez", "", 400, "malformed"),
        ("POST /v1/games", json, 401, "unauthenticated"),
        ("POST /v1/games", "authorization: Bearer worn-out\r\n", 401, "unauthenticated"),
        ("POST /v1/nothing", json, 404, "not_found"),
        ("PUT /livez", json, 405, "method_not_allowed"),
        ("POST /v1/sessions", json, 413, "payload_too_large"),
        ("POST /v1/sessions", "", 415, "unsupported_media_type"),
    ] {
        let head = format!("{line} HTTP/1.1\r\nhost: x\r\n{headers}");
        let plain = format!("{head}content-length: {}\r\n\r\n", UNREAD.len());
        let mut answers = vec![sent_whole(&app, &plain, &UNREAD).await];
        // The server waits a second for the end of a chunked body.
        if matches!(status, 404 | 413) {
            let chunk = format!("{head}transfer-encoding: chunked\r\n\r\n{:x}\r\n", UNREAD.len());
            answers.push(sent_whole(&app, &chunk, &UNREAD).await);
        }
        for answer in answers {
            let (head, body) = answer.split_once("\r\n\r\n").expect("an answer has a head");
            assert!(head.starts_with(&format!("HTTP/1.1 {status} ")), "{line}: {head}");
            assert_eq!(serde_json::from_str::<Value>(body).expect("a whole body")["code"], code, "{line}");
        }
    }
    // What never becomes a request.
    let large = sent_whole(&app, "GET /livez HTTP/1.1\r\nhost: x\r\nx: ", &UNREAD).await;
    assert_refused(&large, 431, "head_too_large");
    assert_refused(&sent_whole(&app, "GET\r\n\r\n", &UNREAD).await, 400, "malformed");
}

#[tokio::test]
async fn a_limit_refuses_a_request_whose_body_is_on_its_way() {
    let head = format!("POST /v1/nothing HTTP/1.1\r\nhost: x\r\ncontent-length: {}\r\n\r\n", UNREAD.len());
    let app = TestApp::spawn_with(|settings| {
        settings.limits.rate_limits = Switch::On;
        settings.limits.writes_per_minute = 1;
    })
    .await;
    sent_whole(&app, &head, &UNREAD).await;
    let refused = sent_whole(&app, &head, &UNREAD).await;
    assert!(refused.starts_with("HTTP/1.1 429 ") && refused.contains("\r\nx-request-id: "), "{refused}");
    assert!(refused.ends_with('}'), "{refused}");
    let app = TestApp::spawn_with(|settings| settings.http.connections_per_address = 1).await;
    let mut open = connect(&app).await;
    open.write_all(b"GET /livez HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
    read_answers(&mut open, 1, "HTTP/1.1 200").await;
    assert_refused(&sent_whole(&app, &head, &UNREAD).await, 429, "too_many_requests");
}

#[tokio::test]
async fn a_client_that_never_stops_sending_is_cut() {
    let app = TestApp::shared().await;
    let head = "POST /v1/nothing HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000000\r\n\r\n";
    let mut connection = connect(&app).await;
    connection.write_all(head.as_bytes()).await.unwrap();
    let mut sent = 0;
    let sending = async {
        while let Ok(count) = connection.write(&UNREAD).await {
            sent += count;
        }
    };
    timeout(PATIENCE, sending).await.expect("the server closes the connection");
    // What the server has not read waits in the buffers of the system.
    assert!(sent < 100_000_000, "{sent}");
    let mut dripping = connect(&app).await;
    dripping.write_all(head.as_bytes()).await.unwrap();
    read_answers(&mut dripping, 1, "HTTP/1.1 404").await;
    let drip = async {
        let mut ticks = interval(Duration::from_millis(100));
        while dripping.write_all(b"x").await.is_ok() {
            ticks.tick().await;
        }
    };
    timeout(PATIENCE, drip).await.expect("the server closes the connection");
}
