//! Matches between bots that play as they should.

use lapidary::boards;
use lapidary::cli::verify;
use serde_json::{Value, json};

use crate::program::{Directory, FIRST_ACTION, RESIGNS, arena, run, text};

#[test]
fn the_same_seed_gives_the_same_bytes_with_any_number_of_jobs() {
    let directory = Directory::new("same-bytes");
    let options = ["arena", "--bots", "builtin:greedy", FIRST_ACTION, "builtin:random", "--games=6"];
    let more = ["--rotate", "--seed=7", "--json", "--games-dir"];
    let played = |name: &str, jobs: &str| {
        let files = directory.file(name);
        text(run(&[&options[..], &more, &[&files, jobs]].concat()))
    };
    let (one, again, two) = (played("a", "--jobs=1"), played("b", "--jobs=1"), played("c", "--jobs=2"));
    assert!(one == again && one == two, "{one}\n{two}");
    let files = ["a", "b", "c"].map(|name| directory.files(name));
    assert!(files[0] == files[1] && files[0] == files[2]);
    assert_eq!(files[0].len(), 6);
    let other = text(run(&[&options[..], &["--rotate", "--seed=8", "--json"]].concat()));
    assert_ne!(one, other);
}

#[test]
fn an_interrupted_match_goes_on_after_the_games_that_it_has() {
    let directory = Directory::new("resumed");
    let bots = ["arena", "--bots", "builtin:greedy", RESIGNS, "builtin:random"];
    let played = |file: Option<&str>, more: &[&str]| {
        let resume = file.map(|file| directory.file(file));
        let resume = resume.iter().flat_map(|file| ["--resume", file]);
        let words: Vec<&str> = [&bots[..], more].concat().into_iter().chain(resume).collect();
        run(&words)
    };
    let terms = ["--rotate", "--seed=7", "--json", "--gauntlet"];
    let with = |games: &'static str| [&terms[..], &[games]].concat();
    let whole = text(played(None, &with("--games=12")));
    assert_eq!(serde_json::from_str::<Value>(&whole).unwrap()["games"], 12);
    let first = text(played(Some("results"), &with("--games=4")));
    assert_ne!(first, whole);
    // The process was killed while it wrote a line.
    let file = directory.file("results");
    let stored = std::fs::read_to_string(&file).unwrap();
    assert_eq!(stored.lines().count(), 5);
    std::fs::write(&file, &stored[..stored.len() - 9]).unwrap();
    assert_eq!(text(played(Some("results"), &with("--games=12"))), whole);
    assert_eq!(std::fs::read_to_string(&file).unwrap().lines().count(), 13);
    // Its seed is that of the file; another one, or other terms, are another match.
    let unseeded = text(played(Some("results"), &["--rotate", "--json", "--gauntlet", "--games=12"]));
    assert_eq!(unseeded, whole);
    for other in [&["--rotate", "--seed=8", "--gauntlet"][..], &["--seed=7", "--gauntlet"], &["--rotate"]] {
        let refused = played(Some("results"), other);
        assert!(!refused.status.success());
        assert!(String::from_utf8_lossy(&refused.stderr).contains("another match"), "{other:?}");
    }
    std::fs::write(&file, stored.replacen("\"game\":1", "\"game\":2", 1)).unwrap();
    let refused = played(Some("results"), &with("--games=12"));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("line 2"), "{refused:?}");
}

#[test]
fn every_game_file_verifies() {
    let directory = Directory::new("game-files");
    let sides = boards::load(None).unwrap();
    let tables = [
        ["--ruleset=splendor", "--seats=2", "--modules=orient,strongholds,trading_posts,cities"],
        ["--ruleset=splendor", "--seats=4", "--modules="],
        ["--ruleset=kids", "--seats=3", "--modules=mysteries"],
        ["--ruleset=kids", "--seats=2", "--options=board=short"],
    ];
    for (place, table) in tables.iter().enumerate() {
        let files = directory.file(&place.to_string());
        let table: Vec<&str> = table.iter().copied().filter(|option| *option != "--modules=").collect();
        let bots = ["--bots", "builtin:greedy", "builtin:random", "builtin:random", "builtin:greedy:50"];
        let options = ["--games=4", "--seed=7", "--games-dir", &files];
        let report = arena(&[&bots[..], &table, &options].concat());
        assert_eq!(report["faults"], json!([]), "{table:?}");
        let games = directory.files(&place.to_string());
        assert_eq!(games.len() as u64, report["games"].as_u64().unwrap());
        for (name, export) in games {
            verify::check(&export, &sides).unwrap_or_else(|error| panic!("{table:?} {name}: {error}"));
        }
    }
}

#[test]
fn games_of_a_pair_have_one_deal_and_exchanged_seats() {
    let directory = Directory::new("pairs");
    let options = ["--bots", "builtin:greedy", "builtin:random", "--games=4", "--rotate", "--seed=7"];
    arena(&[&options[..], &["--games-dir", &directory.file("games")]].concat());
    let games: Vec<Value> =
        directory.files("games").iter().map(|(_, text)| serde_json::from_str(text).unwrap()).collect();
    for pair in games.chunks(2) {
        for same in ["deal_id", "server_seed", "commitment"] {
            assert_eq!(pair[0]["deal"][same], pair[1]["deal"][same]);
        }
        assert_eq!(pair[0]["events"][0]["data"]["market"], pair[1]["events"][0]["data"]["market"]);
        let seats = |game: &Value| {
            [0, 1].map(|seat| game["game"]["seats"][seat]["player"]["username"].as_str().unwrap().to_owned())
        };
        assert_eq!(seats(&pair[0]), ["greedy", "random"]);
        assert_eq!(seats(&pair[1]), ["random", "greedy"]);
        assert_ne!(pair[0]["game"]["id"], pair[1]["game"]["id"]);
    }
    assert_ne!(games[0]["deal"]["deal_id"], games[2]["deal"]["deal_id"]);
}

