//! Import cycles between the files of the engine.

use std::collections::{BTreeMap, BTreeSet};

use super::{Source, is_code, none, sources};

/// Modules of the engine that may import each other, and why.
const RECURSIONS: &[(&[&str], &str)] = &[
    (&["model::attribute_value", "model::item"], "a value can be a map of values"),
    (&["workload::placeholder", "workload::text"], "an argument of a placeholder can be text"),
];

#[test]
fn no_modules_of_the_engine_import_each_other_in_a_cycle() {
    let root = "engine/src/";
    let files = sources(root);
    let modules: BTreeMap<String, &Source> =
        files.iter().map(|source| (module_path(&source.path[root.len()..]), source)).collect();
    let imports: BTreeMap<&str, BTreeSet<&str>> = modules
        .iter()
        .filter(|(path, _)| !path.contains("tests"))
        .map(|(path, source)| (path.as_str(), imports_of(source, &modules)))
        .collect();
    none(imports.keys().filter_map(|module| {
        let declared = RECURSIONS.iter().any(|(modules, _)| modules.contains(module));
        (!declared && reached(&imports, module).contains(module))
            .then(|| format!("{module} is in a cycle"))
    }));
}

/// The path of a module, such as `table::index` for `table/index.rs`.
fn module_path(file: &str) -> String {
    let path = file.trim_end_matches(".rs").trim_end_matches("/mod").replace('/', "::");
    if path == "lib" { String::new() } else { path }
}

/// The modules that a file names by `crate::`, each by the longest path that is a module.
fn imports_of<'m>(source: &Source, modules: &'m BTreeMap<String, &Source>) -> BTreeSet<&'m str> {
    let own = module_path(source.path.trim_start_matches("engine/src/"));
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
