//! `lapidary admin`: grants and revokes the administrator role, for the operator of the server.
//!
//! This module prints the results; the role is stored in `store/accounts`.

use std::error::Error;

use clap::{Args, Subcommand};
use diesel_async::AsyncPgConnection;

use crate::database::{Connector, Source, migrations};
use crate::model::player::Role;
use crate::settings::DatabaseSettings;
use crate::store::accounts;

/// The arguments: an action and a database.
#[derive(Args)]
pub struct AdminCommand {
    #[command(subcommand)]
    act: Act,
}

/// Actions on the administrator role. They work while the server is running and while it is stopped.
#[derive(Subcommand)]
pub enum Act {
    /// Make a player an administrator.
    Grant(Named),
    /// Revoke the administrator role of a player.
    Revoke(Named),
    /// List the administrators.
    List(DatabaseSettings),
}

/// A player of a database.
#[derive(Args)]
pub struct Named {
    /// The player's username, case-insensitive.
    username: String,
    #[command(flatten)]
    database: DatabaseSettings,
}

/// Grants, revokes or lists the administrator role.
///
/// # Errors
/// When the database cannot be used, or has no such player.
pub fn run(command: &AdminCommand) -> Result<(), Box<dyn Error + Send + Sync>> {
    let (Act::Grant(Named { database, .. }) | Act::Revoke(Named { database, .. }) | Act::List(database)) =
        &command.act;
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(async {
        let source = Source::open(database).await?;
        let done = on(&source, database, &command.act).await;
        source.close().await;
        done
    })
}

async fn on(
    source: &Source,
    settings: &DatabaseSettings,
    act: &Act,
) -> Result<(), Box<dyn Error + Send + Sync>> {
    let connector = Connector::to(source.config().clone(), settings.database_ca.as_deref())?;
    let mut connection = connector.open().await?;
    if !migrations::current(&mut connection).await.unwrap_or(false) {
        return Err("the database is older than this version: run `lapidary migrate` first".into());
    }
    match act {
        Act::Grant(named) => set(&mut connection, &named.username, Role::Administrator).await,
        Act::Revoke(named) => set(&mut connection, &named.username, Role::Player).await,
        Act::List(_) => list(&mut connection).await,
    }
}

async fn set(
    connection: &mut AsyncPgConnection,
    username: &str,
    role: Role,
) -> Result<(), Box<dyn Error + Send + Sync>> {
    let Some(player) = accounts::set_role(connection, username, role).await? else {
        return Err(format!("no player named {username}").into());
    };
    let name = player.username.unwrap_or_default();
    match role {
        Role::Administrator => println!("{name} is an administrator."),
        Role::Player => println!("{name} is not an administrator."),
    }
    Ok(())
}

async fn list(connection: &mut AsyncPgConnection) -> Result<(), Box<dyn Error + Send + Sync>> {
    for player in accounts::administrators(connection).await? {
        println!("{}", player.username.unwrap_or_default());
    }
    Ok(())
}
