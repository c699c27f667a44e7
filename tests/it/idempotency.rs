//! `Idempotency-Key`: the layer below all routes that create something, tested with a route of its own.

use actix_web::dev::ServiceResponse;
use actix_web::{App, HttpMessage, HttpResponse, test, web};
use diesel::QueryableByName;
use diesel::sql_types::BigInt;
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use lapidary::api::accounts::sessions::Refresh;
use lapidary::api::extract::Valid;
use lapidary::api::http::idempotency::{Idempotency, answered, created};
use lapidary::api::{Code, Problem};
use lapidary::auth::{Identity, PlayerId, Scopes, SessionId, SessionKind};
use lapidary::database::{Connector, Pool};
use lapidary::service::Access;
use lapidary::service::idempotency::once;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::app::{Answer, TestApp};
use crate::ladders::DUELS;
use crate::tournaments::scene::settings;

/// A handler that counts its calls in the database. It uses the body type of another operation, because the
/// content does not matter.
async fn create(
    pool: web::Data<Pool>,
    idempotency: Idempotency,
    _: Valid<Refresh>,
) -> Result<HttpResponse, Problem> {
    let work = async |connection: &mut AsyncPgConnection| {
        let count = count_up(connection).await;
        created(format!("/things/{count}"), &json!({"count": count}))
    };
    once(&pool, idempotency.claim()?.as_ref(), work).await.map(answered)
}

/// A handler that counts its calls and then fails.
async fn fail(
    pool: web::Data<Pool>,
    idempotency: Idempotency,
    _: Valid<Refresh>,
) -> Result<HttpResponse, Problem> {
    let work = async |connection: &mut AsyncPgConnection| {
        count_up(connection).await;
        Err(Problem::new(Code::NotAvailable, "no"))
    };
    once(&pool, idempotency.claim()?.as_ref(), work).await.map(answered)
}

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = BigInt)]
    count: i64,
}

async fn count_up(connection: &mut AsyncPgConnection) -> i64 {
    diesel::sql_query("INSERT INTO things DEFAULT VALUES").execute(connection).await.unwrap();
    counted(connection).await
}

async fn counted(connection: &mut AsyncPgConnection) -> i64 {
    diesel::sql_query("SELECT count(*) AS count FROM things")
        .get_result::<Count>(connection)
        .await
        .unwrap()
        .count
}

/// A database with a table for counting, and a caller with an account.
struct World {
    _app: TestApp,
    pool: Pool,
    access: web::Data<Access>,
    player: Uuid,
}

impl World {
    async fn new() -> World {
        let app = TestApp::spawn().await;
        let me = app.user("ada").await.get("/v1/me").await.json;
        let mut settings = lapidary::settings::Settings::from_environment().unwrap();
        settings.database.database_connections = 2;
        let pool = Pool::new(Connector::to(&app.database_url).unwrap(), &settings.database).unwrap();
        let mut connection = pool.get().await.unwrap();
        diesel::sql_query("CREATE TABLE things (made timestamptz DEFAULT now())")
            .execute(&mut connection)
            .await
            .unwrap();
        let access = web::Data::new(Access::open(&pool, &settings.access).await.unwrap());
        World { pool, access, player: me["id"].as_str().unwrap().parse().unwrap(), _app: app }
    }

    async fn post(&self, path: &str, key: Option<&str>, token: &str) -> ServiceResponse {
        let app = App::new()
            .app_data(web::Data::new(self.pool.clone()))
            .app_data(self.access.clone())
            .route("/create", web::post().to(create))
            .route("/things/{id}/create", web::post().to(create))
            .route("/fail", web::post().to(fail));
        let service = test::init_service(app).await;
        let mut request = test::TestRequest::post().uri(path).set_json(json!({"refresh_token": token}));
        if let Some(key) = key {
            request = request.insert_header(("idempotency-key", key));
        }
        let request = request.to_request();
        let (player, session) = (PlayerId(self.player), SessionId(Uuid::nil()));
        request.extensions_mut().insert(Identity {
            player,
            session,
            kind: SessionKind::Login,
            scopes: Scopes::ALL,
        });
        test::call_service(&service, request).await
    }

