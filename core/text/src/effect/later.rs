use crate::noun::Noun;
use crate::speech::Speech;
use cardwright_engine::ability::{Change, Duration, Replacement, Rule};
impl Speech<'_> {
    pub(crate) fn lasting_rules(&mut self, rules: &[&Rule], _: &Duration) -> String {
        format!("⟦{rules:?}⟧")
    }
    pub(crate) fn lasting_replacement(&mut self, replacement: &Replacement, _: &Duration) -> String {
        format!("⟦{replacement:?}⟧")
    }
    pub(crate) fn lasting_changes(&mut self, subject: &Noun, changes: &[Change], _: &Duration) -> String {
        format!("{} ⟦{changes:?}⟧", subject.text)
    }
}