#[test]
fn a_report_has_shares_with_intervals_pairs_and_ratings() {
    let bots = ["--bots", RESIGNS, "builtin:greedy", "builtin:random"];
    let report =
        arena(&[&bots[..], &["--games=60", "--rotate", "--seed=7", "--names", "r", "g", "z"]].concat());
    assert_eq!(report["games"], 60);
    assert_eq!(report["deals"], 10);
    assert_eq!(report["ended"], "completed");
    assert_eq!(report["ruleset"], "splendor");
    let of = |name: &str| report["bots"].as_array().unwrap().iter().find(|bot| bot["name"] == name).unwrap();
    let (resigns, greedy) = (of("r"), of("g"));
    for bot in [resigns, greedy, of("z")] {
        assert_eq!(bot["games"], 40);
        let [low, share, high] = ["low", "win_share", "high"].map(|name| bot[name].as_f64().unwrap());
        assert!(0.0 <= low && low <= share && share <= high && high <= 1.0 && high - low < 0.5, "{bot}");
        let [wins, shared, losses] = ["wins", "shared", "losses"].map(|name| bot[name].as_u64().unwrap());
        assert_eq!(wins + shared + losses, 40);
    }
    assert!(greedy["low"].as_f64() > resigns["high"].as_f64(), "{report}");
    assert!(greedy["rating"].as_f64() > resigns["rating"].as_f64(), "{report}");
    let pairs: Vec<&Value> = report["pairs"].as_array().unwrap().iter().map(|pair| &pair["bots"]).collect();
    assert_eq!(pairs, [&json!(["r", "g"]), &json!(["r", "z"]), &json!(["g", "z"])]);
    assert!(report["pairs"].as_array().unwrap().iter().all(|pair| pair["games"] == 20), "{report}");
}

#[test]
fn a_sequential_test_ends_the_match_early() {
    let bots = ["--bots", "builtin:random", RESIGNS, "--games=4000", "--rotate", "--seed=7"];
    let high = arena(&[&bots[..], &["--sprt", "0.5", "0.6"]].concat());
    assert_eq!((&high["ended"], &high["sprt"]["accepted"]), (&json!("sprt"), &json!("high")), "{high}");
    let games = high["games"].as_u64().unwrap();
    assert!(games < 100 && games.is_multiple_of(2), "{games} games");
    let turned = ["--bots", RESIGNS, "builtin:random", "--games=4000", "--rotate", "--seed=7"];
    let low = arena(&[&turned[..], &["--sprt", "0.4", "0.5", "--jobs=2"]].concat());
    assert_eq!((&low["ended"], &low["sprt"]["accepted"]), (&json!("sprt"), &json!("low")), "{low}");
}

#[test]
fn the_report_as_text_names_every_bot() {
    let options = ["arena", "--bots", "builtin:greedy", "builtin:random", "builtin:greedy:30", "--games=6"];
    let report = text(run(&[&options[..], &["--rotate", "--seed=7"]].concat()));
    assert!(
        report.starts_with("6 games of splendor with 2 seats; deals: 1; seed: 7; seats rotate\n"),
        "{report}"
    );
    for words in ["\ngreedy ", "\nrandom ", "\ngreedy:30 ", "greedy     against  random", "95 % interval"] {
        assert!(report.contains(words), "{words}: {report}");
    }
}

#[test]
fn a_command_line_that_makes_no_match_says_why() {
    let cases: [(&[&str], &str); 11] = [
        (&["--bots", "builtin:greedy", "builtin:nobody"], "no built-in opponent is named `nobody`"),
        (&["--bots", "builtin:greedy", "lapidary-no-such-bot"], "there is no program `lapidary-no-such-bot`"),
        (&["--bots", "builtin:greedy", "./no/such/bot x"], "there is no program `./no/such/bot`"),
        (&["--bots", "builtin:greedy", "sh -c 'x"], "a quote that does not end"),
        (&["--bots", "builtin:greedy", "builtin:random", "--seats=3"], "2 bots cannot fill 3 seats"),
        (&["--bots", "builtin:greedy", "builtin:random", "--names", "a"], "1 names are given for 2 bots"),
        (&["--bots", "builtin:greedy", "builtin:random", "--sprt", "0.6", "0.5"], "0 < LOW < HIGH < 1"),
        (&["--bots", "builtin:greedy", "builtin:random", "--ruleset=chess"], "No ruleset has this id"),
        (&["--bots", "builtin:greedy", "builtin:random", "--modules=sirens"], "no such module"),
        (&["--bots", "builtin:greedy", "builtin:random", "--games=0"], "0 is not in"),
        (&["--bots", "builtin:greedy"], "2 more values required"),
    ];
    for (options, words) in cases {
        let output = run(&[&["arena"], options].concat());
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        let shown =
            errors.contains(words) || words == "2 more values required" && errors.contains("required");
        assert!(!output.status.success() && shown, "{options:?}: {errors}");
        assert!(output.stdout.is_empty(), "{options:?}");
    }
}
