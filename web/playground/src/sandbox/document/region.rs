//! How writes travel between Regions, in a document.

use engine::api::REGIONS;
use serde_json::{Map, Value};

use crate::sandbox::document::reader::Reader;
use crate::sandbox::limit::DELAY_MS;
use crate::sandbox::plan::Regions;
use crate::view::message::Message;

/// How writes travel between Regions, defaults left out.
pub(crate) fn regions_json(regions: &Regions) -> Option<Value> {
    let usual = Regions::default();
    let mut json = Map::new();
    if regions.delay_ms != usual.delay_ms {
        json.insert("delay_ms".into(), regions.delay_ms.into());
    }
    if !regions.cut_off.is_empty() {
        let cut_off = regions.cut_off.iter().map(|region| Value::from(&**region));
        json.insert("cut_off".into(), cut_off.collect());
    }
    (!json.is_empty()).then_some(json.into())
}

/// Reads them. What is no Region is reported and left out.
pub(crate) fn regions_of(mut json: Reader<'_>) -> Regions {
    let mut regions = Regions::default();
    regions.delay_ms = json.number("delay_ms", &DELAY_MS).unwrap_or(regions.delay_ms);
    for region in json.list("cut_off", REGIONS.len()) {
        match region.as_str().filter(|name| REGIONS.contains(name)) {
            Some(name) => regions.cut_off.push(name.into()),
            None => json.report("cut_off", Message::plain("problem.no_region")),
        }
    }
    regions.cut_off.sort();
    regions.cut_off.dedup();
    json.finish();
    regions
}
