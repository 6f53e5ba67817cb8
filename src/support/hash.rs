//! FNV-1a, the hash of traces and digests.

/// A 64-bit FNV-1a hash in the making.
#[derive(Clone, Copy, Debug)]
pub struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Fnv {
        Fnv(14_695_981_039_346_656_037)
    }
}

impl Fnv {
    /// Takes in more bytes.
    pub fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(1_099_511_628_211);
        }
    }

    /// The hash of everything so far.
    pub const fn finish(self) -> u64 {
        self.0
    }
}
