//! Finds the operation of a request by its method and decoded path. Joins the table of operations with the
//! contract.

use actix_web::dev::{ResourceDef, ServiceRequest};
use actix_web::http::Method;
use matchit::Router;
use utoipa::openapi::path::{Operation as Documented, ParameterIn};
use utoipa::openapi::{OpenApi, RefOr};

use super::call::Route;
use super::table::{Permission, Protocol, Row};
use crate::Code;
use crate::limit::Class;

/// Paths outside the contract: the page for people with its files, the document, the pages that show it, and
/// the list of problems. They allow only GET.
const PAGES: [&str; 32] = [
    "/",
    "/g/{id}",
    "/t/{id}",
    "/t/{id}/pairings",
    "/t/{id}/pairings/{n}",
    "/t/{id}/slips",
    "/t/{id}/slips/{n}",
    "/t/{id}/standings",
    "/l/{pool}",
    "/p/{username}",
    "/c/{id}",
    "/s/{id}",
    "/games",
    "/puzzles",
    "/puzzles/{id}",
    "/tournaments",
    "/clubs",
    "/ladders",
    "/players",
    "/moderate",
    "/rules",
    "/assets/{name}",
    "/assets/{digest}/{name}",
    "/openapi.json",
    "/docs",
    "/docs/",
    "/docs/{file}",
    "/docs/guides/{name}",
    "/docs/reference/{part}",
    "/docs/contract/{part}",
    "/problems",
    "/problems/",
];

/// Pages with a form that is sent to their own path. They allow GET and POST.
const FORMS: [&str; 6] = [
    "/account/access",
    "/account/forgot",
    "/account/mail",
    "/account/mail/end",
    "/account/new",
    "/account/reset",
];

/// The login of the page for people, which its script requests.
const PAGE_LOGIN: &str = "/account/session";

/// An operation: its row in the table, and its facts in the contract.
#[derive(Debug)]
pub struct Operation {
    row: &'static Row,
    method: Method,
    path: String,
    /// Finds the parameters of its path.
    pattern: ResourceDef,
    query: Vec<String>,
    has_body: bool,
}

impl Operation {
    /// Returns the id in the contract.
    pub fn id(&self) -> &'static str {
        self.row.id
    }

    /// Returns who may call it.
    pub fn permission(&self) -> Permission {
        self.row.permission
    }

    /// Returns whose rules it follows.
    pub fn protocol(&self) -> Protocol {
        self.row.protocol
    }

    /// Returns the pattern of its path.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Adds the parameters of the path to a request.
    pub fn find_parameters(&self, request: &mut ServiceRequest) {
        self.pattern.capture_match_info(request);
    }

    /// Returns what serves it.
    pub fn route(&'static self) -> Option<Route> {
        self.row.handler.map(|handler| Route { path: &self.path, handler })
    }

    /// Returns its method as the contract writes it.
    pub fn method(&self) -> String {
        self.method.as_str().to_ascii_lowercase()
    }

    /// Returns the names of its query parameters.
    pub fn query(&self) -> &[String] {
        &self.query
    }

    /// Returns whether it has a request body.
    pub fn has_body(&self) -> bool {
        self.has_body
    }

    /// Returns every error code that it may return, except `internal_error`.
    pub fn codes(&self) -> Vec<Code> {
        self.row.codes(self.has_body)
    }
}

/// The operations on a path.
#[derive(Debug)]
struct PathEntry {
    operations: Vec<Operation>,
    /// The methods of a page. None for operations.
    of_page: &'static [Method],
    allow: String,
}

