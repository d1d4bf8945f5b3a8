//! Import cycles between the files of each member.

use std::collections::{BTreeMap, BTreeSet};

use super::{Source, is_code, none, sources};

/// The members, by the folders of their code.
const MEMBERS: [&str; 8] = [
    "engine/src/",
    "engine/notation/src/",
    "engine/endpoint/src/",
    "web/cli/src/",
    "web/playground/src/",
    "web/sql/src/",
    "web/src/",
    "xtask/src/",
];

/// Files of a member that import each other, in the order of their names, and why.
const RECURSIONS: &[(&str, &[&str], &str)] = &[
    ("engine/src/", &["model::attribute_value", "model::item"], "a value can be a map of values"),
    (
        "engine/src/",
        &["database", "database::program"],
        "a program changes the database that runs it",
    ),
    (
        "engine/src/",
        &["workload::placeholder", "workload::text"],
        "an argument of a placeholder can be text",
    ),
    (
        "web/playground/src/",
        &["session", "session::opening", "session::recall", "session::repair", "session::restore"],
        "a session has the one that takes its place when it is complete, and the one in which a change is tried",
    ),
];

/// What each file of a member imports of its own crate, by the paths of modules. The root of the crate is left out.
type Imports = BTreeMap<String, BTreeSet<String>>;

#[test]
fn no_files_import_each_other_in_a_cycle_that_is_not_declared() {
    let mut found: BTreeSet<String> = BTreeSet::new();
    for root in MEMBERS {
        let imports = imports(root);
        let cycles = imports.keys().filter_map(|module| cycle_of(&imports, module));
        found.extend(cycles.map(|cycle| format!("{root}: {cycle}")));
    }
    let declared =
        RECURSIONS.iter().map(|(root, modules, _)| format!("{root}: {}", modules.join(", ")));
    let declared: BTreeSet<String> = declared.collect();
    let undeclared = found.difference(&declared).map(|cycle| format!("a cycle: {cycle}"));
    let gone = declared.difference(&found).map(|cycle| format!("no longer a cycle: {cycle}"));
    none(undeclared.chain(gone));
}

#[test]
fn every_way_to_write_an_import_is_found() {
    let text = "use crate::a::{self, b as c, d::{E, f}};\nuse super::g;\nfn h() { self::i::<J>(crate::k::L::m) }";
    let source = Source { path: "x.rs".to_owned(), text: text.to_owned() };
    let expected = ["a", "a::b", "a::d::E", "a::d::f", "n::g", "n::o::i", "k::L::m"];
    assert_eq!(paths(&source, "n::o"), expected);
}

fn imports(root: &str) -> Imports {
    let is_test =
        |source: &Source| source.path.split('/').any(|part| part == "tests" || part == "tests.rs");
    let files: Vec<Source> = sources(root).into_iter().filter(|source| !is_test(source)).collect();
    let own_path = |source: &Source| module_path(&source.path[root.len()..]);
    let modules: BTreeSet<String> = files.iter().map(own_path).collect();
    let imports = files.iter().map(|source| {
        let own = own_path(source);
        let imported = paths(source, &own).into_iter().map(|path| module_of(path, &modules));
        let imported = imported.filter(|module| !module.is_empty() && *module != own).collect();
        (own, imported)
    });
    imports.filter(|(own, _)| !own.is_empty()).collect()
}

/// The path of a module, such as `table::index` for `table/index.rs`. The root of a crate has none.
fn module_path(file: &str) -> String {
    let path = file.trim_end_matches(".rs").trim_end_matches("/mod").replace('/', "::");
    if ["lib", "main"].contains(&path.as_str()) { String::new() } else { path }
}

/// The module that the longest part of a path names.
fn module_of(mut path: String, modules: &BTreeSet<String>) -> String {
    while !path.is_empty() && !modules.contains(&path) {
        path = parent(&path);
    }
    path
}

fn parent(path: &str) -> String {
    path.rsplit_once("::").map(|(parent, _)| parent.to_owned()).unwrap_or_default()
}

/// The paths into its own crate that a file names, in their order. `own` is the path of its module.
fn paths(source: &Source, own: &str) -> Vec<String> {
    let lines = source.code().map(|(_, line)| line).filter(|line| is_code(line));
    let text = lines.collect::<Vec<_>>().join(" ");
    let is_part = |character: char| is_of_name(character) || character == ':';
    let mut paths = Vec::new();
    for (start, _) in text.match_indices("::") {
        let before = &text[..start];
        let word = before.trim_end_matches(is_of_name).len();
        let begins = !before[..word].ends_with(is_part);
        if begins && ["crate", "self", "super"].contains(&&before[word..]) {
            push_tree(own, &text[word..], &mut paths);
        }
    }
    paths
}

fn is_of_name(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// Adds the paths of the tree with which a text begins, such as `a::{b, c::d}`. Returns the text after it.
fn push_tree<'t>(base: &str, text: &'t str, paths: &mut Vec<String>) -> &'t str {
    let text = text.trim_start();
    if let Some(mut rest) = text.strip_prefix('{') {
        loop {
            rest = rest.trim_start();
            if let Some(after) = rest.strip_prefix('}') {
                return after;
            }
            rest = push_tree(base, rest, paths).trim_start();
            match rest.strip_prefix(',') {
                Some(after) => rest = after,
                None => return rest.strip_prefix('}').unwrap_or(rest),
            }
        }
    }
    let (name, rest) = text.split_at(text.find(|it| !is_of_name(it)).unwrap_or(text.len()));
    let path = match name {
        "crate" => String::new(),
        "super" => parent(base),
        "self" | "" => base.to_owned(),
        name if base.is_empty() => name.to_owned(),
        name => format!("{base}::{name}"),
    };
    match (rest.strip_prefix("::"), rest.strip_prefix(" as ")) {
        (Some(rest), _) => push_tree(&path, rest, paths),
        (None, Some(renamed)) => {
            paths.push(path);
            renamed.trim_start_matches(is_of_name)
        }
        (None, None) => {
            paths.push(path);
            rest
        }
    }
}

/// The modules that import this one and are imported by it, directly or through others, with itself. `None` if there are
/// no such modules.
fn cycle_of(imports: &Imports, module: &str) -> Option<String> {
    let mut cycle = reached(imports, module);
    cycle.retain(|other| reached(imports, other).contains(module));
    (!cycle.is_empty()).then(|| cycle.into_iter().collect::<Vec<_>>().join(", "))
}

/// All modules that a module imports, directly or through others.
fn reached<'m>(imports: &'m Imports, from: &'m str) -> BTreeSet<&'m str> {
    let (mut reached, mut next) = (BTreeSet::new(), vec![from]);
    while let Some(module) = next.pop() {
        let imported = imports.get(module).into_iter().flatten().map(String::as_str);
        next.extend(imported.filter(|imported| reached.insert(*imported)));
    }
    reached
}
