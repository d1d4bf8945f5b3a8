//! What is asked or sold beyond what an account may use of its tables, or beyond what a new table serves.

use engine::receipt::Store;

use crate::analysis::advice::{AdviceContext, ON_DEMAND, QUOTAS, finding};
use crate::analysis::quota::{Excess, Limit};
use crate::view::advice::{Cause, Finding, Severity};
use crate::view::cost::PayMode;
use crate::view::message::Message;

/// A table or global index of which more is asked or provisioned in the busiest hour than the quota of an account, and tables
/// that are more than that together.
pub(crate) fn above_quota(context: &AdviceContext<'_>) -> Vec<Finding> {
    let bill = context.bill();
    let Some((estimate, mode)) = context.own_of(&bill) else { return Vec::new() };
    let of_stores = estimate.excesses(mode).into_iter().map(|excess| found(context, &excess));
    let of_account = match mode {
        PayMode::OnDemand => Vec::new(),
        PayMode::Provisioned => bill.above_account(estimate.region()),
    };
    let of_account = of_account.into_iter().map(|words| {
        let what = Message::plain("advice.quota_provisioned_do");
        finding(Severity::Rejection, QUOTAS, Cause::Table, [words, what])
    });
    of_stores.chain(of_account).collect()
}

fn found(context: &AdviceContext<'_>, excess: &Excess) -> Finding {
    let (severity, source, what) = match excess.limit {
        Limit::Asked => (Severity::Rejection, QUOTAS, "advice.quota_do"),
        Limit::Provisioned => (Severity::Rejection, QUOTAS, "advice.quota_provisioned_do"),
        Limit::Start => (Severity::Hint, ON_DEMAND, "advice.quota_start_do"),
    };
    let cause = match &excess.store {
        Store::Table | Store::Local(_) => Cause::Table,
        Store::Global(name) => Cause::Index(name.as_str().into()),
    };
    let words = [excess.words(context.table), Message::plain(what)];
    finding(severity, source, cause, words).weighing(excess.weight())
}
