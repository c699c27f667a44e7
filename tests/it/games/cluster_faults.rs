//! What a Citus cluster must bear: many accounts at once, and `kill -9` of processes of its nodes while games
//! are played. Each turn that was accepted is in the log, and none is there twice.

use std::sync::RwLock;
use std::sync::atomic::AtomicUsize;
use std::time::Duration;

use diesel_async::{AsyncConnection, AsyncPgConnection};
use futures_util::future::{join_all, pending};
use lapidary::database::{Connector, sharding};
use reqwest::Client;
use serde_json::json;
use tokio::time::{interval, timeout};

use super::killed::Servers;
use super::outage::without_database;
use super::reader::beside;
use super::stored::{Stored, shift};
use super::table::{Table, dice, terms, terms_with};
use crate::app::{PASSWORD, TestApp, look_again};
use crate::citus::{Node, nodes};

/// The number of games that are played at the same time; a third of them have clocks.
const GAMES: usize = 24;
/// How many turns are accepted from one kill to the next.
const TURNS_PER_KILL: usize = 60;
/// The number of kills, unless `LAPIDARY_KILLS` says otherwise.
const KILLS: usize = 20;
/// How long all games together may take. It is much longer than they take.
const TIME_MAX: Duration = Duration::from_secs(1_800);
/// How often a node that recovers is asked again.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// The number of accounts that do the same at once.
const ACCOUNTS: usize = 8;

/// How many shards of games are named by a function for turns of their worker, on the first two workers.
const WORKERS_WITH_FUNCTIONS: &str = "SELECT sum(result::integer)::text FROM run_command_on_workers(\
    'SELECT count(*) FROM pg_proc, pg_dist_shard JOIN pg_dist_placement USING (shardid) \
    JOIN pg_dist_local_group USING (groupid) WHERE groupid < 3 AND proname = ''play_turn_here'' \
    AND logicalrelid = ''games''::regclass AND strpos(prosrc, ''games_'' || shardid) > 0')";
/// The statements that give each of the first two workers the shard of the other.
const SWAPS: &str = "SELECT format('SELECT citus_move_shard_placement(%s, %L, %s, %L, %s, ''block_writes'')', \
    p.shardid, a.nodename, a.nodeport, b.nodename, b.nodeport) \
    FROM pg_dist_shard s JOIN pg_dist_placement p ON p.shardid = s.shardid JOIN pg_dist_node a ON a.groupid = p.groupid \
    JOIN pg_dist_node b ON b.groupid = 3 - a.groupid \
    WHERE s.logicalrelid = 'games'::regclass AND a.groupid IN (1, 2)";

/// The statements that give the shard of the second worker to the first one.
const GATHERS: &str = "SELECT format('SELECT citus_move_shard_placement(%s, %L, %s, %L, %s, ''block_writes'')', \
    p.shardid, a.nodename, a.nodeport, b.nodename, b.nodeport) \
    FROM pg_dist_shard s JOIN pg_dist_placement p USING (shardid) JOIN pg_dist_node a ON a.groupid = p.groupid \
    JOIN pg_dist_node b ON b.groupid = 1 WHERE s.logicalrelid = 'games'::regclass AND a.groupid = 2";
/// The statements that split each shard in the middle, and give the second half to the second worker.
const SPLITS: &str = "SELECT format('SELECT citus_split_shard_by_split_points(%s, ARRAY[%L], ARRAY[%s, %s], ''block_writes'')', \
    s.shardid, (s.shardminvalue::bigint + s.shardmaxvalue::bigint) / 2, a.nodeid, b.nodeid) \
    FROM pg_dist_shard s JOIN pg_dist_placement p USING (shardid) JOIN pg_dist_node a ON a.groupid = p.groupid \
    JOIN pg_dist_node b ON b.groupid = 2 WHERE s.logicalrelid = 'games'::regclass";
/// Drops the functions of a worker for turns and for reads, on that worker.
const DROPS: &str = "DO $$ DECLARE lost record; BEGIN SET LOCAL citus.enable_ddl_propagation = off; \
    FOR lost IN SELECT oid::regprocedure AS function FROM pg_proc WHERE proname IN ('store_turn', 'play_turn', \
    'recognize_game', 'play_turn_here', 'recognize_game_here') LOOP \
    EXECUTE 'DROP FUNCTION ' || lost.function; END LOOP; END $$";

