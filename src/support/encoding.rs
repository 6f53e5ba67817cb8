//! Text in any encoding that Windows writes, read as UTF-8: UTF-8 with or without a byte-order mark, and
//! UTF-16 with one, which Windows PowerShell writes.

use std::io::{self, Cursor, ErrorKind, Read};

/// The byte-order mark that some editors write at the beginning of a file in UTF-8.
pub const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
/// Makes a number of the two bytes of a character in UTF-16.
type Unit = fn([u8; 2]) -> u16;
/// The byte-order marks, each with the function that reads a character of UTF-16, or `None` for UTF-8.
const MARKS: [(&[u8], Option<Unit>); 3] = [
    (BYTE_ORDER_MARK, None),
    (b"\xff\xfe", Some(u16::from_le_bytes)),
    (b"\xfe\xff", Some(u16::from_be_bytes)),
];

/// Maximum size of a text in UTF-16, in bytes: it is read whole.
const MAX_UTF16: u64 = 256 << 20;

/// Reads a text as UTF-8, without a byte-order mark. In UTF-8 it reads only the bytes that are there, so a
/// program at the other end of a pipe can wait for an answer before it writes its next line.
pub struct Decoder<'a> {
    /// One type for every input, so that its readers are compiled once.
    input: Box<dyn Read + 'a>,
    /// True once the first bytes have shown the encoding.
    has_begun: bool,
    /// Bytes that were read and not yet returned: the first ones, or a whole text in UTF-16.
    text: Cursor<Vec<u8>>,
}

impl<'a> Decoder<'a> {
    /// A reader at the beginning of a text.
    pub fn new(input: impl Read + 'a) -> Decoder<'a> {
        Decoder { input: Box::new(input), has_begun: false, text: Cursor::new(Vec::new()) }
    }

    /// Reads the first bytes, as long as they can become a byte-order mark, and a text in UTF-16.
    fn begin(&mut self) -> io::Result<()> {
        self.has_begun = true;
        let mut start = Vec::new();
        let may_be_mark =
            |start: &[u8]| MARKS.iter().any(|(mark, _)| *mark != start && mark.starts_with(start));
        while may_be_mark(&start) && self.input.by_ref().take(1).read_to_end(&mut start)? > 0 {}
        let text = match MARKS.iter().find(|(mark, _)| *mark == start) {
            None => start,
            Some((_, None)) => Vec::new(),
            Some((_, Some(unit))) => self.decode(*unit)?,
        };
        self.text = Cursor::new(text);
        Ok(())
    }

    fn decode(&mut self, unit: Unit) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.input.by_ref().take(MAX_UTF16 + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > MAX_UTF16 {
            let problem = "it is in UTF-16 and has more than 256 MiB; save it as UTF-8";
            return Err(io::Error::new(ErrorKind::FileTooLarge, problem));
        }
        let units: Vec<u16> = bytes.as_chunks::<2>().0.iter().map(|pair| unit(*pair)).collect();
        Ok(String::from_utf16_lossy(&units).into_bytes())
    }
}

impl Read for Decoder<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if !self.has_begun {
            self.begin()?;
        }
        match self.text.read(buffer)? {
            0 => self.input.read(buffer),
            length => Ok(length),
        }
    }
}
