//! The trained evaluation: its stored bytes, its integers, and the differences that it adds.

use lapidary_engine::game::{Game, GameLog, Payments};
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::seat::SeatCount;
use lapidary_engine::splendor::module::Modules;
use lapidary_engine::splendor::slot::SlotSet;
use lapidary_engine::splendor::state::State;
use lapidary_engine::viewer::Viewer;
use lapidary_opponents::splendor::features::{AnyTable, BaseGame, Inputs};
use lapidary_opponents::splendor::judge::Judge;
use lapidary_opponents::splendor::net::{
    AnyTableNet, Base, BaseOfMoreNet, BaseOfTwoNet, HIDDEN, Head, Net, Sums,
};
use lapidary_opponents::splendor::turns::Lister;
use lapidary_opponents::splendor::weights::{Evaluation, Tables, VERSION, WeightsError};
use lapidary_opponents::{Budget, Opponent, OpponentKind, Seen, Strength};

use crate::table::deal;

/// The error that the integers of the first layer may cause in a logit.
const LOGIT_ERROR_MAX: f32 = 0.05;
/// The bytes of all weights of the program.
const WEIGHTS_MAX: usize = 6_000_000;
/// The part of 16 bits that sums of weights may reach in these games; others may reach more.
const SUM_MAX: i32 = i16::MAX as i32 * 4 / 5;

/// A first layer in floats, with a head of usual size.
struct Floats<const UNITS: usize> {
    rows: Vec<[f32; UNITS]>,
    head: Head<UNITS>,
}

impl<const UNITS: usize> Floats<UNITS> {
    fn random<I: Inputs>(seed: u64) -> Floats<UNITS> {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut small = |size: f32| size * (2.0 * rng.f32() - 1.0);
        let mut rows: Vec<[f32; UNITS]> = (0..I::ROWS).map(|_| std::array::from_fn(|_| small(0.2))).collect();
        rows[0] = [0.0; UNITS];
        let head = Head {
            hidden: std::array::from_fn(|_| std::array::from_fn(|_| small(0.4))),
            hidden_bias: [0.0; HIDDEN].map(|_: f32| small(0.4)),
            result: [0.0; HIDDEN].map(|_: f32| small(0.6)),
            result_bias: 0.1,
        };
        Floats { rows, head }
    }

    fn net<I: Inputs, const MEMORY: usize>(&self) -> Net<I, UNITS, MEMORY> {
        let round = |row: &[f32; UNITS]| {
            Sums(std::array::from_fn(|unit| {
                (row[unit] * Net::<I, UNITS, MEMORY>::scale_of(unit)).round() as i16
            }))
        };
        Net::new(self.rows.iter().map(round).collect(), self.head.clone()).unwrap()
    }

    fn logit<I: Inputs, const MEMORY: usize>(&self, state: &State) -> f32 {
        let (seat, _) = state.to_act().unwrap();
        let mut values = [0.0; UNITS];
        for row in Net::<I, UNITS, MEMORY>::active_rows(state, seat, SlotSet::NONE) {
            values.iter_mut().zip(&self.rows[usize::from(row)]).for_each(|(sum, weight)| *sum += weight);
        }
        self.head.logit(&values)
    }
}

fn base_game(seed: u64) -> BaseOfTwoNet {
    Floats::random::<BaseGame<1>>(seed).net()
}

fn any_table(seed: u64) -> AnyTableNet {
    Floats::random::<AnyTable>(seed).net()
}

/// Positions of random games, as the seat to move sees them.
fn positions(modules: Modules, seats: SeatCount, games: u64) -> Vec<State> {
    let mut rng = fastrand::Rng::with_seed(3);
    let mut positions = Vec::new();
    for seed in 0..games {
        let mut game = deal(Ruleset::Splendor(modules), seats, seed);
        while let Some((seat, _)) = game.to_act() {
            if let Game::Splendor(state) = &game {
                let mut veiled = *state;
                veiled.veil(Viewer::Seat(seat));
                positions.push(veiled);
            }
            let actions = game.legal_actions(Payments::Canonical);
            game.play(rng.choice(&actions).unwrap(), &mut GameLog::default()).unwrap();
        }
    }
    positions
}

/// The largest error of the integers in these positions.
fn error<I: Inputs, const UNITS: usize, const MEMORY: usize>(seed: u64, positions: &[State]) -> f32 {
    let floats = Floats::<UNITS>::random::<I>(seed);
    let net: Net<I, UNITS, MEMORY> = floats.net();
    let errors = positions.iter().map(|state| {
        let (seat, _) = state.to_act().unwrap();
        (net.logit(state, seat) - floats.logit::<I, MEMORY>(state)).abs()
    });
    errors.fold(0.0, f32::max)
}

#[test]
fn integers_hardly_change_a_logit() {
    for seed in 0..3 {
        let of_two = positions(Modules::NONE, SeatCount::TWO, 2);
        let base_game = error::<BaseGame<1>, 64, 8_192>(seed, &of_two);
        let of_three = positions(Modules::ALL, SeatCount::THREE, 1);
        let any_table = error::<AnyTable, 32, 16_384>(seed, &of_three);
        assert!(base_game <= LOGIT_ERROR_MAX && any_table <= LOGIT_ERROR_MAX, "{base_game} {any_table}");
        let of_more = positions(Modules::NONE, SeatCount::FOUR, 1);
        let base_of_more = error::<BaseGame<3>, 64, 16_384>(seed, &of_more);
        assert!(base_of_more <= LOGIT_ERROR_MAX, "{base_of_more}");
    }
}

