//! Results that players report over the board: who decides a table, and what an objection does.

use serde_json::{Value, json};

use super::execute;
use super::scene::{Scene, entries};
use crate::app::{Answer, Caller, TestApp};

/// A table of a tournament over the board, and its players in the order of seats.
struct Table<'a, 's> {
    scene: &'s Scene<'a>,
    number: u64,
    players: Vec<&'s Caller<'a>>,
}

/// Returns a tournament over the board with one table of this many seats.
async fn scene(app: &TestApp, seats: u64, changed: Value) -> Scene<'_> {
    let mut settings = json!({"ruleset": "splendor", "seats": seats, "rounds": 2, "play": "over_the_board"});
    settings.as_object_mut().expect("an object").extend(changed.as_object().expect("an object").clone());
    let scene = Scene::new(app, settings, seats).await;
    scene.start().await;
    scene
}

impl<'a, 's> Table<'a, 's> {
    async fn of(scene: &'s Scene<'a>) -> Table<'a, 's> {
        let table = scene.next().await["tables"][0].clone();
        let players = entries(&table).iter().map(|entry| &scene.players[entry]).collect();
        Table { scene, number: table["table"].as_u64().expect("a number"), players }
    }

    async fn report(&self, seat: usize, places: &[u8]) -> Answer {
        let path = self.scene.at(&format!("/tables/{}/report", self.number));
        self.players[seat].post(&path, json!({"places": places})).await
    }

    async fn reported(&self, seat: usize, places: &[u8]) -> Value {
        self.report(seat, places).await.expect(200).json
    }

    async fn set(&self, places: &[u8]) -> Answer {
        let set = json!({"places": places, "reason": "a slip"});
        self.scene.post(&format!("/tables/{}/result", self.number), set).await
    }

    async fn now(&self) -> Value {
        self.scene.get("/rounds/1").await["tables"][0].clone()
    }

    /// Lets the time to object pass, and waits until a server has noticed it.
    async fn let_pass(&self, app: &TestApp) -> Value {
        execute(app, "UPDATE tournament_tables SET final_at = now() WHERE final_at IS NOT NULL").await;
        self.scene.until("/rounds/1", |round| round["tables"][0]["status"] == "done").await;
        self.now().await
    }

