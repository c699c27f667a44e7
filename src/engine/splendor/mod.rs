//! The base game and its four modules.
//!
//! | file | rulings |
//! |---|---|
//! | `setup` | B1, B2, O1, C1 |
//! | `turn`, `agenda` | T1, T2, B11-B15, B19, B20, S8 |
//! | `check`, `legal`, `moves` | B4-B8, B12-B14, each written twice |
//! | `payment`, `costs`, `missing` | B8-B10, O4, O10, P3 |
//! | `perform` | what decisions do, O3, O5-O8, O11, S5, P1, P2, P4 |
//! | `perform` | effects of decisions, O3, O5-O8, O11, S5, P1, P2, P4 |
//! | `noble`, `requirements` | B14, P0 |
//! | `view`, `from_view`, `redeal`, `veil` | B18 |
//! | `modules/` | the data of each module |

pub mod action;
pub mod agenda;
pub mod card;
mod catalogue;
mod check;
pub mod color;
mod costs;
pub mod effect;
mod from_view;
pub mod holdings;
mod legal;
pub mod market;
pub mod missing;
pub mod module;
pub mod modules;
mod moves;
pub mod noble;
pub mod notation;
pub mod payment;
mod perform;
mod redeal;
pub mod refusal;
mod requirements;
mod score;
pub mod setup;
pub mod slot;
pub mod snapshot;
pub mod state;
pub mod tokens;
mod turn;
mod veil;
pub mod view;
