//! The solver against tables and against a brute-force player on small random positions.

use super::mana_ability::{is_mana_ability, is_mana_trigger};
use super::parts::{Demand, Demands, How, TotalDemand};
use super::solver::{Alternative, By, Floating, Plan, Problem, Source, count_in, covers, solve};
use super::symbols::{Kinds, Otherwise, Requirements, Spending};
use crate::ability::*;
use crate::ids::{ObjectId, Var};
use crate::mana::{Color, ManaCost, ManaSymbol, ManaType};
use smallvec::SmallVec;

mod board;
mod brute;

fn object(number: usize) -> ObjectId {
    ObjectId::new(number as u32, 0)
}

fn color(letter: char) -> Option<Color> {
    Color::ALL.into_iter().find(|color| color.letter() == letter)
}

fn mana(letter: char) -> ManaType {
    color(letter).map_or(ManaType::Colorless, ManaType::Colored)
}

/// "{2}{W/U}{2/B}{R/P}{W/U/P}{S}{C}" as a cost.
fn cost(text: &str) -> ManaCost {
    let symbol = |inner: &str| {
        let parts: Vec<&str> = inner.split('/').collect();
        let letter = |part: &str| part.chars().next().unwrap();
        match parts[..] {
            ["S"] => ManaSymbol::Snow,
            ["X"] => ManaSymbol::X,
            [one] => one.parse().map_or_else(|_| ManaSymbol::Of(mana(letter(one))), ManaSymbol::Generic),
            [a, "P"] => ManaSymbol::Phyrexian(color(letter(a)).unwrap()),
            [a, b, "P"] => ManaSymbol::HybridPhyrexian(color(letter(a)).unwrap(), color(letter(b)).unwrap()),
            [a, b] => match a.parse() {
                Ok(amount) => ManaSymbol::MonoHybrid(amount, color(letter(b)).unwrap()),
                Err(_) => ManaSymbol::Hybrid(mana(letter(a)), mana(letter(b))),
            },
            _ => panic!("{inner}"),
        }
    };
    ManaCost::new(text.split(['{', '}']).filter(|inner| !inner.is_empty()).map(symbol).collect())
}

fn need(text: &str) -> Requirements {
    let mut need = Requirements::default();
    need.add_cost(&cost(text), 0, Spending::AsItIs);
    need
}

/// "W" a land for {W}; "WU" for either; "G+G" for two; "W|U" a choice of one or other amount; "s:W" snow;
/// "1>U+B" for a cost; "2life>B" for life; "x>R" leaves.
fn source(number: usize, text: &str) -> Source<'static> {
    let (snow, text) = text.strip_prefix("s:").map_or((false, text), |rest| (true, rest));
    let alternatives = text
        .split('|')
        .map(|way| {
            let (price, makes) = way.split_once('>').unwrap_or(("", way));
            let slots: SmallVec<[Kinds; 2]> = makes
                .split('+')
                .map(|slot| Kinds::of_types(slot.chars().fold(0, |all, letter| all | 1 << mana(letter).index()), snow))
                .collect();
            let mut way = Alternative {
                by: SmallVec::from_elem(By { ability: 0, kinds: slots[0], price: 0, hurts: 0 }, 1),
                slots,
                ..Alternative::default()
            };
            way.taps.push(object(number));
            match price {
                "" => {}
                "x" => {
                    way.leaves.push(object(number));
                    way.price = 8;
                }
                life if life.ends_with("life") => {
                    way.life = life.trim_end_matches("life").parse().unwrap();
                    way.price = 4;
                }
                needs => {
                    way.needs = Some(Box::new(need(needs)));
                    way.price = 6;
                }
            }
            way
        })
        .collect();
    Source { object: object(number), alternatives, shared: false }
}

fn sources(text: &str) -> Vec<Source<'static>> {
    text.split_whitespace().enumerate().map(|(number, one)| source(number, one)).collect()
}

fn pool(text: &str) -> Vec<Floating<'static>> {
    text.chars().map(|letter| Floating { kinds: Kinds::made(mana(letter), false), count: 1, only_for: None }).collect()
}

fn plan(floating: &str, board: &str, text: &str, life: u32) -> Option<Plan> {
    let (floating, sources, demands) = (pool(floating), sources(board), Demands::default());
    let problem = Problem { floating: &floating, sources: &sources, life, demands: &demands, allowed: &|_, _| false };
    solve(&problem, &need(text))
}

