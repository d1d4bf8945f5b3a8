//! The style sheets as one, each in its layer: a request for each would delay the first paint.

use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::file;

/// The sheets that every page needs, each of which names its layer. The first one orders the layers.
const SHARED: [&str; 5] = ["reset", "tokens", "base", "component", "panel"];

/// The folders whose sheets are in a layer of the same name, beside the code they style.
const LAYERS: [&str; 2] = ["component", "panel"];

/// Joins `static/style` and the sheets of components and panels.
pub(crate) fn join(root: &Path) -> Result<String, Failure> {
    let mut style = String::new();
    for name in SHARED {
        style += &file::read(&root.join("static/style").join(name).with_extension("css"))?;
    }
    for layer in LAYERS {
        for sheet in sheets(&root.join("web/src").join(layer))? {
            style += &in_layer(layer, &file::read(&sheet)?);
        }
    }
    Ok(style)
}

fn in_layer(layer: &str, sheet: &str) -> String {
    format!("@layer {layer} {{\n{sheet}}}\n")
}

/// The style sheets of a folder and its subfolders, by path.
fn sheets(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut sheets = file::list(folder)?;
    sheets.retain(|path| path.extension().is_some_and(|extension| extension == "css"));
    sheets.sort();
    Ok(sheets)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace;

    #[test]
    fn the_layers_are_ordered_before_they_are_filled() {
        let style = join(workspace::root()).expect("the sheets exist");
        assert!(style.starts_with("@layer reset, tokens, base, component, panel;"), "{style:.80}");
        for name in SHARED {
            assert!(style.contains(&format!("@layer {name} {{")), "{name}");
        }
    }

    #[test]
    fn the_sheet_of_a_panel_is_in_the_layer_of_panels() {
        assert_eq!(in_layer("panel", "p {\n}\n"), "@layer panel {\np {\n}\n}\n");
    }
}
