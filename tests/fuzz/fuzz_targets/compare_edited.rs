#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| roguelike_fuzz::targets::compare_edited(data));
