//! Paragraphs: the abilities of a face in order, keywords together on their line.

use crate::sentence::sentence;
use crate::speech::Speech;
use crate::{Lexicon, Paragraph, Style};
use cardwright_engine::ability::{Ability, AbilityBody, Static, StaticPart};
use cardwright_engine::definition::Face;

/// The rules text of a face, written from its abilities.
pub fn rules_text(face: &Face, lexicon: &dyn Lexicon, style: Style) -> Vec<Paragraph> {
    let mut paragraphs = Vec::new();
    for (place, instance) in face.abilities().iter().enumerate() {
        let mut speech = Speech::new(face, lexicon, style);
        paragraphs.push(Paragraph { text: speech.ability(&instance.ability), abilities: place..place + 1 });
    }
    paragraphs
}

impl Speech<'_> {
    /// One ability as a paragraph.
    pub(crate) fn ability(&mut self, ability: &Ability) -> String {
        match &ability.kind {
            AbilityBody::Spell(body) => self.body(body),
            AbilityBody::Activated(activated) => format!("{}: {}", self.cost(&activated.cost), self.body(&activated.body)),
            AbilityBody::Triggered(triggered) => format!("⟦{:?}⟧ {}", triggered.on, self.body(&triggered.body)),
            AbilityBody::Static(fixed) => self.static_ability(fixed),
        }
    }
    fn static_ability(&mut self, fixed: &Static) -> String {
        let parts: Vec<String> = fixed
            .parts
            .iter()
            .map(|part| match part {
                StaticPart::Continuous { affects, changes } => {
                    let subject = self.filter(affects, crate::filter::Article::Many);
                    format!("{} {}", subject.text, self.changes(changes, &subject, false))
                }
                StaticPart::Rule(rule) => self.rule(rule),
                StaticPart::Replacement(replacement) => self.replacement(replacement),
            })
            .collect();
        sentence(&crate::sentence::listed(&parts, "and"))
    }
}
