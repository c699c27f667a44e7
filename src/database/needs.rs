//! The requirements that a PostgreSQL must meet, checked at the start. The rest of the program relies on
//! them.
//!
//! This module knows the requirements and the messages to the operator. `tests/it/foreign_database.rs`
//! violates each of them.

use std::time::SystemTime;

use tokio_postgres::{Client, SimpleQueryMessage};

use super::Connector;
use super::connector::{CONNECT_TIMEOUT, reason};
use super::encryption::Encryption;
use super::pool::{bounded, timeouts};
use lapidary_model::clock_difference::CLOCK_DIFFERENCE_MAX;
use lapidary_model::settings::DatabaseSettings;

/// The order in which two connections are asked for their sessions. It has no period, because a pooler may
/// rotate its own connections.
const SESSIONS_ASKED: [usize; 9] = [0, 1, 0, 0, 1, 1, 0, 1, 0];

/// The connections of a server beside its pool: for turns and for reads of many games, and for notifications.
const BESIDE_THE_POOL: usize = 3;

/// The oldest supported version of PostgreSQL, in PostgreSQL's form.
const VERSION_MIN: u32 = 150_000;

/// Something that the program needs.
pub struct Need {
    /// The name, for the output of `lapidary database --check`.
    pub name: &'static str,
    /// What follows if it is lacking.
    pub lack: Lack,
    question: NeedQuery,
    /// The message to the operator. `{}` stands for what was found.
    sentence: &'static str,
}

/// What follows from something that is lacking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lack {
    /// The server does not start.
    Refuse,
    /// The server starts, and logs a warning.
    Warn,
}

