//! All that is stored about an account, as its owner gets it from the operator.

use std::collections::BTreeSet;

use lapidary::store::account_export::{LEFT_OUT, PLACES};
use serde_json::{Value, json};

use crate::api_tokens::issue;
use crate::app::TestApp;
use crate::finding::{challenge, terms};
use crate::games::stored::Stored;
use crate::games::table::{self, Table};
use crate::ladders::promote;
use crate::operating::{stderr, stdout};
use crate::process::run;

/// Columns with ids of accounts that are left out, and why.
const LEFT: [(&str, &str); 19] = [
    ("player_reports.player_id", "what others have reported; the audit has the outcome"),
    ("bot_endpoints.made_by", "the owner of the bot"),
    (
        "tournament_events.concerned_id",
        "acts of others: the audits of clubs and tournaments show what is shown",
    ),
    ("blocks.blocked_id", "who blocks somebody is known to nobody else"),
    ("alerts_told.sender_id", "that others were told of an act is theirs"),
    ("annulments.annulled_by", "the reason names nobody, and the audit of the club has the act"),
    ("bot_matches.creator_id", "`bot_match_bots` has the matches"),
    ("bots.owner_id", "the rows of the bots have it"),
    ("challenges.declined_by", "`invitations` has who was challenged"),
    ("club_requests.asked_by", "it is in the audit of the club"),
    ("games.creator_id", "the row has what other seats may not see; `game_seats` has the games"),
    ("idempotency_keys.player_id", "kept responses to requests, for a day"),
    ("oauth_codes.player_id", "a secret, for a minute"),
    ("device_codes.player_id", "a secret, for some minutes"),
    ("password_resets.player_id", "a secret, for some minutes"),
    ("rating_opponents.player_id", "counted from `rating_events`"),
    ("rating_opponents.opponent_id", "counted from `rating_events`"),
    ("tournament_entries.reserved_for", "a name that an organizer has typed"),
    ("tournament_members.asked_by", "it is in the audit of the tournament"),
];
/// Names of columns that have ids of something else.
const OF_NO_ACCOUNT: [&str; 24] = [
    "club_id",
    "deal_id",
    "delivery_id",
    "earlier_id",
    "game_id",
    "id",
    "ladder_id",
    "match_id",
    "next_game",
    "node",
    "origin_id",
    "puzzle_id",
    "rematch_of",
    "report_id",
    "season_id",
    "seek_id",
    "series_id",
    "server_id",
    "session_id",
    "shared_deal",
    "subject_id",
    "subscription_id",
    "tournament_id",
    "webhook_id",
];

#[tokio::test]
async fn each_column_with_an_id_of_an_account_is_exported_or_left_out_with_a_reason() {
    let app = TestApp::spawn().await;
    let columns = "SELECT table_name || '.' || column_name FROM information_schema.columns \
        WHERE table_schema = 'public' AND data_type = 'uuid' ORDER BY 1";
    let columns = Stored::of(&app).await.texts(columns).await;
    let exported: BTreeSet<String> =
        PLACES.iter().map(|(table, column)| format!("{table}.{column}")).collect();
    let known: BTreeSet<&str> = LEFT.iter().map(|(place, _)| *place).collect();
    assert!(columns.len() > exported.len() && exported.iter().all(|place| columns.contains(place)));
    for place in &known {
        assert!(columns.iter().any(|column| column == place), "{place} does not exist");
        assert!(!exported.contains(*place), "{place} is exported");
    }
    let forgotten = columns.iter().filter(|place| {
        let column = place.rsplit('.').next().expect("a column");
        let of_nothing = OF_NO_ACCOUNT.contains(&column);
        !exported.contains(*place) && !known.contains(place.as_str()) && !of_nothing
    });
    assert_eq!(forgotten.collect::<Vec<_>>(), Vec::<&String>::new(), "is it about an account?");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_is_exported_with_its_bots_and_without_secrets() {
    let app = TestApp::spawn().await;
    let table = Table::started(&app, table::terms(2)).await;
    let (ada, bob, judge) = (&table.seats[0], &table.seats[1], app.user("judge").await);
    promote(&app, "judge").await;
    ada.post("/v1/me/bots", json!({"username": "ada-bot"})).await.expect(201);
    issue(ada, "/v1/me/bots/ada-bot/tokens", &["read", "play"]).await;
    let endpoint = json!({"url": "https://bots.example.org/"});
    ada.put("/v1/me/bots/ada-bot/endpoint", &endpoint).await.expect(200);
    let hook = json!({"url": "https://hooks.example.org/", "events": ["game.started"]});
    ada.post("/v1/webhooks", hook).await.expect(201);
    ada.post("/v1/seeks", terms(2)).await.expect(201);
    challenge(ada, json!("bob"), 2).await;
    bob.request(reqwest::Method::PUT, "/v1/me/blocks/ada").send().await.expect("an answer");
    let lock = json!({"reason": "Insults"});
    judge.post("/v1/admin/players/ada/lock", lock).await.expect(204);

    let export = |name: &str| run(&["admin", "export", name, "--database-url", &app.database_url]);
    let done = export("ada");
    assert!(done.status.success(), "{}", stderr(&done));
    let text = stdout(&done);
    let rows: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let of = |table: &str| -> Vec<&Value> {
        rows.iter().filter(|row| row["table"] == table).map(|row| &row["row"]).collect()
    };
    let names: BTreeSet<&str> = of("players").iter().filter_map(|row| row["username"].as_str()).collect();
    assert_eq!(names, BTreeSet::from(["ada", "ada-bot"]));
    assert_eq!(of("bot_endpoints")[0]["url"], "https://bots.example.org/");
    assert_eq!(of("webhooks")[0]["url"], "https://hooks.example.org/");
    assert!(of("game_seats").iter().any(|row| row["game_id"] == table.id), "{text}");
    let acts = of("tournament_events");
    let lock = acts.iter().find(|row| row["note"] == "Insults").expect("the lock");
    assert!(lock.get("player_id").is_none(), "nobody reads who has locked them: {lock}");
    assert_eq!(of("blocks").len(), 0, "nobody reads who has blocked them");
    for row in rows.iter().filter_map(|row| row["row"].as_object()) {
        let secrets =
            row.iter().filter(|(_, value)| value.as_str().is_some_and(|text| text.starts_with("\\x")));
        // What the player has chosen, and what is public before the deal.
        let names: Vec<&String> = secrets.map(|(name, _)| name).collect();
        assert!(names.iter().all(|name| ["entropy", "commitment"].contains(&name.as_str())), "{row:?}");
        assert!(LEFT_OUT.iter().all(|name| !row.contains_key(*name)), "{row:?}");
    }
    let nobody = export("nobody");
    assert!(!nobody.status.success() && stderr(&nobody).contains("no player named nobody"));
}
