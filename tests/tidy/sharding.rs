//! Statements about a game bind the game's id at each table of the game, so that a database that shards by game can answer
//! them on one shard.

use std::collections::BTreeSet;

use lapidary::database::sharding::{GAMES, OF_A_GAME};

use crate::sources::{below, none};

/// Statements that look at many games, each with the reason. A shard answers its part of them by itself.
const ACROSS_GAMES: [(&str, &str); 10] = [
    ("store/games/list.rs", "lists of games, newest first; the tables of each game are joined by its id"),
    ("store/games/seating.rs unfinished", "the games of a player who erases the account"),
    ("store/games/counts.rs count", "the limits of an account"),
    ("store/games/counts.rs unfinished_count", "the limits of an account"),
    ("store/games/counts.rs aborts_in_a_day", "the limits of an account"),
    ("store/games/tables.rs expired", "games that have waited too long"),
    ("store/invitations.rs delete_all", "the invitations of an account that is erased"),
    ("store/figures.rs", "counts of unfinished games for the metrics"),
    ("store/folding.rs due", "games whose logs are due"),
    ("store/games/advance_many.rs", "turns of many games; it is not used where games are sharded"),
];

/// What binds the id of a game in the code of a function.
const BINDINGS: [&str; 8] = [
    "game_id.eq(game.0)",
    "game_id.eq(new.id.0)",
    ".find(game.0)",
    ".find(id.0)",
    ".find((game.0,",
    "id.eq(new.id.0)",
    "id.eq(game.0)",
    "out.push_bind_param::<SqlUuid, _>(&self.",
];

/// A function, or what precedes the first function of a file.
struct Part {
    place: String,
    name: String,
    code: String,
}

/// Returns the functions of the store's files, without comments.
fn parts() -> Vec<Part> {
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
    fn is_across_games(&self) -> Option<&'static str> {
        let full = format!("{} {}", self.place, self.name);
        ACROSS_GAMES.iter().map(|(listed, _)| *listed).find(|listed| *listed == self.place || *listed == full)
    }

    /// Returns the tables of a game that diesel's language names here.
    fn tables(&self) -> impl Iterator<Item = &'static str> + '_ {
        let named = |table: &&str| self.code.contains(&format!("{table}::table"));
        OF_A_GAME.into_iter().chain([GAMES]).filter(named)
    }

    /// Returns the aliases of tables in SQL whose game is that of another table instead of a bound id.
    fn joined_to_a_column(&self) -> bool {
        let sql = self.code.replace("\\\n", " ");
        ["game_id = g.id", "game_id = game.id", "g.id = ANY", "g.id IN (SELECT"]
            .iter()
            .any(|join| sql.contains(join))
    }
}

#[test]
fn statements_about_a_game_bind_its_id_at_each_of_its_tables() {
    let parts = parts();
    let unbound = parts.iter().filter(|part| part.is_across_games().is_none()).filter(|part| {
        let asks = part.tables().next().is_some() && !part.name.is_empty();
        (asks && !BINDINGS.iter().any(|binding| part.code.contains(binding))) || part.joined_to_a_column()
    });
    let unbound = unbound.map(|part| format!("{} {}", part.place, part.name));
    none("statements that do not bind the id of their game", &unbound.collect::<Vec<_>>());
}

#[test]
fn every_statement_about_many_games_still_exists() {
    let used: BTreeSet<&str> = parts().iter().filter_map(Part::is_across_games).collect();
    let gone = ACROSS_GAMES.iter().map(|(listed, _)| *listed).filter(|listed| !used.contains(listed));
    none("listed statements that do not exist", &gone.map(str::to_owned).collect::<Vec<_>>());
}

#[test]
fn a_join_to_a_column_is_seen() {
    let part = |code: &str| Part { place: String::new(), name: "f".to_owned(), code: code.to_owned() };
    assert!(part("EXISTS (SELECT FROM game_seats m WHERE m.game_id = g.id)").joined_to_a_column());
    assert!(!part("EXISTS (SELECT FROM game_seats m WHERE m.game_id = ").joined_to_a_column());
}
