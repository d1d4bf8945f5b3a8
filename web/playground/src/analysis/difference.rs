//! Where the tables of two designs differ, part by part, and the command that takes one part over.

use engine::database::Database;
use engine::model::name::TableName;
use engine::receipt::KeyFaultKind;
use engine::table::Table;
use engine::table::index::Index;
use engine::table::schema::IndexSchema;
use engine::table::status::{IndexStatus, TableStatus};

use crate::sandbox::attaching::can_be_sql;
use crate::sandbox::command::{Command, PlanCommand};
use crate::sandbox::design::{billing_word, design_of};
use crate::sandbox::table_change::scaling_in_use;
use crate::view::compare::{Difference, SchemaPart};
use crate::view::cost::PayMode;
use crate::view::design::{
    CapacityDesign, IndexDesign, KeyDesign, ProjectionDesign, TableDesign, TableSettings,
};
use crate::view::message::{Argument, Message};
use crate::view::throughput::ScalingView;

/// A table of both designs: as each has it.
type Sides = [Option<TableDesign>; 2];

/// Where designs A and B differ: the tables of A, then those of B only.
pub(crate) fn differences(databases: [&Database; 2]) -> Vec<Difference> {
    let mut names: Vec<&str> = Vec::new();
    for table in databases.into_iter().flat_map(Database::tables).filter(|it| is_staying(it)) {
        let name = table.schema.name.as_str();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let of_table = |name| {
        of_table(name, &sides_of(databases, name)).into_iter().chain(of_sql(databases, name))
    };
    let mut found: Vec<Difference> = names.into_iter().flat_map(of_table).collect();
    let [a, b] = databases;
    for difference in found.iter_mut().filter(|it| it.obstacle.is_none()) {
        difference.losses = [[a, b], [b, a]].map(|sides| loss(sides, difference));
    }
    found
}

/// What becomes of items if a part of a table is taken over: a table is created without items or deleted with them, and one whose
/// index is replaced is built again, without the items whose attributes an index could not have as its key.
fn loss(
    [from, into]: [&Database; 2],
    Difference { table, part, .. }: &Difference,
) -> Option<Message> {
    let [source, target] =
        [from, into].map(|database| database.table(table).filter(|table| is_staying(table)));
    let (key, count) = match (part, source, target) {
        (SchemaPart::Table, Some(source), _) => ("compare.takes_no_items", source.items.count()),
        (SchemaPart::Table, None, Some(target)) => ("compare.deletes_items", target.items.count()),
        (SchemaPart::Index(name), Some(source), Some(target)) => {
            let new = source.index(name).filter(|index| stays(index))?;
            target.index(name).filter(|index| stays(index))?;
            let others =
                target.indexes.iter().filter(|it| stays(it) && it.schema.name != new.schema.name);
            let indexes: Vec<&IndexSchema> = others.chain([new]).map(|it| &*it.schema).collect();
            let is_misfit = |index: &&IndexSchema, item| {
                index.key_faults(item).iter().any(|fault| fault.kind != KeyFaultKind::Missing)
            };
            let items = target.items.iter();
            let misfits = items
                .filter(|(_, stored)| indexes.iter().any(|index| is_misfit(index, &stored.image)));
            ("compare.leaves_out", misfits.count())
        }
        _ => return None,
    };
    (count > 0).then(|| Message::plain(key).with("count", Argument::Count(count as u64)))
}

/// What takes a part of a table over from one design into another; `None` if nothing does.
pub(crate) fn merge(
    [from, into]: [&Database; 2],
    table: &str,
    part: &SchemaPart,
) -> Option<Command> {
    let [source, target] = sides_of([from, into], table);
    let table = table.to_owned();
    if *part == SchemaPart::Sql {
        let difference = of_sql([from, into], &table)?;
        let is_sql = from.table(&table)?.is_sql;
        let set = Command::Plan(PlanCommand::SetSql { table: table.into(), is_sql });
        return difference.obstacle.is_none().then_some(set);
    }
    if *part == SchemaPart::Table {
        if is_replica(&table) {
            return None;
        }
        return Some(source.map_or(Command::DeleteTable(table), Command::CreateTable));
    }
    let (source, mut design) = (source?, target?);
    let (new, settings) = (settings_of(&source), design.settings.get_or_insert_default());
    match part {
        SchemaPart::Table | SchemaPart::Key | SchemaPart::Sql => return None,
        SchemaPart::Index(name) => return merge_index(table, design, &source, name),
        SchemaPart::Throughput => {
            let TableSettings { billing, capacity, scaling, .. } = new;
            **settings = TableSettings { billing, capacity, scaling, ..(**settings).clone() };
            for index in &mut design.global_indexes {
                let same = source.global_indexes.iter().find(|other| other.name == index.name);
                index.capacity = same.map_or(index.capacity, |other| other.capacity);
            }
        }
        SchemaPart::TimeToLive => settings.time_to_live = new.time_to_live,
        SchemaPart::Stream => settings.stream = new.stream,
        SchemaPart::Class => settings.class = new.class,
        SchemaPart::Protection => settings.is_protected = new.is_protected,
    }
    Some(Command::UpdateTable { table, design })
}

/// Adds, deletes or replaces a global index; one that is replaced takes its table with it, since it cannot be changed.
fn merge_index(
    table: String,
    mut design: TableDesign,
    source: &TableDesign,
    name: &str,
) -> Option<Command> {
    if [source, &design].into_iter().any(|it| it.local_indexes.iter().any(|it| it.name == name)) {
        return None;
    }
    let new = source.global_indexes.iter().find(|index| index.name == name);
    let old = design.global_indexes.iter().position(|index| index.name == name);
    match (new.cloned(), old) {
        (None, None) => None,
        (None, Some(_)) => Some(Command::DropIndex { table, index: name.to_owned() }),
        (Some(new), None) => {
            design.global_indexes.push(new);
            Some(Command::AddIndex { table, design })
        }
        (Some(new), Some(old)) => {
            // What it may consume is a difference of its own.
            let index = &mut design.global_indexes[old];
            *index = IndexDesign { capacity: index.capacity, ..new };
            Some(Command::RebuildTable { table, design })
        }
    }
}

/// A table of both designs, without what is being deleted.
fn sides_of(databases: [&Database; 2], name: &str) -> Sides {
    databases.map(|database| {
        let table = database.table(name).filter(|table| is_staying(table))?;
        let leaving = table.indexes.iter().filter(|index| !stays(index));
        let leaving: Vec<&str> = leaving.map(|index| index.schema.name.as_str()).collect();
        let mut design = design_of(database, table);
        design.global_indexes.retain(|index| !leaving.contains(&&*index.name));
        Some(design)
    })
}

/// Whether a table is a replica in another Region, which its own table adds and deletes.
fn is_replica(name: &str) -> bool {
    TableName::new(name).region().is_some()
}

fn is_staying(table: &Table) -> bool {
    table.status != TableStatus::Deleting
}

fn stays(index: &Index) -> bool {
    index.status != IndexStatus::Deleting
}

/// Whether a table stands for one of an SQL database, if that is so in one of two designs only.
fn of_sql(databases: [&Database; 2], name: &str) -> Option<Difference> {
    let [a, b] = databases.map(|database| database.table(name).filter(|table| is_staying(table)));
    let tables = [a?, b?];
    let [in_a, in_b] = tables.map(|table| table.is_sql);
    let stays = databases.iter().zip(tables).any(|(database, it)| !can_be_sql(database, it));
    (in_a != in_b).then(|| Difference {
        table: name.into(),
        part: SchemaPart::Sql,
        words: Message::plain("table.sql"),
        sides: [in_a, in_b].map(switch),
        obstacle: stays.then(|| Message::plain("sql.no_indexes")),
        losses: [None, None],
    })
}

fn switch(is_on: bool) -> Message {
    Message::plain(if is_on { "compare.on" } else { "compare.off" })
}

fn of_table(name: &str, sides: &Sides) -> Vec<Difference> {
    let difference = |part, words, sides, obstacle: Option<&'static str>| Difference {
        table: name.into(),
        part,
        words,
        sides,
        obstacle: obstacle.map(Message::plain),
        losses: [None, None],
    };
    let [Some(a), Some(b)] = sides else {
        let words = Message::plain("compare.amount").with("amount", name);
        let keys = sides
            .each_ref()
            .map(|side| side.as_ref().map_or_else(none, |design| code(keys(table_keys(design)))));
        let obstacle = is_replica(name).then_some("compare.replica_stays");
        return vec![difference(SchemaPart::Table, words, keys, obstacle)];
    };
    let mut found = Vec::new();
    let mut compare = |part, key, sides: [Message; 2], obstacle| {
        if sides[0] != sides[1] {
            found.push(difference(part, Message::plain(key), sides, obstacle));
        }
    };
    let both = [a, b];
    let settings = both.map(settings_of);
    let of_settings = |words: fn(&TableSettings) -> Message| settings.each_ref().map(words);
    let key = both.map(|design| code(keys(table_keys(design))));
    compare(SchemaPart::Key, "compare.key", key, Some("compare.key_stays"));
    compare(
        SchemaPart::Throughput,
        "compare.throughput",
        both.map(|it| throughput(it, both)),
        None,
    );
    let time_to_live = of_settings(|it| match &*it.time_to_live {
        "" => none(),
        attribute => code(attribute.to_owned()),
    });
    compare(SchemaPart::TimeToLive, "compare.time_to_live", time_to_live, None);
    let stream = of_settings(|it| it.stream.map_or_else(none, |it| code(it.word().to_owned())));
    compare(SchemaPart::Stream, "compare.stream", stream, None);
    let class = of_settings(|it| code(it.class.id().to_owned()));
    compare(SchemaPart::Class, "cost.class", class, None);
    let protection = of_settings(|it| switch(it.is_protected));
    compare(SchemaPart::Protection, "compare.protection", protection, None);
    let mut names: Vec<&str> = Vec::new();
    for index in both.into_iter().flat_map(indexes) {
        if !names.contains(&&*index.name) {
            names.push(&index.name);
        }
    }
    for name in names {
        let sides = both.map(|design| index_words(design, name));
        if sides[0] != sides[1] {
            let is_local =
                |design: &TableDesign| design.local_indexes.iter().any(|it| it.name == name);
            let obstacle = both.into_iter().any(is_local).then_some("compare.local_stays");
            let words = Message::plain("compare.amount").with("amount", name);
            found.push(difference(SchemaPart::Index(name.into()), words, sides, obstacle));
        }
    }
    found
}