/// Kills the process of PostgreSQL that serves this connection. All others of the node end too, and the node
/// recovers from its log.
async fn kill_a_process_of(node: &Node) {
    let Ok(mut connection) = AsyncPgConnection::establish(&node.url("postgres")).await else { return };
    let kill = diesel::sql_query("COPY (SELECT 1) TO PROGRAM 'kill -9 $PPID'");
    let killed = diesel_async::RunQueryDsl::execute(kill, &mut connection).await;
    assert!(killed.is_err(), "the role is no superuser");
}

/// Waits until every node answers: one that was killed recovers from its log first.
async fn all_answer(nodes: &[Node]) {
    let mut looks = interval(LOOK_EVERY);
    for node in nodes {
        while AsyncPgConnection::establish(&node.url("postgres")).await.is_err() {
            looks.tick().await;
        }
    }
}

/// Returns the nodes of the cluster; none if the tests use one PostgreSQL.
async fn nodes_of_the_cluster() -> Option<Vec<Node>> {
    let nodes = nodes().await;
    let many = nodes.len() > 2;
    assert!(many || nodes.is_empty(), "LAPIDARY_CITUS_URL must name the coordinator of two workers or more");
    many.then_some(nodes)
}

#[tokio::test(flavor = "multi_thread")]
async fn kills_of_nodes_lose_and_double_no_turn() {
    let Some(nodes) = nodes_of_the_cluster().await else { return };
    let kills = std::env::var("LAPIDARY_KILLS").map_or(KILLS, |kills| kills.parse().expect("a number"));
    let app = TestApp::spawn().await;
    let other = beside(&app).await;
    let mut tables = Vec::new();
    for number in 0..GAMES {
        let clock = json!({"kind": "correspondence", "per_turn_ms": 86_400_000});
        let terms = if number % 3 == 0 { terms_with(2, "clock", clock) } else { terms(2) };
        tables.push(Table::started(&app, terms).await);
    }
    let servers = Servers {
        client: Client::new(),
        addresses: RwLock::new([app.address.clone(), other.address.clone()]),
        turns: AtomicUsize::new(0),
    };
    let mut dice = dice(98);
    let games = tables.iter().enumerate().map(|(place, table)| servers.play(place % 2, table, dice.fork()));
    let games = join_all(games);
    let mut killed = 0;
    let killing = async {
        for kill in 1..=kills {
            servers.until(kill * TURNS_PER_KILL).await;
            kill_a_process_of(&nodes[kill % nodes.len()]).await;
            killed = kill;
        }
        pending().await
    };
    let played = async {
        tokio::select! {
            shown = games => shown,
            shown = killing => shown,
        }
    };
    let shown = timeout(TIME_MAX, played).await.expect("all games come to their end");
    all_answer(&nodes).await;
    let mut stored = Stored::of(&app).await;
    let mut turns = 0;
    for (table, shown) in tables.iter().zip(shown) {
        let log = stored.log(&table.id).await;
        assert_eq!(log.len(), shown.len() + 1, "the start and every entry that a response showed");
        for (logged, shown) in log[1..].iter().zip(&shown) {
            assert_eq!(json!(logged.seq), shown["seq"]);
        }
        assert!(stored.is_gapless(&table.id).await);
        assert_eq!(table.public_view().await["status"], "finished");
        app.anonymous().get(&table.path("/export")).await.expect(200);
        turns += shown.len();
    }
    println!("{killed} kills, {turns} entries of acknowledged turns, all in the log");
}

/// Starts a game in which no turn of the first few is compared with the log, which needs the coordinator.
async fn start_unverified(app: &TestApp) -> Table<'_> {
    loop {
        let table = Table::started(app, terms(2)).await;
        let id: uuid::Uuid = table.id.parse().expect("an id");
        if id.as_u64_pair().1 % 100 < 80 {
            return table;
        }
    }
}

#[tokio::test]
async fn remembered_games_go_on_without_the_coordinator() {
    if nodes_of_the_cluster().await.is_none() {
        return;
    }
    let app = TestApp::spawn().await;
    let table = start_unverified(&app).await;
    let mut dice = dice(99);
    table.play_some(&mut dice, 4).await;
    without_database(&app, async {
        assert_eq!(table.play_some(&mut dice, 4).await.len(), 4);
        let unknown = app.anonymous().get("/v1/games/00000000-0000-7000-8000-000000000000").await;
        unknown.expect_problem(503, "unavailable");
    })
    .await;
    assert!(Stored::of(&app).await.is_gapless(&table.id).await);
    table.play_to_the_end(&mut dice).await;
}

