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
use lapidary::service::idempotency::once;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::app::{Answer, TestApp};

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
    player: Uuid,
}

impl World {
    async fn new() -> World {
        let app = TestApp::spawn().await;
        let me = app.user("ada").await.get("/v1/me").await.json;
        let mut settings = lapidary::settings::Settings::from_environment().unwrap();
        settings.database.database_connections = 2;
        let pool = Pool::new(Connector::new(&app.database_url, None).unwrap(), &settings.database).unwrap();
        let mut connection = pool.get().await.unwrap();
        diesel::sql_query("CREATE TABLE things (made timestamptz DEFAULT now())")
            .execute(&mut connection)
            .await
            .unwrap();
        World { pool, player: me["id"].as_str().unwrap().parse().unwrap(), _app: app }
    }

    async fn post(&self, path: &str, key: Option<&str>, token: &str) -> ServiceResponse {
        let app = App::new()
            .app_data(web::Data::new(self.pool.clone()))
            .route("/create", web::post().to(create))
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
    let mut other = AsyncPgConnection::establish(&app.database_url).await.unwrap();
    let (lock, unlock) = ("SELECT pg_advisory_lock", "SELECT pg_advisory_unlock");
    let name = format!("(hashtextextended('{player} POST /v1/games k1', 0))");
    diesel::sql_query(format!("{lock}{name}")).execute(&mut other).await.unwrap();
    open(2).await.expect_problem(409, "idempotency_in_progress");
    diesel::sql_query(format!("{unlock}{name}")).execute(&mut other).await.unwrap();
    let first = open(2).await.expect(201);
    assert_eq!(open(2).await.expect(201).json["id"], first.json["id"]);
    open(3).await.expect_problem(422, "idempotency_key_reused");
}
