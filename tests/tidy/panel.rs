//! Panels know neither each other nor the page, and their states and views know neither Yew nor the browser.

use super::{first_word, is_code, names_crate, none, sources};

/// What a panel may import of `panel`, besides itself: what all panels share.
const SHARED_BY_PANELS: [&str; 11] = [
    "contract",
    "effect",
    "id",
    "learn",
    "link",
    "page",
    "part",
    "presenter",
    "setting",
    "shared",
    "storage",
];

#[test]
fn panels_and_what_they_share_do_not_import_the_page() {
    none(sources("web/src/panel/").into_iter().flat_map(|source| {
        let imports = source.code().filter(|(_, line)| line.contains("crate::app"));
        imports.map(|(number, line)| source.offence(number, line)).collect::<Vec<_>>()
    }));
}

/// The files of a panel that name neither Yew nor the browser.
const PURE_FILES: [&str; 2] = ["/state.rs", "/view.rs"];

#[test]
fn no_panel_imports_another_panel() {
    let mut offenders = Vec::new();
    for source in sources("web/src/panel/") {
        let Some(panel) = panel_of(&source.path) else { continue };
        offenders.extend(source.code().filter_map(|(number, line)| {
            let names = line.split("crate::panel::").skip(1).map(first_word);
            let mut names = names.filter(|name| *name != panel);
            let imports = names.any(|name| !SHARED_BY_PANELS.contains(&name));
            (imports && is_code(line)).then(|| source.offence(number, line))
        }));
    }
    none(offenders);
}

#[test]
fn the_state_and_the_view_of_a_panel_are_pure() {
    let names = ["yew", "web_sys", "gloo", "wasm_bindgen", "js_sys", "crate::component"];
    let panels = sources("web/src/panel/").into_iter().filter(|source| {
        panel_of(&source.path).is_some() && PURE_FILES.iter().any(|it| source.path.ends_with(it))
    });
    none(panels.flat_map(|source| {
        let impure = |line: &str| names.iter().any(|name| names_crate(line, name));
        let lines = source.code().filter(|(_, line)| impure(line));
        lines.map(|(number, line)| source.offence(number, line)).collect::<Vec<_>>()
    }));
}

/// The name of the panel whose folder a file is in, if it is in one.
fn panel_of(path: &str) -> Option<&str> {
    let (folder, _) = path.strip_prefix("web/src/panel/")?.split_once('/')?;
    (folder != "part").then_some(folder)
}
