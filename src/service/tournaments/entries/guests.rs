//! Entries that organizers of an event over the board add: guests without an account, and players by name.
//! Both take part as guests. The owner of the account takes over the entry: by entering, if it is reserved
//! for them, or with a code from an organizer. So nobody is linked to an event unasked.

use std::collections::HashSet;

use super::refusal::EntryRefusal;
use crate::tournaments::access::{has_not_organized, no_entry, organizes};
use crate::tournaments::act::{Changes, LockedEvent, change, organize};
use crate::tournaments::impartial::Harmless;
use crate::tournaments::ranking::ratings::unrated;
use crate::tournaments::teams::lists::{NamedTeam, teams_of_new};
use crate::tournaments::{TournamentRefusal, Tournaments};
use lapidary_contest::event::entry::EntryId;
use lapidary_model::audit::{AuditEntry, AuditKind};
use lapidary_model::auth::{HandedCode, Identity, PlayerId};
use lapidary_model::field_change::FieldChange;
use lapidary_model::names::caseless;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::entry::Entry;
use lapidary_model::tournaments::event::{Event, Tournament};
use lapidary_model::tournaments::settings::{ENTRIES_MAX, Format, Play, Players, Status};
use lapidary_store::tournaments::entries::{self, NewGuest};
use lapidary_store::tournaments::members::{self, Role};
use lapidary_store::tournaments::{self, Locked};
use lapidary_store::{accounts, challenges, sessions};

/// The person to enter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NewEntrant {
    /// A person without an account, under this name.
    Guest(String),
    /// The player with this name, who can take over the entry by entering.
    Player(String),
}

/// An entry that an organizer adds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEntry {
    /// The JSON pointer to it in the request, for refusals.
    pub pointer: String,
    /// The person to enter.
    pub who: NewEntrant,
    /// The name of their team, which is made if it does not exist.
    pub team: Option<String>,
    /// The rating that an organizer gives the entry; none for that of a new player.
    pub rating: Option<i64>,
    /// The seed that an organizer gives the entry.
    pub seed: Option<u16>,
}

/// An organizer's change of an entry. Values that are none stay unchanged.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct EntryChange<'a> {
    /// The name of a guest.
    pub guest: Option<&'a str>,
    /// The seed, or none to remove it.
    pub seed: Option<Option<u16>>,
    pub rating: Option<i64>,
}

impl NewEntry {
    fn refused(&self, fault: &'static str) -> EntryRefusal {
        let field = match self.who {
            NewEntrant::Guest(_) => "guest",
            NewEntrant::Player(_) => "username",
        };
        TournamentRefusal::field(format!("{}/{field}", self.pointer), fault).into()
    }

    fn named_team(&self) -> NamedTeam<'_> {
        NamedTeam { pointer: &self.pointer, name: self.team.as_deref() }
    }

    fn name(&self) -> &str {
        match &self.who {
            NewEntrant::Guest(name) | NewEntrant::Player(name) => name,
        }
    }
}

#[boxed]
impl Tournaments {
    /// Adds entries to an event over the board and returns them. Either all are added or none.
    pub async fn add_entries(
        &self,
        id: TournamentId,
        caller: &Identity,
        new: &[NewEntry],
    ) -> Result<Vec<Entry>, EntryRefusal> {
        organize!(self, id, caller, async |act| -> EntryRefusal {
            takes_entries(&act.event, new.len())?;
            if new.iter().any(|one| one.team.is_some()) {
                act.chooses_no_opponents(caller.player).await?;
            }
            if new.iter().any(|one| one.seed.is_some() || one.rating.is_some()) {
                act.does_not_enter(caller.player).await?;
            }
            let named: Vec<NamedTeam<'_>> = new.iter().map(NewEntry::named_team).collect();
            let teams = teams_of_new(&mut act, caller.player, &named)?;
            let mut guests: Vec<NewGuest> = Vec::with_capacity(new.len());
            let mut names: HashSet<String> =
                act.event.entries.iter().filter_map(Entry::name).map(caseless).collect();
            for (one, team) in new.iter().zip(teams) {
                let guest = NewGuest { team, ..guest(&mut act.db, caller.player, one).await? };
                if !names.insert(caseless(&guest.name)) {
                    return Err(one.refused(
                        "is the name of another entry; add something by which people tell the two apart",
                    ));
                }
                if let Some(player) = guest.reserved_for {
                    // Others must not enter an organizer as a player, who then could no longer decide.
                    if player != caller.player && may_organize(&mut act, player).await? {
                        return Err(
                            one.refused("can organize the tournament, and so has to enter by themselves")
                        );
                    }
                    has_not_organized(&mut act.db, &act.event.tournament, player).await?;
                }
                guests.push(guest);
            }
            // The teams must exist before the entries.
            act.save().await?;
            let last = act.event.entries.last().map_or(0, |last| last.id.0);
            entries::insert_guests(&mut act.db, EntryId(last + 1), &guests).await?;
            for entry in (last + 1..).take(guests.len()).map(EntryId) {
                act.record(act.audit(AuditKind::EntryAdded).by(caller.player).entry(entry));
            }
            act.tell_everybody();
            act.changes.players.extend(guests.iter().filter_map(|guest| guest.reserved_for));
            let limit = i64::try_from(guests.len()).unwrap_or(i64::MAX);
            Ok(entries::load(&mut act.db, id, last, limit).await?)
        })
    }

