//! The diesel schema equals the tables and views that the migrations create: names, order of columns, types,
//! nullability, keys.

use std::collections::BTreeMap;
use std::process::Command;

use diesel::sql_types::{Bool, Text};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};

use lapidary::database::sharding;

use crate::test_database;

const SCHEMA: &str = include_str!("../../src/schema/tables.rs");

/// The types of `information_schema.columns.udt_name` with their diesel names.
const TYPES: [(&str, &str); 16] = [
    ("bool", "Bool"),
    ("bytea", "Binary"),
    ("int2", "SmallInt"),
    ("int4", "Integer"),
    ("int8", "BigInt"),
    ("jsonb", "Jsonb"),
    ("text", "Text"),
    ("timestamptz", "Timestamptz"),
    ("uuid", "Uuid"),
    ("_int2", "Array<SmallInt>"),
    ("_int4", "Array<Integer>"),
    ("_int8", "Array<BigInt>"),
    ("_text", "Array<Text>"),
    ("_uuid", "Array<Uuid>"),
    ("_bytea", "Array<Binary>"),
    ("_timestamptz", "Array<Timestamptz>"),
];

/// The table that diesel uses for migrations.
const OF_DIESEL: &str = "__diesel_schema_migrations";

/// The views, each with the table whose rows it shows.
const VIEWS: [(&str, &str); 1] = [("tournament_details", "tournaments")];

/// A table: its primary key, and its columns in order, each as `name -> Type`.
#[derive(Debug, Default, PartialEq)]
struct Table {
    key: Vec<String>,
    columns: Vec<String>,
}

/// Reads the `diesel::table!` blocks of a source file.
fn declared(source: &str) -> BTreeMap<String, Table> {
    let blocks = source.split("diesel::table! {").skip(1);
    let tables = blocks.map(|block| {
        let mut lines = block.lines().map(str::trim).filter(|line| !line.is_empty());
        let (name, key) =
            lines.next().and_then(|line| line.strip_suffix(") {")?.split_once(" (")).expect("a table");
        let columns = lines.take_while(|line| *line != "}").map(|line| line.trim_end_matches(',').to_owned());
        let key = key.split(", ").map(str::to_owned).collect();
        (name.to_owned(), Table { key, columns: columns.collect() })
    });
    tables.collect()
}

#[derive(diesel::QueryableByName)]
struct Column {
    #[diesel(sql_type = Text)]
    table_name: String,
    #[diesel(sql_type = Text)]
    column_name: String,
    #[diesel(sql_type = Text)]
    udt_name: String,
    #[diesel(sql_type = Bool)]
    is_nullable: bool,
}

#[derive(diesel::QueryableByName)]
struct KeyColumn {
    #[diesel(sql_type = Text)]
    table_name: String,
    #[diesel(sql_type = Text)]
    column_name: String,
}

const COLUMNS: &str = "SELECT table_name::text, column_name::text, udt_name::text, is_nullable = 'YES' AS is_nullable \
    FROM information_schema.columns WHERE table_schema = 'public' ORDER BY table_name, ordinal_position";

const KEYS: &str = "SELECT table_name::text, column_name::text \
    FROM information_schema.key_column_usage JOIN information_schema.table_constraints \
    USING (constraint_schema, constraint_name, table_schema, table_name) \
    WHERE table_schema = 'public' AND constraint_type = 'PRIMARY KEY' ORDER BY table_name, ordinal_position";

impl Column {
    fn declaration(&self) -> String {
        let known = TYPES.iter().find(|(name, _)| *name == self.udt_name);
        let (_, kind) = known.unwrap_or_else(|| panic!("{} has no row in TYPES", self.udt_name));
        match self.is_nullable {
            true => format!("{} -> Nullable<{kind}>", self.column_name),
            false => format!("{} -> {kind}", self.column_name),
        }
    }
}

