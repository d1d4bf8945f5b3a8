//! Actions in words, as undo names them.

use crate::sandbox::command::Capacity;
use crate::sandbox::document::reader::Problems;
use crate::sandbox::edit::label;
use crate::sandbox::input::Input;
use crate::sandbox::input_text::input_of;
use crate::sandbox::plan::{Plan, Regions};
use crate::sandbox::program::read_program;
use crate::sandbox::request::Request;
use crate::sandbox::several::EditKind;
use crate::sandbox::story::Story;
use crate::sandbox::throughput::is_switch;
use crate::view::edit::{Edit, ItemId};
use crate::view::message::{Argument, Message};
use crate::view::throughput::Setting;
use crate::view::value::Method;

use engine::operation::{Access, Operation};
use engine::table::Table;

/// An hour in milliseconds.
const HOUR_MS: u64 = 60 * 60 * 1_000;

/// An input in words, as undo names it. `None` for a request, which is named by what it does, and for time.
pub(crate) fn action_of(input: &Input) -> Option<Message> {
    match input {
        Input::Call(_) | Input::Advance { .. } | Input::Reopen => None,
        Input::Rebuild { table, .. } => {
            Some(Message::plain("action.rebuild_table").with("table", &**table))
        }
        Input::EditSeveral { kind, requests, .. } => Some(kind.action(requests.len() as u64)),
        Input::Import(record) => Some(record.action()),
        Input::ChangeTable { table, requests, .. } => {
            let creates = requests.first().is_some_and(|it| it.is_of(Operation::CreateTable));
            let key = if creates { "action.create_table" } else { "action.update_table" };
            Some(Message::plain(key).with("table", &**table))
        }
        Input::Together(_) => Some(Message::plain("action.together")),
        Input::RunWorkload(record) => Some(record.action()),
        Input::Set { setting, value } => Some(of_setting(*setting, *value)),
        Input::SetScaling { table, scaling } => {
            let key = if scaling.is_some() { "action.scaling" } else { "action.no_scaling" };
            Some(Message::plain(key).with("table", &**table))
        }
        Input::Rename(title) => Some(Message::plain("action.rename").with("title", &**title)),
        // Without the plan before, it is not known what was changed: see `of_plan`.
        Input::Plan(_) => Some(Message::plain("action.plan")),
        Input::Reset => Some(Message::plain("action.reset")),
        Input::Fork(fork) => {
            let at = Argument::Ms(fork.state.database.now().0);
            Some(Message::plain("action.fork").with("time", at))
        }
    }
}

/// The name of the last action of a story. A request has none: whether it was accepted is not known before it is sent again.
pub(crate) fn last_of(story: &Story) -> Message {
    let inputs = story.log.iter().rev().map(|line| input_of(line, &Problems::default()));
    let is_read = |request: &Request| {
        let access = Operation::from_name(&request.operation).map(Operation::access);
        matches!(access, Some(Access::ReadItems | Access::ReadStream | Access::Describe))
    };
    let mut actions = inputs.skip_while(|input| match input {
        Ok(Input::Advance { .. } | Input::Reopen) => true,
        Ok(Input::Call(request)) => is_read(request),
        _ => false,
    });
    let last = actions.next().and_then(|input| action_of(&input.ok()?));
    last.unwrap_or(Message::plain("action.before_opening"))
}

/// An input in words, as [`action_of`], with the plan before it.
pub(crate) fn action_after(plan: &Plan, input: &Input) -> Option<Message> {
    match input {
        Input::Plan(after) => Some(of_plan(plan, after)),
        _ => action_of(input),
    }
}

/// A change of how writes travel between Regions, in words.
fn of_regions(before: &Regions, after: &Regions) -> Message {
    let other = |one: &Regions, other: &Regions, key: &'static str| {
        let region = one.cut_off.iter().find(|region| !other.cut_off.contains(region));
        region.map(|region| Message::plain(key).with("region", &**region))
    };
    other(after, before, "action.cut_off")
        .or_else(|| other(before, after, "action.connect"))
        .unwrap_or(Message::plain("action.region_delay").with("time", Argument::Ms(after.delay_ms)))
}

