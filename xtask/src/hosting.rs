//! What static hosts need beside the files of the page: headers by the names of files, and compressed files.

use std::ops::RangeInclusive;
use std::path::Path;

use crate::failure::Failure;
use crate::tool::npm;
use crate::{file, process, workspace};

/// The file with the headers, as Netlify and Cloudflare Pages read it.
const HEADERS: &str = "_headers";

/// For files whose names contain a hash of their content.
const UNCHANGING: &str = "Cache-Control: public, max-age=31536000, immutable";

/// The digits of a hash in the name of a file. Trunk writes a number of 64 bits without the zeros that it begins with.
const HASH_LENGTHS: RangeInclusive<usize> = 12..=16;

/// Adds a rule for each file that does not change to the headers. Hosts differ in what a `*` within a name means, so each
/// rule has a whole name.
pub(crate) fn list_hashed_files(site: &Path) -> Result<(), Failure> {
    let path = site.join(HEADERS);
    let mut headers = file::read(&path)?;
    let files = file::list(site)?;
    let paths = files.iter().filter_map(|path| path.strip_prefix(site).ok()?.to_str());
    let mut hashed: Vec<&str> = paths.filter(|path| has_hash(path)).collect();
    hashed.sort_unstable();
    headers.extend(hashed.iter().map(|path| format!("/{path}\n  {UNCHANGING}\n")));
    file::write(&path, headers.as_bytes())
}

/// Whether the name of a file contains a hash: `web-b72b553561d28daf_bg.wasm`.
fn has_hash(name: &str) -> bool {
    let Some((_, rest)) = name.rsplit_once('-') else { return false };
    let hash = rest.split(['.', '_']).next().unwrap_or_default();
    HASH_LENGTHS.contains(&hash.len())
        && hash.bytes().all(|it| matches!(it, b'0'..=b'9' | b'a'..=b'f'))
}

/// Writes a `.br` and a `.gz` beside each file. Node contains both compressors.
pub(crate) fn compress(folder: &Path) -> Result<(), Failure> {
    let mut node = npm::node()?;
    node.arg(workspace::root().join("xtask/compress.mjs")).arg(folder);
    process::run(&mut node)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_is_a_long_number_after_the_last_hyphen() {
        for name in
            ["web-b72b553561d28daf.js", "a-b72b553561d28da.js", "a-b-b72b553561d28daf_bg.wasm"]
        {
            assert!(has_hash(name), "{name}");
        }
        for name in ["index.html", "embed/sparse-box.js", "a-b72b553561d.js", "b72b553561d28daf.js"]
        {
            assert!(!has_hash(name), "{name}");
        }
    }
}
