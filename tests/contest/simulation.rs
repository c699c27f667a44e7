//! Whole simulated events: they satisfy the invariants, and the invariants notice faults.

use lapidary_contest::event::entry::EntryId;
use lapidary_contest::event::points::PointsTable;
use lapidary_contest::event::record::records;
use lapidary_contest::event::seed::{Draws, EventSeed};
use lapidary_simulation::attendance::Disturbance;
use lapidary_simulation::format::Format;
use lapidary_simulation::invariants::violations;
use lapidary_simulation::measures::Measures;
use lapidary_simulation::rated::RatedGames;
use lapidary_simulation::repeats::is_out_of_turn;
use lapidary_simulation::report::{Case, cases};
use lapidary_simulation::run::{SimulatedEvent, simulate};

fn template(events: u32, disturbance: Disturbance) -> Case {
    Case { format: Format::SwissTwo, entries: 0, events, disturbance, seed: 3 }
}

#[test]
fn events_of_every_format_satisfy_the_invariants() {
    let mut rated = RatedGames::default();
    for disturbance in [Disturbance::Calm, Disturbance::Lively] {
        for case in cases(&Format::ALL, &[4, 5, 13, 16, 30], template(2, disturbance)) {
            let row = case.run(&mut rated, &mut |_| {}).unwrap();
            assert_eq!(row.violations, Vec::<String>::new(), "{case:?}");
        }
    }
    assert!(rated.check().unwrap() > 2 * rated.games());
}

fn swiss() -> SimulatedEvent {
    let event = simulate(Format::SwissFour, 64, Disturbance::Calm, 5, 0).unwrap();
    assert_eq!(violations(&event), Vec::<String>::new());
    event
}

fn fault(change: impl FnOnce(&mut SimulatedEvent)) -> String {
    let mut event = swiss();
    change(&mut event);
    violations(&event).join("\n")
}

#[test]
fn the_invariants_notice_faults() {
    let twice = fault(|event| {
        event.rounds[1].pairing.tables[0].seats[0] = event.rounds[1].pairing.tables[1].seats[0]
    });
    assert!(twice.contains("round 2 seats somebody twice"), "{twice}");
    let forgotten = fault(|event| drop(event.rounds[1].pairing.tables.pop()));
    assert!(forgotten.contains("round 2 does not seat everybody"), "{forgotten}");
    let lost = fault(|event| drop(event.rounds[2].played.tables.pop()));
    assert!(lost.contains("round 3 loses somebody"), "{lost}");
    assert!(lost.contains("millionths"), "points are lost too: {lost}");
    let again = fault(|event| event.rounds[1] = event.rounds[0].clone());
    assert!(again.contains("round 2 has an avoidable repeat"), "{again}");
    assert!(again.contains("round 2 is paired otherwise"), "{again}");
    let seats =
        fault(|event| event.rounds[3].pairing.tables.iter_mut().for_each(|table| table.seats.reverse()));
    assert!(seats.contains("round 4 has seats that another order balances better"), "{seats}");
    let unordered = fault(|event| event.order[0] = event.order[1]);
    assert!(unordered.contains("final order"), "{unordered}");
}

#[test]
fn the_invariants_notice_unfair_turns() {
    let mut event = simulate(Format::SwissTwo, 13, Disturbance::Calm, 5, 0).unwrap();
    let first = event.rounds[0].pairing.byes.clone();
    event.rounds[1].pairing.byes = first;
    assert!(violations(&event).join("\n").contains("gives a bye to somebody whose turn it is not"));
    let event = simulate(Format::SwissFour, 18, Disturbance::Calm, 5, 0).unwrap();
    let records = records(&[event.rounds[0].played.clone()], &PointsTable::standard());
    let paired = &event.rounds[1].pairing;
    assert!(!is_out_of_turn(&records, paired));
    let swaps = (0..18).flat_map(|a| (0..a).map(move |b| (a, b)));
    let swapped = swaps.map(|(a, b)| {
        let mut pairing = paired.clone();
        let mut seats: Vec<&mut EntryId> =
            pairing.tables.iter_mut().flat_map(|table| &mut table.seats).collect();
        let (one, other) = (*seats[a], *seats[b]);
        (*seats[a], *seats[b]) = (other, one);
        pairing
    });
    assert!(swapped.into_iter().any(|pairing| is_out_of_turn(&records, &pairing)));
    let mut event = simulate(Format::RoundRobinThree, 9, Disturbance::Calm, 5, 0).unwrap();
    event.rounds[1].pairing = event.rounds[0].pairing.clone();
    assert!(violations(&event).join("\n").contains("a pair is not scheduled exactly once"));
}

#[test]
fn the_same_seed_gives_the_same_event() {
    for format in Format::ALL {
        let event = |seed| simulate(format, 16, Disturbance::Lively, seed, 2).unwrap();
        assert_eq!(event(1), event(1));
        assert_ne!(event(1).order, event(2).order);
    }
}

/// These numbers hold on every platform. They change only together with the generator or with a method of
/// pairing.
#[test]
fn draws_and_commitments_have_known_values() {
    let mut draws = Draws::from(1_234_567);
    assert_eq!([draws.number(), draws.number()], [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]);
    let seed = EventSeed::new([0; 32]);
    assert_eq!(hex(&seed.commitment()), COMMITMENT);
    assert_eq!(hex(&seed.lot(EntryId(1))), LOT);
}

const COMMITMENT: &str = "79fae0872d67908b43816642ac28a1b1d15bb055a131f85768de8e4ed691b744";
const LOT: &str = "b6306d780ac270d690dccdcbbc9b3f120a24a56f7b5a2cb06ebbd6f4bee94677";

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn the_order_of_a_swiss_tells_the_strengths() {
    let mut measures = Measures::default();
    for number in 0..10 {
        measures.add(&simulate(Format::SwissTwo, 64, Disturbance::Calm, 1, number).unwrap());
    }
    assert!(measures.correlation() > 0.7, "{measures:?}");
    assert_eq!((measures.repeats, measures.spread_max), (0, 1), "{measures:?}");
}
