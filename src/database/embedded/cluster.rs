//! A PostgreSQL cluster of our own: made, started or joined, and stopped by the last who leaves.
//!
//! Knows the life of the server process. Does not know what the databases hold.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use super::command;
use super::data_dir::DataDir;
use super::durability::Durability;
use super::launch_error::LaunchError;
use super::occupancy::{self, Share};
use super::orphans;
use super::postmaster;
use super::privileges::Runner;
use super::programs::{Programs, Search};

/// The longest that making a cluster may take; a slow disk syncs for long.
const INIT_TIME_MAX: Duration = Duration::from_secs(180);

/// The longest that a start may take; recovery after a crash replays what was not written.
const START_TIME_MAX: Duration = Duration::from_secs(120);

/// The longest that a stop may take.
const STOP_TIME_MAX: Duration = Duration::from_secs(60);

/// The longest wait for another process that makes, fetches or starts.
const TURN_TIME_MAX: Duration = Duration::from_secs(300);

/// The superuser of every cluster, which sets it up; the server itself connects as a plain role.
pub const SUPERUSER: &str = "postgres";

/// The number in the name of the socket.
pub const PORT: u16 = 5432;

/// The size at which the server's log is set aside at a start.
const LOG_BYTES_MAX: u64 = 10 * 1024 * 1024;

/// Which cluster is wanted.
#[derive(Debug, Clone)]
pub struct ClusterRequest {
    /// The directory that holds, or will hold, the cluster.
    pub data_dir: PathBuf,
    /// Where fetched programs lie; inside the data directory when nobody says otherwise.
    pub programs_dir: Option<PathBuf>,
    /// The directory of PostgreSQL's programs, when somebody names one (`PG_BIN_DIR`).
    pub bin_dir: Option<PathBuf>,
    /// What the data are worth.
    pub durability: Durability,
}

/// How a cluster came to run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// It was made and started.
    Made,
    /// It was there and was started.
    Started,
    /// It ran already, for another process or since one that was killed.
    Joined,
}

/// What leaving did to the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Departure {
    /// Nobody else used it, so it was stopped.
    Stopped,
    /// Another process uses it.
    LeftRunning,
}

/// A running cluster, and the promise that it runs while this value lives.
#[derive(Debug)]
pub struct Cluster {
    dir: DataDir,
    runner: Runner,
    programs: Programs,
    durability: Durability,
    socket_dir: PathBuf,
    origin: Origin,
    /// The lock that tells others of this user; none once left.
    presence: Option<File>,
}

impl Cluster {
    /// Joins the running server of the directory, or starts it, making what is missing.
    ///
    /// Blocks for as long as PostgreSQL takes.
    ///
    /// # Errors
    ///
    /// When the directory is not ours, no programs are found, or PostgreSQL fails.
    pub fn start(request: &ClusterRequest) -> Result<Self, LaunchError> {
        let runner = Runner::choose(&request.data_dir.join("data"));
        let dir = DataDir::claim(&request.data_dir, &runner)?;
        let presence = occupancy::acquire(&dir.users(), Share::Shared, TURN_TIME_MAX)?;
        let turn = occupancy::acquire(&dir.lock(), Share::Alone, TURN_TIME_MAX)?;
        runner.own(&dir.log())?;
        let programs = find_programs(request, &dir, &runner)?;
        let starter =
            Starter { dir: &dir, runner: &runner, programs: &programs, durability: request.durability };
        let (origin, socket_dir) = starter.join_or_start()?;
        drop(turn);
        let durability = request.durability;
        Ok(Self { dir, runner, programs, durability, socket_dir, origin, presence: Some(presence) })
    }

    /// Tells whether the server lives, without asking it.
    pub fn lives(&self) -> bool {
        postmaster::lives(&self.dir.data())
    }

    /// Starts the server again after it has died, unless another process did so already.
    ///
    /// Blocks for as long as PostgreSQL takes.
    ///
    /// # Errors
    ///
    /// When the data are gone, or PostgreSQL fails.
    pub fn revive(&self) -> Result<Origin, LaunchError> {
        let _turn = occupancy::acquire(&self.dir.lock(), Share::Alone, TURN_TIME_MAX)?;
        if self.dir.major().is_none() {
            return Err(LaunchError::DataGone(self.dir.data()));
        }
        let starter = Starter {
            dir: &self.dir,
            runner: &self.runner,
            programs: &self.programs,
            durability: self.durability,
        };
        starter.join_or_start().map(|(origin, _)| origin)
    }

