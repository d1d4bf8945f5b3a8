//! Runs spec files and says in words where they differ.
