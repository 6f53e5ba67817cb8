//! Finds the declaration of a member that nothing sets.

use crate::attach::places::plain_name;
use crate::attach::source::{Group, GroupKind, Source, is_name};
use roguelike::trace::Kind;

/// Names of members whose value has another name in a recording.
const MEMBERS: [(&str, &[&str]); 6] = [
    ("hp", &["health", "hitpoints"]),
    ("maxhp", &["maxhealth", "maxhitpoints"]),
    ("power", &["attack"]),
    ("defense", &["defence"]),
    ("poison", &["statusturns", "poisonturns", "poisoned"]),
    ("regen", &["statusturns", "regenturns", "regeneration"]),
];

/// A member, as it is declared in the reader's sources.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Member {
    /// Its name.
    pub name: String,
    /// The file, by its path in the folder.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
}

/// Returns the member that holds this value of a line, if exactly one is declared without an initial value.
pub(super) fn member(sources: &[Source], kind: Kind, value: &str) -> Option<Member> {
    let mut unset = Vec::new();
    let mut class = class_of(kind)?.to_owned();
    // Classes that inherit from each other do not compile, but this need not be a class that compiles.
    for _ in 0..=sources.len() {
        let Some((source, group)) = definition(sources, &class) else { break };
        let members = source.variables(group);
        let members = members.filter(|member| is_like(member.name, value) && !is_set(source, member.at));
        unset.extend(members.map(|member| Member {
            name: member.name.to_owned(),
            file: source.name.clone(),
            line: source.line(member.at),
        }));
        let Some(base) = base(source, group) else { break };
        class = base.to_owned();
    }
    (unset.len() == 1).then(|| unset.remove(0))
}

/// Returns the class of the series whose members a line shows.
fn class_of(kind: Kind) -> Option<&'static str> {
    match kind {
        Kind::Player => Some("Player"),
        Kind::Monster => Some("Monster"),
        Kind::Item | Kind::Pack | Kind::Wield | Kind::Wear => Some("Item"),
        _ => None,
    }
}

fn definition<'s>(sources: &'s [Source], class: &str) -> Option<(&'s Source, &'s Group)> {
    let classes = |source: &'s Source| source.groups_of(GroupKind::Class).map(move |group| (source, group));
    sources.iter().flat_map(classes).find(|(source, group)| source.name_of(group) == class)
}

/// Returns the first base of a class: the last name before the first comma of `: public Entity, Named {`.
fn base<'s>(source: &'s Source, class: &Group) -> Option<&'s str> {
    let colon = (class.name?..class.open).find(|&index| source.token(index) == ":")?;
    let bases = (colon + 1..class.open).map(|index| source.token(index));
    bases.take_while(|token| *token != ",").filter(|token| is_name(token)).last()
}

/// Returns true if a member with this name holds the value that a recording calls `value`.
fn is_like(name: &str, value: &str) -> bool {
    let letters = |text: &str| text.replace(['_', ' '], "").to_lowercase();
    let (name, value) = (letters(plain_name(name)), letters(value));
    let others = MEMBERS.iter().find(|(own, _)| *own == value).map_or(&[][..], |(_, others)| others);
    name == value || others.contains(&&*name)
}

/// Returns true if a declaration gives its member a value.
fn is_set(source: &Source, name: usize) -> bool {
    let size = Some(name + 1).filter(|&next| source.token(next) == "[");
    let end = size.and_then(|open| source.group_at(open)).map_or(name, |size| size.close);
    !matches!(source.token(end + 1), ";" | ",")
}
