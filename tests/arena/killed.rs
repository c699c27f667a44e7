//! Programs end with the arena, however it ends.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::program::{Directory, program};

/// The time after which the program of the tests would end by itself.
const ALONE: Duration = Duration::from_secs(120);

#[test]
fn a_signal_ends_the_programs_and_reports_what_was_played() {
    let directory = Directory::new("terminated");
    let pipe = directory.file("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
    // The program holds the pipe open as long as it lives, and so does the process that it has started.
    let bot = format!("sh -c 'exec 3> {pipe}; echo started >&3; sleep 120 & exec sleep 120'");
    let options = ["arena", "--bots", &bot, "builtin:random", "--time-ms=120000", "--seed=7", "--games=1"];
    let mut command = program(&options);
    let arena = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut held = BufReader::new(File::open(&pipe).unwrap());
    let mut line = String::new();
    held.read_line(&mut line).unwrap();
    assert_eq!(line, "started\n");
    let begun = Instant::now();
    kill_process(Pid::from_child(&arena), Signal::TERM).unwrap();
    let output = arena.wait_with_output().unwrap();
    held.read_to_string(&mut line).unwrap();
    assert!(begun.elapsed() < ALONE / 2, "the program outlived the arena");
    let [report, errors] =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    assert!(!output.status.success());
    assert!(report.starts_with("0 games of splendor") && report.contains("stopped before"), "{report}");
    assert!(errors.contains("the match was stopped before its last game"), "{errors}");
}

#[test]
#[cfg(target_os = "linux")]
fn even_a_killed_arena_takes_its_programs_along() {
    let directory = Directory::new("killed");
    let pipe = directory.file("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
    let bot = format!("sh -c 'exec 3> {pipe}; echo started >&3; exec sleep 120'");
    let options = ["arena", "--bots", &bot, "builtin:random", "--time-ms=120000", "--seed=7", "--games=1"];
    let mut arena = program(&options).stdin(Stdio::null()).stdout(Stdio::null()).spawn().unwrap();
    let mut held = BufReader::new(File::open(&pipe).unwrap());
    let mut line = String::new();
    held.read_line(&mut line).unwrap();
    let begun = Instant::now();
    arena.kill().unwrap();
    arena.wait().unwrap();
    held.read_to_string(&mut line).unwrap();
    assert!(begun.elapsed() < ALONE / 2, "the program outlived the arena");
}

#[test]
#[cfg(target_os = "linux")]
fn what_a_program_has_started_in_other_sessions_ends_with_the_match() {
    let directory = Directory::new("sessions");
    let pipe = directory.file("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
    // Whatever it starts holds the pipe open, also what has lost its parent.
    let bot = format!(
        "sh -c 'exec 3> {pipe}; setsid sleep 120 & (setsid sh -c \"setsid sleep 120 & sleep 120\" &); \
         echo started >&3; read -r line; exec sleep 120'"
    );
    let options = ["arena", "--bots", &bot, "builtin:random", "--time-ms=1000", "--seed=7", "--games=1"];
    let mut arena = program(&options).args(["--simulations=1"]).stdout(Stdio::null()).spawn().unwrap();
    let mut held = BufReader::new(File::open(&pipe).unwrap());
    let (begun, mut text) = (Instant::now(), String::new());
    held.read_to_string(&mut text).unwrap();
    assert_eq!(text, "started\n");
    assert!(begun.elapsed() < ALONE / 2, "something that the program has started outlived the match");
    assert!(arena.wait().unwrap().success());
}

#[test]
#[cfg(target_os = "linux")]
fn a_match_leaves_no_processes() {
    // The mark is in the command line of every process of the bot.
    let mark = format!("left-{}", std::process::id());
    let bot = format!("sh -c 'sleep 600 & read -r line; exec sleep 600' {mark}");
    let options = ["arena", "--bots", &bot, "builtin:random", "--time-ms=200", "--start-ms=0", "--games=4"];
    let output = program(&options).args(["--simulations=1", "--seed=7"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let processes = std::fs::read_dir("/proc").unwrap().filter_map(|entry| {
        let path = entry.ok()?.path().join("cmdline");
        std::fs::read_to_string(path).ok().filter(|line| line.contains(&mark))
    });
    assert_eq!(processes.collect::<Vec<_>>(), Vec::<String>::new());
}
