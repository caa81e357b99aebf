//! How sure a share of wins is.

/// The 95 % confidence interval of a share after Wilson: honest also near 0 and 1 and for few games.
pub fn wilson(wins: u64, games: u64) -> (f64, f64) {
    if games == 0 {
        return (0.0, 1.0);
    }
    let (n, z) = (games as f64, 1.959_964_f64);
    let share = wins as f64 / n;
    let middle = share + z * z / (2.0 * n);
    let spread = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z * z / n;
    (((middle - spread) / scale).max(0.0), ((middle + spread) / scale).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::wilson;

    #[test]
    fn the_interval_holds_the_share_and_narrows() {
        let (low, high) = wilson(50, 100);
        assert!((low - 0.4038).abs() < 0.001 && (high - 0.5962).abs() < 0.001, "{low} {high}");
        let (none, some) = wilson(0, 10);
        assert!(none == 0.0 && some > 0.25 && some < 0.31);
        assert_eq!(wilson(0, 0), (0.0, 1.0));
    }
}
