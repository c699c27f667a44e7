//! Endpoints of bots: a server asks a bot by HTTP for its decisions and plays what it answers.

use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use lapidary::settings::Settings;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tokio::time::timeout;

use crate::api_tokens::issue;
use crate::app::{Answer, Caller, SOON, TestApp, look_again};
use crate::games::stored::Stored;
use crate::games::table::dice;
use crate::opponents::player::{play_out, watch_out};
use crate::webhooks::receiver::{Received, WAIT_MAX};

/// What the bot of a test answers.
pub struct Reply {
    status: u16,
    /// Headers, each with its line end.
    headers: &'static str,
    body: Vec<u8>,
}

impl From<(u16, String)> for Reply {
    fn from((status, body): (u16, String)) -> Reply {
        Reply { status, headers: "", body: body.into_bytes() }
    }
}

/// How the bot of a test answers a question; without a reply, never.
type Mind = Box<dyn FnMut(&Value) -> Option<Reply> + Send>;

/// A bot with an HTTP server of its own.
pub struct Bot {
    pub url: String,
    asked: mpsc::UnboundedReceiver<Received>,
    /// Whether its answers are sent; those of questions before wait.
    answers: watch::Sender<bool>,
}

impl Bot {
    /// Starts a bot that answers as `mind` says.
    pub async fn start<R: Into<Reply>>(mut mind: impl FnMut(&Value) -> Option<R> + Send + 'static) -> Bot {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let url = format!("http://{}/turn", listener.local_addr().unwrap());
        let (sender, asked) = mpsc::unbounded_channel();
        let (answers, is_open) = watch::channel(true);
        let mind: Arc<Mutex<Mind>> =
            Arc::new(Mutex::new(Box::new(move |question| mind(question).map(R::into))));
        tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                tokio::spawn(serve(socket, sender.clone(), is_open.clone(), mind.clone()));
            }
        });
        Bot { url, asked, answers }
    }

    /// Returns the next question.
    async fn next(&mut self) -> Received {
        timeout(WAIT_MAX, self.asked.recv()).await.expect("the bot is asked").expect("the bot is running")
    }
}

async fn serve(
    mut socket: TcpStream,
    sender: mpsc::UnboundedSender<Received>,
    mut is_open: watch::Receiver<bool>,
    mind: Arc<Mutex<Mind>>,
) {
    let mut bytes = Vec::new();
    let received = loop {
        if socket.read_buf(&mut bytes).await.unwrap_or(0) == 0 {
            return;
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
            if body.len() >= length.parse::<usize>().unwrap() {
                break Received { head: head.to_owned(), body: body.to_owned() };
            }
        }
    };
    let answer = (mind.lock().unwrap())(&received.json());
    let _ = sender.send(received);
    match answer {
        Some(Reply { status, headers, body }) => {
            let _ = is_open.wait_for(|is_open| *is_open).await;
            let head = format!(
                "HTTP/1.1 {status} Answer\r\n{headers}content-length: {}\r\nconnection: close\r\n\r\n",
                body.len()
            );
            let _ = socket.write_all(&[head.as_bytes(), &body].concat()).await;
        }
        None => std::future::pending().await,
    }
}

/// A mind that chooses by chance.
pub fn random(seed: u64) -> impl FnMut(&Value) -> Option<(u16, String)> + Send + 'static {
    let mut dice = dice(seed);
    move |question| {
        let action = dice.usize(..question["legal_actions"].as_array().unwrap().len());
        Some((200, json!({"version": question["version"], "action": action}).to_string()))
    }
}

pub fn local(settings: &mut Settings) {
    settings.webhooks.webhook_networks = vec!["127.0.0.0/8".parse().unwrap()];
    settings.webhooks.endpoint_interval = SOON;
}

const PATH: &str = "/v1/me/bots/ada-bot/endpoint";

