//! What the gallery shows. Pure.

use playground::lesson::course::{Course, CourseLesson, CourseTable, CourseWords};
use playground::lesson::source::LessonSource;
use playground::message::text;
use playground::view::message::{Argument, Message};
use playground::view::value::Text;

use crate::panel::gallery::state::{Order, State};
use crate::panel::learn::{Fetched, LearnState};

/// What the gallery shows.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// The words that are searched for.
    pub search: String,
    /// By lesson or by document.
    pub order: Order,
    /// The id and title of each document.
    pub documents: Vec<(String, String)>,
    /// The id of the one that is chosen; empty if none is.
    pub document: String,
    /// The lessons or the documents that contain the words.
    pub content: Content,
    /// The user's own lessons.
    pub own: Vec<OwnLessonView>,
}

/// The lessons or the documents.
#[derive(Debug, Clone, PartialEq)]
pub enum Content {
    /// The list is fetched.
    Loading,
    /// It could not be fetched.
    Failed,
    /// How many lessons or rules were found, and the chapters or documents that have some.
    Groups(Message, Vec<Group>),
}

/// A chapter of lessons, or a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Group {
    /// A chapter, or the lessons that a teacher has chosen.
    Chapter {
        /// Its id; `None` of a teacher's lessons.
        id: Option<String>,
        title: String,
        /// What is to be said about a teacher's lessons.
        about: Option<Message>,
        lessons: Vec<LessonView>,
    },
    Document {
        /// What it is about.
        title: String,
        /// Who published it.
        about: String,
        rules: Vec<RuleView>,
    },
}

/// A lesson in the gallery.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LessonView {
    pub id: Text,
    pub title: String,
    /// What it is about.
    pub summary: String,
    /// How long it takes. `None` of a lesson that is not in the course.
    pub minutes: Option<u64>,
    /// How many of its steps are done.
    pub done_count: u64,
    /// How many steps it has; 0 if it is not in the course.
    pub step_count: u64,
    /// Whether it is beside the workspace.
    pub is_open: bool,
    /// The tables with which it opens.
    pub tables: Vec<CourseTable>,
}

/// A rule of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleView {
    /// Its number in the document.
    pub number: usize,
    /// What the document says.
    pub text: String,
    /// What is so today, where that differs.
    pub today: Option<String>,
    /// The steps that show it.
    pub steps: Vec<RuleStep>,
}

/// A step that shows a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleStep {
    /// The id of its lesson.
    pub lesson: Text,
    /// Its own id.
    pub step: Text,
    /// The title of its lesson.
    pub title: String,
}

/// An own lesson in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnLessonView {
    /// The text that names it.
    pub source: Text,
    pub name: Text,
    pub title: String,
    /// Whether it is beside the workspace.
    pub is_open: bool,
}

/// What the gallery shows.
pub(super) fn view(state: &State, learn: &LearnState) -> View {
    let open = learn.played().map(|played| played.source.to_string());
    let own = learn.own.lessons.iter().map(|lesson| {
        let source = LessonSource::Own(lesson.name.clone()).to_string();
        OwnLessonView {
            name: lesson.name.as_str().into(),
            title: lesson.title().to_owned(),
            is_open: open.as_ref() == Some(&source),
            source: source.into(),
        }
    });
    let content = match &learn.course {
        Fetched::Not | Fetched::Loading => Content::Loading,
        Fetched::Failed => Content::Failed,
        Fetched::Here(files) => {
            let words = state.search.to_lowercase();
            let search = Search {
                words: words.split_whitespace().collect(),
                document: Some(&*state.document).filter(|id| !id.is_empty()),
            };
            match state.order {
                Order::Course => chapters(&search, learn, files),
                Order::Documents => documents(&search, files),
            }
        }
    };
    let documents = learn.course().map(|(_, words)| {
        let documents = words.documents.iter().filter(|(_, document)| !document.rules.is_empty());
        documents.map(|(id, document)| (id.clone(), document.title.clone())).collect()
    });
    View {
        search: state.search.clone(),
        order: state.order,
        documents: documents.unwrap_or_default(),
        document: state.document.clone(),
        content,
        own: own.collect(),
    }
}

