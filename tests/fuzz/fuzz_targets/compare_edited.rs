#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| roguelike_fuzz::comparing::compare_edited(data));