    /// Returns how the cluster came to run.
    pub fn origin(&self) -> Origin {
        self.origin
    }

    /// Returns the major version of PostgreSQL.
    pub fn major(&self) -> u32 {
        self.programs.major
    }

    /// Returns the directory of PostgreSQL's programs.
    pub fn bin_dir(&self) -> &Path {
        self.programs.bin()
    }

    /// Returns the directory of the socket, which only its owner can enter.
    pub fn socket_dir(&self) -> &Path {
        &self.socket_dir
    }

    /// Returns the file the server writes its log to.
    pub fn log(&self) -> PathBuf {
        server_log(&self.dir)
    }

    /// Returns the connection string for a database of this cluster, as its superuser.
    pub fn url(&self, database: &str) -> String {
        self.url_as(SUPERUSER, database)
    }

    /// Returns the connection string for a database of this cluster.
    pub fn url_as(&self, role: &str, database: &str) -> String {
        let socket = self.socket_dir.display();
        format!("host='{socket}' port={PORT} user='{role}' dbname='{database}'")
    }

    /// Returns a command that runs in the environment of PostgreSQL's programs, whatever user runs this process.
    ///
    /// Their directory comes first on the `PATH`, and libraries that were fetched with them are found.
    pub fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        let path = std::env::var_os("PATH").unwrap_or_default();
        let places = std::iter::once(self.bin_dir().to_owned()).chain(std::env::split_paths(&path));
        if let Ok(joined) = std::env::join_paths(places) {
            command.env("PATH", joined);
        }
        if let Some(libraries) = self.programs.libraries() {
            command.env("LD_LIBRARY_PATH", libraries);
        }
        command
    }

    /// Leaves the cluster; the last one stops the server.
    ///
    /// # Errors
    ///
    /// When PostgreSQL does not stop.
    pub fn leave(mut self) -> Result<Departure, LaunchError> {
        self.depart()
    }

    /// Stops the server whoever uses it, as a fault would.
    ///
    /// # Errors
    ///
    /// When PostgreSQL does not stop.
    pub fn interrupt(&self) -> Result<(), LaunchError> {
        let mut stop = self.stop_command();
        command::run(&mut stop, &self.dir.log().join("stop.log"), STOP_TIME_MAX).map(drop)
    }

    /// Leaves the server to a guard that stops it when its last user has ended, however it ended.
    ///
    /// For programs that have no end of their own to call `leave` at, as tests. Where the machine
    /// has no `flock`, the server goes on and the next start joins it.
    pub fn guard(&self) {
        let stop = self.stop_command();
        // The user who runs PostgreSQL may not open the lock, so the guard gets it opened, as its standard input.
        let users = match occupancy::open(&self.dir.users()) {
            Ok(users) => users,
            Err(reason) => {
                return tracing::debug!(%reason, "the database has no guard and will go on running");
            }
        };
        let mut guard = Command::new("sh");
        guard.args(["-c", "flock --exclusive 0 && exec \"$@\" < /dev/null", "guard"]);
        guard.arg(stop.get_program()).args(stop.get_args());
        for (name, value) in stop.get_envs() {
            if let Some(value) = value {
                guard.env(name, value);
            }
        }
        // An interrupt at the terminal ends the tests, not the guard.
        std::os::unix::process::CommandExt::process_group(self.runner.prepare(&mut guard), 0);
        let spawned = guard.stdin(users).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        if let Err(reason) = spawned {
            tracing::debug!(%reason, "the database has no guard and will go on running");
        }
    }

    fn stop_command(&self) -> Command {
        let mut stop = self.programs.command("pg_ctl", &self.runner);
        stop.args(["stop", "-w", "-m", "fast", "-D"]).arg(self.dir.data());
        stop
    }

    fn depart(&mut self) -> Result<Departure, LaunchError> {
        let Some(presence) = self.presence.take() else { return Ok(Departure::LeftRunning) };
        drop(presence);
        // Whoever holds this alone knows that nobody starts, joins or uses the server.
        let Some(_alone) = occupancy::alone_now(&self.dir.users())? else {
            return Ok(Departure::LeftRunning);
        };
        if postmaster::read(&self.dir.data()).is_some() {
            self.interrupt()?;
        }
        Ok(Departure::Stopped)
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if let Err(reason) = self.depart() {
            tracing::error!(%reason, "the database did not stop");
        }
    }
}

