//! `lapidary admin`: grants and revokes the administrator role, creates links that set a new password, and
//! does to accounts what administrators can. The operator of the server uses it.
//!
//! This module prints the results. `store/accounts` stores the role; `service/moderation` has the acts.

use std::error::Error;
use std::io::{self, Write};
use std::net::SocketAddr;

use chrono::{DateTime, Utc};
use clap::{Args, Subcommand};
use uuid::Uuid;

use super::connected::{Done, on_accounts, on_database};
use super::output;
use lapidary_model::audit::StoredAuditEntry;
use lapidary_model::instant;
use lapidary_model::player::{Player, Role};
use lapidary_model::settings::{self, DatabaseSettings, PublicUrl};
use lapidary_model::text;
use lapidary_model::text_target::{TextKind, TextTarget};
use lapidary_service::moderation::Moderation;
use lapidary_service::take_downs::TakeDown;
use lapidary_service::{Accounts, recovery};
use lapidary_store::password_resets::LIFETIME_MINUTES;
use lapidary_store::{Postgres, account_export, accounts};

/// The arguments: an action and a database.
#[derive(Args)]
pub struct AdminCommand {
    #[command(subcommand)]
    act: AdminAct,
}

/// The maximum number of acts that `log` prints.
const LOG_MAX: u8 = 100;
/// The maximum number of characters of a reason, as over the API.
const REASON_MAX: usize = 500;

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
    /// Lock an account and its bots: nobody can log in or act with it.
    Lock(TimedLock),
    /// Unlock an account and its bots.
    Unlock(Reasoned),
    /// End all logins, apps and API tokens of an account and its bots.
    EndSessions(Reasoned),
    /// Erase an account and its bots, because its owner has asked for it. This cannot be undone.
    Erase(Reasoned),
    /// Print all that is stored about an account and its bots, for its owner: a line of JSON for each row.
    Export(Named),
    /// Take a text down that others see, such as the name of a player or the description of a club.
    TakeDown(TextAct),
    /// Print what administrators and this command have done to accounts, the newest first.
    Log(ActLog),
}

/// An act on an account, and why.
#[derive(Args)]
pub struct Reasoned {
    #[command(flatten)]
    named: Named,
    /// The reason, which the player reads: up to 500 characters.
    #[arg(long, value_parser = reason)]
    reason: String,
}

/// A lock.
#[derive(Args)]
pub struct TimedLock {
    #[command(flatten)]
    act: Reasoned,
    /// When the account is unlocked by itself, such as `2027-01-30T18:00:00Z`; without it, `unlock` does
    /// that.
    #[arg(long, value_parser = time)]
    until: Option<DateTime<Utc>>,
}

/// A text, and why it is taken down.
#[derive(Args)]
pub struct TextAct {
    /// Which text it is, such as `username`, `club_description` or `audit_note`.
    #[arg(value_parser = text_kind)]
    kind: TextKind,
    /// The id of what has the text; for a username and a display name, also the username.
    id: String,
    /// The number of the team or of the entry, for their names.
    #[arg(long)]
    number: Option<u32>,
    /// The reason, which the author reads: up to 500 characters.
    #[arg(long, value_parser = reason)]
    reason: String,
    #[command(flatten)]
    database: DatabaseSettings,
}

/// Whose acts are printed.
#[derive(Args)]
pub struct ActLog {
    /// Only acts on the account with this name.
    username: Option<String>,
    #[command(flatten)]
    database: DatabaseSettings,
}

fn reason(text: &str) -> Result<String, String> {
    let read = text::read(text).map_err(|fault| fault.to_string())?;
    match (1..=REASON_MAX).contains(&read.chars().count()) {
        true => Ok(read),
        false => Err(format!("must have 1 to {REASON_MAX} characters")),
    }
}

fn text_kind(text: &str) -> Result<TextKind, String> {
    let known = || TextKind::ALL.map(TextKind::name).join(", ");
    TextKind::named(text).ok_or_else(|| format!("must be one of {}", known()))
}

fn time(text: &str) -> Result<DateTime<Utc>, &'static str> {
    instant::parse(text).ok_or("must be a time (RFC 3339), such as `2027-01-30T18:00:00Z`")
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

