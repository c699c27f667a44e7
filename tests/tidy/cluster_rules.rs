//! What the coordinator of a Citus cluster refuses, or cannot do well, read from the statements of the store.
//!
//! Tables of games are on workers, all others on the coordinator. A statement that needs both reads the
//! tables of games in a part of its own, `WITH … AS MATERIALIZED (…)`, and joins the rows on the coordinator.

use std::collections::BTreeSet;

use lapidary::database::sharding::{GAMES, OF_A_GAME, ON_THE_COORDINATOR};

use crate::sharding::{Part, occurrences, parts};
use crate::sources::{below, none};

/// Functions that name tables of both kinds, each with the reason: they hold statements for one node alone,
/// or several statements.
const BOTH_KINDS: [(&str, &str); 10] = [
    ("store/games/load.rs push_tables", "one node; `push_sharded` elsewhere"),
    ("store/games/confirm.rs walk_ast", "one node; it is not used where games are sharded"),
    ("store/games/advance_many.rs walk_ast", "one node; it is not used where games are sharded"),
    ("store/games/list_rows.rs ", "the constant is for one node"),
    ("store/games/list.rs push_not_sealed", "one node; the deals are in `CoordinatorFacts` elsewhere"),
    ("store/games/list.rs push_visible", "one node; the blocks are in `CoordinatorFacts` elsewhere"),
    ("store/games/own.rs walk_ast", "a statement for each placement"),
    ("store/challenges.rs page", "a statement for each placement"),
    ("store/heartbeat.rs move_deadlines", "a statement for each table"),
    ("store/clocks.rs walk_ast", "one node; `HoldShardedClocks` elsewhere"),
];

/// Functions whose result differs from call to call: Citus refuses them in each change.
const VOLATILE: [&str; 4] = ["clock_timestamp()", "statement_timestamp()", "random()", "gen_random_uuid()"];
/// What makes a change depend on the time zone of the session, unless it calculates in UTC: Citus refuses it
/// together with a column.
const OF_A_ZONE: [&str; 4] = ["to_timestamp(", "make_interval(", "interval '", "bind::<Interval"];

/// The functions that may write tables of games in a part of a statement, for one node alone: on a cluster,
/// the coordinator would commit such a statement on the worker after it has reported it.
const WRITES_IN_PARTS: [&str; 2] =
    ["store/games/advance.rs walk_ast", "store/games/advance_many.rs walk_ast"];

/// Returns the tables of games.
fn of_games() -> Vec<&'static str> {
    std::iter::once(GAMES).chain(OF_A_GAME).collect()
}

/// Returns the tables that are named in a part of the code.
fn named<'a>(part: &Part, tables: &[&'a str]) -> BTreeSet<&'a str> {
    let sql = format!("{} ", part.sql());
    // The module of the store is not the table.
    let code = part.code.replace("super::games::", "").replace("crate::games::", "");
    let is_named = |table: &&&str| {
        occurrences(&code, &format!("{table}::")) > 0
            || ["FROM", "JOIN", "UPDATE", "INTO"].iter().any(|word| {
                let naming = format!("{word} {table}");
                let mut found = sql.match_indices(&naming);
                found.any(|(at, found)| {
                    !sql[at + found.len()..].starts_with(|next: char| next.is_alphanumeric() || next == '_')
                })
            })
    };
    tables.iter().filter(is_named).copied().collect()
}

/// Returns the tables of both kinds in a statement, if there are both.
fn both_kinds(part: &Part, on_workers: &[&str], on_the_coordinator: &[&str]) -> Option<String> {
    let (workers, coordinator) = (named(part, on_workers), named(part, on_the_coordinator));
    let both = !workers.is_empty() && !coordinator.is_empty();
    both.then(|| format!("{} {}: {workers:?} with {coordinator:?}", part.place, part.name))
}

/// Returns the statements of a part, as code without line breaks.
fn statements(part: &Part) -> Vec<String> {
    let code = part.code.replace("\\\n", " ").split_whitespace().collect::<Vec<_>>().join(" ");
    code.split("; ").map(str::to_owned).collect()
}

/// Returns the statements that change one of these tables.
fn changes(part: &Part, tables: &[&str]) -> Vec<String> {
    let is_change = |statement: &String| {
        let squeezed: String = statement.split_whitespace().collect();
        tables.iter().any(|table| {
            let of_diesel = [format!("update({table}::table"), format!("delete({table}::table")];
            let of_sql = [format!("UPDATE {table} "), format!("DELETE FROM {table} ")];
            of_diesel.iter().any(|change| squeezed.contains(change))
                || of_sql.iter().any(|change| statement.contains(change.as_str()))
        })
    };
    // Diesel's builders are often given a name first.
    let names: Vec<String> = statements(part);
    let whole = names.join("; ");
    let indirect = |statement: &String| {
        let squeezed: String = whole.split_whitespace().collect();
        let update = statement.contains("diesel::update(") || statement.contains("diesel::delete(");
        update && tables.iter().any(|table| squeezed.contains(&format!("{table}::table.")))
    };
    names.iter().filter(|statement| is_change(statement) || indirect(statement)).cloned().collect()
}

