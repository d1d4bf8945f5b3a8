//! `sparsebox lessons`: plays lessons, and lists everything that is not as their files say.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use playground::lesson::check::check;
use playground::lesson::course::{self, Course, CourseWords};
use playground::lesson::falsify::{changes, unnoticed};
use playground::lesson::fault::Place;
use playground::lesson::file::Lesson;
use playground::lesson::rule::Rule;
use playground::lesson::words::Words;

use crate::library::{Files, courses, find, read};
use crate::report::Report;

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Lesson files, or folders with lesson files
    #[arg(default_values = ["static/lessons", "static/lessons/placement"])]
    paths: Vec<PathBuf>,
    /// Also change one number, mark, goal or solution at a time, and list the changes that no check finds
    #[arg(long)]
    falsify: bool,
    /// List each rule with the steps that show it, and whether it is checked or told
    #[arg(long)]
    coverage: bool,
}

/// Checks the lessons. Fails if a file cannot be read.
pub(crate) fn run(arguments: &Arguments) -> Result<Report, String> {
    let lessons = find(&arguments.paths)?;
    let mut report = Report { text: String::new(), is_good: true };
    for files in &lessons {
        let is_right = report.check(files);
        if is_right && arguments.falsify {
            report.falsify(files);
        }
    }
    for folder in arguments.paths.iter().filter(|path| path.join("course.json").is_file()) {
        report.check_course(folder, &lessons)?;
    }
    if arguments.coverage {
        report.text.push_str(&coverage(&lessons));
    }
    Ok(report)
}

impl Report {
    /// Returns whether the lesson is as its files say.
    fn check(&mut self, files: &Files) -> bool {
        let faults = check(&files.lesson, &files.words);
        for fault in &faults {
            let path = match fault.place {
                Place::Lesson => &files.lesson_path,
                Place::Words => &files.words_path,
            };
            self.line(&format!("{}:{fault}", path.display()));
        }
        self.is_good &= faults.is_empty();
        if faults.is_empty() {
            self.line(&format!("{}: ok", files.words_path.display()));
        }
        faults.is_empty()
    }

    /// Compares the course of a folder with its lessons, in each language.
    fn check_course(&mut self, folder: &Path, lessons: &[Files]) -> Result<(), String> {
        let path = folder.join("course.json");
        let in_file = |path: &Path, error: String| format!("{}: {error}", path.display());
        let course = Course::parse(&read(&path)?).map_err(|error| in_file(&path, error))?;
        for (language, path) in courses(folder)? {
            let titles =
                CourseWords::parse(&read(&path)?).map_err(|error| in_file(&path, error))?;
            let of_folder = lessons.iter().filter(|files| {
                files.words_path.parent() == Some(folder)
                    && files.language() == Some(language.as_str())
            });
            let parsed: Vec<(Lesson, Words)> = of_folder
                .map(|files| (Lesson::parse(&files.lesson).0, Words::parse(&files.words).0))
                .collect();
            let faults = course::check(&course, &titles, &parsed);
            self.is_good &= faults.is_empty();
            for fault in &faults {
                self.line(&format!("{}: {fault}", path.display()));
            }
            if faults.is_empty() {
                self.line(&format!("{}: ok", path.display()));
            }
        }
        Ok(())
    }

    fn falsify(&mut self, files: &Files) {
        let unnoticed = unnoticed(&files.lesson, &files.words);
        for change in &unnoticed {
            let path = files.lesson_path.display();
            self.line(&format!("{path}:{}: no check finds that {}", change.line, change.what));
        }
        self.is_good &= unnoticed.is_empty();
        let count = changes(&files.lesson).len();
        self.line(&format!("  {} of {count} changes are found", count - unnoticed.len()));
    }
}

/// A line for each rule and each step that shows it.
fn coverage(lessons: &[Files]) -> String {
    let mut parsed: Vec<Lesson> =
        lessons.iter().map(|files| Lesson::parse(&files.lesson).0).collect();
    // A lesson in two languages shows its rules once.
    parsed.dedup_by(|one, other| one.id == other.id);
    let mut text = String::new();
    for rule in Rule::all() {
        let mut is_shown = false;
        for lesson in &parsed {
            for step in &lesson.steps {
                for shown in step.rules.iter().filter(|shown| shown.rule == rule) {
                    is_shown = true;
                    let place = format!("{}/{}", lesson.id, step.id);
                    writeln!(text, "{:<6} {place:<40} {}", rule.to_string(), shown.showing)
                        .expect("a string takes any text");
                }
            }
        }
        if !is_shown {
            writeln!(text, "{:<6} -", rule.to_string()).expect("a string takes any text");
        }
    }
    text
}
