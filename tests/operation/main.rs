//! The attribute `#[boxed]`: what it makes of a function, and what it refuses.

#[allow(dead_code)]
#[path = "../../src/operation/boxed.rs"]
mod boxed;

use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

/// Polls a future until it ends.
fn run<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return output;
        }
    }
}

/// Waits once.
async fn pause() {
    let mut waited = false;
    std::future::poll_fn(|_| match std::mem::replace(&mut waited, true) {
        true => Poll::Ready(()),
        false => Poll::Pending,
    })
    .await;
}

/// The type of each boxed future: it can be sent.
type Boxed<'f, T> = Pin<Box<dyn Future<Output = T> + Send + 'f>>;

struct Word<'a>(&'a str);

struct Book<'a> {
    first: &'a str,
    words: Vec<&'a str>,
}

struct Shelf {
    books: usize,
}

#[lapidary_operation::boxed]
impl Book<'_> {
    /// Adds up the letters of the book and of a word.
    pub async fn letters(&self, word: &Word<'_>) -> Result<usize, String> {
        pause().await;
        let first = self.words.first().ok_or("empty")?;
        Ok(first.len() + word.0.len())
    }

    pub async fn clear(&mut self) {
        pause().await;
        self.words.clear();
    }

    /// Is left as it is: the lifetime of the value has no name.
    pub async fn into_first(self) -> usize {
        self.first.len()
    }

    async fn not_public(&self) -> usize {
        self.words.len()
    }
}

#[lapidary_operation::boxed]
impl Shelf {
    pub async fn put(mut self, more: usize) -> usize {
        pause().await;
        self.books += more;
        self.books
    }

    pub async fn map<T>(&self, then: impl Fn(usize) -> T) -> T {
        then(self.books)
    }
}

#[lapidary_operation::boxed]
async fn replace_first(book: &mut Book<'_>, by: &'static str) -> Option<()> {
    *book.words.first_mut()? = by;
    Some(())
}

#[lapidary_operation::boxed]
async fn longest(words: &[&str]) -> usize {
    words.iter().map(|word| word.len()).max().unwrap_or_default()
}

#[lapidary_operation::boxed]
async fn holds(_token: Arc<()>, parts: (Arc<()>, usize), (_, more): (Arc<()>, usize)) -> usize {
    pause().await;
    parts.1 + more
}

#[test]
fn a_boxed_function_returns_what_its_body_returns() {
    let text = String::from("opal");
    let mut book = Book { first: "opal", words: vec![&text, "ruby"] };
    let letters: Boxed<Result<usize, String>> = book.letters(&Word("onyx"));
    assert_eq!(run(letters), Ok(8));
    let replaced: Boxed<Option<()>> = replace_first(&mut book, "jade");
    assert_eq!(run(replaced), Some(()));
    assert_eq!(book.words, ["jade", "ruby"]);
    let cleared: Boxed<()> = book.clear();
    run(cleared);
    assert_eq!(run(book.letters(&Word("onyx"))), Err("empty".to_owned()), "`?` leaves the function");
    assert_eq!(run(book.not_public()), 0);
    assert_eq!(run(book.into_first()), 4);
    let put: Boxed<usize> = Shelf { books: 1 }.put(2);
    assert_eq!(run(put), 3);
    assert_eq!(run(longest(&["agate", "ruby"])), 5);
    assert_eq!(run(Shelf { books: 1 }.map(|books| books + 1)), 2);
}

#[test]
fn arguments_live_until_the_future_ends() {
    let token = Arc::new(());
    let mut held = holds(token.clone(), (token.clone(), 5), (token.clone(), 2));
    let mut context = Context::from_waker(Waker::noop());
    assert_eq!(Arc::strong_count(&token), 4);
    assert!(held.as_mut().poll(&mut context).is_pending());
    assert_eq!(Arc::strong_count(&token), 4, "neither an argument nor the unused part of one is dropped");
    assert_eq!(held.as_mut().poll(&mut context), Poll::Ready(7));
    assert_eq!(Arc::strong_count(&token), 1);
}

#[test]
fn what_cannot_be_boxed_is_refused() {
    let shape = "a boxed function has no parameters in `<>` and no `impl` argument";
    let refusals = [
        ("fn plain() {}", "only an `async fn` can be boxed"),
        ("async fn all<T>(of: T) {}", shape),
        ("async fn each(of: impl Iterator) {}", shape),
        ("impl Shelf { async fn not_public(&self) {} }", "no function here can be boxed"),
        ("struct Shelf;", "only functions and `impl` blocks can be boxed"),
    ];
    for (item, reason) in refusals {
        let refused = boxed::expand(syn::parse_str(item).unwrap()).unwrap_err();
        assert_eq!(refused.to_string(), reason, "{item}");
    }
}
