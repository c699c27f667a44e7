//! Statistics: every public game that is over is counted once, whatever happens, and nothing else is.

use std::collections::BTreeMap;
use std::time::Duration;

use diesel::sql_types::BigInt;
use diesel_async::{AsyncConnection, AsyncPgConnection};
use lapidary::engine::splendor::card::CardId;
use lapidary::model::statistics::StatisticsFilter;
use lapidary::settings::Settings;
use lapidary::store::folding::{self, fold_batch};
use lapidary::store::statistics::{Batch, count_batch, openings};
use serde_json::{Value, json};

use crate::app::{Caller, SOON, TestApp, look_again};
use crate::games::stored::{Stored, shift};
use crate::games::table::{Table, terms};
use crate::ladders::game_of;
use crate::opponents::player::{create, hurry, watch_out};

/// How many games a batch of these tests looks at.
const LIMIT: i64 = 100;
/// A time that no test takes.
const SELDOM: Duration = Duration::from_secs(3_600);
/// The number of games that count in the test of the law.
const GAMES: usize = 7;

/// Counts games as soon as they are over.
fn at_once(settings: &mut Settings) {
    hurry(settings);
    settings.games.fold_after = Duration::ZERO;
    settings.games.fold_interval = SOON;
    settings.games.statistics_interval = SOON;
}

/// Waits until this many logs are folded and all of them were looked at.
async fn until_counted(stored: &mut Stored, folded: usize) {
    let left = "SELECT (SELECT count(*) FROM folded_logs)::text UNION ALL SELECT count(*)::text FROM folded_logs f \
                JOIN statistics_progress p ON (f.folded_at, f.game_id) > (p.folded_at, p.game_id)";
    let done = [folded.to_string(), "0".to_owned()];
    while stored.texts(left).await != done {
        look_again().await;
    }
}

/// What is stored: a line for each row, in order.
async fn rows(stored: &mut Stored) -> (Vec<String>, Vec<String>) {
    let seats = "SELECT concat_ws(' ', ruleset, seats, rated, seat, games, win_parts, turns) FROM statistics_seats \
                 ORDER BY ruleset COLLATE \"C\", seats, rated, seat";
    let openings = "SELECT concat_ws(' ', ruleset, seats, rated, first, second, times, win_parts) \
                    FROM statistics_openings ORDER BY ruleset COLLATE \"C\", seats, rated, first COLLATE \"C\", second COLLATE \"C\"";
    (stored.texts(seats).await, stored.texts(openings).await)
}

async fn counted(stored: &mut Stored) -> String {
    stored.texts("SELECT games::text FROM statistics_progress").await.remove(0)
}

/// Counts games by their exports: the same lines, from the effects of the whole game.
async fn recount(app: &TestApp) -> (Vec<String>, Vec<String>) {
    let (mut seats, mut openings) = (BTreeMap::new(), BTreeMap::new());
    let list = app.anonymous().get("/v1/games?status=finished&limit=100").await.expect(200).json;
    for game in list["items"].as_array().expect("a list") {
        let path = format!("/v1/games/{}", game["id"].as_str().expect("an id"));
        let export = app.anonymous().get(&format!("{path}/export")).await.expect(200).json;
        if export["format"] != "lapidary-export-1" {
            continue;
        }
        let ranks = export["result"]["ranks"].as_array().expect("ranks");
        let winners = ranks.iter().filter(|rank| **rank == json!(1)).count();
        let ruleset = export["deal"]["deal_ruleset"].as_str().expect("a ruleset").to_owned();
        let group = (ruleset, ranks.len(), if game["rated"] == json!(true) { "t" } else { "f" });
        let effects = export["events"].as_array().expect("events").iter();
        let effects: Vec<&Value> =
            effects.filter_map(|event| event["data"]["effects"].as_array()).flatten().collect();
        let began = effects.iter().filter(|effect| effect["type"] == "turn_began");
        let turns = began.filter_map(|effect| effect["number"].as_u64()).max().unwrap_or(1);
        for (seat, rank) in ranks.iter().enumerate() {
            let won = if *rank == json!(1) { 12 / winners } else { 0 };
            let sums: &mut (u64, usize, u64) = seats.entry((group.clone(), seat)).or_default();
            *sums = (sums.0 + 1, sums.1 + won, sums.2 + turns);
            let bought = effects
                .iter()
                .filter(|effect| effect["type"] == "card_bought" && effect["seat"] == json!(seat));
            let mut cards = bought.map(|effect| effect["card"].as_str().expect("a card").to_owned());
            if let Some(first) = cards.next() {
                let sums: &mut (u64, usize) =
                    openings.entry((group.clone(), first, cards.next().unwrap_or_default())).or_default();
                *sums = (sums.0 + 1, sums.1 + won);
            }
        }
    }
    let seats = seats.into_iter().map(|(((ruleset, count, rated), seat), (games, won, turns))| {
        format!("{ruleset} {count} {rated} {seat} {games} {won} {turns}")
    });
    let openings = openings.into_iter().map(|(((ruleset, count, rated), first, second), (times, won))| {
        format!("{ruleset} {count} {rated} {first} {second} {times} {won}")
    });
    (seats.collect(), openings.collect())
}

