//! Migrations expand before they contract: the servers of the last release run on the schema of the next one
//! while they are replaced.

use crate::sources::{below, code, none};

/// The schema of the first release, which has no release before it.
const FIRST_RELEASE: &str = "migrations/2026-01-01-000000_first_release";

/// Migrations that remove or narrow something, each with the last release, which does not use it, or did not
/// know it.
const CONTRACTIONS: [(&str, &str); 2] =
    [("2026-11-27-230000_tournament_settings", "0.1.0"), ("2026-11-28-101500_all_reports", "0.1.0")];

/// The clauses that the servers of the last release may not survive.
const CONTRACTING: [&str; 9] = [
    "DROP TABLE",
    "DROP COLUMN",
    "DROP TYPE",
    "DROP DOMAIN",
    "DROP FUNCTION",
    " RENAME ",
    "SET NOT NULL",
    "DROP DEFAULT",
    "SET DATA TYPE",
];

/// Returns the clauses of a migration that contract.
fn contractions(sql: &str) -> Vec<String> {
    let code: Vec<&str> = sql.lines().map(|line| line.split("--").next().unwrap_or_default()).collect();
    let code = code.join(" ").to_uppercase();
    let clauses =
        code.split([',', ';']).map(|clause| clause.split_whitespace().collect::<Vec<_>>().join(" "));
    clauses
        .filter(|clause| {
            let words = |text: &str| clause.contains(text);
            let changes_type = words("ALTER COLUMN") && words(" TYPE ");
            let needs_value = words("ADD COLUMN")
                && words("NOT NULL")
                && ![" DEFAULT ", " GENERATED "].into_iter().any(words);
            changes_type || needs_value || CONTRACTING.into_iter().any(words)
        })
        .collect()
}

#[test]
fn the_last_release_runs_on_the_schema_of_the_next_one() {
    let migrations = below("migrations", "up.sql");
    assert!(!migrations.is_empty(), "the migrations are found");
    let listed = |path: &str| CONTRACTIONS.iter().any(|(name, _)| path.contains(name));
    let later = migrations.iter().filter(|migration| !migration.path.starts_with(FIRST_RELEASE));
    let unlisted: Vec<String> = later
        .filter(|migration| !listed(&migration.path))
        .flat_map(|migration| {
            contractions(&migration.text).into_iter().map(|clause| format!("{}: {clause}", migration.path))
        })
        .collect();
    none("clauses that the servers of the last release may not survive", &unlisted);
}

/// Whoever has applied a migration skips every other one with its version, which is the name up to the first
/// `_`.
#[test]
fn every_migration_has_a_version_of_its_own() {
    let migrations = below("migrations", "up.sql");
    let mut versions: Vec<&str> = migrations.iter().filter_map(|file| file.path.split('_').next()).collect();
    versions.sort_unstable();
    let twice: Vec<&str> =
        versions.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
    assert_eq!(twice, Vec::<&str>::new(), "versions that two migrations have");
}

#[test]
fn a_contracting_clause_is_found() {
    for clause in [
        "ALTER TABLE games DROP COLUMN clock",
        "alter table games\n    rename column clock to terms",
        "ALTER TABLE games ADD COLUMN a int, ADD COLUMN b int NOT NULL",
        "ALTER TABLE games ALTER COLUMN clock TYPE bigint",
        "ALTER TABLE games ALTER COLUMN clock SET NOT NULL",
        "DROP TABLE games",
    ] {
        assert_eq!(contractions(clause).len(), 1, "{clause}");
    }
    for clause in [
        "CREATE TABLE later (id uuid PRIMARY KEY, name text NOT NULL)",
        "ALTER TABLE games ADD COLUMN b int NOT NULL DEFAULT 0; -- DROP TABLE games",
        "DROP INDEX games_open",
    ] {
        assert_eq!(contractions(clause), [""; 0], "{clause}");
    }
}

/// The file that runs migrations, each with a limit on its waits for locks.
const RUNNER: &str = "src/database/migrations.rs";

/// Returns the statements of a migration in lower case, without comments.
fn statements(sql: &str) -> Vec<String> {
    let code: Vec<&str> = sql.lines().map(|line| line.split("--").next().unwrap_or_default()).collect();
    let statements = code.join(" ").to_lowercase();
    let words = |statement: &str| statement.split_whitespace().collect::<Vec<_>>().join(" ");
    statements.split(';').map(words).filter(|statement| !statement.is_empty()).collect()
}

/// Whether a statement waits for others without being in the way of reads and writes.
fn is_patient(statement: &str) -> bool {
    ["create index concurrently ", "create unique index concurrently ", "drop index concurrently "]
        .iter()
        .any(|beginning| statement.starts_with(beginning))
}

/// A migration in a transaction waits for each lock for a second, and is tried again. One without could not
/// be begun again, so it waits as long as it must, and may only do what delays nobody.
#[test]
fn no_migration_waits_for_a_lock_while_others_queue_behind_it() {
    let migrations = below("migrations", "up.sql");
    let own: Vec<&str> = migrations
        .iter()
        .filter(|migration| {
            let sql = statements(&migration.text).join("; ");
            ["lock_timeout", "statement_timeout"].iter().any(|word| sql.contains(word))
        })
        .map(|migration| migration.path.as_str())
        .collect();
    assert_eq!(own, [""; 0], "migrations with settings of their own");
    let alone = below("migrations", "metadata.toml");
    assert!(alone.iter().all(|file| file.text.trim() == "run_in_transaction = false"), "known metadata");
    assert!(!alone.is_empty(), "the metadata are found");
    let impatient: Vec<String> = migrations
        .iter()
        .filter(|migration| {
            alone.iter().any(|file| file.path.replace("metadata.toml", "up.sql") == migration.path)
        })
        .flat_map(|migration| statements(&migration.text))
        .filter(|statement| !is_patient(statement))
        .collect();
    none("statements without a transaction that others may wait for", &impatient);
    let runners: Vec<String> = code()
        .into_iter()
        .filter(|file| file.text.contains("run_migration(") || file.text.contains("run_pending"))
        .map(|file| file.path)
        .collect();
    assert_eq!(runners, [RUNNER], "migrations run in one place");
}

#[test]
fn a_statement_that_others_wait_for_is_found() {
    let sql =
        "-- create index concurrently\nCREATE UNIQUE INDEX\n CONCURRENTLY a ON b (c); -- no\n ALTER TABLE d";
    assert_eq!(statements(sql), ["create unique index concurrently a on b (c)", "alter table d"]);
    assert_eq!(statements(sql).iter().map(|one| is_patient(one)).collect::<Vec<_>>(), [true, false]);
}

/// A program of an earlier version does not start on a database that lacks what it uses.
#[test]
fn the_oldest_version_that_may_serve_a_database_is_the_newest_that_does_not_use_what_was_removed() {
    let numbers = |version: &str| -> Vec<u32> {
        version.split('.').map(|number| number.parse().expect("a number")).collect()
    };
    let needed = CONTRACTIONS.iter().map(|(_, version)| *version).max_by_key(|version| numbers(version));
    let runner = below("src/database", "migrations.rs").remove(0).text;
    let line = format!("pub const SERVED_SINCE: &str = \"{}\";", needed.expect("something was removed"));
    assert!(runner.contains(&line), "{RUNNER} must have: {line}");
}
