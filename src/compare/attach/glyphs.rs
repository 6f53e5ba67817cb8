//! Finds the function that draws a character, and maps its parameters to those of `trace::glyph`.

use super::source::{Group, Source, Variable};

/// Types of integers, and of bytes.
const NUMBERS: [&str; 16] = [
    "int",
    "unsigned",
    "short",
    "long",
    "size_t",
    "Sint16",
    "Uint16",
    "Sint32",
    "Uint32",
    "int16_t",
    "uint16_t",
    "int32_t",
    "uint32_t",
    "ptrdiff_t",
    "int64_t",
    "uint64_t",
];
const BYTES: [&str; 3] = ["Uint8", "uint8_t", "byte"];
/// Names of rows and columns, for functions that take the row first.
const ROWS: [&str; 3] = ["row", "y", "line"];
const COLUMNS: [&str; 4] = ["col", "column", "x", "c"];

/// Returns the statement that records what a function draws, if its parameters contain a place, a character
/// and a colour. The flag is true if it has only these, in the order of the series.
pub(super) fn recorded(source: &Source, function: &Group) -> Option<(String, bool)> {
    if source.class_of(function) == Some(source.name_of(function)) {
        // A constructor draws nothing.
        return None;
    }
    let all: Vec<Variable> = source.parameters(function).collect();
    if all.iter().any(|one| one.is_container() || one.is_pointer() && one.is("char")) {
        return None;
    }
    let is_any = |one: &Variable, types: &[&str]| types.iter().any(|ty| one.is(ty));
    let (mut numbers, mut bytes, mut points, mut characters, mut others) =
        (vec![], vec![], vec![], vec![], vec![]);
    for one in all.iter().filter(|one| !one.is_pointer()) {
        let kind = match one {
            one if is_any(one, &BYTES) || one.is("char") && one.is("unsigned") => &mut bytes,
            one if one.is("char") => &mut characters,
            one if is_any(one, &NUMBERS) => &mut numbers,
            one if one.type_words().any(|word| word.contains("Point") || word.contains("Pos")) => &mut points,
            _ => &mut others,
        };
        kind.push(one);
    }
    let whole = |one: &Variable| match one.is("int") {
        true => one.name.to_owned(),
        false => format!("static_cast<int>({})", one.name),
    };
    let place = match (&numbers[..], &points[..]) {
        ([row, col], []) if ROWS.contains(&row.name) && COLUMNS.contains(&col.name) => {
            [whole(col), whole(row)]
        }
        ([col, row], []) => [whole(col), whole(row)],
        ([], [point]) => ["x", "y"].map(|member| format!("static_cast<int>({}.{member})", point.name)),
        _ => return None,
    };
    let [character] = characters[..] else { return None };
    let has_color =
        |one: &&&Variable| one.type_words().any(|word| word.contains("olor") || word.contains("olour"));
    let last = all.last().filter(|last| others.iter().any(|other| other.name == last.name));
    let (before, color) = match (others.iter().find(has_color).copied().or(last), &bytes[..]) {
        (Some(color), _) => (String::new(), color.name),
        (None, [r, g, b, ..]) => {
            let values = [r, g, b].map(|one| one.name).join(", ");
            (format!("const struct {{ unsigned char r, g, b; }} traced{{ {values} }}; "), "traced")
        }
        _ => return None,
    };
    let names = [&place[0], &place[1], character.name, color].join(", ");
    let own: Vec<&str> = all.iter().map(|one| one.name).collect();
    // Without a window a function that returns nothing ends here, because nobody sees its picture.
    let line = match source.is_void(function) {
        true => format!("{before}if (trace::glyph({names})) return;"),
        false => format!("{before}trace::glyph({names});"),
    };
    Some((line, own.join(", ") == names))
}
