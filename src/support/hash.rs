//! FNV-1a, the hash of traces and digests.

/// The factor of FNV-1a for each byte.
const PRIME: u64 = 1_099_511_628_211;
/// What undoes a multiplication by it.
const INVERSE: u64 = 0xce96_5057_aff6_957b;
/// Number of bytes that are hashed together.
const BLOCK: usize = 8;
/// The factor of a block of zeros.
const ZEROS: u64 = PRIME.wrapping_pow(BLOCK as u32);

/// The state of a 64-bit FNV-1a hash.
#[derive(Clone, Copy, Debug)]
pub struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Fnv {
        Fnv(14_695_981_039_346_656_037)
    }
}

impl Fnv {
    /// Returns the hash of these bytes.
    pub fn of(bytes: &[u8]) -> u64 {
        let mut hash = Fnv::default();
        hash.write(bytes);
        hash.finish()
    }

    /// Adds bytes. Maps have long rows of zeros: a zero changes no bit, so it only multiplies.
    pub fn write(&mut self, bytes: &[u8]) {
        let (blocks, rest) = bytes.as_chunks::<BLOCK>();
        for block in blocks {
            if u64::from_ne_bytes(*block) == 0 {
                self.0 = self.0.wrapping_mul(ZEROS);
            } else {
                self.write_each(block);
            }
        }
        self.write_each(rest);
    }

    #[inline]
    fn write_each(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(PRIME);
        }
    }

    /// The state in which this hash was the result.
    pub const fn ended_by(hash: u64) -> Fnv {
        Fnv(hash)
    }

    /// Takes away the bytes that were added last.
    pub fn undo(&mut self, bytes: &[u8]) {
        for &byte in bytes.iter().rev() {
            self.0 = self.0.wrapping_mul(INVERSE) ^ u64::from(byte);
        }
    }

    /// Returns the hash of all bytes added so far.
    pub const fn finish(self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::Fnv;

    #[test]
    fn bytes_can_be_taken_away_again() {
        let mut hash = Fnv::default();
        hash.write(b"player 3 4\0\0\0\0\0\0\0\0\n");
        let before = hash.finish();
        hash.write(b"monster\0\0\0\0\0\0\0\0\0 5 6");
        let mut hash = Fnv::ended_by(hash.finish());
        hash.undo(b"monster\0\0\0\0\0\0\0\0\0 5 6");
        assert_eq!(hash.finish(), before);
    }
}
