//! Whatever happened to a trace: it is answered with a line number and a way out, or with a difference, and
//! never with a panic.

use super::record;
use super::recording::parse;
use proptest::prelude::*;
use roguelike::trace::{self, Form, Reader, RecordedStep, TraceError};
use roguelike_compare::verify::{Options, Wanted, compare};

fn error(text: impl AsRef<[u8]>) -> TraceError {
    parse(text.as_ref()).expect_err("this is not a trace")
}

#[test]
fn errors_name_the_line_and_the_way_out() {
    let good = record(2, 5, "Right Down", Form::Full);
    let change = |from: &str, to: &str| {
        let changed = good.replacen(from, to, 1);
        assert!(changed != good, "{from}");
        changed
    };
    let cases = [
        (String::new(), 1, "this is not a trace"),
        ("hello\n".to_owned(), 1, "this is not a trace"),
        (change("trace 1", "trace 2"), 1, "version '2' of the format is unknown here"),
        (change("part 2", "part 18"), 2, "there is no part 18"),
        (change("part 2", "part 02"), 2, "write 2 instead of '02'"),
        (change("part 2\n", ""), 2, "here the header needs 'part N', not 'seed 5'"),
        (change("seed 5", "seed 4294967296"), 3, "a seed is a whole number from 0 to 4294967295"),
        (change("stdlib libstdc++", "stdlib glibc"), 4, "unknown standard library 'glibc': use"),
        (change("libstdc++\n", "libstdc++\nfov sonar\n"), 5, "unknown algorithm 'sonar': use"),
        (change("step 0 start", "step 0 begin"), 5, "'step 0 ...' should be here"),
        (
            change("step 1 Right", "step 2 Right"),
            good.lines().position(|l| l == "step 1 Right").unwrap() + 1,
            "'step 1 ...' should be here, not 'step 2 Right'",
        ),
        (
            change("step 1 Right", "step 1 right"),
            good.lines().position(|l| l == "step 1 Right").unwrap() + 1,
            "unknown key 'right': keys have SDL's names",
        ),
        (change("title ", "tilte "), 6, "no line of a trace begins with 'tilte'"),
        (
            change("player 8 5 hp 30/30", "player 8 5 hp 99999999999/30"),
            8,
            "is not a whole number of 32 bits",
        ),
        (change("screen map", "frame map"), 7, "is not a hash of 16 digits"),
        (change("screen map\n", "player 1 2\nscreen map\n"), 8, "'screen' cannot come after 'player'"),
        (change("|\nframe", "|\n||\nframe"), 46, "no line of a trace begins with"),
        (
            good.trim_end().to_owned(),
            good.lines().count(),
            "the file ends in the middle of this line; it was cut off",
        ),
        (
            format!("{good}step 3 Escape\nquit\nstep 4 Up\n"),
            good.lines().count() + 3,
            "the program quit in the step before",
        ),
    ];
    for (text, line, message) in cases {
        let error = error(&text);
        assert_eq!(error.line, line, "{error}");
        let told = error.to_string();
        assert!(
            told.starts_with(&format!("line {line}: ")) && told.contains(message),
            "{told} lacks {message}"
        );
        assert!(!told.contains('\n'), "{told}");
    }
    // Brief steps have no line that says so, but the hash of that line.
    let brief = record(3, 1, "Right Escape", Form::Brief);
    let found = error(format!("{brief}step 3 Right 0123456789abcdef\n"));
    assert_eq!((found.line, found.problem), (8, trace::Problem::AfterQuit));
    let tile = good.lines().position(|line| line.starts_with('|') && line.contains('1')).unwrap() + 1;
    let found = error(change("|0000000000000000000000001111111110", "|0000000000000000000000001111111100"));
    assert!(found.line < tile && found.to_string().contains("do not give this hash"), "{found}");
    let damaged: Vec<u8> = good.bytes().map(|byte| if byte == b'@' { 0xff } else { byte }).collect();
    assert!(error(damaged).to_string().contains("not UTF-8"));
    let wide: Vec<u8> = good.encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(parse(&[&[0xff, 0xfe], &wide[..]].concat()), parse(good.as_bytes()));
}