/// A change of the plan, in words.
pub(crate) fn of_plan(before: &Plan, after: &Plan) -> Message {
    let entities = |one: &Plan, other: &Plan| {
        let changed = one.entities.iter().find(|it| other.entities_of(&it.table) != it.entities);
        changed.map(|it| Message::plain("action.entities").with("name", &*it.table))
    };
    let pattern = |one: &Plan, other: &Plan, key: &'static str| {
        let changed = one.workload.patterns.iter().find(|pattern| {
            let same = other.workload.patterns.iter().find(|it| it.name == pattern.name);
            same.is_none_or(|same| {
                (&same.operation, &same.request) != (&pattern.operation, &pattern.request)
                    || one.note(&pattern.name) != other.note(&pattern.name)
            })
        });
        changed.map(|pattern| Message::plain(key).with("name", &*pattern.name))
    };
    let program = |one: &Plan, other: &Plan, key: &'static str| {
        let changed = one.programs.iter().find(|program| !other.programs.contains(program));
        let name = changed.and_then(|it| read_program(it).ok()).map(|program| program.name);
        name.map(|name| Message::plain(key).with("name", name))
    };
    if before.cost != after.cost {
        return Message::plain("action.cost");
    }
    if before.regions != after.regions {
        return of_regions(&before.regions, &after.regions);
    }
    let series = |one: &Plan, other: &Plan, key: &'static str| {
        let changed = one.series.iter().find(|series| !other.series.contains(series));
        changed.map(|series| Message::plain(key).with("name", series.name.as_str()))
    };
    let sql = |one: &Plan, other: &Plan, key: &'static str| {
        let table = one.sql.iter().find(|table| !other.sql.contains(table));
        table.map(|table| Message::plain(key).with("table", &**table))
    };
    if before.callers != after.callers {
        return Message::plain("action.callers");
    }
    if before.sender != after.sender {
        return match &after.sender {
            Some(name) => Message::plain("action.send_as").with("name", name.as_str()),
            None => Message::plain("action.send_as_owner"),
        };
    }
    let is_traffic = before.workload != after.workload || before.experiment != after.experiment;
    let traffic = is_traffic.then_some(Message::plain("action.set_workload"));
    entities(after, before)
        .or_else(|| entities(before, after))
        .or_else(|| sql(after, before, "action.sql"))
        .or_else(|| sql(before, after, "action.no_sql"))
        .or_else(|| program(after, before, "action.save_program"))
        .or_else(|| program(before, after, "action.delete_program"))
        .or_else(|| series(after, before, "action.save_series"))
        .or_else(|| series(before, after, "action.delete_series"))
        .or_else(|| pattern(after, before, "action.save_pattern"))
        .or_else(|| pattern(before, after, "action.delete_pattern"))
        .or(traffic)
        .unwrap_or(Message::plain("action.plan"))
}

/// The label of an edit in the offer to undo it.
pub(crate) fn of_edit(table: &Table, edit: &Edit) -> Message {
    let item = |item: &ItemId| Argument::Code(label(table, item).into());
    let attribute = |name: &str| Argument::Code(name.into());
    match edit {
        Edit::Set { item: id, attribute: name, .. } => {
            Message::plain("action.set").with("attribute", attribute(name)).with("item", item(id))
        }
        Edit::Remove { item: id, attribute: name } => Message::plain("action.remove")
            .with("attribute", attribute(name))
            .with("item", item(id)),
        Edit::Replace { item: id, .. } => Message::plain("action.replace").with("item", item(id)),
        Edit::Put { .. } | Edit::Compose { .. } => Message::plain("action.put"),
        Edit::Delete { item: id } => Message::plain("action.delete").with("item", item(id)),
        Edit::SetAll { items, .. } => EditKind::Update.action(items.len() as u64),
        Edit::DeleteAll { items } => EditKind::Delete.action(items.len() as u64),
    }
}

/// A change of what a table may consume, in words.
pub(crate) fn of_capacity(table: &str, capacity: &Capacity) -> Message {
    match capacity {
        Capacity::Scaled(Some(_)) => Message::plain("action.scaling").with("table", table),
        Capacity::Scaled(None) => Message::plain("action.no_scaling").with("table", table),
        Capacity::OnDemand => Message::plain("action.on_demand").with("table", table),
        Capacity::Provisioned => Message::plain("action.provisioned").with("table", table),
        Capacity::Units { index, method, units } => {
            let key = match method {
                Method::Write => "action.write_units",
                Method::Read => "action.read_units",
            };
            let store = index.as_deref().unwrap_or(table);
            Message::plain(key).with("store", store).with("units", Argument::Count(*units))
        }
    }
}

/// A change of a number of the model, in words.
fn of_setting(setting: Setting, value: u64) -> Message {
    let message = match (setting, value) {
        (Setting::Delay, ms) => {
            return Message::plain("action.delay").with("delay", Argument::Ms(ms));
        }
        (Setting::CollectionMax, bytes) => {
            return Message::plain("action.collection_max").with("size", Argument::Size(bytes));
        }
        (Setting::ExpiryDelay, ms) if ms.is_multiple_of(HOUR_MS) => {
            let hours = Argument::Count(ms / HOUR_MS);
            return Message::plain("action.expiry_delay").with("count", hours);
        }
        (Setting::ExpiryDelay, ms) => {
            return Message::plain("action.expiry_delay_time").with("time", Argument::Ms(ms));
        }
        (_, 0) if is_switch(setting) => Message::plain("action.switch_off"),
        (_, _) if is_switch(setting) => Message::plain("action.switch_on"),
        (_, _) => Message::plain("action.setting").with("value", Argument::Count(value)),
    };
    message.with("setting", Message::plain(setting.key()))
}
