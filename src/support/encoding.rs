//! Text in any encoding that Windows writes, read as UTF-8: UTF-8 with or without a byte-order mark, and
//! UTF-16 with one, which Windows PowerShell writes.

use std::io::{self, ErrorKind, Read};

/// The byte-order mark that some editors write at the beginning of a file in UTF-8.
pub const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
/// The byte-order marks of UTF-16, the little-endian one first.
const UTF16_MARKS: [&[u8; 2]; 2] = [b"\xff\xfe", b"\xfe\xff"];
/// Number of bytes that are read at a time.
const CHUNK: usize = 4096;

/// Returns true if a text has to be decoded, because it begins with a byte-order mark.
pub fn has_mark(text: &[u8]) -> bool {
    text.starts_with(BYTE_ORDER_MARK) || is_utf16(text)
}

fn is_utf16(text: &[u8]) -> bool {
    UTF16_MARKS.iter().any(|mark| text.starts_with(*mark))
}

/// Reads a text as UTF-8, without a byte-order mark. It reads no further than what is there at once, so a
/// program at the other end of a pipe can write its next line by the answer to the last one.
pub struct Decoder<R> {
    input: R,
    /// Makes a number of the two bytes of a character; none in UTF-8.
    unit: Option<fn([u8; 2]) -> u16>,
    /// True once the first bytes have shown the encoding.
    has_begun: bool,
    /// Bytes that belong to a character whose end was not read yet.
    rest: Vec<u8>,
    /// What was decoded, and how much of it was returned.
    text: Vec<u8>,
    used: usize,
}

impl<R: Read> Decoder<R> {
    /// A reader at the beginning of a text.
    pub const fn new(input: R) -> Decoder<R> {
        Decoder { input, unit: None, has_begun: false, rest: Vec::new(), text: Vec::new(), used: 0 }
    }

    /// What is decoded.
    pub const fn get_ref(&self) -> &R {
        &self.input
    }

    /// Decodes the bytes that are there. Returns false at the end.
    fn fill(&mut self) -> io::Result<bool> {
        let mut bytes = std::mem::take(&mut self.rest);
        let start = bytes.len();
        bytes.resize(start + CHUNK, 0);
        let length = loop {
            match self.input.read(&mut bytes[start..]) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                result => break result?,
            }
        };
        bytes.truncate(start + length);
        if !self.has_begun {
            // The first byte of a mark says which one it may be.
            let may_be_mark = [BYTE_ORDER_MARK, UTF16_MARKS[0], UTF16_MARKS[1]]
                .iter()
                .any(|mark| bytes.len() < mark.len() && mark.starts_with(&bytes));
            if may_be_mark && length > 0 {
                self.rest = bytes;
                return Ok(true);
            }
            self.has_begun = true;
            if is_utf16(&bytes) {
                let is_little = bytes.starts_with(UTF16_MARKS[0]);
                self.unit = Some(if is_little { u16::from_le_bytes } else { u16::from_be_bytes });
                bytes.drain(..2);
            } else if bytes.starts_with(BYTE_ORDER_MARK) {
                bytes.drain(..BYTE_ORDER_MARK.len());
            }
        }
        self.text = match self.unit {
            None => bytes,
            Some(unit) => self.decode(&bytes, unit, length == 0),
        };
        self.used = 0;
        Ok(length > 0)
    }

    fn decode(&mut self, bytes: &[u8], unit: fn([u8; 2]) -> u16, is_end: bool) -> Vec<u8> {
        let (pairs, _) = bytes.as_chunks::<2>();
        let mut units: Vec<u16> = pairs.iter().map(|pair| unit(*pair)).collect();
        // The second half of a character may follow.
        if !is_end && units.last().is_some_and(|last| (0xD800..0xDC00).contains(last)) {
            units.pop();
        }
        let used = if is_end { bytes.len() } else { 2 * units.len() };
        self.rest = bytes[used..].to_vec();
        String::from_utf16_lossy(&units).into_bytes()
    }
}

impl<R: Read> Read for Decoder<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.used == self.text.len() {
            if !self.fill()? && self.text.is_empty() {
                return Ok(0);
            }
        }
        let length = buffer.len().min(self.text.len() - self.used);
        buffer[..length].copy_from_slice(&self.text[self.used..self.used + length]);
        self.used += length;
        Ok(length)
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