    /// Changes the name of a guest, at any time. Changes the seed and the rating of an entry, before the
    /// first round is paired.
    pub async fn change_entry(
        &self,
        id: TournamentId,
        caller: &Identity,
        entry: EntryId,
        change: &EntryChange<'_>,
    ) -> Result<Entry, EntryRefusal> {
        organize!(self, id, caller, may Harmless::NamingGuest, async |act| -> EntryRefusal {
            if change.seed.is_some() || change.rating.is_some() {
                act.does_not_enter(caller.player).await?;
            }
            may_change(&act.event, entry, change)?;
            let own = act.event.entry_mut(entry).ok_or(EntryRefusal::NotGuest(entry))?;
            let before = own.clone();
            if let Some(name) = change.guest {
                own.guest = Some(name.to_owned());
            }
            own.seed = change.seed.unwrap_or(own.seed);
            own.rating = change.rating.unwrap_or(own.rating);
            let own = own.clone();
            // The audit keeps no names of guests, so that renaming a guest on request removes the name.
            if own.guest != before.guest {
                act.record(act.audit(AuditKind::GuestRenamed).by(caller.player).entry(entry));
            }
            let texts = |entry: &Entry| {
                let seed = entry.seed.map(|seed| seed.to_string());
                [("seed", seed), ("rating", Some(entry.rating.to_string()))]
            };
            let differences = FieldChange::between(texts(&before), texts(&own));
            if !differences.is_empty() {
                let audit = act.audit(AuditKind::EntryChanged).by(caller.player).entry(entry);
                act.record(audit.changes(differences));
            }
            act.tell_everybody();
            Ok(own)
        })
    }

    /// Makes a code with which a player takes over the entry of a guest. It replaces an earlier one.
    pub async fn make_claim_code(
        &self,
        id: TournamentId,
        caller: &Identity,
        entry: EntryId,
    ) -> Result<HandedCode, EntryRefusal> {
        organize!(self, id, caller, async |act| -> EntryRefusal {
            guest_entry(&act.event, entry)?;
            let code = HandedCode::generate()?;
            entries::set_claim(&mut act.db, entry, &code.digest()).await?;
            Ok(code)
        })
    }

    /// Gives the caller the entry of a guest for which an organizer has handed out this code. The code
    /// replaces an invitation.
    pub async fn claim(
        &self,
        id: TournamentId,
        caller: &Identity,
        code: &str,
    ) -> Result<Entry, EntryRefusal> {
        change!(self, async |connection, changes| -> EntryRefusal {
            sessions::lock(connection, caller).await??;
            let code = HandedCode::parse(code).ok_or(EntryRefusal::NoClaim)?;
            let db = tournaments::lock(connection, id).await?;
            let mut db = db.ok_or(EntryRefusal::NoClaim)?;
            let entry = entries::claimed_by(&mut db, id, &code.digest()).await?;
            let entry = entry.ok_or(EntryRefusal::NoClaim)?;
            let tournament = tournaments::find(&mut db, id).await?.ok_or(EntryRefusal::NoClaim)?;
            let account = accounts::by_id(&mut db, caller.player).await?;
            if account.ok_or(TournamentRefusal::SessionEnded)?.bot {
                return Err(EntryRefusal::PlayerKind(Players::Human));
            }
            if let Some(own) = entries::of(&mut db, id, caller.player).await? {
                return Err(EntryRefusal::AlreadyEntered { entry: own.id, status: own.status });
            }
            has_not_organized(&mut db, &tournament, caller.player).await?;
            changes.players.insert(caller.player);
            take_over(&mut db, &tournament, entry, caller.player, changes).await
        })
    }
}

