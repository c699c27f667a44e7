//! Points that organizers give or take.

use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use super::Locked;
use super::numbers::{entry, number};
use crate::schema::tournament_adjustments;
use crate::{Failure, Postgres, stored};
use lapidary_contest::event::points::Points;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::event::Adjustment;

/// Adds the adjustments after those that are known.
pub(super) async fn insert(db: &mut Locked<'_>, known: usize, all: &[Adjustment]) -> Result<(), Failure> {
    let mut rows = Vec::new();
    for (place, new) in (1_i32..).zip(all).skip(known) {
        rows.push((
            tournament_adjustments::tournament_id.eq(db.id.0),
            tournament_adjustments::number.eq(place),
            tournament_adjustments::entry.eq(number(new.entry)),
            tournament_adjustments::round.eq(new.round.cast_signed()),
            tournament_adjustments::points.eq(stored::<_, i32>(new.points.twelfths(), "an adjustment")?),
            tournament_adjustments::reason.eq(&new.reason),
        ));
    }
    if !rows.is_empty() {
        diesel::insert_into(tournament_adjustments::table).values(rows).execute(&mut **db).await?;
    }
    Ok(())
}

/// Returns the adjustments of a tournament in the order in which they were made.
pub async fn load(connection: &mut Postgres, id: TournamentId) -> Result<Vec<Adjustment>, Failure> {
    let rows: Vec<(i32, i16, i32, String)> = tournament_adjustments::table
        .filter(tournament_adjustments::tournament_id.eq(id.0))
        .order(tournament_adjustments::number)
        .select((
            tournament_adjustments::entry,
            tournament_adjustments::round,
            tournament_adjustments::points,
            tournament_adjustments::reason,
        ))
        .load(connection)
        .await?;
    let read = |(of, round, points, reason): (i32, i16, i32, String)| Adjustment {
        entry: entry(of),
        round: round.cast_unsigned(),
        points: Points::of_twelfths(points.into()),
        reason,
    };
    Ok(rows.into_iter().map(read).collect())
}
