//! Finish codes: every code is read as it was written, whatever a chat makes of it, and one that was changed is found.

use playground::lesson::finish::{FinishCode, FinishError, FirstTry, NUMBER_MAX};
use playground::lesson::tally::{PredictionTally, Tally, TallyReason};
use proptest::prelude::*;

fn code() -> impl Strategy<Value = FinishCode> {
    let first_try = (0..4_usize).prop_map(|number| FirstTry::ALL[number]);
    let predictions = prop::collection::vec(first_try, 0..64);
    let steps = prop::collection::vec(any::<bool>(), 0..64);
    ("[a-z0-9-]{1,30}", 0..128_u64, steps, predictions, 0..=NUMBER_MAX).prop_map(
        |(lesson, revision, steps, predictions, number)| FinishCode {
            lesson,
            revision,
            steps,
            predictions,
            number,
        },
    )
}

/// The codes of so many learners, the same but for their numbers.
fn class(count: u32, predictions: &[FirstTry]) -> Vec<String> {
    let codes = (0..count).map(|number| FinishCode {
        lesson: "open-orders".to_owned(),
        revision: 1,
        steps: vec![true; 7],
        predictions: predictions.to_vec(),
        number,
    });
    codes.map(|code| code.to_string()).collect()
}

proptest! {
    #[test]
    fn a_code_is_read_as_it_was_written(code in code()) {
        let text = code.to_string();
        prop_assert!(text.is_ascii());
        prop_assert_eq!(FinishCode::parse(&text), Ok(code.clone()));
        let (_, digits) = text.rsplit_once(':').expect("it has a colon");
        let typed = format!(" \r\n{}\n", text.to_uppercase().replace(digits, &digits.replace('0', "o").replace('1', "l").replace('-', " ")));
        prop_assert_eq!(FinishCode::parse(&typed), Ok(code));
    }

    #[test]
    fn a_character_that_is_changed_or_exchanged_is_found(code in code(), at in any::<prop::sample::Index>(), to in "[0-9A-HJKMNP-TV-Z]") {
        let text = code.to_string();
        let (lesson, digits) = text.rsplit_once(':').expect("it has a colon");
        let digits: Vec<char> = digits.chars().filter(|it| *it != '-').collect();
        let at = at.index(digits.len());
        let mut changed = digits.clone();
        changed[at] = to.chars().next().expect("it has one");
        if changed != digits {
            let changed: String = changed.iter().collect();
            prop_assert_eq!(FinishCode::parse(&format!("{lesson}:{changed}")), Err(FinishError::Checksum));
        }
        let mut exchanged = digits.clone();
        exchanged.swap(at, (at + 1) % digits.len());
        if exchanged != digits && at + 1 < digits.len() {
            let exchanged: String = exchanged.iter().collect();
            prop_assert_eq!(FinishCode::parse(&format!("{lesson}:{exchanged}")), Err(FinishError::Checksum));
        }
    }

    #[test]
    fn a_code_that_was_cut_is_found(code in code(), at in any::<prop::sample::Index>()) {
        let text = code.to_string();
        let end = at.index(text.len());
        prop_assert!(FinishCode::parse(&text[..end]).is_err(), "{}", &text[..end]);
    }

    #[test]
    fn any_text_is_counted_without_a_panic(text in "(?s).{0,300}") {
        let tally = Tally::of(&text);
        prop_assert!(tally.faults.iter().all(|fault| fault.line >= 1));
    }

    /// However the codes are ordered and however often each is there, every learner counts once.
    #[test]
    fn each_learner_counts_once(order in Just((0..40_usize).map(|it| it % 30).collect::<Vec<_>>()).prop_shuffle()) {
        let codes = class(30, &[FirstTry::Right, FirstTry::Common]);
        let text: Vec<&str> = order.iter().map(|position| codes[*position].as_str()).collect();
        let tally = Tally::of(&text.join("\n"));
        prop_assert_eq!(tally.lessons[0].learner_count, 30);
        prop_assert_eq!(tally.faults.len(), 10);
        prop_assert!(tally.faults.iter().all(|fault| matches!(fault.reason, TallyReason::Repeated(line) if text[line - 1] == fault.text)));
    }
}

