//! Operations are declared in one way: by `#[operation]`.

use crate::sources::{below, none};

#[test]
fn operations_are_declared_by_one_attribute() {
    let wrong = below("src", ".rs").into_iter().filter(|source| source.text.contains("utoipa::path("));
    none(
        "files with another way to declare operations",
        &wrong.map(|source| source.path).collect::<Vec<_>>(),
    );
}