/// Creates the bot of Ada, and sets its endpoint.
async fn with_endpoint(ada: &Caller<'_>, url: &str) -> Value {
    ada.post("/v1/me/bots", json!({"username": "ada-bot"})).await.expect(201);
    let set = ada.put(PATH, json!({"url": url})).await.expect(200);
    assert_eq!(set.header("cache-control"), "no-store");
    set.json
}

/// Starts a game between a player, who sits in the first seat, and the bot.
async fn challenge(player: &Caller<'_>) -> String {
    challenge_to(player, "ada-bot").await
}

async fn challenge_to(player: &Caller<'_>, bot: &str) -> String {
    let terms = json!({"to": bot, "ruleset": "splendor", "seats": 2, "seating": "join_order"});
    let made = player.post("/v1/challenges", terms).await.expect(201).json;
    made["id"].as_str().expect("an id").to_owned()
}

/// Returns the game as soon as it waits for the player.
async fn own_turn(player: &Caller<'_>, id: &str) -> Value {
    let waits = async {
        loop {
            let game = player.get(&format!("/v1/games/{id}?wait=my_turn")).await.expect(200).json;
            if game["status"] == "active" && game["to_act"]["seat"] == game["viewer_seat"] {
                return game;
            }
        }
    };
    timeout(WAIT_MAX, waits).await.expect("the game waits for the player")
}

/// Plays the first legal action of a player.
async fn play_first(player: &Caller<'_>, id: &str) {
    let legal = player.get(&format!("/v1/games/{id}/legal-actions")).await.expect(200).json;
    let turn = json!({"version": legal["version"], "actions": [legal["actions"][0]["action"]]});
    player.post(&format!("/v1/games/{id}/actions"), turn).await.expect(200);
}

/// Returns the endpoint as soon as it fits.
async fn endpoint(ada: &Caller<'_>, fits: impl Fn(&Value) -> bool) -> Value {
    let ended = tokio::time::Instant::now() + WAIT_MAX;
    loop {
        let found = ada.get(PATH).await.expect(200).json;
        if fits(&found) {
            return found;
        }
        assert!(tokio::time::Instant::now() < ended, "{found}");
        look_again().await;
    }
}

#[tokio::test]
async fn a_bot_is_asked_and_plays_a_whole_game() {
    let app = TestApp::spawn_with(local).await;
    let (ada, grace) = (app.user("ada").await, app.user("grace").await);
    let mut bot = Bot::start(random(5)).await;
    let set = with_endpoint(&ada, &bot.url).await;
    assert_eq!(
        (&set["url"], &set["enabled"], &set["disabled_reason"], &set["last_fault"]),
        (&json!(bot.url), &json!(true), &Value::Null, &Value::Null)
    );
    // It takes the seat to which it is invited, and plays to the end.
    let id = challenge(&grace).await;
    let over = play_out(&grace, &id, &mut dice(6)).await;
    assert_eq!(
        (&over["status"], &over["seats"][1]["player"]["username"]),
        (&json!("finished"), &json!("ada-bot"))
    );

    // What it was asked is signed, and what its seat sees.
    let question = bot.next().await;
    question.assert_signed_by(&[set["secret"].as_str().expect("a secret")]);
    assert!(question.head.starts_with("POST /turn HTTP/1.1"), "{}", question.head);
    let asked = question.json();
    let token = issue(&ada, "/v1/me/bots/ada-bot/tokens", &["read"]).await;
    let token = app.with_token(token["token"].as_str().expect("a token"));
    let seen = token.get(&format!("/v1/games/{id}?at={}", asked["version"])).await.expect(200).json;
    assert_eq!((&asked["type"], &asked["game"], &asked["seat"]), (&json!("turn"), &json!(id), &json!(1)));
    assert_eq!(asked["decision"], seen["to_act"]["decision"]);
    for field in ["version", "to_act", "supply", "nobles", "viewer_seat"] {
        assert_eq!(asked["view"][field], seen[field], "{field}");
    }
    let shown = endpoint(&ada, |endpoint| endpoint["last_answered_at"].is_string()).await;
    assert_eq!((&shown["secret"], &shown["enabled"]), (&Value::Null, &json!(true)));
    let listed = app.anonymous().get("/v1/bots?online=true").await.expect(200).json;
    assert!(listed["items"].as_array().expect("bots").iter().any(|bot| bot["username"] == "ada-bot"));
    // Its token is listed, and nobody knows it.
    let tokens = ada.get("/v1/me/bots/ada-bot/tokens").await.expect(200).json;
    assert!(tokens["items"].as_array().expect("tokens").iter().any(|token| token["name"] == "endpoint"));
}

