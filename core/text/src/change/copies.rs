//! Copies and what differs in them: "a copy of target creature, except it isn't legendary".

use super::contracted;
use crate::filter::Article;
use crate::noun::Noun;
use crate::sentence::listed;
use crate::speech::Speech;
use cardwright_engine::ability::{Change, CopyException, CopyOf, CopySource, Objects};

impl Speech<'_> {
    /// ", except it's 1/1 and it has flying": empty for no exceptions.
    pub(crate) fn exceptions(&mut self, except: &[CopyException]) -> String {
        self.exceptions_of(except, &Noun::thing("it"))
    }
    /// The same of several copies: ", except they aren't legendary".
    pub(crate) fn exceptions_of(&mut self, except: &[CopyException], they: &Noun) -> String {
        if except.is_empty() {
            return String::new();
        }
        let changes: Vec<Change> = except
            .iter()
            .map(|exception| match exception {
                CopyException::With(change) => change.clone(),
            })
            .collect();
        let mut changed = self.changed(&changes, they, false);
        // What it has stands behind what it is.
        changed.does.sort_by_key(|does| does.starts_with("has ") || does.starts_with("have "));
        for does in &mut changed.does {
            // "Except it's 4/4" of a size that is a plain number.
            for (has, is) in [("has", "is"), ("have", "are")] {
                if let Some(size) = does.strip_prefix(&format!("{has} base power and toughness "))
                    && size.contains('/')
                {
                    *does = format!("{is} {size}");
                }
            }
        }
        changed.does.sort_by_key(|does| does.starts_with("has ") || does.starts_with("have "));
        let mut said: Vec<String> = changed.does.iter().map(|does| contracted(they, does)).collect();
        said.extend(changed.its.iter().map(|its| format!("{} {its}", they.possessive())));
        format!(", except {}{}", listed(&said, "and"), changed.tail)
    }
    /// "a copy of target creature, except it isn't legendary".
    pub(crate) fn copy(&mut self, copy: &CopyOf) -> String {
        let of = self.copied(copy);
        format!("a copy of {of}{}", self.exceptions(&copy.except))
    }
    /// What is copied: "target creature", "any creature on the battlefield".
    pub(crate) fn copied(&mut self, copy: &CopyOf) -> String {
        match &copy.original {
            CopySource::Object(objects) => self.objects(objects).object(),
            CopySource::Choose(filter) => {
                let what = self.filter(filter, Article::One).text;
                let place = if filter.zone().is_none() && !what.contains(" control") { " on the battlefield" } else { "" };
                format!("any {what}{place}")
            }
        }
    }
    /// "all creature cards in all graveyards": the objects where every one of them is meant.
    pub(super) fn all_of(&mut self, objects: &Objects) -> String {
        match objects {
            Objects::All(filter) => {
                let what = self.filter(filter, Article::All).object();
                what.replace(" in graveyards", " in all graveyards")
            }
            other => self.objects(other).object(),
        }
    }
}
