//! Whether a picture is wider than high.

use lapidary_words::words;

words! {
    /// The arrangement of a picture.
    #[derive(Default)]
    Arrangement:
    /// The panels of the seats are beside the table.
    #[default]
    Landscape = "landscape",
    /// Everything is below each other, in a width that a phone shows without scrolling sideways. Everything
    /// that is read is at least 13 units high, and what is chosen 47 wide or high.
    Portrait = "portrait",
}