/// Runs an action of the operator.
pub fn run(command: &AdminCommand) -> Done {
    match &command.act {
        AdminAct::Grant(named) => on_database(&named.database, async |connection| {
            set(connection, &named.username, Role::Administrator).await
        }),
        AdminAct::Revoke(named) => on_database(&named.database, async |connection| {
            set(connection, &named.username, Role::Player).await
        }),
        AdminAct::List(database) => on_database(database, async |connection| list(connection).await),
        AdminAct::ResetPassword(reset) => {
            on_database(&reset.named.database, async |connection| reset_password(connection, reset).await)
        }
        AdminAct::Lock(TimedLock { act, until }) => on_accounts(&act.named.database, async |accounts| {
            accounts.lock_account(act.read(), *until).await?;
            act.told("is locked")
        }),
        AdminAct::Unlock(act) => on_accounts(&act.named.database, async |accounts| {
            accounts.unlock_account(act.read()).await?;
            act.told("is not locked")
        }),
        AdminAct::EndSessions(act) => on_accounts(&act.named.database, async |accounts| {
            accounts.end_all_sessions(act.read()).await?;
            act.told("has no session")
        }),
        AdminAct::Erase(act) => on_accounts(&act.named.database, async |accounts| {
            accounts.erase_account(act.read()).await?;
            act.told("is erased")
        }),
        AdminAct::Export(named) => on_database(&named.database, async |connection| {
            let player = find(connection, &named.username).await?;
            account_export::export(connection, player.id, |line| Ok(output::tell(line)?)).await
        }),
        AdminAct::TakeDown(act) => on_accounts(&act.database, async |accounts| {
            let target = act.target(accounts).await?;
            accounts.take_down(TakeDown { by: None, target, reason: &act.reason }).await?;
            Ok(output::tell("The text is taken down.")?)
        }),
        AdminAct::Log(log) => on_accounts(&log.database, async |accounts| {
            let acts = accounts.audit(None, log.username.as_deref(), None, LOG_MAX).await?;
            acts.iter().try_for_each(|act| Ok(output::tell(line(act))?))
        }),
    }
}

impl TextAct {
    async fn target(&self, accounts: &Accounts) -> Result<TextTarget, Box<dyn Error + Send + Sync>> {
        let has_username = matches!(self.kind, TextKind::Username | TextKind::DisplayName);
        let id = match Uuid::parse_str(&self.id) {
            Ok(id) => id,
            Err(_) if has_username => {
                let found = accounts.find(&self.id).await?;
                found.ok_or_else(|| format!("no player named {}", self.id))?.id.0
            }
            Err(_) => return Err(format!("`{}` is not an id, which is a UUID", self.id).into()),
        };
        Ok(TextTarget { kind: self.kind, id, number: self.number })
    }
}

impl Reasoned {
    fn read(&self) -> Moderation<'_> {
        Moderation { by: None, username: &self.named.username, reason: &self.reason }
    }

    fn told(&self, state: &str) -> Done {
        Ok(output::tell(format_args!("{} {state}.", self.named.username))?)
    }
}

/// Returns an act on an account, or on a text of its player, as a line.
fn line(act: &StoredAuditEntry) -> String {
    let [by, player] = [&act.by, &act.player].map(|who| who.as_ref().and_then(|who| who.username.as_deref()));
    let ends = act.changes.iter().filter_map(|change| change.after.as_deref());
    let until: String = ends.map(|at| format!(" until {at}")).collect();
    let target = act.target.map(|target| format!(" ({})", target.text())).unwrap_or_default();
    format!(
        "{} {} {}{until}{target} by {}: {}",
        instant::text(&act.at),
        act.kind.name(),
        player.unwrap_or("(erased)"),
        match &act.by {
            Some(_) => by.unwrap_or("(erased)"),
            None => "the operator",
        },
        act.note.as_deref().unwrap_or_default(),
    )
}

async fn find(connection: &mut Postgres, username: &str) -> Result<Player, Box<dyn Error + Send + Sync>> {
    let player = accounts::by_username(connection, username).await?;
    Ok(player.ok_or_else(|| format!("no player named {username}"))?)
}

async fn reset_password(connection: &mut Postgres, reset: &ResetPassword) -> Done {
    let username = &reset.named.username;
    let player = find(connection, username).await?;
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

async fn set(connection: &mut Postgres, username: &str, role: Role) -> Done {
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

async fn list(connection: &mut Postgres) -> Done {
    for player in accounts::administrators(connection).await? {
        output::tell(player.username.unwrap_or_default())?;
    }
    Ok(())
}
