//! The lines that figures light are those of the chapters, and what runs in the figures is what runs in the
//! game.

#[path = "../traced.rs"]
mod traced;

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use traced::{Traced, function};

/// Scenes, and the stages of each that show nothing of the code: before the first line, and what is done in
/// the end.
const SCENES: [(&str, u8, &[i64]); 8] = [
    ("steps?part=1&seed=42", 1, &[0, -1]),
    ("steps?part=1&seed=7&stdlib=msvc", 1, &[0, -1]),
    ("steps?part=3&seed=18&player=18.6", 3, &[-1]),
    ("steps?part=5&seed=101&keys=Down*10", 5, &[-1]),
    ("steps?part=7&seed=214&keys=Right*12", 7, &[-1]),
    ("steps?part=12&seed=188", 12, &[]),
    ("cave?seed=188&share=40&passes=2", 12, &[]),
    ("steps?part=13&seed=62&keys=Down*7", 13, &[]),
];

fn ask(request: &str) -> Value {
    serde_json::from_slice(&book::ask(request.as_bytes()).unwrap()).unwrap()
}

fn count(answer: &Value, name: &str) -> usize {
    answer[name].as_array().unwrap().len()
}

#[test]
fn each_stage_lights_a_line_of_the_chapter() {
    for (scene, chapter, silent) in SCENES {
        let stages = count(&ask(scene), "texts");
        for stage in 0..stages {
            let acting = &ask(&format!("{scene}&stage={stage}"))["acting"];
            let [at, from_end] = [stage as i64, stage as i64 - stages as i64];
            if silent.contains(&at) || silent.contains(&from_end) {
                assert!(acting.is_null(), "{scene}, stage {stage}: {acting}");
                continue;
            }
            let name =
                acting["function"].as_str().unwrap_or_else(|| panic!("{scene}, stage {stage}: no line"));
            let row =
                Traced::all().into_iter().find(|row| (row.chapter, row.function) == (chapter, name)).unwrap();
            let file = format!("../part{chapter:02}/src/{}", row.file);
            let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
            let (_, lines) = function(&text, name).unwrap();
            let line = lines.lines().nth(acting["line"].as_u64().unwrap() as usize);
            assert!(line.is_some_and(|line| line.trim().len() > 3), "{scene}, stage {stage}: {acting}");
            for value in acting["values"].as_array().unwrap() {
                assert!(
                    row.variables.contains(&value[0].as_str().unwrap()),
                    "{scene}, stage {stage}: {acting}"
                );
            }
        }
    }
}

/// Each line of a stage has a number of its own, and the values are those that it leaves.
#[test]
fn lines_are_stepped_through_one_by_one() {
    let scene = "steps?part=3&seed=18&player=18.6&stage=1";
    let count = ask(scene)["acting"]["count"].as_u64().unwrap();
    assert!(count > 10, "{count}");
    let lines: Vec<Value> =
        (0..count).map(|line| ask(&format!("{scene}&line={line}"))["acting"].take()).collect();
    let value = |acting: &Value, name: &str| {
        let values = acting["values"].as_array().unwrap();
        values.iter().find(|value| value[0] == name).map(|value| value[1].clone())
    };
    for (number, acting) in lines.iter().enumerate() {
        assert_eq!(acting["at"], number);
        // All of them are in the second row.
        assert_eq!(value(acting, "distance"), Some(Value::from(2)), "{acting}");
    }
    let slopes = lines.iter().filter_map(|acting| value(acting, "l_slope")).collect::<Vec<_>>();
    // The row begins on the diagonal: (-2 - 0.5) / (-2 + 0.5).
    assert_eq!(slopes[0], "1.67");
}

/// With the radius of the series the copy of the view lights what the series lights. With another one it lights
/// more or fewer rows, and no tile outside of the circle.
#[test]
fn the_radius_of_a_view_can_be_changed() {
    let scene = "steps?part=3&seed=42&keys=Right*12";
    let stages = count(&ask(scene), "texts");
    let without_code = |mut answer: Value| {
        answer["acting"].take();
        answer
    };
    for stage in 0..stages {
        let [series, own] =
            ["", "&radius=11"].map(|radius| without_code(ask(&format!("{scene}{radius}&stage={stage}"))));
        assert_eq!(series, own, "stage {stage}");
    }
    let seen = |radius: i32| {
        let last = ask(&format!("{scene}&radius={radius}&stage=9999"));
        let at = |place: &Value| [place[0].as_i64().unwrap(), place[1].as_i64().unwrap()];
        let player = at(&last["player"]);
        let tiles: Vec<[i64; 2]> =
            last["drawn"]["tiles"].as_array().unwrap().chunks(3).map(|tile| at(&json!(tile))).collect();
        for [x, y] in &tiles {
            let distance = (x - player[0]).pow(2) + (y - player[1]).pow(2);
            assert!(distance <= i64::from(radius).pow(2), "radius {radius}: ({x}, {y})");
        }
        tiles.len()
    };
    let counts = [1, 4, 11, 20].map(seen);
    assert!(counts.is_sorted() && counts[0] < counts[1] && counts[2] < counts[3], "{counts:?}");
}

