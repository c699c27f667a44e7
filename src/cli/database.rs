//! `lapidary database`: shows how to connect to the database and what it lacks, and runs PostgreSQL's own
//! programs on it.
//!
//! This module knows the environment variables of these programs. Tasks such as backups are up to them.

use std::error::Error;
use std::io::{self, Write};
use std::process::Command;

use clap::Args;
use tokio_postgres::config::Host;

use super::output;
use lapidary_database::embedded::{Cluster, SUPERUSER};
use lapidary_database::encryption::{Encryption, Hosts};
use lapidary_database::needs::{self, Lack, Unmet};
use lapidary_database::{Address, Connector, Source};
use lapidary_model::settings::DatabaseSettings;

/// The arguments: the database, and the program to run on it.
#[derive(Args)]
pub struct DatabaseCommand {
    #[command(flatten)]
    database: DatabaseSettings,
    /// Connect as the superuser of the server's own PostgreSQL instead of the owner of the database.
    #[arg(long)]
    superuser: bool,
    /// Print what the server needs and the database lacks; fail if the server would not start.
    #[arg(long, conflicts_with_all = ["program", "superuser"])]
    check: bool,
    /// A program with its arguments, such as `pg_dump --format=custom --file=lapidary.dump`. It runs with the
    /// environment variables for the connection, whether the server is running or not. Without a program, the
    /// connection is printed.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "PROGRAM")]
    program: Vec<String>,
}

/// Prints how to connect, or runs the program.
pub fn run(command: &DatabaseCommand) -> Result<(), Box<dyn Error + Send + Sync>> {
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(async {
        let source = Source::open(&command.database).await?;
        let done = match command.check {
            true => check(&source, &command.database).await,
            false => on(&source, command),
        };
        source.close().await;
        done
    })
}

/// Prints what the database lacks. Fails if a server cannot start on it.
async fn check(source: &Source, settings: &DatabaseSettings) -> Result<(), Box<dyn Error + Send + Sync>> {
    let address = source.address();
    let unmet = needs::unmet(&Connector::new(address)?, &address.encryption, settings).await?;
    if unmet.is_empty() {
        let names = needs::NEEDS.map(|need| need.name).join(", ");
        output::tell(format_args!("The database has what a server needs: {names}."))?;
    }
    for Unmet { name, lack, sentence } in unmet {
        match lack {
            Lack::Refuse => return Err(sentence.into()),
            Lack::Warn => output::tell(format_args!("{name}: {sentence}"))?,
        }
    }
    Ok(())
}

fn on(source: &Source, command: &DatabaseCommand) -> Result<(), Box<dyn Error + Send + Sync>> {
    let mut address = source.address().clone();
    if command.superuser {
        if source.cluster().is_none() {
            return Err(
                "--superuser works only with the server's own PostgreSQL; for another one, set the user"
                    .into(),
            );
        }
        address.config.user(SUPERUSER);
    }
    let Some((program, arguments)) = command.program.split_first() else {
        return print(source.cluster(), &address);
    };
    let mut process = source.cluster().map_or_else(|| Command::new(program), |own| own.command(program));
    process.args(arguments).envs(environment(&address));
    let status = process.status().map_err(|error| match source.cluster() {
        Some(own) => format!(
            "{program} cannot be run: {error}; it is neither on the PATH nor in {}; install the client programs of \
             PostgreSQL {}",
            own.bin_dir().display(),
            own.major()
        ),
        None => format!("{program} cannot be run: {error}"),
    })?;
    if status.success() { Ok(()) } else { Err(format!("{program} failed ({status})").into()) }
}

fn print(own: Option<&Cluster>, address: &Address) -> Result<(), Box<dyn Error + Send + Sync>> {
    let out = &mut io::stdout().lock();
    for (name, value) in environment(address) {
        // Passwords must not appear in the terminal's history.
        let shown = if name == "PGPASSWORD" { "(set)".to_owned() } else { value };
        writeln!(out, "{name}={shown}")?;
    }
    if let Some(own) = own {
        writeln!(out, "\nPostgreSQL {}, programs in {}", own.major(), own.bin_dir().display())?;
        writeln!(out, "log        {}", own.log().display())?;
        let (socket, role) = (own.socket_dir().display(), address.config.get_user().unwrap_or_default());
        writeln!(out, "while the server runs:")?;
        writeln!(out, "  psql --host={socket} --username={role} lapidary")?;
        writeln!(out, "  psql --host={socket} --username={SUPERUSER} lapidary   # as superuser")?;
    }
    writeln!(out, "with or without a running server:\n  lapidary database psql")?;
    writeln!(out, "  lapidary database pg_dump --format=custom --file=lapidary.dump")?;
    Ok(())
}

/// Returns the environment variables with which PostgreSQL's programs connect to the same database.
fn environment(address: &Address) -> Vec<(&'static str, String)> {
    let config = &address.config;
    let hosts = config.get_hosts().iter().map(|host| match host {
        Host::Tcp(name) => name.clone(),
        Host::Unix(directory) => directory.display().to_string(),
    });
    let ports = config.get_ports().iter().map(u16::to_string);
    let joined = |parts: Vec<String>| (!parts.is_empty()).then(|| parts.join(","));
    let password = config.get_password().map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    let (mode, authorities) = match &address.encryption {
        Encryption::Unasked => (None, None),
        Encryption::Off => (Some("disable"), None),
        Encryption::Verified { authorities, hosts } => (
            Some(if *hosts == Hosts::Named { "verify-full" } else { "verify-ca" }),
            Some(authorities.as_ref().map_or("system".to_owned(), |path| path.display().to_string())),
        ),
    };
    let variables = [
        ("PGHOST", joined(hosts.collect())),
        ("PGPORT", joined(ports.collect())),
        ("PGUSER", config.get_user().map(str::to_owned)),
        ("PGDATABASE", config.get_dbname().map(str::to_owned)),
        ("PGPASSWORD", password),
        ("PGSSLMODE", mode.map(str::to_owned)),
        ("PGSSLROOTCERT", authorities),
    ];
    variables.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
}
