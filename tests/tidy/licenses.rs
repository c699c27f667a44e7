//! Which licenses and sources the dependencies may have: the lists of `deny.toml`, of which `make deny`
//! checks the rest.

use std::fs;
use std::process::Command;

use crate::sources::none;

/// Returns the texts of a list in `deny.toml`.
fn listed(list: &str) -> Vec<String> {
    let text = fs::read_to_string("deny.toml").expect("deny.toml is there");
    let (_, rest) = text.split_once(&format!("\n{list} = [")).expect("the list is there");
    let items = rest.split(']').next().unwrap_or_default();
    items.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Returns every package that is built, with its license.
fn packages() -> Vec<(String, String)> {
    let output = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["tree", "--locked", "--workspace", "--all-features", "--edges", "normal,build,dev"])
        .args(["--prefix", "none", "--no-dedupe", "--format", "{p}|{l}"])
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut packages: Vec<(String, String)> = text
        .lines()
        // A package that its own tests need is marked where it stands again.
        .map(|line| line.trim_end_matches(" (*)"))
        .filter_map(|line| line.split_once('|'))
        .map(|(package, license)| (package.to_owned(), license.to_owned()))
        .collect();
    packages.sort();
    packages.dedup();
    packages
}

/// Whether an SPDX expression can be fulfilled with these licenses. `AND` binds more tightly than `OR`; older
/// packages write `/` for `OR`.
fn is_permitted(expression: &str, allowed: &[String]) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let (permitted, rest) = alternatives(&words, allowed);
    permitted && rest.is_empty()
}

fn alternatives<'w>(words: &'w [&'w str], allowed: &[String]) -> (bool, &'w [&'w str]) {
    let (mut permitted, mut rest) = parts(words, allowed);
    while let ["OR", more @ ..] = rest {
        let (also, after) = parts(more, allowed);
        (permitted, rest) = (permitted || also, after);
    }
    (permitted, rest)
}

fn parts<'w>(words: &'w [&'w str], allowed: &[String]) -> (bool, &'w [&'w str]) {
    let (mut permitted, mut rest) = license(words, allowed);
    while let ["AND", more @ ..] = rest {
        let (also, after) = license(more, allowed);
        (permitted, rest) = (permitted && also, after);
    }
    (permitted, rest)
}

fn license<'w>(words: &'w [&'w str], allowed: &[String]) -> (bool, &'w [&'w str]) {
    match words {
        ["(", inner @ ..] => match alternatives(inner, allowed) {
            (permitted, [")", rest @ ..]) => (permitted, rest),
            (_, rest) => (false, rest),
        },
        // An exception permits more than the license alone.
        [name, "WITH", _, rest @ ..] | [name, rest @ ..] => (allowed.iter().any(|known| known == name), rest),
        [] => (false, &[]),
    }
}

#[test]
fn every_license_is_permissive() {
    let allowed = listed("allow");
    assert!(allowed.contains(&"MIT".to_owned()));
    let all = packages();
    assert!(all.len() > 100, "the list of packages is complete");
    let wrong = all.iter().filter(|(_, license)| !is_permitted(license, &allowed));
    none(
        "licenses that are not permitted",
        &wrong.map(|(package, license)| format!("{package}: {license}")).collect::<Vec<_>>(),
    );
}

#[test]
fn no_package_is_banned_and_all_come_from_the_registry() {
    let banned = listed("deny");
    assert!(banned.contains(&"openssl-sys".to_owned()));
    let lock = fs::read_to_string("Cargo.lock").expect("Cargo.lock is there");
    let names = lock.lines().filter_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'));
    let wrong = names.filter(|name| banned.iter().any(|banned| banned == name)).map(str::to_owned);
    none("banned packages", &wrong.collect::<Vec<_>>());
    let sources = lock.lines().filter_map(|line| line.strip_prefix("source = \"")?.strip_suffix('"'));
    let other = sources.filter(|source| *source != "registry+https://github.com/rust-lang/crates.io-index");
    none("packages from elsewhere", &other.map(str::to_owned).collect::<Vec<_>>());
}

#[test]
fn an_expression_is_read_as_spdx_defines_it() {
    let allowed = ["MIT".to_owned(), "ISC".to_owned()];
    for permitted in
        ["MIT", "GPL-3.0 OR MIT", "MIT/GPL-3.0", "ISC AND (GPL-3.0 OR MIT)", "MIT WITH some-exception"]
    {
        assert!(is_permitted(permitted, &allowed), "{permitted}");
    }
    for refused in ["", "GPL-3.0", "MIT AND GPL-3.0", "(MIT OR ISC) AND GPL-3.0", "MIT ISC", "(MIT"] {
        assert!(!is_permitted(refused, &allowed), "{refused}");
    }
}
