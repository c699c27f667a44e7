//! Taking texts down that others see: names, descriptions, labels and notes.
//!
//! One operation for all of them. What must not be empty gets a neutral text. The text is kept nowhere: also
//! what audits have of it is deleted. Whoever answers for it reads the reason in the audit of the account.

use super::accounts::{AccountRefusal, Accounts};
use super::moderation::{hold_alone, needs_administrator, not_built_in};
use crate::audit::record_audit;
use crate::tournaments::take_down_text;
use crate::transaction::transaction;
use lapidary_model::audit::{AuditEntry, AuditKind, AuditSubject};
use lapidary_model::auth::{Identity, PlayerId, Username};
use lapidary_model::club::ClubId;
use lapidary_model::display_names::DisplayNames;
use lapidary_model::field_change::Fields;
use lapidary_model::game::{GameId, Status};
use lapidary_model::season::{LadderId, LadderSettings, SeasonId};
use lapidary_model::series::SeriesId;
use lapidary_model::text_target::{TextKind, TextTarget};
use lapidary_store::clubs::{self, ladders};
use lapidary_store::tournaments::{self, entries};
use lapidary_store::{Failure, Postgres, accounts, bots, games, reports, series, sessions, take_downs};

/// The number of games that one query loads.
const GAMES_PER_LOOK: i64 = 100;

/// The act on a text.
#[derive(Debug, Clone, Copy)]
pub struct TakeDown<'a> {
    /// The administrator; none for the operator at the command line.
    pub by: Option<&'a Identity>,
    /// The text.
    pub target: TextTarget,
    /// The reason, which the author reads.
    pub reason: &'a str,
}

#[boxed]
impl Accounts {
    /// Takes a text down, whoever has written it. A text that is taken down already stays as it is.
    pub async fn take_down(&self, act: TakeDown<'_>) -> Result<(), AccountRefusal> {
        if act.target.number.is_some() != act.target.kind.has_number() {
            return Err(AccountRefusal::TargetNumber);
        }
        match act.target.kind {
            TextKind::Account => Err(AccountRefusal::NotText),
            TextKind::Username | TextKind::DisplayName => self.take_name_down(act).await,
            _ => {
                let told = transaction!(self.pool, async |connection| act.carry_out(connection).await)?;
                told.into_iter().for_each(|player| self.watchers.announce_news(player));
                Ok(())
            }
        }
    }

    /// Takes a name of an account down. A username becomes a free one.
    async fn take_name_down(&self, act: TakeDown<'_>) -> Result<(), AccountRefusal> {
        let (id, is_username) = (PlayerId(act.target.id), act.target.kind == TextKind::Username);
        let is_changed = transaction!(self.pool, async |connection| {
            let author = act.author(connection).await?;
            hold_alone(connection, act.by, vec![id, author]).await?;
            let player = accounts::by_id(connection, id).await?.ok_or(AccountRefusal::UnknownTarget)?;
            not_built_in(&player)?;
            reports::forget(connection, &act.target).await?;
            let is_set = match is_username {
                true => !player.username.as_deref().is_some_and(Username::is_neutral),
                false => player.display_name.is_some(),
            };
            if !is_set {
                return Ok(false);
            }
            match is_username {
                true => accounts::set_username(connection, id, &Username::neutral()).await?,
                false => accounts::set_display_name(connection, id, None).await?,
            }
            act.record(connection, author, id).await?;
            Ok::<_, AccountRefusal>(true)
        })?;
        if is_changed && is_username {
            self.show_username(id).await?;
        } else if is_changed {
            DisplayNames::shared().learn(id, None);
        }
        Ok(())
    }

    /// Shows another username where an earlier one is remembered or copied.
    async fn show_username(&self, player: PlayerId) -> Result<(), AccountRefusal> {
        for event in entries::all_reserved_for(&mut *self.pool.get().await?, player).await? {
            transaction!(self.pool, async |connection| -> Result<(), Failure> {
                if let Some(mut db) = tournaments::lock(connection, event).await? {
                    entries::rename_reserved(&mut db, player).await?;
                }
                Ok(())
            })?;
        }
        let (mut connection, mut after) = (self.pool.get().await?, None);
        loop {
            let unfinished = games::unfinished(&mut connection, player, after, GAMES_PER_LOOK).await?;
            let Some(&(last, _)) = unfinished.last() else { break };
            for (game, _) in unfinished.into_iter().filter(|(_, status)| *status == Status::Active) {
                take_downs::outdate(&mut connection, game).await?;
            }
            after = Some(last);
        }
        self.watchers.announce_news(player);
        Ok(())
    }
}

