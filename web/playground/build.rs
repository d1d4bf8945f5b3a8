//! Lists the lessons of the course for `lesson/example.rs`, so that a new lesson touches no code.

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../static/lessons");
    let mut list = Vec::new();
    let mut files = fs::read_dir(&folder)?.collect::<io::Result<Vec<_>>>()?;
    files.sort_by_key(fs::DirEntry::path);
    for file in files {
        let path = file.path();
        if path.extension().is_none_or(|end| end != "lesson") {
            continue;
        }
        let [id, lesson, words] =
            [Path::new(path.file_stem().unwrap_or_default()), &path, &path.with_extension("en.md")]
                .map(|path| path.display().to_string());
        list.push(format!("({id:?}, include_str!({lesson:?}), include_str!({words:?}))"));
    }
    let output = env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("Cargo sets OUT_DIR"))?;
    println!("cargo::rerun-if-changed={}", folder.display());
    fs::write(Path::new(&output).join("lessons.rs"), format!("[{}]", list.join(",\n")))
}
