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
    /// The claims are true: the finding, without the unchecked proofs of its candidates.
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
    let mut is_known = true;
    let claims = [
        finding.value.proof.map(|claim| (claim, &[][..])),
        finding.played.and_then(|played| played.value.proof).map(|claim| (claim, played)),
    ];
    for (claim, steps) in claims.into_iter().flatten() {
        match catch_panic(|| proven_after(position, steps, NODES, cancel)).ok().flatten() {
            Some(proof) if proof == claim => {}
            Some(_) => return Checked::Wrong,
            None => is_known = false,
        }
    }
    if !is_known {
        return Checked::Unknown;
    }
    let mut right = Finding { is_claimed: false, ..finding.clone() };
    right.candidates.iter_mut().for_each(|candidate| candidate.value.proof = None);
    Checked::Right(right)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::{MoveValue, Played};
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
}