/// The places of the sources that the plan uses, or "no".
fn check(floating: &str, board: &str, text: &str, life: u32, expected: &str) {
    let found = plan(floating, board, text, life).map_or_else(
        || "no".to_owned(),
        |plan| plan.steps.iter().map(|step| step.source.to_string()).collect::<Vec<_>>().join(" "),
    );
    assert_eq!(found, expected, "{text} from {floating:?} and {board:?} with {life} life");
}

#[test]
fn plain_sources_pay_the_least_flexible_first() {
    check("", "W W U", "{1}{W}", 0, "0 1");
    check("", "W U WU", "{W}{U}", 0, "0 1");
    check("", "W WU", "{W/U}{W}", 0, "0 1");
    check("", "WU W", "{U}{W}", 0, "0 1");
    check("", "W WU WUBRG", "{W}{U}{B}", 0, "0 1 2");
    check("", "W WU WUBRG", "{B}{B}", 0, "no");
    check("", "W W W", "{4}", 0, "no");
    check("", "", "{0}", 0, "");
}

#[test]
fn floating_mana_is_spent_first() {
    check("W", "W", "{W}", 0, "");
    check("WW", "U U", "{2}{U}", 0, "0");
    check("C", "U U", "{C}{U}", 0, "0");
    check("U", "U", "{C}", 0, "no");
}

#[test]
fn hybrid_symbols_find_a_partner() {
    // modern 107.4e
    check("", "W WU", "{W/U}{W/U}", 0, "0 1");
    check("", "R R W", "{2/W}{2/W}", 0, "0 1 2");
    check("", "R R R", "{2/W}{2/W}", 0, "no");
    check("", "R R R R", "{2/W}{2/W}", 0, "0 1 2 3");
}

#[test]
fn life_pays_for_phyrexian_symbols_last() {
    // modern 107.4f
    check("", "B", "{B/P}{B/P}", 2, "0");
    check("", "B", "{B/P}{B/P}", 1, "no");
    check("", "B B", "{B/P}{B/P}", 20, "0 1");
    assert_eq!(plan("", "B B", "{B/P}{B/P}", 20).unwrap().with_life, 0);
    assert_eq!(plan("", "R", "{W/U/P}{1}", 20).unwrap().with_life.count_ones(), 1);
}

#[test]
fn snow_symbols_take_mana_of_snow_sources() {
    // modern 107.4h
    check("", "W s:U", "{S}{W}", 0, "0 1");
    check("", "W U", "{S}", 0, "no");
    check("", "s:W s:W W", "{S}{S}{W}", 0, "0 1 2");
    check("", "s:W U", "{S}{W}", 0, "no");
}

#[test]
fn sources_of_several_mana_and_with_costs() {
    check("", "C+C W", "{2}{W}", 0, "0 1");
    check("", "W 1>U+B", "{U}{B}", 0, "0 1");
    check("", "1>U+B 1>U+B", "{U}", 0, "no");
    check("W", "1>U+B 1>U+B", "{U}{B}{B}", 0, "0 1");
    check("", "G G 1>U+B", "{U}{G}", 0, "0 1 2");
    check("", "C|1life>B C|1life>B", "{B}{1}", 1, "0 1");
    check("", "C|1life>B C|1life>B", "{B}{B}", 1, "no");
    check("", "C|1life>B C|1life>B", "{B}{B}", 2, "0 1");
    // What leaves for it is kept where a tap will do.
    check("", "W W x>WUBRG", "{1}{W}", 0, "0 1");
    check("", "W W x>WUBRG", "{U}{W}", 0, "0 2");
    // One of two colours, twice.
    check("", "W+W|U+U", "{W}{W}", 0, "0");
    check("", "W+W|U+U", "{W}{U}", 0, "no");
    check("", "C|W/U>W+W|W/U>W+U|W/U>U+U W", "{U}{U}", 0, "1 0");
    // A filter only where it is needed.
    check("", "W W 1>U+B", "{2}", 0, "0 1");
}

#[test]
fn many_equal_sources_that_cannot_pay_are_refused_quickly() {
    check("", &"C|1life>B ".repeat(12), "{U}", 20, "no");
    check("", &"C|W/U>W+W|W/U>W+U|W/U>U+U ".repeat(6), "{W}{W}", 20, "no");
    check("", &"W+W|U+U|B+B|R+R|G+G ".repeat(6), "{W}{U}{B}{R}{G}{W}", 20, "0 2 3 4 5");
}

