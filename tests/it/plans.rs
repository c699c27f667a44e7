//! The plans of statements across games: with many games they are index scans that sort no more than a page.
//!
//! The tests run the statements of the program on a connection that asks PostgreSQL to report each plan.

use std::future::poll_fn;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use chrono::Utc;
use diesel::sql_types::{BigInt, Text};
use diesel::{QueryableByName, sql_query};
use diesel_async::{AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};
use lapidary::auth::{Identity, PlayerId, Scopes, SessionId, SessionKind};
use lapidary::contest::rating::leaderboard::ListingRules;
use lapidary::contest::rating::pool::Pool;
use lapidary::engine::deal::Seating;
use lapidary::engine::ruleset::Ruleset;
use lapidary::engine::seat::SeatCount;
use lapidary::model::challenge::Direction;
use lapidary::model::clock::Clock;
use lapidary::model::club::ClubId;
use lapidary::model::game::{GameId, Status, Terms, Visibility};
use lapidary::model::listing::{Filter, Order};
use lapidary::model::player::Occupant;
use lapidary::model::rating::StandingKey;
use lapidary::model::seek::SeekId;
use lapidary::model::series::SeriesId;
use lapidary::model::stamp::{Stamp, Writer};
use lapidary::model::tournament::TournamentId;
use lapidary::model::tournaments::listing::PublicFilter;
use lapidary::model::tournaments::settings::{Status as EventStatus, TournamentSettings};
use lapidary::store::clubs::seasons;
use lapidary::store::games::{NoGame, Remembered, Wanted};
use lapidary::store::seeks::Whose;
use lapidary::store::tournaments::list::{self as tournament_lists, Which};
use lapidary::store::tournaments::{self, announcements};
use lapidary::store::{
    accounts, challenges, clocks, clubs, folding, games, log, name_words, ratings, seeks, series, totals,
};
use tokio::sync::OnceCell;
use tokio_postgres::{AsyncMessage, Config, NoTls};
use uuid::Uuid;

use crate::test_database::{self, TestDatabase};

/// Two thousand players and twenty thousand games, of which one in a hundred is not over. The first player
/// sits in one game of ten, the others in about ten games each.
const FILL: &str = "\
INSERT INTO players (id, username, password_hash)
SELECT lpad(to_hex(n), 32, '0')::uuid, 'player-' || n, 'none' FROM generate_series(1, 2000) AS n;
INSERT INTO bots (player_id, rulesets, modules, seats, clocks, concurrent_games)
SELECT id, '{}', '{}', '{}', '{}', 1 FROM players WHERE NOT bot;
INSERT INTO games (id, ruleset, options, seats, visibility, seating, status, version, snapshot, commitment, creator_id,
                   reason, ranks, created_at, updated_at, folded)
SELECT lpad(to_hex(n), 32, '0')::uuid, (ARRAY['splendor', 'splendor+orient', 'kids'])[n % 3 + 1],
       CASE WHEN n % 3 = 2 THEN 'board=full' ELSE '' END, n % 3 + 2,
       (ARRAY['public', 'public', 'unlisted', 'private'])[n % 4 + 1], 'random', status, 60,
       CASE WHEN status = 'waiting' THEN NULL ELSE decode(repeat('00', 400), 'hex') END, decode(repeat('00', 32), 'hex'),
       lpad(to_hex(n % 2000 + 1), 32, '0')::uuid,
       CASE WHEN status = 'finished' THEN 'prestige' END, CASE WHEN status = 'finished' THEN '{1,2}'::smallint[] END,
       now() - interval '1 minute' * (30000 - n), now() - interval '1 minute' * (29950 - n),
       n % 50 <> 3 AND n % 200 NOT IN (7, 8)
FROM (SELECT n, CASE WHEN n % 200 = 7 THEN 'waiting' WHEN n % 200 = 8 THEN 'active' WHEN n % 40 = 1 THEN 'aborted'
                     ELSE 'finished' END AS status FROM generate_series(1, 20000) AS n) AS numbered;
UPDATE games SET clock = 'live 600000 5000' WHERE id > lpad(to_hex(15000), 32, '0')::uuid;
UPDATE games SET season_id = lpad('5', 32, '0')::uuid WHERE status = 'waiting' AND id > lpad(to_hex(18000), 32, '0')::uuid;
INSERT INTO game_clocks (game_id, remaining_ms, running, since, deadline, lag_ms, days_off)
SELECT id, '{600000,600000}', CASE WHEN status = 'active' THEN 0 END, created_at,
       CASE WHEN status = 'active' THEN created_at END, 500, '{0,0}' FROM games WHERE clock <> 'none' AND status <> 'waiting';
INSERT INTO game_seats (game_id, join_order, player_id, seat, folded, over)
SELECT lpad(to_hex(n), 32, '0')::uuid, seat,
       lpad(to_hex(CASE WHEN seat = 0 AND n % 10 = 0 THEN 1 ELSE (n * 7 + seat * 999) % 1998 + 2 END), 32, '0')::uuid, seat,
       n % 50 <> 3 AND n % 200 NOT IN (7, 8), n % 200 NOT IN (7, 8)
FROM generate_series(1, 20000) AS n, generate_series(0, 1) AS seat;
INSERT INTO tournaments (id, name, status, visibility, creator_id, ruleset, options, clock, format, seats, best_of, odd, points,
                         tie_breaks, rated, entries_max, late_entries, ready_check_ms, next_round, commitment, duplicate)
SELECT id, 'Friday', 'running', 'public', id, 'splendor', '', 'none', 'swiss', 2, 1, 'bye', '4 0|4 2 0|4 2 1 0|4', '{points}', false,
       256, false, 0, 'call', decode(repeat('00', 32), 'hex'), true FROM players WHERE username = 'player-1';
