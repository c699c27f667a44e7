//! Both verifiers judge every kept export alike, honest or with one field changed. Which changes nobody can
//! find is in `data/not_proven.json`.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::Mutex;
use std::thread;

use lapidary::boards;
use lapidary::cli::verify;
use lapidary::engine::kids::sides::Sides;
use serde_json::{Value, json};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/oracle/verdicts.py");
const NOT_PROVEN: &str = include_str!("../../data/not_proven.json");

/// `examples/verify.py`, asked line by line.
struct Plain {
    child: Child,
    verdicts: BufReader<ChildStdout>,
}

impl Plain {
    fn start() -> Self {
        let mut child = Command::new("python3")
            .arg(SCRIPT)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the verifier needs python3");
        let verdicts = BufReader::new(child.stdout.take().expect("the pipe is ours"));
        Plain { child, verdicts }
    }

    /// Why it refuses an export.
    fn refuses(&mut self, export: &Value) -> Option<String> {
        // In one piece: a pipe writes what it is given at once, and an export has thousands of parts.
        let line = format!("{export}\n");
        self.child.stdin.as_mut().expect("the pipe is ours").write_all(line.as_bytes()).expect("it listens");
        let mut verdict = String::new();
        self.verdicts.read_line(&mut verdict).expect("it answers");
        let verdict = verdict.trim_end();
        assert!(verdict == "accepted" || verdict.starts_with("refused "), "{verdict}");
        verdict.strip_prefix("refused ").map(str::to_owned)
    }
}

impl Drop for Plain {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        self.child.wait().ok();
    }
}

/// Both verifiers.
struct Judges {
    plain: Plain,
    sides: Sides,
}

impl Judges {
    fn new() -> Self {
        Judges { plain: Plain::start(), sides: boards::load(None).expect("our boards are sound") }
    }

    /// Whether both refuse; they must agree.
    fn refuse(&mut self, export: &Value, what: &str) -> bool {
        let ours = verify::check(&export.to_string(), &self.sides).err().map(|reason| reason.to_string());
        let theirs = self.plain.refuses(export);
        assert_eq!(ours.is_some(), theirs.is_some(), "{what}: ours {ours:?}, theirs {theirs:?}");
        ours.is_some()
    }
}

fn kept() -> BTreeMap<String, Value> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/exports");
    let files = std::fs::read_dir(directory).expect("there are kept exports");
    let export = |path: &Path| {
        let text = std::fs::read_to_string(path).expect("a text");
        serde_json::from_str(&text).expect("an export is JSON")
    };
    let paths = files.map(|file| file.expect("a file").path());
    paths
        .map(|path| (path.file_stem().expect("a name").to_string_lossy().into_owned(), export(&path)))
        .collect()
}