#[test]
fn a_code_is_short_enough_for_a_chat() {
    let [code] = class(1, &[FirstTry::Right; 8]).try_into().expect("one");
    assert_eq!(
        code, "open-orders:0000-027Z-S1AN-AMQR",
        "codes that were copied must stay readable"
    );
    let digits = code.rsplit_once(':').expect("it has a colon").1;
    assert!(digits.len() <= 24, "{digits}");
}

#[test]
fn lines_are_named_by_their_numbers() {
    let codes = class(3, &[FirstTry::Right, FirstTry::Wrong, FirstTry::Common]);
    let cut = &codes[1][..codes[1].len() - 1];
    let text = format!(
        "Ann (12:30): {}\n\n{cut}\nhello\n{}\n{}, {}\n",
        codes[0], codes[0], codes[1], codes[2]
    );
    let tally = Tally::of(&text);
    let lines: Vec<(usize, TallyReason)> =
        tally.faults.iter().map(|fault| (fault.line, fault.reason)).collect();
    assert_eq!(
        lines,
        [
            (3, TallyReason::Malformed(FinishError::Checksum)),
            (4, TallyReason::Malformed(FinishError::Form)),
            (5, TallyReason::Repeated(1)),
        ]
    );
    assert_eq!(tally.lessons[0].learner_count, 3);
    assert_eq!(tally.lessons[0].most_missed(), Some(1), "the first of those that most missed");
}

#[test]
fn earlier_codes_of_a_learner_name_the_line_that_is_counted() {
    let last = FinishCode::parse(&class(1, &[FirstTry::Right, FirstTry::Wrong])[0]).unwrap();
    let mut second = last.clone();
    second.steps[6] = false;
    let mut first = second.clone();
    first.predictions[1] = FirstTry::None;
    let tally = Tally::of(&format!("{first}\n{second}\n{last}"));
    let reasons: Vec<_> = tally.faults.iter().map(|fault| (fault.line, fault.reason)).collect();
    assert_eq!(reasons, [(1, TallyReason::Repeated(3)), (2, TallyReason::Repeated(3))]);
}

#[test]
fn a_later_code_of_a_learner_takes_the_place_of_the_earlier_one() {
    let full = FinishCode::parse(&class(1, &[FirstTry::Right, FirstTry::Wrong])[0]).unwrap();
    let mut early = full.clone();
    early.steps[6] = false;
    early.predictions[1] = FirstTry::None;
    assert!(full.extends(&early) && !early.extends(&full));
    for text in [format!("{early}\n{full}"), format!("{full}\n{early}")] {
        let tally = Tally::of(&text);
        let lesson = &tally.lessons[0];
        assert_eq!((lesson.learner_count, lesson.finished_count), (1, 1), "{text}");
        assert_eq!(tally.faults.len(), 1);
    }
}

#[test]
fn the_table_is_csv_that_no_spreadsheet_runs() {
    let tally = Tally::of(&class(2, &[FirstTry::Right, FirstTry::Common]).join(" "));
    let csv = tally.to_csv(|_, position| format!("=question, \"{position}\""));
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[2], "open-orders,1,2,2,2,\"'=question, \"\"1\"\"\",0,2,0,0");
}

/// The codes of a class of thirty in the lesson “A row that is not there”, which a journey pastes, too.
const CLASS: &str = include_str!("../../../tests/browser/finish-codes.txt");

#[test]
fn codes_that_were_copied_are_counted_by_every_later_version() {
    let tally = Tally::of(CLASS);
    assert_eq!(tally.faults, []);
    let [lesson] = tally.lessons.as_slice() else { panic!("{tally:?}") };
    assert_eq!((lesson.lesson.as_str(), lesson.revision), ("open-orders", 1));
    assert_eq!((lesson.learner_count, lesson.finished_count), (30, 28));
    let missed: Vec<usize> = lesson.predictions.iter().map(PredictionTally::missed).collect();
    assert_eq!(missed, [20, 15, 23, 8]);
}
