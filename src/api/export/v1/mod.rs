//! The frozen format `lapidary-export-1`: its types, and how they are created from a game. `cli/verify` and
//! `examples/verify.py` read it.
//!
//! Until the first difference, it shares types of the same form with views and events: an entry with its
//! action and effects, the secret of a deal, the ruleset, tokens, the market, and the board.
//! `tests/wire/frozen_export.rs` compares the schema of exports with a kept one. Before such a type changes
//! its form, copy it to this module, with `Export` in its schema name as in `contract/exports`; then clients
//! notice nothing. An effect that is added to events needs no copy: name it in
//! [`is_exported`](crate::play::events::EffectBody::is_exported) and in `contract/exports`.
//!
//! A new kind of entry is a variant of [`event::HappeningBody`], described in docs/export.md and checked by
//! both verifiers. A fork has the same format with its ancestors, as `lapidary-export-2`. Any other change
//! belongs in a `v3` beside this module.

pub mod ancestor;
pub mod event;
pub mod game;
pub mod table;
pub mod whole;