fn find_programs(request: &ClusterRequest, dir: &DataDir, runner: &Runner) -> Result<Programs, LaunchError> {
    let fetched = request.programs_dir.clone().unwrap_or_else(|| dir.programs());
    let search = Search {
        bin_dir: request.bin_dir.as_deref(),
        fetched: &fetched,
        wanted: dir.major(),
        runner,
        log: &dir.log().join("version.log"),
    };
    search.find()
}

fn server_log(dir: &DataDir) -> PathBuf {
    dir.log().join("postgresql.log")
}

/// What one start needs, while it has its turn.
struct Starter<'a> {
    dir: &'a DataDir,
    runner: &'a Runner,
    programs: &'a Programs,
    durability: Durability,
}

impl Starter<'_> {
    fn join_or_start(&self) -> Result<(Origin, PathBuf), LaunchError> {
        if let Some(socket_dir) = postmaster::join(&self.dir.data(), START_TIME_MAX)? {
            return Ok((Origin::Joined, socket_dir));
        }
        let origin = if self.dir.major().is_some() { Origin::Started } else { Origin::Made };
        if origin == Origin::Made {
            self.make()?;
        }
        Ok((origin, self.start()?))
    }

    /// Makes the cluster beside its place and moves it there when it is whole.
    fn make(&self) -> Result<(), LaunchError> {
        let (data, unfinished) = (self.dir.data(), self.dir.unfinished_data());
        if data.exists() {
            return Err(LaunchError::ForeignDirectory(data));
        }
        let _ = fs::remove_dir_all(&unfinished);
        self.runner.own(&unfinished)?;
        let mut initdb = self.programs.command("initdb", self.runner);
        initdb.args(["--auth=trust", "--username", SUPERUSER, "--encoding=UTF8", "--locale=C"]);
        initdb.args(self.durability.initdb_option()).arg("-D").arg(&unfinished);
        command::run(&mut initdb, &self.dir.log().join("initdb.log"), INIT_TIME_MAX)?;
        let settings = unfinished.join("postgresql.conf");
        let include = "include_if_exists '../lapidary.conf'\n";
        fs::OpenOptions::new()
            .append(true)
            .open(&settings)
            .and_then(|mut file| std::io::Write::write_all(&mut file, include.as_bytes()))
            .map_err(LaunchError::at("write", &settings))?;
        fs::rename(&unfinished, &data).map_err(LaunchError::at("finish", &data))
    }

    fn start(&self) -> Result<PathBuf, LaunchError> {
        let socket_dir = self.dir.make_socket_dir(self.runner)?;
        orphans::end(&self.dir.data())?;
        postmaster::clear(&self.dir.data(), &socket_dir);
        let settings = self.dir.settings();
        fs::write(&settings, self.durability.settings(&socket_dir))
            .map_err(LaunchError::at("write", &settings))?;
        let log = server_log(self.dir);
        if fs::metadata(&log).is_ok_and(|found| found.len() > LOG_BYTES_MAX) {
            fs::rename(&log, log.with_extension("old")).map_err(LaunchError::at("set aside", &log))?;
        }
        let mut start = self.programs.command("pg_ctl", self.runner);
        start.args(["start", "-w", "-t"]).arg(START_TIME_MAX.as_secs().to_string());
        start.arg("-D").arg(self.dir.data()).arg("-l").arg(&log);
        let started =
            command::run(&mut start, &self.dir.log().join("start.log"), START_TIME_MAX + STOP_TIME_MAX);
        started.map_err(|error| with_server_log(error, &log))?;
        Ok(socket_dir)
    }
}

/// Adds to a failed start what the server itself said.
fn with_server_log(error: LaunchError, log: &Path) -> LaunchError {
    let LaunchError::Failed { program, how, .. } = error else { return error };
    LaunchError::Failed { program, how, tail: command::tail(&fs::read_to_string(log).unwrap_or_default()) }
}
