//! Checks of what must be true of the state. The list of invariants says what each of them states.

use std::collections::{BTreeMap, BTreeSet};

use engine::api::{self, snapshot};
use engine::clock::Timestamp;
use engine::database::Database;
use serde_json::{Value, json};

use crate::item::Attributes;
use crate::simulation::index::Progress;
use crate::simulation::invariant::{QUIET_MS, same};
use crate::simulation::model::Key;
use crate::simulation::schema::Table;
use crate::simulation::setup::Feature;
use crate::simulation::world::World;
use crate::simulation::{probe, stream};
use crate::size::size;

/// The table stores the items of the model.
pub fn items(world: &World) -> Result<(), String> {
    for (table, model) in &world.model.tables {
        same("items", &model.items, &probe::items(&world.database, *table))?;
    }
    Ok(())
}

fn indexes_match(world: &World, are_local: bool) -> Result<(), String> {
    for (table, model) in &world.model.tables {
        let indexes = model.indexes.values().filter(|index| index.progress.follows());
        for index in indexes.filter(|index| index.definition.is_local == are_local) {
            let Some(entries) = index.entries(&model.states) else { continue };
            let definition = index.definition;
            let got = probe::entries(&world.database, *table, definition);
            same(definition.name, &entries, &got)?;
            if let Some(count) = index.pending_count().filter(|_| !are_local) {
                let got = probe::pending_count(&world.database, *table, definition);
                same("changes on their way", &count, &got)?;
            }
        }
    }
    Ok(())
}

/// Every item can be got by its key.
pub fn items_can_be_got(world: &World) -> Result<(), String> {
    if world.setup.has(Feature::Limits) {
        return Ok(());
    }
    for (table, model) in &world.model.tables {
        for item in model.items.values() {
            let request = json!({ "TableName": table.name(), "Key": table.key_of(item) });
            let got = api::preview(&world.database, "GetItem", &request.to_string()).reply;
            let got = got.map_err(|error| format!("{request}: {error}"))?;
            same("item", &json!(item), &probe::normalized(got["Item"].clone()))?;
        }
    }
    Ok(())
}

/// A local index is the projection of the table.
pub fn local_indexes(world: &World) -> Result<(), String> {
    indexes_match(world, true)
}

/// A global index is the projection of the table as it was one delay ago.
pub fn global_indexes(world: &World) -> Result<(), String> {
    indexes_match(world, false)
}

/// An index differs from its table in at most as many items as there are pending changes.
pub fn behind(world: &World) -> Result<(), String> {
    for (table, model) in &world.model.tables {
        let active = model.indexes.values().filter(|index| index.progress == Progress::Active);
        for definition in active.map(|index| index.definition) {
            let entry =
                |(key, item): (&Key, &Attributes)| Some((key.clone(), definition.entry(item)?));
            let expected: BTreeMap<Key, Attributes> =
                model.items.iter().filter_map(entry).collect();
            let got = probe::entries(&world.database, *table, definition);
            let differs = |key: &&Key| expected.get(*key) != got.get(*key);
            let keys: BTreeSet<&Key> = expected.keys().chain(got.keys()).collect();
            let count = keys.into_iter().filter(|key| differs(key)).count();
            let pending_count = probe::pending_count(&world.database, *table, definition);
            if count > pending_count {
                return Err(format!("{count} differ, {pending_count} are on their way"));
            }
        }
    }
    Ok(())
}

/// Counts and sizes are the sums of what is stored, and units are those that were provisioned.
pub fn sizes(world: &World) -> Result<(), String> {
    for (table, model) in &world.model.tables {
        let description = probe::description(&world.database, *table);
        let expected = (model.items.len(), model.items.values().map(size).sum());
        check_size(world, *table, None, expected, &description)?;
        world.provisioned.check_description(*table, &description, world.model.now)?;
        for index in model.indexes.values() {
            // While a move waits for one of two partitions, an item may have two entries.
            let entries = probe::stored(&world.database, *table, Some(index.definition.name));
            let entry_size = |entry: &probe::Stored| size(&index.definition.projected(&entry.item));
            let expected = (entries.len(), entries.iter().map(entry_size).sum());
            let member = match index.definition.is_local {
                true => "LocalSecondaryIndexes",
                false => "GlobalSecondaryIndexes",
            };
            let name = index.definition.name;
            let listed = description[member].as_array().into_iter().flatten();
            let described = listed.into_iter().find(|it| it["IndexName"] == name);
            check_size(world, *table, Some(name), expected, described.unwrap_or(&Value::Null))?;
        }
    }
    Ok(())
}

