//! The steps and phases in words (modern 500.1).

use cardwright_engine::ability::StepKind;

/// Every step with what it is called. Other words that mean it follow.
pub const STEPS: [(StepKind, &str, &[&str]); 13] = [
    (StepKind::Untap, "untap step", &["untap"]),
    (StepKind::Upkeep, "upkeep", &["upkeep step"]),
    (StepKind::Draw, "draw step", &["draw"]),
    (StepKind::PrecombatMain, "precombat main phase", &["main", "main phase", "first main phase", "precombat main", "main 1"]),
    (StepKind::BeginCombat, "beginning of combat", &["begin combat", "beginning of combat step", "combat"]),
    (StepKind::DeclareAttackers, "declare attackers step", &["declare attackers", "attackers"]),
    (StepKind::DeclareBlockers, "declare blockers step", &["declare blockers", "blockers"]),
    (StepKind::FirstCombatDamage, "first combat damage step", &["first combat damage", "first damage"]),
    (StepKind::CombatDamage, "combat damage step", &["combat damage", "damage"]),
    (StepKind::EndCombat, "end of combat", &["end of combat step", "end combat"]),
    (StepKind::PostcombatMain, "postcombat main phase", &["postcombat main", "second main phase", "second main", "main 2"]),
    (StepKind::End, "end step", &["end", "end of turn"]),
    (StepKind::Cleanup, "cleanup step", &["cleanup"]),
];

/// What the step is called.
pub fn step(step: StepKind) -> &'static str {
    STEPS.iter().find(|(known, ..)| *known == step).map_or("a step", |(_, word, _)| word)
}

/// The step that the words name.
pub fn step_from_word(word: &str) -> Option<StepKind> {
    let word = word.trim().to_lowercase();
    let word = word.strip_prefix("the ").unwrap_or(&word);
    STEPS.iter().find(|(_, name, others)| *name == word || others.contains(&word)).map(|(step, ..)| *step)
}
