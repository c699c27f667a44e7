//! What players report to administrators, and what these decide.
//!
//! All open reports of one target are one entry of the queue, so nobody fills it with one target. Whoever may
//! not see a text cannot tell it from one that does not exist. A text that is taken down vanishes from the
//! queue, too.

use std::slice;
use std::sync::Arc;

use uuid::Uuid;

use super::accounts::AccountRefusal;
use super::clubs::{ClubRefusal, Clubs};
use super::games::{GameRefusal, Reading};
use super::moderation::needs_administrator;
use super::series::{Series, SeriesRefusal};
use super::tournaments::{TournamentRefusal, Tournaments};
use crate::audit::record_all;
use crate::refusal::{Explain, refusals};
use crate::transaction::transaction;
use lapidary_model::audit::{Audience, AuditEntry, AuditKind, StoredAuditEntry};
use lapidary_model::auth::{Identity, PlayerId};
use lapidary_model::club::ClubId;
use lapidary_model::field_change::FieldChange;
use lapidary_model::game::GameId;
use lapidary_model::report::{PlayerReport, REPORTS_MAX, ReportId, ReportOutcome};
use lapidary_model::series::SeriesId;
use lapidary_model::text_target::{TextKind, TextTarget};
use lapidary_model::tournament::TournamentId;
use lapidary_store::reports::{self, OwnReport};
use lapidary_store::{Failure, Pool, Postgres, accounts, bots, games, sessions, take_downs};

/// The number of entries of the audit that one statement adds.
const ENTRIES_AT_ONCE: usize = 1_000;

/// The use cases of reports, with what says who sees a text.
pub struct Reports {
    pub pool: Pool,
    pub games: Arc<Reading>,
    pub clubs: Arc<Clubs>,
    pub tournaments: Arc<Tournaments>,
    pub series: Arc<Series>,
}

refusals! {
    /// Why a request about reports is refused.
    pub enum ReportRefusal {
        Unseen = NotFound, "There is nothing with this id that you see and can report.";
        Oneself = Forbidden, "You cannot report yourself, or decide about yourself.";
        TooMany = TooManyReports, "{REPORTS_MAX} of your reports are open, the most. Wait until one is decided.";
        Unknown = NotFound, "There is no such report.";
    } from sessions { SessionEnded } contains {
        Account(AccountRefusal),
        Game(GameRefusal),
        Club(ClubRefusal),
        Tournament(TournamentRefusal),
        Series(SeriesRefusal),
        Storage(Failure),
    } through Failure: diesel::result::Error;
}

/// The decision of an administrator.
#[derive(Debug, Clone, Copy)]
pub struct Deciding<'a> {
    pub by: &'a Identity,
    pub report: ReportId,
    pub outcome: ReportOutcome,
    /// The reason, which those read who have reported it, and whoever was reported if this has consequences.
    pub reason: &'a str,
}

#[boxed]
impl Reports {
    /// Reports a text or an account. Reporting it again returns the first report while that is open.
    pub async fn report(
        &self,
        caller: &Identity,
        target: TextTarget,
        reason: &str,
    ) -> Result<OwnReport, ReportRefusal> {
        if target.number.is_some() != target.kind.has_number() {
            return Err(AccountRefusal::TargetNumber.into());
        }
        self.needs_sight(caller, target).await?;
        let player = take_downs::author(&mut *self.pool.get().await?, &target).await?;
        let player = player.ok_or(ReportRefusal::Unseen)?;
        transaction!(self.pool, async |connection| {
            let held = accounts::lock_all(connection, &[caller.player, player]).await?;
            sessions::lock(connection, caller).await??;
            let is_account =
                matches!(target.kind, TextKind::Account | TextKind::Username | TextKind::DisplayName);
            if is_account && !held.contains(&player) {
                return Err(ReportRefusal::Unseen);
            }
            if answering(connection, player).await? == caller.player {
                return Err(ReportRefusal::Oneself);
            }
            // One request of an account at a time, so that they cannot exceed the limit together.
            games::lock_account(connection, caller.player).await?;
            if let Some(own) = reports::own(connection, caller.player, &target).await? {
                return Ok(own);
            }
            if reports::count(connection, caller.player).await? >= REPORTS_MAX {
                return Err(ReportRefusal::TooMany);
            }
            Ok(reports::insert(connection, (caller.player, player), &target, reason).await?)
        })
    }

    /// Returns a page of the reports with this outcome, or else of the open ones, the oldest first.
    pub async fn list(
        &self,
        by: &Identity,
        outcome: Option<ReportOutcome>,
        after: Option<ReportId>,
        limit: u8,
    ) -> Result<Vec<PlayerReport>, ReportRefusal> {
        let mut connection = self.pool.get().await?;
        needs_administrator(&mut connection, by).await?;
        Ok(reports::page(&mut connection, outcome, after, limit.into()).await?)
    }

