//! `lapidary admin`: grants and revokes the administrator role, and creates links that set a new password.
//! The operator of the server uses it.
//!
//! This module prints the results. `store/accounts` stores the role.

use std::error::Error;
use std::io::{self, Write};
use std::net::SocketAddr;

use clap::{Args, Subcommand};

use super::connected::on_database;
use super::output;
use lapidary_model::player::Role;
use lapidary_model::settings::{self, DatabaseSettings, PublicUrl};
use lapidary_service::recovery;
use lapidary_store::Postgres;
use lapidary_store::accounts;
use lapidary_store::password_resets::LIFETIME_MINUTES;

/// The arguments: an action and a database.
#[derive(Args)]
pub struct AdminCommand {
    #[command(subcommand)]
    act: AdminAct,
}

/// Actions of the operator on accounts. They work while the server is running and while it is stopped.
#[derive(Subcommand)]
pub enum AdminAct {
    /// Make a player an administrator.
    Grant(Named),
    /// Revoke the administrator role of a player.
    Revoke(Named),
    /// List the administrators.
    List(DatabaseSettings),
    /// Print a link with which a player sets a new password.
    ResetPassword(ResetPassword),
}

/// A player, and the server that the link leads to.
#[derive(Args)]
pub struct ResetPassword {
    #[command(flatten)]
    named: Named,
    /// The address under which clients reach the server [default: `http://` and the address to listen on].
    #[arg(long, env = "LAPIDARY_PUBLIC_URL", value_parser = settings::public_url)]
    public_url: Option<PublicUrl>,
    /// Address and port that the server listens on.
    #[arg(long, env = "LAPIDARY_LISTEN", default_value = "127.0.0.1:8080")]
    listen: SocketAddr,
}

/// A player of a database.
#[derive(Args)]
pub struct Named {
    /// The player's username, case-insensitive.
    username: String,
    #[command(flatten)]
    database: DatabaseSettings,
}

/// Grants, revokes or lists the administrator role, or makes a link.
pub fn run(command: &AdminCommand) -> Result<(), Box<dyn Error + Send + Sync>> {
    let (AdminAct::Grant(Named { database, .. })
    | AdminAct::Revoke(Named { database, .. })
    | AdminAct::ResetPassword(ResetPassword { named: Named { database, .. }, .. })
    | AdminAct::List(database)) = &command.act;
    on_database(database, async |connection| match &command.act {
        AdminAct::Grant(named) => set(connection, &named.username, Role::Administrator).await,
        AdminAct::Revoke(named) => set(connection, &named.username, Role::Player).await,
        AdminAct::List(_) => list(connection).await,
        AdminAct::ResetPassword(reset) => reset_password(connection, reset).await,
    })
}

async fn reset_password(
    connection: &mut Postgres,
    reset: &ResetPassword,
) -> Result<(), Box<dyn Error + Send + Sync>> {
    let username = &reset.named.username;
    let player = accounts::by_username(connection, username).await?;
    let player = player.ok_or_else(|| format!("no player named {username}"))?;
    let server = reset.public_url.clone().unwrap_or_else(|| PublicUrl::of_listener(reset.listen));
    let link = recovery::link_of_the_operator(connection, &server, player.id).await?;
    let link = link.ok_or_else(|| format!("{username} has no password: it is a bot"))?;
    output::tell(link)?;
    if reset.public_url.is_none() {
        let hint = format!(
            "It leads to {} because `LAPIDARY_PUBLIC_URL` is not set here. If players reach the server at another address, \
             set it as for the server, or send `--public-url https://…`, and make another link.",
            server.as_str()
        );
        writeln!(io::stderr(), "{hint}").ok();
    }
    let name = player.username.unwrap_or_default();
    let limit = format!("The link sets a new password of {name} once, within {LIFETIME_MINUTES} minutes.");
    writeln!(io::stderr(), "{limit}").ok();
    Ok(())
}

async fn set(
    connection: &mut Postgres,
    username: &str,
    role: Role,
) -> Result<(), Box<dyn Error + Send + Sync>> {
    let Some(player) = accounts::set_role(connection, username, role).await? else {
        return Err(format!("no player named {username}").into());
    };
    let name = player.username.unwrap_or_default();
    match role {
        Role::Administrator => output::tell(format_args!("{name} is an administrator."))?,
        Role::Player => output::tell(format_args!("{name} is not an administrator."))?,
    }
    Ok(())
}

async fn list(connection: &mut Postgres) -> Result<(), Box<dyn Error + Send + Sync>> {
    for player in accounts::administrators(connection).await? {
        output::tell(player.username.unwrap_or_default())?;
    }
    Ok(())
}
