//! Checks of what must be true of a request. The list of invariants says what each of them states.

use engine::api::Outcome;
use serde_json::Value;

use crate::item::Attributes;
use crate::simulation::bill::Bill;
use crate::simulation::exchange::Exchange;
use crate::simulation::expect::Expected;
use crate::simulation::invariant::same;
use crate::simulation::probe;
use crate::simulation::world::World;

/// A preview says exactly what the request then does.
pub fn preview(_: &World, exchange: &Exchange) -> Result<(), String> {
    same("preview", &exchange.preview, &exchange.outcome)
}

/// A reply as text is the reply as a value.
pub fn text(_: &World, exchange: &Exchange) -> Result<(), String> {
    let by_value = match &exchange.outcome.reply {
        Ok(reply) => Ok(reply.to_string()),
        Err(error) => Err(error.to_json().to_string()),
    };
    let by_text = exchange.text.as_ref().map_err(|error| error.to_json().to_string());
    same("text", &by_value, &by_text.cloned())
}

/// A saved and loaded database continues exactly as the one that was not.
pub fn twin(_: &World, exchange: &Exchange) -> Result<(), String> {
    let Some(twin) = &exchange.twin else { return Ok(()) };
    same("outcome", &twin.outcome, &exchange.outcome)?;
    same("events", &twin.events, &exchange.events)
}

/// The reply, or the error, is what the model expects.
pub fn reply(_: &World, exchange: &Exchange) -> Result<(), String> {
    if exchange.is_throttled() {
        return Ok(());
    }
    let got = match &exchange.outcome.reply {
        Ok(reply) => Ok(probe::normalized(reply.clone())),
        Err(error) => Err(error.code().name()),
    };
    match (&exchange.expected, got) {
        (None, _) => Ok(()),
        (Some(Expected::Reply(expected, _)), Ok(got)) => {
            let sorted = |reply: &Value| sorted_responses(probe::normalized(reply.clone()));
            same("reply", &sorted(expected), &sorted(&got))
        }
        (Some(Expected::Failure(failure)), Err(code)) if failure.codes.contains(&code) => Ok(()),
        (Some(expected), _) => {
            Err(format!("expected {expected:?}\n  got {:?}", exchange.outcome.reply))
        }
    }
}

/// A reply in which the items of a `BatchGetItem` have one order: they have none.
fn sorted_responses(mut reply: Value) -> Value {
    for (_, items) in reply["Responses"].as_object_mut().into_iter().flatten() {
        if let Some(items) = items.as_array_mut() {
            items.sort_by_key(ToString::to_string);
        }
    }
    if reply["Responses"].is_null()
        && let Some(members) = reply.as_object_mut()
    {
        members.remove("Responses");
    }
    reply
}

/// The units of the receipt are those of the model.
pub fn receipt(_: &World, exchange: &Exchange) -> Result<(), String> {
    let Outcome { reply, receipt } = &exchange.outcome;
    match (&exchange.expected, reply, receipt) {
        (Some(Expected::Reply(_, bill)), Ok(_), Some(receipt)) => {
            let (charged, kinds) = probe::charged(receipt);
            same("units by table and index", &bill.charged(), &charged)?;
            // Of a batch in which every statement is invalid, nothing is charged.
            let expected = if bill.is_empty() { Vec::new() } else { vec![bill.kind] };
            same("kinds of units", &expected, &kinds)
        }
        (Some(Expected::Reply(..)), Ok(_), None) => Err("there is no receipt".to_owned()),
        _ => Ok(()),
    }
}

/// A failed condition or transaction has the right code, reasons and price.
pub fn failed(_: &World, exchange: &Exchange) -> Result<(), String> {
    let Outcome { reply: Err(error), receipt } = &exchange.outcome else { return Ok(()) };
    let charged = receipt.as_ref().map(|receipt| probe::charged(receipt).0);
    let failure = match &exchange.expected {
        _ if exchange.is_throttled() => return same("units", &None, &charged),
        Some(Expected::Failure(failure)) => failure,
        Some(Expected::Reply(..)) | None => return Ok(()),
    };
    let json = probe::normalized(error.to_json());
    same("units", &failure.bill.as_ref().map(Bill::charged), &charged)?;
    let item: Option<Attributes> =
        json.get("Item").and_then(|item| serde_json::from_value(item.clone()).ok());
    same("Item", &failure.item, &item)?;
    let Some(reasons) = &failure.reasons else { return Ok(()) };
    let codes = json["CancellationReasons"].as_array().into_iter().flatten();
    let codes: Vec<&str> = codes.filter_map(|reason| reason["Code"].as_str()).collect();
    same("CancellationReasons", reasons, &codes)
}

/// A rejected request, and a read, changes nothing but tokens, heat and the number of events.
pub fn rejected(world: &World, exchange: &Exchange) -> Result<(), String> {
    if !exchange.changes_nothing() {
        return Ok(());
    }
    let saved = |database| {
        let mut json = probe::saved(database);
        // Heat may split a partition of an index, which divides its queue.
        if let Some(tasks) = json["state"]["schedule"].as_array_mut() {
            tasks.retain(|task| task["task"] != "Drain");
        }
        for table in json["tables"].as_array_mut().into_iter().flatten() {
            if let Some(state) = table["state"].as_object_mut() {
                state.remove("meters");
            }
        }
        json
    };
    same("database", &saved(&exchange.before), &saved(&world.database))
}
