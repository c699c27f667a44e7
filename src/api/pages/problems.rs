//! The pages under `/problems/`: a list of all codes, and a page for each. The `type` of every problem links
//! to its page.

use std::sync::LazyLock;

use actix_web::HttpResponse;

use super::page::{hash_of, restrict};
use super::rulings;
use crate::extract::{Path, ProblemCode};
use crate::problems::code::{CodeRow, status};
use crate::{Code, Problem};
use lapidary_operation::operation;

const HTML: &str = "text/html; charset=utf-8";

/// A minimal style that keeps long lines and the table readable.
const STYLE: &str = "body { max-width: 48rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 sans-serif; } \
                     td, th { padding: 0.15rem 1rem 0.15rem 0; text-align: left; vertical-align: top; }";

/// Explain a problem
///
/// Returns a page for people about one error code. The `type` of every problem links to its page. The page of
/// `illegal_action` lists every ruling by its number: `rule: "B5"` is explained at
/// `/problems/illegal_action#B5`.
#[operation(get "/problems/{code}", tag = "operations", returns = "The page", "text/html" = "")]
pub async fn explain_problem(Path(code): Path<ProblemCode>) -> Result<HttpResponse, Problem> {
    let code = Code::named(&code).ok_or_else(Problem::not_found)?;
    Ok(response(page(code)))
}

/// Lists every problem with a link to its page.
pub async fn list_problems() -> HttpResponse {
    response(list())
}

fn response(html: String) -> HttpResponse {
    static POLICY: LazyLock<String> = LazyLock::new(|| {
        let style = hash_of(STYLE);
        format!(
            "default-src 'none'; style-src {style}; form-action 'none'; frame-ancestors 'none'; base-uri 'none'"
        )
    });
    let mut response = HttpResponse::Ok();
    restrict(&mut response, POLICY.as_str());
    response.content_type(HTML).body(html)
}

fn list() -> String {
    let rows = Code::ALL.map(|code| {
        let (row, status) = (CodeRow::of(code), status(code).as_u16());
        format!(
            "<tr><td>{status}<td><a href=\"/problems/{0}\"><code>{0}</code></a><td>{1}\n",
            row.name, row.title
        )
    });
    let content = format!(
        "<p>Every refusal is <code>application/problem+json</code> with one of these codes. Its <code>type</code> links to \
         the page of the code.</p>\n<table>\n<tr><th>Status<th>Code<th>Title\n{}</table>\n",
        rows.concat()
    );
    framed("Problems", &content)
}

fn page(code: Code) -> String {
    let rulings = if code == Code::IllegalAction { rulings::html() } else { String::new() };
    let row = CodeRow::of(code);
    let (name, explanation, status) = (row.name, html(row.explanation), row.status.as_u16());
    let content = format!(
        "<p>Status {status}, code <code>{name}</code></p>\n<p>{explanation}</p>\n\
         <p><a href=\"/problems/\">All problems</a></p>\n{rulings}"
    );
    framed(row.title, &content)
}

/// Returns a whole page. We wrote the texts and they contain no HTML, so nothing needs escaping.
fn framed(title: &str, content: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n{content}\
         <p><a href=\"/docs/\">The API</a></p>\n</body>\n</html>\n"
    )
}

/// Returns a paragraph of Markdown as HTML. The texts use no Markdown except `code`.
fn html(text: &str) -> String {
    let parts = text.split('`').enumerate();
    parts
        .map(|(place, part)| if place % 2 == 1 { format!("<code>{part}</code>") } else { part.to_owned() })
        .collect()
}
