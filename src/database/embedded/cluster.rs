//! The embedded PostgreSQL cluster. It is created, started or joined; its last user stops it.
//!
//! This module knows the life cycle of the server process. It does not know the contents of the databases.

use std::fs::{self, File};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use rustix::fs::OFlags;

use super::command;
use super::data_dir::DataDir;
use super::durability::Durability;
use super::launch_error::LaunchError;
use super::locate;
use super::occupancy::{self, Share};
use super::orphans;
use super::postmaster;
use super::privileges::Runner;
use super::programs::{Programs, Search};

/// The maximum time to create a cluster. Slow disks need long to sync.
const INIT_TIME_MAX: Duration = Duration::from_secs(180);

/// The maximum time to start the server, including recovery after a crash.
const START_TIME_MAX: Duration = Duration::from_secs(120);

/// The maximum time to stop the server.
const STOP_TIME_MAX: Duration = Duration::from_secs(60);

/// The maximum time to wait for another process that creates the cluster, fetches programs or starts it.
const TURN_TIME_MAX: Duration = Duration::from_secs(300);

/// The superuser of every cluster, used only for the setup. The application uses a role without privileges.
pub const SUPERUSER: &str = "postgres";

/// The port number in the name of the socket.
pub const PORT: u16 = 5432;

/// The maximum size of the server's log before a new one begins. A second file keeps the earlier lines.
const LOG_BYTES_MAX: u64 = 10 * 1024 * 1024;

/// The cluster that a caller wants.
#[derive(Debug, Clone)]
pub struct ClusterRequest {
    /// The directory of the cluster. It is created if it is missing.
    pub data_dir: PathBuf,
    /// The directory of fetched programs. `None` means a directory inside the data directory.
    pub programs_dir: Option<PathBuf>,
    /// The directory of PostgreSQL's programs, if configured (`PG_BIN_DIR`).
    pub bin_dir: Option<PathBuf>,
    /// Whether the data must survive a crash.
    pub durability: Durability,
}

/// How this process got a running cluster.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// It created and started the cluster.
    Made,
    /// It started an existing cluster.
    Started,
    /// The cluster was already running. Another process, perhaps one that was killed, had started it.
    Joined,
}

/// What happened to the server when this process left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Departure {
    /// No other process used it, so it was stopped.
    Stopped,
    /// Another process uses it.
    LeftRunning,
}

/// A running cluster. It keeps running while this value exists.
#[derive(Debug)]
pub struct Cluster {
    dir: DataDir,
    runner: Runner,
    programs: Programs,
    durability: Durability,
    socket_dir: PathBuf,
    origin: Origin,
    /// The lock that tells other processes that this one uses the server. `None` after it has left.
    presence: Option<File>,
}

impl Cluster {
    /// Joins the running server of the directory, or starts it; creates whatever is missing.
    ///
    /// Blocks until PostgreSQL is ready.
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

    /// Returns whether the server process is alive, without a connection to it.
    pub fn is_running(&self) -> bool {
        postmaster::is_running(&self.dir.data())
    }

    /// Starts the server again after it has died, unless another process has already done so.
    ///
    /// Blocks until PostgreSQL is ready.
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

    /// Returns how this process got the running cluster.
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

    /// Returns the directory of the socket, which only its owner can access.
    pub fn socket_dir(&self) -> &Path {
        &self.socket_dir
    }

    /// Returns the file for the list of erased accounts, beside the data, which a restore replaces.
    pub fn erased_file(&self) -> PathBuf {
        self.dir.erased()
    }

    /// Returns the log file of the server.
    pub fn log(&self) -> PathBuf {
        server_log(&self.dir)
    }

    /// Moves the lines of a large log to a second file. PostgreSQL keeps writing to the same file.
    pub fn keep_log_small(&self) -> Result<(), LaunchError> {
        let log = self.log();
        let is_large = || fs::metadata(&log).is_ok_and(|found| found.len() > LOG_BYTES_MAX);
        if !is_large() {
            return Ok(());
        }
        // Another server of this cluster may do the same.
        let _turn = occupancy::acquire(&self.dir.lock(), Share::Alone, TURN_TIME_MAX)?;
        if is_large() { start_log_anew(&log).map_err(LaunchError::at("begin anew", &log)) } else { Ok(()) }
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

    /// Returns a command that runs as the user of PostgreSQL's programs, in their environment.
    ///
    /// `PATH` begins with their directory, and libraries that were fetched with them can be found.
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

    /// Leaves the cluster; the last user stops the server.
    pub fn leave(mut self) -> Result<Departure, LaunchError> {
        self.depart()
    }

    /// Stops the server even if other processes use it, to simulate a failure.
    pub fn interrupt(&self) -> Result<(), LaunchError> {
        let mut stop = self.stop_command();
        command::run(&mut stop, &self.dir.log().join("stop.log"), STOP_TIME_MAX).map(drop)
    }

    /// Starts a guard process that stops the server after its last user has ended for any reason.
    ///
    /// It serves programs that cannot call `leave` at their end, such as tests. On a machine without `flock`,
    /// the server keeps running, and the next start joins it.
    pub fn guard(&self) {
        let stop = self.stop_command();
        // The user who runs PostgreSQL may not be able to open the lock. So the guard inherits the open file
        // as standard input.
        let users = match occupancy::open(&self.dir.users()) {
            Ok(users) => users,
            Err(reason) => {
                return tracing::debug!(%reason, "the embedded database has no guard and will keep running");
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
        // An interrupt at the terminal must end the tests but not the guard.
        std::os::unix::process::CommandExt::process_group(self.runner.prepare(&mut guard), 0);
        let spawned = guard.stdin(users).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        if let Err(reason) = spawned {
            tracing::debug!(%reason, "the embedded database has no guard and will keep running");
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
        // If this lock is free, no other process starts, joins or uses the server.
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
            tracing::error!(%reason, "the embedded database did not stop");
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
    locate::find(&search)
}

fn server_log(dir: &DataDir) -> PathBuf {
    dir.log().join("postgresql.log")
}

/// Copies the log to its second file and empties it. PostgreSQL appends, so it continues at the beginning.
///
/// Neither file may be a link: the directory belongs to the user who runs PostgreSQL, and that user must not
/// choose a file that root overwrites.
fn start_log_anew(log: &Path) -> std::io::Result<()> {
    let no_link = OFlags::NOFOLLOW.bits().cast_signed();
    let mut current = File::options().read(true).write(true).custom_flags(no_link).open(log)?;
    let old = log.with_extension("old");
    match fs::remove_file(&old) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut kept = File::options().write(true).create_new(true).mode(0o600).open(&old)?;
    std::io::copy(&mut current, &mut kept)?;
    current.set_len(0)
}

/// The data for one start, while this process holds the start lock.
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

    /// Creates the cluster in a temporary directory. Renames the directory when the cluster is complete.
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
            fs::rename(&log, log.with_extension("old")).map_err(LaunchError::at("rename", &log))?;
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

/// Adds the server's own output to the error of a failed start.
fn with_server_log(error: LaunchError, log: &Path) -> LaunchError {
    let LaunchError::Failed { program, how, .. } = error else { return error };
    LaunchError::Failed { program, how, tail: command::tail(&fs::read_to_string(log).unwrap_or_default()) }
}
