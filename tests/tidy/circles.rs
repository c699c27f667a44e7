//! Files and folders that stand side by side and need each other in a circle can only be read all at once, so
//! there are none.
//!
//! It sees what a file imports by name, not what `mod.rs` passes on, and which methods it calls of a type
//! that is implemented in several files.

use std::collections::{BTreeMap, BTreeSet};

use crate::crates::package;
use crate::layers::named_after;
use crate::sources::{Source, code, none};

/// The rooms of a directory, each with the others that it may use.
type Rooms = &'static [(&'static str, &'static [&'static str])];

/// The rooms of the use cases of games and of tournaments.
const HOUSES: [(&str, Rooms); 2] = [("src/service/games", GAMES), ("src/service/tournaments", TOURNAMENTS)];

const GAMES: Rooms = &[
    ("read", &[]),
    ("effects", &[]),
    ("play", &["effects", "read"]),
    ("open", &["play", "effects", "read"]),
    ("find", &["open", "play", "read"]),
    ("follow", &["read"]),
    ("tables", &["open", "play", "effects", "read"]),
    ("oppose", &["open", "play", "read"]),
    ("bot_matches", &["tables", "open", "read"]),
    ("call", &["follow", "open", "play", "read"]),
];

const TOURNAMENTS: Rooms = &[
    ("ranking", &[]),
    ("teams", &[]),
    ("read", &["ranking", "teams"]),
    ("play", &["ranking", "read"]),
    ("rounds", &["play", "ranking", "read", "teams"]),
    ("entries", &["rounds", "play", "ranking", "teams"]),
    ("manage", &["entries", "rounds", "play", "read"]),
    ("decide", &["manage", "entries", "rounds", "play", "ranking", "read", "teams"]),
];

/// What still closes circles: the directory, what stands there, and the neighbors that it should not need.
/// The list may only become shorter.
const KNOWN: [(&str, &str, &[&str]); 4] = [
    ("src/api", "games", &["streams"]),
    ("src/api", "http", &["extract", "operation", "site"]),
    // The modules of the base game change its state, which contains theirs.
    (
        "src/engine/splendor",
        "modules",
        &["action", "agenda", "check", "effect", "payment", "perform", "slot", "state", "turn", "view"],
    ),
    // Methods of one type that call each other.
    ("src/service", "accounts", &["bots"]),
];

/// What stands in one directory, by name, each with the neighbors that it needs.
type Neighbors = BTreeMap<String, BTreeSet<String>>;

#[test]
fn neighbors_do_not_need_each_other_in_a_circle() {
    let mut directories = directories();
    let mut gone = Vec::new();
    for (directory, from, known) in KNOWN {
        let mut needs = directories.get_mut(directory).and_then(|neighbors| neighbors.get_mut(from));
        let is_gone = |to: &&&str| !needs.as_mut().is_some_and(|needs| needs.remove(**to));
        let without = known.iter().filter(is_gone);
        gone.extend(without.map(|to| format!("{directory}: {from} does not need {to}")));
    }
    none("circles that are listed and gone", &gone);
    let wrong = directories.into_iter().filter_map(|(directory, neighbors)| {
        let circle = circle(neighbors.clone());
        let needs = |name: &String| {
            let needs = neighbors.get(name).into_iter().flatten().filter(|other| circle.contains(other));
            format!("{name} ({})", needs.map(String::as_str).collect::<Vec<_>>().join(" "))
        };
        (!circle.is_empty())
            .then(|| format!("{directory}: {}", circle.iter().map(needs).collect::<Vec<_>>().join(", ")))
    });
    none("neighbors that need each other", &wrong.collect::<Vec<_>>());
}

