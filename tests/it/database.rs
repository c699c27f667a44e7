//! The embedded PostgreSQL: created once, found again, shared, recovered and stopped.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use lapidary::database::embedded::{Cluster, ClusterRequest, Departure, Durability, LaunchError, Origin};
use serde_json::json;

use crate::app::{PASSWORD, TestApp};

/// A directory that is deleted after the test.
pub struct Scratch(pub PathBuf);

impl Scratch {
    /// Creates the directory where every user has access, because PostgreSQL does not run as root.
    pub fn new(name: &str) -> Self {
        let memory = Path::new("/dev/shm");
        let base = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
        Self(base.join(format!("lapidary-scratch-{}-{name}", std::process::id())))
    }

    /// Returns a request for a cluster in the directory.
    pub fn request(&self) -> ClusterRequest {
        ClusterRequest {
            data_dir: self.0.clone(),
            programs_dir: crate::cluster::programs_dir(),
            bin_dir: std::env::var_os("PG_BIN_DIR").map(PathBuf::from),
            durability: Durability::Throwaway,
        }
    }

    /// Starts the cluster of the directory.
    pub fn start(&self) -> Cluster {
        Cluster::start(&self.request()).unwrap_or_else(|reason| panic!("{reason}"))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub async fn execute(cluster: &Cluster, sql: &str) -> usize {
    let mut connection =
        AsyncPgConnection::establish(&cluster.url("postgres")).await.expect("the cluster answers");
    diesel::sql_query(sql).execute(&mut connection).await.expect("the statement is good")
}

#[tokio::test]
async fn the_first_start_creates_a_cluster_and_the_second_finds_its_data() {
    let scratch = Scratch::new("twice");
    let first = scratch.start();
    assert_eq!(first.origin(), Origin::Made);
    execute(&first, "CREATE TABLE kept (n int)").await;
    execute(&first, "INSERT INTO kept VALUES (1), (2)").await;
    assert_eq!(first.leave().unwrap(), Departure::Stopped);

    let second = scratch.start();
    assert_eq!(second.origin(), Origin::Started);
    assert_eq!(execute(&second, "SELECT n FROM kept").await, 2);
}

#[tokio::test]
async fn the_first_of_two_starters_creates_the_cluster_and_the_last_user_stops_it() {
    let scratch = Scratch::new("race");
    let (one, other) = std::thread::scope(|scope| {
        let one = scope.spawn(|| scratch.start());
        let other = scope.spawn(|| scratch.start());
        (one.join().unwrap(), other.join().unwrap())
    });
    let mut origins = [one.origin(), other.origin()];
    origins.sort_by_key(|origin| *origin == Origin::Joined);
    assert_eq!(origins, [Origin::Made, Origin::Joined]);
    assert_eq!(one.leave().unwrap(), Departure::LeftRunning);
    assert_eq!(execute(&other, "SELECT 1").await, 1);
    assert_eq!(other.leave().unwrap(), Departure::Stopped);
    assert!(!scratch.0.join("data/postmaster.pid").exists());
}

#[tokio::test]
async fn a_server_that_a_killed_process_left_behind_is_joined() {
    let scratch = Scratch::new("orphan");
    let mut killed = Command::new(env!("CARGO_BIN_EXE_lapidary"))
        .args(["serve", "--listen", "127.0.0.1:0", "--data-dir"])
        .arg(&scratch.0)
        .env_remove("DATABASE_URL")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut first_line = String::new();
    BufReader::new(killed.stdout.take().unwrap()).read_line(&mut first_line).unwrap();
    assert!(first_line.contains("listening"), "{first_line}");
    killed.kill().unwrap();
    killed.wait().unwrap();

    let next = scratch.start();
    assert_eq!(next.origin(), Origin::Joined);
    assert_eq!(execute(&next, "SELECT 1").await, 1);
    assert_eq!(next.leave().unwrap(), Departure::Stopped);
}

#[tokio::test]
async fn a_database_outage_causes_503_and_ends_without_a_restart() {
    let scratch = Scratch::new("away");
    let cluster = scratch.start();
    let url = cluster.url("postgres");
    let app = TestApp::spawn_with(|settings| settings.database.database_url = Some(url)).await;
    app.anonymous().get("/readyz").await.expect(200);
    app.user("ada").await;

    cluster.interrupt().unwrap();
    app.anonymous().get("/readyz").await.expect_problem(503, "not_ready");
    app.anonymous().get("/livez").await.expect(200);
    let login = json!({"username": "ada", "password": PASSWORD});
    let refused = app.anonymous().post("/v1/sessions", &login).await.expect_problem(503, "unavailable");
    assert_eq!(refused.header("retry-after"), "1");

    let again = scratch.start();
    assert_eq!(again.origin(), Origin::Started);
    app.anonymous().get("/readyz").await.expect(200);
    app.anonymous().post("/v1/sessions", &login).await.expect(200);
}

#[tokio::test]
async fn leftovers_of_a_dead_server_are_removed_even_if_its_process_id_is_in_use() {
    let scratch = Scratch::new("stale");
    let socket_dir = scratch.start().socket_dir().to_owned();
    let stale = format!("{}\n/data\n0\n5432\n{}\n\n0 0\nready\n", std::process::id(), socket_dir.display());
    fs::write(scratch.0.join("data/postmaster.pid"), stale).unwrap();
    assert_eq!(scratch.start().origin(), Origin::Started);
}

#[test]
fn an_unfinished_cluster_is_discarded() {
    let scratch = Scratch::new("unfinished");
    drop(scratch.start());
    fs::rename(scratch.0.join("data"), scratch.0.join("data.new")).unwrap();
    assert_eq!(scratch.start().origin(), Origin::Made);
}

#[test]
fn a_directory_with_other_files_is_refused_and_not_changed() {
    let scratch = Scratch::new("foreign");
    fs::create_dir_all(&scratch.0).unwrap();
    fs::write(scratch.0.join("thesis.txt"), "years of work").unwrap();
    let refusal = Cluster::start(&scratch.request()).unwrap_err();
    assert!(matches!(refusal, LaunchError::ForeignDirectory(_)), "{refusal}");
    assert_eq!(fs::read_dir(&scratch.0).unwrap().count(), 1);
}

#[test]
fn missing_programs_are_reported_with_their_directory() {
    let scratch = Scratch::new("no-programs");
    let request = ClusterRequest { bin_dir: Some("/nowhere".into()), ..scratch.request() };
    let refusal = Cluster::start(&request).unwrap_err().to_string();
    assert!(refusal.contains("apt-get install postgresql"), "{refusal}");
    assert!(refusal.contains("/nowhere: has no initdb"), "{refusal}");
}

#[test]
fn data_of_another_version_are_not_touched() {
    let scratch = Scratch::new("version");
    let cluster = scratch.start();
    let request = ClusterRequest { bin_dir: Some(cluster.bin_dir().to_owned()), ..scratch.request() };
    drop(cluster);
    fs::write(scratch.0.join("data/PG_VERSION"), "9\n").unwrap();
    let refusal = Cluster::start(&request).unwrap_err().to_string();
    assert!(refusal.contains("was created by PostgreSQL 9"), "{refusal}");
}
