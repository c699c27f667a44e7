//! The files for operators: no default password, no needless rights, and settings that exist.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::sources::{below, none};

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// Returns the names of settings of the server in a text.
fn settings(text: &str) -> BTreeSet<&str> {
    let words = text.split(|letter: char| !matches!(letter, 'A'..='Z' | '0'..='9' | '_'));
    words.filter(|word| word.starts_with("LAPIDARY_") && !word.ends_with('_')).collect()
}

#[test]
fn containers_have_no_default_password_and_no_needless_rights() {
    let compose = read("docker-compose.yml");
    assert!(!compose.contains("PASSWORD:"), "passwords are in files");
    let services = compose.split_once("\nservices:\n").unwrap().1.split_once("\nnetworks:\n").unwrap().0;
    let mut names = Vec::new();
    for service in services.split("\n\n") {
        names.push(service.trim_start().lines().next().unwrap().trim_end_matches(':'));
        for hardening in
            ["read_only: true", "cap_drop: [ALL]", "no-new-privileges:true", "mem_limit:", "pids_limit:"]
        {
            assert!(service.contains(hardening), "{hardening}:\n{service}");
        }
    }
    assert_eq!(names, ["database", "server"]);
}

#[test]
fn files_for_operators_name_settings_that_exist() {
    let code: Vec<String> =
        below("src/model/settings", ".rs").into_iter().map(|source| source.text).collect();
    let code = code.join("\n") + &read("src/model/settings.rs");
    let known: BTreeSet<&str> =
        code.split("env = \"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(known.len() > 50, "the settings are found");
    let files = [
        "docker-compose.yml",
        "Dockerfile",
        "docs/operating.md",
        "docs/small-server.md",
        "docs/database.md",
        "docs/proxy.md",
        "docs/mail-and-webhooks.md",
        "docs/monitoring.md",
        "docs/scaling.md",
        "docs/cluster.md",
        "docs/upgrading.md",
        "docs/operating/lapidary.service",
        "docs/operating/alerts.yml",
        "docs/operating/nginx.conf",
        "docs/operating/Caddyfile",
        "docs/packages.md",
        "packages/debian/env",
    ];
    let unknown: Vec<String> = files
        .into_iter()
        .flat_map(|file| {
            let text = read(file);
            let unknown: Vec<String> =
                settings(&text).difference(&known).map(|name| format!("{file}: {name}")).collect();
            unknown
        })
        .collect();
    none("names of settings that do not exist", &unknown);
}

/// Returns the number that stands behind these words in a text.
fn number(text: &str, words: &str) -> u32 {
    let (_, rest) = text.split_once(words).unwrap_or_else(|| panic!("no {words:?}"));
    let digits = rest.chars().filter(|letter| *letter != '_').take_while(char::is_ascii_digit);
    digits.collect::<String>().parse().unwrap()
}

#[test]
fn proxies_wait_long_enough_and_name_paths_that_exist() {
    let (nginx, caddy) = (read("docs/operating/nginx.conf"), read("docs/operating/Caddyfile"));
    let unused = number(&read("src/startup/server.rs"), "const KEEP_ALIVE: Duration = Duration::from_secs(");
    assert!(number(&nginx, "    keepalive_timeout ") < unused);
    assert!(number(&caddy, "\tkeepalive ") < unused);
    let wait_ms = number(&read("src/api/games/history.rs"), "const WAIT_MS_MAX: u64 = ");
    assert!(1_000 * number(&nginx, "    proxy_read_timeout ") > wait_ms);
    let list_kib = number(&read("src/api/tournaments/sent_list.rs"), "pub const LIST_BYTES_MAX: usize = ");
    assert!(1_024 * number(&nginx, "    client_max_body_size ") > list_kib);
    assert!(1_024 * number(&caddy, "\tmax_size ") > list_kib);
    let site: String = below("src/api/site", ".rs").into_iter().map(|source| source.text).collect();
    for (file, path) in [(&nginx, "/metrics"), (&caddy, "/metrics"), (&caddy, "/readyz")] {
        assert!(file.contains(&format!(" {path}")) && site.contains(&format!("\"{path}\"")), "{path}");
    }
}