/// Gives a player the entry of a guest, and returns it.
pub(in crate::tournaments) async fn take_over(
    db: &mut Locked<'_>,
    tournament: &Tournament,
    entry: EntryId,
    player: PlayerId,
    changes: &mut Changes,
) -> Result<Entry, EntryRefusal> {
    if tournament.status == Status::Cancelled {
        return Err(TournamentRefusal::State(Status::Cancelled).into());
    }
    entries::give_to(db, entry, player).await?;
    changes.audit.push(AuditEntry::new(tournament.id, AuditKind::EntryClaimed).by(player).entry(entry));
    Ok(entries::of(db, tournament.id, player).await?.ok_or(TournamentRefusal::NotEntered)?)
}

/// Checks that organizers can add this many entries now. They need no open registration, because they see who
/// is present.
fn takes_entries(event: &Event, more: usize) -> Result<(), EntryRefusal> {
    let settings = &event.tournament.settings;
    if settings.play != Play::OverTheBoard {
        return Err(TournamentRefusal::OnTheServer.into());
    }
    let has_room = match event.tournament.status {
        Status::Draft | Status::Registration => true,
        // A schedule or a bracket has no room for late entries.
        Status::Running => {
            matches!(settings.format, Format::Swiss | Format::Heats)
                && event.rounds.len() < usize::from(settings.rounds.unwrap_or_default())
        }
        over => return Err(TournamentRefusal::State(over).into()),
    };
    match has_room {
        false => Err(EntryRefusal::RegistrationClosed),
        true if event.places_taken() + more > settings.entries_max.into()
            || event.entries.len() + more > ENTRIES_MAX.into() =>
        {
            Err(EntryRefusal::Full(settings.entries_max))
        }
        true => Ok(()),
    }
}

/// Returns whether a player organizes a tournament, is asked to, or is an administrator.
async fn may_organize(act: &mut LockedEvent<'_>, player: PlayerId) -> Result<bool, EntryRefusal> {
    let (db, tournament) = (&mut act.db, &act.event.tournament);
    Ok(organizes(db, tournament, player).await? || members::is_asked(db, tournament.id, player).await?)
}

/// Returns the guest to add. A player entered by name sees the tournament among theirs, unless they have
/// blocked the organizer.
async fn guest(db: &mut Locked<'_>, organizer: PlayerId, new: &NewEntry) -> Result<NewGuest, EntryRefusal> {
    let guest = NewGuest {
        name: new.name().to_owned(),
        reserved_for: None,
        team: None,
        rating: new.rating.unwrap_or_else(unrated),
        seed: new.seed,
    };
    let NewEntrant::Player(name) = &new.who else { return Ok(guest) };
    let unknown = || new.refused("is not the name of a player");
    let player = accounts::lock_by_username(db, name).await?.ok_or_else(unknown)?;
    if player.bot {
        return Err(new.refused("is the name of a bot, and over the board only people play"));
    }
    let id = db.id();
    if entries::reserved_for(db, id, player.id).await?.is_some() {
        return Err(new.refused("has an entry in this tournament"));
    }
    if !challenges::is_blocked(db, player.id, organizer).await? {
        members::insert(db, id, player.id, Role::Invited, None).await?;
    }
    let name = player.username.unwrap_or_else(|| name.clone());
    Ok(NewGuest { name, reserved_for: Some(player.id), ..guest })
}

/// Checks that an organizer can make this change of an entry.
fn may_change(event: &Event, entry: EntryId, change: &EntryChange<'_>) -> Result<(), EntryRefusal> {
    let refused = |pointer: &str, fault| Err(TournamentRefusal::field(pointer, fault).into());
    event.entry(entry).ok_or_else(|| no_entry(event, entry))?;
    if let Some(name) = change.guest {
        guest_entry(event, entry)?;
        let own_name = caseless(name);
        let others = event.entries.iter().filter(|other| other.id != entry);
        if others.filter_map(Entry::name).any(|other| caseless(other) == own_name) {
            return refused(
                "/guest",
                "is the name of another entry; add something by which people tell the two apart",
            );
        }
    }
    if change.rating.is_some() && event.tournament.settings.play == Play::Server {
        return refused("/rating", "is possible only over the board: on the server, games decide it");
    }
    match change.seed.is_some() || change.rating.is_some() {
        true if event.tournament.status.is_over() => {
            Err(TournamentRefusal::State(event.tournament.status).into())
        }
        true if !event.rounds.is_empty() => Err(EntryRefusal::FirstRoundPaired),
        _ => Ok(()),
    }
}

fn guest_entry(event: &Event, entry: EntryId) -> Result<&Entry, EntryRefusal> {
    let own = event.entry(entry).ok_or_else(|| no_entry(event, entry))?;
    match own.guest {
        Some(_) => Ok(own),
        None => Err(EntryRefusal::NotGuest(entry)),
    }
}
