//! What actions do to the page.