#[test]
fn rooms_need_each_other_in_one_direction() {
    let directories = directories();
    let mut wrong = Vec::new();
    for (directory, rooms) in HOUSES {
        let there = &directories[directory];
        for (room, may_need) in rooms {
            let Some(needs) = there.get(*room) else {
                wrong.push(format!("{directory}: there is no room {room}"));
                continue;
            };
            let is_room = |name: &&String| rooms.iter().any(|(room, _)| room == name);
            let against = needs.iter().filter(is_room).filter(|name| !may_need.contains(&name.as_str()));
            wrong.extend(against.map(|name| format!("{directory}: {room} needs {name}")));
        }
    }
    none("rooms against the direction", &wrong);
}

/// Returns every directory with what stands in it.
fn directories() -> BTreeMap<String, Neighbors> {
    let sources: Vec<Source> = code().into_iter().filter(|it| !it.path.ends_with("mod.rs")).collect();
    let mut directories: BTreeMap<String, Neighbors> = BTreeMap::new();
    for source in &sources {
        for (directory, name) in places(&source.path) {
            directories.entry(directory.to_owned()).or_default().entry(name.to_owned()).or_default();
        }
    }
    let mut add = |directory: &str, name: &str, needed: &str| {
        let Some(neighbors) = directories.get_mut(directory) else { return };
        if name != needed && neighbors.contains_key(needed) {
            neighbors.entry(name.to_owned()).or_default().insert(needed.to_owned());
        }
    };
    for source in &sources {
        for (directory, name) in places(&source.path) {
            imports(directory, &source.path, &source.text)
                .iter()
                .for_each(|needed| add(directory, name, needed));
        }
    }
    for (caller, called) in calls(&sources) {
        for ((directory, name), (other, needed)) in places(&caller).into_iter().zip(places(&called)) {
            if directory == other {
                add(directory, name, needed);
            }
        }
    }
    directories
}

/// Returns every directory above a file within its package, the outermost first, with what the file belongs
/// to there.
fn places(path: &str) -> Vec<(&str, &str)> {
    let path = path.strip_suffix(".rs").unwrap_or(path);
    let root = package(path).map_or("src".len(), str::len);
    let slashes = path.match_indices('/').map(|(at, _)| at).filter(|at| *at >= root && path[..*at] != *"src");
    slashes.map(|at| (&path[..at], path[at + 1..].split('/').next().unwrap_or_default())).collect()
}

/// Returns the code of a file, tests left out.
fn without_tests(text: &str) -> &str {
    text.split("#[cfg(test)]\nmod ").next().unwrap_or_default()
}

/// Returns what a file names of a directory in which it stands, or a folder of which it stands.
fn imports(directory: &str, path: &str, text: &str) -> Vec<String> {
    let depth = path[directory.len() + 1..].matches('/').count();
    let root = package(path).unwrap_or("src");
    let absolute = format!("{}::", directory.replacen(root, "crate", 1).replace('/', "::"));
    let code = without_tests(text).replace(&"super::".repeat(depth + 2), "elsewhere::");
    let code = code.replace(&"super::".repeat(depth + 1), &absolute);
    named_after(&code, &[&absolute])
}

/// Returns which file calls a method that stands in which other file, for the types with methods in several
/// files.
fn calls(sources: &[Source]) -> Vec<(String, String)> {
    let mut methods: BTreeMap<(&str, &str), BTreeMap<&str, &str>> = BTreeMap::new();
    for source in sources {
        for (owner, block) in implementations(&source.text) {
            let known = methods.entry((part(&source.path), owner)).or_default();
            known.extend(names(block).map(|name| (name, source.path.as_str())));
        }
    }
    let mut found = Vec::new();
    for source in sources {
        for (owner, block) in implementations(&source.text) {
            for name in called(block, "self.").into_iter().chain(called(block, "games.")) {
                let place = methods.get(&(part(&source.path), owner)).and_then(|known| known.get(name));
                found.extend(place.map(|place| (source.path.clone(), (*place).to_owned())));
            }
        }
    }
    found.retain(|(caller, called)| caller != called);
    found
}

/// Returns the folder of a package in which types of one name are one type.
fn part(path: &str) -> &str {
    places(path).into_iter().map(|(directory, _)| directory).nth(1).unwrap_or_default()
}

