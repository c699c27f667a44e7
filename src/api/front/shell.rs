//! The frame of the HTML of the page. It is the same at every address; `addresses` fills in the preview.

use actix_web::http::StatusCode;
use actix_web::http::header;
use actix_web::{HttpResponse, HttpResponseBuilder};
use askama::Template;

use crate::Problem;
use crate::pages::restrict;

/// The page may load files and responses of this server, and nothing else. No script or style is inline.
/// Pictures also come from memory, for files that the page makes itself.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                      font-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/// What the page is for, where nothing else is known.
pub const SUBJECT: &str = "Play Splendor and its family in your browser, against people or the computer.";

/// What a preview of a link shows.
pub struct Preview {
    /// The title of the page.
    pub title: String,
    /// A sentence about it.
    pub description: String,
    /// The full address of the page.
    pub address: String,
    /// The full address of a picture.
    pub picture: Option<String>,
    /// The board that the page shows before its script runs.
    pub board: Option<Board>,
}

impl Preview {
    /// Returns a preview without a picture. Our name follows the title.
    pub fn plain(title: &str, description: String, address: String) -> Preview {
        Preview { title: format!("{title} · Lapidary"), description, address, picture: None, board: None }
    }
}

/// A picture of a game in the page.
pub struct Board {
    /// The id of the game.
    pub game: String,
    /// Its status.
    pub status: &'static str,
    /// The addition to the query of the picture: nothing, or a version.
    pub moment: String,
    /// The picture in words.
    pub alt: String,
}

#[derive(Template)]
#[template(path = "front.html")]
struct Shell<'a> {
    title: &'a str,
    description: &'a str,
    address: Option<&'a str>,
    picture: Option<&'a str>,
    board: Option<&'a Board>,
}

/// Returns the page with a preview.
pub fn page(preview: &Preview) -> Result<HttpResponse, Problem> {
    shell(StatusCode::OK, &preview.title, &preview.description, Some(preview))
}

/// Returns the page with 404 and without details, for missing and private things alike. With its visitor's
/// token, the page may show more.
pub fn unknown() -> Result<HttpResponse, Problem> {
    shell(StatusCode::NOT_FOUND, "Lapidary", SUBJECT, None)
}

fn shell(
    status: StatusCode,
    title: &str,
    description: &str,
    preview: Option<&Preview>,
) -> Result<HttpResponse, Problem> {
    let shell = Shell {
        title,
        description,
        address: preview.map(|preview| preview.address.as_str()),
        picture: preview.and_then(|preview| preview.picture.as_deref()),
        board: preview.and_then(|preview| preview.board.as_ref()),
    };
    let html = shell.render().map_err(Problem::internal)?;
    let mut response = HttpResponseBuilder::new(status);
    restrict(&mut response, POLICY);
    Ok(response
        .content_type("text/html; charset=utf-8")
        // Other sites must not learn the address of a private game.
        .insert_header((header::REFERRER_POLICY, "same-origin"))
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        // The first picture speaks to its reader.
        .insert_header((header::VARY, "accept-language"))
        .body(html))
}
