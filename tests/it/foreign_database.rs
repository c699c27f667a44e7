//! A PostgreSQL of the operator, which may speak another language.

use diesel_async::{AsyncConnection, AsyncPgConnection, SimpleAsyncConnection};
use serde_json::json;

use crate::app::TestApp;
use crate::games::table::{Table, terms};

/// Lets every new log entry fail with this code and a text in another language.
fn failing(code: &str) -> String {
    format!(
        "CREATE OR REPLACE FUNCTION failing() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            RAISE EXCEPTION 'Verklemmung, Zeitüberschreitung oder 李' USING ERRCODE = '{code}';
        END $$;
        DROP TRIGGER IF EXISTS failing ON game_log;
        CREATE TRIGGER failing BEFORE INSERT ON game_log FOR EACH ROW EXECUTE FUNCTION failing();"
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn errors_are_sorted_by_their_codes_whatever_the_language_of_the_database() {
    let app = TestApp::spawn().await;
    let table = Table::started(&app, terms(2)).await;
    let mut owner = AsyncPgConnection::establish(&app.database_url).await.unwrap();
    let take = json!([{"type": "take", "gems": ["white", "blue", "green"]}]);
    for code in ["40P01", "55P03", "57014", "53100", "53200", "57P01", "08006"] {
        owner.batch_execute(&failing(code)).await.unwrap();
        let refused = table.post(0, &json!(1), take.clone()).await.expect_problem(503, "unavailable");
        assert!(!refused.header("retry-after").is_empty(), "{code}");
    }
    owner.batch_execute(&failing("22012")).await.unwrap();
    table.post(0, &json!(1), take.clone()).await.expect_problem(500, "internal_error");
    owner.batch_execute("DROP FUNCTION failing CASCADE").await.unwrap();
    table.post(0, &json!(1), take).await.expect(200);
}
