//! The rows of the access patterns, in one design and in two, and months of operations that were done, beside the calculation.

use playground::message::number;
use playground::sandbox::command::{Command, PlanCommand};
use playground::session::Session;
use playground::view::compare::CompareCommand;
use playground::view::cost::CostSettings;
use playground::view::pattern::{PatternAnswer, PatternDraft, Period};

use crate::calculation::{Ask, Design, bill};
use crate::{check, document, request};

/// Compares the units and items of a row.
fn check_answer(answer: &PatternAnswer, design: &Design, number: usize) -> Result<(), String> {
    let pattern = &design.patterns[number];
    let table = &design.tables[pattern.table];
    let units: f64 = table.units(&pattern.ask).iter().sum();
    let shown = answer.hundredths() as f64 / 100.0;
    if (shown - units).abs() > 1e-6 {
        return Err(format!("pattern {number}: {shown} units, and {units} are right"));
    }
    let items = table.items_read(&pattern.ask);
    let shown = answer.item_thousandths.map(|it| it as f64 / 1_000.0);
    match shown == items {
        true => Ok(()),
        false => Err(format!("pattern {number}: {shown:?} items, and {items:?} are right")),
    }
}

/// Compares the rows of a design, and those of two, of which the second is in another region.
pub(crate) fn check_rows(session: &mut Session, design: &Design) -> Result<(), String> {
    let a = bill(design);
    let region = if design.region == "eu-west-1" { "sa-east-1" } else { "eu-west-1" };
    let other = Design { region, infrequent: false, ..design.clone() };
    let b = bill(&other);
    assert!(session.handle(Command::Compare(CompareCommand::Duplicate)).accepted);
    let settings = session.cost(None).expect("there are tables").settings;
    let settings = CostSettings { region: region.into(), class: None, ..settings };
    assert!(session.handle(Command::Plan(PlanCommand::SetCost(settings))).accepted);
    let view = session.patterns(None);
    assert!(session.handle(Command::Compare(CompareCommand::Keep)).accepted);
    for (number, row) in view.patterns.iter().enumerate() {
        let [Some(in_a), Some(in_b)] = row.answers.as_slice() else {
            return Err(format!("pattern {number} is in both designs"));
        };
        check_answer(in_a, design, number)?;
        check("a row of A", in_a.cost, a.patterns[number])?;
        check("a row of B", in_b.cost, b.patterns[number])?;
        // What is priced in two regions is no difference of the designs.
        match row.difference.as_ref().expect("there are two designs").pico {
            0 => {}
            shown => return Err(format!("pattern {number}: {shown} more, of two regions")),
        }
    }
    Ok(())
}

/// Does what the first pattern asks, if that does not grow with the table, and compares a month of it.
pub(crate) fn check_month(session: &mut Session, design: &Design) -> Result<(), String> {
    let Some(pattern) = design.patterns.first() else { return Ok(()) };
    if pattern.rate == 0.0 || design.tables[pattern.table].provisioned.is_some() {
        return Ok(());
    }
    match pattern.ask {
        Ask::Put { .. } | Ask::Grow { .. } | Ask::Delete { .. } | Ask::Get { .. } => {}
        Ask::Query { .. } | Ask::QueryIndex { .. } | Ask::Scan { .. } | Ask::Select { .. } => {
            return Ok(());
        }
    }
    let alone = Design { patterns: vec![pattern.clone()], ..design.clone() };
    let none = Design { patterns: Vec::new(), ..design.clone() };
    assert!(session.handle(Command::OpenDocument(document(&none).to_string())).accepted);
    let (operation, request, _) = request(pattern);
    let (operation, request) = (operation.to_owned(), request.to_string());
    assert!(session.handle(Command::Call { operation, request }).accepted);
    let period = Period::ALL.into_iter().find(|it| it.seconds() == pattern.period as u64);
    let draft = PatternDraft {
        rate: pattern.rate.to_string().into(),
        period: period.expect("it is one of them"),
        ..session.month_draft(None).expect("it is one request")
    };
    let month = session.month(None, &draft).map_err(|fault| format!("{fault:?}"))?;
    let right = bill(&alone).patterns[0];
    check(&format!("a month of {}", number::cents(month.cost)), month.cost, right)?;
    // Added to Design, it costs the same, also after a reload.
    assert!(session.handle(Command::Plan(PlanCommand::SavePattern(draft))).accepted);
    let kept = session.document();
    assert!(session.handle(Command::OpenDocument(kept)).accepted);
    let answer = session.patterns(None).patterns[0].answer().expect("it is tried").clone();
    check("a pattern that was a request", answer.cost, right)
}
