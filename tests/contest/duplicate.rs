//! The beacon of duplicate deals.

use lapidary_contest::event::duplicate::beacon;
use lapidary_contest::event::entry::EntryId;

const GIVEN: [(EntryId, &[u8]); 3] =
    [(EntryId(1), b"alice"), (EntryId(2), b""), (EntryId(10), &[0xde, 0xad, 0xbe, 0xef])];

fn hex(bytes: [u8; 32]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn the_beacon_has_its_documented_value() {
    // Computed with Python's hashlib.
    assert_eq!(hex(beacon(GIVEN)), "a2e99e34b4afa8b5f69318ab11d09213dd4e0254bb7bcf21b0f33d0ef9576f29");
    assert_eq!(hex(beacon([])), "ff3b068293b263a91b69277bd1b79de0d2febe6e7e4419663ae15e7068054480");
}

#[test]
fn every_contribution_changes_the_beacon_and_their_order_does_not() {
    let [one, two, ten] = GIVEN;
    assert_eq!(beacon([ten, one, two]), beacon(GIVEN));
    let others: [&[(EntryId, &[u8])]; 6] = [
        &[one, ten],
        &[one, (EntryId(2), b"\0"), ten],
        &[one, (EntryId(3), b""), ten],
        &[(EntryId(1), b"alic"), (EntryId(2), b"e"), ten],
        &[(EntryId(1), b""), (EntryId(2), b"alice"), ten],
        &[one, two, ten, (EntryId(11), b"")],
    ];
    for other in others {
        assert_ne!(beacon(other.iter().copied()), beacon(GIVEN), "{other:?}");
    }
}
