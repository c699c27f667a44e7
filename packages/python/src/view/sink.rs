//! Where an observation goes: into bytes, or into the list of its fields.

/// Receives an observation, field by field.
pub trait Sink {
    /// Begins a group of fields, such as a seat; the number is added to its name.
    fn group(&mut self, name: &'static str, number: usize);
    /// Adds a field; `high` is the largest possible value.
    fn put(&mut self, name: &'static str, high: u8, values: &[u8]);

    /// Adds a field with one number.
    #[inline]
    fn number(&mut self, name: &'static str, high: u8, value: impl Into<u16>) {
        let value: u16 = value.into();
        self.put(name, high, &[value.min(u16::from(high)) as u8]);
    }

    /// Adds a flag.
    #[inline]
    fn flag(&mut self, name: &'static str, value: bool) {
        self.put(name, 1, &[u8::from(value)]);
    }

    /// Adds a field of N bytes of which one is 1, or none.
    #[inline]
    fn one_of<const N: usize>(&mut self, name: &'static str, number: Option<usize>) {
        let mut values = [0; N];
        if let Some(value) = number.and_then(|number| values.get_mut(number)) {
            *value = 1;
        }
        self.put(name, 1, &values);
    }
}

/// Writes an observation into bytes.
pub struct Bytes<'a> {
    left: &'a mut [u8],
}

impl<'a> Bytes<'a> {
    /// Writes into these bytes, from their beginning.
    pub fn new(bytes: &'a mut [u8]) -> Bytes<'a> {
        Bytes { left: bytes }
    }
}

impl Sink for Bytes<'_> {
    #[inline]
    fn group(&mut self, _name: &'static str, _number: usize) {}

    #[inline]
    fn put(&mut self, _name: &'static str, _high: u8, values: &[u8]) {
        if let Some((here, rest)) = std::mem::take(&mut self.left).split_at_mut_checked(values.len()) {
            here.copy_from_slice(values);
            self.left = rest;
        }
    }
}

/// A field of an observation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// The name with that of its group.
    pub name: String,
    /// The place of its first byte.
    pub start: usize,
    /// The number of bytes.
    pub length: usize,
    /// The largest possible value.
    pub high: u8,
}

/// Collects the fields.
#[derive(Default)]
pub struct Fields {
    pub fields: Vec<Field>,
    pub length: usize,
    group: String,
}

impl Sink for Fields {
    fn group(&mut self, name: &'static str, number: usize) {
        self.group = if name.is_empty() { String::new() } else { format!("{name} {number} ") };
    }

    fn put(&mut self, name: &'static str, high: u8, values: &[u8]) {
        let name = format!("{}{name}", self.group);
        self.fields.push(Field { name, start: self.length, length: values.len(), high });
        self.length += values.len();
    }
}