INSERT INTO shared_deals (id, tournament_id, round, seats, commitment, beacon, entries, entropies, revealed_at)
SELECT lpad(to_hex(n), 32, '0')::uuid, lpad('1', 32, '0')::uuid, n, 2, decode(repeat('00', 32), 'hex'),
       decode(repeat('00', 32), 'hex'), '{}', '{}', CASE WHEN n % 100 > 0 THEN now() END FROM generate_series(1, 2000) AS n;
UPDATE games SET shared_deal = id WHERE id <= lpad(to_hex(2000), 32, '0')::uuid;
INSERT INTO invitations (game_id, player_id)
SELECT lpad(to_hex(n), 32, '0')::uuid, lpad(to_hex((n * 3 + 5) % 2000 + 1), 32, '0')::uuid
FROM generate_series(1, 20000, 4) AS n;
INSERT INTO challenges (game_id, challenger_id, visibility, status)
SELECT lpad(to_hex(n), 32, '0')::uuid,
       lpad(to_hex(CASE WHEN n % 10 = 0 THEN 1 ELSE n % 1998 + 2 END), 32, '0')::uuid, 'public',
       CASE WHEN n % 200 = 7 THEN 'open' ELSE 'accepted' END FROM generate_series(1, 20000) AS n;
INSERT INTO blocks (blocker_id, blocked_id)
SELECT lpad(to_hex(n), 32, '0')::uuid, lpad(to_hex((n + other) % 2000 + 1), 32, '0')::uuid
FROM generate_series(1, 2000) AS n, generate_series(1, 4) AS other;
INSERT INTO game_log (game_id, seq, by, kind, action)
SELECT lpad(to_hex(n), 32, '0')::uuid, seq, 'engine', 'finished', NULL
FROM generate_series(3, 20000, 50) AS n, generate_series(1, 60) AS seq;
INSERT INTO folded_logs (game_id, entries)
SELECT lpad(to_hex(n), 32, '0')::uuid, '\\x01' FROM generate_series(1, 20000) AS n WHERE n % 50 <> 3 AND n % 200 NOT IN (7, 8)";

/// Invitations and seeks beside those games: the first player was invited to one game of four; of twenty
/// thousand seeks one in twenty is open.
const FILL_FINDING: &str = "\
UPDATE invitations SET folded = games.folded FROM games WHERE games.id = game_id;
INSERT INTO invitations (game_id, player_id, folded)
SELECT lpad(to_hex(n), 32, '0')::uuid, lpad('1', 32, '0')::uuid, folded FROM games g
JOIN generate_series(2, 20000, 4) AS n ON g.id = lpad(to_hex(n), 32, '0')::uuid;
INSERT INTO seeks (id, player_id, ruleset, options, seats, clock, status, commitment, game_id, created_at, expires_at)
SELECT lpad(to_hex(n), 32, '0')::uuid, lpad(to_hex(n % 2000 + 1), 32, '0')::uuid, 'splendor', '', n % 3 + 2, 'none',
       CASE WHEN n % 20 = 0 THEN 'open' ELSE 'paired' END, decode(repeat('00', 32), 'hex'),
       CASE WHEN n % 20 = 0 THEN NULL ELSE lpad(to_hex(n), 32, '0')::uuid END,
       now() - interval '1 second' * (2000 - n), now() + interval '1 day' FROM generate_series(1, 20000) AS n;
VACUUM ANALYZE";

/// Twenty thousand tournaments of all players beside those games, of which one in ten is public. The first
/// player has entered one in ten of these, and most players have entered none.
const FILL_TOURNAMENTS: &str = "\
INSERT INTO players (id, username, password_hash)
SELECT lpad(to_hex(n), 32, '0')::uuid, 'member-' || n, 'none' FROM generate_series(100001, 130000) AS n;
INSERT INTO tournaments (id, name, status, visibility, creator_id, ruleset, options, clock, format, seats, best_of, odd, points,
                         tie_breaks, rated, entries_max, late_entries, ready_check_ms, next_round, commitment, started_at, settings)
SELECT lpad(to_hex(n + 100000), 32, '0')::uuid, 'Cup ' || n, (ARRAY['draft', 'registration', 'finished', 'finished'])[n / 10 % 4 + 1],
       CASE WHEN n % 10 = 0 THEN 'public' ELSE 'private' END, lpad(to_hex(n % 2000 + 1), 32, '0')::uuid,
       (ARRAY['splendor', 'splendor+orient', 'kids'])[n % 3 + 1], '', 'none', 'swiss', 2, 1, 'bye', '4 0|4 2 0|4 2 1 0|4',
       '{points}', false, 256, false, 0, 'call', decode(repeat('00', 32), 'hex'), now(), 'SETTINGS' FROM generate_series(1, 20000) AS n;
INSERT INTO tournament_entries (tournament_id, number, player_id, status, rating)
SELECT lpad(to_hex(n + 100000), 32, '0')::uuid, seat,
       lpad(to_hex(CASE WHEN seat = 1 AND n % 100 = 10 THEN 1 ELSE (n + seat * 37) % 1998 + 2 END), 32, '0')::uuid, 'active', 1500
