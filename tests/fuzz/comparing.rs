//! The fuzz targets of the comparison. `tests/verify` calls them with random bytes, and with all inputs that
//! a fuzzer has found before.

use std::fs;

use roguelike::trace::{Form, Header};
use roguelike_compare::verify::{self, Format, Of, Options, Output};

use super::games::*;
use super::recording::parse;

/// The bytes are a recorded run. Either it is refused, or it is compared. If it differs, it is played many
/// times to find the cause.
pub fn compare(data: &[u8]) {
    if let Ok(recording) = parse(data)
        && recording.steps.len() <= MAX_STEPS
    {
        compare_or_refuse(data);
    }
}

/// Compares a recorded run, or checks why it is refused. A brief recording that the reader accepts is
/// refused if it differs in its first step: it may have been written without some of the lines.
fn compare_or_refuse(data: &[u8]) {
    if let Err(error) = verify::compare(data, &Options::default()) {
        check_message(&error.to_string());
    }
}

/// Numbers at the borders of their types, of the map, and of what a monster or an item can have.
const BORDERS: &str = "0 -1 1 2 3 35 36 63 64 127 255 256 65536 2147483647 -2147483648 99999999999";

/// The bytes are a game, its keys, and edits of its trace that keep the form of a trace: steps and lines are
/// removed, doubled and exchanged, numbers become those at the borders, keys that save and load come in
/// between, and the end is cut off. The answer is one object of JSON and one of the exit codes of `verify`.
/// Without edits the trace compares as equal.
pub fn compare_edited(data: &[u8]) {
    const MAX_KEYS: usize = 40;
    let ([form, count, cut], data) = head(data);
    let (edits, data) = head::<20>(data);
    let form = [Form::Normal, Form::Normal, Form::Full, Form::Brief, Form::Colors][usize::from(form % 5)];
    let mut steps = Vec::new();
    record(&setup(data), data, MAX_KEYS, |step| steps.push(step.to_text(form)));
    let whole = Header::new(&setup(data), form).to_string() + &steps.concat();
    let verdict = verify::compare(whole.as_bytes(), &Options::default());
    assert!(verdict.expect("what is written can be read").of(Of::Rules).is_none(), "{whole}");
    let mut steps: Vec<Vec<String>> =
        steps.iter().map(|step| step.lines().map(str::to_owned).collect()).collect();
    for edit in edits.chunks_exact(4).take(1 + usize::from(count % 5)) {
        edit_steps(&mut steps, edit);
    }
    let mut text = Header::new(&setup(data), form).to_string();
    for (number, step) in steps.iter_mut().enumerate() {
        // A step keeps its key, and gets the number of its new place.
        if let Some(rest) = step.first().and_then(|line| line.strip_prefix("step ")?.split_once(' ')) {
            step[0] = format!("step {number} {}", rest.1);
        }
        step.iter().for_each(|line| text += &(line.clone() + "\n"));
    }
    if cut < 64 {
        text.truncate(text.len() - text.len() * usize::from(cut) / 64);
    }
    let folder = Folder::new();
    let path = folder.0.join("edited.trace");
    fs::write(&path, text).expect("the folder can be written to");
    let (mut answer, mut complaints) = (Vec::new(), Vec::new());
    let mut output = Output::new(Format::Json, &mut answer, &mut complaints);
    let code = verify::verify_files(&[path], &Options::default(), &mut output).expect("it can be written");
    let objects = String::from_utf8(answer).expect("JSON is text");
    assert!(code <= 3 && objects.lines().count() == 1, "{code}: {objects}");
    assert!(objects.starts_with('{') && objects.ends_with("}\n"), "{objects}");
}

/// Changes one step, or one line of it. The bytes are the kind of edit, the step, the line, and a value.
fn edit_steps(steps: &mut Vec<Vec<String>>, edit: &[u8]) {
    let &[kind, step, line, value] = edit else { return };
    let [step, value] = [step, value].map(usize::from);
    if steps.is_empty() {
        return;
    }
    let (step, other) = (step % steps.len(), value % steps.len());
    let lines = steps[step].len();
    let line = usize::from(line) % lines.max(1);
    // Half of the edits change a number: most others are refused by the reader.
    match kind % 16 {
        0 => drop(steps.remove(step)),
        1 => steps.insert(step, steps[step].clone()),
        2 => steps.swap(step, other),
        3 => steps.insert(step, vec![format!("step 0 {}", ["F5", "F9", "Escape", "I"][value % 4])]),
        _ if lines == 0 => {}
        4 => drop(steps[step].remove(line)),
        5 => {
            let doubled = steps[step][line].clone();
            steps[other].push(doubled);
        }
        6 => steps[step].swap(line, value % lines),
        // A digit or a letter takes the place of another.
        7 => {
            let text = &mut steps[step][line];
            let is_letter = |&at: &usize| text.as_bytes()[at].is_ascii_alphanumeric();
            if let Some(at) = (value % text.len().max(1)..text.len()).find(is_letter) {
                let digit = text.as_bytes()[at].is_ascii_digit();
                let new = if digit { b'0' + (value % 10) as u8 } else { b'a' + (value % 26) as u8 };
                text.replace_range(at..=at, &char::from(new).to_string());
            }
        }
        _ => {
            let mut words: Vec<&str> = steps[step][line].split(' ').collect();
            let numbers = words.iter().enumerate().filter(|(_, word)| word.parse::<i64>().is_ok());
            let numbers: Vec<usize> = numbers.map(|(place, _)| place).collect();
            if let Some(&place) = numbers.get(value / 16 % numbers.len().max(1)) {
                words[place] = BORDERS.split(' ').nth(value % 16).unwrap_or_default();
                steps[step][line] = words.join(" ");
            }
        }
    }
}
