//! The PostgreSQL of the tests: one server for all tests and all their processes.
//!
//! `TEST_DATABASE_URL` names a server to use instead, and `LAPIDARY_CITUS_URL` the coordinator of a Citus
//! cluster, on which every test has a distributed database. Otherwise the tests start one of their own,
//! without crash safety, and in memory if there is room. It stops when the last test process has ended, in
//! whatever way. Its files stay (about 50 MB), and the next run reuses them. `make clean` removes them.

use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

use lapidary::database::embedded::{Cluster, ClusterRequest, Durability, LaunchError, default_data_dir};

/// The role of docs/operating/roles.sql.
pub const SERVER_ROLE: &str = "lapidary_server";

/// The free space that the memory file system must have for the tests' server.
const MEMORY_KILOBYTES_MIN: u64 = 1024 * 1024;

/// Returns the URL of a database on the tests' server.
pub fn url_of(database: &str) -> String {
    match citus_url().or_else(|| std::env::var("TEST_DATABASE_URL").ok()) {
        Some(url) => with_database(&url, database),
        None => own_server().url(database),
    }
}

/// Returns the URL of a database on the tests' server for a server that has rights on data only; with a
/// PostgreSQL of the operator, that of its own user.
pub fn server_url_of(database: &str) -> String {
    match is_own() {
        true => own_server().url_as(SERVER_ROLE, database),
        false => url_of(database),
    }
}

/// Whether the tests start the PostgreSQL that they use.
pub fn is_own() -> bool {
    citus_url().is_none() && std::env::var_os("TEST_DATABASE_URL").is_none()
}

/// Returns the address of the coordinator of a cluster, if the tests use one.
pub fn citus_url() -> Option<String> {
    std::env::var("LAPIDARY_CITUS_URL").ok().filter(|url| !url.is_empty())
}

/// Returns the address of the same database on another node.
pub fn at_node(url: &str, host: &str, port: i32) -> String {
    let (scheme, rest) = url.split_once("://").expect("LAPIDARY_CITUS_URL is a URL");
    let (authority, path) = rest.split_once('/').expect("the URL names a database");
    let user = authority.rsplit_once('@').map_or(String::new(), |(user, _)| format!("{user}@"));
    format!("{scheme}://{user}{host}:{port}/{path}")
}

/// Returns the URL with another database.
fn with_database(url: &str, database: &str) -> String {
    if !url.contains("://") {
        return format!("{url} dbname={database}");
    }
    let (address, query) = url.split_once('?').map_or((url, None), |(address, query)| (address, Some(query)));
    let authority = address.splitn(4, '/').take(3).collect::<Vec<_>>().join("/");
    query.map_or_else(|| format!("{authority}/{database}"), |query| format!("{authority}/{database}?{query}"))
}

fn own_server() -> &'static Cluster {
    static SERVER: OnceLock<Cluster> = OnceLock::new();
    SERVER.get_or_init(|| {
        let cluster = start();
        // A static is never dropped, so a guard stops the cluster after the process has ended.
        cluster.guard();
        cluster
    })
}

/// Starts the server in the first usable directory.
fn start() -> Cluster {
    for data_dir in places() {
        let request = ClusterRequest {
            data_dir,
            programs_dir: programs_dir(),
            bin_dir: std::env::var_os("PG_BIN_DIR").map(PathBuf::from),
            durability: Durability::Throwaway,
        };
        match start_anew(&request) {
            Ok(cluster) => return cluster,
            Err(LaunchError::ClosedDirectory { .. }) => {}
            Err(reason) => panic!("the tests' PostgreSQL does not start: {reason}"),
        }
    }
    panic!("the tests' PostgreSQL has no directory to live in");
}

/// Starts the server; discards data of a version that is no longer installed.
fn start_anew(request: &ClusterRequest) -> Result<Cluster, LaunchError> {
    match Cluster::start(request) {
        Err(LaunchError::NoPrograms { wanted: Some(_), .. }) => {
            std::fs::remove_dir_all(request.data_dir.join("data")).expect("old data can be thrown away");
            Cluster::start(request)
        }
        other => other,
    }
}

/// Returns the directory for downloaded PostgreSQL programs, the same one that the server uses.
pub fn programs_dir() -> Option<PathBuf> {
    default_data_dir().ok().map(|dir| dir.join("programs"))
}

/// Returns the possible directories of the server: in memory, in the build directory, or in the shared
/// temporary directory.
///
/// The last one is needed because the user who runs PostgreSQL often has no access to root's build directory.
fn places() -> Vec<PathBuf> {
    let name = format!("lapidary-test-database-{}", user());
    let memory = PathBuf::from("/dev/shm");
    let roomy = kilobytes_free(&memory).is_some_and(|free| free > MEMORY_KILOBYTES_MIN);
    let others = [PathBuf::from(env!("CARGO_TARGET_TMPDIR")), std::env::temp_dir()];
    roomy.then_some(memory).into_iter().chain(others).map(|place| place.join(&name)).collect()
}

fn kilobytes_free(place: &std::path::Path) -> Option<u64> {
    let output = Command::new("df").arg("-Pk").arg(place).output().ok()?;
    String::from_utf8(output.stdout).ok()?.lines().nth(1)?.split_whitespace().nth(3)?.parse().ok()
}

fn user() -> String {
    let output = Command::new("id").arg("-u").output().expect("there is a program that names the user");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}
