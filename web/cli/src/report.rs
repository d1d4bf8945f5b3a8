//! What a command prints.

/// What is printed, and whether everything is right.
#[derive(Debug)]
pub(crate) struct Report {
    pub text: String,
    pub is_good: bool,
}

impl Report {
    /// Adds a line.
    pub(crate) fn line(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }
}
