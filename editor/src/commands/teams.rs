//! Teams on the command line: `--teams ac,bd`.

use super::names;
use anyhow::{Result, bail};
use cardwright_engine::ids::PlayerId;

/// The teams that the letters name.
pub(super) fn teams(written: Option<&str>, players: usize) -> Result<Vec<Vec<PlayerId>>> {
    let mut teams: Vec<Vec<PlayerId>> = Vec::new();
    for word in names(written) {
        let mut team = Vec::new();
        for letter in word.chars() {
            let seat = u8::try_from(letter).ok().and_then(|letter| letter.checked_sub(b'a'));
            let Some(player) = seat.filter(|seat| usize::from(*seat) < players).map(PlayerId) else {
                bail!("`{letter}` is no seat: the {players} players are a to {}", char::from(b'a' + players as u8 - 1));
            };
            if team.contains(&player) || teams.iter().flatten().any(|known| *known == player) {
                bail!("`{letter}` is in the teams twice: a player can be in one team only");
            }
            team.push(player);
        }
        teams.push(team);
    }
    if teams.first().is_some_and(|team| team.len() == players) {
        bail!("all players in one team have nobody to play against: leave one out, or make two teams, like `ac,bd`");
    }
    Ok(teams)
}

#[cfg(test)]
mod tests {
    use super::teams;
    use cardwright_engine::ids::PlayerId;

    fn seats(seats: &[u8]) -> Vec<PlayerId> {
        seats.iter().copied().map(PlayerId).collect()
    }

    #[test]
    fn letters_are_seats() {
        assert_eq!(teams(Some("ac,bd"), 4).unwrap(), [seats(&[0, 2]), seats(&[1, 3])]);
        assert_eq!(teams(Some("bcd"), 4).unwrap(), [seats(&[1, 2, 3])]);
        assert!(teams(None, 4).unwrap().is_empty());
    }

    #[test]
    fn what_cannot_be_is_refused_with_its_reason() {
        let refused = |written, players| teams(Some(written), players).unwrap_err().to_string();
        assert_eq!(refused("ae,bc", 4), "`e` is no seat: the 4 players are a to d");
        assert_eq!(refused("aA,b", 2), "`A` is no seat: the 2 players are a to b");
        assert!(refused("ab,bc", 3).starts_with("`b` is in the teams twice"));
        assert!(refused("abc", 3).starts_with("all players in one team"));
    }
}
