//! The picture of an experiment, made of its workload: the rate over the time, and which keys are asked for.

use engine::clock::UnixTime;
use engine::json::value::parse;
use engine::random::Random;
use engine::workload::filling::Filling;
use engine::workload::pattern::AccessPattern;
use engine::workload::rate::RateCurve;
use engine::workload::suffix::{Method, suffix};
use engine::workload::template::Template;
use serde_json::{Value, json};

use crate::analysis::experiment::data::{Experiment, ExperimentRequest, Experiments};
use crate::sandbox::workload::curve_of;
use crate::view::experiment::ExperimentPicture;

/// Moments of a picture.
const MOMENT_COUNT: u64 = 60;

/// What separates the numbers of the requests of two moments beyond the time between them, so that keys that go round are not
/// always the same. Model: a prime.
const STRIDE: u64 = 7;

/// The picture of an experiment.
pub(super) fn picture(data: &Experiments<'_>, experiment: &Experiment<'_>) -> ExperimentPicture {
    let lanes: Vec<(RateCurve, Option<Template>)> = experiment
        .requests
        .iter()
        .map(|request| (curve_of(&request.rate, 1), key_template(data, experiment, request)))
        .collect();
    let second = |moment: u64| moment * experiment.seconds / MOMENT_COUNT;
    let total = |moment| lanes.iter().map(|(curve, _)| curve.at(second(moment))).sum::<u64>();
    let totals: Vec<u64> = (0..MOMENT_COUNT).map(total).collect();
    let most = totals.iter().copied().max().unwrap_or_default().max(1);
    let key = |moment: u64| {
        let busiest = lanes.iter().max_by_key(|(curve, _)| curve.at(second(moment)));
        let (curve, template) = busiest?;
        let number = curve.total(second(moment)) + moment * STRIDE + 1;
        let random = Random::new(1).fork(moment);
        let filled = template.as_ref()?.fill(&Filling { number, random, now: UnixTime(0) });
        let text = parse(&filled).ok()?["Key"]["key"]["S"].as_str()?.to_owned();
        u8::try_from(suffix(Method::Hash, &text, 100)).ok()
    };
    ExperimentPicture {
        rates: totals.iter().map(|it| u8::try_from(it * 100 / most).unwrap_or(100)).collect(),
        keys: (0..MOMENT_COUNT).map(key).collect(),
    }
}

/// A request of which only the partition key is left; `None` if it names none.
fn key_template(
    data: &Experiments<'_>,
    experiment: &Experiment<'_>,
    request: &ExperimentRequest<'_>,
) -> Option<Template> {
    let key = if let Some(written) = &request.request {
        written_key(data, written)?.to_owned()
    } else {
        let second = request.rate.first().map_or(1, |(_, count)| *count).to_string();
        let key = request.key.or(experiment.key)?;
        key.replace("$sort", "sort").replace("$second", &second)
    };
    let sort = experiment.sort.unwrap_or("");
    let json = json!({ "TableName": "any", "Key": { "key": { "S": key }, "sort": { "S": sort } } });
    let operation = "GetItem".to_owned();
    let name = operation.clone();
    let rate = RateCurve::default();
    AccessPattern { name, operation, request: json.to_string(), rate }.template().ok()
}

/// The partition key of a request that is written out.
fn written_key<'r>(data: &Experiments<'_>, request: &'r Value) -> Option<&'r str> {
    let table = data.table(request["TableName"].as_str()?);
    let name = table["KeySchema"][0]["AttributeName"].as_str()?;
    let values = request["ExpressionAttributeValues"].as_object();
    let value = ["Key", "Item"].into_iter().find_map(|member| request[member].get(name));
    let value = value.or_else(|| values?.values().next())?;
    value.as_object()?.values().next()?.as_str()
}