/// What is searched for.
struct Search<'a> {
    words: Vec<&'a str>,
    /// The id of the document of which something is.
    document: Option<&'a str>,
}

impl Search<'_> {
    /// Whether the texts contain each word, whatever the case of letters.
    fn finds(&self, texts: &[&str]) -> bool {
        let text = texts.join(" ").to_lowercase();
        self.words.iter().all(|word| text.contains(word))
    }

    /// Whether a lesson shows a rule of the document.
    fn is_shown_by(&self, lesson: &CourseLesson) -> bool {
        let is_of = |rule: &str, id: &str| rule.split_once('#').is_some_and(|(it, _)| it == id);
        self.document.is_none_or(|id| lesson.rules.keys().any(|rule| is_of(rule, id)))
    }
}

fn chapters(
    search: &Search,
    learn: &LearnState,
    (course, titles): &(Course, CourseWords),
) -> Content {
    let mut count = 0;
    let groups = course.chapters.iter().filter_map(|chapter| {
        let title = titles.chapters.get(&chapter.id).unwrap_or(&chapter.id).clone();
        let lessons = chapter.lessons.iter().filter(|lesson| search.is_shown_by(lesson));
        let lessons = lessons.map(|it| lesson(&LessonSource::Course(it.id.clone()), learn));
        let lessons: Vec<LessonView> =
            lessons.filter(|it| search.finds(&[&title, &it.title, &it.summary])).collect();
        count += lessons.len() as u64;
        let (id, about) = (Some(chapter.id.clone()), None);
        (!lessons.is_empty()).then_some(Group::Chapter { id, title, about, lessons })
    });
    let groups: Vec<Group> = groups.collect();
    let count = Message::plain("gallery.lessons").with("count", Argument::Count(count));
    let list = chosen(learn).filter(|_| search.words.is_empty() && search.document.is_none());
    Content::Groups(count, list.into_iter().chain(groups).collect())
}

/// The lessons that a teacher has chosen, and what of the list is not there.
fn chosen(learn: &LearnState) -> Option<Group> {
    let list = Some(&learn.list).filter(|list| !list.is_empty())?;
    let lessons: Vec<LessonView> =
        learn.listed_lessons().map(|source| lesson(source, learn)).collect();
    let is_least = lessons.iter().any(|lesson| lesson.minutes.is_none());
    let title = Message::plain(if is_least { "gallery.chosen_least" } else { "gallery.chosen" })
        .with("count", Argument::Count(lessons.len() as u64))
        .with("minutes", Argument::Count(lessons.iter().filter_map(|it| it.minutes).sum()));
    let absent = list.lessons.iter().filter(|it| !learn.is_known(it)).map(ToString::to_string);
    let absent: Vec<String> = absent.chain(list.unknown.iter().cloned()).collect();
    let about = (!absent.is_empty()).then(|| {
        Message::plain("gallery.absent")
            .with("names", Argument::List(absent.into_iter().map(Text::from).collect()))
    });
    Some(Group::Chapter { id: None, title: text(&title), about, lessons })
}

fn lesson(source: &LessonSource, learn: &LearnState) -> LessonView {
    let id = source.to_string();
    let listed = learn.course_lesson(&id);
    let words = learn.course().and_then(|(_, words)| words.lessons.get(&id));
    let progress = learn.progress.lessons.get(&id);
    let is_done = |step: &&String| progress.is_some_and(|it| it.done.contains(*step));
    let steps = listed.map(|it| &*it.steps).unwrap_or_default();
    LessonView {
        title: learn.title(source),
        summary: words.map(|words| words.summary.clone()).unwrap_or_default(),
        minutes: listed.map(|it| it.minutes),
        done_count: steps.iter().filter(is_done).count() as u64,
        step_count: steps.len() as u64,
        is_open: learn.played().is_some_and(|played| played.source == *source),
        tables: listed.map(|it| it.tables.clone()).unwrap_or_default(),
        id: id.into(),
    }
}