/// The target of a request, by its method and decoded path.
#[derive(Debug, Clone, Copy)]
pub enum RequestTarget {
    /// An operation.
    Operation(&'static Operation),
    /// A page outside the contract.
    Page,
    /// An existing path that does not allow the method. The text lists its methods.
    OtherMethod(&'static str),
    /// A path that does not exist.
    Nothing,
}

impl RequestTarget {
    /// Returns the operation, if it is one.
    pub fn operation(&self) -> Option<&'static Operation> {
        match self {
            RequestTarget::Operation(operation) => Some(operation),
            RequestTarget::Page | RequestTarget::OtherMethod(_) | RequestTarget::Nothing => None,
        }
    }

    /// Returns the class of limits of the request, if it is limited.
    ///
    /// Missing paths are limited too, so that nobody can guess paths without limit. So are pages, because
    /// compressing or decompressing a large one takes milliseconds.
    pub fn limit(&self, method: &Method) -> Option<Class> {
        match self {
            RequestTarget::Operation(operation) => operation.row.limit,
            RequestTarget::Page if method.is_safe() => Some(Class::Reads),
            // Forms send passwords.
            RequestTarget::Page => Some(Class::Logins),
            RequestTarget::OtherMethod(_) | RequestTarget::Nothing if method.is_safe() => Some(Class::Reads),
            RequestTarget::OtherMethod(_) | RequestTarget::Nothing => Some(Class::Writes),
        }
    }

    /// Returns whether the token of the request must be valid, if it has one.
    pub fn reads_token(&self) -> bool {
        match self {
            RequestTarget::Operation(operation) => operation.permission() != Permission::Outside,
            RequestTarget::Page => false,
            // A missing path needs no token, but clients with a bad token should notice it everywhere.
            RequestTarget::OtherMethod(_) | RequestTarget::Nothing => true,
        }
    }
}

/// All operations and pages.
#[derive(Debug)]
pub struct Operations {
    places: Vec<PathEntry>,
    /// The index of each path's entry.
    by_path: Router<usize>,
}

impl Operations {
    /// Joins the table with the contract.
    ///
    /// # Panics
    /// If an operation of the contract has no row, or two paths are indistinguishable. That is a bug of the
    /// program, which then does not start.
    #[expect(clippy::panic, reason = "the table is part of the program and read at the start")]
    pub fn of(document: &OpenApi, rows: &'static [Row]) -> Operations {
        let places = document.paths.paths.iter().map(|(path, item)| {
            let documented = [
                (Method::GET, &item.get),
                (Method::POST, &item.post),
                (Method::PUT, &item.put),
                (Method::PATCH, &item.patch),
                (Method::DELETE, &item.delete),
            ];
            let operations = documented.into_iter().filter_map(|(method, documented)| {
                let documented = documented.as_ref()?;
                let row = row_of(documented, rows)
                    .unwrap_or_else(|| panic!("the operation {method} {path} has no row in the table"));
                let (query, has_body) = (query_of(documented), documented.request_body.is_some());
                let pattern = ResourceDef::new(path.as_str());
                Some(Operation { row, method, path: path.clone(), pattern, query, has_body })
            });
            (path.as_str(), PathEntry::new(operations.collect(), &[]))
        });
        let pages = PAGES.iter().map(|path| (*path, PathEntry::new(Vec::new(), &[Method::GET])));
        let forms =
            FORMS.iter().map(|path| (*path, PathEntry::new(Vec::new(), &[Method::GET, Method::POST])));
        let login = PathEntry::new(Vec::new(), &[Method::GET, Method::POST, Method::PUT, Method::DELETE]);
        // If a path fits two patterns, the router takes the one with a word instead of a parameter, as
        // OpenAPI requires.
        let (mut all, mut by_path) = (Vec::new(), Router::new());
        for (path, place) in places.chain(pages).chain(forms).chain([(PAGE_LOGIN, login)]) {
            by_path.insert(path, all.len()).unwrap_or_else(|conflict| panic!("the path {path}: {conflict}"));
            all.push(place);
        }
        Operations { places: all, by_path }
    }

    /// Returns every operation.
    pub fn iter(&self) -> impl Iterator<Item = &Operation> {
        self.places.iter().flat_map(|place| &place.operations)
    }

    /// Returns the target of a request with this method and this decoded path.
    pub fn wanted(&'static self, method: &Method, path: &str) -> RequestTarget {
        // A path that allows GET allows HEAD too.
        let method = if method == Method::HEAD { &Method::GET } else { method };
        let Some(place) = self.place(path) else { return RequestTarget::Nothing };
        match place.operations.iter().find(|operation| operation.method == method) {
            Some(operation) => RequestTarget::Operation(operation),
            None if place.of_page.contains(method) => RequestTarget::Page,
            None => RequestTarget::OtherMethod(&place.allow),
        }
    }

