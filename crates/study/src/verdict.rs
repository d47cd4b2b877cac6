//! The verdict on every move of a game, from the findings about its positions.

use tetralith_core::{Colour, Outcome, Step};
use tetralith_engine::Proof;

use crate::class::Class;
use crate::finding::{Finding, MoveValue};
use crate::moments::{Moments, TurnChoice};
use crate::spread::Spread;

/// The verdict on one move. Chances are from 0 to 1, leads are points; all are of the player who
/// made the move.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Verdict {
    /// The index of the turn among the moments.
    pub index: usize,
    /// The turn: the move and the player who made it.
    pub choice: TurnChoice,
    /// The steps of the best move that was found; the move itself if none is better.
    pub best: Vec<Step>,
    /// Best play of both from before the move, each move as its steps; begins with `best`.
    pub line: Vec<Vec<Step>>,
    /// The outlook before the move, with the best move to come.
    pub before: Outlook,
    pub after: Outlook,
    /// The winning chance that the move gave away, at least 0.
    pub loss: f64,
    /// The standard error of `loss`; 0 where both results are proven.
    pub error: f64,
    /// The points that the move gave away; `None` in games without points, or where they are not
    /// known.
    pub lead_loss: Option<f64>,
    /// The class by loss, error and proofs.
    pub class: Class,
    pub evidence: Evidence,
}

impl Verdict {
    /// The win rates before and after the move, and what it cost, in whole per cent as they are
    /// shown: the cost is the difference of the other two.
    pub fn percents(&self) -> [u32; 3] {
        let [before, after] = [self.before.win, self.after.win].map(percent);
        [before, after, before.saturating_sub(after)]
    }

    /// The colour that the player holds after the move; a swap changes it.
    pub fn viewer_after(&self) -> Colour {
        Step::held_after(self.choice.player, self.choice.played.iter().copied())
    }

    /// The first player's winning chance after the move, from 0 to 1.
    pub fn first_players_chance(&self) -> f64 {
        match self.viewer_after() {
            Colour::First => self.after.win,
            Colour::Second => 1.0 - self.after.win,
        }
    }
}

/// A winning chance in whole per cent.
pub fn percent(chance: f64) -> u32 {
    (100.0 * chance).round() as u32
}

/// The chances in a position, of the player whose move is judged.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Outlook {
    /// The winning chance.
    pub win: f64,
    /// The result of best play, once it is proven.
    pub proof: Option<Proof>,
}

/// The grounds for a verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Evidence {
    /// The simulations of the searches before the move.
    pub simulations: u64,
    /// True if a record claims what is proven, and it has not been checked since.
    pub is_claimed: bool,
    /// True if another build of the engine made the searches.
    pub is_of_other_build: bool,
}

/// The verdicts on all moves whose positions have findings.
///
/// `findings` are by the index of the moment; `outcome` is how the game ended after the last one,
/// on the board. A proof of a position is a proof of the move that led there, and so on back
/// through the game.
///
/// # Panics
/// If there are fewer findings than moments.
pub fn verdicts(
    moments: &Moments,
    findings: &[Option<Finding>],
    outcome: Option<Outcome>,
    build: &str,
) -> Vec<Verdict> {
    let list = moments.list();
    let spread = Spread::of(findings.iter().flatten());
    let mut verdicts = Vec::with_capacity(list.len());
    // The proven result after the move at hand, the colour from whose side it is given, and whether
    // it is only claimed.
    let mut after: Option<(Colour, Proof, bool)> =
        outcome.map(|outcome| (Colour::First, Proof::of(outcome.winner, Colour::First), false));
    for (index, moment) in list.iter().enumerate().rev() {
        let Some(finding) = &findings[index] else {
            after = None;
            continue;
        };
        let own = finding.played.map(|played| played.value);
        let flowed = after.map(|(seen_by, proof, _)| {
            let viewer = Step::held_after(moment.player, moment.played.iter().copied());
            if viewer == seen_by { proof } else { proof.flipped() }
        });
        let proof = flowed.or(own.and_then(|value| value.proof));
        let is_own_claimed =
            after.map_or(proof.is_some() && finding.is_claimed, |(.., is_claimed)| is_claimed);
        // A move that wins proves that the position was won; one that loses proves nothing of it.
        let wins = proof.filter(|&proof| proof == Proof::Win);
        let before = finding.value.proof.or(wins);
        let is_claimed =
            if wins.is_some() { is_own_claimed } else { before.is_some() && finding.is_claimed };
        after = before.map(|proof| (moment.player, proof, is_claimed));
        let Some(own) = own else { continue };
        let own = MoveValue { proof, ..own };
        let best = MoveValue { proof: before, ..finding.value };
        let mut verdict = verdict((moments, index), finding, (best, own), (spread, build));
        verdict.evidence.is_claimed = is_claimed || is_own_claimed;
        verdicts.push(verdict);
    }
    verdicts.reverse();
    verdicts
}