#[tokio::test]
async fn comments_of_a_bot_are_kept_for_its_owner_and_never_refused() {
    let app = TestApp::spawn_with(local).await;
    let (ada, grace) = (app.user("ada").await, app.user("grace").await);
    let long = "é".repeat(5_000);
    let mut comments = vec![
        json!("a\u{0}\nb\u{202e}c\u{200b}d"),
        json!({"eval": 0.5}),
        json!(""),
        json!("\u{200b}"),
        json!(long),
        json!(null),
        json!("more"),
    ]
    .into_iter();
    // How many decisions a turn needs depends on the deal, so what is said beyond these comments is nothing.
    let bot = Bot::start(move |question: &Value| {
        let comment = comments.next().unwrap_or_default();
        Some((200, json!({"version": question["version"], "action": 0, "comment": comment}).to_string()))
    })
    .await;
    with_endpoint(&ada, &bot.url).await;
    let id = challenge(&grace).await;
    let path = format!("/v1/games/{id}/comments");
    let mut found = Vec::new();
    // A comment is stored after its turn.
    while found.len() < 4 {
        own_turn(&grace, &id).await;
        play_first(&grace, &id).await;
        let page = ada.get(&path).await.expect(200).json;
        found = page["items"].as_array().expect("a list").clone();
    }
    let said: Vec<&str> = found.iter().map(|one| one["comment"].as_str().expect("a text")).collect();
    assert_eq!(said, ["a  b c d", r#"{"eval":0.5}"#, &format!("{}…", "é".repeat(300)), "more"]);
    assert!(found.iter().all(|one| one["bot"] == "ada-bot"));
    let first = ada.get(&format!("{path}?limit=1")).await.expect(200).json;
    assert_eq!(
        (&first["items"][0], &first["next_cursor"]),
        (&found[0], &json!(found[0]["version"].to_string()))
    );
    let cursor = format!("{path}?cursor={}", found[2]["version"]);
    assert_eq!(ada.get(&cursor).await.expect(200).json["items"], json!([found[3]]));
    ada.get(&format!("{path}?cursor=x")).await.expect_problem(400, "malformed");
    // The bot sees its own, and its opponent nothing. Whoever is not logged in is refused.
    let token = issue(&ada, "/v1/me/bots/ada-bot/tokens", &["read"]).await;
    let own = app.with_token(token["token"].as_str().expect("a token")).get(&path).await.expect(200).json;
    assert_eq!(own["items"], json!(found));
    assert_eq!(grace.get(&path).await.expect(200).json["items"], json!([]));
    app.user("eve").await.get(&path).await.expect_problem(404, "not_found");
    app.anonymous().get(&path).await.expect_problem(401, "unauthenticated");
    // They go with the bot.
    Answer::to(ada.request(Method::DELETE, "/v1/me/bots/ada-bot")).await.expect(204);
    ada.get(&path).await.expect_problem(404, "not_found");
}

#[tokio::test]
async fn two_bots_with_endpoints_play_each_other() {
    let app = TestApp::spawn_with(local).await;
    let (ada, grace) = (app.user("ada").await, app.user("grace").await);
    let (first, second) = (Bot::start(random(1)).await, Bot::start(random(2)).await);
    with_endpoint(&ada, &first.url).await;
    grace.post("/v1/me/bots", json!({"username": "grace-bot"})).await.expect(201);
    grace.put("/v1/me/bots/grace-bot/endpoint", json!({"url": second.url})).await.expect(200);
    let terms = json!({"ruleset": "splendor", "seats": 2, "seated": ["ada-bot", "grace-bot"]});
    let game = ada.post("/v1/games", terms).await.expect(201).json;
    let id = game["id"].as_str().expect("an id");
    let ended = async { while watch_out(&ada, id).await["status"] != "finished" {} };
    timeout(WAIT_MAX, ended).await.expect("they play to the end");
}

#[tokio::test]
async fn a_bot_that_answers_badly_is_told_and_asked_again() {
    let app = TestApp::spawn_with(local).await;
    let (ada, grace) = (app.user("ada").await, app.user("grace").await);
    let mut tries = 0;
    let mut bot = Bot::start(move |question| {
        tries += 1;
        Some(match tries {
            1 => (500, "out of order".to_owned()),
            2 => (200, "hello".to_owned()),
            3 => (
                200,
                json!({"version": question["version"], "action": {"type": "return", "tokens": {"red": 1}}})
                    .to_string(),
            ),
            4 => (200, "x".repeat(20_000)),
            _ => (200, json!({"version": question["version"], "action": 0}).to_string()),
        })
    })
    .await;
    with_endpoint(&ada, &bot.url).await;
    let id = challenge(&grace).await;
    own_turn(&grace, &id).await;
    play_first(&grace, &id).await;
    let mut faults = Vec::new();
    let mut versions = Vec::new();
    for _ in 0..5 {
        let question = bot.next().await.json();
        faults.push(question["fault"]["kind"].clone());
        versions.push(question["version"].clone());
    }
    let kinds = ["status", "malformed", "illegal_action", "response_too_large"].map(|kind| json!(kind));
    assert_eq!(faults, [&[Value::Null][..], &kinds].concat());
    assert!(versions.iter().all(|version| *version == versions[0]), "nothing was played: {versions:?}");
    // The fifth answer counts.
    own_turn(&grace, &id).await;
    let shown = endpoint(&ada, |endpoint| endpoint["last_answered_at"].is_string()).await;
    assert_eq!(
        (&shown["last_fault"]["kind"], &shown["enabled"]),
        (&json!("response_too_large"), &json!(true))
    );
}

#[tokio::test]
async fn what_cannot_be_stored_or_read_is_a_fault_like_others() {
    let app = TestApp::spawn_with(local).await;
    let (ada, grace) = (app.user("ada").await, app.user("grace").await);
    let mut tries = 0;
    let mut bot = Bot::start(move |question| {
        tries += 1;
        let (headers, body) = match tries {
            1 => ("", b"{\0\x1b[2J}".to_vec()),
            2 => ("content-encoding: br\r\n", b"squeezed".to_vec()),
            3 => ("", vec![0x1f, 0x8b, 8, 0, 0, 0]),
            _ => ("content-encoding: identity\r\n", {
                json!({"version": question["version"], "action": 0}).to_string().into_bytes()
            }),
        };
        Some(Reply { status: 200, headers, body })
    })
    .await;
    with_endpoint(&ada, &bot.url).await;
    let id = challenge(&grace).await;
    own_turn(&grace, &id).await;
    play_first(&grace, &id).await;
    let first = bot.next().await;
    assert_eq!((first.header("accept-encoding"), &first.json()["fault"]), ("identity", &Value::Null));
    let told = bot.next().await.json()["fault"].clone();
    assert_eq!(told["kind"], "malformed");
    assert!(told["detail"].as_str().is_some_and(|detail| detail.ends_with("{  [2J}")), "{told}");
    for _ in 0..2 {
        let told = bot.next().await.json()["fault"].clone();
        assert_eq!(told["kind"], "compressed_response");
        assert!(told["detail"].as_str().is_some_and(|detail| detail.contains("content-encoding")), "{told}");
    }
    own_turn(&grace, &id).await;
    let shown = ada.get(PATH).await.expect(200).json;
    assert_eq!(
        (&shown["last_fault"]["kind"], &shown["enabled"]),
        (&json!("compressed_response"), &json!(true))
    );
}

#[tokio::test]
async fn an_answer_after_the_end_of_the_token_that_has_set_the_endpoint_is_not_played() {
    let app = TestApp::spawn_with(local).await;
    let (ada, grace) = (app.user("ada").await, app.user("grace").await);
    ada.post("/v1/me/bots", json!({"username": "ada-bot"})).await.expect(201);
    let token = issue(&ada, "/v1/me/tokens", &["read", "play", "challenge", "bots"]).await;
    let mut bot = Bot::start(random(11)).await;
    bot.answers.send(false).expect("the bot is running");
    let program = app.with_token(token["token"].as_str().expect("a token"));
    program.put(PATH, json!({"url": bot.url})).await.expect(200);
    let id = challenge(&grace).await;
    own_turn(&grace, &id).await;
    play_first(&grace, &id).await;
    let asked = bot.next().await.json()["version"].clone();
    ada.delete(&format!("/v1/me/tokens/{}", token["id"].as_str().expect("an id"))).await.expect(204);
    let shown = ada.get(PATH).await.expect(200).json;
    assert_eq!((&shown["enabled"], &shown["disabled_reason"]), (&json!(false), &json!("session_ended")));
    bot.answers.send(true).expect("the bot is running");
    // It takes no seat any more, either.
    let second = challenge(&grace).await;
    let mut other = Bot::start(random(12)).await;
    grace.post("/v1/me/bots", json!({"username": "grace-bot"})).await.expect(201);
    grace.put("/v1/me/bots/grace-bot/endpoint", json!({"url": other.url})).await.expect(200);
    let beside = challenge_to(&ada, "grace-bot").await;
    own_turn(&ada, &beside).await;
    play_first(&ada, &beside).await;
    other.next().await;
    let waiting = grace.get(&format!("/v1/games/{second}")).await.expect(200).json;
    assert_eq!(waiting["status"], "waiting");
    assert!(bot.asked.try_recv().is_err(), "its address is not asked any more");
    // An endpoint of a login goes on where it was.
    ada.put(PATH, json!({"url": other.url})).await.expect(200);
    let resumed = async {
        loop {
            let question = other.next().await.json();
            if question["game"] == json!(id) {
                return question["version"].clone();
            }
        }
    };
    assert_eq!(timeout(WAIT_MAX, resumed).await.expect("the other address is asked"), asked);
}

#[tokio::test]
async fn an_address_that_is_gone_is_not_asked_any_more_until_it_is_set_again() {
    let app = TestApp::spawn_with(local).await;
    let (ada, grace) = (app.user("ada").await, app.user("grace").await);
    let mut gone = Bot::start(|_| Some((410, String::new()))).await;
    with_endpoint(&ada, &gone.url).await;
    let id = challenge(&grace).await;
    own_turn(&grace, &id).await;
    play_first(&grace, &id).await;
    gone.next().await;
    let shown = endpoint(&ada, |endpoint| endpoint["enabled"] == false).await;
    assert_eq!((&shown["disabled_reason"], &shown["last_fault"]["kind"]), (&json!("gone"), &json!("status")));
    let mut back = Bot::start(random(9)).await;
    ada.put(PATH, json!({"url": back.url})).await.expect(200);
    assert_eq!(back.next().await.json()["game"], json!(id));
    own_turn(&grace, &id).await;
    assert!(gone.asked.try_recv().is_err(), "nobody asks the old address");
}

#[tokio::test]
async fn an_endpoint_ends_with_its_token_and_with_its_bot() {
    let app = TestApp::spawn_with(local).await;
    let (ada, grace) = (app.user("ada").await, app.user("grace").await);
    let mut bot = Bot::start(|_| None::<Reply>).await;
    with_endpoint(&ada, &bot.url).await;
    let id = challenge(&grace).await;
    own_turn(&grace, &id).await;
    play_first(&grace, &id).await;
    bot.next().await;
    // Its token is revoked while it thinks.
    let tokens = ada.get("/v1/me/bots/ada-bot/tokens").await.expect(200).json;
    let token = tokens["items"][0]["id"].as_str().expect("an id");
    ada.delete(&format!("/v1/me/bots/ada-bot/tokens/{token}")).await.expect(204);
    let shown = ada.get(PATH).await.expect(200).json;
    assert_eq!((&shown["enabled"], &shown["disabled_reason"]), (&json!(false), &json!("session_ended")));
    // Another endpoint is asked at once, although the answer to the first question never comes.
    let mut other = Bot::start(random(3)).await;
    ada.put(PATH, json!({"url": other.url})).await.expect(200);
    other.next().await;
    own_turn(&grace, &id).await;
    ada.delete(PATH).await.expect(204);
    ada.delete(PATH).await.expect(204);
    ada.get(PATH).await.expect_problem(404, "not_found");
    let tokens = ada.get("/v1/me/bots/ada-bot/tokens").await.expect(200).json;
    assert_eq!(tokens["items"], json!([]), "its token has ended with it");
    // An erased bot leaves its games.
    ada.put(PATH, json!({"url": other.url})).await.expect(200);
    ada.delete("/v1/me/bots/ada-bot").await.expect(204);
    ada.get(PATH).await.expect_problem(404, "not_found");
    let over = grace.get(&format!("/v1/games/{id}")).await.expect(200).json;
    assert_eq!(over["status"], "finished");
}

#[tokio::test]
async fn the_bots_of_a_server_that_has_died_are_asked_by_another_one() {
    let app = TestApp::spawn_with(|settings| {
        local(settings);
        // Only what is set on this server is looked at, until the next one starts.
        settings.webhooks.endpoint_interval = Duration::from_secs(3_600);
    })
    .await;
    let (ada, grace) = (app.user("ada").await, app.user("grace").await);
    let mut bot = Bot::start(random(4)).await;
    with_endpoint(&ada, &bot.url).await;
    let id = challenge(&grace).await;
    own_turn(&grace, &id).await;
    play_first(&grace, &id).await;
    bot.next().await;
    // The first server asks it. As long as it says so, no other one does.
    let mut stored = Stored::of(&app).await;
    stored
        .execute(
            "UPDATE bot_endpoints SET server_id = gen_random_uuid(), held_until = now() + interval '1 hour'",
        )
        .await;
    let url = app.database_url.clone();
    let second = TestApp::spawn_with(|settings| {
        local(settings);
        settings.database.database_url = Some(url);
    })
    .await;
    let there = second.with_token(grace.token());
    there.post("/v1/me/bots", json!({"username": "grace-bot"})).await.expect(201);
    there.put("/v1/me/bots/grace-bot/endpoint", json!({"url": bot.url})).await.expect(200);
    let held = "SELECT username FROM bot_endpoints e JOIN players p ON p.id = e.bot_id \
                WHERE held_until < now() + interval '30 minutes' AND held_until > now() ORDER BY username";
    let asks = async |stored: &mut Stored, bots: &[&str]| {
        let look = async {
            while stored.texts(held).await != bots {
                look_again().await;
            }
        };
        timeout(WAIT_MAX, look).await.expect("the second server asks these bots");
    };
    asks(&mut stored, &["grace-bot"]).await;
    stored.execute("UPDATE bot_endpoints SET held_until = now() - interval '1 second' WHERE held_until > now() + interval '30 minutes'").await;
    asks(&mut stored, &["ada-bot", "grace-bot"]).await;
    own_turn(&there, &id).await;
}

#[tokio::test]
async fn strangers_and_addresses_of_private_networks_are_refused() {
    let app = TestApp::spawn().await;
    let (ada, eve) = (app.user("ada").await, app.user("eve").await);
    ada.post("/v1/me/bots", json!({"username": "ada-bot"})).await.expect(201);
    let good = json!({"url": "https://bots.example.org/ada"});
    for (url, named) in [
        ("http://bots.example.org/", "https://"),
        ("https://127.0.0.1/", "public internet"),
        ("https://[::1]/", "public internet"),
        ("https://user:secret@bots.example.org/", "password"),
        ("https://bots.example.org:22/", "port"),
        ("https://bots.example.org/#turn", "fragment"),
        ("hello", "URL"),
    ] {
        let refused = ada.put(PATH, json!({"url": url})).await.expect_problem(422, "validation_failed");
        assert_eq!(refused.pointers(), ["/url"]);
        assert!(refused.text.contains(named), "{url}: {}", refused.text);
    }
    ada.get(PATH).await.expect_problem(404, "not_found");
    eve.put(PATH, good.clone()).await.expect_problem(404, "not_found");
    eve.get(PATH).await.expect_problem(404, "not_found");
    eve.delete(PATH).await.expect_problem(404, "not_found");
    ada.put("/v1/me/bots/greedy/endpoint", good.clone()).await.expect_problem(404, "not_found");
    ada.put(PATH, good.clone()).await.expect(200);
    // The bot itself may look at it and change it, with the scope for that.
    let token = issue(&ada, "/v1/me/bots/ada-bot/tokens", &["read", "bots"]).await;
    let bot = app.with_token(token["token"].as_str().expect("a token"));
    assert_eq!(bot.get(PATH).await.expect(200).json["url"], good["url"]);
    bot.delete(PATH).await.expect(204);
    let token = issue(&ada, "/v1/me/bots/ada-bot/tokens", &["read", "play"]).await;
    let bot = app.with_token(token["token"].as_str().expect("a token"));
    bot.get(PATH).await.expect_problem(403, "forbidden");
}

#[tokio::test]
async fn a_silent_bot_holds_up_neither_its_other_games_nor_other_bots() {
    let app = TestApp::spawn_with(local).await;
    let (ada, grace) = (app.user("ada").await, app.user("grace").await);
    let mut first = None;
    let mut bot = Bot::start(move |question| {
        let game = question["game"].as_str().expect("a game").to_owned();
        let is_first = *first.get_or_insert(game.clone()) == game;
        (!is_first).then(|| (200, json!({"version": question["version"], "action": 0}).to_string()))
    })
    .await;
    with_endpoint(&ada, &bot.url).await;
    let silent = challenge(&grace).await;
    own_turn(&grace, &silent).await;
    play_first(&grace, &silent).await;
    assert_eq!(bot.next().await.json()["game"], json!(silent));
    let other = challenge(&grace).await;
    own_turn(&grace, &other).await;
    play_first(&grace, &other).await;
    let game = own_turn(&grace, &other).await;
    assert!(game["version"].as_u64() > Some(2), "the bot has played: {game}");
}

/// A program that ends with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[tokio::test]
async fn the_bot_of_the_examples_checks_signatures_and_plays() {
    let app = TestApp::spawn_with(local).await;
    let (ada, grace) = (app.user("ada").await, app.user("grace").await);
    let port = TcpListener::bind(("127.0.0.1", 0)).await.unwrap().local_addr().unwrap().port();
    let set = with_endpoint(&ada, &format!("http://127.0.0.1:{port}/")).await;
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/bots/endpoint_bot.py");
    let started = Command::new("python3")
        .args([script, &port.to_string()])
        .env("LAPIDARY_SECRET", set["secret"].as_str().expect("a secret"))
        .stderr(Stdio::null())
        .spawn();
    // Whoever has no Python tests the rest.
    let Ok(bot) = started else { return };
    let _bot = Running(bot);
    let id = challenge(&grace).await;
    let over = play_out(&grace, &id, &mut dice(8)).await;
    assert_eq!(over["status"], "finished");
    let unsigned =
        reqwest::Client::new().post(format!("http://127.0.0.1:{port}/")).header("webhook-timestamp", "0");
    let refused = unsigned.header("webhook-signature", "v1,").body("{}").send().await.expect("it answers");
    assert_eq!(refused.status(), 401);
}