/// Returns what a change calls that depends on the moment or the session, or returns from functions.
fn unstable(part: &Part, tables: &[&str]) -> Vec<String> {
    let changes = changes(part, tables);
    let whole = part.code.split_whitespace().collect::<Vec<_>>().join(" ");
    if changes.is_empty() {
        return Vec::new();
    }
    let in_a_zone = OF_A_ZONE.iter().filter(|_| !whole.contains("AT TIME ZONE 'UTC'"));
    let mut wrong: Vec<String> = VOLATILE
        .iter()
        .chain(in_a_zone)
        .filter(|call| whole.contains(**call))
        .map(|call| format!("{} {}: {call}", part.place, part.name))
        .collect();
    for change in changes {
        let returned = change.split("RETURNING ").nth(1).unwrap_or_default();
        if ["now()", "coalesce(", "CASE "].iter().any(|call| returned.contains(call)) {
            wrong.push(format!("{} {}: functions in RETURNING", part.place, part.name));
        }
    }
    wrong
}

/// Returns the locks that a part takes on these tables without the id of a game.
fn locks(part: &Part, tables: &[&str]) -> Vec<String> {
    let is_lock = |statement: &String| {
        ["for_update()", "for_share()", "FOR UPDATE", "FOR SHARE", "FOR KEY SHARE"]
            .iter()
            .any(|lock| statement.contains(lock))
    };
    let of_tables = |statement: &String| {
        tables.iter().any(|table| {
            statement.contains(&format!("{table}::table")) || statement.contains(&format!("FROM {table} "))
        })
    };
    statements(part).into_iter().filter(|statement| is_lock(statement) && of_tables(statement)).collect()
}

/// Whether a part of a statement, `WITH … AS (UPDATE …)`, writes one of these tables.
fn writes_in_a_part(part: &Part, tables: &[&str]) -> bool {
    let sql = part.sql();
    tables.iter().any(|table| {
        ["UPDATE", "INSERT INTO", "DELETE FROM"]
            .iter()
            .any(|how| sql.contains(&format!("AS ({how} {table} ")))
    })
}

#[test]
fn a_statement_reads_tables_of_workers_or_tables_of_the_coordinator() {
    let (games, plain) = (of_games(), ON_THE_COORDINATOR);
    let is_listed =
        |part: &Part| BOTH_KINDS.iter().any(|(listed, _)| *listed == format!("{} {}", part.place, part.name));
    let all = parts();
    let unlisted = all.iter().filter(|part| !is_listed(part));
    let wrong: Vec<String> =
        unlisted.filter_map(|part| both_kinds(&part.outside(), &games, &plain)).collect();
    none("statements that join tables of workers with those of the coordinator", &wrong);
    let inside: Vec<String> =
        all.iter().filter_map(|part| both_kinds(&part.inside(), &games, &plain)).collect();
    none("parts for workers that name tables of the coordinator", &inside);
    let gone = BOTH_KINDS.iter().filter(|(listed, _)| {
        !all.iter().any(|part| {
            *listed == format!("{} {}", part.place, part.name) && both_kinds(part, &games, &plain).is_some()
        })
    });
    none(
        "listed functions that name no tables of both kinds",
        &gone.map(|(listed, _)| (*listed).to_owned()).collect::<Vec<_>>(),
    );
}

#[test]
fn a_change_of_a_game_calls_nothing_that_depends_on_the_moment() {
    let games = of_games();
    let wrong: Vec<String> = parts().iter().flat_map(|part| unstable(part, &games)).collect();
    none("changes of tables of games that call such functions", &wrong);
}

#[test]
fn a_statement_for_a_cluster_writes_one_table_of_a_game() {
    let games = of_games();
    let writing: BTreeSet<String> = parts()
        .into_iter()
        .filter(|part| writes_in_a_part(part, &games))
        .map(|part| format!("{} {}", part.place, part.name))
        .collect();
    assert_eq!(writing, WRITES_IN_PARTS.map(str::to_owned).into());
}

/// A function that locks many games at once on one node. Where games are sharded, it locks one after another.
const LOCKS_ON_ONE_NODE: (&str, &str) = ("store/games/load_many.rs", "lock_many_for");