    /// Returns whether a request with this method and this decoded path is for a page on which people decide
    /// about access.
    pub fn is_for_people(&self, method: &Method, path: &str) -> bool {
        self.place(path).is_some_and(|place| place.is_for_people(method))
    }

    /// Returns the entry of a path. None for a path with NUL, which PostgreSQL cannot store.
    fn place(&self, path: &str) -> Option<&PathEntry> {
        if path.contains('\0') {
            return None;
        }
        self.by_path.at(path).ok().and_then(|found| self.places.get(*found.value))
    }
}

impl PathEntry {
    fn new(operations: Vec<Operation>, of_page: &'static [Method]) -> PathEntry {
        let of_operations = operations.iter().map(|operation| &operation.method);
        let methods: Vec<&str> = of_operations.chain(of_page).map(Method::as_str).collect();
        let head = methods.contains(&"GET").then_some("HEAD");
        let allow = methods.iter().copied().chain(head).chain(["OPTIONS"]).collect::<Vec<_>>().join(", ");
        PathEntry { operations, of_page, allow }
    }

    /// A method that the path does not allow is refused like the other methods of the path would be.
    fn is_for_people(&self, method: &Method) -> bool {
        let is_page = |operation: &Operation| operation.protocol() == Protocol::OAuthPages;
        match self.operations.iter().find(|operation| operation.method == method) {
            Some(operation) => is_page(operation),
            None if self.operations.is_empty() => self.of_page.contains(&Method::POST),
            None => self.operations.iter().all(is_page),
        }
    }
}

/// Returns the row of an operation of the contract.
pub fn row_of(documented: &Documented, rows: &'static [Row]) -> Option<&'static Row> {
    let id = documented.operation_id.as_deref()?;
    rows.iter().find(|row| row.id == id)
}

/// Returns the names of the query parameters of an operation.
fn query_of(documented: &Documented) -> Vec<String> {
    let parameters = documented.parameters.iter().flatten();
    parameters
        .filter_map(|parameter| match parameter {
            RefOr::T(parameter) if parameter.parameter_in == ParameterIn::Query => {
                Some(parameter.name.clone())
            }
            _ => None,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::contract;

    fn operations() -> &'static Operations {
        contract().operations()
    }

    #[test]
    fn every_operation_is_found_by_its_path() {
        for operation in operations().iter() {
            let path = operation.path().replace(['{', '}'], "");
            let found = operations().wanted(&operation.method, &path).operation();
            assert_eq!(found.map(Operation::id), Some(operation.id()), "{path}");
        }
    }

    #[test]
    fn playing_is_limited_apart_from_everything_else() {
        let limit = |method: Method, path: &str| operations().wanted(&method, path).limit(&method);
        let id = "0190a000-0000-7000-8000-000000000000";
        assert_eq!(limit(Method::POST, &format!("/v1/games/{id}/actions")), Some(Class::Turns));
        for view in ["", "/legal-actions", "/events"] {
            assert_eq!(limit(Method::GET, &format!("/v1/games/{id}{view}")), Some(Class::Views), "{view}");
        }
        assert_eq!(limit(Method::GET, "/v1/games"), Some(Class::Reads));
        assert_eq!(limit(Method::POST, "/v1/games"), Some(Class::Writes));
        assert_eq!(limit(Method::POST, "/v1/sessions/refresh"), Some(Class::Logins));
        assert_eq!(limit(Method::DELETE, "/v1/me"), Some(Class::Writes));
        assert_eq!(limit(Method::GET, "/v1/nothing"), Some(Class::Reads));
        assert_eq!(limit(Method::GET, "/openapi.json"), Some(Class::Reads));
        assert_eq!(limit(Method::GET, "/account/reset"), Some(Class::Reads));
        assert_eq!(limit(Method::POST, "/account/reset"), Some(Class::Logins));
        assert_eq!(limit(Method::POST, "/v1/password-resets"), Some(Class::Logins));
        assert_eq!(limit(Method::GET, "/livez"), None);
    }
}
