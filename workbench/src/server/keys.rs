//! Keys: who has one may do what its role allows.

use crate::room::Role;
use std::sync::{Arc, PoisonError, RwLock};

/// The keys of a table.
#[derive(Clone, Debug, Default)]
pub struct Keys {
    list: Arc<RwLock<Vec<(String, Role)>>>,
}

impl Keys {
    /// A new key for a role: 128 bits that nobody can guess.
    ///
    /// # Errors
    /// If the system has no randomness to give.
    pub fn issue(&self, role: Role) -> Result<String, getrandom::Error> {
        let mut bytes = [0_u8; 16];
        getrandom::fill(&mut bytes)?;
        let key: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        self.list.write().unwrap_or_else(PoisonError::into_inner).push((key.clone(), role));
        Ok(key)
    }

    /// What a key allows.
    pub fn role(&self, key: &str) -> Option<Role> {
        // All keys are compared as a whole, so that time tells nothing of how much was right.
        let list = self.list.read().unwrap_or_else(PoisonError::into_inner);
        list.iter().fold(None, |found, (known, role)| if same(known, key) { Some(*role) } else { found })
    }
}

fn same(known: &str, given: &str) -> bool {
    let (known, given) = (known.as_bytes(), given.as_bytes());
    known.len() == given.len() && known.iter().zip(given).fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::Keys;
    use crate::room::Role;

    #[test]
    fn a_key_opens_its_own_role_and_no_other_key_opens_anything() {
        let keys = Keys::default();
        let (designer, watcher) = (keys.issue(Role::Designer).expect("a key"), keys.issue(Role::Watcher).expect("a key"));
        assert_ne!(designer, watcher);
        assert_eq!((keys.role(&designer), keys.role(&watcher)), (Some(Role::Designer), Some(Role::Watcher)));
        assert_eq!((keys.role(""), keys.role(&designer[1..]), keys.role(&format!("{designer}0"))), (None, None, None));
    }
}
