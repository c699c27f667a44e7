//! The start of the documentation: the guides by kind of reader, and every operation of the contract.

use actix_web::HttpResponse;
use askama::Template;
use serde_json::Value;

use super::markdown;
use super::page::page;
use crate::Problem;
use crate::contract::openapi::Contract;

/// The guides by kind of reader.
const GUIDES: &str = include_str!("../../../docs/README.md");

#[derive(Template)]
#[template(path = "start.html")]
struct StartPage<'a> {
    guides: String,
    parts: Vec<TagSection<'a>>,
}

/// A part of the contract: the operations with a tag.
struct TagSection<'a> {
    name: &'a str,
    description: String,
    operations: Vec<ListedOperation<'a>>,
}

/// An operation in the list.
struct ListedOperation<'a> {
    id: &'a str,
    method: String,
    path: &'a str,
    summary: &'a str,
}

/// Serves the start of the documentation.
pub async fn start() -> Result<HttpResponse, Problem> {
    let document = Contract::shared().document();
    let tags = document["tags"].as_array().into_iter().flatten();
    page(&StartPage { guides: markdown::html(GUIDES), parts: tags.map(|tag| part(document, tag)).collect() })
}

fn part<'a>(document: &'a Value, tag: &'a Value) -> TagSection<'a> {
    let name = text(&tag["name"]);
    let of_tag = |operation: &Value| operation["tags"][0] == name;
    let paths = document["paths"].as_object().into_iter().flatten();
    let operations = paths.flat_map(|(path, item)| {
        let methods = item.as_object().into_iter().flatten().filter(|(_, operation)| of_tag(operation));
        methods.map(move |(method, operation)| ListedOperation {
            id: text(&operation["operationId"]),
            method: method.to_uppercase(),
            path,
            summary: text(&operation["summary"]),
        })
    });
    TagSection {
        name,
        description: markdown::html(text(&tag["description"])),
        operations: operations.collect(),
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