FROM generate_series(1, 20000) AS n, generate_series(1, 4) AS seat;
INSERT INTO tournament_members (tournament_id, player_id, role)
SELECT lpad(to_hex(n + 100000), 32, '0')::uuid, lpad(to_hex((n * 7) % 2000 + 1), 32, '0')::uuid, 'organizer'
FROM generate_series(1, 20000) AS n WHERE n % 2000 <> (n * 7) % 2000;
INSERT INTO tournament_rounds (tournament_id, number, stage, status, entrants, byes, forbidden)
SELECT lpad(to_hex(n + 100000), 32, '0')::uuid, round, 'swiss', 'closed', '{1,2,3,4}', '{}', '{}'
FROM generate_series(1, 20000) AS n, generate_series(1, 3) AS round;
INSERT INTO tournament_tables (tournament_id, number, round, match_number, status, seats, paired, manual, cost, places)
SELECT lpad(to_hex(n + 100000), 32, '0')::uuid, round, round, 1, 'done', '{1,2,3,4}', '{1,2,3,4}', false, '{0,0,0,0,0,0}', '{1,2,3,4}'
FROM generate_series(1, 20000) AS n, generate_series(1, 3) AS round;
INSERT INTO tournament_events (id, tournament_id, kind)
SELECT gen_random_uuid(), lpad(to_hex(n + 100000), 32, '0')::uuid, kind
FROM generate_series(1, 20000) AS n, unnest('{created,registration_opened,started}'::text[]) AS kind;
INSERT INTO tournament_events (id, tournament_id, kind, note)
SELECT gen_random_uuid(), lpad(to_hex(n + 100000), 32, '0')::uuid, 'announced', 'Soon.' FROM generate_series(1, 20000) AS n;
UPDATE tournaments SET starts_at = now() + interval '1 minute' * (random() * 10000 - 10) WHERE status = 'registration';
UPDATE tournaments SET first_round_at = now() + interval '1 minute' * (random() * 10000 - 10) WHERE status = 'running';
UPDATE tournaments SET words_of = name, name_words = string_to_array(lower(name), ' ')";

/// Twenty thousand clubs, and as many series of them, of which one in ten is public.
const FILL_CLUBS: &str = "\
INSERT INTO clubs (id, name, visibility, joining, name_words, words_of)
SELECT lpad(to_hex(n + 100000), 32, '0')::uuid, 'Club ' || n, CASE WHEN n % 10 = 0 THEN 'public' ELSE 'private' END, 'open',
       ARRAY['club', n::text], 'Club ' || n FROM generate_series(1, 20000) AS n;
INSERT INTO club_members (club_id, player_id, role)
SELECT lpad(to_hex(n + 100000), 32, '0')::uuid, lpad(to_hex(n % 2000 + 1), 32, '0')::uuid, 'owner' FROM generate_series(1, 20000) AS n;
INSERT INTO series (id, owner_id, club_id, name, visibility, promoted, name_words, words_of)
SELECT lpad(to_hex(n + 100000), 32, '0')::uuid, lpad(to_hex(n % 2000 + 1), 32, '0')::uuid, lpad(to_hex(n + 100000), 32, '0')::uuid,
       'Cup ' || n, CASE WHEN n % 10 = 0 THEN 'public' ELSE 'unlisted' END, 0, ARRAY['cup', n::text], 'Cup ' || n
FROM generate_series(1, 20000) AS n";

/// How often each statement runs: after five runs PostgreSQL considers a plan that fits all values.
const RUNS: usize = 7;

/// The number of games on a page.
const PAGE: u8 = 20;

/// The node of a plan that reads a whole table.
const WHOLE_TABLE: &str = "SEQSCAN";

/// The nodes of a plan that lose the order of an index, or make up for it.
const UNORDERED: [&str; 3] = ["HASHJOIN", "INCREMENTALSORT", "GATHER"];

/// The number of games that are not over. A plan may collect so few and then order them: they do not grow
/// with the games that were ever played.
const OPEN: u32 = 200;

/// A filled database with a connection that collects the plans of its statements.
struct Planned {
    database: TestDatabase,
    connection: AsyncPgConnection,
    plans: Arc<Mutex<Vec<String>>>,
}

impl Planned {
    async fn filled() -> Planned {
        // Filled once: a copy takes a fraction of the time.
        static FILLED: OnceCell<TestDatabase> = OnceCell::const_new();
        let filled = FILLED.get_or_init(|| test_database::filled(&[FILL, "VACUUM ANALYZE"])).await;
        let database = filled.copy().await;
        let config: Config = database.url.parse().expect("an address");
        let (client, mut line) = config.connect(NoTls).await.expect("the database answers");
        let plans: Arc<Mutex<Vec<String>>> = Arc::default();
        let collected = Arc::clone(&plans);
        tokio::spawn(async move {
            while let Some(Ok(message)) = poll_fn(|context| line.poll_message(context)).await {
                if let AsyncMessage::Notice(notice) = message
                    && notice.message() == "plan:"
                {
                    collected.lock().unwrap().push(notice.detail().expect("a plan").to_owned());
                }
            }
        });
        let mut connection = AsyncPgConnection::try_from(client).await.expect("a connection");
        connection
            .batch_execute("SET client_min_messages = log; SET debug_print_plan = on")
            .await
            .expect("plans are reported");
        Planned { database, connection, plans }
    }

    /// Drops the database.
    async fn remove(self) {
        drop(self.connection);
        self.database.remove().await;
    }

    /// Runs a statement repeatedly, and returns the nodes of its plans. None of them reads a whole table.
    async fn plans<T>(
        &mut self,
        what: &str,
        mut run: impl AsyncFnMut(&mut AsyncPgConnection) -> T,
    ) -> Vec<Vec<Node>> {
        // Plans that were made for earlier values are forgotten.
        self.connection.batch_execute("DISCARD PLANS").await.expect("plans are discarded");
        self.plans.lock().unwrap().clear();
        for _ in 0..RUNS {
            run(&mut self.connection).await;
        }
        let plans: Vec<Vec<Node>> = self.plans.lock().unwrap().iter().map(|plan| nodes(plan)).collect();
        assert!(!plans.is_empty(), "{what}: no plan was reported");
        for nodes in &plans {
            assert!(!nodes.iter().any(|node| node.name == WHOLE_TABLE), "{what}: {nodes:?}");
        }
        plans
    }
}

/// A node of a plan, and the number of rows that PostgreSQL expects of it.
#[derive(Debug)]
struct Node {
    name: String,
    rows: f64,
}

