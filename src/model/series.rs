//! Series: several events in one table. Leagues are series whose events are those of groups.

use chrono::{DateTime, Utc};
use serde::Deserialize;
use utoipa::ToSchema;

use super::club::ClubId;
use super::field_change::Fields;
use super::game::Visibility;
use super::player::Occupant;
use super::tournament::TournamentId;
use super::tournaments::settings::Status;
use crate::id::id;
use lapidary_contest::series::table::SeriesPoints;
use lapidary_words::words;

/// The maximum number of series that a player has made.
pub const SERIES_MAX: i64 = 50;
/// The maximum number of events of a series.
pub const EVENTS_MAX: i64 = 100;
/// The maximum number of entries of all events in the table of a series.
pub const ENTRIES_OF_ALL_EVENTS_MAX: i64 = 20_000;
/// The maximum number of places with points.
pub const PLACES_MAX: usize = 100;
/// The maximum number of points for a place.
pub const PLACE_POINTS_MAX: u32 = 10_000;
/// The maximum number of groups of a league.
pub const GROUPS_MAX: usize = 8;
/// The minimum and the maximum number of places of a group.
pub const GROUP_SIZES: (u16, u16) = (2, 64);

id! {
    /// The id of a series.
    SeriesId
}

/// A group of a league.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewGroup, example = json!({"name": "Rubies", "size": 8}))]
pub struct LeagueGroup {
    /// The name. The groups of a league have different names.
    #[schema(format = "text", min_length = 1, max_length = 30, example = "Rubies")]
    pub name: String,
    /// The number of places.
    #[schema(minimum = 2, maximum = 64, example = 8)]
    pub size: u16,
}

/// What can change in a series.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeriesSettings {
    pub name: String,
    /// What its organizers tell about it, in paragraphs.
    pub description: Vec<String>,
    /// Where its points come from.
    pub points: SeriesPoints,
    /// How many results of everybody count; none for all.
    pub best_of: Option<u16>,
    /// The groups of a league, from the top; empty for other series.
    pub groups: Vec<LeagueGroup>,
    /// How many go up and down at each border between groups.
    pub promoted: u16,
}

impl Fields for SeriesSettings {
    fn fields(&self) -> Vec<(&'static str, Option<String>)> {
        let points = match &self.points {
            SeriesPoints::Places(list) => {
                Some(list.iter().map(u32::to_string).collect::<Vec<_>>().join(", "))
            }
            SeriesPoints::Events => None,
        };
        let groups = self.groups.iter().map(|group| format!("{} ({})", group.name, group.size));
        vec![
            ("name", Some(self.name.clone())),
            ("description", Some(self.description.join("\n"))),
            ("points", points),
            ("best_of", self.best_of.map(|results| results.to_string())),
            ("groups", self.is_league().then(|| groups.collect::<Vec<_>>().join(", "))),
            ("promoted", Some(self.promoted.to_string())),
        ]
    }
}

impl SeriesSettings {
    /// Returns whether it is a league.
    pub const fn is_league(&self) -> bool {
        !self.groups.is_empty()
    }

    /// Returns the fault of the settings: the place of the field, and a description.
    pub fn fault(&self) -> Option<(String, &'static str)> {
        if let SeriesPoints::Places(list) = &self.points
            && !list.is_sorted_by(|a, b| a >= b)
        {
            return Some(("/points".to_owned(), "must not rise from a place to the next"));
        }
        if !self.is_league() {
            return (self.promoted > 0).then(|| ("/promoted".to_owned(), "is possible only with `groups`"));
        }
        if self.groups.len() < 2 {
            return Some(("/groups".to_owned(), "must have at least two groups"));
        }
        for (number, group) in self.groups.iter().enumerate() {
            if self.groups[..number].iter().any(|other| other.name == group.name) {
                return Some((format!("/groups/{number}/name"), "is the name of another group"));
            }
        }
        let smallest = self.groups.iter().map(|group| group.size).min().unwrap_or_default();
        (self.promoted * 2 > smallest)
            .then(|| ("/promoted".to_owned(), "must be at most half of the size of the smallest group"))
    }
}

/// A series of events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventSeries {
    pub id: SeriesId,
    /// Who has made it.
    pub owner: Occupant,
    /// The club to which it belongs.
    pub club: Option<ClubId>,
    /// Who may find and see it: everybody, or those who know the id. Its events have the same visibility.
    pub visibility: Visibility,
    /// What can change.
    pub settings: SeriesSettings,
    /// The number of the last season of a league; 0 before the first.
    pub season: u16,
    /// When it was made.
    pub created_at: DateTime<Utc>,
}

/// The season and the group of an event of a league.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeasonGroup {
    /// The number of the season, from 1.
    pub season: u16,
    /// The number of the group, from 1 at the top.
    pub group: u16,
    /// Whether only invited players can enter: those of the group.
    pub invited_only: bool,
}

/// An event of a series.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeriesEvent {
    pub tournament: TournamentId,
    pub name: String,
    /// How far it is.
    pub status: Status,
    /// When it ended.
    pub ended_at: Option<DateTime<Utc>>,
    /// Its season and group; none unless the series is a league.
    pub place: Option<SeasonGroup>,
    /// Whether somebody besides its organizers has seen it: it is not a draft, and was not one when it was
    /// cancelled.
    pub opened: bool,
}

/// The series of an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeriesOf {
    pub series: SeriesId,
    /// The season and the group of the event. None unless the series is a league.
    pub place: Option<SeasonGroup>,
}

words! {
    /// Why somebody does not stay in a league after a season.
    LeftBecause:
    /// They have left the event, were missing twice, or have erased the account.
    Dropped = "dropped",
    /// An organizer has removed them from the event.
    Removed = "removed",
    /// They did not enter the event of their group.
    NotEntered = "not_entered",
    /// An organizer has named them as leaving.
    Named = "named",
    /// They have no account.
    Guest = "guest",
}

#[cfg(test)]
mod tests {
    use super::*;

    fn league(sizes: &[u16], promoted: u16) -> SeriesSettings {
        let group = |(number, &size): (usize, &u16)| LeagueGroup { name: format!("{number}"), size };
        SeriesSettings {
            name: "League".to_owned(),
            description: Vec::new(),
            points: SeriesPoints::Events,
            best_of: None,
            groups: sizes.iter().enumerate().map(group).collect(),
            promoted,
        }
    }

    #[test]
    fn impossible_settings_are_named() {
        let fault = |settings: &SeriesSettings| settings.fault().map(|(pointer, _)| pointer);
        assert_eq!(fault(&league(&[8, 6], 3)), None);
        assert_eq!(fault(&league(&[8, 6], 4)).as_deref(), Some("/promoted"));
        assert_eq!(fault(&league(&[8], 1)).as_deref(), Some("/groups"));
        assert_eq!(fault(&league(&[], 0)), None);
        assert_eq!(fault(&league(&[], 1)).as_deref(), Some("/promoted"));
        let mut twins = league(&[8, 8], 1);
        twins.groups[1].name = "0".to_owned();
        assert_eq!(fault(&twins).as_deref(), Some("/groups/1/name"));
        let rising = SeriesSettings { points: SeriesPoints::Places(vec![5, 6]), ..league(&[], 0) };
        assert_eq!(fault(&rising).as_deref(), Some("/points"));
    }
}
