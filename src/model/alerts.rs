//! Alerts for disconnected players: whose turn it is, and what else is waiting.
//!
//! They are derived from what waits for a player. This module knows no webhooks and no other channels.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Timelike, Utc};
use uuid::Uuid;

use super::auth::PlayerId;
use super::challenge::{Challenge, ChallengeStatus};
use super::game::GameId;
use super::own::Waiting;
use super::tournament::TournamentId;
use super::webhook::{Subject, WebhookEvent};

/// The maximum number of games in one message about turns: the newest ones.
pub const TURNS_TOLD_MAX: usize = 20;
/// The maximum distance of a time zone from UTC, in minutes.
pub const UTC_OFFSET_MAX: i16 = 14 * 60;
/// Within this time, every running server knows that a player has begun to receive alerts.
pub const KNOWN_WITHIN: Duration = Duration::from_secs(5);
/// The minimum interval between alerts about challenges by the same player; also between invitations, and
/// between offers of a rematch. Accepted ones do not count.
pub const SENDER_TOLD_EVERY: Duration = Duration::from_secs(60 * 60);
/// The number of minutes of a day.
const DAY_MINUTES: u16 = 24 * 60;

/// What one player waits for, which they are told once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alert {
    pub event: WebhookEvent,
    pub subject: Subject,
    /// Distinguishes later alerts with the same subject: the number of the turn in the game, or of the table
    /// in the tournament. The number never falls.
    pub number: i64,
    pub since: DateTime<Utc>,
    /// The other player who challenges or invites. None for turns and tables.
    pub sender: Option<PlayerId>,
}

/// The identity of a sent alert: the event with the id of its game or tournament.
pub type AlertKey = (WebhookEvent, Uuid);

impl Alert {
    /// Returns what is stored when the player is told.
    pub fn told(&self) -> AlertKey {
        let game = self.subject.game.map(|game| game.0);
        let tournament = self.subject.tournament.map(|tournament| tournament.0);
        let id = if self.event == WebhookEvent::Pairing { tournament } else { game };
        (self.event, id.unwrap_or_default())
    }
}

/// What a player was told before.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ToldBefore {
    /// The highest number of each.
    pub numbers: HashMap<AlertKey, i64>,
    /// The invitations for which the player was alerted within [`SENDER_TOLD_EVERY`].
    pub recent: Vec<(GameId, WebhookEvent, PlayerId)>,
}

/// A message of one or several alerts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    pub event: WebhookEvent,
    pub subject: Subject,
    /// The games of a message about turns.
    pub games: Vec<GameId>,
    pub since: DateTime<Utc>,
}

/// Returns everything that waits for a player. `challenges` are the challenges among the invitations.
pub fn alerts(waiting: &Waiting, challenges: &[Challenge]) -> Vec<Alert> {
    let turns = waiting.games.values().filter_map(|game| {
        game.decision()?;
        let (listed, turn) = (&game.listed, game.listed.turn?);
        Some(Alert {
            event: WebhookEvent::GameTurn,
            subject: Subject {
                game: Some(listed.id),
                tournament: listed.terms.tournament,
                ..Subject::default()
            },
            number: turn.number.into(),
            since: listed.updated_at,
            sender: None,
        })
    });
    let invitations = waiting.invitations.values().filter_map(|invitation| {
        let event = match challenges.iter().find(|challenge| challenge.id == invitation.game) {
            None => WebhookEvent::Invitation,
            Some(challenge) if challenge.status != ChallengeStatus::Open => return None,
            Some(challenge) if challenge.rematch_of.is_some() => WebhookEvent::Rematch,
            Some(_) => WebhookEvent::Challenge,
        };
        let subject = Subject {
            game: Some(invitation.game),
            tournament: invitation.terms.tournament,
            ..Subject::default()
        };
        let sender = Some(invitation.creator.player);
        Some(Alert { event, subject, number: 0, since: invitation.invited_at, sender })
    });
    let pairings = waiting.tournaments.values().filter_map(|tournament| {
        let table = tournament.table?;
        // A table with a finished game waits for nobody.
        let game = waiting.games.get(&tournament.game?)?;
        Some(Alert {
            event: WebhookEvent::Pairing,
            subject: Subject {
                game: Some(game.listed.id),
                tournament: Some(tournament.id),
                round: tournament.round.and_then(|round| round.try_into().ok()),
                table: table.try_into().ok(),
            },
            number: table.into(),
            since: game.listed.created_at,
            sender: None,
        })
    });
    turns.chain(invitations).chain(pairings).collect()
}

