//! The lessons of the course: each is as its files say, and its check finds every false claim.

use std::fs;
use std::path::PathBuf;
use std::thread;

use playground::lesson::check::check;
use playground::lesson::condition::Condition;
use playground::lesson::course::{self, Course, CourseWords};
use playground::lesson::falsify::{changes, unnoticed};
use playground::lesson::fault::Fault;
use playground::lesson::file::{Lesson, Part};
use playground::lesson::observed::Observed;
use playground::lesson::play::{at_step, opened, perform};
use playground::lesson::words::Words;
use playground::view::workspace::Workspace;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../static/lessons")
}

fn read(name: &str) -> String {
    fs::read_to_string(folder().join(name)).expect("the file is in the folder")
}

/// The ids of the lessons, and the texts of their files.
fn lessons() -> Vec<(String, String, String)> {
    let entries = fs::read_dir(folder()).expect("the folder is there");
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let ids = names.filter_map(|name| name.strip_suffix(".lesson").map(str::to_owned));
    let mut ids: Vec<String> = ids.collect();
    ids.sort();
    assert!(!ids.is_empty());
    ids.into_iter()
        .map(|id| {
            let (lesson, words) = (read(&format!("{id}.lesson")), read(&format!("{id}.en.md")));
            (id, lesson, words)
        })
        .collect()
}

#[test]
fn every_lesson_is_as_its_files_say() {
    for (id, lesson, words) in lessons() {
        let faults: Vec<String> = check(&lesson, &words).iter().map(Fault::to_string).collect();
        assert_eq!(faults, Vec::<String>::new(), "{id}");
        assert_eq!(Lesson::parse(&lesson).0.id, id);
        let (_, steps) = lesson.split_once("\n## ").expect("it has steps");
        assert!(steps.len() + words.len() <= 8_192, "{id} is too long");
    }
}

#[test]
fn the_check_finds_every_false_claim() {
    // Each change plays the lesson once more, so the lessons are played at the same time.
    let lessons = lessons();
    let unnoticed: Vec<String> = thread::scope(|scope| {
        let unnoticed = |(id, lesson, words): &(String, String, String)| -> Vec<String> {
            assert!(changes(lesson).len() > 10, "{id}");
            let unnoticed = unnoticed(lesson, words).into_iter();
            unnoticed.map(|it| format!("{id}:{}: {}", it.line, it.what)).collect()
        };
        let threads: Vec<_> =
            lessons.iter().map(|lesson| scope.spawn(move || unnoticed(lesson))).collect();
        threads.into_iter().flat_map(|it| it.join().expect("no check panics")).collect()
    });
    assert_eq!(unnoticed, Vec::<String>::new());
}

#[test]
fn the_course_lists_the_lessons() {
    let course = Course::parse(&read("course.json")).unwrap();
    let titles = CourseWords::parse(&read("course.en.json")).unwrap();
    let lessons: Vec<(Lesson, Words)> = lessons()
        .iter()
        .map(|(_, lesson, words)| (Lesson::parse(lesson).0, Words::parse(words).0))
        .collect();
    assert_eq!(course::check(&course, &titles, &lessons), Vec::<String>::new());
}

#[test]
fn twelve_questions_place_a_learner_in_a_chapter() {
    let (text, words) = (read("placement/placement.lesson"), read("placement/placement.en.md"));
    let faults: Vec<String> = check(&text, &words).iter().map(Fault::to_string).collect();
    assert_eq!(faults, Vec::<String>::new());
    assert_eq!(unnoticed(&text, &words), []);
    let course = Course::parse(&read("course.json")).unwrap();
    let lesson = Lesson::parse(&text).0;
    assert_eq!(course::check_placement(&course, &lesson), Vec::<String>::new());
    assert_eq!(lesson.predictions().count(), 12);
    let other = text.replace("a  item-cost  change-three-bytes", "b  item-cost  no-such-step");
    let fault = check(&other, &words).iter().map(Fault::to_string).collect::<String>();
    assert!(fault.contains("a line for each wrong choice, in order: a, c"), "{fault}");
    let faults = course::check_placement(&course, &Lesson::parse(&other).0);
    assert_eq!(faults, ["item-cost: there is no step no-such-step"]);
}