fn verdict(
    (moments, index): (&Moments, usize),
    finding: &Finding,
    (best, own): (MoveValue, MoveValue),
    (spread, build): (Spread, &str),
) -> Verdict {
    let moment = &moments.list()[index];
    let (win_before, win_after) = (best.chance().max(own.chance()), own.chance());
    // The move is the best there is if it is found to be so, if it is seen to be better, or if it
    // keeps what is proven.
    let keeps = own.proof.is_some() && own.proof >= best.proof && best.proof.is_some();
    let is_lost = best.proof == Some(Proof::Loss);
    let is_best = finding.best().starts_with(&moment.played)
        || keeps
        || is_lost
        || own.chance() >= best.chance();
    let loss = if is_best { 0.0 } else { win_before - win_after };
    let is_proven = best.proof.is_some() && own.proof.is_some();
    let error = match finding.played {
        Some(_) if !is_proven => spread.error(finding),
        _ => 0.0,
    };
    let shows_own = is_best && !keeps && !is_lost || finding.best().is_empty();
    let lead_loss =
        best.lead.zip(own.lead).map(|(best, own)| if is_best { 0.0 } else { best - own });
    let before = if is_best {
        win_after.max(best.proof.map_or(win_after, |proof| proof.value().into()))
    } else {
        win_before
    };
    Verdict {
        index,
        choice: moment.clone(),
        best: if shows_own { moment.played.clone() } else { finding.best().to_vec() },
        line: if shows_own && !finding.best().starts_with(&moment.played) {
            vec![moment.played.clone()]
        } else {
            finding.line.clone()
        },
        before: Outlook { win: before, proof: best.proof },
        after: Outlook { win: win_after, proof: own.proof },
        loss,
        error,
        lead_loss,
        class: class(&best, &own, loss, error),
        evidence: Evidence {
            simulations: finding.simulations,
            is_claimed: false,
            is_of_other_build: finding.build != build,
        },
    }
}

/// The class of a move of value `own` where the best move had `best`: by the proofs, else by the
/// `loss`.
fn class(best: &MoveValue, own: &MoveValue, loss: f64, error: f64) -> Class {
    match (best.proof, own.proof) {
        (Some(best), Some(own)) if own >= best => Class::Best,
        (Some(Proof::Loss), _) => Class::Best,
        (Some(_), Some(_)) => Class::Blunder,
        (_, Some(Proof::Win)) => Class::Best,
        // A proof after the move says nothing of the position before it, which may have been lost
        // already.
        _ if Class::can_tell(error) => Class::of(loss, error),
        _ => Class::Unclear,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(win: f64, proof: Option<Proof>) -> MoveValue {
        MoveValue { win, lead: None, proof }
    }

    #[test]
    fn a_proof_overrides_what_the_figures_say() {
        let (won, drawn, lost) = (Some(Proof::Win), Some(Proof::Draw), Some(Proof::Loss));
        let of = |best, own: Option<Proof>| class(&value(0.5, best), &value(0.5, own), 0.0, 0.5);
        assert_eq!(of(won, won), Class::Best);
        assert_eq!(of(won, drawn), Class::Blunder);
        assert_eq!(of(won, lost), Class::Blunder);
        assert_eq!(of(drawn, lost), Class::Blunder);
        assert_eq!(of(drawn, drawn), Class::Best);
        assert_eq!(of(lost, lost), Class::Best);
        assert_eq!(of(lost, None), Class::Best);
    }

    #[test]
    fn steps_into_proven_losses_are_judged_by_the_position_before() {
        let lost = value(0.0, Some(Proof::Loss));
        assert_eq!(class(&value(0.3, None), &lost, 0.3, 0.02), Class::Blunder);
        assert_eq!(class(&value(0.3, None), &lost, 0.3, 0.2), Class::Unclear);
        assert_eq!(class(&value(0.02, None), &lost, 0.02, 0.0), Class::Best);
    }

    #[test]
    fn class_is_withheld_below_a_sufficient_budget() {
        let even = value(0.5, None);
        assert_eq!(class(&even, &even, 0.0, 0.08), Class::Unclear);
        assert_eq!(class(&even, &even, 0.0, 0.07), Class::Best);
        assert_eq!(class(&even, &value(1.0, Some(Proof::Win)), 0.0, 0.5), Class::Best);
    }
}
