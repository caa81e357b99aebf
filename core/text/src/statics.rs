//! Static abilities as sentences.

use crate::filter::Article;
use crate::sentence::{listed, sentence};
use crate::speech::Speech;
use cardwright_engine::ability::{Static, StaticPart};

impl Speech<'_> {
    pub(crate) fn static_ability(&mut self, fixed: &Static) -> String {
        let parts: Vec<String> = fixed
            .parts
            .iter()
            .map(|part| match part {
                StaticPart::Continuous { affects, changes } => {
                    let subject = self.filter(affects, Article::Many);
                    format!("{} {}", subject.text, self.changes(changes, &subject, false))
                }
                StaticPart::Rule(rule) => self.rule(rule),
                StaticPart::Replacement(replacement) => self.replacement(replacement),
            })
            .collect();
        sentence(&listed(&parts, "and"))
    }
}