#[test]
fn the_plans_of_a_workshop_add_up() {
    let guide = read("../docs/run-a-workshop.md");
    let course = Course::parse(&read("course.json")).unwrap();
    let titles = CourseWords::parse(&read("course.en.json")).unwrap().lessons;
    let lesson_with = |title: &str| {
        let lesson = course.lessons().find(|lesson| titles[&lesson.id].title == title);
        lesson.unwrap_or_else(|| panic!("no lesson {title}"))
    };
    let mut ends = Vec::new();
    let mut ids = Vec::new();
    let mut links = 0;
    for row in guide.lines() {
        if let Some((_, link)) = row.split_once("?course=") {
            assert_eq!(link.trim_end_matches("`."), ids.join(","));
            ids.clear();
            links += 1;
        }
        let Some((from, rest)) = row.strip_prefix("| ").and_then(|row| row.split_once('–'))
        else {
            continue;
        };
        let (to, rest) = rest.split_once(" | ").unwrap();
        let (from, to): (u64, u64) = (from.parse().unwrap(), to.parse().unwrap());
        if from == 0 {
            ends.push(0);
        }
        assert_eq!(ends.pop(), Some(from), "{row}");
        ends.push(to);
        let lessons: Vec<_> = rest.split("**").skip(1).step_by(2).map(lesson_with).collect();
        let minutes: u64 = lessons.iter().map(|lesson| lesson.minutes).sum();
        assert!(lessons.is_empty() || minutes == to - from, "{row}");
        ids.extend(lessons.iter().map(|lesson| lesson.id.as_str()));
    }
    assert_eq!((ends, links), (vec![60, 90, 180], 3));
}

#[test]
fn a_step_opens_as_if_the_steps_before_it_were_played() {
    let (lesson, faults) = Lesson::parse(&read("open-orders.lesson"));
    assert_eq!(faults, []);
    let entries = |step: &str| {
        let session = at_step(&lesson, "", lesson.step(step).unwrap());
        let table = session.database().table("Orders").unwrap();
        table.index("OpenOrders").unwrap().entries.count()
    };
    assert_eq!((entries("filter"), entries("flag"), entries("yours")), (3, 2, 2));
}

#[test]
fn a_task_is_done_in_whatever_way_its_goal_is_met() {
    let (lesson, _) = Lesson::parse(&read("open-orders.lesson"));
    let mut session = opened(&lesson, "A title");
    assert_eq!(session.title(), "A title");
    let step = &lesson.steps[lesson.step("list").unwrap()];
    let task = step.parts.iter().find_map(|part| match part {
        Part::Task(task) => Some(task),
        _ => None,
    });
    let task = task.unwrap();
    let mut observed = Observed::default();
    assert!(!task.is_done(&session, &observed));
    // Another request than the solution, and one that does not meet the goal first.
    let other = "# x\n```lesson\nrevision  1\nminutes  1\n```\n## s\n```play Scan\n{\"TableName\": \"Orders\"}\n```\n```play Query\n{\"TableName\": \"Orders\", \"IndexName\": \"OpenOrders\", \"KeyConditionExpression\": \"CustomerId = :c AND OrderOpenDate > :d\", \"ExpressionAttributeValues\": {\":c\": \"C1\", \":d\": \"2024\"}}\n```\n";
    let (other, faults) = Lesson::parse(other);
    assert_eq!(faults, []);
    let mut done = Vec::new();
    for part in &other.steps[0].parts {
        let Part::Act(action) = part else { panic!("an action") };
        assert!(perform(&mut session, action, &mut observed));
        done.push(task.is_done(&session, &observed));
    }
    assert_eq!(done, [false, true]);
}