/// A fireball hits around its target, and the search for it compares distances.
#[test]
fn the_lines_of_a_scroll_show_whom_it_hits() {
    let scene = "steps?part=13&seed=62&keys=Down*7";
    let names = |stage: usize| {
        let acting = ask(&format!("{scene}&stage={stage}"))["acting"].take();
        let values = acting["values"].as_array().unwrap();
        (acting.clone(), values.iter().map(|value| value[0].as_str().unwrap().to_owned()).collect::<Vec<_>>())
    };
    let (search, shown) = names(0);
    assert_eq!(search["function"], "nearest_visible_monster");
    assert!(shown.contains(&"distance".to_owned()), "{search}");
    let (fireball, shown) = names(2);
    assert_eq!(fireball["function"], "read_scroll");
    assert!(shown.contains(&"body.hp".to_owned()), "{fireball}");
    // The frame is around the monster that is hit.
    let rat =
        ask(scene)["monsters"].as_array().unwrap().iter().find(|body| body["name"] == "the rat").cloned();
    let rat = rat.unwrap();
    assert_eq!(fireball["tile"], json!([rat["x"], rat["y"]]));
}

/// A monster stays in a dead end because no neighbour has a larger distance: the numbers are there.
#[test]
fn a_monster_has_its_own_distance_and_those_of_its_neighbours() {
    let scene = "steps?part=7&seed=214&keys=Right*12&monsters=3.28.3&walls=28.4&stage=16";
    let shown = ask(scene);
    let text = shown["texts"][16].as_str().unwrap();
    println!("{text}");
    let numbers = shown["drawn"]["numbers"].as_array().unwrap();
    let own = numbers.chunks(3).find(|number| number[0] == 28 && number[1] == 3).unwrap()[2].clone();
    assert!(text.contains(&format!("Distances: its own {own}, ")), "{text}");
}

/// In the order of the series the copies of the chapters decide what the series decides. In another one no
/// monster takes a longer path, and one that has two equally short paths takes the other.
#[test]
fn an_order_of_directions_decides_between_equals() {
    let scene = "steps?part=7&seed=214&keys=Right*12&monsters=0.24.9_1.25.8";
    let series = count(&ask(scene), "texts");
    let mut differ = 0;
    for order in ["udlr", "rldu", "lrud"] {
        let own = format!("{scene}&order={order}");
        // What all of them do then is left out.
        assert_eq!(count(&ask(&own), "texts"), series - 1);
        for stage in 0..series - 1 {
            let [a, b] = [scene, &own].map(|scene| ask(&format!("{scene}&stage={stage}")));
            assert_eq!(a["texts"][stage], b["texts"][stage]);
            let is_same = a["drawn"]["tiles"] == b["drawn"]["tiles"];
            assert!(is_same || order != "udlr", "stage {stage}");
            differ += usize::from(!is_same);
        }
    }
    assert!(differ > 0);
    assert!(book::ask(b"steps?part=7&seed=214&order=uudd").is_err());
    let tie = "steps?part=5&seed=101&keys=Down*10&monsters=0.10.23&player=8.21";
    assert_eq!(count(&ask(&format!("{tie}&tie=y")), "texts"), count(&ask(tie), "texts") - 1);
}

#[test]
fn the_corridors_of_a_leaf_lead_to_its_room() {
    let scene = "steps?part=1&seed=42&stage=99";
    let plain = ask(scene);
    let areas = plain["areas"].as_array().unwrap();
    let leaves: Vec<usize> = (0..areas.len()).filter(|&area| !areas[area]["room"].is_null()).collect();
    assert!(leaves.len() > 8);
    let mut joined = 0;
    for leaf in leaves {
        let with = ask(&format!("{scene}&leaf={leaf}"));
        let added = count(&with["drawn"], "tiles") - count(&plain["drawn"], "tiles");
        joined += usize::from(added > 0);
    }
    assert!(joined > 8, "{joined}");
}
