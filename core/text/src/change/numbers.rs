//! Power and toughness: "+2/-1", "+X/+X, where X is its power", "each equal to the number of creatures you control".

use crate::amount::Quantity;
use crate::speech::Speech;
use cardwright_engine::ability::Amount;

impl Speech<'_> {
    /// The figures of a change, with what has to follow the duration.
    pub(super) fn pt_change(&mut self, power: &Amount, toughness: &Amount, lasting: bool) -> (String, String) {
        let (p, t) = (self.quantity(power), self.quantity(toughness));
        let each = match (&p, &t) {
            (Quantity::ForEach(_, a), Quantity::ForEach(_, b)) if a != b => None,
            (Quantity::ForEach(_, each), Quantity::ForEach(..) | Quantity::Number(0))
            | (Quantity::Number(0), Quantity::ForEach(_, each)) => Some(each.clone()),
            _ => None,
        };
        if let Some(each) = each {
            let (a, b) = (factor(&p), factor(&t));
            if lasting && a.abs() <= 1 && b.abs() <= 1 {
                let number = self.value(positive(if a == 0 { toughness } else { power }));
                return (figures(&Figure::x(a), &Figure::x(b)), format!(", where X is {number}"));
            }
            let behind = format!(" for each {each}");
            let figures = figures(&Figure::Number(a), &Figure::Number(b));
            return if lasting { (figures, behind) } else { (format!("{figures}{behind}"), String::new()) };
        }
        let (a, first) = self.pt_figure(power, "X");
        let letter = if first.is_empty() || power == toughness || positive(power) == positive(toughness) { "X" } else { "Y" };
        let (b, second) = self.pt_figure(toughness, letter);
        let tail = match (first, second) {
            (first, second) if first.is_empty() || second.is_empty() || first == second => {
                if first.is_empty() {
                    second
                } else {
                    first
                }
            }
            (first, second) => format!("{first} and {}", second.trim_start_matches(", where ")),
        };
        (figures(&a, &b), tail)
    }
    fn pt_figure(&mut self, amount: &Amount, letter: &'static str) -> (Figure, String) {
        let negative = matches!(amount, Amount::Negative(_));
        match self.quantity(amount) {
            Quantity::Number(number) => (Figure::Number(number), String::new()),
            Quantity::X => (Figure::Letter("X", false), String::new()),
            Quantity::Of(words) if words == "-X" => (Figure::Letter("X", true), String::new()),
            Quantity::That | Quantity::Of(_) | Quantity::ForEach(..) | Quantity::Equal(_) => {
                let value = self.value(positive(amount));
                (Figure::Letter(letter, negative), format!(", where {letter} is {value}"))
            }
        }
    }
    /// Base power and toughness: "base power and toughness 2/2", "base power 0".
    pub(super) fn base_pt(&mut self, power: Option<&Amount>, toughness: Option<&Amount>) -> String {
        match (power, toughness) {
            (Some(Amount::Fixed(power)), Some(Amount::Fixed(toughness))) => {
                format!("base power and toughness {power}/{toughness}")
            }
            (Some(Amount::X), Some(Amount::X)) => "base power and toughness X/X".to_owned(),
            (Some(power), Some(toughness)) if power == toughness => {
                format!("base power and base toughness each equal to {}", self.value(power))
            }
            (Some(power), Some(toughness)) => {
                let power = self.base_number("base power", power);
                format!("{power} and {}", self.base_number("base toughness", toughness))
            }
            (Some(power), None) => self.base_number("base power", power),
            (None, Some(toughness)) => self.base_number("base toughness", toughness),
            (None, None) => "its own power and toughness".to_owned(),
        }
    }
    fn base_number(&mut self, word: &str, amount: &Amount) -> String {
        match amount {
            Amount::Fixed(number) => format!("{word} {number}"),
            amount => format!("{word} equal to {}", self.value(amount)),
        }
    }
    /// What a characteristic-defining ability says, behind a possessive: "power and toughness are each equal to ...".
    pub(super) fn pt_defined(&mut self, power: Option<&Amount>, toughness: Option<&Amount>) -> String {
        match (power, toughness) {
            (Some(power), Some(toughness)) if power == toughness => {
                format!("power and toughness are each equal to {}", self.value(power))
            }
            (Some(power), Some(toughness)) => {
                let power = self.value(power);
                format!("power is equal to {power} and its toughness is equal to {}", self.value(toughness))
            }
            (Some(power), None) => format!("power is equal to {}", self.value(power)),
            (None, Some(toughness)) => format!("toughness is equal to {}", self.value(toughness)),
            (None, None) => "power and toughness are as printed".to_owned(),
        }
    }
}

/// One side of "+1/+X".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Figure {
    Number(i32),
    /// A letter, with whether it is taken away.
    Letter(&'static str, bool),
}

impl Figure {
    fn x(factor: i32) -> Figure {
        if factor == 0 { Figure::Number(0) } else { Figure::Letter("X", factor < 0) }
    }
    fn is_negative(self) -> bool {
        match self {
            Figure::Number(number) => number < 0,
            Figure::Letter(_, negative) => negative,
        }
    }
    fn is_zero(self) -> bool {
        self == Figure::Number(0)
    }
}

/// "+2/+0", "-2/-0": nothing has the sign of what stands beside it.
fn figures(power: &Figure, toughness: &Figure) -> String {
    let sign = |one: &Figure, other: &Figure| {
        let negative = if one.is_zero() { other.is_negative() } else { one.is_negative() };
        let body = match one {
            Figure::Number(number) => number.unsigned_abs().to_string(),
            Figure::Letter(letter, _) => (*letter).to_owned(),
        };
        format!("{}{body}", if negative { '-' } else { '+' })
    };
    format!("{}/{}", sign(power, toughness), sign(toughness, power))
}

fn factor(quantity: &Quantity) -> i32 {
    match quantity {
        Quantity::ForEach(factor, _) => *factor,
        _ => 0,
    }
}

fn positive(amount: &Amount) -> &Amount {
    match amount {
        Amount::Negative(inner) => inner,
        amount => amount,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_has_the_sign_of_its_neighbour() {
        for (power, toughness, said) in [
            (Figure::Number(2), Figure::Number(0), "+2/+0"),
            (Figure::Number(-2), Figure::Number(0), "-2/-0"),
            (Figure::Number(0), Figure::Number(-1), "-0/-1"),
            (Figure::Number(1), Figure::Number(-1), "+1/-1"),
            (Figure::Letter("X", true), Figure::Number(0), "-X/-0"),
            (Figure::Letter("X", false), Figure::Letter("Y", true), "+X/-Y"),
        ] {
            assert_eq!(figures(&power, &toughness), said);
        }
    }
}
