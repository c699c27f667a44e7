//! A game in one line, for files and streams of many games. It knows both forms of an export. The server, the
//! files of operators and `lapidary selfplay` write the same lines.

use super::v1::whole::ExportBody;
use lapidary_words::words;

words! {
    /// What is in the line of a game.
    LineFormat:
    /// The whole export as JSON, with all effects.
    Export = "export",
    /// The export as text, which has the deal and the decisions. A fork has no such form.
    Notation = "notation",
}

impl LineFormat {
    /// Adds the line of a game with its line end. Adds nothing if the game has no such form.
    pub fn push(self, export: &ExportBody, lines: &mut Vec<u8>) -> serde_json::Result<()> {
        match self {
            LineFormat::Export => serde_json::to_writer(&mut *lines, export)?,
            LineFormat::Notation if export.ancestors.is_some() => return Ok(()),
            LineFormat::Notation => lines.extend(export.transcript().in_one_line().into_bytes()),
        }
        lines.push(b'\n');
        Ok(())
    }
}
