//! Statements about a game bind the game's id at each table of the game, so that a database that shards by
//! game can answer them on one shard.

use std::collections::BTreeSet;

use lapidary::database::sharding::{GAMES, OF_A_GAME, ON_THE_COORDINATOR};

use crate::sources::{below, none};

/// Statements that look at many games, each with the reason. A shard answers its part of them by itself.
const ACROSS_GAMES: [(&str, &str); 32] = [
    ("store/games/list.rs", "lists of games, newest first; the tables of each game are joined by its id"),
    ("store/games/list_rows.rs", "the columns of these lists"),
    (
        "store/games/built_in.rs attended",
        "active games of built-in opponents; the seats are joined by the game's id",
    ),
    ("store/games/own.rs", "what waits for a player; the tables of each game are joined by its id"),
    ("store/games/seating.rs unfinished", "the games of a player who erases the account"),
    ("store/games/counts.rs count", "the limits of an account"),
    ("store/games/counts.rs unfinished_counts", "the limits of an account"),
    ("store/games/counts.rs aborts_in_a_day", "the limits of an account"),
    ("store/games/tables.rs expired", "games that have waited too long"),
    ("store/games/tables.rs changed", "games that are followed on a server"),
    ("store/tournaments/games.rs made", "the games of a tournament"),
    (
        "store/tournaments/games.rs show_private",
        "the games of a tournament; the invitations are joined by the game's id",
    ),
    (
        "store/tournaments/games.rs hide_private",
        "the games of a tournament; the invitations are joined by the game's id",
    ),
    ("store/invitations.rs received", "the invitations on a page; their tables are joined by the game's id"),
    ("store/challenges.rs page", "the challenges of a player, newest first"),
    ("store/challenges.rs load", "the challenges on a page; their tables are joined by the game's id"),
    ("store/challenges.rs waiting_for", "the challenges to a player who erases the account"),
    ("store/clubs/seasons.rs with_open_games", "whether games of ended seasons are played"),
    ("store/clubs/seasons.rs left_waiting", "games that wait in ended seasons"),
    ("store/figures.rs", "counts of unfinished games, and of logs to fold, for the metrics"),
    ("store/clocks.rs marks", "the clocks of games that are followed on a server"),
    ("store/clocks.rs overdue", "games whose seats have run out of time"),
    ("store/heartbeat.rs move_deadlines", "the deadlines of all games after an outage"),
    ("store/folding.rs due", "games whose logs are due"),
    ("store/folding.rs behind_all", "the time of the last folded log"),
    (
        "store/statistics.rs folded_after",
        "games that are not counted yet; both tables are joined by the game's id",
    ),
    ("store/games/load_many.rs", "games of many readers; it is not used where games are sharded"),
    ("store/games/confirm.rs", "remembered games of many readers; it is not used where games are sharded"),
    ("store/games/advance_many.rs", "turns of many games; it is not used where games are sharded"),
    ("store/games/tables.rs abort", "games that end with a tournament"),
    ("store/log.rs seats_with", "games that end with a tournament; the log of each is read by its id"),
    ("store/clocks.rs stop", "the clocks of games that end with a tournament"),
];

/// The calls that bind a parameter.
const BINDINGS: [&str; 3] = ["push_bind_param", "push_game(", "bind("];

/// A function, or what precedes the first function of a file.
#[derive(Clone)]
pub struct Part {
    pub place: String,
    pub name: String,
    pub code: String,
}

/// Returns the functions of the store's files, without comments.
pub fn parts() -> Vec<Part> {
    let mut parts = Vec::new();
    for source in below("src/store", ".rs") {
        let path = source.path.trim_start_matches("src/").to_owned();
        let served = source.text.split("#[cfg(test)]").next().unwrap_or_default();
        let code: Vec<&str> = served.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        for (number, text) in code.join("\n").split("fn ").enumerate() {
            let name = if number == 0 { "" } else { text.split(['(', '<']).next().unwrap_or_default() };
            parts.push(Part { place: path.clone(), name: name.to_owned(), code: text.to_owned() });
        }
    }
    parts
}

