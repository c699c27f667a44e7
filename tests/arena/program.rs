//! Runs the program, and directories for its files.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// A shell script that takes the first legal action of each turn.
pub const FIRST_ACTION: &str = r#"sh -c 'while read -r line; do rest=${line#*version\":}; echo "{\"version\":${rest%%,*},\"action\":0}"; done'"#;

/// A shell script that resigns at once.
pub const RESIGNS: &str = r#"sh -c 'while read -r line; do rest=${line#*version\":}; echo "{\"version\":${rest%%,*},\"resign\":true}"; done'"#;

/// Returns the command of the program with these options, without settings from the environment.
pub fn program(options: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lapidary"));
    for (name, _) in std::env::vars() {
        if name.starts_with("LAPIDARY_") || name == "DATABASE_URL" {
            command.env_remove(name);
        }
    }
    command.args(options);
    command
}

/// Runs the program to its end.
pub fn run(options: &[&str]) -> Output {
    program(options).stdin(Stdio::null()).output().expect("the program runs")
}

/// Runs the program to its end with these lines as its input.
pub fn run_with_input(options: &[&str], input: &str) -> Output {
    let mut command = program(options);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program runs");
    // The program may end before it has read everything.
    child.stdin.take().expect("the input is piped").write_all(input.as_bytes()).ok();
    child.wait_with_output().expect("the program runs")
}

/// Runs a match with these options, which must succeed, and returns its report.
#[track_caller]
pub fn arena(options: &[&str]) -> Value {
    let output = run(&[&["arena", "--json"], options].concat());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{options:?}: {errors}");
    serde_json::from_slice(&output.stdout).expect("the report is JSON")
}

/// Returns what a command prints, which must succeed.
#[track_caller]
pub fn text(output: Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("the output is text")
}

/// An empty directory that goes with the test.
pub struct Directory(PathBuf);

impl Directory {
    /// Makes a directory for the test of this name.
    pub fn new(name: &str) -> Directory {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        std::fs::remove_dir_all(&path).ok();
        std::fs::create_dir_all(&path).expect("the directory can be made");
        Directory(path)
    }

    /// Returns the path of a file in it.
    pub fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("the path is text").to_owned()
    }

    /// Returns its files with their content, by name.
    pub fn files(&self, below: &str) -> Vec<(String, String)> {
        let entries = std::fs::read_dir(self.0.join(below)).expect("the directory exists");
        let mut files: Vec<(String, String)> = entries
            .map(|entry| entry.expect("the directory can be read"))
            .map(|entry| {
                let text = std::fs::read_to_string(entry.path()).expect("a file is text");
                (entry.file_name().to_string_lossy().into_owned(), text)
            })
            .collect();
        files.sort();
        files
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}
