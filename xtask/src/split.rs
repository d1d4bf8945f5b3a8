//! Splits the program of a release into the parts of `web/src/app/later.rs`, and makes all of them small.
//!
//! Trunk knows one file of WebAssembly. The others come from the same linked program, before wasm-bindgen has changed it:
//!
//! | file | contents |
//! | --- | --- |
//! | `web-HASH.js`, `web-HASH_bg.wasm` | the first part, under the names that Trunk gave to the whole program |
//! | `split-HASH.js` | loads the other parts |
//! | `NAME-HASH.wasm` | a part, or code that several parts use |

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::failure::Failure;
use crate::tool::rust::TARGET;
use crate::tool::{rust, split};
use crate::{file, process, program, workspace};

/// What the linked program contains if it was built with the feature `split`.
const MARK: &[u8] = b"__wasm_split_placeholder__";

/// The script that loads the parts, as the tool names it.
const LOADER: &str = "__wasm_split.js";

/// How that script begins a part; and how it begins one that a host sends with a wrong type too, as wasm-bindgen does for the first.
const STREAMING: &str = "(WebAssembly.instantiateStreaming(src, imports))";
const ANY_TYPE: &str = "(src.then(async (response) => {
        if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
        const type = response.headers.get(\"content-type\");
        if (type === \"application/wasm\") return WebAssembly.instantiateStreaming(response, imports);
        return WebAssembly.instantiate(await response.arrayBuffer(), imports);
    }))";

/// Replaces the program in the folder of a release.
pub(crate) fn split(site: &Path) -> Result<(), Failure> {
    let name = program_in(site)?;
    let linked = workspace::target_folder().join(TARGET).join("release/web.wasm");
    let is_split = fs::read(&linked).is_ok_and(|it| it.windows(MARK.len()).any(|it| it == MARK));
    if !is_split {
        return program::shrink(&site.join(format!("{name}_bg.wasm")));
    }
    let folder = folder();
    drop(fs::remove_dir_all(&folder));
    let [parts, bound] = ["parts", "bound"].map(|name| folder.join(name));
    let mut split = Command::new(split::install()?);
    split.args(["--target", "web", "--out-name", "web"]).arg(&linked).arg(&parts);
    process::run(&mut split)?;
    let mut bindgen = Command::new(rust::install_wasm_bindgen()?.bindgen);
    bindgen.args([
        "--target",
        "web",
        "--no-typescript",
        "--remove-producers-section",
        // The other parts use the table of functions.
        "--keep-lld-exports",
        "--out-name",
        "web",
    ]);
    process::run(bindgen.arg("--out-dir").arg(&bound).arg(parts.join("web.wasm")))?;
    publish(site, &name, &parts, &bound)
}

/// Where the parts are written before `wasm-opt` removes their names, for `cargo xtask size`.
pub(crate) fn folder() -> PathBuf {
    workspace::target_folder().join("split")
}

/// The name of the program's files without their ends: `web-b72b553561d28daf`.
fn program_in(site: &Path) -> Result<String, Failure> {
    let mut names = file::list(site)?.into_iter().filter_map(|path| {
        let name = path.file_name()?.to_str()?.strip_suffix("_bg.wasm")?.to_owned();
        name.starts_with("web-").then_some(name)
    });
    names.next().ok_or_else(|| Failure::new("The page has no program.".to_owned()))
}

/// Writes the files into the page. The names of all of them have the hash of Trunk's program, so that no two versions mix.
fn publish(site: &Path, program: &str, parts: &Path, bound: &Path) -> Result<(), Failure> {
    let hash = program.strip_prefix("web-").unwrap_or(program);
    let loader = format!("split-{hash}.js");
    let mut names = BTreeMap::from([("./web.js".to_owned(), format!("./{program}.js"))]);
    for part in file::list(parts)? {
        let (Some(stem), Some("wasm")) = (name(part.file_stem()), name(part.extension())) else {
            continue;
        };
        let target = match stem {
            "web" => continue,
            _ => format!("{stem}-{hash}.wasm"),
        };
        names.insert(format!("./{stem}.wasm"), format!("./{target}"));
        copy(&part, &site.join(&target))?;
        program::shrink(&site.join(target))?;
    }
    let mut script = file::read(&parts.join(LOADER))?;
    for (old, new) in names {
        script = replaced(&script, &format!("\"{old}\""), &format!("\"{new}\""))?;
    }
    script = replaced(&script, STREAMING, ANY_TYPE)?;
    file::write(&site.join(&loader), script.as_bytes())?;

    let script = file::read(&bound.join("web.js"))?;
    let from = |name: &str| format!("from \"./{name}\"");
    let script = replaced(&script, &from(LOADER), &from(&loader))?;
    let script = replaced(&script, "web_bg.wasm", &format!("{program}_bg.wasm"))?;
    file::write(&site.join(format!("{program}.js")), script.as_bytes())?;
    let first = site.join(format!("{program}_bg.wasm"));
    copy(&bound.join("web_bg.wasm"), &first)?;
    program::shrink(&first)
}

fn name(part: Option<&OsStr>) -> Option<&str> {
    part.and_then(OsStr::to_str)
}

fn copy(from: &Path, to: &Path) -> Result<(), Failure> {
    fs::copy(from, to).map(drop).map_err(|error| Failure::file("copy", from, error))
}

/// A text in which something was replaced that must be in it: another version of a tool may write another text.
fn replaced(text: &str, old: &str, new: &str) -> Result<String, Failure> {
    match text.contains(old) {
        true => Ok(text.replace(old, new)),
        false => {
            Err(Failure::new(format!("A tool that splits the program has not written `{old}`.")))
        }
    }
}
