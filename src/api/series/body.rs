//! Series in JSON, and the bodies of requests about them.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::Problem;
use crate::accounts::player_ref::PlayerRef;
use crate::contract::items::{EventPoints, Paragraph};
use crate::instant;
use crate::problems::problem::Fault;
use lapidary_contest::series::table::SeriesPoints;
use lapidary_model::club::ClubId;
use lapidary_model::field_change::Fields;
use lapidary_model::game::Visibility;
use lapidary_model::series::{
    EVENTS_MAX, EventSeries, GROUP_SIZES, GROUPS_MAX, LeagueGroup, SeriesEvent, SeriesSettings,
};
use lapidary_model::tournaments::settings::Status;
use lapidary_operation::body;
use lapidary_service::series::SeriesView;

/// A series to create.
#[body]
#[schema(example = json!({"name": "Emerald Cup", "points": [25, 18, 15, 12, 10, 8, 6, 4, 2, 1], "best_of": 2}))]
pub struct CreateSeries {
    /// The name. Several series can have the same.
    #[schema(format = "text", min_length = 1, max_length = 80, example = "Emerald Cup")]
    name: String,
    /// What its organizers tell about it, in paragraphs.
    #[serde(default)]
    #[schema(value_type = Vec<Paragraph>, inline, max_items = 20, required = false)]
    description: Vec<String>,
    /// The club to which it belongs, which the caller owns or manages. It cannot change.
    #[schema(value_type = Option<Uuid>, nullable = false, min_length = 36, max_length = 36,
        pattern = "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$")]
    club: Option<Uuid>,
    /// Who may find and see it: `public` (if left out) or `unlisted`. Its events have the same visibility. It
    /// cannot change.
    #[schema(nullable = false)]
    visibility: Option<Visibility>,
    /// The points for places in events, the first place first; further places have none. If it is left out or
    /// empty, the points of the events are added.
    #[serde(default)]
    #[schema(value_type = Vec<EventPoints>, inline, max_items = 100, required = false)]
    points: Vec<u32>,
    /// How many results of everybody count, the best ones; all if it is left out.
    #[schema(minimum = 1, maximum = 100, nullable = false, example = 2)]
    best_of: Option<u16>,
    /// The groups of a league, from the top; a series without groups is no league.
    #[serde(default)]
    #[schema(max_items = 8, required = false)]
    groups: Vec<LeagueGroup>,
    /// How many players of a league go up and down at each border between groups; at most half of the size of
    /// the smallest group. 0 if left out.
    #[schema(minimum = 0, maximum = 32, nullable = false)]
    promoted: Option<u16>,
}

impl CreateSeries {
    /// Returns the club, the visibility, and the settings.
    pub fn parts(self) -> Result<(Option<ClubId>, Visibility, SeriesSettings), Problem> {
        let visibility = self.visibility.unwrap_or_default();
        if visibility == Visibility::Private {
            let fault = Fault::at("/visibility", "must be `public` or `unlisted`");
            return Err(Problem::validation(vec![fault]));
        }
        let settings = SeriesSettings {
            name: self.name,
            description: self.description,
            points: SeriesPoints::for_places(self.points),
            best_of: self.best_of,
            groups: self.groups,
            promoted: self.promoted.unwrap_or_default(),
        };
        Ok((self.club.map(ClubId), visibility, settings))
    }
}

/// A group of a league.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LeagueGroup)]
pub struct GroupBody {
    /// Its number, from 1 at the top.
    #[schema(example = 1)]
    group: u32,
    #[schema(example = "Rubies")]
    name: String,
    /// The number of places.
    #[schema(example = 8)]
    size: u16,
}

