//! What was said natively is said in a browser, to the byte: specs and links, as WebAssembly in headless Chromium.
//!
//! A browser has no files to look for, so those that run here are named. They reach every part of the engine.
#![cfg(target_arch = "wasm32")]

#[path = "in_browser/places.rs"]
mod places;
#[path = "in_browser/renders.rs"]
mod renders;

use playground::link::address::{decode, encode};
use support::run::run_case;
use support::simulation::digests;
use support::spec::Spec;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

const SPECS: [(&str, &str); 8] = [
    ("values/numbers.md", include_str!("../../tests/spec/values/numbers.md")),
    ("values/sizes.md", include_str!("../../tests/spec/values/sizes.md")),
    ("expressions/update.md", include_str!("../../tests/spec/expressions/update.md")),
    ("expressions/condition.md", include_str!("../../tests/spec/expressions/condition.md")),
    ("indexes/write-cost.md", include_str!("../../tests/spec/indexes/write-cost.md")),
    ("indexes/propagation.md", include_str!("../../tests/spec/indexes/propagation.md")),
    ("reads/paging.md", include_str!("../../tests/spec/reads/paging.md")),
    ("patterns/open-orders.md", include_str!("../../tests/spec/patterns/open-orders.md")),
];

const LINKS: [(&str, &str); 2] = [
    (
        include_str!("../../tests/links/v1-everything.txt"),
        include_str!("../../tests/links/v1-everything.json"),
    ),
    (
        include_str!("../../tests/links/v1-open-orders.txt"),
        include_str!("../../tests/links/v1-open-orders.json"),
    ),
];

#[wasm_bindgen_test]
fn the_engine_answers_as_the_specs_say() {
    for (path, text) in SPECS {
        let spec = Spec::parse(path, text).unwrap_or_else(|error| panic!("{path}: {error}"));
        for section in spec.cases() {
            let differences = run_case(&spec, section).differences;
            let differences: Vec<String> = differences.iter().map(ToString::to_string).collect();
            assert!(differences.is_empty(), "{}: {differences:?}", spec.case_name(section));
        }
    }
}

#[wasm_bindgen_test]
fn a_run_gives_the_same_replies_as_natively() {
    assert_eq!(digests(), include_str!("../../tests/simulation/digests.txt"));
}

#[wasm_bindgen_test]
fn a_link_and_its_document_become_each_other() {
    for (link, document) in LINKS {
        let (link, document) = (link.trim_end(), document.trim_end());
        assert_eq!(decode(link).as_deref(), Ok(document));
        let again = encode(document).expect("it fitted a link before");
        assert_eq!(decode(&again).as_deref(), Ok(document));
    }
}