/// Returns the blocks with methods of a type of its own, each with the name of the type.
fn implementations(text: &str) -> Vec<(&str, &str)> {
    let blocks =
        without_tests(text).split("\nimpl").skip(1).filter_map(|rest| rest.split_once("\n}").map(|it| it.0));
    let named = blocks.filter_map(|block| {
        let head = block.lines().next().unwrap_or_default();
        let head =
            head.strip_prefix('<').and_then(|rest| rest.split_once("> ")).map_or(head, |(_, head)| head);
        let name = head.trim().split(['<', ' ']).next().unwrap_or_default();
        (!head.contains(" for ")).then_some((name, block))
    });
    named.collect()
}

/// Returns the names of the methods of a block.
fn names(block: &str) -> impl Iterator<Item = &str> {
    let heads = block.lines().filter(|line| line.starts_with("    ") && !line.starts_with("     "));
    heads.filter_map(|line| line.split_once("fn ")?.1.split(['(', '<']).next())
}

/// Returns the methods that are called on a receiver.
fn called<'a>(block: &'a str, receiver: &str) -> Vec<&'a str> {
    let after = block
        .split(receiver.trim_end_matches('.'))
        .skip(1)
        .filter_map(|rest| rest.trim_start().strip_prefix('.'));
    let end = |rest: &'a str| rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
    after
        .filter_map(|rest| end(rest).filter(|at| rest[*at..].starts_with(['(', ':'])).map(|at| &rest[..at]))
        .collect()
}

/// Returns what remains when that is taken away, again and again, which needs none of the others or which
/// none needs.
fn circle(mut neighbors: Neighbors) -> Vec<String> {
    loop {
        let names: Vec<String> = neighbors.keys().cloned().collect();
        let needed: BTreeSet<String> = neighbors.values().flatten().cloned().collect();
        neighbors.retain(|own, needs| needed.contains(own) && needs.iter().any(|name| names.contains(name)));
        if neighbors.len() == names.len() {
            return names;
        }
    }
}

#[test]
fn a_circle_is_seen_and_a_chain_is_not() {
    let needs = |text: &str| imports("tools/bench/http", "tools/bench/http/file.rs", text);
    let a = needs("use super::b::B;\nuse crate::http::{c, look::Look};\nuse super::super::x;");
    assert_eq!(a.iter().collect::<BTreeSet<_>>().len(), 3);
    let kids = "use crate::kids::{b, c};\nuse crate::seat::x;";
    assert_eq!(imports("src/engine/kids", "src/engine/kids/a.rs", kids), ["b", "c"]);
    assert_eq!(imports("src/engine", "src/engine/kids/a.rs", kids), ["kids", "seat"]);
    let named = |name: &str, needs: &[&str]| {
        (name.to_owned(), needs.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<_>>())
    };
    let chain = [named("a", &["b"]), named("b", &["c"]), named("c", &[])];
    assert!(circle(Neighbors::from(chain.clone())).is_empty());
    let mut closed = Neighbors::from(chain);
    closed.extend([named("c", &["a"]), named("d", &["a"])]);
    assert_eq!(circle(closed), ["a", "b", "c"]);
}

#[test]
fn a_method_that_stands_in_another_file_is_seen() {
    let file = |path: &str, text: &str| Source { path: path.to_owned(), text: text.to_owned() };
    let sources = [
        file(
            "src/service/x/a.rs",
            "\nimpl X {\n    pub async fn a(&self) {\n        self\n            .b();\n    }\n}\n",
        ),
        file(
            "src/service/x/y/b.rs",
            "\nimpl X {\n    fn b(&self) {}\n}\n\nimpl Other for X {\n    fn a() {}\n}\n",
        ),
    ];
    let seen = ("src/service/x/a.rs".to_owned(), "src/service/x/y/b.rs".to_owned());
    assert_eq!(calls(&sources), [seen]);
    assert_eq!(
        places("src/service/x/y/b.rs"),
        [("src/service", "x"), ("src/service/x", "y"), ("src/service/x/y", "b")]
    );
}