fn settings_of(design: &TableDesign) -> TableSettings {
    design.settings.as_deref().cloned().unwrap_or_default()
}

fn table_keys(design: &TableDesign) -> impl Iterator<Item = &KeyDesign> {
    [Some(&design.partition_key), design.sort_key.as_ref()].into_iter().flatten()
}

fn indexes(design: &TableDesign) -> impl Iterator<Item = &IndexDesign> {
    design.global_indexes.iter().chain(&design.local_indexes)
}

fn none() -> Message {
    Message::plain("compare.none")
}

fn code(text: String) -> Message {
    Message::plain("compare.amount").with("amount", Argument::Code(text.into()))
}

/// "CustomerId (S), OrderId (S)".
fn keys<'k>(keys: impl Iterator<Item = &'k KeyDesign>) -> String {
    let keys = keys.map(|key| format!("{} ({})", key.name, key.kind.tag()));
    keys.collect::<Vec<_>>().join(", ")
}

/// "GSI: CustomerId (S) / OpenDate (S) · KEYS_ONLY".
fn index_words(design: &TableDesign, name: &str) -> Message {
    let Some(index) = indexes(design).find(|index| index.name == name) else { return none() };
    let is_local = design.local_indexes.iter().any(|local| local.name == name);
    let kind = if is_local { "LSI" } else { "GSI" };
    let projection = match &index.projection {
        ProjectionDesign::KeysOnly => "KEYS_ONLY".to_owned(),
        ProjectionDesign::All => "ALL".to_owned(),
        ProjectionDesign::Include(names) => {
            let mut names = names.clone();
            names.sort();
            format!("INCLUDE {}", names.join(", "))
        }
    };
    let [partition, sort] = [&index.partition_keys, &index.sort_keys].map(|it| keys(it.iter()));
    let sort = if sort.is_empty() { sort } else { format!(" / {sort}") };
    code(format!("{kind}: {partition}{sort} · {projection}"))
}

