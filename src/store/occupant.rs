//! The columns of a player as others name them.

use diesel::prelude::*;
use uuid::Uuid;

use super::schema::players;
use lapidary_model::auth::PlayerId;
use lapidary_model::player::Occupant;

/// A player as others name them.
#[derive(Queryable, Selectable)]
#[diesel(table_name = players)]
#[diesel(check_for_backend(diesel::pg::Pg))]
pub(crate) struct OccupantRow {
    id: Uuid,
    username: Option<String>,
    bot: bool,
}

impl From<OccupantRow> for Occupant {
    fn from(OccupantRow { id, username, bot }: OccupantRow) -> Self {
        Occupant { player: PlayerId(id), username, bot }
    }
}