/// Reads the tables of a database.
async fn migrated(url: &str) -> BTreeMap<String, Table> {
    let mut connection = AsyncPgConnection::establish(url).await.unwrap();
    let columns: Vec<Column> = diesel::sql_query(COLUMNS).load(&mut connection).await.unwrap();
    let keys: Vec<KeyColumn> = diesel::sql_query(KEYS).load(&mut connection).await.unwrap();
    let mut tables: BTreeMap<String, Table> = BTreeMap::new();
    for column in columns.iter().filter(|column| column.table_name != OF_DIESEL) {
        tables.entry(column.table_name.clone()).or_default().columns.push(column.declaration());
    }
    for key in keys.into_iter().filter(|key| key.table_name != OF_DIESEL) {
        tables.entry(key.table_name).or_default().key.push(key.column_name);
    }
    tables
}

#[tokio::test]
async fn the_migrations_make_the_tables_that_the_program_expects() {
    let database = test_database::create().await;
    let (mut made, mut expected) = (migrated(&database.url).await, declared(SCHEMA));
    database.remove().await;
    assert_eq!(made.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
    for (view, of) in VIEWS {
        let (Some(shown), Some(view)) = (made.remove(view), expected.remove(view)) else { panic!("{view}") };
        // Of a view, the database knows neither the key nor what is never null. Its table does, and the
        // program reads each column from one of them.
        let without_null = |column: &String| column.replace("Nullable<", "").trim_end_matches('>').to_owned();
        let without_nulls = |table: &Table| table.columns.iter().map(without_null).collect::<Vec<_>>();
        assert_eq!(without_nulls(&shown), without_nulls(&view));
        let table = made.get_mut(of).expect("the table of a view");
        assert!(view.columns[0].starts_with(&view.key.concat()) && table.key.len() == 1, "{view:?}");
        for column in &view.columns[1..] {
            assert!(table.columns.contains(column), "{column}");
            table.columns.retain(|other| other != column);
        }
    }
    for (name, mut table) in expected {
        // The database does not know whether the elements of a list may be null.
        for column in &mut table.columns {
            *column = column.replace("Array<Nullable<Text>>", "Array<Text>");
        }
        assert_eq!(made[&name], table, "{name}");
    }
}

/// The tables that a foreign key leads to, and those it leads from.
const REFERENCES: &str = "SELECT conrelid::regclass::text AS table_name, confrelid::regclass::text AS column_name \
    FROM pg_constraint WHERE contype = 'f'";

#[tokio::test]
async fn every_table_has_a_place_in_a_sharded_database() {
    let database = test_database::create().await;
    let made = migrated(&database.url).await;
    let mut connection = AsyncPgConnection::establish(&database.url).await.unwrap();
    let keys: Vec<KeyColumn> = diesel::sql_query(REFERENCES).load(&mut connection).await.unwrap();
    drop(connection);
    database.remove().await;
    let mut placed = vec![sharding::GAMES];
    let plain = sharding::ON_THE_COORDINATOR.iter().filter(|table| **table != OF_DIESEL);
    placed.extend(sharding::OF_A_GAME.iter().chain(plain));
    placed.sort_unstable();
    let tables = made.keys().map(String::as_str).filter(|name| VIEWS.iter().all(|(view, _)| view != name));
    assert_eq!(tables.collect::<Vec<_>>(), placed);
    // A plain table cannot reference one that is distributed.
    let of_games = |table: &str| table == sharding::GAMES || sharding::OF_A_GAME.contains(&table);
    assert!(keys.iter().any(|key| of_games(&key.table_name)), "games reference players");
    for key in keys {
        assert!(
            !of_games(&key.column_name) || of_games(&key.table_name),
            "{} references a game",
            key.table_name
        );
    }
    // Citus needs the column that decides the shard in every primary key.
    assert!(sharding::OF_A_GAME.iter().all(|table| made[*table].key.contains(&"game_id".to_owned())));
}

#[tokio::test]
async fn a_database_without_the_extension_is_not_distributed() {
    let database = test_database::create().await;
    let migrate = Command::new(env!("CARGO_BIN_EXE_lapidary"))
        .args(["migrate", "--citus"])
        .env("DATABASE_URL", &database.url)
        .output()
        .unwrap();
    let message = String::from_utf8_lossy(&migrate.stderr).into_owned();
    assert!(!migrate.status.success());
    assert!(message.contains("does not have the extension citus"), "{message}");
    let made = migrated(&database.url).await;
    database.remove().await;
    assert_eq!(made.keys().collect::<Vec<_>>(), declared(SCHEMA).keys().collect::<Vec<_>>());
}

/// Everything that a database has of its own: the columns with their defaults, the constraints, the indexes
/// and the domains.
const CATALOG: &str = "SELECT format('%s %s: %s', c.attrelid::regclass, c.attname, \
        concat_ws(' ', c.attnum, format_type(c.atttypid, c.atttypmod), c.attnotnull, pg_get_expr(d.adbin, d.adrelid))) AS name \
        FROM pg_attribute c JOIN pg_class t ON t.oid = c.attrelid \
        LEFT JOIN pg_attrdef d ON d.adrelid = c.attrelid AND d.adnum = c.attnum \
        WHERE t.relnamespace = 'public'::regnamespace AND t.relkind = 'r' AND c.attnum > 0 AND NOT c.attisdropped \
    UNION ALL SELECT format('%s %s %s: %s', conrelid::regclass, contypid::regtype, conname, pg_get_constraintdef(oid)) \
        FROM pg_constraint WHERE connamespace = 'public'::regnamespace \
    UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' \
    UNION ALL SELECT format('%s: %s', oid::regtype, format_type(typbasetype, typtypmod)) \
        FROM pg_type WHERE typnamespace = 'public'::regnamespace AND typtype = 'd' \
    ORDER BY name";

/// Describes everything that a database has, in a line each.
pub async fn catalog(url: &str) -> Vec<String> {
    let mut connection = AsyncPgConnection::establish(url).await.unwrap();
    let lines: Vec<Name> = diesel::sql_query(CATALOG).load(&mut connection).await.unwrap();
    lines.into_iter().map(|line| line.name).collect()
}

#[derive(diesel::QueryableByName)]
struct Name {
    #[diesel(sql_type = Text)]
    name: String,
}

/// PostgreSQL reads and compiles every CHECK of a table anew for each statement, so the tables that a turn
/// writes have one.
#[tokio::test]
async fn the_tables_of_a_turn_check_only_that_a_finished_game_has_a_result() {
    let database = test_database::create().await;
    let mut connection = AsyncPgConnection::establish(&database.url).await.unwrap();
    let checks = "SELECT conname::text AS name FROM pg_constraint \
                  WHERE contype = 'c' AND conrelid IN ('games'::regclass, 'game_log'::regclass)";
    let checks: Vec<Name> = diesel::sql_query(checks).load(&mut connection).await.unwrap();
    let names: Vec<&str> = checks.iter().map(|check| check.name.as_str()).collect();
    assert_eq!(names, ["games_check1"]);

    // What a column of them may hold, its domain checks, and only where the column is written.
    for (column, wrong, right) in [
        ("games.seats", "5", "4"),
        ("games.visibility", "'secret'", "'public'"),
        ("games.seating", "'none'", "'random'"),
        ("games.status", "'over'", "'active'"),
        ("games.version", "-1", "0"),
        ("games.commitment", "'\\x00'::bytea", "sha256('')"),
        ("games.spectator_turns", "-1", "0"),
        ("games.spectator_ms", "-1", "0"),
        ("games.origin_version", "0", "1"),
        ("game_log.seq", "-1", "1"),
        ("game_log.by", "'nobody'", "'player'"),
        ("game_log.kind", "'drawn'", "'action'"),
    ] {
        let (table, name) = column.split_once('.').unwrap();
        let domain = format!(
            "SELECT domain_name::text AS name FROM information_schema.columns \
             WHERE table_schema = 'public' AND table_name = '{table}' AND column_name = '{name}' AND domain_name IS NOT NULL"
        );
        let domain: Name = diesel::sql_query(domain).get_result(&mut connection).await.expect(column);
        let mut cast = async |value: &str| {
            let cast = format!("SELECT ({value})::{}", domain.name);
            diesel::sql_query(cast).execute(&mut connection).await
        };
        cast(right).await.expect(column);
        let refusal = cast(wrong).await.expect_err(column).to_string();
        assert!(refusal.contains("violates check constraint"), "{column}: {refusal}");
    }
    drop(connection);
    database.remove().await;
}
