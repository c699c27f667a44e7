//! What players report, what administrators do to the accounts and texts of others, and the audit of it.

use actix_web::web;
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::Problem;
use crate::accounts::player_ref::PlayerRef;
use crate::audit::{EventBody, TakenTextBody};
use crate::extract::{Act, LiveCaller, Username, Valid};
use crate::http::outcome::{Created, NoContent, shown};
use crate::http::paging::{Page, PageQuery, cursor, page_items, page_of};
use crate::instant;
use crate::problems::problem::Fault;
use lapidary_model::auth::Identity;
use lapidary_model::report::{PlayerReport, ReportId, ReportOutcome};
use lapidary_model::text_target::{TextKind, TextTarget};
use lapidary_operation::{body, operation, query};
use lapidary_service::moderation::Moderation;
use lapidary_service::reports::Deciding;
use lapidary_service::take_downs::TakeDown;
use lapidary_service::{Accounts, Reports};

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

/// What a player reports, and why.
#[body]
pub struct SendReport {
    /// The account, or the text.
    target: TextTarget,
    /// Why, for administrators: one line of up to 500 characters.
    #[schema(min_length = 1, max_length = 500, format = "text", example = "An insult")]
    reason: String,
}

/// What a player has reported, and why.
#[derive(Debug, Serialize, ToSchema)]
pub struct SentReport {
    target: TakenTextBody,
    reason: String,
    #[serde(serialize_with = "instant::serialize")]
    reported_at: DateTime<Utc>,
}

/// Report a text or an account
///
/// For administrators, who read it. Only what the caller sees can be reported, and not oneself. A report of
/// the same by the same account returns the first one while that is open. `GET /v1/me/audit` tells what has
/// become of it.
#[operation(post "/v1/reports", tag = "accounts", returns = "The report, as it was first sent")]
pub async fn send_report(
    reports: web::Data<Reports>,
    caller: LiveCaller,
    Valid(body): Valid<SendReport>,
) -> Result<Created<SentReport>, Problem> {
    let own = reports.report(&caller, body.target, &body.reason).await?;
    let target = body.target.into();
    Ok(Created(SentReport { target, reason: own.reason, reported_at: own.reported_at }))
}

/// The reports of one text or account.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PlayerReport)]
pub struct ReportBody {
    id: ReportId,
    target: TakenTextBody,
    /// What stood there at the reports; null for an account, if it was taken down, and after the decision.
    text: Option<String>,
    /// Whose account it is, or who has written the text or owns what has it.
    player: PlayerRef,
    /// The path of the operation that takes the text down or locks the account.
    #[schema(example = "/v1/admin/take-downs")]
    act: String,
    /// How many have reported it.
    reporters: u32,
    /// The first five and last five reasons; empty when decided.
    #[schema(max_items = 10)]
    reasons: Vec<String>,
    #[serde(serialize_with = "instant::serialize")]
    reported_at: DateTime<Utc>,
    /// Null while it is open.
    outcome: Option<ReportOutcome>,
    /// Why it was decided so; null while it is open.
    decision: Option<String>,
    #[serde(serialize_with = "instant::serialize_option")]
    decided_at: Option<DateTime<Utc>>,
}

page_of!(ReportBody, "ReportPage", "A page of reports.", "The reports, the oldest first.");

impl From<&PlayerReport> for ReportBody {
    fn from(report: &PlayerReport) -> Self {
        let decision = report.decision.as_ref();
        let act = match (report.target.kind, &report.player.username) {
            (TextKind::Account, Some(name)) => format!("/v1/admin/players/{name}/lock"),
            _ => "/v1/admin/take-downs".to_owned(),
        };
        ReportBody {
            id: report.id,
            target: report.target.into(),
            text: report.shown.clone(),
            player: PlayerRef::from(&report.player),
            act,
            reporters: report.reporters,
            reasons: report.reasons.clone(),
            reported_at: report.reported_at,
            outcome: decision.map(|decision| decision.outcome),
            decision: decision.map(|decision| decision.reason.clone()),
            decided_at: decision.map(|decision| decision.decided_at),
        }
    }
}

/// Which reports are listed.
#[query]
pub struct ReportQuery {
    /// Those with this outcome, of the last 90 days; without it, open ones.
    #[param(inline, nullable = false)]
    outcome: Option<ReportOutcome>,
    /// The most items, 1 to 100.
    #[param(minimum = 1, maximum = 100, nullable = false)]
    limit: Option<u8>,
    /// The `next_cursor` of the previous page.
    #[serde(default, deserialize_with = "cursor")]
    #[param(value_type = Option<String>, nullable = false)]
    cursor: Option<Uuid>,
}

/// List reports
///
/// For administrators: what players have reported, one entry for each text or account, the oldest first.
#[operation(get "/v1/admin/reports", tag = "accounts", returns = "A page of reports")]
pub async fn list_reports(
    reports: web::Data<Reports>,
    caller: LiveCaller,
    query: web::Query<ReportQuery>,
) -> Result<Page<ReportBody>, Problem> {
    let limit = page_items(query.limit)?;
    let found = reports.list(&caller, query.outcome, query.cursor.map(ReportId), limit + 1).await?;
    Ok(Page::cut(found, limit, |report| report.id).shown())
}

/// How a report is decided, and why.
#[body]
pub struct DecideReport {
    outcome: ReportOutcome,
    /// The reason, which those read who have reported it, and with `acted` also whoever was reported: one
    /// line of up to 500 characters.
    #[schema(min_length = 1, max_length = 500, format = "text", example = "The text is taken down")]
    reason: String,
}

/// Decide a report
///
/// For administrators. It changes no text and no account: take the text down or lock the account before that.
/// All who have reported it read the outcome in their audit, and with `acted` also whoever was reported.
/// Deciding a decided report returns it as it is.
#[operation(post "/v1/admin/reports/{id}/decide", tag = "accounts", returns = "The report with its outcome")]
pub async fn decide_report(
    Act(reports, caller, report): Act<Reports, ReportId>,
    Valid(body): Valid<DecideReport>,
) -> Result<web::Json<ReportBody>, Problem> {
    shown(reports.decide(Deciding { by: &caller, report, outcome: body.outcome, reason: &body.reason })).await
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
/// lock. What reporters are told is left out.
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
/// What administrators and the operator have done to the account, when and why, and what has become of what
/// the account has reported, the newest first. It does not tell who has done it: `by` is null.
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
