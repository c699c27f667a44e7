//! The words of names, by which public tournaments, clubs and series are found.
//!
//! The program says which words a name has, so that a search finds the same in every database, whatever its
//! locale. They are stored with the name; here are the search, and the names that are stored without words.

use diesel::sql_types::{Array, BigInt, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::by_hand::row;
use super::{Failure, Postgres};
use lapidary_model::names::words;

/// The maximum number of names of each kind whose words are stored at once.
const NAMES_AT_ONCE: u16 = 500;
/// The tables with names that are found by words.
const TABLES: [&str; 3] = ["tournaments", "clubs", "series"];

/// Returns the `tsquery` for a text; none if the text has no word. A name fits if each word of the text
/// begins one of its words. A condition is `array_to_tsvector(name_words) @@ $1::tsquery`, as the indexes
/// spell it.
pub(crate) fn query(text: &str) -> Option<String> {
    // Words have letters, digits and their marks alone, so none has a quote.
    let begins: Vec<String> = words(text).iter().map(|word| format!("'{word}':*")).collect();
    (!begins.is_empty()).then(|| begins.join(" & "))
}

row! {
    struct NameRow {
        id: Uuid,
        name: String,
    }
}

/// Stores the words of names that have none yet, because a server of an earlier release has stored the name.
/// Returns whether some may be left.
pub async fn catch_up(connection: &mut Postgres) -> Result<bool, Failure> {
    let mut left = false;
    for table in TABLES {
        let without_words =
            format!("SELECT id, name FROM {table} WHERE words_of IS DISTINCT FROM name ORDER BY id LIMIT $1");
        let rows: Vec<NameRow> = diesel::sql_query(without_words)
            .bind::<BigInt, _>(i64::from(NAMES_AT_ONCE))
            .load(connection)
            .await?;
        left |= rows.len() == usize::from(NAMES_AT_ONCE);
        for row in rows {
            // Somebody may have changed the name meanwhile.
            let stored = "SET name_words = $1, words_of = $2 WHERE id = $3 AND name = $2";
            diesel::sql_query(format!("UPDATE {table} {stored}"))
                .bind::<Array<Text>, _>(words(&row.name))
                .bind::<Text, _>(&row.name)
                .bind::<SqlUuid, _>(row.id)
                .execute(connection)
                .await?;
        }
    }
    Ok(left)
}