#[test]
fn restricted_mana_pays_only_for_what_it_may() {
    // modern 106.6
    static ANYTHING: Filter = Filter::Any;
    let floating = [Floating { kinds: Kinds::made(mana('W'), false), count: 1, only_for: Some(&ANYTHING) }];
    let board = sources("1>U W");
    let demands = Demands::default();
    let solve_with = |allowed: &dyn Fn(&Filter, Option<ObjectId>) -> bool, text: &str| {
        let problem = Problem { floating: &floating, sources: &board, life: 0, demands: &demands, allowed };
        solve(&problem, &need(text)).map(|plan| (plan.steps.len(), plan.from_pool.len()))
    };
    assert_eq!(solve_with(&|_, _| true, "{W}"), Some((0, 1)));
    assert_eq!(solve_with(&|_, _| false, "{W}"), Some((1, 0)));
    assert_eq!(solve_with(&|_, ability| ability.is_some(), "{U}{W}"), Some((2, 0)));
    assert_eq!(solve_with(&|_, ability| ability.is_none(), "{U}{W}"), Some((2, 1)));
    assert_eq!(solve_with(&|_, _| false, "{U}{W}"), None);
}

#[test]
fn objects_that_the_rest_of_the_cost_needs_are_kept() {
    // modern 601.2g: a creature may be tapped for mana and sacrificed afterwards, but not tapped twice.
    let board = sources("G x>G");
    let demand =
        |how, numbers: &[usize], count| Demand { how, among: numbers.iter().map(|number| object(*number)).collect(), count };
    let can = |demands: Demand, text: &str| {
        let demands = Demands { objects: SmallVec::from_iter([demands]), ..Demands::default() };
        let problem = Problem { floating: &[], sources: &board, life: 0, demands: &demands, allowed: &|_, _| false };
        solve(&problem, &need(text)).is_some()
    };
    assert!(can(demand(How::Leave, &[0], 1), "{G}{G}"));
    assert!(!can(demand(How::Leave, &[1], 1), "{G}{G}"));
    assert!(can(demand(How::Leave, &[0, 1], 1), "{G}{G}"));
    assert!(!can(demand(How::Leave, &[0, 1], 2), "{G}{G}"));
    assert!(!can(demand(How::Tap, &[0], 1), "{G}{G}"));
    assert!(can(demand(How::Tap, &[0], 1), "{G}"));
    assert!(can(demand(How::Tap, &[0, 1], 1), "{G}"));
}

#[test]
fn parts_share_out_objects() {
    let demand =
        |how, numbers: &[usize], count| Demand { how, among: numbers.iter().map(|number| object(*number)).collect(), count };
    let met =
        |demands: &[Demand]| Demands { objects: demands.iter().cloned().collect(), ..Demands::default() }.met_without(&[], &[]);
    assert!(met(&[demand(How::Leave, &[0, 1], 1), demand(How::Leave, &[0], 1)]));
    assert!(!met(&[demand(How::Leave, &[0], 1), demand(How::Leave, &[0], 1)]));
    assert!(met(&[demand(How::Tap, &[0], 1), demand(How::Leave, &[0], 1)]));
    assert!(met(&[demand(How::Leave, &[0, 1, 2], 2), demand(How::Leave, &[0, 1], 1)]));
    assert!(!met(&[demand(How::Leave, &[0, 1], 2), demand(How::Leave, &[0, 1], 1)]));
}

#[test]
fn what_others_take_does_not_count_for_a_total() {
    let total = |numbers: &[(usize, i64)], least| TotalDemand {
        how: How::Tap,
        among: numbers.iter().map(|(number, worth)| (object(*number), *worth)).collect(),
        least,
    };
    let met = |total: TotalDemand, demands: &[(&[usize], u32)], taps: &[usize]| {
        let demand = |(numbers, count): &(&[usize], u32)| Demand {
            how: How::Tap,
            among: numbers.iter().map(|number| object(*number)).collect(),
            count: *count,
        };
        let taps: Vec<_> = taps.iter().map(|number| object(*number)).collect();
        let objects = demands.iter().map(demand).collect();
        Demands { objects, totals: SmallVec::from_iter([total]), life: 0 }.met_without(&taps, &[])
    };
    let crowd = [(0, 3), (1, 1), (2, 2), (3, -4)];
    assert!(met(total(&crowd, 6), &[], &[]));
    assert!(!met(total(&crowd, 7), &[], &[]));
    assert!(!met(total(&crowd, 6), &[], &[1]));
    // The others take what counts least: 3, then 1.
    assert!(met(total(&crowd, 6), &[(&[0, 1, 3], 1)], &[]));
    assert!(met(total(&crowd, 5), &[(&[0, 1, 3], 2)], &[]));
    assert!(!met(total(&crowd, 6), &[(&[0, 1, 3], 2)], &[]));
    // One of them can take 0 alone, so that the other takes 2.
    assert!(met(total(&crowd, 1), &[(&[0, 2], 1), (&[0], 1)], &[]));
    assert!(!met(total(&crowd, 2), &[(&[0, 2], 1), (&[0], 1)], &[]));
}

