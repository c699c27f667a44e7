//! Database outages: requests get a clear refusal, and afterwards everything works as before.

use std::time::Duration;

use serde_json::json;

use super::stored::Stored;
use super::table::{Table, dice, terms, turn};
use crate::app::TestApp;

/// The number of database connections of an application in the tests.
const CONNECTIONS: usize = 4;

/// Returns the name of an application's database.
pub fn database_of(app: &TestApp) -> String {
    let address = app.database_url.split('?').next().unwrap_or_default();
    let name = address.rsplit(['=', '/']).next().expect("the address names the database");
    name.trim_matches('\'').to_owned()
}

/// Does `work` while the database of an application cannot be reached. It refuses connections before the open
/// ones are cut: whoever came back at once would keep the name.
pub async fn without_database(app: &TestApp, work: impl Future<Output = ()>) {
    let name = database_of(app);
    let mut elsewhere = Stored::beside(app).await;
    elsewhere.execute(&format!("ALTER DATABASE \"{name}\" ALLOW_CONNECTIONS false")).await;
    elsewhere.cut_others(&name).await;
    elsewhere.execute(&format!("ALTER DATABASE \"{name}\" RENAME TO \"{name}_away\"")).await;
    work.await;
    elsewhere.execute(&format!("ALTER DATABASE \"{name}_away\" RENAME TO \"{name}\"")).await;
    elsewhere.execute(&format!("ALTER DATABASE \"{name}\" ALLOW_CONNECTIONS true")).await;
}

/// Starts another server on the database of an application. It says soon that the database is away, and
/// nothing else is asked of it.
pub async fn hasty(app: &TestApp) -> TestApp {
    let url = app.database_url.clone();
    TestApp::spawn_with(|settings| {
        settings.database.database_url = Some(url);
        settings.database.database_wait = Duration::from_millis(300);
    })
    .await
}

#[tokio::test]
async fn closed_database_connections_are_replaced() {
    let app = TestApp::spawn().await;
    let table = Table::started(&app, terms(2)).await;
    let mut dice = dice(71);
    for _ in 0..3 {
        table.play_some(&mut dice, 5).await;
        let mut stored = Stored::of(&app).await;
        stored.cut_others(&database_of(&app)).await;
        // Each closed connection may cause one failed request.
        let mut tries = 0;
        while app.anonymous().get(&table.path("")).await.status != 200 {
            tries += 1;
            assert!(tries <= CONNECTIONS, "the pool does not heal");
        }
        assert!(stored.is_gapless(&table.id).await);
    }
    table.play_to_the_end(&mut dice).await;
}

#[tokio::test]
async fn without_the_database_the_answer_is_503_and_says_when_to_come_back() {
    let app = TestApp::spawn().await;
    let hasty = hasty(&app).await;
    let table = Table::started(&app, terms(2)).await;
    let ada = hasty.with_token(table.seats[0].token());
    let take = turn(&json!(1), json!([{"type": "take", "gems": ["white", "blue", "green"]}]));
    without_database(&app, async {
        for answer in [
            ada.get(&table.path("")).await,
            ada.post(&table.path("/actions"), take.clone()).await,
            ada.post_empty(&table.path("/resign")).await,
            ada.post("/v1/games", terms(2)).await,
        ] {
            assert_eq!(answer.expect_problem(503, "unavailable").header("retry-after"), "1");
        }
    })
    .await;
    assert_eq!(table.public_view().await["version"], 1);
    table.seats[0].post(&table.path("/actions"), take).await.expect(200);
}
