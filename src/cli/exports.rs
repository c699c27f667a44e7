//! `lapidary exports MONTH`: writes the finished public games created in a month to a file, for research.
//! Updates the list of checksums in the same directory.

use std::error::Error;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use chrono::{DateTime, Months, NaiveDate, NaiveTime, Utc};
use clap::Args;

use super::connected::on_database;
use super::games_file::{GamesFile, WrittenFile, line_format};
use super::output;
use lapidary_api::export::line::LineFormat;
use lapidary_api::export::v1::whole::ExportBody;
use lapidary_database::sharding;
use lapidary_model::listing::Filter;
use lapidary_model::settings::DatabaseSettings;
use lapidary_service::games::{exports, finished};
use lapidary_store::Postgres;

/// The maximum number of games in one listing.
const LISTED_AT_ONCE: usize = 1_000;
/// The maximum number of games in memory.
const GAMES_AT_ONCE: usize = 50;
/// The list of checksums, which `sha256sum --check` reads.
const CHECKSUMS: &str = "SHA256SUMS";

/// Which games are written, and where.
#[derive(Args)]
pub struct ExportsCommand {
    /// The month in which the games were created, in UTC, such as 2026-10.
    #[arg(value_parser = month)]
    month: NaiveDate,
    /// The directory of the file, such as games-2026-10.jsonl.gz, and of SHA256SUMS. It is made if it does
    /// not exist.
    #[arg(long)]
    dir: PathBuf,
    /// What is in the line of a game: `export`, the whole export as JSON; or `notation`, the export as text
    /// with tabs in place of line breaks.
    #[arg(long, default_value = LineFormat::Export.name(), value_parser = line_format)]
    format: LineFormat,
    #[command(flatten)]
    database: DatabaseSettings,
}

/// Parses a month and returns its first day.
fn month(text: &str) -> Result<NaiveDate, String> {
    NaiveDate::parse_from_str(&format!("{text}-01"), "%Y-%m-%d")
        .map_err(|_| "not a month, such as 2026-10".to_owned())
}

/// Writes the file and its checksum. Fails if the database or the directory cannot be used, or if a log of a
/// game breaks the rules. Then the files stay unchanged.
pub fn run(command: &ExportsCommand) -> Result<(), Box<dyn Error + Send + Sync>> {
    on_database(&command.database, async |connection| on(connection, command).await)
}

async fn on(connection: &mut Postgres, command: &ExportsCommand) -> Result<(), Box<dyn Error + Send + Sync>> {
    sharding::find_placement(connection).await?;
    fs::create_dir_all(&command.dir)?;
    let name = file_name(command);
    let written = write(connection, command, &command.dir.join(&name)).await?;
    note_checksum(&command.dir, &name, &written.sha256)?;
    Ok(output::tell(format_args!("{}: {} games", command.dir.join(&name).display(), written.games))?)
}

fn file_name(command: &ExportsCommand) -> String {
    let ending = match command.format {
        LineFormat::Export => "jsonl",
        LineFormat::Notation => "txt",
    };
    format!("games-{}.{ending}.gz", command.month.format("%Y-%m"))
}

async fn write(
    connection: &mut Postgres,
    command: &ExportsCommand,
    path: &Path,
) -> Result<WrittenFile, Box<dyn Error + Send + Sync>> {
    let start =
        |day: NaiveDate| DateTime::<Utc>::from_naive_utc_and_offset(day.and_time(NaiveTime::MIN), Utc);
    let until = command.month.checked_add_months(Months::new(1)).map(start);
    let filter = Filter { since: Some(start(command.month)), until, ..Filter::default() };
    let mut file = GamesFile::create(path)?;
    let mut after = None;
    loop {
        let page = finished(connection, &filter, after, LISTED_AT_ONCE).await?;
        let ids: Vec<_> = page.games.iter().map(|game| game.id).collect();
        for some in ids.chunks(GAMES_AT_ONCE) {
            for export in exports(connection, some).await? {
                let mut line = Vec::new();
                command.format.push(&ExportBody::from(&export), &mut line)?;
                file.add(&line, u64::from(!line.is_empty()))?;
            }
        }
        match page.next {
            Some(last) => after = Some(last),
            None => return Ok(file.finish()?),
        }
    }
}

/// Writes the checksum of a file into the list of its directory. Replaces an earlier one.
fn note_checksum(directory: &Path, name: &str, sha256: &str) -> io::Result<()> {
    let list = directory.join(CHECKSUMS);
    let known = match fs::read_to_string(&list) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        known => known?,
    };
    let others = known.lines().filter(|line| !line.ends_with(&format!("  {name}"))).map(str::to_owned);
    let mut lines: Vec<String> = others.chain([format!("{sha256}  {name}")]).collect();
    lines.sort_by(|one, other| one.get(64..).cmp(&other.get(64..)));
    let part = directory.join(format!("{CHECKSUMS}.part"));
    fs::write(&part, lines.join("\n") + "\n")?;
    fs::rename(part, list)
}
