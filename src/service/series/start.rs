//! The first season of a league: the players of each group.

use std::collections::BTreeSet;

use super::access::lock_organized;
use super::groups::{CameFrom, GroupMember, SeasonGroupView, SeasonView, add_event, event_name, season_fits};
use super::{Series, SeriesRefusal};
use crate::audit::record_audit;
use crate::tournaments::NewTournament;
use crate::transaction::act;
use lapidary_contest::series::promotion::Movement;
use lapidary_model::audit::{AuditEntry, AuditKind};
use lapidary_model::auth::{Identity, PlayerId};
use lapidary_model::player::Occupant;
use lapidary_model::series::{EventSeries, SeriesId};
use lapidary_model::tournaments::settings::TournamentSettings;
use lapidary_store::Postgres;
use lapidary_store::{accounts, games, series};

/// The first season of a league to begin.
pub struct FirstSeason {
    /// The settings of all events. The name of the group is appended to their name.
    pub settings: TournamentSettings,
    /// Whether players can enter at once.
    pub open: bool,
    /// The names of organizers besides the caller.
    pub organizers: Vec<String>,
    /// The names of the players of each group; none if everybody can enter each group.
    pub players: Option<Vec<Vec<String>>>,
}

#[boxed]
impl Series {
    /// Begins the first season of a league: makes an event for each group.
    pub async fn start_first_season(
        &self,
        id: SeriesId,
        caller: &Identity,
        new: FirstSeason,
    ) -> Result<SeasonView, SeriesRefusal> {
        let season = act!(self.pool, caller, async |connection| {
            games::lock_account(connection, caller.player).await?;
            let league = lock_organized(connection, id, caller).await?;
            if league.season > 0 {
                return Err(SeriesRefusal::HasSeasons);
            }
            season_fits(connection, &league).await?;
            if new.settings.visibility != league.visibility {
                return Err(SeriesRefusal::Field {
                    pointer: "/settings/visibility".to_owned(),
                    fault: "must be that of the league",
                });
            }
            let players = match &new.players {
                Some(lists) => Some(named(connection, &league, lists).await?),
                None => None,
            };
            let mut groups = Vec::new();
            for (number, group) in (1..).zip(&league.settings.groups) {
                let name = event_name("/settings/name", &new.settings.name, &group.name)?;
                let settings = TournamentSettings { name, entries_max: group.size, ..new.settings.clone() };
                let own = players.as_ref().and_then(|lists| lists.get(groups.len()));
                let members: Vec<GroupMember> = own.into_iter().flatten().cloned().map(beginner).collect();
                let mut made = SeasonGroupView::new(number, &group.name, members);
                made.invited_only = own.is_some();
                let event = NewTournament {
                    settings,
                    series: None,
                    open: new.open,
                    entry_password: None,
                    organizers: new.organizers.clone(),
                    invited: Vec::new(),
                };
                add_event(connection, &self.settings, caller, &league, 1, &mut made, event).await?;
                groups.push(made);
            }
            series::set_season(connection, id, 1).await?;
            let started = AuditEntry::new(id, AuditKind::SeasonStarted).by(caller.player).note("1");
            record_audit(connection, &started).await?;
            Ok::<_, SeriesRefusal>(SeasonView { series: id, season: 1, groups, left: Vec::new() })
        })?;
        self.tell_invited(&season);
        Ok(season)
    }
}

fn beginner(player: Occupant) -> GroupMember {
    GroupMember { player, movement: Movement::New, from: CameFrom::default() }
}

/// Returns the players of each group.
async fn named(
    connection: &mut Postgres,
    league: &EventSeries,
    lists: &[Vec<String>],
) -> Result<Vec<Vec<Occupant>>, SeriesRefusal> {
    let refused = |pointer: String, fault| Err(SeriesRefusal::Field { pointer, fault });
    if lists.len() != league.settings.groups.len() {
        return refused("/groups".to_owned(), "must have a list of players for each group of the league");
    }
    let mut known: BTreeSet<PlayerId> = BTreeSet::new();
    let mut groups = Vec::with_capacity(lists.len());
    for ((number, list), group) in lists.iter().enumerate().zip(&league.settings.groups) {
        if list.len() > group.size.into() {
            return refused(
                format!("/groups/{number}/players"),
                "has more players than the group has places",
            );
        }
        let mut players = Vec::with_capacity(list.len());
        for (place, name) in list.iter().enumerate() {
            let pointer = || format!("/groups/{number}/players/{place}");
            let Some(player) = accounts::by_username(connection, name).await? else {
                return refused(pointer(), "is not the name of a player");
            };
            if !known.insert(player.id) {
                return refused(pointer(), "stands in a group already");
            }
            players.push(Occupant { player: player.id, username: player.username, bot: player.bot });
        }
        if players.len() < 2 {
            return Err(SeriesRefusal::GroupTooSmall(group.name.clone()));
        }
        groups.push(players);
    }
    Ok(groups)
}
