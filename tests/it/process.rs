//! The program as a separate process, with its log.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, ChildStderr, Command, ExitStatus, Output, Stdio};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

/// The maximum wait for a line of the log.
const LINE_TIME_MAX: Duration = Duration::from_secs(120);

/// A running server.
pub struct Process {
    child: Child,
    log: Arc<Log>,
    /// Its standard output before it listened.
    pub first_line: String,
}

/// The lines so far, and whether the log is still open.
#[derive(Default)]
struct Log {
    lines: Mutex<(Vec<String>, bool)>,
    news: Condvar,
}

/// Returns the command of the program with these options, without settings from the environment of the tests.
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
    program(options).output().expect("the program runs")
}

/// The options of every server in the tests: a free port and cheap passwords.
fn serving(options: &[&str]) -> Command {
    let always = ["serve", "--listen=127.0.0.1:0", "--workers=1", "--drain=1000", "--rate-limits=off"];
    let mut command = program(&[&always[..], options].concat());
    command.args(["--password-memory-kib=8", "--password-passes=1"]);
    // The options of a test override it.
    command.env("LAPIDARY_STOP_DELAY_MS", "0");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

impl Process {
    /// Starts a server that logs text, and waits until it listens.
    pub fn serve(options: &[&str]) -> Process {
        let mut process = Process::start(options);
        let stdout = process.child.stdout.take().expect("standard output is piped");
        BufReader::new(stdout).read_line(&mut process.first_line).expect("the first_line is text");
        assert!(process.first_line.contains("listening"), "{:?}", process.log());
        process
    }

    /// Starts a server.
    pub fn start(options: &[&str]) -> Process {
        let mut child = serving(options).spawn().expect("the program starts");
        let log = Arc::new(Log::default());
        let stderr = child.stderr.take().expect("standard error is piped");
        std::thread::spawn({
            let log = log.clone();
            move || collect(stderr, &log)
        });
        Process { child, log, first_line: String::new() }
    }

    /// Starts a server whose log nobody reads, and waits until it listens.
    pub fn unread(options: &[&str]) -> Process {
        let mut child = serving(options).spawn().expect("the program starts");
        let mut first_line = String::new();
        let stdout = child.stdout.as_mut().expect("standard output is piped");
        BufReader::new(stdout).read_line(&mut first_line).expect("the first_line is text");
        Process { child, log: Arc::default(), first_line }
    }

    /// Returns its base URL, without a trailing slash.
    pub fn address(&self) -> String {
        let url = self.first_line.split_whitespace().last().expect("the first_line ends in an address");
        url.trim_end_matches("/docs").to_owned()
    }

    /// The log so far.
    pub fn log(&self) -> Vec<String> {
        self.log.lines.lock().unwrap().0.clone()
    }

    /// Waits for a line that holds these words.
    #[track_caller]
    pub fn wait_for(&self, words: &str) -> String {
        let lines = self.log.lines.lock().unwrap();
        let found = |lines: &(Vec<String>, bool)| lines.0.iter().find(|line| line.contains(words)).cloned();
        let waiting = |lines: &mut (Vec<String>, bool)| found(lines).is_none() && !lines.1;
        let (lines, _) = self.log.news.wait_timeout_while(lines, LINE_TIME_MAX, waiting).unwrap();
        found(&lines).unwrap_or_else(|| panic!("no line with {words:?}:\n{}", lines.0.join("\n")))
    }

    /// Sends it a signal.
    pub fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).expect("it runs");
    }

    /// Stops it gracefully; returns its exit status, the rest of its standard output, and its whole log.
    pub fn stop(mut self) -> (ExitStatus, String, Vec<String>) {
        self.signal(Signal::TERM);
        self.ended()
    }

    /// Waits for its end.
    pub fn ended(&mut self) -> (ExitStatus, String, Vec<String>) {
        let mut rest = String::new();
        if let Some(mut stdout) = self.child.stdout.take() {
            stdout.read_to_string(&mut rest).expect("standard output is text");
        }
        let status = self.child.wait().expect("it ends");
        let lines = self.log.lines.lock().unwrap();
        let (lines, _) = self.log.news.wait_timeout_while(lines, LINE_TIME_MAX, |lines| !lines.1).unwrap();
        (status, rest, lines.0.clone())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn collect(stderr: ChildStderr, log: &Log) {
    for line in BufReader::new(stderr).split(b'\n').map_while(Result::ok) {
        let line = String::from_utf8_lossy(&line).into_owned();
        log.lines.lock().unwrap().0.push(line);
        log.news.notify_all();
    }
    log.lines.lock().unwrap().1 = true;
    log.news.notify_all();
}
