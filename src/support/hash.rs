//! FNV-1a, the hash of traces and digests.

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

    /// Adds bytes.
    pub fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(1_099_511_628_211);
        }
    }

    /// Returns the hash of all bytes added so far.
    pub const fn finish(self) -> u64 {
        self.0
    }
}