    /// Decides a report. A report that is decided already stays so. Returns it as it is then.
    pub async fn decide(&self, act: Deciding<'_>) -> Result<PlayerReport, ReportRefusal> {
        transaction!(self.pool, async |connection| {
            needs_administrator(connection, act.by).await?;
            let found = reports::find(connection, act.report).await?.ok_or(ReportRefusal::Unknown)?;
            let answering = answering(connection, found.player.player).await?;
            if answering == act.by.player {
                return Err(ReportRefusal::Oneself);
            }
            // The entries of the audit lock the accounts of reporters, too: all are locked in one order.
            let mut held = reports::reporters(connection, act.report).await?;
            held.extend([act.by.player, answering, found.player.player]);
            accounts::lock_all(connection, &held).await?;
            sessions::lock(connection, act.by).await??;
            needs_administrator(connection, act.by).await?;
            if reports::lock(connection, act.report).await? {
                let reporters = reports::reporters(connection, act.report).await?;
                record_all(connection, slice::from_ref(&act.entry(answering, &found))).await?;
                for some in reporters.chunks(ENTRIES_AT_ONCE) {
                    let answers: Vec<_> = some.iter().map(|reporter| act.answer(*reporter, &found)).collect();
                    record_all(connection, &answers).await?;
                }
                reports::decide(connection, act.report, (act.outcome, act.reason), reporters.len()).await?;
            }
            reports::find(connection, act.report).await?.ok_or(ReportRefusal::Unknown)
        })
    }
}

/// Returns the player, or the owner of the bot.
async fn answering(connection: &mut Postgres, player: PlayerId) -> Result<PlayerId, Failure> {
    Ok(bots::owners(connection, &[player]).await?.remove(&player).unwrap_or(player))
}

impl Deciding<'_> {
    /// The entry for administrators and, if the report has consequences, for whoever was reported.
    fn entry(&self, answering: PlayerId, report: &PlayerReport) -> AuditEntry {
        let (kind, audience) = match self.outcome {
            ReportOutcome::Acted => (AuditKind::ReportActed, Audience::Everybody),
            ReportOutcome::Dismissed => (AuditKind::ReportDismissed, Audience::Organizers),
        };
        let entry = AuditEntry::new(answering, kind).by(self.by.player).only_for(audience);
        AuditEntry { target: Some(report.target), ..entry.player(report.player.player).note(self.reason) }
    }

    /// The entry for somebody who has reported it.
    fn answer(&self, reporter: PlayerId, report: &PlayerReport) -> AuditEntry {
        let outcome = FieldChange {
            field: "outcome".to_owned(),
            before: None,
            after: Some(self.outcome.name().to_owned()),
        };
        let entry = AuditEntry::new(reporter, AuditKind::ReportAnswered).by(self.by.player).player(reporter);
        AuditEntry { target: Some(report.target), ..entry.note(self.reason).changes(vec![outcome]) }
    }
}

impl Reports {
    /// Checks that the caller sees a text of the target, or the account.
    async fn needs_sight(&self, caller: &Identity, target: TextTarget) -> Result<(), ReportRefusal> {
        let found = reports::text(&mut *self.pool.get().await?, &target).await?;
        let found = found.ok_or(ReportRefusal::Unseen)?;
        let has_text = found.shown.is_some_and(|shown| !shown.is_empty());
        if !has_text && target.kind != TextKind::Account {
            return Err(ReportRefusal::Unseen);
        }
        let (place, caller) = (found.place, Some(caller));
        if target.kind == TextKind::AuditNote {
            let (id, after) = (target.id, Uuid::from_u128(target.id.as_u128().saturating_add(1)));
            let page = match found.part.as_str() {
                "tournament" => {
                    seen(self.tournaments.audit(TournamentId(place), caller, Some(after), 1).await)?
                }
                "club" => seen(self.clubs.audit(ClubId(place), caller, Some(after), 1).await)?,
                _ => seen(self.series.audit(SeriesId(place), Some(after), 1).await)?,
            };
            let is_shown = |act: &StoredAuditEntry| act.id == id && act.note.is_some();
            return page.iter().any(is_shown).then_some(()).ok_or(ReportRefusal::Unseen);
        }
        match found.part.as_str() {
            "game" => seen(self.games.see(GameId(place), caller).await).map(drop),
            "club" => seen(self.clubs.look(ClubId(place), caller).await).map(drop),
            "tournament" => seen(self.tournaments.look(TournamentId(place), caller).await).map(drop),
            "series" => seen(self.series.look(SeriesId(place), caller).await).map(drop),
            _ => Ok(()),
        }
    }
}

/// Returns what was found. What the caller may not see looks like what does not exist.
fn seen<T, R: Explain + Into<ReportRefusal>>(found: Result<T, R>) -> Result<T, ReportRefusal> {
    found.map_err(|refusal| match refusal.explain().cause {
        Some(_) => refusal.into(),
        None => ReportRefusal::Unseen,
    })
}
