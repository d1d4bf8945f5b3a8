//! Import cycles between files.

use std::collections::{BTreeMap, BTreeSet};

use super::{Source, is_code, none, sources};

/// Modules that import each other, in the order of their names, and why.
const RECURSIONS: &[(&[&str], &str)] = &[
    (&["model::attribute_value", "model::item"], "a value can be a map of values"),
    (&["workload::placeholder", "workload::text"], "an argument of a placeholder can be text"),
];

/// The folders of crates whose files are checked.
const ROOTS: [&str; 4] =
    ["engine/src/", "engine/notation/src/", "engine/endpoint/src/", "xtask/src/"];

#[test]
fn no_files_import_each_other_in_a_cycle_that_is_not_declared() {
    let mut found: BTreeSet<String> = BTreeSet::new();
    for root in ROOTS {
        let files = sources(root);
        let modules: BTreeMap<String, &Source> =
            files.iter().map(|source| (module_path(&source.path[root.len()..]), source)).collect();
        let imports: BTreeMap<&str, BTreeSet<&str>> = modules
            .iter()
            .filter(|(path, _)| !path.contains("tests"))
            .map(|(path, source)| (path.as_str(), imports_of(source, root, &modules)))
            .collect();
        found.extend(imports.keys().filter_map(|module| cycle_of(&imports, module)));
    }
    let declared = RECURSIONS.iter().map(|(modules, _)| modules.join(", "));
    let declared: BTreeSet<String> = declared.collect();
    let undeclared = found.difference(&declared).map(|cycle| format!("a cycle: {cycle}"));
    let gone = declared.difference(&found).map(|cycle| format!("no longer a cycle: {cycle}"));
    none(undeclared.chain(gone));
}

/// The modules that import this one and are imported by it, directly or through others, with itself. `None` if there are
/// no such modules.
fn cycle_of<'m>(imports: &BTreeMap<&str, BTreeSet<&'m str>>, module: &'m str) -> Option<String> {
    let mut cycle = reached(imports, module);
    cycle.retain(|other| reached(imports, other).contains(module));
    (!cycle.is_empty()).then(|| cycle.into_iter().collect::<Vec<_>>().join(", "))
}

/// The path of a module, such as `table::index` for `table/index.rs`.
fn module_path(file: &str) -> String {
    let path = file.trim_end_matches(".rs").trim_end_matches("/mod").replace('/', "::");
    if ["lib", "main"].contains(&path.as_str()) { String::new() } else { path }
}

/// The modules that a file names by `crate::`, each by the longest path that is a module.
fn imports_of<'m>(
    source: &Source,
    root: &str,
    modules: &'m BTreeMap<String, &Source>,
) -> BTreeSet<&'m str> {
    let own = module_path(&source.path[root.len()..]);
    let code: Vec<&str> =
        source.code().map(|(_, line)| line).filter(|line| is_code(line)).collect();
    let text = code.join(" ").replace(char::is_whitespace, "");
    let mut imports = BTreeSet::new();
    for path in text.split("crate::").skip(1) {
        let end = path.find(|it: char| !it.is_alphanumeric() && it != '_' && it != ':');
        let (path, rest) = path.split_at(end.unwrap_or(path.len()));
        let members = match (path.ends_with("::"), rest.strip_prefix('{')) {
            (true, Some(list)) => list.split('}').next().unwrap_or_default().split(',').collect(),
            _ => vec![""],
        };
        for member in members {
            let mut name = format!("{path}{member}").trim_end_matches("::").to_owned();
            while !name.is_empty() && !modules.contains_key(&name) {
                name =
                    name.rsplit_once("::").map(|(parent, _)| parent.to_owned()).unwrap_or_default();
            }
            let module = modules.get_key_value(&name).map(|(path, _)| path.as_str());
            imports.extend(module.filter(|module| !module.is_empty() && *module != own));
        }
    }
    imports
}

/// All modules that a module imports, directly or through others.
fn reached<'m>(imports: &BTreeMap<&str, BTreeSet<&'m str>>, from: &'m str) -> BTreeSet<&'m str> {
    let (mut reached, mut next) = (BTreeSet::new(), vec![from]);
    while let Some(module) = next.pop() {
        let imported = imports.get(module).into_iter().flatten();
        next.extend(imported.filter(|imported| reached.insert(**imported)));
    }
    reached
}
