//! Files that stand side by side and need each other in a circle can only be read all at once, so there are none.
//!
//! It sees what a file imports from its neighbors by name, not what `mod.rs` passes on.

use std::collections::BTreeMap;

use crate::crates::package;
use crate::layers::named_after;
use crate::sources::{Source, below, none};

/// The files of one directory by their names, each with the names that it imports.
type Neighbors = BTreeMap<String, Vec<String>>;

#[test]
fn neighbors_do_not_need_each_other_in_a_circle() {
    let mut directories: BTreeMap<String, Neighbors> = BTreeMap::new();
    for source in below("src", ".rs") {
        let Some((directory, name)) = place(&source) else { continue };
        directories.entry(directory.clone()).or_default().insert(name, imports(&directory, &source.text));
    }
    let wrong = directories.into_iter().filter_map(|(directory, neighbors)| {
        let circle = circle(neighbors);
        (!circle.is_empty()).then(|| format!("{directory}: {}", circle.join(", ")))
    });
    none("files that need each other", &wrong.collect::<Vec<_>>());
}

/// Returns the directory of a file and its name; a `mod.rs` only lists names and the roots put all together.
fn place(source: &Source) -> Option<(String, String)> {
    let (directory, name) = source.path.strip_suffix(".rs")?.rsplit_once('/')?;
    (directory != "src" && name != "mod").then(|| (directory.to_owned(), name.to_owned()))
}

/// Returns what a file names of its own directory, tests left out.
fn imports(directory: &str, text: &str) -> Vec<String> {
    let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let root = package(directory).map_or("src".to_owned(), |package| format!("src/{package}"));
    let absolute = format!("{}::", directory.replacen(&root, "crate", 1).replace('/', "::"));
    let code = code.replace("super::super::", "elsewhere::").replace(&absolute, "super::");
    named_after(&code, &["super::"])
}

/// Returns the files that remain when those are taken away, again and again, that need none of the others or that none needs.
fn circle(mut neighbors: Neighbors) -> Vec<String> {
    loop {
        let names: Vec<String> = neighbors.keys().cloned().collect();
        let others = |(own, named): (&String, &Vec<String>)| -> Vec<String> {
            named.iter().filter(|name| *name != own).cloned().collect()
        };
        let needed: Vec<String> = neighbors.iter().flat_map(others).collect();
        neighbors.retain(|own, named| {
            needed.contains(own) && named.iter().any(|name| name != own && names.contains(name))
        });
        if neighbors.len() == names.len() {
            return names;
        }
    }
}

#[test]
fn a_circle_is_seen_and_a_chain_is_not() {
    let needs = |text: &str| imports("src/bench/http", text);
    let a = needs("use super::b::B;\nuse crate::http::{c, look::Look};\nuse super::super::x;");
    assert_eq!(a, ["b", "c", "look"]);
    assert_eq!(imports("src/engine/kids", "use crate::kids::{b, c};\nuse crate::seat::x;"), ["b", "c"]);
    let named = |name: &str, text: &str| (name.to_owned(), needs(text));
    let chain = [named("a", "use super::b;"), named("b", "use super::c;"), named("c", "use crate::api::x;")];
    assert!(circle(Neighbors::from(chain.clone())).is_empty());
    let mut closed = Neighbors::from(chain);
    closed.insert("c".to_owned(), needs("use super::{Problem, a::A};"));
    closed.insert("d".to_owned(), needs("use super::a;"));
    assert_eq!(circle(closed), ["a", "b", "c"]);
}
