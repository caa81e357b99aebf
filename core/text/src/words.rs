//! Words: plurals, and what other editions call things.