#[test]
fn a_question_is_about_what_is_not_in_view() {
    let words = "```predict p\nHow many?\n- a  2  Right.\n- b  1  Wrong.\n```\n";
    let question = |about: &str| {
        format!("```predict p\n* a  {about} 2\n! b  {about} 1\n```\n```state\n{about} 2\n```\n")
    };
    let shown = faults(&question("table Tab items"), words);
    assert_eq!(
        shown,
        [
            "15: expected something that is done after the prediction, or a question about an index; found a question about what is in view"
        ]
    );
    // The page covers the index.
    let covered = faults(&question("index ByA entries"), words);
    assert!(covered.iter().all(|fault| !fault.contains("in view")), "{covered:?}");
}

#[test]
fn a_third_choice_has_the_mark_that_its_words_have() {
    let rest = "```play Scan\n{\"TableName\": \"Tab\"}\n```\n```result\nread 0.5 = Tab 0.5\nreturns 2 of 2\n```\n";
    let three = "```predict p\n* a  last read 0.5\n! b  last read 1\n- c  last read 2\n```\n";
    let words = "```predict p\nHow many?\n- a  0.5 units  Right.\n- b  1 unit  Wrong.\n- c  2 units  Wrong.\n```\n";
    assert_eq!(faults(&format!("{three}{rest}"), words), Vec::<String>::new());
    let two = three.replace("- c  last read 2\n", "");
    let missing = faults(&format!("{two}{rest}"), words).concat();
    assert!(
        missing.contains("a choice more is added there first, as `- c  last write 3`"),
        "{missing}"
    );
}

#[test]
fn what_an_example_offers_is_the_same_there() {
    let lesson = "# small\n```lesson\nrevision   1\nminutes    1\nworkspace  load\n```\n```try\nTRIED\n```\n```table\nTab  id S\n```\n\
        ## put\n```do p\ntable Tab items 1\n```\n```solution play PutItem\n{\"TableName\": \"Tab\", \"Item\": {\"id\": \"x\"}}\n```\n\
        ## count\n```play Scan\n{\"TableName\": \"Tab\"}\n```\n```result\nread 0.5 = Tab 0.5\nreturns 1 of 1\n```\n\
        ## last\n```free\n```\n";
    let words = "# Small\n\nA lesson.\n\n## put: Put\n\nText.\n\n```do p\nPut it.\n- A hint.\n```\n\n## count: Count\n\nText.\n\n## last: Last\n\nText.\n";
    let tried = |step: &str| -> Vec<String> {
        let faults = check(&lesson.replace("TRIED", step), words);
        faults.iter().filter(|it| it.line == 8).map(Fault::to_string).collect()
    };
    let expected = "8: expected the id of a step that does something, and for which nothing must be done before; found";
    assert_eq!(tried("put"), Vec::<String>::new());
    assert_eq!(
        tried("count"),
        [format!("{expected} in the example, line 26 has `read 0.5 = Tab 0.5`, `returns 0 of 0`")]
    );
    for step in ["last", "first"] {
        assert_eq!(tried(step), [format!("{expected} `{step}`")]);
    }
    assert_eq!(Lesson::parse(lesson).0.workspace, Workspace::Load);
}

/// The faults of a small lesson whose step has these blocks, and of its words.
fn faults(blocks: &str, words: &str) -> Vec<String> {
    let lesson = format!(
        "# small\n```lesson\nrevision  1\nminutes  1\n```\n```table\nTab  id S\n  global ByA  a S  KEYS_ONLY\n```\n```items Tab\n{{\"id\": \"x\", \"a\": \"1\"}}\n{{\"id\": \"y\"}}\n```\n## s\n{blocks}```free\n```\n"
    );
    let words = format!("# Small\n\nA lesson.\n\n## s: A step\n\nText.\n\n{words}");
    check(&lesson, &words).iter().map(Fault::to_string).collect()
}

