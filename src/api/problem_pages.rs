//! The pages under `/problems/`, to which the `type` of every problem points.

use actix_web::{HttpResponse, get, web};

use super::{Code, Problem, rulings};

/// Explain a problem
///
/// A page for people about one kind of problem: the `type` of every problem points here. The page of `illegal_action` holds
/// every ruling under its number, so that `rule: "B5"` is explained at `/problems/illegal_action#B5`.
#[utoipa::path(
    tag = "operations",
    params(("code" = String, Path, description = "The `code` of the problem", example = "not_found")),
    responses(
        (status = 200, description = "The page", content_type = "text/html", body = String)
    )
)]
#[get("/problems/{code}")]
pub async fn explain_problem(code: web::Path<String>) -> Result<HttpResponse, Problem> {
    let code = Code::named(&code).ok_or_else(Problem::not_found)?;
    Ok(HttpResponse::Ok().content_type("text/html; charset=utf-8").body(page(code)))
}

/// The texts are ours and hold no HTML, so nothing needs escaping.
fn page(code: Code) -> String {
    let rulings = if code == Code::IllegalAction { rulings::html() } else { String::new() };
    let row = code.row();
    let (name, title, explanation, status) =
        (row.name, row.title, html(row.explanation), row.status.as_u16());
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n</head>\n\
         <body>\n<h1>{title}</h1>\n<p>Status {status}, code <code>{name}</code></p>\n<p>{explanation}</p>\n\
         <p><a href=\"/docs/\">The API</a></p>\n{rulings}</body>\n</html>\n"
    )
}

/// A paragraph of Markdown, of which only `code` is used.
fn html(text: &str) -> String {
    let parts = text.split('`').enumerate();
    parts
        .map(|(place, part)| if place % 2 == 1 { format!("<code>{part}</code>") } else { part.to_owned() })
        .collect()
}