#[tokio::test]
async fn turns_go_on_when_shards_move_and_the_command_gives_workers_the_functions_of_theirs() {
    if nodes_of_the_cluster().await.is_none() {
        return;
    }
    let app = TestApp::spawn().await;
    let table = start_unverified(&app).await;
    let mut dice = dice(101);
    let mut stored = Stored::of(&app).await;
    assert_eq!(stored.texts(WORKERS_WITH_FUNCTIONS).await, ["2"]);
    table.play_some(&mut dice, 4).await;
    for swap in stored.texts(SWAPS).await {
        stored.execute(&swap).await;
    }
    assert_eq!(stored.texts(WORKERS_WITH_FUNCTIONS).await, ["0"]);
    table.play_some(&mut dice, 4).await;
    sharding::distribute(&Connector::to(&app.database_url).expect("an address")).await.expect("again");
    assert_eq!(stored.texts(WORKERS_WITH_FUNCTIONS).await, ["2"]);
    table.play_some(&mut dice, 4).await;
    assert!(stored.is_gapless(&table.id).await);
    table.play_to_the_end(&mut dice).await;
}

#[tokio::test]
async fn a_worker_without_a_shard_is_no_obstacle_and_one_with_several_has_the_functions_of_each() {
    if nodes_of_the_cluster().await.is_none() {
        return;
    }
    let app = TestApp::spawn().await;
    let table = start_unverified(&app).await;
    let mut dice = dice(102);
    table.play_some(&mut dice, 4).await;
    let mut stored = Stored::of(&app).await;
    for (changes, shards, named) in [(GATHERS, 1, "2"), (SPLITS, 2, "4")] {
        let changes = stored.texts(changes).await;
        assert_eq!(changes.len(), shards);
        for change in changes {
            stored.execute(&change).await;
        }
        table.play_some(&mut dice, 2).await;
        let connector = Connector::to(&app.database_url).expect("an address");
        assert_eq!(sharding::distribute(&connector).await.expect("again"), [""; 0]);
        assert_eq!(stored.texts(WORKERS_WITH_FUNCTIONS).await, [named]);
        table.play_some(&mut dice, 2).await;
    }
    assert!(stored.is_gapless(&table.id).await);
    table.play_to_the_end(&mut dice).await;
}

/// Waits until the server names exactly these workers with this fault, and the metrics as well.
async fn until_named(app: &TestApp, workers: &[&Node], fault: &str) {
    let mut expected: Vec<String> =
        workers.iter().map(|node| format!("{}:{}: {fault}", node.host, node.port)).collect();
    expected.sort();
    loop {
        let ready = app.anonymous().get("/readyz").await.expect(200).json;
        if ready["workers_at_fault"] == json!(expected) {
            break;
        }
        look_again().await;
    }
    let metrics = app.anonymous().get("/metrics").await.expect(200).text;
    let down = metrics.lines().filter(|line| line.starts_with("lapidary_worker_up{") && line.ends_with(" 0"));
    assert_eq!(down.count(), expected.len(), "{metrics}");
}

#[tokio::test]
async fn games_of_workers_without_functions_go_on_and_the_server_names_the_workers() {
    let Some(nodes) = nodes_of_the_cluster().await else { return };
    let app = TestApp::spawn().await;
    let clock = json!({"kind": "correspondence", "per_turn_ms": 86_400_000});
    let tables = [start_unverified(&app).await, Table::started(&app, terms_with(2, "clock", clock)).await];
    let mut dice = dice(103);
    let mut stored = Stored::of(&app).await;
    until_named(&app, &[], "").await;
    for table in &tables {
        table.play_some(&mut dice, 2).await;
    }
    let (_, database) = app.database_url.rsplit_once('/').expect("the URL names a database");
    let workers: Vec<&Node> = nodes.iter().filter(|node| node.group != 0).collect();
    for worker in &workers {
        Stored::at(&worker.url(database)).await.execute(DROPS).await;
    }
    for table in &tables {
        assert_eq!(table.play_some(&mut dice, 4).await.len(), 4);
        table.seats[0].get(&table.path("")).await.expect(200);
    }
    until_named(&app, &workers, "lacks functions of this version: run `lapidary migrate --citus`").await;
    let connector = Connector::to(&app.database_url).expect("an address");
    sharding::distribute(&connector).await.expect("the command can be repeated");
    assert_eq!(stored.texts(WORKERS_WITH_FUNCTIONS).await, ["2"]);
    until_named(&app, &[], "").await;
    for table in &tables {
        table.play_some(&mut dice, 2).await;
        assert!(stored.is_gapless(&table.id).await);
        table.play_to_the_end(&mut dice).await;
    }
}

