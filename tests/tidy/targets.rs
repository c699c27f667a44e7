//! The Makefile and the checks before a merge: whatever a newcomer can run, CI runs too. The lists of what is
//! installed name versions, and no place they come from.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::sources::none;

/// The targets that `.ci/run` leaves out, each with the reason.
const LEFT_OUT: [(&str, &str); 7] = [
    ("run", "serves until somebody ends it; the tests of the program do"),
    ("oracle", "is part of `make test`"),
    ("wasm-test", "is a step of `make contract STEPS=whole`"),
    ("citus", "needs a cluster"),
    ("deny", "changes without a change here"),
    ("release-dump", "writes a file of a release"),
    ("clean", "removes what was built"),
];

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// The targets of the Makefile: what is in front of a colon at the beginning of a line.
fn targets(makefile: &str) -> BTreeSet<&str> {
    let heads = makefile.lines().filter_map(|line| line.split_once(':').map(|(head, _)| head));
    heads.filter(|head| head.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-')).collect()
}

/// The targets that the commands of a script make.
fn made(script: &str) -> BTreeSet<&str> {
    let commands = script.lines().filter(|line| !line.trim_start().starts_with('#'));
    let lists = commands.filter_map(|line| line.split_once("for target in ").or(line.split_once("make ")));
    lists.flat_map(|(_, words)| words.split([' ', ';'])).collect()
}

#[test]
fn each_target_of_the_makefile_runs_in_ci() {
    let (makefile, script) = (read("Makefile"), read(".ci/run"));
    let (targets, made) = (targets(&makefile), made(&script));
    assert!(targets.len() > 20 && targets.contains("wasm-test"), "the targets are found: {targets:?}");
    let left_out: BTreeSet<&str> = LEFT_OUT.iter().map(|&(target, _)| target).collect();
    let missing = targets.iter().filter(|target| made.contains(*target) == left_out.contains(*target));
    let missing: Vec<String> = missing.map(|&target| target.to_owned()).collect();
    none("targets that `.ci/run` does not make, or makes and leaves out", &missing);
    let unknown: Vec<String> = left_out.difference(&targets).map(|&target| target.to_owned()).collect();
    none("targets that are left out and do not exist", &unknown);
    let listed: BTreeSet<&str> = makefile
        .lines()
        .find_map(|line| line.strip_prefix(".PHONY: "))
        .map(|line| line.split(' ').collect())
        .unwrap_or_default();
    assert_eq!(listed, targets, "each target is in .PHONY: none is a file");
}

#[test]
fn lock_files_name_no_place_that_packages_come_from() {
    let locks = ["packages/clients/typescript", "tests/contract/typescript", "web"];
    let named = locks.iter().map(|folder| format!("{folder}/package-lock.json"));
    let wrong: Vec<String> = named.filter(|lock| read(lock).contains("\"resolved\"")).collect();
    none("lock files with addresses: set omit-lockfile-registry-resolved", &wrong);
}