const QUESTION: &str = "```predict p\nsome\n";

#[test]
fn a_fault_has_its_line_and_what_was_expected_and_found() {
    let predict = "```predict p\n* a  last read 0.5\n! b  last read 1\n```\n";
    let scan = "```play Scan\n{\"TableName\": \"Tab\"}\n```\n";
    let result = "```result\nread 0.5 = Tab 0.5\nreturns 2 of 2\n```\n";
    let words = "```predict p\nHow many?\n- a  0.5 units  Right.\n- b  1 unit  Wrong.\n```\n";
    assert_eq!(faults(&format!("{predict}{scan}{result}"), words), Vec::<String>::new());

    let check = |blocks: String, words: &str, expected: &[&str]| {
        assert_eq!(faults(&blocks, words), expected);
    };
    check(
        format!("{predict}{scan}```result\nread 0.5 = Tab 0.5\n```\n"),
        words,
        &["22: expected a complete result; found no line `returns 2 of 2`"],
    );
    check(
        format!("{predict}{scan}```result\nread 1 = Tab 1\nreturns 2 of 2\n```\n"),
        words,
        &[
            "22: expected a complete result; found no line `read 0.5 = Tab 0.5`",
            "23: expected `read 1 = Tab 1`; found `read 0.5 = Tab 0.5`, `returns 2 of 2`",
        ],
    );
    let wrong = "```predict p\na  last read 0.5\n* b  last read 1\n! c  last returns 9\n```\n";
    check(
        format!("{wrong}{scan}{result}"),
        "```predict p\nHow many?\n- a  0.5 units  Wrong.\n- b  1 unit  Right.\n- c  9 items  Wrong.\n```\n",
        &[
            "16: expected the wrong choice `a` not to hold; found it holds",
            "17: expected the right choice `b` to hold; found 0.5",
        ],
    );
    check(
        format!("{predict}{scan}"),
        words,
        &[
            "15: expected a block `result`, `outcome` or `state` after the prediction, in its step; found none",
            "19: expected a block `result` after the request; found none: the result is `read 0.5 = Tab 0.5`, `returns 2 of 2`",
        ],
    );
    check(
        format!(
            "{predict}{scan}{result}```do t\nindex ByA entries 1\n```\n```solution advance\n1 ms\n```\n"
        ),
        &format!("{words}```do t\nDo it.\n- A hint.\n```\n"),
        &["26: expected a goal that is not met before its solution; found it is met"],
    );
    check(
        format!(
            "{predict}{scan}{result}```do t\nindex ByA entries 2\n```\n```solution advance\n1 ms\n```\n"
        ),
        &format!("{words}```do t\nDo it.\n- A hint.\n```\n"),
        &["27: expected `index ByA entries 2`; found 1"],
    );
    check(
        format!("{predict}{scan}{result}"),
        &QUESTION.replace("some", "How many?\n- a  Some  Right.\n- b  1 unit  Wrong.\n```"),
        &["11: expected a label with the number 0.5; found `Some`"],
    );
    // A choice that says nothing is charged says so in words or with 0.
    let zero = "```predict p\n* a  last read 0.5\n! b  last read 0\n```\n";
    for (label, found) in
        [("0 units", None), ("Nothing, not 5", None), ("5 units", Some("5 units"))]
    {
        let words =
            format!("```predict p\nHow many?\n- a  0.5 units  Right.\n- b  {label}  Wrong.\n```\n");
        let found = found.map(|it| format!("12: expected a label with the number 0; found `{it}`"));
        assert_eq!(faults(&format!("{zero}{scan}{result}"), &words), found.as_slice());
    }
    check(format!("{predict}{scan}{result}"), "", &["5: expected a block `predict p`; found none"]);
}

