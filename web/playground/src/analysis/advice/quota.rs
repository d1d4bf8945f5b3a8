//! What is asked beyond what an account may use of a table, unless it has asked for more.

use engine::receipt::UnitKind;

use crate::analysis::advice::design::asked_of_stores;
use crate::analysis::advice::{AdviceContext, QUOTAS, finding};
use crate::analysis::amount::fitting;
use crate::analysis::day::spread;
use crate::explain::receipt::method;
use crate::view::advice::{Finding, Severity};
use crate::view::message::{Argument, Message};

/// Units a second that an account may read or write of a table or global index at first.
/// Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html>
const QUOTA: u64 = 40_000;

/// A table or global index of which more is asked in the busiest hour than the quota of an account.
pub(crate) fn above_quota(context: &AdviceContext<'_>) -> Vec<Finding> {
    let stores = asked_of_stores(context).into_iter();
    let above = stores.flat_map(|(_, name, cause, (read, written))| {
        [(UnitKind::Write, written), (UnitKind::Read, read)].map(|(kind, hundredths)| {
            let hours = spread(context.settings.day.as_ref(), hundredths.into());
            let asked = fitting(hours.into_iter().max().unwrap_or_default());
            (asked > QUOTA * 100).then(|| {
                let words = Message::plain("advice.quota")
                    .with("store", name.clone())
                    .with("asked", Argument::Hundredths(asked))
                    .with("unit", Message::plain(method(kind).unit()))
                    .with("limit", Argument::Count(QUOTA));
                let what = Message::plain("advice.quota_do");
                finding(Severity::Rejection, QUOTAS, cause.clone(), [words, what])
                    .weighing(asked / (QUOTA * 100))
            })
        })
    });
    above.flatten().collect()
}
