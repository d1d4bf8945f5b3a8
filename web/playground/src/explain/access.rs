//! What policies say to a request, in words.

use engine::api::access::ruling::{Failure, Place, Ruling, Verdict};
use engine::api::error::ApiError;
use engine::api::error::code::ErrorCode;
use engine::receipt::{Receipt, UnitKind};

use crate::explain::fault::fault;
use crate::view::draft::FaultView;
use crate::view::message::{Argument, Message};

/// A sentence for each thing that a request does: which statement allows or denies it, or what failed of each that could.
pub(crate) fn access_words(caller: &str, rulings: &[Ruling]) -> Vec<Message> {
    rulings.iter().flat_map(|ruling| ruling_words(caller, ruling)).collect()
}

/// Why a request that is not sent yet would be rejected, as the page shows it: of one that is denied, with the reason, and of one
/// whose condition is false, with what that would cost.
pub(crate) fn fault_as(
    error: &ApiError,
    caller: Option<&str>,
    rulings: &[Ruling],
    receipt: Option<&Receipt>,
) -> FaultView {
    let fault = fault(error);
    if let (ApiError::ConditionalCheckFailed { .. }, Some(receipt)) = (error, receipt) {
        let units = Argument::HalfUnits(receipt.units(UnitKind::Write).halves());
        let explanation = Message::plain("fault.condition_would").with("units", units);
        return FaultView { message: None, explanation: Some(explanation), ..fault };
    }
    let denied = rulings.iter().find(|ruling| !ruling.verdict.is_allowed());
    let (true, Some(caller), Some(denied)) =
        (error.code() == ErrorCode::AccessDenied, caller, denied)
    else {
        return fault;
    };
    let explanation = ruling_words(caller, denied).into_iter().next();
    FaultView { explanation: explanation.or(fault.explanation), ..fault }
}

fn ruling_words(caller: &str, ruling: &Ruling) -> Vec<Message> {
    let about = |key: &'static str| {
        let resource = ruling.resource.rsplit_once(":table/").map_or(&*ruling.resource, |it| it.1);
        Message::plain(key)
            .with("caller", caller)
            .with("action", Argument::Code(ruling.action.into()))
            .with("resource", Argument::Code(resource.into()))
    };
    match &ruling.verdict {
        Verdict::Allowed(place) => vec![at(about("access.allowed"), place)],
        Verdict::Denied(place) => vec![at(about("access.denied"), place)],
        Verdict::NotAllowed(failures) if failures.is_empty() => vec![about("access.nothing")],
        Verdict::NotAllowed(failures) => {
            let words = |failure: &Failure| {
                let key = match failure.values.is_empty() {
                    true => "access.absent",
                    false => "access.failed",
                };
                let list = |values: &[String]| {
                    Argument::List(values.iter().map(|value| value.as_str().into()).collect())
                };
                at(about(key), &failure.place)
                    .with("operator", Argument::Code(failure.operator.as_str().into()))
                    .with("key", Argument::Code(failure.key.into()))
                    .with("expected", list(&failure.expected))
                    .with("values", list(&failure.values))
            };
            failures.iter().map(words).collect()
        }
    }
}

fn at(message: Message, place: &Place) -> Message {
    message
        .with("policy", Argument::Code(place.policy.as_str().into()))
        .with("statement", Argument::Count(place.statement as u64))
}