#[tokio::test]
async fn a_worker_that_cannot_be_reached_is_named_and_the_games_of_others_go_on() {
    let Some(nodes) = nodes_of_the_cluster().await else { return };
    let app = TestApp::spawn().await;
    let (_, database) = app.database_url.rsplit_once('/').expect("the URL names a database");
    let worker = nodes.iter().find(|node| node.group == 2).expect("a second worker");
    let shard_of = |table: &Table<'_>| {
        format!(
            "SELECT nodeport::text FROM pg_dist_placement JOIN pg_dist_node USING (groupid) \
            WHERE shardid = get_shard_id_for_distribution_column('games', '{}'::uuid)",
            table.id
        )
    };
    let mut stored = Stored::of(&app).await;
    let table = loop {
        let table = start_unverified(&app).await;
        if stored.texts(&shard_of(&table)).await != [worker.port.to_string()] {
            break table;
        }
    };
    let mut admin = Stored::at(&worker.url("postgres")).await;
    admin.execute(&format!("ALTER DATABASE {database} ALLOW_CONNECTIONS false")).await;
    let end =
        format!("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '{database}'");
    admin.execute(&end).await;
    until_named(&app, &[worker], "cannot be reached").await;
    let mut dice = dice(104);
    assert_eq!(table.play_some(&mut dice, 4).await.len(), 4);
    admin.execute(&format!("ALTER DATABASE {database} ALLOW_CONNECTIONS true")).await;
    until_named(&app, &[], "").await;
    table.play_to_the_end(&mut dice).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_several_commands_at_once_each_ends_well() {
    if nodes_of_the_cluster().await.is_none() {
        return;
    }
    let app = TestApp::spawn().await;
    let connector = Connector::to(&app.database_url).expect("an address");
    let commands = join_all((0..4).map(|_| sharding::distribute(&connector))).await;
    assert!(commands.iter().all(|done| done.as_ref().is_ok_and(Vec::is_empty)), "{commands:?}");
}

#[tokio::test]
async fn a_logout_is_known_to_every_worker_before_its_answer() {
    if nodes_of_the_cluster().await.is_none() {
        return;
    }
    let app = TestApp::spawn().await;
    for _ in 0..4 {
        let table = start_unverified(&app).await;
        table.play_some(&mut dice(100), 4).await;
        let ada = &table.seats[0];
        ada.get(&table.path("")).await.expect(200);
        ada.delete("/v1/sessions/current").await.expect(204);
        ada.get(&table.path("")).await.expect(401);
        ada.post_empty(&table.path("/resign")).await.expect(401);
    }
    let mut stored = Stored::of(&app).await;
    let ended = "SELECT result FROM run_command_on_all_nodes('SELECT count(*) FROM ended_ids')";
    let nodes = nodes().await.len();
    for (age, left) in [("- interval '23 hours'", "4"), ("- interval '2 hours'", "0")] {
        stored.execute(&format!("UPDATE ended_ids SET {}", shift("at", age))).await;
        let mut connection = AsyncPgConnection::establish(&app.database_url).await.expect("a connection");
        sharding::forget_ended(&mut connection).await.expect("all nodes answer");
        assert_eq!(stored.texts(ended).await, vec![left; nodes], "{age}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn accounts_at_once_do_not_refuse_each_other() {
    let app = TestApp::spawn().await;
    join_all((0..ACCOUNTS).map(|number| {
        let app = &app;
        async move {
            let account = json!({"username": format!("ada-{number}"), "password": PASSWORD});
            app.anonymous().post("/v1/accounts", &account).await.expect(201);
            for _ in 0..5 {
                let session = app.anonymous().post("/v1/sessions", &account).await.expect(200);
                let player = app.with_token(session.json["access_token"].as_str().expect("a token"));
                let game = player.post("/v1/games", &terms(2)).await.expect(201).json;
                let path = format!("/v1/games/{}", game["id"].as_str().expect("an id"));
                player.get(&path).await.expect(200);
                player.post_empty(&format!("{path}/leave")).await.expect(200);
            }
        }
    }))
    .await;
}
