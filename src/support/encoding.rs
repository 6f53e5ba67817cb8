//! Text in any encoding that Windows writes, read as UTF-8: UTF-8 with or without a byte-order mark, and
//! UTF-16 with one, which Windows PowerShell writes.

use std::io::{self, Cursor, Read};

/// The byte-order mark that some editors write at the beginning of a file in UTF-8.
pub const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
/// Makes a number of the two bytes of a character in UTF-16.
type Unit = fn([u8; 2]) -> u16;
/// The byte-order marks, each with how a text with it is read; none in UTF-8.
const MARKS: [(&[u8], Option<Unit>); 3] = [
    (BYTE_ORDER_MARK, None),
    (b"\xff\xfe", Some(u16::from_le_bytes)),
    (b"\xfe\xff", Some(u16::from_be_bytes)),
];
/// Number of bytes that are read at a time.
const CHUNK: usize = 4096;

/// Reads a text as UTF-8, without a byte-order mark. It reads no further than what is there at once, so a
/// program at the other end of a pipe can write its next line by the answer to the last one.
pub struct Decoder<R> {
    input: R,
    unit: Option<Unit>,
    /// True once the first bytes have shown the encoding.
    has_begun: bool,
    has_ended: bool,
    /// Bytes that are not decoded, because more may belong to them.
    rest: Vec<u8>,
    /// What was decoded, and up to where it was returned.
    text: Cursor<Vec<u8>>,
}

impl<R: Read> Decoder<R> {
    /// A reader at the beginning of a text.
    pub const fn new(input: R) -> Decoder<R> {
        let text = Cursor::new(Vec::new());
        Decoder { input, unit: None, has_begun: false, has_ended: false, rest: Vec::new(), text }
    }

    /// What is decoded.
    pub const fn get_ref(&self) -> &R {
        &self.input
    }

    /// Reads the bytes that are there.
    fn fill(&mut self) -> io::Result<()> {
        let start = self.rest.len();
        self.rest.resize(start + CHUNK, 0);
        let read = self.input.read(&mut self.rest[start..]);
        self.rest.truncate(start + read.as_ref().map_or(0, |&length| length));
        self.has_ended = read? == 0;
        if !self.has_begun {
            // The first bytes of a mark say which one it may be.
            let may_be = |mark: &[u8]| self.rest.len() < mark.len() && mark.starts_with(&self.rest);
            if !self.has_ended && MARKS.iter().any(|(mark, _)| may_be(mark)) {
                return Ok(());
            }
            self.has_begun = true;
            if let Some((mark, unit)) = MARKS.iter().find(|(mark, _)| self.rest.starts_with(mark)) {
                self.unit = *unit;
                self.rest.drain(..mark.len());
            }
        }
        let text = match self.unit {
            None => std::mem::take(&mut self.rest),
            Some(unit) => self.decode(unit),
        };
        self.text = Cursor::new(text);
        Ok(())
    }

    fn decode(&mut self, unit: Unit) -> Vec<u8> {
        let (pairs, _) = self.rest.as_chunks::<2>();
        let mut units: Vec<u16> = pairs.iter().map(|pair| unit(*pair)).collect();
        // The second half of a character may follow.
        if !self.has_ended && units.last().is_some_and(|last| (0xD800..0xDC00).contains(last)) {
            units.pop();
        }
        self.rest.drain(..2 * units.len());
        String::from_utf16_lossy(&units).into_bytes()
    }
}

impl<R: Read> Read for Decoder<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let length = self.text.read(buffer)?;
            if length > 0 || self.has_ended || buffer.is_empty() {
                return Ok(length);
            }
            self.fill()?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives one byte at a time.
    struct Slow<'b>(&'b [u8]);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.0.take(1).read(buffer).inspect(|&length| self.0 = &self.0[length..])
        }
    }

    fn decoded(bytes: &[u8]) -> String {
        let (mut at_once, mut slowly) = (Vec::new(), Vec::new());
        Decoder::new(bytes).read_to_end(&mut at_once).unwrap();
        Decoder::new(Slow(bytes)).read_to_end(&mut slowly).unwrap();
        assert_eq!(at_once, slowly);
        String::from_utf8_lossy(&at_once).into_owned()
    }

    #[test]
    fn every_encoding_gives_the_same_text() {
        let text = "# é\r\nRight*2 \u{1f409} Up\r\n".repeat(1_000);
        let marked = "\u{feff}".to_owned() + &text;
        let little: Vec<u8> = marked.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = marked.encode_utf16().flat_map(u16::to_be_bytes).collect();
        for bytes in [text.as_bytes(), marked.as_bytes(), &little, &big] {
            assert_eq!(decoded(bytes), text);
        }
        for (bytes, expected) in [("", ""), ("\u{feff}", ""), ("a", "a"), ("\u{fe00}", "\u{fe00}")] {
            assert_eq!(decoded(bytes.as_bytes()), expected);
        }
        // What is cut off ends the text.
        assert_eq!(decoded(&little[..5]), "#");
        assert_eq!(decoded(b"\xef\xbb"), "\u{fffd}");
    }
}
