//! Conformance scenarios and end-to-end tests.