    async fn counted(&self) -> i64 {
        counted(&mut self.pool.get().await.unwrap()).await
    }
}

async fn read(response: ServiceResponse) -> (u16, Option<String>, Value) {
    let location = response.headers().get("location").map(|value| value.to_str().unwrap().to_owned());
    (response.status().as_u16(), location, test::read_body_json(response).await)
}

#[tokio::test]
async fn the_same_key_and_body_get_the_original_response() {
    let world = World::new().await;
    let first = read(world.post("/create", Some("k1"), "body").await).await;
    assert_eq!(first, (201, Some("/things/1".to_owned()), json!({"count": 1})));
    assert_eq!(read(world.post("/create", Some("k1"), "body").await).await, first);
    assert_eq!(world.counted().await, 1);
    let replayed = |response: &ServiceResponse| {
        response.headers().get("idempotency-replayed").map(|value| value.to_str().unwrap().to_owned())
    };
    assert_eq!(replayed(&world.post("/create", Some("k1"), "body").await), Some("true".to_owned()));
    assert_eq!(replayed(&world.post("/create", Some("k9"), "body").await), None);
    let count = json!({"count": 2});
    assert_eq!(read(world.post("/create", Some("k9"), "body").await).await.2, count);
    assert_eq!(read(world.post("/create", Some("k2"), "body").await).await.2, json!({"count": 3}));
    assert_eq!(read(world.post("/create", None, "body").await).await.2, json!({"count": 4}));
}

#[tokio::test]
async fn the_same_key_with_another_body_is_refused() {
    let world = World::new().await;
    world.post("/create", Some("k1"), "body").await;
    let (status, _, problem) = read(world.post("/create", Some("k1"), "other").await).await;
    assert_eq!((status, &problem["code"]), (422, &json!("idempotency_key_reused")));
    assert_eq!(world.counted().await, 1);
    // A key is for one path, not for all that have the same pattern.
    world.post("/things/1/create", Some("k1"), "body").await;
    let (status, _, problem) = read(world.post("/things/2/create", Some("k1"), "body").await).await;
    assert_eq!((status, &problem["code"]), (422, &json!("idempotency_key_reused")));
    assert_eq!(world.counted().await, 2);
}

