//! The guides: the files of `docs`, each as a page. They are part of the program.

use actix_web::{HttpResponse, web};
use askama::Template;

use super::markdown;
use super::page::page;
use crate::Problem;

/// A guide.
struct Guide {
    /// The name of its file without the ending, which ends its address.
    name: &'static str,
    markdown: &'static str,
}

macro_rules! guides {
    ($($name:literal)*) => {
        &[$(Guide { name: $name, markdown: include_str!(concat!("../../../docs/", $name, ".md")) }),*]
    };
}

/// All guides. `docs/problems.md` is under `/problems/`, and `docs/README.md` is the start.
const GUIDES: &[Guide] = guides! {
    "access" "alerts" "analysis" "api" "arena" "bots" "clients" "clocks" "clubs" "cluster" "commands" "data" "database"
    "deal" "embedding" "export" "finding-a-game" "kids-boards" "mail-and-webhooks" "moderation" "monitoring" "notation"
    "operating" "opponents" "organizing" "over-the-board" "packages" "pairing" "pictures" "proxy" "puzzles"
    "python" "ratings" "retries" "rules" "scaling" "series" "small-server" "statistics" "streams"
    "tournament-acts" "tournament-exports" "tournament-players" "tournament-settings" "tournaments" "upgrading"
    "wasm"
};

#[derive(Template)]
#[template(path = "guide.html")]
struct GuidePage {
    title: String,
    text: String,
}

/// Serves a guide.
pub async fn guide(name: web::Path<String>) -> Result<HttpResponse, Problem> {
    let guide = GUIDES.iter().find(|guide| guide.name == *name).ok_or_else(Problem::not_found)?;
    let title = markdown::title(guide.markdown);
    page(&GuidePage { title, text: markdown::html(guide.markdown) })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;

    use super::*;

    const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs");

    #[test]
    fn every_file_of_docs_is_a_guide() {
        let files = fs::read_dir(FOLDER).expect("the folder").map(|file| file.expect("a file").path());
        let markdown = files.filter(|path| path.extension().is_some_and(|ending| ending == "md"));
        let names: BTreeSet<String> =
            markdown.map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned()).collect();
        let guides = GUIDES.iter().map(|guide| guide.name.to_owned());
        let elsewhere = ["problems", "README"].map(str::to_owned);
        assert_eq!(names, guides.chain(elsewhere).collect());
    }

    #[test]
    fn every_link_of_a_guide_leads_to_a_heading_that_is_there() {
        let pages: Vec<(&str, String)> =
            GUIDES.iter().map(|guide| (guide.name, markdown::html(guide.markdown))).collect();
        for (name, html) in &pages {
            for link in html.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
                let (path, heading) = link.split_once('#').unwrap_or((link, ""));
                let target = match path.strip_prefix("/docs/guides/") {
                    Some(guide) => pages.iter().find(|(name, _)| *name == guide),
                    None if path.is_empty() => {
                        Some(&pages[pages.iter().position(|page| page.0 == *name).unwrap()])
                    }
                    None => continue,
                };
                let (_, found) = target.unwrap_or_else(|| panic!("{name}: {link} leads nowhere"));
                let id = format!("id=\"{heading}\"");
                assert!(heading.is_empty() || found.contains(&id), "{name}: {link} has no heading");
            }
        }
    }
}
