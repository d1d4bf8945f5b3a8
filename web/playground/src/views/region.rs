//! Makes the view of a table in several Regions.

use std::collections::BTreeSet;

use engine::api::{REGION_SETS, REGIONS, preview};
use engine::table::Table;
use engine::table::schema::Billing;
use serde_json::json;

use crate::sandbox::state::State;
use crate::view::region::{RegionView, RegionsView};
use crate::view::value::Text;

/// A table in its Regions.
pub(crate) fn regions_view(state: &State, open: &Table) -> RegionsView {
    let (database, plan) = (&state.database, &state.plan.regions);
    let name = &open.schema.name;
    let mut tables: Vec<&Table> =
        database.tables().filter(|table| table.schema.name.short() == name.short()).collect();
    tables.sort_by_key(|table| table.schema.name.region().is_some());
    let is_cut_off = |region: &str| plan.cut_off.iter().any(|known| **known == *region);
    let region_view = |table: &Table| {
        let name = &table.schema.name;
        let region = name.region().unwrap_or(engine::api::region());
        let is_cut_off = is_cut_off(region);
        let waiting = database.waiting_writes().filter(|_| is_cut_off);
        let waiting = waiting.filter(|(to, write)| *to == name || write.from == *name);
        let waiting: BTreeSet<_> = waiting.map(|(_, write)| write.place()).collect();
        RegionView {
            region: region.into(),
            table: name.as_str().into(),
            is_open: *name == open.schema.name,
            is_cut_off,
            item_count: table.items.count() as u64,
            waiting_count: waiting.len() as u64,
        }
    };
    let regions: Vec<RegionView> = tables.into_iter().map(region_view).collect();
    let is_free = |region: &&&str| !regions.iter().any(|known| *known.region == ***region);
    RegionsView {
        table: Text::from(name.short()),
        free: REGIONS.iter().filter(is_free).copied().collect(),
        regions,
        delay_ms: plan.delay_ms,
        cut_off: plan.cut_off.clone(),
        is_strong: open.strong.is_some(),
        witness: open.strong.as_ref().and_then(|strong| {
            let witness = strong.witness.as_deref()?;
            Some((witness.into(), is_cut_off(witness)))
        }),
        needs_scaling: matches!(open.schema.billing, Billing::Provisioned(_))
            && !database.is_scaled(name.as_str()),
        has_items: open.items.count() > 0,
        strong_with: strong_with(state, open),
    }
}

/// The first two Regions with which a table can be strongly consistent, if a request for it is accepted.
fn strong_with(state: &State, table: &Table) -> Option<[&'static str; 2]> {
    let own = table.schema.name.region().unwrap_or(engine::api::region());
    let set = REGION_SETS.iter().find(|set| set.contains(&own))?;
    let mut others = set.iter().copied().filter(|region| *region != own);
    let with = [others.next()?, others.next()?];
    let create = with.map(|region| json!({ "Create": { "RegionName": region } }));
    let request = json!({ "TableName": table.schema.name.as_str(),
        "MultiRegionConsistency": "STRONG", "ReplicaUpdates": create })
    .to_string();
    preview(&state.database, "UpdateTable", &request).reply.is_ok().then_some(with)
}
