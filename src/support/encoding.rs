//! Text in any encoding that Windows writes, read as UTF-8: UTF-8 with or without a byte-order mark, and
//! UTF-16 with one, which Windows PowerShell writes.

use std::collections::VecDeque;
use std::io::{self, BufReader, ErrorKind, Read};

/// The byte-order mark that some editors write at the beginning of a file in UTF-8.
pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
/// Makes a number of the two bytes of a character in UTF-16.
type Unit = fn([u8; 2]) -> u16;
/// The byte-order marks, each with how a text with it is read; none in UTF-8.
const MARKS: [(&[u8], Option<Unit>); 3] = [
    (BYTE_ORDER_MARK, None),
    (b"\xff\xfe", Some(u16::from_le_bytes)),
    (b"\xfe\xff", Some(u16::from_be_bytes)),
];

/// Returns true if a text has to be decoded, because it begins with a byte-order mark.
pub(crate) fn has_mark(text: &[u8]) -> bool {
    MARKS.iter().any(|(mark, _)| text.starts_with(mark))
}

/// Reads a text as UTF-8, without a byte-order mark. It reads no further than what is there at once, so a
/// program at the other end of a pipe can write its next line by the answer to the last one.
pub(crate) struct Decoder<R> {
    input: BufReader<R>,
    /// None for UTF-8.
    unit: Option<Unit>,
    /// True once the first bytes have shown the encoding.
    has_begun: bool,
    /// What was decoded and not returned.
    text: VecDeque<u8>,
}

impl<R: Read> Decoder<R> {
    /// A reader at the beginning of a text.
    pub(crate) fn new(input: R) -> Decoder<R> {
        Decoder { input: BufReader::new(input), unit: None, has_begun: false, text: VecDeque::new() }
    }

    /// What is decoded.
    pub(crate) fn get_ref(&self) -> &R {
        self.input.get_ref()
    }

    /// Reads the first bytes, as long as they can become a byte-order mark.
    fn begin(&mut self) -> io::Result<()> {
        let mut start = Vec::new();
        while MARKS.iter().any(|(mark, _)| mark.len() > start.len() && mark.starts_with(&start)) {
            if self.input.by_ref().take(1).read_to_end(&mut start)? == 0 {
                break;
            }
        }
        match MARKS.iter().find(|(mark, _)| *mark == start) {
            Some((_, unit)) => self.unit = *unit,
            None => self.text.extend(start),
        }
        self.has_begun = true;
        Ok(())
    }

    /// Decodes a character of UTF-16.
    fn decode(&mut self, unit: Unit) -> io::Result<()> {
        let Some(first) = self.next_unit(unit)? else { return Ok(()) };
        let is_half = (0xD800..0xDC00).contains(&first);
        let second = if is_half { self.next_unit(unit)? } else { None };
        for character in char::decode_utf16([Some(first), second].into_iter().flatten()) {
            let character = character.unwrap_or(char::REPLACEMENT_CHARACTER);
            self.text.extend(character.encode_utf8(&mut [0; 4]).as_bytes());
        }
        Ok(())
    }

    /// Returns the next number of UTF-16; none at the end, also if a byte is left there.
    fn next_unit(&mut self, unit: Unit) -> io::Result<Option<u16>> {
        let mut bytes = [0; 2];
        match self.input.read_exact(&mut bytes) {
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(None),
            read => read.map(|()| Some(unit(bytes))),
        }
    }
}

impl<R: Read> Read for Decoder<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if !self.has_begun {
            self.begin()?;
        }
        if self.text.is_empty() {
            match self.unit {
                None => return self.input.read(buffer),
                Some(unit) => self.decode(unit)?,
            }
        }
        self.text.read(buffer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Decodes bytes that come at once, and in two pieces wherever the first ends.
    fn decoded(bytes: &[u8]) -> String {
        let read = |input: &mut dyn Read| {
            let mut text = Vec::new();
            Decoder::new(input).read_to_end(&mut text).unwrap();
            text
        };
        let text = read(&mut &*bytes);
        for (first, second) in (0..bytes.len().min(64)).map(|end| bytes.split_at(end)) {
            assert_eq!(read(&mut first.chain(second)), text);
        }
        String::from_utf8_lossy(&text).into_owned()
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