/// Returns the alerts that were not sent yet. `told` has the highest number of each.
pub fn untold(alerts: Vec<Alert>, told: &HashMap<AlertKey, i64>) -> Vec<Alert> {
    let is_new = |alert: &Alert| told.get(&alert.told()).is_none_or(|number| *number < alert.number);
    alerts.into_iter().filter(is_new).collect()
}

/// Returns the alerts without those whose sender was just announced to the same player. Keeps the first of
/// several from one sender. `accepted` are the recent games in which the player has a seat.
pub fn spaced(
    alerts: Vec<Alert>,
    recent: &[(GameId, WebhookEvent, PlayerId)],
    accepted: impl Fn(&GameId) -> bool,
) -> Vec<Alert> {
    let open = recent.iter().filter(|(game, ..)| !accepted(game));
    let mut told: HashSet<_> = open.map(|&(_, event, sender)| (event, sender)).collect();
    let is_first = |alert: &Alert| alert.sender.is_none_or(|sender| told.insert((alert.event, sender)));
    alerts.into_iter().filter(is_first).collect()
}

/// Returns what to remember of a player: waiting alerts, and those that may return with another number.
pub fn remembered(waiting: &Waiting, alerts: &[Alert]) -> Vec<AlertKey> {
    let games = waiting.games.keys().map(|game| (WebhookEvent::GameTurn, game.0));
    let tournaments = waiting.tournaments.keys().map(|tournament| (WebhookEvent::Pairing, tournament.0));
    alerts.iter().map(Alert::told).chain(games).chain(tournaments).collect()
}

/// Returns the messages of alerts: one for all turns, and one for each other alert.
pub fn summaries<'a>(alerts: impl IntoIterator<Item = &'a Alert>) -> Vec<Summary> {
    let (turns, others): (Vec<&Alert>, Vec<&Alert>) =
        alerts.into_iter().partition(|alert| alert.event == WebhookEvent::GameTurn);
    let first = turns.iter().max_by_key(|alert| alert.since).map(|newest| Summary {
        event: WebhookEvent::GameTurn,
        subject: if turns.len() == 1 { newest.subject } else { Subject::default() },
        games: turns.iter().rev().filter_map(|alert| alert.subject.game).take(TURNS_TOLD_MAX).collect(),
        since: newest.since,
    });
    let each = others.into_iter().map(|alert| Summary {
        event: alert.event,
        subject: alert.subject,
        games: Vec::new(),
        since: alert.since,
    });
    first.into_iter().chain(each).collect()
}

/// The hours of the day in which a player is told nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuietHours {
    /// The minute of the day when they begin.
    from: u16,
    /// The minute of the day when they end, perhaps of the next day.
    until: u16,
    /// The difference of the player's clock from UTC in minutes; positive if ahead.
    utc_offset: i16,
}

impl QuietHours {
    /// Returns the hours from one minute of the day to another. None if these are equal or not minutes of a
    /// day, or if no time zone has this difference from UTC.
    pub fn new(from: u16, until: u16, utc_offset: i16) -> Option<QuietHours> {
        let is_valid = from != until && from.max(until) < DAY_MINUTES;
        let is_zone = utc_offset.unsigned_abs() <= UTC_OFFSET_MAX.unsigned_abs();
        (is_valid && is_zone).then_some(QuietHours { from, until, utc_offset })
    }

    /// Returns the same hours by a clock with this difference from UTC in minutes.
    #[must_use]
    pub const fn with_offset(self, utc_offset: i16) -> QuietHours {
        QuietHours { utc_offset, ..self }
    }

    /// Returns the first and the last minute of the day, and the difference from UTC in minutes.
    pub const fn parts(self) -> (u16, u16, i16) {
        (self.from, self.until, self.utc_offset)
    }

    /// Returns the end of the quiet hours at this moment. None outside of quiet hours.
    pub fn end_after(self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let local = now + TimeDelta::minutes(self.utc_offset.into());
        let minute = u16::try_from(local.hour() * 60 + local.minute()).ok()?;
        let after = |moment: u16, base: u16| (moment + DAY_MINUTES - base) % DAY_MINUTES;
        let left = after(self.until, minute);
        let is_quiet = left != 0 && after(minute, self.from) < after(self.until, self.from);
        let begun = TimeDelta::seconds(local.second().into())
            + TimeDelta::nanoseconds((local.nanosecond() % 1_000_000_000).into());
        is_quiet.then(|| now + TimeDelta::minutes(left.into()) - begun)
    }
}

/// Returns the tournament and the game of a subject, for filters.
pub fn belongs(subject: &Subject, game: Option<GameId>, tournament: Option<TournamentId>) -> bool {
    game.is_none_or(|game| subject.game == Some(game))
        && tournament.is_none_or(|tournament| subject.tournament == Some(tournament))
}

#[cfg(test)]
mod tests {
    use chrono::TimeZone;

