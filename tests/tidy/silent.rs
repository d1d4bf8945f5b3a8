//! Every limit of the page says what it leaves out.
//!
//! A list that is cut is a `First` (`view/first.rs`), which counts what it leaves out, and a text is a `beginning`, which
//! ends with "…". What is cut in another way is listed here with how it says so, or why it need not.

use super::{none, sources};

/// Where code may cut by a limit of its own: the end of the path, the limit, and how the page says what is left out.
const SPEAKING: [(&str, &str, &str); 34] = [
    ("app/host.rs", "WAITING_COUNT_MAX", "the request is answered: embed.waiting"),
    ("panel/bar/view.rs", "MENU_COUNT", "the menu ends with the number of all stored sandboxes"),
    (
        "panel/items/checked.rs",
        "ITEMS_TOGETHER_MAX",
        "`together.rs` says that no more can be checked",
    ),
    ("panel/callers/view.rs", "CALLER_COUNT_MAX", "words beside the button: caller.full"),
    ("panel/callers/state.rs", "CALLER_COUNT_MAX", "words beside the button: caller.full"),
    ("panel/entities/view.rs", "ENTITY_COUNT_MAX", "words beside the button: entities.full"),
    ("panel/entities/state.rs", "ENTITY_COUNT_MAX", "words beside the button: entities.full"),
    (
        "panel/teach/state.rs",
        "CODES_LENGTH_MAX",
        "a line among those that are not counted: teach.cut",
    ),
    (
        "lesson/list.rs",
        "LESSONS_MAX",
        "the others are among those that are not here: gallery.absent",
    ),
    ("sandbox/document/text.rs", "TITLE_LENGTH_MAX", "a notice: problem.cut"),
    ("sandbox/document/plan.rs", "ENTITY_COUNT_MAX", "a notice: problem.too_many"),
    (
        "sandbox/document/reader.rs",
        "PROBLEM_COUNT_MAX",
        "the last problem counts the others: problem.more",
    ),
    ("sandbox/mark.rs", "CHANGE_COUNT_MAX", "nothing is left out: two changes are as good as more"),
    ("advice/verdict.rs", "TOLD_COUNT", "a sentence counts the others: verdict.more"),
    ("views/unlike.rs", "TOLD_COUNT", "a sentence counts the others: compare.unlike_more"),
    ("views/table.rs", "COLUMN_COUNT_MAX", "a column for all others: items.more"),
    ("views/table.rs", "LINE_LENGTH_MAX", "the text ends with …"),
    ("views/reach.rs", "ITEM_COUNT_MAX", "then nothing is counted: reach.some_items"),
    (
        "sandbox/program.rs",
        "TRIED_ITEM_COUNT_MAX",
        "a warning helps: a program that fails later says so then",
    ),
    ("views/call.rs", "ITEM_COUNT_MAX", "nothing is left out: a proposal has a few keys"),
    (
        "session/timeline.rs",
        "STOP_COUNT_MAX",
        "the row counts the earlier moments: timeline.earlier",
    ),
    (
        "form/complete.rs",
        "ITEM_COUNT_MAX",
        "a suggestion saves typing: what is not suggested can be typed",
    ),
    (
        "form/statement.rs",
        "ITEM_COUNT_MAX",
        "a suggestion saves typing: what is not suggested can be typed",
    ),
    (
        "analysis/written.rs",
        "ITEM_COUNT_MAX",
        "a suggestion saves typing: an attribute that is not offered can be typed in the request",
    ),
    (
        "analysis/written.rs",
        "SEARCHED_COUNT_MAX",
        "a suggestion saves typing: an attribute that is not offered can be typed in the request",
    ),
    ("code/read/execute/machine.rs", "SOURCE_LENGTH_MAX", "the text ends with …"),
    ("link/summary.rs", "ITEM_COUNT", "a result of the search, which reads first items only"),
    ("import/mod.rs", "SAMPLE_COUNT", "the heading says that they are the first rows"),
    (
        "view/embed.rs",
        "PART_LENGTH_MAX",
        "nothing that is a part is longer: the author sees an unknown part",
    ),
    (
        "lesson/progress.rs",
        "ELSEWHERE_MAX",
        "nothing is shown: a tab that is not remembered asks the learner again",
    ),
    (
        "lesson/source.rs",
        "ID_LENGTH_MAX",
        "the id is in the name of the files that the author sees",
    ),
    ("lesson/base32.rs", "DIGIT_BITS", "nothing is left out: the size of a digit"),
    ("lesson/finish.rs", "DIGIT_BITS", "nothing is left out: the size of a digit"),
    ("view/first.rs", "", "the one place"),
];

#[test]
fn every_limit_of_the_page_says_what_it_leaves_out() {
    let cuts: Vec<(String, usize, String)> = ["web/src/", "web/playground/src/"]
        .into_iter()
        .flat_map(sources)
        .flat_map(|source| {
            let lines = source.code().filter_map(|(number, line)| Some((number, limit_of(line)?)));
            lines
                .map(|(number, limit)| (source.path.clone(), number, limit.to_owned()))
                .collect::<Vec<_>>()
        })
        .collect();
    let is_of = |row: &(&str, &str, &str), path: &str, limit: &str| {
        path.ends_with(row.0) && (row.1.is_empty() || row.1 == limit)
    };
    let silent = cuts
        .iter()
        .filter(|(path, _, limit)| !SPEAKING.iter().any(|row| is_of(row, path, limit)))
        .map(|(path, number, limit)| format!("{path}:{number}: {limit} is a silent limit"));
    let gone = SPEAKING
        .iter()
        .filter(|row| !row.1.is_empty() && !cuts.iter().any(|it| is_of(row, &it.0, &it.2)))
        .map(|(path, limit, _)| format!("{path}: {limit} cuts nothing here"));
    none(silent.chain(gone));
}

#[test]
fn a_cut_is_found_by_the_limit_in_it() {
    let found = [
        ("list.iter().take(ROW_COUNT_MAX)", Some("ROW_COUNT_MAX")),
        ("list.truncate(limit::ROWS);", Some("ROWS")),
        ("if list.len() < ROWS_MAX {", Some("ROWS_MAX")),
        ("&list[..list.len().min(ROWS_MAX)]", Some("ROWS_MAX")),
        ("text.chars().nth(LENGTH_MAX)", None),
        ("self.draft.take().map(PlanCommand::SavePattern)", None),
        ("list.iter().take(count)", None),
    ];
    for (line, limit) in found {
        assert_eq!(limit_of(line), limit, "{line}");
    }
}

/// The constant by which a line cuts a list or a text, or by which it leaves out what comes later.
fn limit_of(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let cuts = [".take(", ".truncate(", ".len().min(", ".len() < ", "char_indices().nth("];
    cuts.into_iter().filter(|_| !line.starts_with("//")).find_map(|cut| {
        let (_, argument) = line.split_once(cut)?;
        let end = argument
            .find(|it: char| !it.is_alphanumeric() && it != '_' && it != ':')
            .unwrap_or(argument.len());
        let name = argument[..end].rsplit("::").next()?;
        let is_constant = name.len() > 1
            && name.chars().all(|it| it.is_ascii_uppercase() || it.is_ascii_digit() || it == '_')
            && name.contains(|it: char| it.is_ascii_uppercase());
        is_constant.then_some(name)
    })
}