#[test]
fn a_file_is_read_in_part() {
    let text = "words\n# Lesson\nmore words\n```lesson\nrevision  x\nminutes  1\n```\n```table\nT  id\n```\n```items T\n{}\n```\n## s\n```paly Scan\n```\n```state\ntable T is big\n```\n```predict p\na  last read 1\n```\n```advance\nsoon\n```\n```solution run\n```\n```free\n```\n";
    let (lesson, faults) = Lesson::parse(text);
    let lines: Vec<usize> = faults.iter().map(|fault| fault.line).collect();
    assert_eq!(lines, [1, 2, 3, 5, 9, 11, 2, 15, 18, 17, 20, 20, 24, 26]);
    assert_eq!(lesson.minutes, 1);
    assert_eq!(lesson.steps[0].parts.last(), Some(&Part::Free));
    let (lesson, faults) = Lesson::parse("# a\n```lesson\n");
    assert_eq!((lesson.steps.len(), faults[0].line), (0, 2), "the block that does not end");
    let (lesson, faults) = Lesson::parse("# a\n## b\n```free\n```\n## c\n```advance\n");
    assert_eq!((lesson.steps.len(), faults[0].line), (2, 6), "what is before it is read");
    assert_eq!(Lesson::parse("").1.len(), 1);
}

#[test]
fn every_condition_of_the_guide_is_one() {
    let guide = folder().join("../docs/lesson-format.md");
    let guide = fs::read_to_string(guide).unwrap();
    let table = guide.split("### Conditions").nth(1).unwrap();
    let rows = table.lines().filter(|line| line.starts_with("| `"));
    let conditions =
        rows.flat_map(|row| row.split('|').nth(1).unwrap().split('`').skip(1).step_by(2));
    let conditions: Vec<&str> = conditions.collect();
    assert!(conditions.len() > 30);
    for condition in conditions {
        assert!(Condition::parse(condition).is_some(), "{condition}");
    }
}

/// The lines of a guide that are indented, from a comment on.
fn example(guide: &str, comment: &str) -> String {
    let (_, guide) = guide.split_once(comment).expect("the guide has the comment");
    let guide = guide.split("<!--").next().unwrap_or_default();
    let is_shown = |line: &&str| line.is_empty() || line.starts_with("    ");
    let lines =
        guide.lines().filter(is_shown).map(|line| line.strip_prefix("    ").unwrap_or(line));
    lines.collect::<Vec<_>>().join("\n") + "\n"
}

#[test]
fn the_lesson_of_the_guide_is_right_once_its_result_is_filled_in() {
    let guide = fs::read_to_string(folder().join("../docs/write-a-lesson.md")).unwrap();
    let draft = example(&guide, "<!-- one-attribute.lesson -->");
    let words = example(&guide, "<!-- one-attribute.en.md -->");
    // The result is shown after the step, to be put in the place of the question mark.
    let result = "read 1.5 = Products 1.5\nreturns 1 of 1\n";
    let draft = draft.replacen(result, "", 1);
    let faults: Vec<String> = check(&draft, &words).iter().map(Fault::to_string).collect();
    assert_eq!(faults.len(), 3, "{faults:?}");
    assert!(
        faults.iter().any(|fault| fault.contains("`read 1.5 = Products 1.5`, `returns 1 of 1`"))
    );
    let lesson = draft.replacen("?\n", result, 1);
    let faults: Vec<String> = check(&lesson, &words).iter().map(Fault::to_string).collect();
    assert_eq!(faults, Vec::<String>::new());
    assert_eq!(unnoticed(&lesson, &words), []);
}

#[test]
fn a_step_has_one_placement() {
    let placement = "```placement items-and-keys\nb  item-cost  order\n```\n";
    let found = faults(&format!("{placement}{placement}"), "");
    let expected = "18: expected one block `placement` in a step; found another";
    assert!(found.iter().any(|it| it == expected), "{found:?}");
}
