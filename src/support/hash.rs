//! FNV-1a, the hash of traces and digests.

/// The factor of FNV-1a for each byte.
const PRIME: u64 = 1_099_511_628_211;
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

    /// Returns the hash of all bytes added so far.
    pub const fn finish(self) -> u64 {
        self.0
    }
}