/// A series as lists show it.
#[derive(Debug, Serialize, ToSchema)]
pub struct SeriesItem {
    id: Uuid,
    #[schema(example = "Emerald Cup")]
    name: String,
    /// Who has made it. The series is theirs unless it belongs to a club.
    owner: PlayerRef,
    /// The club to which it belongs; null if it belongs to none.
    club: Option<Uuid>,
    /// Who may find and see it; values may be added.
    #[schema(example = "public")]
    visibility: &'static str,
    /// The points for places in events, the first place first; null if the points of the events are added.
    points: Option<Vec<u32>>,
    /// How many results of everybody count; null for all.
    best_of: Option<u16>,
    /// The groups of a league, from the top; empty for other series.
    groups: Vec<GroupBody>,
    /// How many players of a league go up and down at each border between groups.
    promoted: u16,
    /// The number of the last season of a league; 0 before the first.
    season: u16,
    #[serde(serialize_with = "instant::serialize")]
    created_at: DateTime<Utc>,
}

/// Returns the points for places. None if the points of the events are added.
pub(super) fn place_points(settings: &SeriesSettings) -> Option<Vec<u32>> {
    match &settings.points {
        SeriesPoints::Places(list) => Some(list.clone()),
        SeriesPoints::Events => None,
    }
}

/// Returns how many results count. None for all.
pub(super) fn best_of(settings: &SeriesSettings) -> Option<u16> {
    settings.best_of.filter(|&best| i64::from(best) < EVENTS_MAX)
}

impl From<&EventSeries> for SeriesItem {
    fn from(series: &EventSeries) -> Self {
        let settings = &series.settings;
        let group = |(group, number): (&LeagueGroup, u32)| GroupBody {
            group: number,
            name: group.name.clone(),
            size: group.size,
        };
        SeriesItem {
            id: series.id.0,
            name: settings.name.clone(),
            owner: (&series.owner).into(),
            club: series.club.map(|club| club.0),
            visibility: series.visibility.name(),
            points: place_points(settings),
            best_of: best_of(settings),
            groups: settings.groups.iter().zip(1..).map(group).collect(),
            promoted: settings.promoted,
            season: series.season,
            created_at: series.created_at,
        }
    }
}

/// An event of a series.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SeriesEvent)]
pub struct SeriesEventBody {
    /// The id of the tournament.
    tournament: Uuid,
    /// Its name.
    #[schema(example = "Friday Swiss")]
    name: String,
    /// How far it is; values may be added. Events that are `finished` are in the table.
    status: Status,
    /// When it ended; null before.
    #[serde(serialize_with = "instant::serialize_option")]
    ended_at: Option<DateTime<Utc>>,
    /// The number of its season; null unless the series is a league.
    season: Option<u16>,
    /// The number of its group, from 1 at the top; null unless the series is a league.
    group: Option<u16>,
}

impl From<&SeriesEvent> for SeriesEventBody {
    fn from(event: &SeriesEvent) -> Self {
        SeriesEventBody {
            tournament: event.tournament.0,
            name: event.name.clone(),
            status: event.status,
            ended_at: event.ended_at,
            season: event.place.map(|place| place.season),
            group: event.place.map(|place| place.group),
        }
    }
}

/// A series.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Series)]
pub struct SeriesBody {
    #[serde(flatten)]
    item: SeriesItem,
    /// What its organizers tell about it, in paragraphs.
    description: Vec<String>,
    /// Another number after each change of the settings, for the next change.
    #[schema(maximum = 2147483647, example = 1720351104)]
    version: u32,
    /// Its events, without drafts: those that are over first, in the order in which they ended.
    events: Vec<SeriesEventBody>,
    /// Whether the caller organizes it.
    organized_by_me: bool,
}

impl From<&SeriesView> for SeriesBody {
    fn from(view: &SeriesView) -> Self {
        SeriesBody {
            item: (&view.series).into(),
            description: view.series.settings.description.clone(),
            version: view.series.settings.version(),
            events: view.events.iter().map(SeriesEventBody::from).collect(),
            organized_by_me: view.organized,
        }
    }
}

// The bounds of the schemas equal those of the model.
const _: () = assert!(GROUPS_MAX == 8 && GROUP_SIZES.0 == 2 && GROUP_SIZES.1 == 64 && EVENTS_MAX == 100);
