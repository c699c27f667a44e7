//! Path and query parameters that do not parse: `malformed`, like a body that does not.

use actix_web::web::{PathConfig, QueryConfig};

use crate::api::{Code, Problem};

/// Makes a path that does not parse a problem.
pub fn path_config() -> PathConfig {
    PathConfig::default().error_handler(|error, _| {
        Problem::new(Code::Malformed, format!("The path does not have the documented form: {error}.")).into()
    })
}

/// Makes a query that does not parse a problem.
pub fn query_config() -> QueryConfig {
    QueryConfig::default().error_handler(|error, _| {
        Problem::new(Code::Malformed, format!("The query does not have the documented form: {error}.")).into()
    })
}