/// Every field and every item of an export, by its path: also those that have parts, which are taken away.
fn places(value: &Value, path: &str, found: &mut Vec<String>) {
    let parts: Vec<(String, &Value)> = match value {
        Value::Object(fields) => fields.iter().map(|(name, value)| (name.clone(), value)).collect(),
        Value::Array(items) => {
            items.iter().enumerate().map(|(place, item)| (place.to_string(), item)).collect()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
    };
    for (name, value) in parts {
        let path = format!("{path}/{name}");
        found.push(path.clone());
        places(value, &path, found);
    }
}

/// What kind of field a path leads to: events by their type, actions and effects by theirs, any index as `*`.
fn kind(export: &Value, path: &str) -> String {
    let mut kind = String::new();
    let mut value = export;
    for part in path.split('/').skip(1) {
        let is_index = value.is_array();
        value =
            value.get(part).or_else(|| value.get(part.parse::<usize>().ok()?)).expect("the path leads there");
        kind += if is_index { "/*" } else { "/" };
        kind += if is_index { "" } else { part };
        if let Some(name) = value.get("type").and_then(Value::as_str) {
            kind += &format!(":{name}");
        }
    }
    kind
}

/// The lies about a place: another value, another type of value, nothing, and the field left out.
fn lies(value: &Value) -> Vec<Option<Value>> {
    let another = match value {
        Value::Null => json!(0),
        Value::Bool(value) => json!(!value),
        Value::Number(number) if number.as_u64() == Some(0) => json!(1),
        Value::Number(number) => json!(number.as_u64().unwrap_or_default() - 1),
        Value::String(text) => json!(another_text(text)),
        Value::Array(items) => items.iter().rev().cloned().collect(),
        Value::Object(fields) => {
            let mut fields = fields.clone();
            fields.insert("unknown".to_owned(), json!(0));
            Value::Object(fields)
        }
    };
    let lies = [Some(another), Some(json!("c0ffee")), Some(json!(true)), Some(Value::Null), None];
    lies.into_iter().filter(|lie| lie.as_ref() != Some(value)).collect()
}

/// Exchanges a digit or a letter, so that instants, ids and numbers in hexadecimal stay what they are.
fn another_text(text: &str) -> String {
    let Some(place) = text.rfind(|letter: char| letter.is_ascii_hexdigit()) else {
        return format!("{text}x");
    };
    let other = if text[place..].starts_with('1') { "2" } else { "1" };
    format!("{}{other}{}", &text[..place], &text[place + 1..])
}

fn with_lie(export: &Value, path: &str, lie: Option<Value>) -> Value {
    let mut lying = export.clone();
    match lie {
        Some(lie) => *lying.pointer_mut(path).expect("the path leads somewhere") = lie,
        None => {
            let (parent, name) = path.rsplit_once('/').expect("a path");
            match lying.pointer_mut(parent).expect("the path leads somewhere") {
                Value::Object(fields) => drop(fields.shift_remove(name)),
                Value::Array(items) => drop(items.remove(name.parse().expect("an index"))),
                Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
            }
        }
    }
    lying
}

/// The kinds of field that can change alone, as `kind` writes them.
fn free() -> BTreeSet<String> {
    let list: Value = serde_json::from_str(NOT_PROVEN).expect("the list is JSON");
    let alone = list["not_proven"].as_array().expect("a list").iter().filter(|entry| entry["alone"] == true);
    let fields = alone.flat_map(|entry| entry["fields"].as_array().expect("fields"));
    fields.map(|field| format!("/{}", field.as_str().expect("a path"))).collect()
}

/// Whether the list names the field: `events/*/at` of any event, `events/*/aborted/seat` of an aborted game.
fn is_free(kind: &str, free: &BTreeSet<String>) -> bool {
    let plain: Vec<&str> = kind.split('/').map(|part| part.split(':').next().unwrap_or_default()).collect();
    let plain = plain.join("/");
    free.contains(&plain) || free.contains(&kind.replace("/*:aborted/data/", "/*/aborted/"))
}

#[test]
fn both_verifiers_accept_every_kept_export() {
    let mut judges = Judges::new();
    for (name, export) in kept() {
        assert!(!judges.refuse(&export, &name), "{name} is refused");
    }
}

/// Returns the group of exports in one of which a field of each kind is changed: for the head the games of a
/// combination of modules, for events those of a ruleset. With `ORACLE_LIES=all`: for the head the export
/// itself, for events the combination.
fn among(name: &str, export: &Value, in_events: bool) -> String {
    let combination = export["deal"]["deal_ruleset"].as_str().expect("a name");
    let ruleset = combination.split('+').next().expect("a ruleset");
    let all = std::env::var("ORACLE_LIES").is_ok_and(|which| which == "all");
    match (in_events, all) {
        (true, false) => ruleset.to_owned(),
        (true, true) | (false, false) => combination.to_owned(),
        (false, true) => name.to_owned(),
    }
}

/// An export, and the paths of the fields that are changed in it.
struct Task {
    name: String,
    export: Value,
    paths: Vec<String>,
}

/// Returns which fields are changed in which export, the longest task last.
fn tasks() -> Vec<Task> {
    let mut tried = BTreeSet::new();
    let task = |(name, export): (String, Value)| {
        let mut paths = Vec::new();
        places(&export, "", &mut paths);
        paths.retain(|path| {
            let group = among(&name, &export, path.starts_with("/events"));
            tried.insert(format!("{} of {group}", kind(&export, path)))
        });
        Task { name, export, paths }
    };
    let mut tasks: Vec<Task> = kept().into_iter().map(task).collect();
    tasks.sort_by_key(|task| task.paths.len());
    tasks
}

/// Changes these fields one by one; returns the kinds of those whose change is accepted.
fn accepted(judges: &mut Judges, task: &Task, free: &BTreeSet<String>) -> BTreeSet<String> {
    let Task { name, export, paths } = task;
    let mut accepted = BTreeSet::new();
    for path in paths {
        let kind = kind(export, path);
        let lies = lies(export.pointer(path).expect("the path leads somewhere"));
        let enough = lies.iter().enumerate().filter(|(place, lie)| {
            // A replay takes up to a second, so that events are tried two lies each, the head all of them.
            !path.starts_with("/events") || *place == 0 || lie.is_none()
        });
        for (_, lie) in enough {
            let what = format!("{name}: {path} is {lie:?}");
            let refused = judges.refuse(&with_lie(export, path, lie.clone()), &what);
            if !refused && lie.is_none() && kind == "/deal/board" {
                // Exports from before this field have none, and are judged on our boards.
                continue;
            }
            assert!(refused || is_free(&kind, free), "{what}, and nobody finds it");
            if !refused {
                accepted.insert(kind.clone());
            }
        }
    }
    accepted
}

#[test]
fn both_verifiers_find_a_change_of_any_field_unless_it_is_listed() {
    let (free, tasks) = (free(), Mutex::new(tasks()));
    let work = || {
        let (mut judges, mut found) = (Judges::new(), BTreeSet::new());
        loop {
            let next = tasks.lock().expect("no worker failed").pop();
            let Some(task) = next else { return found };
            found.extend(accepted(&mut judges, &task, &free));
        }
    };
    let accepted: BTreeSet<String> = thread::scope(|scope| {
        let workers = [scope.spawn(work), scope.spawn(work)];
        workers.into_iter().flat_map(|worker| worker.join().expect("every change is judged")).collect()
    });
    let needless: Vec<&String> = free
        .iter()
        .filter(|field| !accepted.iter().any(|kind| is_free(kind, &BTreeSet::from([(*field).clone()]))))
        .collect();
    assert!(needless.is_empty(), "a change of these is found, so they need not be listed: {needless:?}");
}

#[test]
fn both_verifiers_accept_what_is_changed_everywhere_and_cannot_be_proven() {
    let mut judges = Judges::new();
    for (name, export) in kept() {
        let text = export.to_string();
        for (from, to) in
            [("\"bob\"", "\"eve\""), ("\"after_commitment\":true", "\"after_commitment\":false")]
        {
            if name == "splendor-duplicate" && from.contains("after_commitment") {
                // Its players contribute to the tournament, not to the game.
                continue;
            }
            let lie = text.replace(from, to);
            assert_ne!(lie, text, "{name} has no {from}");
            let lie: Value = serde_json::from_str(&lie).expect("it is JSON still");
            assert!(!judges.refuse(&lie, &format!("{name} with {to} for {from}")), "{name} with {to}");
        }
    }
}
