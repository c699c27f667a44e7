//! Operations are declared in one way: by `#[operation]`.

use crate::sources::{below, none};

/// Where an operation is declared by the attribute of utoipa, each with the reason.
const OTHERWISE: [(&str, &str); 2] = [
    ("src/api/oauth/authorize.rs", "no type reads its query: unknown parameters are ignored (RFC 6749, 3.1)"),
    ("src/api/oauth/device.rs", "no type reads the query of its page: unknown parameters are ignored"),
];

#[test]
fn operations_are_declared_by_one_attribute() {
    let uses = |text: &str| text.matches("utoipa::path(").count();
    let allowed = |path: &str| usize::from(OTHERWISE.iter().any(|(file, _)| *file == path));
    let wrong = below("src", ".rs").into_iter().filter(|source| uses(&source.text) != allowed(&source.path));
    none(
        "files with another way to declare operations",
        &wrong.map(|source| source.path).collect::<Vec<_>>(),
    );
}