impl TakeDown<'_> {
    /// Returns who answers for the text; for a bot, its owner.
    async fn author(&self, connection: &mut Postgres) -> Result<PlayerId, AccountRefusal> {
        // First, so that others learn nothing and hold no account.
        if let Some(by) = self.by {
            needs_administrator(connection, by).await?;
        }
        let author = take_downs::author(connection, &self.target).await?;
        let author = author.ok_or(AccountRefusal::UnknownTarget)?;
        Ok(bots::owners(connection, &[author]).await?.remove(&author).unwrap_or(author))
    }

    async fn record(
        &self,
        connection: &mut Postgres,
        author: PlayerId,
        player: PlayerId,
    ) -> Result<(), Failure> {
        let act = AuditEntry::new(author, AuditKind::TextTakenDown).player(player).note(self.reason);
        let by = self.by.map(|by| by.player);
        record_audit(connection, &AuditEntry { by, target: Some(self.target), ..act }).await
    }

    /// Takes a text down that is not the name of an account. Returns whom to notify after the commit.
    async fn carry_out(&self, connection: &mut Postgres) -> Result<Vec<PlayerId>, AccountRefusal> {
        let author = self.author(connection).await?;
        let held: Vec<PlayerId> = self.by.map(|by| by.player).into_iter().chain([author]).collect();
        accounts::lock_all(connection, &held).await?;
        if let Some(by) = self.by {
            sessions::lock(connection, by).await??;
            needs_administrator(connection, by).await?;
        }
        let (target, mut told) = (&self.target, Vec::new());
        let is_changed = match target.kind {
            TextKind::ClubName | TextKind::ClubDescription => of_club(connection, target).await?,
            TextKind::LadderName => of_ladder(connection, target).await?,
            TextKind::SeasonName => of_season(connection, target).await?,
            TextKind::SeriesName | TextKind::SeriesDescription | TextKind::GroupNames => {
                of_series(connection, target).await?
            }
            TextKind::AnnulmentReason => {
                take_downs::replace_annulment_reason(connection, GameId(target.id)).await?
            }
            TextKind::GameLabel => take_downs::delete_label(connection, GameId(target.id)).await?,
            TextKind::AuditNote => match take_downs::replace_note(connection, target.id).await? {
                Some(subject) => {
                    record_there(connection, (subject, AuditKind::Changed), target, Some(None)).await?
                }
                None => false,
            },
            _ => {
                let players = take_down_text(connection, target).await?;
                let is_changed = players.is_some();
                told.extend(players.unwrap_or_default());
                is_changed
            }
        };
        reports::forget(connection, target).await?;
        if is_changed {
            self.record(connection, author, author).await?;
        }
        Ok(told)
    }
}

/// Deletes what the entries of this kind have of the field in an audit, and records there what stands in the
/// field now, if it has another value. Returns whether anything has changed.
async fn record_there(
    connection: &mut Postgres,
    (subject, kind): (AuditSubject, AuditKind),
    target: &TextTarget,
    now: Option<Option<String>>,
) -> Result<bool, Failure> {
    let was_told = take_downs::forget_field(connection, subject, kind, target.kind.field()).await?;
    if now.is_none() && !was_told {
        return Ok(false);
    }
    let changes = now.map(|text| target.change(text));
    let act = AuditEntry::new(subject, AuditKind::TextTakenDown).changes(changes.into_iter().collect());
    record_audit(connection, &act).await?;
    Ok(true)
}

/// Returns what stands in the field of a text after a change; none without a change.
fn text_now<S: Fields>(old: &S, new: &S) -> Option<Option<String>> {
    old.differences(new).pop().map(|change| change.after.filter(|text| !text.is_empty()))
}

async fn of_club(connection: &mut Postgres, target: &TextTarget) -> Result<bool, AccountRefusal> {
    let id = ClubId(target.id);
    clubs::lock(connection, id).await?;
    let old = clubs::find(connection, id).await?.ok_or(AccountRefusal::UnknownTarget)?.settings;
    let mut new = old.clone();
    match target.kind {
        TextKind::ClubName => new.name = target.neutral_name("club"),
        _ => new.description.clear(),
    }
    clubs::update(connection, id, &new).await?;
    let there = (id.into(), AuditKind::Changed);
    Ok(record_there(connection, there, target, text_now(&old, &new)).await?)
}

async fn of_ladder(connection: &mut Postgres, target: &TextTarget) -> Result<bool, AccountRefusal> {
    let id = LadderId(target.id);
    let found = ladders::find(connection, id).await?.ok_or(AccountRefusal::UnknownTarget)?;
    clubs::lock(connection, found.club).await?;
    let old = ladders::find(connection, id).await?.ok_or(AccountRefusal::UnknownTarget)?;
    let new = LadderSettings { name: target.neutral_name("ladder"), ..old.settings.clone() };
    ladders::update(connection, id, &new).await?;
    take_downs::forget_ladder(connection, old.club, &old.settings.name).await?;
    let there = (old.club.into(), AuditKind::LadderChanged);
    Ok(record_there(connection, there, target, text_now(&old.settings, &new)).await?)
}

async fn of_season(connection: &mut Postgres, target: &TextTarget) -> Result<bool, AccountRefusal> {
    let id = SeasonId(target.id);
    let ladder = take_downs::ladder_of_season(connection, id).await?.ok_or(AccountRefusal::UnknownTarget)?;
    let ladder = ladders::find(connection, ladder).await?.ok_or(AccountRefusal::UnknownTarget)?;
    clubs::lock(connection, ladder.club).await?;
    let now = take_downs::delete_season_name(connection, id).await?.then_some(None);
    let there = (ladder.club.into(), AuditKind::SeasonStarted);
    Ok(record_there(connection, there, target, now).await?)
}

async fn of_series(connection: &mut Postgres, target: &TextTarget) -> Result<bool, AccountRefusal> {
    let id = SeriesId(target.id);
    series::lock(connection, id).await?;
    let old = series::find(connection, id).await?.ok_or(AccountRefusal::UnknownTarget)?.settings;
    let mut new = old.clone();
    match target.kind {
        TextKind::SeriesName => new.name = target.neutral_name("series"),
        TextKind::SeriesDescription => new.description.clear(),
        _ => (1..).zip(&mut new.groups).for_each(|(number, group)| group.name = format!("Group {number}")),
    }
    series::update(connection, id, &new).await?;
    let there = (id.into(), AuditKind::Changed);
    Ok(record_there(connection, there, target, text_now(&old, &new)).await?)
}
