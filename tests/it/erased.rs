//! Erased accounts stay erased when a backup of before is restored.

use std::fs;
use std::path::Path;

use reqwest::StatusCode;
use serde_json::json;

use crate::app::{PASSWORD, TestApp};
use crate::bots::bot;
use crate::database::Scratch;
use crate::games::table::{Table, terms};
use crate::process::{Process, run};

/// Returns the ids of the list, sorted, after a check of its lines.
fn listed(scratch: &Scratch) -> Vec<String> {
    let text = fs::read_to_string(scratch.0.join("erased.txt")).unwrap_or_default();
    let mut ids: Vec<String> = text
        .lines()
        .map(|line| {
            let (id, at) = line.split_once(' ').expect("two words");
            assert!(chrono::DateTime::parse_from_rfc3339(at).is_ok(), "{line}");
            id.to_owned()
        })
        .collect();
    ids.sort();
    ids
}

/// Restores a backup as docs/database.md says.
fn restore(data_dir: &str, dump: &Path) {
    let path = dump.display().to_string();
    let arguments = ["pg_restore", "--no-owner", "--exit-on-error", "--dbname=lapidary", &path];
    let restored = run(&[&["database", data_dir][..], &arguments].concat());
    assert!(restored.status.success(), "{}", String::from_utf8_lossy(&restored.stderr));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restored_backup_does_not_bring_erased_accounts_back() {
    let (scratch, elsewhere) = (Scratch::new("erased"), Scratch::new("erased-elsewhere"));
    let [dir, other] = [&scratch, &elsewhere].map(|scratch| format!("--data-dir={}", scratch.0.display()));
    let server = Process::serve(&[&dir]);
    let app = TestApp::elsewhere(server.address(), String::new());
    let table = Table::started(&app, terms(2)).await;
    let (ada, bob, eve) = (&table.seats[0], table.seats[1].token().to_owned(), app.user("eve").await);
    let (made, token) = bot(&app, ada, "ada-bot").await;
    let token = token.token().to_owned();
    let id = async |caller: &crate::app::Caller<'_>| {
        caller.get("/v1/me").await.expect(200).json["id"].as_str().expect("an id").to_owned()
    };
    let mut gone = [id(ada).await, made["id"].as_str().expect("an id").to_owned()];
    gone.sort();
    assert_eq!(listed(&scratch), [""; 0]);
    eve.erase().await.expect(204);
    let before = listed(&scratch);
    assert_eq!(before.len(), 1);

    let dump = scratch.0.with_extension("dump");
    let file = format!("--file={}", dump.display());
    assert!(run(&["database", &dir, "pg_dump", "--format=custom", &file]).status.success());
    ada.erase().await.expect(204);
    let (path, own) = (table.path(""), ada.token().to_owned());
    let mut all = [&gone[..], &before].concat();
    all.sort();
    assert_eq!(listed(&scratch), all, "the list grows with each erasure");
    assert!(server.stop().0.success());

    // The list has an account that the backup does not know, and names one twice.
    let list = scratch.0.join("erased.txt");
    let text = fs::read_to_string(&list).unwrap();
    let unknown = "0199aaaa-0000-7000-8000-000000000000 2026-11-30T12:00:00Z";
    fs::write(&list, format!("{text}{unknown}\n{text}")).unwrap();
    fs::rename(scratch.0.join("data"), scratch.0.join("data.old")).unwrap();
    restore(&dir, &dump);
    // On a new machine only the list is copied.
    fs::create_dir(&elsewhere.0).unwrap();
    fs::copy(&list, elsewhere.0.join("erased.txt")).unwrap();
    restore(&other, &dump);

    for dir in [&dir, &other] {
        let server = Process::serve(&[dir]);
        server.wait_for("they are erased again");
        let app = TestApp::elsewhere(server.address(), String::new());
        let login = json!({"username": "ada", "password": PASSWORD});
        app.anonymous().post("/v1/sessions", &login).await.expect(401);
        for token in [&own, &token] {
            app.with_token(token).get("/v1/me").await.expect(401);
        }
        for name in ["ada", "ada-bot"] {
            app.anonymous().get(&format!("/v1/players/{name}")).await.expect(404);
        }
        let game = app.with_token(&bob).get(&path).await.expect(200).json;
        assert_eq!(game["status"], "finished", "nobody waits for an erased player");
        assert_eq!(app.with_token(&bob).get("/v1/me").await.status, StatusCode::OK);
        assert!(server.stop().0.success());
        // The next start finds nothing to do.
        let server = Process::serve(&[dir]);
        let (_, _, log) = server.stop();
        assert!(!log.iter().any(|line| line.contains("they are erased again")), "{log:#?}");
    }
    fs::remove_file(dump).unwrap();
}

#[test]
fn a_server_does_not_start_without_its_list_of_erased_accounts() {
    let scratch = Scratch::new("erased-list");
    let dir = format!("--data-dir={}", scratch.0.display());
    assert!(Process::serve(&[&dir]).stop().0.success());
    let list = scratch.0.join("erased.txt");
    assert_eq!(fs::read_to_string(&list).unwrap(), "", "it is made at the first start");
    fs::write(&list, "ada\n").unwrap();
    let (status, _, log) = Process::start(&[&dir]).ended();
    assert!(
        !status.success() && log.join("\n").contains("line 1 of the list of erased accounts"),
        "{log:#?}"
    );
    let missing = format!("--erased-file={}", scratch.0.join("missing/erased.txt").display());
    let (status, _, log) = Process::start(&[&dir, &missing]).ended();
    assert!(!status.success() && log.join("\n").contains("missing/erased.txt cannot be used"), "{log:#?}");
}