#[test]
fn mana_of_any_type_pays_for_colors_where_a_rule_says_so() {
    // modern 609.4b
    let mut need = Requirements::default();
    need.add_cost(&cost("{U}{U}{C}{S}"), 0, Spending::AsAnyColor);
    let mut settled = None;
    need.ways(0, |found| settled.replace(found.clone()).is_none());
    let settled = settled.unwrap();
    assert!(covers(
        &[(Kinds::made(mana('R'), false), 2), (Kinds::made(mana('C'), false), 1), (Kinds::made(mana('R'), true), 1)],
        &settled
    ));
    assert!(!covers(&[(Kinds::made(mana('R'), false), 3), (Kinds::made(mana('R'), true), 1)], &settled));
}

fn activated(effect: Effect) -> Activated {
    Activated {
        cost: Cost::one(CostPart::TapThis),
        body: Body::plain(effect),
        by: Players::You,
        timing: Timing::Usual,
        condition: Condition::Always,
        per_turn: None,
        loyalty: false,
        uncounterable: false,
    }
}

fn add_green() -> Effect {
    Effect::AddMana(
        Players::You,
        ManaProduced { kind: NewMana::Exactly(vec![mana('G')]), amount: Amount::Fixed(1), only_for: None },
    )
}

#[test]
fn mana_abilities_are_told_by_their_data() {
    // modern 605.1a
    assert!(is_mana_ability(&activated(add_green())));
    let pain = Effect::Sequence(vec![add_green(), Effect::LoseLife(Players::You, Amount::Fixed(1))]);
    assert!(is_mana_ability(&activated(pain)));
    assert!(!is_mana_ability(&activated(Effect::Draw(Players::You, Amount::Fixed(1)))));
    assert!(!is_mana_ability(&Activated { loyalty: true, ..activated(add_green()) }));
    let targeted = Mode { targets: vec![TargetSpec::one(Filter::Never, Players::Each)], effect: add_green(), ..Mode::default() };
    assert!(!is_mana_ability(&Activated { body: Body::Plain(targeted), ..activated(add_green()) }));
    let later = Effect::WhenDone(Box::new(Effect::Nothing), Box::new(Body::plain(add_green())));
    assert!(!is_mana_ability(&activated(later)));
}

#[test]
fn triggered_mana_abilities_are_told_by_their_data() {
    // modern 605.1b, 605.5a
    let trigger = |pattern: Pattern, effect: Effect| Triggered {
        on: TriggerOn::Event(pattern.into()),
        event: Var(0),
        condition: Condition::Always,
        body: Body::plain(effect),
        per_turn: None,
        uncounterable: false,
    };
    assert!(is_mana_trigger(&trigger(Pattern::TapsForMana(Filter::Any), add_green())));
    assert!(!is_mana_trigger(&trigger(Pattern::TapsForMana(Filter::Any), Effect::GainLife(Players::You, Amount::Fixed(1)))));
    assert!(!is_mana_trigger(&trigger(Pattern::Taps(Filter::Any), add_green())));
}

/// The quick count agrees with the matching where both apply.
#[test]
fn counting_agrees_with_matching() {
    let mut chance = brute::Chance(7);
    for _ in 0..20_000 {
        let board: Vec<String> = (0..chance.below(7)).map(|_| brute::plain_source(&mut chance)).collect();
        let text = brute::cost_text(&mut chance);
        let board = board.join(" ");
        let life = chance.below(5);
        let listed = sources(&board);
        let mut counts = SmallVec::new();
        for kinds in listed.iter().flat_map(|source| source.alternatives[0].slots.iter()) {
            count_in(&mut counts, *kinds, 1);
        }
        let counted = need(&text).ways(life, |settled| covers(&counts, settled));
        assert_eq!(counted, plan("", &board, &text, life).is_some(), "{text} from {board:?}");
    }
}

#[test]
fn the_least_mana_of_a_cost() {
    assert_eq!(need("{2}{W/P}{2/U}").least(), 3);
    assert!(need("{W/P}").pips.iter().all(|pip| pip.otherwise == Otherwise::Life));
}
