//! The contract: what the document says holds, for every operation in it.

use reqwest::Method;
use serde_json::{Value, json};

use crate::app::{Answer, Caller, TestApp};

/// Operations that answer without a token, one on each line.
const PUBLIC: &str = include_str!("public_operations.txt");

/// An operation of the document.
struct Operation {
    method: Method,
    path: String,
    description: Value,
}

impl Operation {
    fn name(&self) -> String {
        format!("{} {}", self.method, self.path)
    }

    fn is_public(&self) -> bool {
        PUBLIC.lines().any(|line| line == self.name())
    }

    /// The path with something in place of each parameter.
    fn example(&self) -> String {
        let mut path = self.path.clone();
        while let Some((start, rest)) = path.clone().split_once('{') {
            let (name, end) = rest.split_once('}').expect("a parameter ends");
            let value = if name.ends_with("id") { "0190a000-0000-7000-8000-000000000000" } else { "nobody" };
            path = format!("{start}{value}{end}");
        }
        path
    }

    async fn send(&self, caller: &Caller<'_>) -> Answer {
        let request = caller.request(self.method.clone(), &self.example());
        let needs_body = self.description.get("requestBody").is_some();
        Answer::to(if needs_body { request.json(&json!({})) } else { request }).await
    }
}

async fn operations(app: &TestApp) -> Vec<Operation> {
    let document = app.anonymous().get("/openapi.json").await.expect(200).json;
    let paths = document["paths"].as_object().expect("the document has paths").clone();
    paths
        .into_iter()
        .flat_map(|(path, item)| {
            let methods = item.as_object().expect("a path has methods").clone();
            methods.into_iter().map(move |(method, description)| Operation {
                method: method.to_uppercase().parse().expect("a method"),
                path: path.clone(),
                description,
            })
        })
        .collect()
}

#[tokio::test]
async fn every_operation_knows_who_may_ask() {
    let app = TestApp::spawn().await;
    for operation in operations(&app).await {
        let name = operation.name();
        let anonymous = operation.send(&app.anonymous()).await;
        let needs_token = anonymous.status == 401 && anonymous.json["code"] == "unauthenticated";
        assert_eq!(needs_token, !operation.is_public(), "{name} without a token: {}", anonymous.text);
        let declared = operation.description["security"].as_array().is_some_and(|needs| !needs.is_empty());
        let optional =
            operation.description["security"].as_array().is_some_and(|needs| needs.contains(&json!({})));
        assert_eq!(needs_token, declared && !optional, "{name} declares the token it needs");
        if operation.path.starts_with("/v1/") {
            let wrong = operation.send(&app.with_token("wrong")).await;
            assert_eq!(wrong.json["code"], "unauthenticated", "{name} with a wrong token: {}", wrong.text);
        }
    }
}

#[tokio::test]
async fn the_list_of_public_operations_names_operations_that_exist() {
    let app = TestApp::spawn().await;
    let names: Vec<String> = operations(&app).await.iter().map(Operation::name).collect();
    for line in PUBLIC.lines() {
        assert!(names.iter().any(|name| name == line), "{line} is no operation");
    }
}

#[tokio::test]
async fn every_operation_is_described() {
    let app = TestApp::spawn().await;
    for operation in operations(&app).await {
        let name = operation.name();
        let said = |field: &str| operation.description[field].as_str().is_some_and(|text| !text.is_empty());
        assert!(said("summary") && said("operationId"), "{name} has a summary and an id");
        assert!(
            operation.description["tags"].as_array().is_some_and(|tags| !tags.is_empty()),
            "{name} has a tag"
        );
        for (status, response) in operation.description["responses"].as_object().expect("there are responses")
        {
            assert!(
                !response["description"].as_str().unwrap_or_default().is_empty(),
                "{name} says what {status} means"
            );
            if status == "default" || status.starts_with(['4', '5']) {
                assert!(
                    response["content"].get("application/problem+json").is_some(),
                    "{name} {status} is a problem"
                );
            }
        }
    }
}

#[test]
fn the_document_in_the_repository_is_the_one_of_the_program() {
    let kept = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/openapi/openapi.json"))
        .unwrap_or_default();
    let document = lapidary::api::openapi::Contract::shared().document();
    let now = serde_json::to_string_pretty(document).expect("the document can be written") + "\n";
    assert!(kept == now, "run `cargo run -- openapi > openapi/openapi.json` and review the difference");
}
