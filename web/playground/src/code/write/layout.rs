//! Source text as a tree: a part is on one line if it fits, or else has a line for each of its own parts.

/// Characters in a line, if it can be broken.
const WIDTH: usize = 90;

/// A part of a source text.
#[derive(Debug, Clone)]
pub(super) enum Tree {
    /// A text without parts.
    Leaf(String),
    /// A text before a part, such as `"name": `.
    Labelled(String, Box<Tree>),
    /// Parts with commas between two brackets.
    Branch {
        /// The opening bracket, and what is before it. A space at its end is for parts on the same line.
        open: String,
        /// What is between the brackets.
        parts: Vec<Tree>,
        /// The closing bracket, and what follows.
        close: String,
        /// What follows the last part if it has a line of its own.
        last: &'static str,
    },
    /// An expression and the methods that are called on it.
    Chain(String, Vec<Tree>),
}

impl Tree {
    pub(super) fn leaf(text: impl Into<String>) -> Self {
        Self::Leaf(text.into())
    }

    pub(super) fn labelled(label: impl Into<String>, tree: Self) -> Self {
        Self::Labelled(label.into(), Box::new(tree))
    }

    /// Parts of which the last has a comma too if it has a line of its own.
    pub(super) fn branch(
        open: impl Into<String>,
        parts: Vec<Self>,
        close: impl Into<String>,
    ) -> Self {
        Self::Branch { open: open.into(), parts, close: close.into(), last: "," }
    }

    /// A call with one argument: the brackets of a list or object follow those of the call.
    pub(super) fn call(function: &str, argument: Self) -> Self {
        match argument {
            Self::Branch { open, parts, close, last } => {
                Self::Branch { open: format!("{function}({open}"), parts, close: close + ")", last }
            }
            other @ (Self::Leaf(_) | Self::Labelled(..) | Self::Chain(..)) => {
                Self::branch(format!("{function}("), vec![other], ")")
            }
        }
    }

    /// The text, of which following lines are indented by `level` and then by multiples of `step`.
    pub(super) fn print(&self, step: usize, level: usize) -> String {
        let mut out = String::new();
        Printer { out: &mut out, step }.write(self, level, 0);
        out
    }

    /// Characters of the tree on a single line.
    fn width(&self) -> usize {
        match self {
            Self::Leaf(text) => text.chars().count(),
            Self::Labelled(label, tree) => label.chars().count() + tree.width(),
            Self::Branch { open, parts, close, .. } => {
                let parts = parts.iter().map(|part| part.width() + 2).sum::<usize>();
                open.chars().count() + parts.saturating_sub(2) + close.chars().count()
            }
            Self::Chain(head, calls) => {
                head.chars().count() + calls.iter().map(Self::width).sum::<usize>()
            }
        }
    }
}

struct Printer<'o> {
    out: &'o mut String,
    step: usize,
}

impl Printer<'_> {
    /// Writes a tree. `reserved` characters follow it on its last line.
    fn write(&mut self, tree: &Tree, level: usize, reserved: usize) {
        match tree {
            Tree::Leaf(text) => self.out.push_str(text),
            Tree::Labelled(label, tree) => {
                self.out.push_str(label);
                self.write(tree, level, reserved);
            }
            Tree::Branch { open, parts, close, last } => {
                let is_flat = parts.is_empty() || self.column() + tree.width() + reserved <= WIDTH;
                if is_flat {
                    self.write_flat(tree);
                    return;
                }
                self.out.push_str(open.trim_end());
                for (position, part) in parts.iter().enumerate() {
                    self.new_line(level + 1);
                    self.write(part, level + 1, 1);
                    self.out.push_str(if position + 1 < parts.len() { "," } else { last });
                }
                self.new_line(level);
                self.out.push_str(close.trim_start());
            }
            Tree::Chain(head, calls) => {
                if self.column() + tree.width() + reserved <= WIDTH {
                    self.write_flat(tree);
                    return;
                }
                self.out.push_str(head);
                for call in calls {
                    self.new_line(level + 1);
                    self.write(call, level + 1, reserved);
                }
            }
        }
    }

    fn write_flat(&mut self, tree: &Tree) {
        match tree {
            Tree::Leaf(text) => self.out.push_str(text),
            Tree::Labelled(label, tree) => {
                self.out.push_str(label);
                self.write_flat(tree);
            }
            Tree::Branch { open, parts, close, .. } if parts.is_empty() => {
                self.out.push_str(open.trim_end());
                self.out.push_str(close.trim_start());
            }
            Tree::Branch { open, parts, close, .. } => {
                self.out.push_str(open);
                for (position, part) in parts.iter().enumerate() {
                    if position > 0 {
                        self.out.push_str(", ");
                    }
                    self.write_flat(part);
                }
                self.out.push_str(close);
            }
            Tree::Chain(head, calls) => {
                self.out.push_str(head);
                for call in calls {
                    self.write_flat(call);
                }
            }
        }
    }

    fn new_line(&mut self, level: usize) {
        self.out.push('\n');
        self.out.extend(std::iter::repeat_n(' ', self.step * level));
    }

    fn column(&self) -> usize {
        let line_start = self.out.rfind('\n').map_or(0, |end| end + 1);
        self.out[line_start..].chars().count()
    }
}