/// "PROVISIONED: 5 RCU, 5 WCU · OpenOrders 5 RCU, 5 WCU", with the units of the indexes that are in both designs.
fn throughput(design: &TableDesign, both: [&TableDesign; 2]) -> Message {
    let settings = settings_of(design);
    let is_of_both = |index: &&IndexDesign| {
        both.into_iter().all(|it| it.global_indexes.iter().any(|other| other.name == index.name))
    };
    let units = |capacity: &CapacityDesign| {
        let CapacityDesign { read_units, write_units, read_max, write_max } = capacity;
        let amounts = match settings.billing {
            PayMode::Provisioned => [("", Some(*read_units)), ("", Some(*write_units))],
            PayMode::OnDemand => [("≤ ", *read_max), ("≤ ", *write_max)],
        };
        let amounts = amounts.into_iter().zip(["RCU", "WCU"]);
        let amounts =
            amounts.filter_map(|((sign, units), unit)| Some(format!("{sign}{} {unit}", units?)));
        amounts.collect::<Vec<_>>().join(", ")
    };
    let mut words = vec![billing_word(settings.billing).to_owned(), units(&settings.capacity)];
    words.extend(scaling_in_use(&settings).map(|scaling| {
        let ScalingView { target_percent, units_min, units_max } = scaling;
        format!("{units_min}–{units_max} → {target_percent} %")
    }));
    for index in design.global_indexes.iter().filter(is_of_both) {
        let units = units(&index.capacity);
        words.push(if units.is_empty() { units } else { format!("{} {units}", index.name) });
    }
    words.retain(|it| !it.is_empty());
    code(words.join(" · "))
}
