//! The texts of players that others see, and that administrators take down; and what players report.

use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::field_change::FieldChange;
use lapidary_words::words;

words! {
    /// Which text it is.
    #[derive(PartialOrd, Ord)]
    TextKind:
    /// The name of an account, with which its owner logs in: the account gets another one.
    Username = "username",
    /// The display name of an account.
    DisplayName = "display_name",
    /// The label of a game.
    GameLabel = "game_label",
    /// The reason for which a game was annulled. `id` is the game.
    AnnulmentReason = "annulment_reason",
    /// The name of a club.
    ClubName = "club_name",
    /// The description of a club.
    ClubDescription = "club_description",
    /// The name of a ladder of a club.
    LadderName = "ladder_name",
    /// The name of a season of a club.
    SeasonName = "season_name",
    /// The name of a tournament.
    TournamentName = "tournament_name",
    /// The description of a tournament.
    TournamentDescription = "tournament_description",
    /// The name of a team. `id` is the tournament.
    TeamName = "team_name",
    /// The name of a guest. `id` is the tournament, and `number` that of the entry.
    GuestName = "guest_name",
    /// The name of a series.
    SeriesName = "series_name",
    /// The description of a series.
    SeriesDescription = "series_description",
    /// The names of the groups of a league. `id` is the series.
    GroupNames = "group_names",
    /// The note of an entry in the audit of a tournament, a club or a series, such as an announcement.
    AuditNote = "audit_note",
    /// An account as a whole, which can only be reported.
    Account = "account",
}

impl TextKind {
    /// Returns whether there are several of its kind with one id, so that each has a number.
    pub const fn has_number(self) -> bool {
        matches!(self, TextKind::TeamName | TextKind::GuestName)
    }

    /// Returns the name of the field that has the text, as audits call it.
    pub const fn field(self) -> &'static str {
        match self {
            TextKind::ClubDescription | TextKind::TournamentDescription | TextKind::SeriesDescription => {
                "description"
            }
            TextKind::GroupNames => "groups",
            TextKind::AuditNote => "note",
            TextKind::GameLabel => "label",
            TextKind::AnnulmentReason => "reason",
            TextKind::DisplayName => "display_name",
            TextKind::Account => "account",
            TextKind::Username => "username",
            TextKind::TeamName => "team",
            TextKind::GuestName => "guest",
            TextKind::ClubName
            | TextKind::LadderName
            | TextKind::SeasonName
            | TextKind::TournamentName
            | TextKind::SeriesName => "name",
        }
    }
}

/// A text that others see.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"type": "club_description", "id": "01a2020c-a7f9-77db-8afb-79fbe84d311b"}))]
pub struct TextTarget {
    /// Which text it is.
    #[serde(rename = "type")]
    pub kind: TextKind,
    /// The id of the account, the game, the club, the ladder, the season, the tournament, the series or the
    /// entry of an audit.
    #[schema(
        min_length = 36,
        max_length = 36,
        pattern = "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$"
    )]
    pub id: Uuid,
    /// The number of the team or of the entry; left out for all other kinds.
    #[schema(minimum = 1, maximum = 2147483647, nullable = false)]
    pub number: Option<u32>,
}

impl TextTarget {
    /// Returns the target as it is stored: `team_name 01a2020c-a7f9-77db-8afb-79fbe84d311b 3`.
    pub fn text(&self) -> String {
        let number = self.number.map(|number| format!(" {number}")).unwrap_or_default();
        format!("{} {}{number}", self.kind.name(), self.id)
    }

    /// Returns the target with this text.
    pub fn parse(text: &str) -> Option<TextTarget> {
        let mut words = text.split(' ');
        let (kind, id) = (TextKind::named(words.next()?)?, words.next()?.parse().ok()?);
        let number = words.next().map(str::parse).transpose().ok()?;
        words.next().is_none().then_some(TextTarget { kind, id, number })
    }

    /// Returns a name that says nothing and hardly anything else has: `club-79fbe84d311b`.
    pub fn neutral_name(&self, noun: &str) -> String {
        let id = self.id.simple().to_string();
        format!("{noun}-{}", id.get(20..).unwrap_or_default())
    }

    /// Returns the change of a field without the text that stood there.
    pub fn change(&self, after: Option<String>) -> FieldChange {
        FieldChange { field: self.kind.field().to_owned(), before: None, after }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_target_is_read_again() {
        let id = Uuid::from_u128(0x01a2_020c_a7f9_77db_8afb_79fb_e84d_311b);
        for kind in TextKind::ALL {
            let target = TextTarget { kind, id, number: kind.has_number().then_some(3) };
            assert_eq!(TextTarget::parse(&target.text()), Some(target));
            assert_eq!(target.neutral_name("club"), "club-79fbe84d311b");
        }
        for wrong in ["", "club_name", "club_name x", "team_name 01a2020c-a7f9-77db-8afb-79fbe84d311b x"] {
            assert_eq!(TextTarget::parse(wrong), None, "{wrong}");
        }
    }
}
