//! The documentation to read and try: Swagger UI, as it lies in the program. It knows no operation: it reads the contract.

use std::sync::{Arc, LazyLock};

use actix_web::http::header::{self, ContentEncoding};
use actix_web::{HttpResponse, web};
use utoipa_swagger_ui::{Config, serve};

use super::Problem;

/// Serves a file of Swagger UI; the empty name is its page.
///
/// # Errors
///
/// `not_found` where it has no such file.
pub async fn docs(file: web::Path<String>) -> Result<HttpResponse, Problem> {
    static CONFIG: LazyLock<Arc<Config<'static>>> = LazyLock::new(|| Arc::new(Config::from("/openapi.json")));
    let file =
        serve(&file, Arc::clone(&CONFIG)).map_err(Problem::internal)?.ok_or_else(Problem::not_found)?;
    let mut answer = HttpResponse::Ok();
    answer.content_type(file.content_type);
    if file.gzpipped {
        answer.insert_header((header::CONTENT_ENCODING, ContentEncoding::Gzip));
    }
    Ok(answer.body(file.bytes.into_owned()))
}