/// The way to check a need.
enum NeedQuery {
    /// A query with one row: whether the need is met, and what was found.
    Query(fn(&NeedAnswer<'_>) -> String),
    /// By asking two connections for their sessions, in turns.
    Sessions,
}

/// What was asked, and the user who asked.
struct NeedAnswer<'a> {
    settings: &'a DatabaseSettings,
    encryption: &'a Encryption,
}

/// All needs, in the order of the checks: without sessions, nothing is set or asked.
pub const NEEDS: [Need; 9] = [
    Need {
        name: "sessions",
        lack: Lack::Refuse,
        question: NeedQuery::Sessions,
        sentence: "a connection to the database has no session of its own: a pooler gives each transaction \
                   another one. Prepared statements, locks and notifications need sessions: set the pooler to \
                   sessions (`pool_mode = session` in pgbouncer), or connect to PostgreSQL itself",
    },
    Need {
        name: "version",
        lack: Lack::Refuse,
        question: NeedQuery::Query(|_| {
            let number = format!("current_setting('server_version_num')::int >= {VERSION_MIN}");
            format!("SELECT {number}, current_setting('server_version')")
        }),
        sentence: "the database is PostgreSQL {}: 15 or later is needed",
    },
    Need {
        name: "encoding",
        lack: Lack::Refuse,
        question: NeedQuery::Query(|_| {
            let encoding = "current_setting('server_encoding')";
            format!("SELECT {encoding} = 'UTF8', {encoding}")
        }),
        sentence: "the database has the encoding {}, in which not every name can be stored: make one with \
                   `CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0` and move the data there with pg_dump",
    },
    Need {
        name: "history",
        lack: Lack::Refuse,
        // The last migration before the first release added this column.
        question: NeedQuery::Query(|_| {
            "SELECT to_regclass('games') IS NULL OR EXISTS (SELECT FROM pg_attribute \
             WHERE attrelid = to_regclass('tournament_members') AND attname = 'asked_by')"
                .to_owned()
        }),
        sentence: "the database was made by a development version before 0.1.0 and cannot be upgraded: begin \
                   with an empty database, or run all migrations of that time first",
    },
    Need {
        name: "rights",
        lack: Lack::Refuse,
        question: NeedQuery::Query(|_| {
            "SELECT count(*) = 0, min(c.oid::regclass::text) FROM pg_class c \
             WHERE c.relkind IN ('r', 'p') AND c.relname <> '__diesel_schema_migrations' \
               AND (c.relnamespace, c.relowner) IN \
                   (SELECT relnamespace, relowner FROM pg_class WHERE oid = to_regclass('games')) \
               AND NOT (has_table_privilege(c.oid, 'SELECT') AND has_table_privilege(c.oid, 'INSERT') \
                        AND has_table_privilege(c.oid, 'UPDATE') AND has_table_privilege(c.oid, 'DELETE'))"
                .to_owned()
        }),
        sentence: "the role of the server may not read and write the table {}: run docs/operating/roles.sql \
                   with its name, as the owner of the tables",
    },
    Need {
        name: "connections",
        lack: Lack::Refuse,
        question: NeedQuery::Query(|asked| {
            let needed = asked.settings.database_connections + BESIDE_THE_POOL;
            format!(
                "SELECT rolsuper OR rolconnlimit < 0 OR rolconnlimit >= {needed}, \
                        format('%s has CONNECTION LIMIT %s', rolname, rolconnlimit) \
                 FROM pg_roles WHERE rolname = current_user"
            )
        }),
        sentence: "the role {}, fewer than the server opens: raise the limit to LAPIDARY_DATABASE_CONNECTIONS and 3 \
                   more (ALTER ROLE … CONNECTION LIMIT …), or lower that setting",
    },
    Need {
        name: "timeouts",
        lack: Lack::Refuse,
        question: NeedQuery::Query(|asked| {
            let wanted = timeouts(asked.settings).map(|(name, timeout)| format!("('{name}', {timeout})"));
            format!(
                "SELECT bool_and(setting::numeric = wanted), string_agg(name || ' = ' || setting, ', ') \
                 FROM pg_settings JOIN (VALUES {}) AS w (wanted_name, wanted) ON wanted_name = name",
                wanted.join(", ")
            )
        }),
        sentence: "the database does not have the timeouts that were set on its connection ({}): something \
                   between the server and PostgreSQL drops settings, and a request could wait without an end",
    },
    Need {
        name: "encryption",
        lack: Lack::Warn,
        question: NeedQuery::Query(|asked| {
            let is_decided = *asked.encryption != Encryption::Unasked;
            format!(
                "SELECT {is_decided} OR coalesce(peer <<= '127.0.0.0/8' OR peer = '::1', true) \
                        OR EXISTS (SELECT FROM pg_stat_ssl WHERE pid = pg_backend_pid() AND ssl), host(peer) \
                 FROM inet_client_addr() AS peer"
            )
        }),
        sentence: "the connection to the database, as {}, is not encrypted: set \
                   LAPIDARY_DATABASE_SSLMODE=verify-full, or disable if the network is trusted",
    },
    Need {
        name: "clock",
        lack: Lack::Warn,
        question: NeedQuery::Query(|_| {
            let now = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default().as_secs_f64();
            let max = CLOCK_DIFFERENCE_MAX.as_secs_f64();
            format!(
                "SELECT abs(ahead) <= {max}, \
                        abs(round(ahead)) || CASE WHEN ahead > 0 THEN ' s ahead of' ELSE ' s behind' END \
                 FROM (SELECT {now} - extract(epoch FROM clock_timestamp()) AS ahead) AS difference"
            )
        }),
        sentence: "the clock of this server is {} that of the database: let both follow the same source \
                   (NTP). Servers whose clocks differ refuse each other's access tokens",
    },
];

/// A need that is not met.
#[derive(Debug, PartialEq, Eq)]
pub struct Unmet {
    /// The name of the need.
    pub name: &'static str,
    /// What follows.
    pub lack: Lack,
    /// What the operator is told.
    pub sentence: String,
}

/// Why a server does not start with a database.
#[derive(Debug, thiserror::Error)]
pub enum NeedError {
    /// The database lacks something.
    #[error("{0}")]
    Unmet(String),
    /// The database cannot be reached.
    #[error("cannot connect to the database: {0}")]
    Connect(#[from] diesel::ConnectionError),
    /// The database does not answer a question.
    #[error("the database cannot be asked what it has: {}", reason(.0))]
    Ask(#[from] tokio_postgres::Error),
}

/// Logs what is lacking.
pub async fn check(
    connector: &Connector,
    encryption: &Encryption,
    settings: &DatabaseSettings,
) -> Result<(), NeedError> {
    for Unmet { name, lack, sentence } in unmet(connector, encryption, settings).await? {
        match lack {
            Lack::Refuse => return Err(NeedError::Unmet(sentence)),
            Lack::Warn => tracing::warn!(name, "{sentence}"),
        }
    }
    Ok(())
}

/// Returns the needs that are not met. Stops at the first need without which the server does not start.
pub async fn unmet(
    connector: &Connector,
    encryption: &Encryption,
    settings: &DatabaseSettings,
) -> Result<Vec<Unmet>, NeedError> {
    let (asked, mut unmet, mut client) = (NeedAnswer { settings, encryption }, Vec::new(), None);
    for Need { name, lack, question, sentence } in &NEEDS {
        let found = match question {
            NeedQuery::Sessions => (!have_sessions(connector).await?).then(String::new),
            NeedQuery::Query(query) => {
                let client = match &client {
                    Some(client) => client,
                    None => client.insert(bounded(connector.clone(), settings).open_client().await?),
                };
                answer(client, &query(&asked)).await?
            }
        };
        if let Some(found) = found {
            unmet.push(Unmet { name, lack: *lack, sentence: sentence.replace("{}", &found) });
            if *lack == Lack::Refuse {
                break;
            }
        }
    }
    Ok(unmet)
}

/// Returns what was found if the need is not met; `None` if it is met.
async fn answer(client: &Client, query: &str) -> Result<Option<String>, NeedError> {
    let row = first_row(client, query).await?;
    let column = |number| row.as_ref().and_then(|row| row.get(number).cloned()).unwrap_or_default();
    Ok((column(0) != "t").then(|| column(1)))
}

/// Whether two connections have their own sessions. Sets nothing, because other users of a pooler's session
/// would get these settings.
async fn have_sessions(connector: &Connector) -> Result<bool, NeedError> {
    let connector = connector.clone().with_silence_limit(CONNECT_TIMEOUT);
    let clients = [connector.open_client().await?, connector.open_client().await?];
    let mut sessions = [None, None];
    for index in SESSIONS_ASKED {
        let session = first_row(&clients[index], "SELECT pg_backend_pid()").await?;
        let known = sessions[index].get_or_insert_with(|| session.clone());
        if *known != session {
            return Ok(false);
        }
    }
    Ok(sessions[0] != sessions[1])
}

/// Returns the first row of a result as texts.
async fn first_row(client: &Client, query: &str) -> Result<Option<Vec<String>>, NeedError> {
    let messages = client.simple_query(query).await?;
    let row = messages.iter().find_map(|message| match message {
        SimpleQueryMessage::Row(row) => Some(row),
        _ => None,
    });
    let texts = |row: &tokio_postgres::SimpleQueryRow| {
        (0..row.len()).map(|column| row.get(column).unwrap_or_default().to_owned()).collect()
    };
    Ok(row.map(texts))
}