/// Returns the nodes of a plan in order.
fn nodes(plan: &str) -> Vec<Node> {
    let parts = plan.split('{').skip(1);
    let named = parts.filter_map(|part| {
        let (name, rest) = part.split_once(char::is_whitespace)?;
        // Every node that returns rows says how many; expressions say nothing of the kind.
        let rows = rest.split_once("plan_rows ")?.1.split_whitespace().next()?;
        Some(Node { name: name.to_owned(), rows: rows.parse().ok()? })
    });
    named.collect()
}

/// Checks that a plan takes games from an index in order, and sorts no more than fits on a page: the seats of
/// a table, or the few games that pass a filter.
#[track_caller]
fn assert_ordered(what: &str, nodes: &[Node]) {
    assert!(nodes.iter().any(|node| node.name.starts_with("INDEX")), "{what}: {nodes:?}");
    for node in nodes {
        let sorts = node.name == "SORT" && node.rows > f64::from(PAGE);
        let collects = node.name.starts_with("BITMAP") && node.rows > f64::from(OPEN);
        assert!(!sorts && !collects && !UNORDERED.contains(&node.name.as_str()), "{what}: {nodes:?}");
    }
}

/// How often a statement has scanned a table.
#[derive(Debug, Clone, PartialEq, Eq, QueryableByName)]
struct Scans {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = BigInt)]
    whole: i64,
    #[diesel(sql_type = BigInt)]
    by_index: i64,
}

/// The tables that tell who may see a game, and how often each was scanned since the last commit.
const SCANS: &str = "SELECT relname::text AS name, seq_scan AS whole, coalesce(idx_scan, 0) AS by_index \
    FROM pg_stat_xact_user_tables WHERE relname IN ('game_seats', 'games', 'invitations') ORDER BY relname";

/// Checks that a reader who may not see a game makes PostgreSQL do the same as for a game that does not
/// exist: one look into each index.
async fn assert_hides(connection: &mut AsyncPgConnection) {
    let hidden = GameId(Uuid::from_u128(9_003));
    let absent = GameId(Uuid::from_u128(900_000));
    let stranger = Identity {
        player: player(3),
        session: SessionId::generate(),
        kind: SessionKind::Login,
        scopes: Scopes::ALL,
    };
    for caller in [None, Some(&stranger)] {
        for _ in 0..RUNS {
            let mut scans = Vec::new();
            for game in [hidden, absent] {
                connection.batch_execute("BEGIN").await.expect("a transaction");
                let before = sql_query(SCANS).load::<Scans>(connection).await.expect("statistics");
                let found = games::load_many(connection, &[Wanted::new(game, caller)]).await.expect("games");
                assert!(matches!(found.as_slice(), [Err(NoGame::NotFound)]), "it is hidden");
                let after = sql_query(SCANS).load::<Scans>(connection).await.expect("statistics");
                connection.batch_execute("COMMIT").await.expect("a transaction");
                let since = before.into_iter().zip(after).map(|(before, after)| {
                    (after.name, after.whole - before.whole, after.by_index - before.by_index)
                });
                scans.push(since.collect::<Vec<_>>());
            }
            let once = ["game_seats", "games", "invitations"].map(|name| (name.to_owned(), 0, 1));
            assert_eq!(scans[0], once, "a hidden game");
            assert_eq!(scans[1], once, "a game that does not exist");
        }
    }
}

fn player(number: u128) -> PlayerId {
    PlayerId(Uuid::from_u128(number))
}

