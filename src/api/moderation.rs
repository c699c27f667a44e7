//! What administrators do to the accounts of others, and the audit of it.

use actix_web::web;
use uuid::Uuid;

use crate::Problem;
use crate::audit::EventBody;
use crate::extract::{Act, LiveCaller, Username, Valid};
use crate::http::outcome::NoContent;
use crate::http::paging::{Page, PageQuery, cursor, page_items};
use crate::instant;
use crate::problems::problem::Fault;
use lapidary_model::auth::Identity;
use lapidary_model::text_target::TextTarget;
use lapidary_operation::{body, operation, query};
use lapidary_service::Accounts;
use lapidary_service::moderation::Moderation;
use lapidary_service::take_downs::TakeDown;

/// Why an account is locked, and until when.
#[body]
pub struct LockAccount {
    /// The reason, which the player reads: one line of up to 500 characters.
    #[schema(min_length = 1, max_length = 500, format = "text", example = "Insults in names of clubs")]
    reason: String,
    /// When the account is unlocked by itself; null or left out if an administrator does that.
    #[schema(pattern = "^[^\\x00]*$", max_length = 40, nullable = true, example = "2027-01-30T18:00:00Z")]
    ends_at: Option<String>,
}

/// Why something is done to an account.
#[body]
pub struct ModerateAccount {
    /// The reason, which the player reads: one line of up to 500 characters.
    #[schema(min_length = 1, max_length = 500, format = "text", example = "The player has asked for it")]
    reason: String,
}

impl ModerateAccount {
    fn of<'a>(&'a self, by: &'a Identity, username: &'a str) -> Moderation<'a> {
        Moderation { by: Some(by), username, reason: &self.reason }
    }
}

/// Lock an account
///
/// For administrators. The account and its bots cannot log in or act any more, and their logins, apps, API
/// tokens and endpoints end. Their seeks and games that wait for players are taken back; games that run go
/// on, and time decides them. Locking a locked account replaces reason and end. Administrators are not
/// locked.
#[operation(post "/v1/admin/players/{username}/lock", tag = "accounts", returns = "The account is locked")]
pub async fn lock_account(
    Act(accounts, caller, username): Act<Accounts, Username>,
    Valid(body): Valid<LockAccount>,
) -> Result<NoContent, Problem> {
    let fault = || Fault::at("/ends_at", "must be a time (RFC 3339), such as `2027-01-30T18:00:00Z`");
    let ends_at = body.ends_at.as_deref().map(|text| instant::parse(text).ok_or_else(fault)).transpose();
    let ends_at = ends_at.map_err(|fault| Problem::validation(vec![fault]))?;
    let act = Moderation { by: Some(&caller), username: &username, reason: &body.reason };
    NoContent::after(accounts.lock_account(act, ends_at)).await
}

/// Unlock an account
///
/// For administrators. The account and its bots can log in and act again. Unlocking an account that is not
/// locked changes nothing.
#[operation(post "/v1/admin/players/{username}/unlock", tag = "accounts",
    returns = "The account is not locked")]
pub async fn unlock_account(
    Act(accounts, caller, username): Act<Accounts, Username>,
    Valid(body): Valid<ModerateAccount>,
) -> Result<NoContent, Problem> {
    NoContent::after(accounts.unlock_account(body.of(&caller, &username))).await
}

/// End all sessions of an account
///
/// For administrators, where somebody else may have access to an account: its logins, apps and API tokens
/// end, and those of its bots with their endpoints. The password stays.
#[operation(post "/v1/admin/players/{username}/end-sessions", tag = "accounts",
    returns = "All sessions of the account have ended")]
pub async fn end_sessions_of(
    Act(accounts, caller, username): Act<Accounts, Username>,
    Valid(body): Valid<ModerateAccount>,
) -> Result<NoContent, Problem> {
    NoContent::after(accounts.end_all_sessions(body.of(&caller, &username))).await
}

/// Erase an account of somebody else
///
/// For administrators, where its owner has asked for it: the same as `DELETE /v1/me`, which cannot be undone.
/// Administrators are not erased. Needs the access token of a login of the last ten minutes
/// (`fresh_login_needed`).
#[operation(post "/v1/admin/players/{username}/erase", tag = "accounts", returns = "The account is erased")]
pub async fn erase_account(
    Act(accounts, caller, username): Act<Accounts, Username>,
    Valid(body): Valid<ModerateAccount>,
) -> Result<NoContent, Problem> {
    NoContent::after(accounts.erase_account(body.of(&caller, &username))).await
}

/// A text that others see, and why it is taken down.
#[body]
pub struct TakeTextDown {
    /// The text.
    target: TextTarget,
    /// The reason, which the author reads: one line of up to 500 characters.
    #[schema(min_length = 1, max_length = 500, format = "text", example = "An insult")]
    reason: String,
}

/// Take a text down
///
/// For administrators: a name, a description, a label or a note of a player, whoever it is. What cannot be
/// empty gets a neutral text, and a username becomes a free one. The server keeps the text nowhere, and
/// deletes what audits have of it. Who has written it, or owns what has it, reads the reason in their audit.
/// Taking down what was taken down changes nothing.
#[operation(post "/v1/admin/take-downs", tag = "accounts", returns = "The text is taken down")]
pub async fn take_text_down(
    accounts: web::Data<Accounts>,
    caller: LiveCaller,
    Valid(body): Valid<TakeTextDown>,
) -> Result<NoContent, Problem> {
    let act = TakeDown { by: Some(&caller), target: body.target, reason: &body.reason };
    NoContent::after(accounts.take_down(act)).await
}

/// Which acts on accounts are listed.
#[query]
pub struct AuditQuery {
    /// Only acts on the account with this name.
    #[param(max_length = 64, nullable = false)]
    username: Option<String>,
    /// The most items, 1 to 100.
    #[param(minimum = 1, maximum = 100, nullable = false)]
    limit: Option<u8>,
    /// The `next_cursor` of the previous page.
    #[serde(default, deserialize_with = "cursor")]
    #[param(value_type = Option<String>, nullable = false)]
    cursor: Option<Uuid>,
}

/// Read the audit of accounts
///
/// For administrators: what administrators and the operator have done to accounts, when and why, the newest
/// first. `by` is null for the operator, and `player` is whose account it is. `changes` has the end of a
/// lock.
#[operation(get "/v1/admin/audit", tag = "accounts", returns = "A page of acts")]
pub async fn get_admin_audit(
    accounts: web::Data<Accounts>,
    caller: LiveCaller,
    query: web::Query<AuditQuery>,
) -> Result<Page<EventBody>, Problem> {
    let limit = page_items(query.limit)?;
    let found = accounts.audit(Some(&caller), query.username.as_deref(), query.cursor, limit + 1).await?;
    Ok(Page::cut(found, limit, |act| act.id).shown())
}

/// Read what was done to my account
///
/// What administrators and the operator have done to the account, when and why, the newest first. It does not
/// tell who has done it: `by` is null.
#[operation(get "/v1/me/audit", tag = "accounts", returns = "A page of acts")]
pub async fn get_own_audit(
    accounts: web::Data<Accounts>,
    caller: LiveCaller,
    query: web::Query<PageQuery>,
) -> Result<Page<EventBody>, Problem> {
    let limit = page_items(query.limit)?;
    let found = accounts.own_audit(&caller, query.cursor, limit + 1).await?;
    Ok(Page::cut(found, limit, |act| act.id).shown())
}
