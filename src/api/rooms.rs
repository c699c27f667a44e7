//! The routes of the contract, grouped by the beginning of their path.

use std::mem;

use actix_web::dev::HttpServiceFactory;
use actix_web::guard::fn_guard;
use actix_web::{Scope, web};
use utoipa::Path;
use utoipa_actix_web::{OpenApiFactory, service_config};

use super::http::admit::Route;

/// Takes the routes of the contract, to serve or to document them. Every thread of a server takes them to
/// serve them. The document is assembled only once, because that takes far longer.
pub trait Routes {
    /// Takes a route.
    fn service<R: HttpServiceFactory + OpenApiFactory + Path + 'static>(&mut self, route: R) -> &mut Self;
}

impl Routes for service_config::ServiceConfig<'_> {
    fn service<R: HttpServiceFactory + OpenApiFactory + Path + 'static>(&mut self, route: R) -> &mut Self {
        service_config::ServiceConfig::service(self, route)
    }
}

/// The routes of the contract, grouped by their beginnings. The router compares a path with one pattern after
/// another, and there are hundreds. The gate has found the pattern, so a request looks only in its group.
#[derive(Default)]
pub struct Rooms(Vec<(String, Scope)>);

impl Rooms {
    /// Adds all routes.
    pub fn add_to(self, config: &mut web::ServiceConfig) {
        for (_, scope) in self.0 {
            config.service(scope);
        }
    }
}

impl Routes for Rooms {
    fn service<R: HttpServiceFactory + OpenApiFactory + Path + 'static>(&mut self, route: R) -> &mut Self {
        let pattern = R::path();
        let beginning = beginning_of(&pattern);
        match self.0.iter_mut().find(|(room, _)| room == beginning) {
            Some((_, scope)) => *scope = mem::replace(scope, web::scope("")).service(route),
            None => {
                let room = beginning.to_owned();
                let is_inside = fn_guard(move |request| {
                    request.req_data().get::<Route>().is_some_and(|route| begins_with(route.0, &room))
                });
                self.0.push((beginning.to_owned(), web::scope("").guard(is_inside).service(route)));
            }
        }
        self
    }
}

/// Returns the first two segments of a path pattern: `/v1/games` of `/v1/games/{id}/turns`.
fn beginning_of(pattern: &str) -> &str {
    let end = pattern.match_indices('/').nth(2).map_or(pattern.len(), |(third, _)| third);
    &pattern[..end]
}

/// Returns whether a pattern has this beginning.
fn begins_with(pattern: &str, beginning: &str) -> bool {
    pattern.strip_prefix(beginning).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