    use super::*;

    fn at(hour: u32, minute: u32) -> DateTime<Utc> {
        Utc.with_ymd_and_hms(2026, 11, 25, hour, minute, 30).unwrap()
    }

    #[test]
    fn quiet_hours_end_at_their_last_minute_also_after_midnight() {
        let night = QuietHours::new(22 * 60, 7 * 60, 60).unwrap();
        // 22:00 to 07:00 an hour ahead of UTC is 21:00 to 06:00 there.
        for (hour, minute, end) in [
            (20, 59, None),
            (21, 0, Some((26, 6))),
            (23, 30, Some((26, 6))),
            (0, 0, Some((25, 6))),
            (5, 59, Some((25, 6))),
            (6, 0, None),
            (12, 0, None),
        ] {
            let end = end.map(|(day, hour)| Utc.with_ymd_and_hms(2026, 11, day, hour, 0, 0).unwrap());
            assert_eq!(night.end_after(at(hour, minute)), end, "{hour}:{minute}");
        }
        let noon = QuietHours::new(12 * 60, 13 * 60, 0).unwrap();
        assert_eq!(noon.end_after(at(12, 59)), Some(Utc.with_ymd_and_hms(2026, 11, 25, 13, 0, 0).unwrap()));
        assert_eq!((noon.end_after(at(11, 59)), noon.end_after(at(13, 0))), (None, None));
    }

    #[test]
    fn hours_that_no_day_has_are_refused() {
        for (from, until, offset) in
            [(0, 0, 0), (600, 600, 60), (0, 1440, 0), (1440, 0, 0), (0, 1, 841), (0, 1, -841)]
        {
            assert_eq!(QuietHours::new(from, until, offset), None, "{from} {until} {offset}");
        }
    }

    fn turn(game: GameId, number: i64, second: u32) -> Alert {
        let since = Utc.with_ymd_and_hms(2026, 11, 25, 0, 0, second).unwrap();
        Alert {
            event: WebhookEvent::GameTurn,
            subject: Subject { game: Some(game), ..Subject::default() },
            number,
            since,
            sender: None,
        }
    }

    #[test]
    fn a_turn_is_told_once_and_the_next_one_again() {
        let [first, second] = [(); 2].map(|()| GameId::generate());
        let told: HashMap<AlertKey, i64> =
            [(turn(first, 3, 0).told(), 3), (turn(second, 5, 0).told(), 5)].into();
        let new = untold(vec![turn(first, 3, 0), turn(second, 6, 0), turn(GameId::generate(), 1, 0)], &told);
        assert_eq!(new.iter().map(|alert| alert.number).collect::<Vec<i64>>(), [6, 1]);
    }

    #[test]
    fn one_sender_is_told_of_once_in_a_while() {
        let [ada, bob] = [(); 2].map(|()| PlayerId::generate());
        let challenge = |sender| Alert {
            event: WebhookEvent::Challenge,
            sender: Some(sender),
            ..turn(GameId::generate(), 0, 0)
        };
        let rematch = Alert { event: WebhookEvent::Rematch, ..challenge(ada) };
        let all =
            vec![challenge(ada), challenge(ada), challenge(bob), rematch, turn(GameId::generate(), 1, 0)];
        let told = |recent: &[(GameId, WebhookEvent, PlayerId)], is_accepted: bool| -> Vec<usize> {
            let left = spaced(all.clone(), recent, |_| is_accepted);
            left.iter().filter_map(|one| all.iter().position(|alert| alert == one)).collect()
        };
        let recent = [(GameId::generate(), WebhookEvent::Challenge, ada)];
        assert_eq!(told(&[], false), [0, 2, 3, 4]);
        assert_eq!(told(&recent, false), [2, 3, 4]);
        assert_eq!(told(&recent, true), [0, 2, 3, 4]);
    }

    #[test]
    fn many_turns_are_one_message() {
        let games = [(); 3].map(|()| GameId::generate());
        let invited = Alert { event: WebhookEvent::Invitation, ..turn(games[2], 0, 9) };
        let all = [turn(games[0], 1, 1), turn(games[1], 1, 2), invited.clone()];
        let [turns, invitation] = summaries(&all).try_into().unwrap();
        assert_eq!((turns.subject, turns.games), (Subject::default(), vec![games[1], games[0]]));
        assert_eq!(turns.since, all[1].since);
        assert_eq!((invitation.event, invitation.subject), (WebhookEvent::Invitation, invited.subject));
        let [alone] = summaries(&all[..1]).try_into().unwrap();
        assert_eq!((alone.subject.game, alone.games), (Some(games[0]), vec![games[0]]));
        assert!(summaries(&[]).is_empty());
    }
}
