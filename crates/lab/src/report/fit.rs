//! Logistic regression of one variable.

/// Fits `1 / (1 + exp(−(a + b·x)))` to pairs of x and a result from 0 to 1; `None` if they do not
/// determine a and b.
///
/// Newton's method on the likelihood, with a little weight against slopes without end.
pub(crate) fn logistic(points: &[(f64, f64)]) -> Option<[f64; 2]> {
    /// The weight of a slope of 0 to begin with, in observations.
    const HOLD: f64 = 1e-3;
    let (mut a, mut b) = (0.0, 0.0);
    for _ in 0..100 {
        let (mut slope, mut bend) = ([-HOLD * a, -HOLD * b], [HOLD, 0.0, HOLD]);
        for &(x, result) in points {
            let chance = 1.0 / (1.0 + (-(a + b * x)).exp());
            let (miss, weight) = (result - chance, chance * (1.0 - chance));
            slope = [slope[0] + miss, slope[1] + miss * x];
            bend = [bend[0] + weight, bend[1] + weight * x, bend[2] + weight * x * x];
        }
        let determinant = bend[0] * bend[2] - bend[1] * bend[1];
        if determinant.abs() < 1e-12 {
            return None;
        }
        let step = [
            (bend[2] * slope[0] - bend[1] * slope[1]) / determinant,
            (bend[0] * slope[1] - bend[1] * slope[0]) / determinant,
        ];
        // Far from the place Newton's step may overshoot.
        let longest = step[0].abs().max(step[1].abs());
        let scale = (2.0 / longest.max(1e-12)).min(1.0);
        a += scale * step[0];
        b += scale * step[1];
        if longest < 1e-9 {
            break;
        }
    }
    Some([a, b])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_goes_through_what_it_was_made_of() {
        let chance = |x: f64| 1.0 / (1.0 + (-(1.0 - 0.5 * x)).exp());
        let points: Vec<(f64, f64)> =
            (0..9).map(|x| (f64::from(x), chance(f64::from(x)))).collect();
        let [a, b] = logistic(&points).expect("nine points are enough");
        assert!((a - 1.0).abs() < 0.05 && (b + 0.5).abs() < 0.02, "{a} {b}");
    }
}
