//! Numbers as SVG writes them: rounded to hundredths, without superfluous zeros.

use maud::Render;

/// A coordinate, a length or a factor, in units of the picture.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug, Default)]
pub(crate) struct Number(pub f32);

impl Number {
    fn hundredths(self) -> i32 {
        (self.0 * 100.0).round() as i32
    }

    /// Writes the number.
    pub fn write(self, text: &mut String) {
        let hundredths = self.hundredths();
        if hundredths < 0 {
            text.push('-');
        }
        let size = hundredths.unsigned_abs();
        let mut digits = [0; 10];
        let mut whole = size / 100;
        let mut at = digits.len();
        loop {
            at -= 1;
            digits[at] = b'0' + (whole % 10) as u8;
            whole /= 10;
            if whole == 0 {
                break;
            }
        }
        text.extend(digits[at..].iter().map(|&digit| digit as char));
        let (tenths, rest) = (size / 10 % 10, size % 10);
        if tenths + rest > 0 {
            text.push('.');
            text.push((b'0' + tenths as u8) as char);
        }
        if rest > 0 {
            text.push((b'0' + rest as u8) as char);
        }
    }
}

impl Render for Number {
    fn render_to(&self, buffer: &mut String) {
        self.write(buffer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_short_as_they_can_be() {
        let written = |number: f32| {
            let mut text = String::new();
            Number(number).write(&mut text);
            text
        };
        assert_eq!(
            [0.0, 7.0, -7.0, 0.5, -0.25, 12.05, 1040.0, 0.333].map(written),
            ["0", "7", "-7", "0.5", "-0.25", "12.05", "1040", "0.33"]
        );
    }
}