/// Checks that a net values each turn as it values the position after it.
fn check_differences<I: Inputs, const UNITS: usize, const MEMORY: usize>(
    net: &Net<I, UNITS, MEMORY>,
    positions: &[State],
) {
    let (mut lister, mut base) = (Lister::default(), Base::<I, UNITS>::default());
    for state in positions.iter().step_by(3) {
        let (seat, _) = state.to_act().unwrap();
        net.prepare(state, seat, &mut base);
        lister.each(state, &mut |turn, after| {
            if !after.is_over() {
                assert_eq!(net.logit_after(&base, after), net.logit(after, seat), "{turn:?}");
            }
        });
    }
}

#[test]
fn differences_add_up_to_the_whole() {
    let (base_game, any_table) = (base_game(4), any_table(5));
    let of_more: BaseOfMoreNet = Floats::random::<BaseGame<3>>(6).net();
    for seats in SeatCount::ALL {
        let of_base = positions(Modules::NONE, seats, 2);
        check_differences(&base_game, &of_base);
        check_differences(&any_table, &of_base);
        check_differences(&of_more, &of_base);
    }
    for modules in Modules::every_combination() {
        check_differences(&any_table, &positions(modules, SeatCount::THREE, 1));
    }
}

#[test]
fn every_row_of_a_position_is_one_of_the_inputs() {
    for modules in Modules::every_combination() {
        for state in positions(modules, SeatCount::FOUR, 1).into_iter().step_by(5) {
            for seat in SeatCount::FOUR.seats() {
                let rows = AnyTableNet::active_rows(&state, seat, SlotSet::NONE);
                assert!(rows.iter().all(|&row| row > 0 && usize::from(row) < AnyTable::ROWS));
                // Others share rows; those of the seat and the table occur once.
                assert!(rows.len() > 150, "{}", rows.len());
            }
        }
    }
}

#[test]
fn weights_are_read_as_they_were_written() {
    for weights in [Evaluation::from(base_game(5)), Evaluation::from(any_table(5))] {
        assert!(Evaluation::decode(&weights.encode()).unwrap() == weights);
    }
}

#[test]
fn other_and_damaged_weights_are_refused() {
    let bytes = Evaluation::from(base_game(6)).encode();
    let decode = |bytes: &[u8]| Evaluation::decode(bytes).unwrap_err();
    assert_eq!(decode(b""), WeightsError::NotWeights);
    assert_eq!(decode(b"PNG and so on"), WeightsError::NotWeights);
    let mut other = bytes.clone();
    other[7] = VERSION + 1;
    assert_eq!(decode(&other), WeightsError::OtherVersion(VERSION + 1));
    for length in [8, 12, 20, 5_000, bytes.len() - 1] {
        assert_eq!(decode(&bytes[..length]), WeightsError::Damaged, "{length}");
    }
    for place in (8..bytes.len()).step_by(9_973) {
        let mut damaged = bytes.clone();
        damaged[place] ^= 4;
        assert_eq!(decode(&damaged), WeightsError::Damaged, "{place}");
    }
}

/// The largest sum of weights, exact, in positions of games of `greedy`.
fn largest_sum<I: Inputs, const UNITS: usize, const MEMORY: usize>(
    net: &Net<I, UNITS, MEMORY>,
    modules: Modules,
    seats: SeatCount,
) -> i32 {
    let mut largest = 0;
    for seed in 0..4 {
        let mut game = deal(Ruleset::Splendor(modules), seats, seed);
        let greedy = |_| Opponent::new(OpponentKind::Greedy, Strength::FULL, seed);
        let mut players: Vec<Opponent> = seats.seats().map(greedy).collect();
        while let Some((seat, _)) = game.to_act() {
            for action in players[seat.index()].choose(&Seen::new(&game, seat), Budget::simulations(1)) {
                game.play(&action, &mut GameLog::default()).unwrap();
            }
            let Game::Splendor(state) = &game else { panic!("dealt Splendor") };
            for seat in seats.seats() {
                let rows = Net::<I, UNITS, MEMORY>::active_rows(state, seat, SlotSet::NONE);
                for unit in 0..UNITS {
                    let weights = rows.iter().map(|&row| i32::from(net.rows()[usize::from(row)].0[unit]));
                    largest = largest.max(weights.sum::<i32>().abs());
                }
            }
        }
    }
    largest
}

#[test]
fn sums_of_the_weights_of_the_program_fit_into_16_bits() {
    for seats in SeatCount::ALL {
        for modules in [Modules::NONE, Modules::ALL] {
            let tables = Tables::of(modules, seats);
            let largest = match Evaluation::decode(tables.weights()).unwrap() {
                Evaluation::BaseOfTwo(net) => largest_sum(&net, modules, seats),
                Evaluation::BaseOfMore(net) => largest_sum(&net, modules, seats),
                Evaluation::AnyTable(net) => largest_sum(&net, modules, seats),
            };
            assert!((1_000..SUM_MAX).contains(&largest), "{tables:?} with {seats:?}: {largest}");
        }
    }
}

#[test]
fn the_weights_of_the_program_are_valid_and_small() {
    let mut sum = 0;
    for tables in Tables::ALL {
        Evaluation::decode(tables.weights()).unwrap();
        sum += tables.weights().len();
    }
    assert!(sum < WEIGHTS_MAX, "{sum} bytes");
    for (modules, seats) in Modules::every_combination()
        .flat_map(|modules| SeatCount::ALL.into_iter().map(move |seats| (modules, seats)))
    {
        assert!(!matches!(Judge::for_table(modules, seats), Judge::Hand(_)), "{modules:?}, {seats:?}");
    }
}