fn documents(search: &Search, (course, titles): &(Course, CourseWords)) -> Content {
    let mut count = 0;
    let documents =
        titles.documents.iter().filter(|(id, _)| search.document.is_none_or(|it| it == *id));
    let groups = documents.filter_map(|(id, document)| {
        let rules = document.rules.iter().zip(1..).map(|(rule, number)| {
            let name = format!("{id}#{number}");
            let step = |lesson: &CourseLesson| {
                let title = titles.lessons.get(&lesson.id);
                Some(RuleStep {
                    step: lesson.rules.get(&name)?.as_str().into(),
                    lesson: lesson.id.as_str().into(),
                    title: title.map_or_else(|| lesson.id.clone(), |title| title.title.clone()),
                })
            };
            RuleView {
                number,
                text: rule.text.clone(),
                today: rule.today.clone(),
                steps: course.lessons().filter_map(step).collect(),
            }
        });
        let is_found = |rule: &RuleView| {
            let mut texts = vec![&*rule.text, rule.today.as_deref().unwrap_or_default()];
            texts.extend(rule.steps.iter().map(|step| &*step.title));
            search.finds(&texts)
        };
        let rules: Vec<RuleView> = rules.filter(is_found).collect();
        count += rules.len() as u64;
        let (title, about) = (document.title.clone(), document.about.clone());
        (!rules.is_empty()).then_some(Group::Document { title, about, rules })
    });
    let groups = groups.collect();
    let count = Message::plain("gallery.rules").with("count", Argument::Count(count));
    Content::Groups(count, groups)
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;

    /// The gallery with the course of the page.
    fn shown(state: &State) -> View {
        let course = Course::parse(include_str!("../../../../static/lessons/course.json")).unwrap();
        let words = include_str!("../../../../static/lessons/course.en.json");
        let words = CourseWords::parse(words).unwrap();
        let course = Fetched::Here(Rc::new((course, words)));
        view(state, &LearnState { course, ..LearnState::default() })
    }

    fn groups(search: &str, order: Order) -> Vec<Group> {
        let state = State { search: search.to_owned(), order, ..State::default() };
        match shown(&state).content {
            Content::Groups(_, groups) => groups,
            content => panic!("{content:?}"),
        }
    }

    #[test]
    fn every_rule_of_the_five_documents_leads_to_a_step() {
        let groups = groups("", Order::Documents);
        let counts = groups.iter().map(|group| match group {
            Group::Document { rules, .. } => {
                assert!(rules.iter().all(|rule| !rule.steps.is_empty()), "{group:?}");
                rules.len()
            }
            Group::Chapter { .. } => panic!("{group:?}"),
        });
        assert_eq!(counts.collect::<Vec<_>>(), [11, 40, 6, 24, 8]);
    }

    #[test]
    fn a_search_finds_lessons_and_rules_that_have_all_its_words() {
        let lessons = |search: &str| -> Vec<String> {
            let found = groups(search, Order::Course).into_iter().flat_map(|group| match group {
                Group::Chapter { lessons, .. } => lessons,
                group @ Group::Document { .. } => panic!("{group:?}"),
            });
            found.map(|lesson| lesson.id.to_string()).collect()
        };
        assert_eq!(lessons(" BYTES three "), ["item-cost"]);
        assert!(
            lessons("sparse").contains(&"open-orders".to_owned()),
            "by the title of its chapter"
        );
        assert_eq!(lessons("bytes nowhere"), Vec::<String>::new());
        assert_eq!(groups("bytes nowhere", Order::Documents), []);
        assert!(!groups("burst", Order::Documents).is_empty());
    }
}