#[test]
fn statements_over_all_shards_lock_nothing() {
    let games = of_games();
    let across = parts().into_iter().filter(|part| part.is_across_games().is_some());
    let across = across.filter(|part| (part.place.as_str(), part.name.as_str()) != LOCKS_ON_ONE_NODE);
    let wrong: Vec<String> = across.flat_map(|part| locks(&part, &games)).collect();
    none("locks of many games", &wrong);
}

/// Whether the text copies a table to every worker. A lock of one of its rows would lock all of them, and a
/// transaction could write it only before or after everything else.
fn copies_a_table(text: &str) -> bool {
    text.contains("create_reference_table")
}

#[test]
fn no_table_is_copied_to_every_worker() {
    let copies = below("src/store", ".rs").into_iter().filter(|source| copies_a_table(&source.text));
    none("files that copy tables to every worker", &copies.map(|source| source.path).collect::<Vec<_>>());
    let copies = below("src/store", ".sql").into_iter().filter(|source| source.text.contains("now()"));
    none(
        "functions of workers that read the time of the worker",
        &copies.map(|source| source.path).collect::<Vec<_>>(),
    );
}

/// Statements of earlier versions, which a cluster refused where their tables were, and one that it could not
/// carry.
#[test]
fn what_a_cluster_has_refused_is_refused() {
    let part =
        |code: &str| Part { place: "store/old.rs".to_owned(), name: "f".to_owned(), code: code.to_owned() };
    let beat = r#"diesel::update(heartbeat::table.filter(regular)).set(heartbeat::beat_at.eq(sql::<Timestamptz>("clock_timestamp()"))).execute(connection).await?;"#;
    assert!(!unstable(&part(beat), &["heartbeat"]).is_empty());
    let start = r#"diesel::update(tournaments::table.find(id.0)).set(tournaments::started_at.eq(sql::<Nullable<Timestamptz>>("clock_timestamp()")))"#;
    assert!(!unstable(&part(start), &["tournaments"]).is_empty());
    let outage = r#"let running = game_clocks::table.filter(game_clocks::deadline.is_not_null());
        let moved: Vec<Uuid> = diesel::update(running).set(game_clocks::since.eq(sql::<Timestamptz>("since + ").bind::<Interval, _>(gap)))"#;
    assert!(!unstable(&part(outage), &of_games()).is_empty());
    let annulled = r#"diesel::sql_query("UPDATE ratings r SET last_at = to_timestamp(n.last_at_ms / 1000.0) FROM unnest($1) AS n")"#;
    assert!(!unstable(&part(annulled), &["ratings"]).is_empty());
    let sent = r#"diesel::sql_query("UPDATE webhooks w SET busy_until = now() + $2 FROM next WHERE w.id = next.webhook_id \
         RETURNING CASE WHEN w.old_until > now() THEN w.old_secret END AS old_secret")"#;
    assert!(!unstable(&part(sent), &["webhooks"]).is_empty());
    let list = r#"push("SELECT g.id FROM games g CROSS JOIN LATERAL (SELECT p.username FROM game_seats s JOIN players p ON p.id = s.player_id) AS t")"#;
    assert!(both_kinds(&part(list).outside(), &of_games(), &ON_THE_COORDINATOR).is_some());
    let sharded = r#"push("WITH g AS MATERIALIZED (SELECT g.id, ARRAY(SELECT s.player_id FROM game_seats s) AS ids FROM games g) SELECT p.username FROM g JOIN players p ON p.id = ANY (g.ids)")"#;
    assert_eq!(both_kinds(&part(sharded).outside(), &of_games(), &ON_THE_COORDINATOR), None);
    assert_eq!(named(&part(sharded).inside(), &of_games()).len(), 2);
    let ticket = r#"diesel::sql_query("UPDATE stream_tickets t SET opened_at = coalesce(t.opened_at, now()) FROM sessions s WHERE t.digest = $1 RETURNING coalesce(t.opened_at, now())")"#;
    assert!(!unstable(&part(ticket), &["stream_tickets"]).is_empty());
    let waiting =
        r#"games::table.filter(games::status.eq("waiting")).for_update().skip_locked().first(connection)"#;
    assert!(!locks(&part(waiting), &of_games()).is_empty());
    // Accounts at once, seeks, erased accounts and webhooks; and a coordinator that is in the metadata.
    assert!(copies_a_table(r#"format!("SELECT create_reference_table('{table}')")"#));
    // A turn that was acknowledged, and missing after a worker had died.
    let turn = r#"push("WITH game AS (UPDATE games SET version = "); bind(to); push(" RETURNING id) INSERT INTO game_log SELECT game.id FROM game")"#;
    assert!(writes_in_a_part(&part(turn), &of_games()));
    let session = "sessions::table.find(session.0).select(sessions::player_id).for_share().first(connection)";
    assert!(!locks(&part(session), &["sessions"]).is_empty());
}