#[tokio::test]
async fn nobody_who_reads_the_database_can_guess_a_body() {
    let world = World::new().await;
    world.post("/create", Some("k1"), "body").await;
    let plain = hex::encode(Sha256::digest(r#"{"refresh_token":"body"}"#));
    let guessed = format!("SELECT count(*) AS count FROM idempotency_keys WHERE body_digest = '\\x{plain}'");
    let mut connection = world.pool.get().await.unwrap();
    let guessed: Count = diesel::sql_query(guessed).get_result(&mut connection).await.unwrap();
    assert_eq!(guessed.count, 0);
}

#[tokio::test]
async fn a_refused_request_changes_nothing_and_frees_its_key() {
    let world = World::new().await;
    let (status, _, _) = read(world.post("/fail", Some("k1"), "body").await).await;
    assert_eq!((status, world.counted().await), (422, 0));
    assert_eq!(read(world.post("/fail", Some("k1"), "other").await).await.2["code"], "not_available");
}

#[tokio::test]
async fn a_second_request_must_wait_while_the_first_is_in_progress() {
    let world = World::new().await;
    let mut other = world.pool.get().await.unwrap();
    let name = format!("{} POST /create k1", world.player);
    diesel::sql_query("SELECT pg_advisory_lock(hashtextextended($1, 0))")
        .bind::<diesel::sql_types::Text, _>(name)
        .execute(&mut other)
        .await
        .unwrap();
    let (status, _, problem) = read(world.post("/create", Some("k1"), "body").await).await;
    assert_eq!((status, &problem["code"]), (409, &json!("idempotency_in_progress")));
}

#[tokio::test]
async fn after_a_day_a_key_is_free_again() {
    let world = World::new().await;
    world.post("/create", Some("k1"), "body").await;
    let age = "UPDATE idempotency_keys SET created_at = created_at - interval '25 hours'";
    diesel::sql_query(age).execute(&mut world.pool.get().await.unwrap()).await.unwrap();
    assert_eq!(read(world.post("/create", Some("k1"), "other").await).await.2, json!({"count": 2}));
}

#[tokio::test]
async fn a_game_is_opened_once_for_one_key() {
    let app = TestApp::spawn().await;
    let ada = app.user("ada").await;
    let open = async |seats: u8| {
        let request = ada.request(reqwest::Method::POST, "/v1/games").header("idempotency-key", "k1");
        Answer::to(request.json(&json!({"ruleset": "splendor", "seats": seats}))).await
    };
    let player = ada.get("/v1/me").await.expect(200).json["id"].as_str().unwrap().to_owned();
    let claim = format!("{player} POST /v1/games k1");
    while_in_progress(&app, &claim, open(2)).await.expect_problem(409, "idempotency_in_progress");
    let first = open(2).await.expect(201);
    assert_eq!(open(2).await.expect(201).json["id"], first.json["id"]);
    open(3).await.expect_problem(422, "idempotency_key_reused");
}

/// Holds the lock of a key while `act` runs.
async fn while_in_progress<T>(app: &TestApp, claim: &str, act: impl Future<Output = T>) -> T {
    let mut other = AsyncPgConnection::establish(&app.database_url).await.unwrap();
    let name = format!("(hashtextextended('{claim}', 0))");
    diesel::sql_query(format!("SELECT pg_advisory_lock{name}")).execute(&mut other).await.unwrap();
    let done = act.await;
    diesel::sql_query(format!("SELECT pg_advisory_unlock{name}")).execute(&mut other).await.unwrap();
    done
}

#[tokio::test(flavor = "multi_thread")]
async fn what_others_see_is_created_once_for_one_key() {
    let app = TestApp::spawn().await;
    let olga = app.user("olga").await;
    let me = olga.get("/v1/me").await.expect(200).json["id"].as_str().unwrap().to_owned();
    let club = olga.post("/v1/clubs", json!({"name": "Emerald"})).await.expect(201);
    let event = olga.post("/v1/tournaments", settings(&json!({}))).await.expect(201);
    let (club, event) = (club.header("location").to_owned(), event.header("location").to_owned());
    let name = |name: &str| json!({"name": name, "base_pool": DUELS});
    for (pattern, path, body, other, seen) in [
        (
            "/v1/clubs",
            "/v1/clubs".to_owned(),
            json!({"name": "Ruby"}),
            json!({"name": "Onyx"}),
            "/v1/me/clubs",
        ),
        (
            "/v1/series",
            "/v1/series".to_owned(),
            json!({"name": "Ruby"}),
            json!({"name": "Onyx"}),
            "/v1/series",
        ),
        ("/v1/clubs/{id}/ladders", format!("{club}/ladders"), name("Ruby"), name("Onyx"), "/ladders"),
        (
            "/v1/tournaments/{id}/announcements",
            format!("{event}/announcements"),
            json!({"text": "We start."}),
            json!({"text": "We wait."}),
            "/audit",
        ),
    ] {
        let seen = match seen {
            "/ladders" => format!("{club}{seen}"),
            "/audit" => format!("{event}{seen}"),
            other => other.to_owned(),
        };
        let count = async || {
            let list = olga.get(&seen).await.expect(200).json;
            list["items"].as_array().map(Vec::len)
        };
        let before = count().await;
        let send = async |body: &Value| {
            let request = olga.request(reqwest::Method::POST, &path).header("idempotency-key", "k1");
            Answer::to(request.json(body)).await
        };
        let claim = format!("{me} POST {pattern} k1");
        while_in_progress(&app, &claim, send(&body)).await.expect_problem(409, "idempotency_in_progress");
        let first = send(&body).await.expect(201);
        let again = send(&body).await.expect(201);
        assert_eq!((&again.text, again.header("idempotency-replayed")), (&first.text, "true"), "{path}");
        assert_eq!(again.header("location"), first.header("location"), "{path}");
        send(&other).await.expect_problem(422, "idempotency_key_reused");
        assert_eq!(count().await, before.map(|before| before + 1), "{path}");
    }
}
