//! The OpenAPI document, and the parts that the server reads from it: it checks bodies by the published
//! schemas.

use std::sync::OnceLock;

use actix_web::http::header;
use actix_web::{HttpResponse, get, web};
use serde_json::Value;

use crate::operation::Operations;

static PUBLISHED: OnceLock<Contract> = OnceLock::new();

/// The OpenAPI document, with the parts for the server prepared for fast access.
pub struct Contract {
    document: Value,
    json: web::Bytes,
    operations: Operations,
}

impl Contract {
    /// Returns the contract with this document and its operations.
    pub fn new(document: Value, operations: Operations) -> Contract {
        Contract { json: web::Bytes::from(document.to_string()), document, operations }
    }

    /// Publishes the contract of this program, which only the first call assembles.
    pub fn publish(assemble: impl FnOnce() -> Contract) -> &'static Contract {
        PUBLISHED.get_or_init(assemble)
    }

    /// Returns the published contract.
    ///
    /// # Panics
    /// If none is published. Every program does so before it serves a request.
    #[expect(clippy::expect_used, reason = "the contract is published at the start")]
    pub fn shared() -> &'static Contract {
        PUBLISHED.get().expect("the contract is published")
    }

    /// Returns the document.
    pub fn document(&self) -> &Value {
        &self.document
    }

    /// Returns the operations, each with its row in the table.
    pub fn operations(&self) -> &Operations {
        &self.operations
    }
}

/// Serves the OpenAPI document. This route is not part of the document.
#[get("/openapi.json")]
pub async fn openapi_json() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("application/json")
        .insert_header((header::CACHE_CONTROL, "max-age=60"))
        .body(Contract::shared().json.clone())
}