/// Every trace that is cut off somewhere says so, unless what is left is a whole shorter trace. At most the
/// step that was cut is missing.
#[test]
fn a_trace_cut_anywhere_is_answered_with_a_line() {
    for (part, form) in [(3, Form::Normal), (2, Form::Brief), (8, Form::Normal), (1, Form::Full)] {
        let text = record(part, 5, "Right Down Escape", form);
        let all = parse(text.as_bytes()).unwrap().steps;
        for end in 0..text.len() {
            let steps = Reader::new(&text.as_bytes()[..end]).into_iter().flatten().map_while(Result::ok);
            let steps: Vec<RecordedStep> = steps.collect();
            let begun = text[..end].matches("\nstep ").count();
            // The first step may lack lines, for there is none to compare it with.
            assert!(begun < 2 || steps[..] == all[..steps.len()] && steps.len() + 1 >= begun, "{end}");
            match parse(&text.as_bytes()[..end]) {
                Err(error) => {
                    assert!(error.line <= text[..end].lines().count() + 1, "{end}: {error}");
                    assert!(begun < 2 || error.is_cut_off(), "{end}: {error}");
                }
                Ok(recording) => {
                    let whole = text[..end].ends_with('\n');
                    let at_step = form == Form::Brief || text[end..].starts_with("step ");
                    assert!(whole && (at_step || recording.steps.len() == 1), "{end}: {:?}", &text[..end]);
                    let options = Options { wanted: Wanted::Differences, ..Options::default() };
                    let verdict = compare(&text.as_bytes()[..end], &options).unwrap();
                    assert!(verdict.main().is_none() || recording.steps.len() == 1);
                }
            }
        }
    }
}

fn some_trace() -> impl Strategy<Value = String> {
    let forms = prop_oneof![Just(Form::Normal), Just(Form::Full), Just(Form::Brief)];
    let keys = prop_oneof![Just("Right Down"), Just("1 Right I A Left"), Just("Space W . Escape")];
    (prop_oneof![Just(2u8), Just(5), Just(10), Just(17)], 0u32..4, keys, forms)
        .prop_map(|(part, seed, keys, form)| record(part, seed, keys, form))
}

/// A line number inside the file, or a difference, or nothing at all: but never a panic.
fn is_answered(original: &str, changed: &[u8]) -> Result<Option<usize>, TestCaseError> {
    match parse(changed) {
        Err(error) => {
            let lines = changed.split(|&byte| byte == b'\n').count();
            prop_assert!((1..=lines + 1).contains(&error.line), "{error}");
            prop_assert!(!error.to_string().contains('\n'));
            Ok(None)
        }
        Ok(_) => {
            // A difference is found at once. Its cause is searched in other tests.
            let options = Options { wanted: Wanted::Differences, ..Options::default() };
            let verdict = compare(changed, &options).unwrap();
            if let Some(found) = verdict.main() {
                prop_assert!(!found.differences.is_empty());
                return Ok(Some(found.expected.number));
            }
            // Another key may do as little as the one that was recorded. A line that begins with # is
            // skipped, and a recording may lack lines.
            let same =
                original.as_bytes().split(|&byte| byte == b'\n').zip(changed.split(|&byte| byte == b'\n'));
            for (before, after) in same.filter(|(before, after)| before != after) {
                let harmless = before.starts_with(b"step ") && after.starts_with(b"step ")
                    || after.starts_with(b"#")
                    || after.strip_suffix(b"\r") == Some(before);
                prop_assert!(
                    harmless,
                    "{:?} passed for {:?}",
                    String::from_utf8_lossy(after),
                    String::from_utf8_lossy(before)
                );
            }
            Ok(None)
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn any_byte_changed_is_answered(text in some_trace(), place in any::<prop::sample::Index>(), byte: u8) {
        let mut changed = text.clone().into_bytes();
        let place = place.index(changed.len());
        changed[place] = byte;
        is_answered(&text, &changed)?;
    }

    #[test]
    fn any_digit_changed_is_answered(text in some_trace(), place in any::<prop::sample::Index>(), digit in b'0'..=b'9') {
        let mut changed = text.clone().into_bytes();
        let digits: Vec<usize> = (0..changed.len()).filter(|&at| changed[at].is_ascii_digit()).collect();
        changed[digits[place.index(digits.len())]] = digit;
        is_answered(&text, &changed)?;
    }

    #[test]
    fn any_line_put_in_is_answered(
        text in some_trace(),
        place in any::<prop::sample::Index>(),
        line in prop_oneof![
            "[ -~]{0,30}",
            "\\PC{0,30}",
            "(player|monster|item|pack|depth|rng|tiles|step|log|hp|potion|\\|) [0-9 a-z/|-]{0,40}",
            "(step|monster|rng|player|bonus) 9{1,40}( 9{1,40})*",
        ],
    ) {
        let mut lines: Vec<&str> = text.lines().collect();
        lines.insert(place.index(lines.len()), &line);
        let changed = lines.join("\n") + "\n";
        if parse(changed.as_bytes()).is_ok() {
            // A line more is a difference, or it says what is right anyway.
            compare(changed.as_bytes(), &Options::default()).unwrap();
        }
    }

    #[test]
    fn any_bytes_are_answered(bytes in prop::collection::vec(any::<u8>(), 0..300), header: bool) {
        let start = if header { "roguelike-trace 1\npart 3\nseed 1\nstdlib msvc\nstep 0 start\n" } else { "" };
        let changed = [start.as_bytes(), &bytes].concat();
        if let Err(error) = parse(&changed) {
            prop_assert!(error.line >= 1 && !error.to_string().contains('\n'));
        }
    }
}