#[tokio::test(flavor = "multi_thread")]
async fn no_list_sorts_more_than_a_page_or_reads_a_whole_table() {
    let mut planned = Planned::filled().await;
    let middle = Some(GameId(Uuid::from_u128(10_000)));
    let statuses =
        [None, Some(Status::Waiting), Some(Status::Active), Some(Status::Finished), Some(Status::Aborted)];
    let players = [
        (None, None),
        (Some(player(1)), None),
        (Some(player(1)), Some(player(1))),
        (Some(player(5)), Some(player(9))),
    ];
    for (whose, caller) in players {
        for status in statuses {
            for (ruleset, seats) in
                [(None, None), (Some("kids"), None), (None, SeatCount::new(3)), (Some("chess"), None)]
            {
                for cursor in [None, middle] {
                    let ruleset = ruleset.map(str::to_owned);
                    let filter = Filter { player: whose, status, ruleset, seats, ..Filter::default() };
                    let what = format!("{filter:?} {caller:?} {cursor:?}");
                    let run = async |connection: &mut AsyncPgConnection| {
                        games::list(connection, &filter, caller, cursor, PAGE).await.expect("a page").len()
                    };
                    for nodes in planned.plans(&what, run).await {
                        assert_ordered(&what, &nodes);
                    }
                }
            }
        }
    }
    let label = Some("Spring Cup".to_owned());
    for status in statuses {
        for organizer in [None, Some(player(1))] {
            let filter = Filter { organizer, status, label: label.clone(), ..Filter::default() };
            let what = format!("{filter:?}");
            let run = async |connection: &mut AsyncPgConnection| {
                games::list(connection, &filter, Some(player(1)), middle, PAGE).await.expect("a page").len()
            };
            for nodes in planned.plans(&what, run).await {
                assert_ordered(&what, &nodes);
            }
        }
    }
    planned.remove().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_filter_and_both_orders_read_an_index_in_order() {
    let mut planned = Planned::filled().await;
    let (whose, middle) = (player(1), Some(GameId(Uuid::from_u128(10_000))));
    let at = |hours| Some(Utc::now() - chrono::TimeDelta::hours(hours));
    let pool: Option<Pool> = Some("splendor.duel.live.human".parse().expect("a pool"));
    let all = Filter::default;
    let filters = [
        Filter { played: Some("splendor+orient".to_owned()), ..all() },
        Filter { rated: Some(true), ..all() },
        Filter { rated: Some(false), ..all() },
        Filter { pool, ..all() },
        Filter { tournament: Some(TournamentId(Uuid::from_u128(1))), ..all() },
        Filter { since: at(300), ..all() },
        Filter { until: at(100), ..all() },
        Filter { since: at(300), until: at(100), status: Some(Status::Finished), ..all() },
        Filter {
            since: at(300),
            until: at(100),
            rated: Some(false),
            status: Some(Status::Finished),
            ..all()
        },
        all(),
    ];
    for filter in filters {
        for (sits, opponent) in [(None, None), (Some(whose), None), (Some(whose), Some(player(700)))] {
            for order in [Order::Newest, Order::Oldest] {
                for cursor in [None, middle] {
                    let filter = Filter { player: sits, opponent, order, ..filter.clone() };
                    let what = format!("{filter:?} {cursor:?}");
                    let run = async |connection: &mut AsyncPgConnection| {
                        games::list(connection, &filter, None, cursor, PAGE).await.expect("a page").len()
                    };
                    for nodes in planned.plans(&what, run).await {
                        assert_ordered(&what, &nodes);
                    }
                }
            }
        }
    }
    for (prefix, after) in [("player-1", None), ("pl", Some("player-77"))] {
        let run = async |connection: &mut AsyncPgConnection| {
            accounts::by_prefix(connection, prefix, after, PAGE.into()).await.expect("players").len()
        };
        for nodes in planned.plans(prefix, run).await {
            assert_ordered(prefix, &nodes);
        }
    }
    planned.remove().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_filter_of_tournaments_reads_an_index() {
    let mut planned = Planned::filled().await;
    let settings = serde_json::to_string(&TournamentSettings::default()).expect("settings are JSON");
    for statement in [FILL_CLUBS, &FILL_TOURNAMENTS.replace("SETTINGS", &settings), "VACUUM ANALYZE"] {
        planned.connection.batch_execute(statement).await.expect("tournaments");
    }
    let all = PublicFilter::default;
    let filters = [
        all(),
        PublicFilter { name: Some("cup 1234".to_owned()), ..all() },
        PublicFilter { name: Some("cu".to_owned()), ..all() },
        PublicFilter { name: Some("nothing".to_owned()), ..all() },
        PublicFilter { ruleset: Some("splendor".to_owned()), ..all() },
        PublicFilter { ruleset: Some("chess".to_owned()), ..all() },
        PublicFilter { organizer: Some(player(1)), ..all() },
        PublicFilter { player: Some(player(1)), ..all() },
        PublicFilter { player: Some(player(900)), status: Some(EventStatus::Registration), ..all() },
    ];
    for filter in filters {
        for cursor in [None, Some(TournamentId(Uuid::from_u128(110_000)))] {
            let what = format!("{filter:?} {cursor:?}");
            let run = async |connection: &mut AsyncPgConnection| {
                let which = Which::Public(&filter);
                tournament_lists::list(connection, which, cursor, PAGE.into()).await.expect("a page").len()
            };
            for nodes in planned.plans(&what, run).await {
                assert!(nodes.iter().any(|node| node.name.contains("INDEX")), "{what}: {nodes:?}");
            }
        }
    }
    // What tournaments tell a player, and those that the server starts.
    for number in [1, 900] {
        let run = async |connection: &mut AsyncPgConnection| {
            announcements::own_announcements(connection, player(number)).await.expect("announcements").len()
        };
        planned.plans("announcements", run).await;
    }
    let run = async |connection: &mut AsyncPgConnection| {
        let due = tournaments::due(connection, PAGE.into()).await.expect("tournaments");
        due.to_start.len() + due.to_begin.len()
    };
    planned.plans("tournaments that wait for the server", run).await;
    planned.remove().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn accounts_clubs_and_series_are_found_by_their_names_in_an_index() {
    let mut planned = Planned::filled().await;
    let settings = serde_json::to_string(&TournamentSettings::default()).expect("settings are JSON");
    for statement in [&FILL_TOURNAMENTS.replace("SETTINGS", &settings), FILL_CLUBS, "VACUUM ANALYZE"] {
        planned.connection.batch_execute(statement).await.expect("clubs");
    }
    let names = [None, Some("cup 1234"), Some("club 1"), Some("cu"), Some("nothing"), Some("!")];
    for name in names {
        for cursor in [None, Some(Uuid::from_u128(110_000))] {
            let what = format!("{name:?} {cursor:?}");
            let run = async |connection: &mut AsyncPgConnection| {
                let found = clubs::list_public(connection, name, cursor.map(ClubId), PAGE.into()).await;
                let series =
                    series::list_public(connection, None, name, cursor.map(SeriesId), PAGE.into()).await;
                found.expect("a page").len() + series.expect("a page").len()
            };
            if name == Some("!") {
                assert_eq!(run(&mut planned.connection).await, 0, "{what} has no word");
            } else {
                planned.plans(&what, run).await;
            }
        }
    }
    let run = async |connection: &mut AsyncPgConnection| {
        assert!(!name_words::catch_up(connection).await.expect("names"), "each has its words");
    };
    planned.plans("names without words", run).await;
    let run = async |connection: &mut AsyncPgConnection| {
        let named = accounts::by_username(connection, "PLAYER-7").await.expect("a player");
        let with_email = accounts::by_email(connection, "player-7@games.example", 3).await.expect("players");
        assert_eq!((named.map(|player| player.id), with_email.len()), (Some(player(7)), 0));
    };
    planned.plans("accounts", run).await;
    planned.remove().await;
}

/// Every player has totals, seats that are not yet added to them, and a display name.
const FILL_PROFILES: &str = "\
INSERT INTO player_totals (player_id, ruleset, seats, games, wins)
SELECT id, ruleset, seats, 90, 30 FROM players, unnest('{splendor,kids}'::text[]) AS ruleset, generate_series(2, 4) AS seats;
INSERT INTO finished_seats (player_id, ruleset, seats, won)
SELECT id, 'splendor', 2, n = 1 FROM players, generate_series(1, 10) AS n;
UPDATE players SET display_name = 'Player', named_at = created_at - interval '1 second' * (random() * 100000);
VACUUM ANALYZE";

#[tokio::test(flavor = "multi_thread")]
async fn a_profile_and_new_display_names_are_read_by_an_index() {
    let mut planned = Planned::filled().await;
    for statement in FILL_PROFILES.split(';') {
        planned.connection.batch_execute(statement).await.expect("profiles are added");
    }
    let run = async |connection: &mut AsyncPgConnection| {
        totals::of_player(connection, player(7)).await.expect("totals").len()
    };
    for nodes in planned.plans("totals", run).await {
        let few = nodes.iter().all(|node| node.rows <= f64::from(PAGE));
        assert!(
            few && nodes.iter().any(|node| node.name.starts_with("INDEX") || node.name.starts_with("BITMAP")),
            "{nodes:?}"
        );
    }
    let place = Some((Utc::now() - chrono::TimeDelta::seconds(60), Uuid::nil()));
    let run = async |connection: &mut AsyncPgConnection| {
        accounts::names_since(connection, place).await.expect("names").names.len()
    };
    for nodes in planned.plans("names", run).await {
        // A bitmap reads the same index where the planner expects few rows.
        let reads = |node: &Node| node.name.starts_with("INDEX") || node.name.starts_with("BITMAPINDEX");
        assert!(nodes.iter().any(reads), "{nodes:?}");
    }
    planned.remove().await;
}

/// The first player has played two thousand games, and other players a few.
#[tokio::test(flavor = "multi_thread")]
async fn open_games_of_a_player_are_found_without_reading_those_that_are_over() {
    let mut planned = Planned::filled().await;
    let few = |what: &str, nodes: Vec<Node>| {
        assert!(nodes.iter().all(|node| node.rows <= f64::from(OPEN)), "{what}: {nodes:?}");
    };
    let whose = player(1);
    for caller in [None, Some(whose), Some(player(9))] {
        for status in [Status::Waiting, Status::Active, Status::Frozen] {
            let filter = Filter { player: Some(whose), status: Some(status), ..Filter::default() };
            let what = format!("{filter:?} {caller:?}");
            let run = async |connection: &mut AsyncPgConnection| {
                games::list(connection, &filter, caller, None, PAGE).await.expect("a page").len()
            };
            planned.plans(&what, run).await.into_iter().for_each(|nodes| few(&what, nodes));
        }
    }
    let run = async |connection: &mut AsyncPgConnection| {
        games::unfinished(connection, whose, None, 20).await.expect("a page").len()
    };
    planned.plans("unfinished games", run).await.into_iter().for_each(|nodes| few("unfinished games", nodes));
    let run = async |connection: &mut AsyncPgConnection| {
        games::unfinished_count(connection, whose).await.expect("a count")
    };
    planned.plans("their number", run).await.into_iter().for_each(|nodes| few("their number", nodes));
    let run = async |connection: &mut AsyncPgConnection| {
        games::own_marks(connection, &[whose]).await.expect("marks").len()
    };
    planned.plans("marks", run).await.into_iter().for_each(|nodes| few("marks", nodes));
    planned.remove().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_else_across_games_reads_a_whole_table() {
    let mut planned = Planned::filled().await;
    for number in [1, 5] {
        let middle = Some(GameId(Uuid::from_u128(10_000)));
        for after in [None, middle] {
            let run = async |connection: &mut AsyncPgConnection| {
                games::unfinished(connection, player(number), after, 20).await.expect("a page").len()
            };
            planned.plans("unfinished games", run).await;
        }
        let run = async |connection: &mut AsyncPgConnection| {
            games::unfinished_count(connection, player(number)).await.expect("a count")
        };
        planned.plans("the number of unfinished games", run).await;
        let run = async |connection: &mut AsyncPgConnection| {
            games::count(connection, player(number)).await.expect("counts")
        };
        planned.plans("the numbers of games", run).await;
    }
    // The connections of the reader never read a whole table if there is an index.
    planned.connection.batch_execute("SET enable_seqscan = off").await.expect("an option");
    let wanted: Vec<Wanted> =
        (1..=20).map(|number| Wanted::new(GameId(Uuid::from_u128(number * 900)), None)).collect();
    let run = async |connection: &mut AsyncPgConnection| {
        games::load_many(connection, &wanted).await.expect("games").len()
    };
    planned.plans("games of many readers", run).await;
    assert_hides(&mut planned.connection).await;
    let occupants: Vec<Occupant> = (1..=4)
        .map(|number| Occupant { player: player(number), username: Some("somebody".to_owned()), bot: false })
        .collect();
    let caller = Identity {
        player: player(1),
        session: SessionId::generate(),
        kind: SessionKind::Login,
        scopes: Scopes::ALL,
    };
    let stamp = Stamp { game: Writer(1), updated_at: Utc::now(), clocks: Some(Writer(1)) };
    let remembered = |number: u128| {
        Remembered::new(GameId(Uuid::from_u128(number * 900)), stamp, &occupants, Some(&caller))
    };
    let remembered: Vec<Remembered> = (1..=20).map(remembered).collect();
    let run = async |connection: &mut AsyncPgConnection| {
        let confirmed = games::confirm(connection, &remembered).await.expect("facts");
        confirmed.into_iter().filter(|is_same| *is_same).count()
    };
    planned.plans("games that are remembered", run).await;
    // The writer makes one plan for all values.
    planned.connection.batch_execute("SET plan_cache_mode = force_generic_plan").await.expect("an option");
    let run = async |connection: &mut AsyncPgConnection| {
        games::advance_many(connection, &[]).await.expect("nothing is stored").len()
    };
    for nodes in planned.plans("turns of many games", run).await {
        let count = |name: &str| nodes.iter().filter(|node| node.name == name).count();
        // Only the entries of the batch are joined with its games by a hash table.
        assert!(count("HASHJOIN") <= 1 && count("SORT") == 0 && count("GATHER") == 0, "{nodes:?}");
    }
    planned.connection.batch_execute("RESET plan_cache_mode").await.expect("an option");
    // Without rows, the planner would read a table of seasons whole.
    let run = async |connection: &mut AsyncPgConnection| {
        seasons::left_waiting(connection, 50).await.expect("games").len()
    };
    planned.plans("games that wait in ended seasons", run).await;
    planned.connection.batch_execute("RESET enable_seqscan").await.expect("an option");
    let run = async |connection: &mut AsyncPgConnection| {
        games::expired(connection, Duration::from_secs(1), 50).await.expect("games").len()
    };
    planned.plans("expired games", run).await;
    let run = async |connection: &mut AsyncPgConnection| {
        clocks::overdue(connection, Duration::ZERO, 50).await.expect("games").games.len()
    };
    planned.plans("seats that have run out of time", run).await;
    for game in [GameId(Uuid::from_u128(3)), GameId(Uuid::from_u128(4))] {
        // The first log is in rows, the second one folded into bytes that cannot be read.
        let run = async |connection: &mut AsyncPgConnection| log::read(connection, game).await.is_ok();
        planned.plans("a log", run).await;
    }
    let run = async |connection: &mut AsyncPgConnection| {
        folding::fold_batch(connection, Duration::from_secs(3600), None, 20).await.expect("a batch")
    };
    planned.plans("games to fold", run).await;
    planned.remove().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_list_of_what_waits_for_a_player_reads_a_whole_table() {
    let mut planned = Planned::filled().await;
    planned.connection.batch_execute("SET debug_print_plan = off").await.expect("no plans");
    for statement in FILL_FINDING.split(";\n") {
        planned.connection.batch_execute(statement).await.expect("challenges and seeks are inserted");
    }
    planned.connection.batch_execute("SET debug_print_plan = on").await.expect("plans are reported");
    let middle = Uuid::from_u128(10_000);
    for number in [1, 5] {
        for after in [None, Some(middle)] {
            let (whose, cursor) = (player(number), after.map(GameId));
            let filter = Filter { invited: Some(whose), ..Filter::default() };
            let run = async |connection: &mut AsyncPgConnection| {
                games::list(connection, &filter, Some(whose), cursor, PAGE).await.expect("a page").len()
            };
            for nodes in planned.plans("received invitations", run).await {
                assert_ordered("received invitations", &nodes);
            }
            for direction in [Direction::In, Direction::Out] {
                let run = async |connection: &mut AsyncPgConnection| {
                    let ids =
                        challenges::page(connection, whose, direction, cursor, PAGE.into()).await.unwrap();
                    challenges::load(connection, &ids, Duration::from_secs(60)).await.unwrap().len()
                };
                planned.plans("challenges", run).await;
            }
            for list in [Whose::Anybody, Whose::Own] {
                let run = async |connection: &mut AsyncPgConnection| {
                    seeks::list(connection, list, whose, after.map(SeekId), PAGE.into()).await.unwrap().len()
                };
                for nodes in planned.plans("seeks", run).await {
                    assert_ordered("seeks", &nodes);
                }
            }
        }
    }
    let terms = Terms {
        ruleset: Ruleset::parse("splendor", [], []).expect("a ruleset"),
        seats: SeatCount::new(2).expect("a number of seats"),
        visibility: Visibility::Public,
        seating: Seating::Random,
        clock: Clock::None,
        delay: None,
        rated: false,
        ladder: false,
        season: None,
        tournament: None,
    };
    let run = async |connection: &mut AsyncPgConnection| {
        let newest = seeks::newest(connection, &terms).await.expect("a time");
        (newest, seeks::candidates(connection, &terms, PAGE.into()).await.expect("seeks").len())
    };
    planned.plans("seeks on the same terms", run).await;
    planned.remove().await;
}

/// A pool of 20,000 players of whom nearly all are listed, another one and a season beside it, a log of their
/// games, and as many seasons of a club.
const FILL_LADDERS: &str = "\
INSERT INTO players (id, username, password_hash)
SELECT lpad(to_hex(n), 32, '0')::uuid, 'rated-' || n, 'none' FROM generate_series(2001, 22000) AS n;
INSERT INTO ratings (player_id, pool, mu, sigma, games, opponents, last_at)
SELECT lpad(to_hex(n), 32, '0')::uuid, pool, 20000000 + n * 7919 % 9000000, 2000000 + n % 1200000, 40, n % 200, now()
FROM generate_series(2001, 22000) AS n, (VALUES ('splendor.duel.live.human'), ('splendor.table.live.human'),
('splendor.duel.live.human.01890a5d-ac96-774b-bcce-b302099a8057')) AS p (pool);
INSERT INTO rating_pools (pool, games, players, last_at) VALUES ('splendor.duel.live.human', 20000, 20000, now());
INSERT INTO rating_pools (pool, games, last_at) SELECT 'season-' || n, 0, now() FROM generate_series(1, 20000) AS n;
INSERT INTO rating_events (pool, pool_seq, seat, seats, game_id, player_id, place, mu_before, sigma_before, mu_after, sigma_after,
                           algorithm, finished_at)
SELECT 'splendor.duel.live.human', n, seat, 2, lpad(to_hex(n), 32, '0')::uuid,
       lpad(to_hex(2001 + (n * 31 + seat * 7) % 20000), 32, '0')::uuid, seat + 1, 25000000, 8333333, 25000000, 8000000,
       'weng-lin-bt-full-1', now() FROM generate_series(1, 20000) AS n, generate_series(0, 1) AS seat;
INSERT INTO rated_starts (game_id, player_id, pool, began_at)
SELECT game_id, player_id, pool, now() - pool_seq * interval '1 minute' FROM rating_events;
INSERT INTO annulments (game_id, pool, pool_seq, reason, annulled_by)
SELECT game_id, pool, pool_seq, 'a bet', player_id FROM rating_events WHERE pool_seq % 10 = 0 AND seat = 0;
INSERT INTO unrated (game_id, reason) SELECT lpad(to_hex(n), 32, '0')::uuid, 'pair_limit' FROM generate_series(30001, 50000) AS n;
INSERT INTO clubs (id, name, visibility, joining) VALUES (lpad('1', 32, '0')::uuid, 'Emerald', 'public', 'open');
INSERT INTO club_ladders (id, club_id, name, base_pool, members_only, rd_max, opponents_min, days_idle_max)
VALUES (lpad('1', 32, '0')::uuid, lpad('1', 32, '0')::uuid, 'Duels', 'splendor.duel.live.human', false, 170, 1, 365);
INSERT INTO club_seasons (id, ladder_id, number, pool, reset, earlier_id, ended_at, rd_max, opponents_min, days_idle_max)
SELECT lpad(to_hex(n), 32, '0')::uuid, lpad('1', 32, '0')::uuid, n, 'season-' || n, 'soft',
       lpad(to_hex(nullif(n, 1) - 1), 32, '0')::uuid, now(), 170, 1, 365 FROM generate_series(1, 20000) AS n;
VACUUM ANALYZE";

#[tokio::test(flavor = "multi_thread")]
async fn a_page_of_a_leaderboard_reads_its_index_in_order() {
    let mut planned = Planned::filled().await;
    planned.connection.batch_execute("SET debug_print_plan = off").await.expect("no plans");
    for statement in FILL_LADDERS.split(";\n") {
        planned.connection.batch_execute(statement).await.expect("ratings are inserted");
    }
    planned.connection.batch_execute("SET debug_print_plan = on").await.expect("plans are reported");
    let pool = "splendor.duel.live.human";
    let middle = StandingKey { order: -18_000_000, player: player(9_000) };
    let season = format!("{pool}.01890a5d-ac96-774b-bcce-b302099a8057");
    let everybody = ListingRules { rd_max: 170, opponents_min: 1, days_idle_max: 365 };
    let boards = [
        (pool, ratings::Board::Server(ListingRules::USUAL)),
        (&season, ratings::Board::Season(everybody, None)),
        (&season, ratings::Board::Season(everybody, Some(chrono::Utc::now()))),
    ];
    for (after, (pool, board)) in
        [None, Some(middle)].into_iter().flat_map(|after| boards.iter().map(move |board| (after, board)))
    {
        let run = async |connection: &mut AsyncPgConnection| {
            let page = ratings::standings(connection, pool, board, after, PAGE.into()).await.expect("a page");
            assert_eq!(page.len(), usize::from(PAGE));
            page.len()
        };
        for nodes in planned.plans("a leaderboard", run).await {
            assert_ordered("a leaderboard", &nodes);
            assert!(!nodes.iter().any(|node| node.name == "SORT"), "{nodes:?}");
        }
    }
    for (pool, board) in &boards {
        let run = async |connection: &mut AsyncPgConnection| {
            let start = ratings::start_around(connection, pool, board, player(9_050), PAGE).await;
            start.expect("a start").expect("a listed player").is_some()
        };
        // The place is a count, which needs no order.
        for nodes in planned.plans("a page around a player", run).await {
            assert!(!nodes.iter().any(|node| node.name == "SORT"), "{nodes:?}");
        }
    }
    let run = async |connection: &mut AsyncPgConnection| {
        let log = ratings::games_after(connection, pool, 10_000, 50).await.expect("a page").len();
        (
            log,
            ratings::history(connection, player(3_000), pool, Some(15_000), PAGE.into())
                .await
                .expect("a page"),
        )
    };
    planned.plans("a log and a history", run).await;
    let run = async |connection: &mut AsyncPgConnection| {
        ratings::forms_before(connection, pool, 19_990).await.expect("forms").len()
    };
    planned.plans("the players of the last games", run).await;
    let run = async |connection: &mut AsyncPgConnection| {
        let table = [3_000, 3_007, 4_000, 4_007].map(player);
        let pool: Pool = pool.parse().expect("a pool");
        let day = ratings::last_day(connection, &pool, &table).await.expect("a day").lowest_mu_micro.len();
        let left = ratings::left_early_before(connection, &pool, table[0], chrono::Utc::now()).await;
        let game = GameId(uuid::Uuid::from_u128(3));
        let own = (Some(game), chrono::Utc::now());
        let met = ratings::sittings_before(connection, &pool, &table, own).await.expect("games").len();
        let early = ratings::early_leavers(connection, game, 3).await.expect("seats").len();
        (
            (day, met, left.expect("players").len()),
            early,
            ratings::unrated_among(connection, &[game]).await.expect("reasons").len(),
        )
    };
    planned.plans("what decides whether a game is rated", run).await;
    let run = async |connection: &mut AsyncPgConnection| {
        let games = [GameId(uuid::Uuid::from_u128(3))];
        let seats = [(player(3_000), chrono::Utc::now()), (player(3_007), chrono::Utc::now())];
        ratings::take_back_starts(connection, &games, &seats).await.expect("they are taken back");
    };
    planned.plans("tables that are paired again", run).await;
    planned.remove().await;
}
