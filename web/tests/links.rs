//! Links that were given away keep opening: every link in `tests/links` gives the document beside it, and that document
//! loads without a refusal. The files may only grow in number.

use std::fs;
use std::path::PathBuf;

use web::session::share::document::Document;
use web::session::share::link::decode;

/// The links given away so far.
const LINK_COUNT_MIN: usize = 7;

#[test]
fn links_given_away_keep_opening() {
    let directory = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/links");
    let files = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    let links: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|extension| extension == "txt")).collect();
    assert!(links.len() >= LINK_COUNT_MIN, "a link has gone: {} are left", links.len());
    for path in links {
        let name = path.display();
        let link = fs::read_to_string(&path).unwrap();
        let document = fs::read_to_string(path.with_extension("json")).unwrap();
        let decoded = decode(&link).unwrap_or_else(|error| panic!("{name}: {error:?}"));
        assert_eq!(decoded, document.trim_end(), "{name}");
        let document =
            Document::parse(&decoded).unwrap_or_else(|error| panic!("{name}: {error:?}"));
        let loaded = document.load();
        assert_eq!(loaded.refusals, [], "{name}");
        let again = Document::of(&loaded.database, &document.title);
        let again = Document { plan: document.plan, ..again };
        assert_eq!(again.to_text(), decoded, "{name}");
    }
}
