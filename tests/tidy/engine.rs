//! Which module of the engine imports which, and which part of its `api`.

use super::layer::{layer_offenders, modules};
use super::{none, read, sources};

/// Which modules of the engine a module imports, besides itself; `lib.rs` names them all. A module imports only modules
/// above it in this list.
pub(super) const LAYERS: &[(&str, &[&str])] = &[
    ("json", &[]),
    ("model", &[]),
    ("operation", &[]),
    ("clock", &[]),
    ("random", &[]),
    ("schedule", &["clock"]),
    ("capacity", &["model"]),
    ("expression", &["model"]),
    ("receipt", &["model", "operation", "clock", "capacity"]),
    ("event", &["model", "clock", "capacity", "receipt"]),
    ("throughput", &["model", "clock", "capacity", "receipt", "event"]),
    ("table", &["model", "clock", "capacity", "expression", "receipt"]),
    ("partiql", &["model", "capacity", "expression", "table"]),
    (
        "database",
        &[
            "model",
            "clock",
            "random",
            "schedule",
            "capacity",
            "receipt",
            "event",
            "throughput",
            "table",
        ],
    ),
    (
        "api",
        &[
            "json",
            "model",
            "operation",
            "clock",
            "random",
            "capacity",
            "expression",
            "receipt",
            "event",
            "throughput",
            "table",
            "partiql",
            "database",
        ],
    ),
    (
        "workload",
        &[
            "json",
            "model",
            "operation",
            "clock",
            "random",
            "capacity",
            "receipt",
            "event",
            "throughput",
            "table",
            "database",
            "api",
        ],
    ),
    ("js", &["model", "operation", "capacity", "receipt", "event", "database", "api"]),
];

/// The same for the parts of `api`.
const API_LAYERS: &[(&str, &[&str])] = &[
    ("arn", &[]),
    ("limit", &[]),
    ("protocol", &[]),
    ("value", &[]),
    ("error", &["arn", "limit", "value"]),
    ("request", &["arn", "limit", "value", "error"]),
    ("reply", &["arn", "value", "request"]),
    ("operation", &["arn", "limit", "value", "error", "request", "reply"]),
    ("shape", &[]),
    ("program", &["arn", "value", "shape", "error", "operation"]),
    ("snapshot", &["limit", "value", "error", "request", "operation", "program"]),
    ("access", &["arn", "value", "shape", "error", "request", "operation"]),
    ("decided", &["access", "error", "reply"]),
    ("typed", &["error", "operation"]),
];

/// The packages without a browser, with the crates that each may use.
const DEPENDENCIES: [(&str, &[&str]); 5] = [
    // wasm-bindgen and js-sys are for the feature `js` only.
    ("engine/Cargo.toml", &["js-sys", "serde", "serde_json", "wasm-bindgen"]),
    ("engine/notation/Cargo.toml", &["serde_json"]),
    (
        "web/cli/Cargo.toml",
        &["clap", "form_urlencoded", "html5gum", "playground", "pulldown-cmark", "regex-lite"],
    ),
    (
        "web/playground/Cargo.toml",
        &[
            "csv",
            "engine",
            "fixed_decimal",
            "icu_locale_core",
            "icu_plurals",
            "miniz_oxide",
            "notation",
            "percent-encoding",
            "pulldown-cmark",
            "qrcode",
            "serde",
            "serde_json",
        ],
    ),
    (
        "web/sql/Cargo.toml",
        &["async-trait", "engine", "futures", "gluesql-core", "playground", "rust_decimal"],
    ),
];

#[test]
fn parts_of_the_api_import_only_what_their_layer_allows() {
    none(layer_offenders("engine/src/api/", "crate::api::", API_LAYERS));
}

#[test]
fn every_part_of_the_api_has_a_layer() {
    let root = "engine/src/api/";
    none(sources(root).into_iter().filter_map(|source| {
        let part = source.module(root).filter(|part| *part != "mod")?;
        (!API_LAYERS.iter().any(|(name, _)| *name == part)).then(|| source.path.clone())
    }));
}

#[test]
fn a_layer_is_below_the_layers_that_it_imports() {
    for layers in [LAYERS, API_LAYERS] {
        none(layers.iter().enumerate().flat_map(|(position, (module, allowed))| {
            let above = &layers[..position];
            let wrong = allowed.iter().filter(|name| !above.iter().any(|(it, _)| it == *name));
            wrong.map(move |name| format!("{module} imports {name}"))
        }));
    }
}

#[test]
fn a_layer_allows_nothing_that_is_not_imported() {
    let all = [("engine/src/", "crate::", LAYERS), ("engine/src/api/", "crate::api::", API_LAYERS)];
    none(all.into_iter().flat_map(|(root, path, layers)| {
        let files = sources(root);
        layers.iter().flat_map(move |(module, allowed)| {
            let of_module = files.iter().filter(|source| source.module(root) == Some(module));
            let imported: Vec<String> =
                of_module.flat_map(|source| modules(source, path)).collect();
            let unused = allowed.iter().filter(|name| !imported.iter().any(|it| it == *name));
            unused.map(|name| format!("{module} does not import {name}")).collect::<Vec<_>>()
        })
    }));
}

#[test]
fn packages_without_a_browser_use_few_crates() {
    none(DEPENDENCIES.into_iter().flat_map(|(path, allowed)| {
        let text = read(path).expect("the package has a manifest");
        let section = text.lines().skip_while(|line| *line != "[dependencies]").skip(1);
        let lines = section.take_while(|line| !line.starts_with('['));
        let names = lines.filter_map(|line| Some(line.split_once('=')?.0.trim().to_owned()));
        let other = names.filter(move |name| !allowed.contains(&name.as_str()));
        other.map(move |name| format!("{path}: {name}")).collect::<Vec<_>>()
    }));
}