    /// Returns who has done this.
    async fn audit(&self, kind: &str) -> Vec<Value> {
        let audit = self.scene.get("/audit?limit=100").await;
        let items = audit["items"].as_array().expect("a page").iter().filter(|item| item["kind"] == kind);
        items.map(|item| item["by"]["username"].clone()).collect()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn all_players_of_a_table_decide_it_at_once() {
    let app = TestApp::shared().await;
    let scene = scene(&app, 3, json!({})).await;
    let table = Table::of(&scene).await;
    assert_eq!(table.reported(0, &[1, 2, 3]).await["final_at"], Value::Null);
    table.reported(1, &[1, 2, 3]).await;
    let decided = table.reported(2, &[1, 2, 3]).await;
    assert_eq!((&decided["status"], &decided["decided_by"]), (&json!("done"), &json!("players")));
    assert_eq!((&decided["reports"], &decided["final_at"]), (&Value::Null, &Value::Null));
}

#[tokio::test(flavor = "multi_thread")]
async fn two_of_four_decide_nothing_and_three_only_if_nobody_objects_in_time() {
    let app = TestApp::spawn().await;
    let scene = scene(&app, 4, json!({})).await;
    let table = Table::of(&scene).await;
    let order = [1, 2, 3, 4];
    table.reported(0, &order).await;
    let two = table.reported(1, &order).await;
    assert_eq!((&two["status"], &two["final_at"]), (&json!("playing"), &Value::Null));
    let three = table.reported(2, &order).await;
    assert!(three["status"] == "playing" && three["final_at"].is_string(), "{three}");
    // Reporting the same again does not move the time.
    assert_eq!(table.reported(1, &order).await["final_at"], three["final_at"]);
    let decided = table.let_pass(&app).await;
    let places: Vec<u64> = (0..4).filter_map(|seat| decided["seats"][seat]["place"].as_u64()).collect();
    assert_eq!((places, &decided["decided_by"]), (vec![1, 2, 3, 4], &json!("players")));
    assert_eq!(table.audit("result_confirmed").await, [Value::Null], "nobody has done it but time");
    // Nothing else has to happen for the round to close, and it is too late to object.
    scene.until("/rounds/1", |round| round["status"] == "closed").await;
    table.report(3, &[4, 3, 2, 1]).await.expect_problem(409, "round_closed");
}

#[tokio::test(flavor = "multi_thread")]
async fn with_a_guest_at_the_table_an_organizer_confirms() {
    let app = TestApp::spawn().await;
    let settings = json!({"ruleset": "splendor", "seats": 3, "rounds": 2, "play": "over_the_board"});
    let scene = Scene::new(&app, settings, 2).await;
    scene.post("/entries", json!({"guest": "G."})).await.expect(201);
    scene.start().await;
    let round = scene.next().await;
    let places: Vec<u64> = entries(&round["tables"][0]);
    for player in scene.players.values() {
        let reported = player.post(&scene.at("/tables/1/report"), json!({"places": places})).await;
        let table = reported.expect(200).json;
        assert_eq!(
            (&table["status"], &table["final_at"]),
            (&json!("playing"), &Value::Null),
            "nobody objects"
        );
    }
    // What an older server has given a time is not final either, and the organizers are called.
    execute(&app, "UPDATE tournament_tables SET final_at = now()").await;
    let waits = |round: &Value| round["tables"][0]["final_at"].is_null();
    let round = scene.until("/rounds/1", waits).await;
    assert_eq!(round["tables"][0]["status"], "playing");
    scene
        .until("/audit?limit=100", |audit| {
            audit["items"].as_array().expect("items").iter().any(|item| item["kind"] == "result_disputed")
        })
        .await;
    scene.post("/tables/1/result", json!({"places": places, "reason": "confirmed"})).await.expect(204);
    assert_eq!(scene.get("/rounds/1").await["tables"][0]["decided_by"], "arbiter");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_objection_blocks_a_table_and_calls_the_organizers_once() {
    let app = TestApp::spawn().await;
    let scene = scene(&app, 3, json!({})).await;
    let table = Table::of(&scene).await;
    let webhook = json!({"url": "https://example.com/hook", "events": ["tournament.table_disputed"]});
    scene.organizer.post("/v1/webhooks", webhook).await.expect(201);
    table.reported(0, &[1, 2, 3]).await;
    assert!(table.reported(1, &[1, 2, 3]).await["final_at"].is_string());
    let disputed = table.reported(2, &[2, 3, 1]).await;
    assert_eq!((&disputed["disputed"], &disputed["final_at"]), (&json!(true), &Value::Null));
    assert_eq!(disputed["reports"].as_array().map(Vec::len), Some(3));
    // Whoever agrees and objects in turn calls nobody again.
    table.reported(1, &[2, 3, 1]).await;
    table.reported(1, &[1, 2, 3]).await;
    assert_eq!(table.audit("result_disputed").await, [Value::Null]);
    let sent = "SELECT FROM webhook_deliveries WHERE event = 'tournament.table_disputed'";
    assert_eq!(super::count(&app, sent).await, 1);
    let told = scene.organizer.get("/v1/me/events").await.expect(200).json["announcements"].clone();
    assert_eq!(
        (&told[0]["kind"], &told[0]["text"]),
        (&json!("result_disputed"), &json!("table 1: 1, 2, 3 / 1, 2, 3 / 2, 3, 1"))
    );
    let told = table.players[0].get("/v1/me/events").await.expect(200).json["announcements"].clone();
    assert_eq!(told, json!([]), "players are told by the table");
    table.set(&[1, 2, 3]).await.expect(204);
    let decided = table.now().await;
    assert_eq!((&decided["decided_by"], &decided["disputed"]), (&json!("arbiter"), &Value::Null));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_whose_time_is_over_waits_for_objections() {
    let app = TestApp::spawn().await;
    let ends = json!({"round_ends_after_ms": 3_600_000, "unfinished": "void"});
    let scene = scene(&app, 3, ends).await;
    let table = Table::of(&scene).await;
    table.reported(0, &[1, 2, 3]).await;
    table.reported(1, &[1, 2, 3]).await;
    execute(&app, "UPDATE tournament_rounds SET ends_at = now() - interval '1 second'").await;
    assert_eq!(table.let_pass(&app).await["seats"][0]["place"], 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stored_report_that_fits_no_more_stops_no_round_and_calls_the_organizers() {
    let app = TestApp::spawn().await;
    let scene = scene(&app, 3, json!({})).await;
    let table = Table::of(&scene).await;
    table.reported(0, &[1, 2, 3]).await;
    table.reported(1, &[1, 2, 3]).await;
    // A report from a version with other rules: nobody has the second place.
    let other = "UPDATE tournament_tables SET reports = replace(reports::text, '1, 2, 3', '1, 3, 3')::jsonb, final_at = now()";
    execute(&app, other).await;
    let waits = |round: &Value| round["tables"][0]["final_at"].is_null();
    let round = scene.until("/rounds/1", waits).await;
    assert_eq!((&round["status"], &round["tables"][0]["status"]), (&json!("open"), &json!("playing")));
    assert_eq!(table.audit("result_disputed").await, [Value::Null]);
    table.set(&[1, 2, 3]).await.expect(204);
    assert_eq!(table.now().await["decided_by"], "arbiter");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_a_report_an_objection_and_a_decision_at_the_same_moment_one_order_holds() {
    let app = TestApp::shared().await;
    for _ in 0..4 {
        let scene = scene(&app, 3, json!({})).await;
        let table = Table::of(&scene).await;
        table.reported(0, &[1, 2, 3]).await;
        table.reported(1, &[1, 2, 3]).await;
        let (third, objection) = tokio::join!(table.report(2, &[1, 2, 3]), table.report(0, &[3, 2, 1]));
        third.expect(200);
        let now = table.now().await;
        if objection.status == 200 {
            assert_eq!((&now["status"], &now["disputed"]), (&json!("playing"), &json!(true)), "{now}");
        } else {
            // The table was decided, and its round may have closed by that.
            assert_eq!(objection.status, 409, "{}", objection.text);
            assert_eq!((&now["status"], &now["decided_by"]), (&json!("done"), &json!("players")), "{now}");
        }
        let (set, report) = tokio::join!(table.set(&[2, 1, 3]), table.report(0, &[1, 2, 3]));
        set.expect(204);
        assert!(matches!(report.status.as_u16(), 200 | 409), "{}", report.text);
        let now = table.now().await;
        assert_eq!((&now["decided_by"], &now["seats"][0]["place"]), (&json!("arbiter"), &json!(2)), "{now}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn places_follow_from_prestige_and_cards_unless_somebody_forfeits() {
    let app = TestApp::shared().await;
    let scene = scene(&app, 3, json!({})).await;
    let table = Table::of(&scene).await;
    let path = format!("/tables/{}/result", table.number);
    for (set, pointer) in [
        (json!({"places": [1, 2, 3], "prestige": [11, 15, 9], "reason": "x"}), "/places"),
        (
            json!({"places": [1, 1, 3], "prestige": [15, 15, 9], "cards": [12, 13, 9], "reason": "x"}),
            "/places",
        ),
        (
            json!({"places": [1, 2, 3], "prestige": [15, 15, 9], "cards": [12, 12, 9], "reason": "x"}),
            "/places",
        ),
        (
            json!({"places": [1, 2, 3], "prestige": [255, 9, 8], "cards": [0, 9, 8], "reason": "x"}),
            "/prestige",
        ),
    ] {
        let refused = scene.post(&path, set).await;
        assert_eq!(refused.expect_problem(422, "validation_failed").pointers(), [pointer]);
    }
    let report = scene.at(&format!("/tables/{}/report", table.number));
    let said = json!({"places": [1, 2, 3], "prestige": [9, 10, 11]});
    let refused = table.players[0].post(&report, said).await;
    assert_eq!(refused.expect_problem(422, "validation_failed").pointers(), ["/places"]);
    for set in [
        json!({"places": [2, 1, 3], "prestige": [15, 15, 9], "reason": "counted without cards"}),
        json!({"places": [1, 1, 3], "prestige": [15, 15, 9], "cards": [12, 12, 9], "reason": "shared"}),
        json!({"places": [2, 3, 1], "prestige": [10, 18, 15], "forfeits": [1], "reason": "left"}),
    ] {
        scene.post(&path, set).await.expect(204);
    }
}
