//! Which modules of a member import which.

use super::{Source, engine, first_word, is_code, none, sources};

/// Modules, each with those that it may import besides itself.
type Layers = &'static [(&'static str, &'static [&'static str])];

/// Which modules of the playground a module may import, besides itself. `message` words views.
const PLAYGROUND_LAYERS: &[(&str, &[&str])] = &[
    ("view", &[]),
    ("visible", &[]),
    ("message", &["view", "visible"]),
    ("code", &["view", "visible"]),
    ("sandbox", &["message", "view", "visible"]),
    ("explain", &["sandbox", "view"]),
    ("import", &["sandbox", "view"]),
    ("analysis", &["explain", "sandbox", "view"]),
    ("markup", &["visible"]),
    ("link", &["markup", "sandbox", "view"]),
    ("form", &["code", "sandbox", "view"]),
    (
        "views",
        &["code", "form", "link", "analysis", "explain", "import", "sandbox", "view", "visible"],
    ),
    ("lesson", &["markup", "message", "session", "sandbox", "view", "visible"]),
    ("picture", &["link", "markup", "message", "view", "visible"]),
    ("report", &["lesson", "markup", "message", "picture", "session", "view", "visible"]),
    ("session", &["views", "link", "analysis", "explain", "import", "sandbox", "view"]),
];

/// The same for the page.
const WEB_LAYERS: &[(&str, &[&str])] =
    &[("component", &[]), ("panel", &["component"]), ("app", &["panel", "component"])];

/// The members with layers, by the folders of their code.
const MEMBERS: [(&str, Layers); 3] = [
    ("engine/src/", engine::LAYERS),
    ("web/playground/src/", PLAYGROUND_LAYERS),
    ("web/src/", WEB_LAYERS),
];

#[test]
fn modules_import_only_what_their_layer_allows() {
    none(MEMBERS.into_iter().flat_map(|(root, layers)| layer_offenders(root, "crate::", layers)));
}

#[test]
fn every_module_has_a_layer() {
    none(MEMBERS.into_iter().flat_map(|(root, layers)| {
        sources(root).into_iter().filter_map(move |source| {
            let module = source.module(root)?;
            (!layers.iter().any(|(name, _)| *name == module)).then(|| source.path.clone())
        })
    }));
}

/// The imports below a root that no layer allows. `path` is what all of them begin with.
pub(super) fn layer_offenders(root: &str, path: &str, layers: &[(&str, &[&str])]) -> Vec<String> {
    let mut offenders = Vec::new();
    for source in sources(root) {
        let Some(module) = source.module(root) else { continue };
        let Some((_, allowed)) = layers.iter().find(|(name, _)| *name == module) else { continue };
        let known = |name: &str| layers.iter().any(|(module, _)| *module == name);
        let imported = modules(&source, path).into_iter().filter(|name| known(name));
        let other = imported.filter(|name| name != module && !allowed.contains(&name.as_str()));
        offenders.extend(other.map(|name| format!("{} imports {path}{name}", source.path)));
    }
    offenders
}

/// The modules that a file names directly below a path, alone or in braces: `crate::a` or `crate::{a, b::c}`.
pub(super) fn modules(source: &Source, path: &str) -> Vec<String> {
    let code: Vec<&str> =
        source.code().map(|(_, line)| line).filter(|line| is_code(line)).collect();
    let text = code.join(" ").replace(char::is_whitespace, "");
    let mut modules = Vec::new();
    for rest in text.split(path).skip(1) {
        let Some(list) = rest.strip_prefix('{') else {
            modules.push(first_word(rest).to_owned());
            continue;
        };
        let (mut depth, mut begins) = (1, true);
        for (position, character) in list.char_indices() {
            if begins && depth == 1 {
                modules.push(first_word(&list[position..]).to_owned());
            }
            begins = character == ',';
            depth += match character {
                '{' => 1,
                '}' => -1,
                _ => 0,
            };
            if depth == 0 {
                break;
            }
        }
    }
    modules
}