fn check_size(
    world: &World,
    table: Table,
    index: Option<&str>,
    (count, bytes): (usize, usize),
    described: &Value,
) -> Result<(), String> {
    let name = index.unwrap_or(table.name());
    let bytes_member = if index.is_some() { "IndexSizeBytes" } else { "TableSizeBytes" };
    let stored: usize =
        probe::stored(&world.database, table, index).iter().map(|stored| stored.size).sum();
    same(name, &bytes, &stored)?;
    same(name, &bytes, &probe::stored_size(&world.database, table, index))?;
    let number = |member: &str| described[member].as_u64().and_then(|it| usize::try_from(it).ok());
    same(name, &(Some(count), Some(bytes)), &(number("ItemCount"), number(bytes_member)))
}

/// Partitions of a saved and loaded database equal those of the one that was not.
pub fn twin_partitions(world: &World) -> Result<(), String> {
    let Some(twin) = &world.twin else { return Ok(()) };
    for table in world.model.tables.keys() {
        let (one, other) =
            (probe::throughput(twin, *table), probe::throughput(&world.database, *table));
        same("throughput", &one, &other)?;
    }
    Ok(())
}

/// Everything that was accepted can be saved and loaded.
pub fn loads(world: &World) -> Result<(), String> {
    let text = snapshot::save(&world.database);
    let loaded = snapshot::load(&text).map_err(|error| format!("{error}: {text}"))?;
    same("saved again", &text, &snapshot::save(&loaded))?;
    for table in world.model.tables.keys() {
        let (one, other) =
            (probe::throughput(&world.database, *table), probe::throughput(&loaded, *table));
        same("throughput", &one, &other)?;
    }
    Ok(())
}

/// The database when all changes and all writes of the other Region have arrived.
pub(super) fn caught_up_database(world: &World) -> Database {
    let mut later = world.database.clone();
    for table in &world.model.regions.cut_off {
        later.set_cut_off(table.region(), false);
    }
    later.advance_to(Timestamp(world.model.now + QUIET_MS));
    later
}

/// Once all changes have arrived, every index is the projection of the table.
pub fn caught_up(world: &World) -> Result<(), String> {
    let later = caught_up_database(world);
    for (table, model) in &world.model.tables {
        let items = probe::items(&later, *table);
        for index in model.indexes.values().filter(|index| index.progress != Progress::Deleting) {
            let definition = index.definition;
            let entry =
                |(key, item): (&Key, &Attributes)| Some((key.clone(), definition.entry(item)?));
            let expected: BTreeMap<Key, Attributes> = items.iter().filter_map(entry).collect();
            same(definition.name, &expected, &probe::entries(&later, *table, definition))?;
        }
    }
    Ok(())
}

/// Once all writes have arrived, all replicas have the same items.
pub fn replicas(world: &World) -> Result<(), String> {
    if !world.setup.has(Feature::Regions) {
        return Ok(());
    }
    let later = caught_up_database(world);
    let own = probe::items(&later, Table::Things);
    let mut others = world.setup.tables().filter(|table| table.region().is_some());
    others.try_for_each(|it| same("items of the replicas", &own, &probe::items(&later, it)))
}

/// The records of a stream are the changes made while it was enabled.
pub fn streams(world: &World) -> Result<(), String> {
    let changes = &world.model.table(Table::Things).changes;
    world.streams.iter().try_for_each(|it| stream::check(&world.database, it, changes))
}