/// A game of these opponents, played to its end.
async fn played(creator: &Caller<'_>, change: impl FnOnce(&mut Value)) -> String {
    let mut terms =
        json!({"ruleset": "splendor", "seats": 2, "seated": ["greedy", "random"], "visibility": "public"});
    change(&mut terms);
    let id = create(creator, terms).await;
    assert_eq!(watch_out(creator, &id).await["status"], "finished");
    id
}

/// A game that a seat has resigned at once.
async fn resigned(app: &TestApp, terms: Value, seat: usize) {
    let table = Table::started(app, terms).await;
    for place in (0..table.seats.len()).filter(|place| *place != seat) {
        table.seats[place].post_empty(&table.path("/resign")).await.expect(200);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_counts_are_those_of_all_games_counted_again_from_their_exports() {
    let app = TestApp::spawn_with(at_once).await;
    let database = app.database_url.clone();
    // Two servers count the same games.
    let other = TestApp::spawn_with(|settings| {
        at_once(settings);
        settings.database.database_url = Some(database);
    })
    .await;
    let mut stored = Stored::of(&app).await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let base = played(&ada, |_| {}).await;
    played(&ada, |terms| terms["seated"] = json!(["random", "greedy"])).await;
    played(&ada, |terms| {
        (terms["seats"], terms["seated"]) = (json!(3), json!(["greedy", "greedy-2", "random"]));
        terms["modules"] = json!(["orient", "strongholds", "trading_posts", "cities"]);
    })
    .await;
    played(&ada, |terms| terms["ruleset"] = json!("kids")).await;
    resigned(&app, terms(2), 1).await;
    resigned(&app, terms(4), 2).await;
    let rated = game_of(&[&ada, &bob]).await;
    ada.post_empty(&format!("{rated}/resign")).await.expect(200);

    // None of these counts: private, unlisted, aborted, a fork, and a deal that is shared.
    played(&ada, |terms| terms["visibility"] = json!("private")).await;
    played(&ada, |terms| terms["visibility"] = json!("unlisted")).await;
    let aborted = Table::started(&app, terms(2)).await;
    for seat in 0..2 {
        aborted.seats[seat].post_empty(&aborted.path("/abort")).await.expect(200);
    }
    let fork = ada.post(&format!("/v1/games/{base}/fork?at=9"), json!({})).await.expect(201).json;
    let fork = format!("/v1/games/{}", fork["id"].as_str().expect("an id"));
    bob.post_empty(&format!("{fork}/join")).await.expect(200);
    bob.post_empty(&format!("{fork}/resign")).await.expect(200);

    until_counted(&mut stored, GAMES + 4).await;
    assert_eq!(counted(&mut stored).await, GAMES.to_string());
    let (seats, openings) = rows(&mut stored).await;
    assert_eq!((&seats, &openings), (&recount(&app).await.0, &recount(&app).await.1));
    assert_eq!(seats.len(), 2 + 3 + 2 + 4 + 2, "{seats:?}");
    assert!(openings.len() >= 4, "{openings:?}");
    assert!(openings.iter().all(|row| row.starts_with("splendor")), "{openings:?}");

    // A game of a deal that others share does not count either.
    let mut connection = AsyncPgConnection::establish(&app.database_url).await.expect("the database answers");
    let shared = resigned_unseen(&app, &mut stored).await;
    while matches!(count_batch(&mut connection, LIMIT).await.expect("a batch"), Batch::Elsewhere) {}
    until_counted(&mut stored, GAMES + 5).await;
    assert_eq!(rows(&mut stored).await, (seats.clone(), openings.clone()), "{shared}");

    // A name that is erased was never part of a count.
    ada.erase().await.expect(204);
    assert_eq!(rows(&mut stored).await, (seats, openings));
    let body = other.anonymous().get("/v1/statistics/splendor").await.expect(200);
    assert_eq!(body.json["games"], 6);
    assert!(!body.text.contains("ada") && !body.text.contains("greedy"), "{}", body.text);
}

/// Ends a game whose deal is one of several games, and returns its id.
async fn resigned_unseen(app: &TestApp, stored: &mut Stored) -> String {
    let table = Table::started(app, terms(2)).await;
    let deal = "11111111-1111-4111-8111-111111111111";
    stored.execute(&format!("UPDATE games SET shared_deal = '{deal}' WHERE id = '{}'", table.id)).await;
    stored.execute(&format!("UPDATE game_seats SET over = true WHERE game_id = '{}'", table.id)).await;
    stored
        .execute(&format!(
            "UPDATE games SET status = 'finished', reason = 'last_seat', ranks = '{{1,2}}' WHERE id = '{}'",
            table.id
        ))
        .await;
    table.id
}

#[tokio::test]
async fn a_connection_that_dies_while_it_counts_loses_and_doubles_nothing() {
    let app = TestApp::spawn_with(|settings| settings.games.statistics_interval = SELDOM).await;
    for _ in 0..3 {
        resigned(&app, terms(2), 0).await;
    }
    let mut stored = Stored::of(&app).await;
    let mut connection = AsyncPgConnection::establish(&app.database_url).await.expect("the database answers");
    let fold = async |connection: &mut AsyncPgConnection| {
        fold_batch(connection, Duration::ZERO, None, LIMIT).await.expect("the batch is stored")
    };
    fold(&mut connection).await;
    // The batch ends its own connection when everything but the progress is written.
    stored
        .execute(
            "CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS \
             'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END'",
        )
        .await;
    stored
        .execute(
            "CREATE TRIGGER die BEFORE UPDATE ON statistics_progress FOR EACH ROW EXECUTE FUNCTION die()",
        )
        .await;
    let died = count_batch(&mut connection, LIMIT).await;
    assert!(died.is_err(), "{died:?}");
    assert_eq!((rows(&mut stored).await, counted(&mut stored).await), ((vec![], vec![]), "0".to_owned()));
    stored.execute("DROP TRIGGER die ON statistics_progress").await;

    // Game after game, as many servers do; while one counts, the others do nothing.
    let url = app.database_url.clone();
    let count = async |limit: i64| {
        let mut connection = AsyncPgConnection::establish(&url).await.expect("the database answers");
        count_batch(&mut connection, limit).await.expect("a batch")
    };
    let mut holder = Stored::of(&app).await;
    holder.execute("BEGIN").await;
    holder.execute("SELECT * FROM statistics_progress FOR UPDATE").await;
    assert_eq!(count(LIMIT).await, Batch::Elsewhere);
    holder.execute("COMMIT").await;
    for number in 1..=3 {
        assert_eq!(count(1).await, Batch::Stored { seen: 1, counted: 1, unreadable: vec![] });
        assert_eq!(counted(&mut stored).await, number.to_string());
    }
    let nothing = Batch::Stored { seen: 0, counted: 0, unreadable: vec![] };
    assert_eq!(count(LIMIT).await, nothing);
    let all = rows(&mut stored).await;
    assert_eq!(all.0, ["splendor 2 f 0 3 36 3", "splendor 2 f 1 3 0 3"]);

    // The clock of the database was an hour ahead, and a game that cannot be read comes first.
    stored.execute(&format!("UPDATE folded_logs SET {}", shift("folded_at", "+ interval '1 hour'"))).await;
    stored
        .execute(
            "UPDATE statistics_progress SET (folded_at, game_id) = \
             (SELECT folded_at, game_id FROM folded_logs ORDER BY folded_at DESC, game_id DESC LIMIT 1)",
        )
        .await;
    for seat in [0, 1] {
        resigned(&app, terms(2), seat).await;
        assert!(matches!(
            fold(&mut connection_of(&app).await).await,
            folding::Batch::Stored { folded: 1, .. }
        ));
    }
    stored
        .execute(
            "UPDATE folded_logs SET entries = '\\x00' WHERE folded_at = (SELECT folded_at FROM folded_logs \
             WHERE folded_at > (SELECT folded_at FROM statistics_progress) ORDER BY folded_at LIMIT 1)",
        )
        .await;
    let Batch::Stored { seen: 2, counted: 1, unreadable } = count(LIMIT).await else { panic!("two games") };
    assert_eq!(unreadable.len(), 1);
    assert_eq!(rows(&mut stored).await.0, ["splendor 2 f 0 4 36 4", "splendor 2 f 1 4 12 4"]);
    assert_eq!(count(LIMIT).await, nothing);
}

async fn connection_of(app: &TestApp) -> AsyncPgConnection {
    AsyncPgConnection::establish(&app.database_url).await.expect("the database answers")
}

#[tokio::test]
async fn counts_are_shown_with_intervals_and_small_ones_are_not() {
    let app = TestApp::spawn_with(|settings| settings.games.statistics_interval = SELDOM).await;
    let mut stored = Stored::of(&app).await;
    let get = async |path: &str| app.anonymous().get(&format!("/v1/statistics/{path}")).await;
    let empty = get("splendor").await.expect(200).json;
    assert_eq!(
        empty,
        json!({"ruleset": "splendor", "games": 0, "mean_turns": null, "seats": [], "modules": []})
    );
    stored
        .execute(
            "INSERT INTO statistics_seats (ruleset, seats, rated, seat, games, win_parts, turns) VALUES \
             ('splendor', 2, false, 0, 6, 36, 300), ('splendor', 2, false, 1, 6, 36, 300), \
             ('splendor', 2, true, 0, 4, 48, 250), ('splendor', 2, true, 1, 4, 0, 250), \
             ('splendor+orient', 3, false, 0, 3, 12, 90), ('splendor+orient', 3, false, 1, 3, 12, 90), \
             ('splendor+orient', 3, false, 2, 3, 12, 90), \
             ('kids', 2, false, 0, 5, 18, 101), ('kids', 2, false, 1, 5, 42, 101)",
        )
        .await;
    assert_eq!(get("splendor").await.expect(200).json, empty, "nothing was counted since");
    stored.execute("UPDATE statistics_progress SET games = 18").await;
    let shown = get("splendor").await.expect(200);
    // 7 of 10 games; the score interval is 0.3968 to 0.8922.
    let seat = |seat, wins, share, low, high| json!({"seat": seat, "wins": wins, "win_share": share, "low": low, "high": high});
    let of_two = json!({"seat_count": 2, "games": 10, "mean_turns": 55.0,
        "by_seat": [seat(0, 7.0, 0.7, 0.3968, 0.8922), seat(1, 3.0, 0.3, 0.1078, 0.6032)]});
    assert_eq!(
        shown.json,
        json!({"ruleset": "splendor", "games": 13, "mean_turns": 49.2308, "seats": [of_two],
            "modules": [{"modules": [], "games": 10, "mean_turns": 55.0}]})
    );
    for (query, games) in [
        ("?rated=true", 4),
        ("?rated=false", 9),
        ("?seats=3", 3),
        ("?modules=", 10),
        ("?modules=orient", 3),
        ("?modules=orient&seats=2", 0),
        ("?modules=cities", 0),
        ("?modules=&seats=2&rated=false", 6),
    ] {
        assert_eq!(get(&format!("splendor{query}")).await.expect(200).json["games"], games, "{query}");
    }
    let kids = get("kids").await.expect(200).json;
    assert_eq!((&kids["mean_turns"], &kids["seats"][0]["by_seat"][0]["wins"]), (&json!(20.2), &json!(1.5)));

    let request = app.anonymous().request(reqwest::Method::GET, "/v1/statistics/splendor");
    let tag = shown.header("etag").to_owned();
    let again = crate::app::Answer::to(request.header("if-none-match", &tag)).await;
    assert_eq!((again.status.as_u16(), again.text.as_str()), (304, ""));
    assert_eq!(shown.header("cache-control"), "public, no-cache");

    stored
        .execute(
            "INSERT INTO statistics_openings (ruleset, seats, rated, first, second, times, win_parts) VALUES \
             ('splendor', 2, false, 'base-1-white-8', 'base-1-red-1', 5, 30), \
             ('splendor', 2, false, 'base-1-white-8', '', 1, 12), \
             ('splendor', 4, true, 'base-1-white-8', 'base-1-red-2', 4, 18), \
             ('splendor', 2, false, 'base-1-red-1', 'base-1-white-8', 5, 60), \
             ('splendor', 2, false, 'base-1-blue-1', '', 4, 48)",
        )
        .await;
    stored.execute("UPDATE statistics_progress SET games = 19").await;
    // Six of ten seats usually win half of a game, four of them a quarter.
    let white = json!({"card": "base-1-white-8", "times": 10, "wins": 5.0, "win_share": 0.5, "low": 0.2366,
        "high": 0.7634, "usual_share": 0.4});
    let red = json!({"card": "base-1-red-1", "times": 5, "wins": 5.0, "win_share": 1.0, "low": 0.5655,
        "high": 1.0, "usual_share": 0.5});
    let openings = async |query: &str| get(&format!("splendor/openings{query}")).await.expect(200).json;
    assert_eq!(openings("").await, json!({"ruleset": "splendor", "first": null, "openings": [white, red]}));
    let after = openings("?first=base-1-white-8").await;
    assert_eq!(after["first"], "base-1-white-8");
    let after = after["openings"].as_array().expect("a list");
    assert_eq!(
        (after.len(), &after[0]["card"], &after[0]["win_share"]),
        (1, &json!("base-1-red-1"), &json!(0.5))
    );
    assert_eq!(openings("?seats=4").await["openings"], json!([]));
    assert_eq!(openings("?rated=false").await["openings"].as_array().map(Vec::len), Some(2));
    assert_eq!(get("kids/openings").await.expect(200).json["openings"], json!([]));
}

/// Anybody may ask for the second purchases after any card, and there are more questions than remembered
/// answers.
#[tokio::test]
async fn the_openings_after_a_card_are_found_without_reading_all() {
    let app = TestApp::spawn().await;
    let mut stored = Stored::of(&app).await;
    let many = "INSERT INTO statistics_openings (ruleset, seats, rated, first, second, times, win_parts) \
        SELECT ruleset, 2, false, 'card-' || first, 'card-' || second, 5, 30 \
        FROM unnest(ARRAY['splendor', 'splendor+orient', 'splendor+cities']) ruleset, \
        generate_series(1, 90) first, generate_series(1, 90) second";
    stored.execute(many).await;
    stored.execute("UPDATE statistics_openings SET first = 'base-1-white-8' WHERE first = 'card-7'").await;
    stored.execute("VACUUM ANALYZE statistics_openings").await;
    let mut connection = connection_of(&app).await;
    let filter = StatisticsFilter { ruleset: "splendor", played: None, seats: None, rated: None };
    connection.begin_test_transaction().await.expect("a transaction");
    let found =
        openings(&mut connection, &filter, CardId::from_name("base-1-white-8")).await.expect("openings");
    assert_eq!(found.len(), 90);
    let read = "SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint AS rows \
        FROM pg_stat_xact_user_tables WHERE relname = 'statistics_openings'";
    let read = diesel_async::RunQueryDsl::get_result(diesel::sql_query(read), &mut connection).await;
    let Rows { rows } = read.expect("a count");
    assert_eq!(rows, 3 * 90);
}

/// How many rows a transaction has read.
#[derive(diesel::QueryableByName)]
struct Rows {
    #[diesel(sql_type = BigInt)]
    rows: i64,
}

#[tokio::test]
async fn bad_questions_about_statistics_are_refused() {
    let app = TestApp::spawn().await;
    for path in ["/v1/statistics/splendor", "/v1/statistics/splendor/openings"] {
        for query in ["modules=mysteries", "modules=orient,orient", "seats=5", "seats=x", "rated=1", "page=2"]
        {
            app.anonymous().get(&format!("{path}?{query}")).await.expect_problem(400, "malformed");
        }
        app.with_token("no-token").get(path).await.expect_problem(401, "unauthenticated");
    }
    for card in ["", "base-1-white-99", "base-1-white-8%00", "noble-1"] {
        let path = format!("/v1/statistics/splendor/openings?first={card}");
        app.anonymous().get(&path).await.expect_problem(400, "malformed");
    }
    for path in ["/v1/statistics/chess", "/v1/statistics/chess/openings", "/v1/statistics/splendor+orient"] {
        app.anonymous().get(path).await.expect_problem(404, "not_found");
    }
}
