//! The program from the view of an operator: its log, its metrics, and the subcommands besides `serve`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::process::{Output, Stdio};
use std::time::Duration;

use chrono::Utc;
use diesel_async::{AsyncConnection, AsyncPgConnection, SimpleAsyncConnection};
use reqwest::Method;
use serde_json::{Value, json};

use crate::app::{Answer, PASSWORD, TestApp, look_again};
use crate::database::Scratch;
use crate::games::table::{Table, dice, terms};
use crate::line::{Answers, Line};
use crate::process::{Process, program, run};
use crate::test_database;

/// More lines than fit into the buffer of a pipe.
const MANY: usize = 1_500;

pub fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn parsed(log: &[String]) -> Vec<Value> {
    log.iter()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_line_of_a_log_in_json_is_json_and_each_request_has_one() {
    let database = test_database::create().await;
    let server = Process::start(&["--database-url", &database.url, "--log-format=json"]);
    let line: Value = serde_json::from_str(&server.wait_for("is listening")).unwrap();
    let address = line["address"].as_str().expect("the address is told");
    let app = TestApp::elsewhere(format!("http://{address}"), database.url.clone());
    let path = "/v1/games?status=active&limit=3";
    let request = app.anonymous().request(Method::GET, path).header("x-request-id", "abc-1.2_3");
    Answer::to(request).await.expect(200);
    app.anonymous().get("/v1/players/nobody-here").await.expect(404);

    let (status, rest, log) = server.stop();
    assert!(status.success());
    assert_eq!(rest, "", "nothing but the log");
    let lines = parsed(&log);
    let access: Vec<&Value> = lines.iter().filter(|line| line["target"] == "lapidary::access").collect();
    assert_eq!(access.len(), 2, "{log:#?}");
    assert_eq!(access[0]["level"], "INFO");
    assert_eq!((&access[0]["route"], &access[0]["status"]), (&json!("/v1/games"), &json!(200)));
    assert_eq!(
        (&access[0]["span"]["id"], &access[0]["span"]["method"]),
        (&json!("abc-1.2_3"), &json!("GET"))
    );
    assert!(access[0]["took_us"].is_u64());
    let log = log.join("\n");
    assert!(!log.contains("limit=3") && !log.contains("nobody-here"), "no query and no path: {log}");
    database.remove().await;
}

#[test]
fn a_start_that_fails_says_so_in_json_too() {
    let options = ["--database-url", "host=/nonexistent user=x dbname=x", "--log-format=json"];
    let (status, _, log) = Process::start(&options).ended();
    assert!(!status.success());
    let lines = parsed(&log);
    assert!(lines.iter().any(|line| line["level"] == "ERROR" && line["reason"].is_string()), "{log:#?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_lines_about_requests_can_be_turned_off() {
    let database = test_database::create().await;
    let server = Process::serve(&["--database-url", &database.url, "--access-log=off"]);
    let app = TestApp::elsewhere(server.address(), database.url.clone());
    app.anonymous().get("/v1/games").await.expect(200);
    let (_, _, log) = server.stop();
    assert!(!log.iter().any(|line| line.contains("lapidary::access")), "{log:#?}");
    database.remove().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unread_log_does_not_block_requests() {
    let database = test_database::create().await;
    let server = Process::unread(&["--database-url", &database.url]);
    let app = TestApp::elsewhere(server.address(), database.url.clone());
    for _ in 0..MANY {
        let answer = tokio::time::timeout(Duration::from_secs(60), app.anonymous().get("/livez")).await;
        answer.expect("every request is answered").expect(200);
    }
    drop(server);
    database.remove().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_operator_grants_the_role_of_administrator() {
    let database = test_database::create().await;
    let server = Process::serve(&["--database-url", &database.url]);
    let app = TestApp::elsewhere(server.address(), database.url.clone());
    let ada = app.user("ada").await;
    app.user("bob").await;
    let admin = |words: &[&str]| run(&[&["admin"][..], words, &["--database-url", &database.url]].concat());
    assert_eq!(stdout(&admin(&["grant", "ADA"])), "ada is an administrator.\n");
    assert_eq!(ada.get("/v1/me").await.expect(200).json["role"], "administrator");
    assert_eq!(stdout(&admin(&["list"])), "ada\n");
    let unknown = admin(&["grant", "nobody"]);
    assert!(!unknown.status.success() && stderr(&unknown).contains("no player named nobody"));
    assert!(admin(&["revoke", "ada"]).status.success());
    assert_eq!(ada.get("/v1/me").await.expect(200).json["role"], "player");
    assert_eq!(stdout(&admin(&["list"])), "");
    drop(server);
    database.remove().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_embedded_database_is_backed_up_and_restored_with_and_without_a_server() {
    let (scratch, other) = (Scratch::new("backup"), Scratch::new("restored"));
    let [dir, elsewhere] = [&scratch, &other].map(|scratch| format!("--data-dir={}", scratch.0.display()));
    let server = Process::serve(&[&dir]);
    let app = TestApp::elsewhere(server.address(), String::new());
    app.user("ada").await;
    let granted = run(&["admin", "grant", "ada", &dir]);
    assert!(granted.status.success(), "while the server runs: {}", stderr(&granted));

    let dump = scratch.0.with_extension("dump");
    let file = format!("--file={}", dump.display());
    let dumped = run(&["database", &dir, "pg_dump", "--format=custom", &file]);
    assert!(dumped.status.success(), "{}", stderr(&dumped));
    let shown = stdout(&run(&["database", &dir]));
    assert!(shown.contains(&format!("PGHOST={}", scratch.0.join("run").display())), "{shown}");
    assert!(shown.contains("PGUSER=lapidary") && shown.contains("--username=postgres"), "{shown}");
    assert!(server.stop().0.success());
    // Restored by the superuser, which operators may do: the next start gives the tables to the role of the
    // server.
    let path = dump.display().to_string();
    let restore =
        ["database", &elsewhere, "--superuser", "pg_restore", "--no-owner", "--dbname=lapidary", &path];
    let restored = run(&restore);
    assert!(restored.status.success(), "{}", stderr(&restored));
    assert_eq!(stdout(&run(&["admin", "list", &elsewhere])), "ada\n", "without a server");
    let server = Process::serve(&[&elsewhere]);
    let app = TestApp::elsewhere(server.address(), String::new());
    app.user("ada").await;
    assert!(server.stop().0.success());
    fs::remove_file(dump).unwrap();
}

/// The statements in the section about keys, in their order.
fn statements_about_keys() -> Vec<&'static str> {
    let page = include_str!("../../docs/operating.md");
    let section =
        page.split("## Keys").nth(1).and_then(|rest| rest.split("\n## ").next()).expect("a section");
    section.split("```sql").skip(1).filter_map(|rest| rest.split("```").next()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_generated_key_is_changed_as_the_page_says_and_nobody_logs_in_again() {
    let database = test_database::create().await;
    let mut owner = AsyncPgConnection::establish(&database.url).await.unwrap();
    let options = ["--database-url", &database.url];
    let (mut tokens, mut keys) = (Vec::new(), Vec::new());
    let steps = statements_about_keys();
    assert_eq!(steps.len(), 2, "{steps:?}");
    for step in 0..=steps.len() {
        let server = Process::serve(&options);
        let app = TestApp::elsewhere(server.address(), database.url.clone());
        let key = app.anonymous().get("/.well-known/jwks.json").await.expect(200).json["keys"][0].clone();
        tokens.push(app.user(&format!("ada-{step}")).await.token().to_owned());
        for (number, token) in tokens.iter().enumerate() {
            let status = if step == steps.len() && number == 0 { 401 } else { 200 };
            app.with_token(token).get("/v1/me").await.expect(status);
        }
        keys.push(key);
        assert!(server.stop().0.success());
        if let Some(statement) = steps.get(step) {
            owner.batch_execute(statement).await.unwrap();
        }
    }
    assert!(keys[0] != keys[1] && keys[1] == keys[2], "{keys:?}");
    drop(owner);
    database.remove().await;
}

#[test]
fn only_the_owner_can_open_the_locks_of_a_cluster() {
    let scratch = Scratch::new("locks");
    drop(scratch.start());
    let users = scratch.0.join("users");
    // The state that an earlier version left.
    fs::set_permissions(&users, fs::Permissions::from_mode(0o644)).unwrap();
    drop(scratch.start());
    for lock in [users, scratch.0.join("lock")] {
        assert_eq!(fs::metadata(&lock).unwrap().permissions().mode() & 0o777, 0o600, "{}", lock.display());
    }
    fs::remove_file(scratch.0.join("lock")).unwrap();
    let target = scratch.0.join("target");
    std::os::unix::fs::symlink(&target, scratch.0.join("lock")).unwrap();
    let refused = lapidary::database::embedded::Cluster::start(&scratch.request()).unwrap_err().to_string();
    assert!(refused.contains("lock") && !target.exists(), "{refused}");
}

#[tokio::test(flavor = "multi_thread")]
async fn health_names_the_address_and_the_fault() {
    let database = test_database::create().await;
    let server = Process::serve(&["--database-url", &database.url]);
    let listen = format!("--listen={}", server.address().replace("http://", ""));
    // On a slow machine an answer may take longer than the program waits.
    assert!((0..30).any(|_| run(&["health", &listen]).status.success()));
    drop(server);
    // Nobody answers at this address, and no other test can take it.
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = silent.local_addr().unwrap();
    let away = run(&["health", &format!("--listen={address}")]);
    assert!(!away.status.success());
    assert!(stderr(&away).contains(&format!("http://{address}/readyz does not answer")), "{}", stderr(&away));
    database.remove().await;
}

#[test]
fn a_password_with_every_special_character_reaches_the_program() {
    let mut command =
        program(&["database", "--database-host=database", "sh", "-c", "printf %s \"$PGPASSWORD\""]);
    let password = "p@ss:w/rd?#%41 'ä\\$&";
    let output = command.env("LAPIDARY_DATABASE_PASSWORD", password).stdin(Stdio::null()).output().unwrap();
    assert_eq!(stdout(&output), password, "{}", stderr(&output));
    let mut command = program(&["database", "--database-host=database"]);
    let shown = stdout(&command.env("LAPIDARY_DATABASE_PASSWORD", password).output().unwrap());
    assert!(shown.contains("PGPASSWORD=(set)") && !shown.contains("p@ss"), "{shown}");
}

/// Returns the samples of a scrape by name and labels.
fn samples(text: &str) -> BTreeMap<&str, f64> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .filter_map(|line| line.rsplit_once(' '))
        .filter_map(|(name, value)| Some((name, value.parse().ok()?)))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn metrics_cover_games_turns_database_and_build() {
    let app = TestApp::spawn().await;
    let table = Table::started(&app, terms(2)).await;
    table.play_some(&mut dice(5), 3).await;
    let text = app.anonymous().get("/metrics").await.expect(200).text;
    let samples = samples(&text);
    let of = |name: &str| *samples.get(name).unwrap_or_else(|| panic!("no {name} in\n{text}"));
    assert_eq!(of("lapidary_games{status=\"active\"}"), 1.0);
    assert_eq!(of("lapidary_games{status=\"waiting\"}"), 0.0);
    assert_eq!(of("lapidary_games{status=\"frozen\"}"), 0.0);
    assert!(of("lapidary_turns_accepted_total") >= 3.0);
    assert!(of("lapidary_games_ended_total{status=\"finished\"}") >= 0.0);
    assert!(of("lapidary_games_frozen_total") >= 0.0);
    assert_eq!(of("lapidary_database_up"), 1.0);
    assert_eq!(of("lapidary_database_pool_connections{state=\"max\"}"), 4.0);
    assert!(of("lapidary_database_pool_connections{state=\"open\"}") >= 1.0);
    assert_eq!(of("lapidary_database_pool_waiting"), 0.0);
    assert!(of("lapidary_database_transactions{outcome=\"committed\"}") > 0.0);
    assert!(of("lapidary_database_failures_total{kind=\"away\"}") >= 0.0);
    assert!(of("lapidary_database_figures_age_seconds") < 15.0);
    assert!(of("lapidary_heartbeat_age_seconds") < 3_600.0);
    assert_eq!(of("lapidary_webhooks_due"), 0.0);
    assert_eq!(of("lapidary_logs_to_fold"), 0.0);
    assert_eq!(of("lapidary_open_streams"), 0.0);
    assert_eq!(of("lapidary_open_streams_max"), 20_000.0);
    assert_eq!(of("lapidary_open_waits"), 0.0);
    assert_eq!(of("lapidary_queued_turns_max"), 4_096.0);
    assert!(of("lapidary_queued_turns") >= 0.0);
    assert!(of("lapidary_http_responses_total{status=\"201\"}") >= 1.0);
    for class in ["turns", "streams", "streams-per-server", "queued-passwords", "connections-per-address"] {
        assert!(of(&format!("lapidary_refusals_total{{class=\"{class}\"}}")) >= 0.0);
    }
    for job in ["heartbeat", "time_outs", "webhooks", "folding", "relay"] {
        assert_eq!(of(&format!("lapidary_job_behind{{job_name=\"{job}\"}}")), 0.0);
        assert!(of(&format!("lapidary_job_failures{{job_name=\"{job}\"}}")) >= 0.0);
        assert!(of(&format!("lapidary_job_success_age_seconds{{job_name=\"{job}\"}}")) < 600.0);
    }
    if cfg!(target_os = "linux") {
        let (resident, all) = (of("process_resident_memory_bytes"), of("process_virtual_memory_bytes"));
        assert!(1e6 < resident && resident <= all && all < 1e13, "{resident} of {all} bytes");
        assert!(3.0 < of("process_open_fds") && of("process_open_fds") <= of("process_max_fds"));
        assert!(of("process_threads") >= 2.0 && of("process_cpu_seconds_total") > 0.0);
        let now = Utc::now().timestamp() as f64;
        assert!((now - 86_400.0..=now + 2.0).contains(&of("process_start_time_seconds")));
    }
    assert!(text.contains(&format!("lapidary_build_info{{arch=\"{}\"", std::env::consts::ARCH)), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn open_games_are_counted_with_an_index_of_open_games_only() {
    #[derive(diesel::QueryableByName)]
    struct Line {
        #[diesel(sql_type = diesel::sql_types::Text, column_name = "QUERY PLAN")]
        plan: String,
    }
    use diesel_async::{AsyncConnection, RunQueryDsl};
    let app = TestApp::spawn().await;
    let mut connection = diesel_async::AsyncPgConnection::establish(&app.database_url).await.unwrap();
    diesel::sql_query("SET enable_seqscan = off").execute(&mut connection).await.unwrap();
    let explain = format!("EXPLAIN {}", lapidary::store::figures::FIGURES);
    let plan: Vec<Line> = diesel::sql_query(explain).load(&mut connection).await.unwrap();
    assert!(plan.iter().any(|line| line.plan.contains("games_open")), "the index fits the question");
}

#[tokio::test(flavor = "multi_thread")]
async fn streams_and_limits_that_are_reached_are_counted() {
    let database = test_database::create().await;
    let server = Process::serve(&["--database-url", &database.url, "--streams-per-server=1"]);
    let app = TestApp::elsewhere(server.address(), database.url.clone());
    let open =
        || app.anonymous().request(Method::GET, "/v1/lobby/events").header("accept", "text/event-stream");
    let mut first = open().send().await.unwrap();
    assert!(first.chunk().await.unwrap().is_some());
    Answer::to(open()).await.expect_problem(503, "unavailable");
    server.wait_for("as many open event streams as it allows");
    let text = app.anonymous().get("/metrics").await.expect(200).text;
    let samples = samples(&text);
    assert_eq!(samples["lapidary_open_streams"], 1.0);
    assert_eq!(samples["lapidary_open_streams_max"], 1.0);
    assert_eq!(samples["lapidary_refusals_total{class=\"streams-per-server\"}"], 1.0);
    assert_eq!(samples["lapidary_http_responses_total{status=\"503\"}"], 1.0);
    drop((first, server));
    database.remove().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_says_that_the_database_has_ended_a_transaction_that_took_too_long() {
    let database = test_database::create().await;
    let line = Line::to(&database.url).await;
    let server = Process::serve(&["--database-url", &line.address, "--access-log=off"]);
    let app = TestApp::elsewhere(server.address(), database.url.clone());
    // A transaction that was idle, one that was active, and any other end, which says nothing loudly.
    for code in ["25P03", "25P04", "57P01"] {
        line.set(Answers::End(code));
        app.anonymous().post("/v1/accounts", json!({"username": "ada", "password": PASSWORD})).await;
        if code != "57P01" {
            assert!(server.wait_for(code).contains("WARN"));
        }
    }
    assert!(server.log().iter().all(|line| !line.contains("57P01")));
    drop(server);
    database.remove().await;
}

/// Returns the names of metrics of the server and of its process in a text.
fn metric_names(text: &str) -> BTreeSet<&str> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    words.filter(|word| word.starts_with("lapidary_") || word.starts_with("process_")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn alerts_and_dashboard_name_metrics_that_the_server_publishes() {
    let app = TestApp::spawn().await;
    app.anonymous().get("/v1/games").await.expect(200);
    let text = app.anonymous().get("/metrics").await.expect(200).text;
    let mut published: BTreeSet<&str> =
        text.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split(' ').next()).collect();
    // Only a cluster has workers.
    published.insert("lapidary_worker_up");
    for file in ["alerts.yml", "dashboard.json"] {
        let path = format!("{}/docs/operating/{file}", env!("CARGO_MANIFEST_DIR"));
        let file = fs::read_to_string(path).unwrap();
        let named = metric_names(&file);
        assert!(named.len() > 10, "{named:?}");
        let unknown: Vec<_> = named
            .into_iter()
            .filter(|name| !published.contains(name.strip_suffix("_bucket").unwrap_or(name)))
            .collect();
        assert!(cfg!(not(target_os = "linux")) || unknown.is_empty(), "{unknown:?}");
    }
    let page = include_str!("../../docs/monitoring.md");
    let undocumented: Vec<_> =
        published.iter().filter(|name| name.starts_with("lapidary_") && !page.contains(*name)).collect();
    assert!(undocumented.is_empty(), "{undocumented:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_that_fails_is_named_and_logged_once_at_its_first_failure_and_once_at_its_end() {
    let database = test_database::create().await;
    let server = Process::serve(&[
        "--database-url",
        &database.url,
        "--webhook-interval=10",
        "--job-behind-after=100",
        "--access-log=off",
    ]);
    let app = TestApp::elsewhere(server.address(), database.url.clone());
    let behind = async || {
        // On a busy machine the database may answer too late to be called ready.
        let answer = loop {
            let answer = app.anonymous().get("/readyz").await;
            if answer.status != 503 {
                break answer.expect(200).json;
            }
            look_again().await;
        };
        answer["jobs_behind"].as_array().unwrap().contains(&json!("webhooks"))
    };
    let mut owner = AsyncPgConnection::establish(&database.url).await.unwrap();
    owner.batch_execute("ALTER TABLE webhook_deliveries RENAME TO elsewhere").await.unwrap();
    while !behind().await {
        look_again().await;
    }
    let text = app.anonymous().get("/metrics").await.expect(200).text;
    assert!(samples(&text)["lapidary_job_failures{job_name=\"webhooks\"}"] >= 1.0);
    owner.batch_execute("ALTER TABLE elsewhere RENAME TO webhook_deliveries").await.unwrap();
    server.wait_for("a job works again");
    while behind().await {
        look_again().await;
    }
    let (_, _, log) = server.stop();
    let lines = |words: &str| {
        log.iter().filter(|line| line.contains(words) && line.contains("job=\"webhooks\"")).count()
    };
    assert_eq!((lines("a job has failed"), lines("a job works again")), (1, 1), "{log:#?}");
}
