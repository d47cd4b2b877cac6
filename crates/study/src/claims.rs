//! Proofs that a record claims: a record may come from anywhere, so its proofs are checked by the
//! solver where that is quick.

use tetralith_core::{Game, Step};
use tetralith_engine::{CancelToken, catch_panic};

use crate::finding::Finding;
use crate::look::proven_after;

/// The positions that the solver may look at for each claim: less than a tenth of a second.
const NODES: u64 = 64_000;

/// The fate of the claims in a finding.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Checked {
    /// The claims are true: the finding, without proofs of candidates that take more effort.
    Right(Finding),
    /// One of the claims is false, so the whole finding is worthless.
    Wrong,
    /// This effort does not suffice to decide.
    Unknown,
}

/// Checks what `finding` claims of `position`, in which the steps `played` were played.
pub(crate) fn check(
    position: &Game,
    played: &[Step],
    finding: &Finding,
    cancel: &CancelToken,
) -> Checked {
    let proven = |steps: &[Step]| {
        catch_panic(|| proven_after(position, steps, NODES, cancel)).ok().flatten()
    };
    let mut is_known = true;
    let claims = [
        finding.value.proof.map(|claim| (claim, &[][..])),
        finding.played.and_then(|played| played.value.proof).map(|claim| (claim, played)),
    ];
    for (claim, steps) in claims.into_iter().flatten() {
        match proven(steps) {
            Some(proof) if proof == claim => {}
            Some(_) => return Checked::Wrong,
            None => is_known = false,
        }
    }
    if !is_known {
        return Checked::Unknown;
    }
    let mut right = Finding { is_claimed: false, ..finding.clone() };
    for candidate in &mut right.candidates {
        let Some(claim) = candidate.value.proof else { continue };
        candidate.value.proof = proven(&[candidate.step]);
        if candidate.value.proof.is_some_and(|proof| proof != claim) {
            return Checked::Wrong;
        }
    }
    // Proofs that were not tried must not be lost.
    if cancel.is_cancelled() { Checked::Unknown } else { Checked::Right(right) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::{MoveValue, Played, StudyCandidate};
    use tetralith_core::{Names, position_text};
    use tetralith_engine::Proof;

    /// The fate of `claims` about `position` and about the move `played` in it.
    fn checked(position: &str, played: &str, claims: [Option<Proof>; 2]) -> Checked {
        let position = position_text::read(position).unwrap();
        let played = Names::of(&position).parse_turn(played).unwrap();
        let value = |proof| MoveValue { win: 0.5, lead: None, proof };
        let finding = Finding {
            played: Some(Played { value: value(claims[1]), compared: 50, seen: 50, error: 0.0 }),
            is_claimed: true,
            ..Finding::sample(100, value(claims[0]))
        };
        check(&position, &played, &finding, &CancelToken::new())
    }

    #[test]
    fn a_claim_is_right_wrong_or_beyond_reach() {
        let (win, loss) = (Some(Proof::Win), Some(Proof::Loss));
        let small = "necklace size=3 3/3/3 red";
        let won = [win, loss].map(|own| checked(small, "b2", [win, own]));
        assert!(
            won.iter()
                .any(|checked| matches!(checked, Checked::Right(finding) if !finding.is_claimed))
        );
        assert!(won.contains(&Checked::Wrong), "one of both is false");
        assert_eq!(checked(small, "b2", [loss, None]), Checked::Wrong);
        let large = position_text::write(
            &Game::new("necklace", &tetralith_core::Setup::default()).unwrap(),
        );
        assert_eq!(checked(&large, "g7", [win, None]), Checked::Unknown);
    }

    #[test]
    fn proofs_of_candidates_are_checked_and_kept() {
        let position = position_text::read("necklace size=3 3/3/3 red").unwrap();
        let names = Names::of(&position);
        let value = |proof| MoveValue { win: 0.5, lead: None, proof };
        let checked = |claim| {
            let step = names.parse_step("b2").unwrap();
            let of_step = StudyCandidate { step, simulations: 50, value: value(Some(claim)) };
            let finding = Finding {
                candidates: vec![of_step],
                is_claimed: true,
                ..Finding::sample(100, value(Some(Proof::Win)))
            };
            let right = Finding { is_claimed: false, ..finding.clone() };
            (check(&position, &[], &finding, &CancelToken::new()), Checked::Right(right))
        };
        let (found, right) = checked(Proof::Win);
        assert_eq!(found, right);
        assert_eq!(checked(Proof::Loss).0, Checked::Wrong);
    }
}