impl Part {
    /// Whether it is listed as a statement about many games.
    pub fn is_across_games(&self) -> Option<&'static str> {
        let full = format!("{} {}", self.place, self.name);
        ACROSS_GAMES.iter().map(|(listed, _)| *listed).find(|listed| *listed == self.place || *listed == full)
    }

    /// Returns the tables of a game that occur here more often than they are bound to an id.
    fn unbound(&self) -> Vec<&'static str> {
        let (code, sql) = (self.code.split_whitespace().collect::<String>(), self.sql());
        let tables = OF_A_GAME.map(|table| (table, "game_id")).into_iter().chain([(GAMES, "id")]);
        let unbound = tables.filter(|&(table, key)| {
            !is_bound_in_diesel(&code, table, key) || !is_bound_in_sql(&sql, table, key)
        });
        unbound.map(|(table, _)| table).collect()
    }

    /// Returns the text of the strings, one after another, with `$` for every parameter that is bound between
    /// them.
    pub fn sql(&self) -> String {
        let mut sql = String::new();
        for (number, text) in self.code.split('"').enumerate() {
            match number % 2 {
                0 => sql.push_str(
                    &"$".repeat(BINDINGS.iter().map(|binding| text.matches(binding).count()).sum()),
                ),
                _ => sql.push_str(text),
            }
        }
        sql.replace("\\\n", " ").split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// How the part of a statement begins that workers answer.
const FOR_WORKERS: &str = "AS MATERIALIZED (";

impl Part {
    /// Returns the same without what workers answer.
    pub fn outside(&self) -> Part {
        Part { code: self.split().0, ..self.clone() }
    }

    /// Returns what workers answer.
    pub fn inside(&self) -> Part {
        Part { code: self.split().1, ..self.clone() }
    }

    /// Returns the code outside and inside the parentheses of all parts for workers.
    fn split(&self) -> (String, String) {
        let (mut outside, mut inside, mut rest) = (String::new(), String::new(), self.code.as_str());
        while let Some(at) = rest.find(FOR_WORKERS) {
            outside.push_str(&rest[..at]);
            rest = &rest[at + FOR_WORKERS.len()..];
            let mut depth = 1;
            let end = rest.char_indices().find(|(_, letter)| {
                depth += match letter {
                    '(' => 1,
                    ')' => -1,
                    _ => 0,
                };
                depth == 0
            });
            let end = end.map_or(rest.len(), |(end, _)| end);
            inside.push_str(&format!("\"{}\";", &rest[..end]));
            rest = &rest[end..];
        }
        outside.push_str(rest);
        (outside, inside)
    }
}

/// Returns how often a name occurs that is not the end of a longer one.
pub fn occurrences(code: &str, name: &str) -> usize {
    let continues = |letter: char| letter.is_alphanumeric() || letter == '_';
    code.match_indices(name).filter(|(at, _)| !code[..*at].ends_with(continues)).count()
}

/// Returns whether each `table::table` has its own `table::table.find(game.0)`, or a
/// `table::game_id.eq(game.0)`. The code has no whitespace.
fn is_bound_in_diesel(code: &str, table: &str, key: &str) -> bool {
    let named = occurrences(code, &format!("{table}::table"));
    let bindings = [format!("{table}::table.find("), format!("{table}::{key}.eq(")];
    let bound = bindings.iter().flat_map(|binding| code.split(binding).skip(1)).filter(|value| {
        let value = value.trim_start_matches('(').split([',', ')']).next();
        value.is_some_and(|value| value.ends_with(".0"))
    });
    named <= bound.count()
}

/// Returns whether each `FROM table alias`, `JOIN table alias` and `UPDATE table alias` has an
/// `alias.game_id = $`.
///
/// A table into which rows are inserted gets the id with them.
fn is_bound_in_sql(sql: &str, table: &str, key: &str) -> bool {
    let reads = ["FROM", "JOIN", "UPDATE"].map(|word| format!("{word} {table} "));
    let mut named = reads.iter().flat_map(|read| sql.split(read).skip(1));
    named.all(|rest| {
        let next = rest.split(' ').next().unwrap_or_default();
        let has_alias = next.chars().all(|letter| letter.is_ascii_lowercase());
        let column = if has_alias { format!("{next}.{key}") } else { key.to_owned() };
        let scope = if has_alias { sql } else { rest.split(" FROM ").next().unwrap_or_default() };
        scope.contains(&format!(" {column} = $"))
    })
}

#[test]
fn the_guide_names_the_place_of_every_table() {
    let guide = include_str!("../../docs/cluster.md");
    let is_named = |table: &str, place: &str| {
        let row = guide.lines().find(|line| line.starts_with('|') && line.contains(&format!("`{table}`")));
        row.is_some_and(|row| row.contains(&format!("| {place}")))
    };
    let games = OF_A_GAME.into_iter().chain([GAMES]).filter(|table| !is_named(table, "workers"));
    let others = ON_THE_COORDINATOR.into_iter().filter(|table| !is_named(table, "coordinator"));
    none("tables without their place", &games.chain(others).map(str::to_owned).collect::<Vec<_>>());
}

#[test]
fn statements_about_a_game_bind_its_id_at_each_of_its_tables() {
    let mut unbound = Vec::new();
    for part in parts().into_iter().filter(|part| part.is_across_games().is_none()) {
        unbound.extend(part.unbound().iter().map(|table| format!("{} {}: {table}", part.place, part.name)));
    }
    none("tables that are not bound to the id of their game", &unbound);
}

#[test]
fn every_statement_about_many_games_still_exists() {
    let used: BTreeSet<&str> = parts().iter().filter_map(Part::is_across_games).collect();
    let gone = ACROSS_GAMES.iter().map(|(listed, _)| *listed).filter(|listed| !used.contains(listed));
    none("listed statements that do not exist", &gone.map(str::to_owned).collect::<Vec<_>>());
}

#[test]
fn a_table_that_only_another_table_binds_is_seen() {
    let unbound =
        |code: &str| Part { place: String::new(), name: "f".to_owned(), code: code.to_owned() }.unbound();
    let join = "game_seats::table.left_join(kicks::table.on(same)).filter(game_seats::game_id.eq(game.0))";
    assert_eq!(unbound(join), ["kicks"]);
    let bound = format!("let same = kicks::game_id.eq(game.0); {join}");
    assert_eq!(unbound(&bound), [""; 0]);
    assert_eq!(unbound("kicks::table.find((game.0, player.0)); kicks::table.select(all)"), ["kicks"]);
    let sql = r#"push("SELECT FROM games g JOIN game_seats m ON m.game_id = g.id WHERE g.id = "); push_bind_param(id)"#;
    assert_eq!(unbound(sql), ["game_seats"]);
    let bound = sql.replace("= g.id", r#"= "); push_bind_param(id); push(""#);
    assert_eq!(unbound(&bound), [""; 0]);
    assert_eq!(unbound("push(\"SELECT FROM game_log WHERE seq = \"); push_bind_param(seq)"), ["game_log"]);
}
