//! Reads and writes the basic parts of snapshots: bytes, arrays and lists. It does not know what they mean.

/// The space that is reserved for a snapshot; almost all snapshots fit into it.
pub const SNAPSHOT_BYTES_USUAL: usize = 512;

/// The bytes are not a snapshot, or have a format that this program does not know.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[error("not a snapshot that this program can read")]
pub struct SnapshotError;

/// Reads a snapshot from its beginning.
pub struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    /// A reader of these bytes.
    pub const fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader(bytes)
    }

    /// The next byte.
    pub fn byte(&mut self) -> Result<u8, SnapshotError> {
        let (&first, rest) = self.0.split_first().ok_or(SnapshotError)?;
        self.0 = rest;
        Ok(first)
    }

    /// The next N bytes.
    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], SnapshotError> {
        let (first, rest) = self.0.split_first_chunk::<N>().ok_or(SnapshotError)?;
        self.0 = rest;
        Ok(*first)
    }

    /// The bytes of a list, which is stored after its length.
    pub fn list(&mut self) -> Result<&'a [u8], SnapshotError> {
        let length = self.byte()? as usize;
        let (list, rest) = self.0.split_at_checked(length).ok_or(SnapshotError)?;
        self.0 = rest;
        Ok(list)
    }

    /// Ends reading.
    pub const fn end(self) -> Result<(), SnapshotError> {
        if self.0.is_empty() { Ok(()) } else { Err(SnapshotError) }
    }
}

/// Appends the length of a list and then the list; at most 255 bytes.
pub fn write_list(bytes: &mut Vec<u8>, list: impl Iterator<Item = u8>) {
    let length_at = bytes.len();
    bytes.push(0);
    bytes.extend(list.take(u8::MAX as usize));
    bytes[length_at] = (bytes.len() - length_at - 1) as u8;
}
