//! The analysis of one game, as far as it has come.

use std::collections::BTreeMap;

use tetralith_core::{NodeId, Record, Timeline};

use crate::cache::{self, CacheError};
use crate::finding::Finding;
use crate::look::build;
use crate::moments::Moments;
use crate::report::Report;
use crate::verdict::{Verdict, verdicts};

/// The turns of the main line of a game, and the findings about each.
#[derive(Clone, Debug)]
pub struct GameAnalysis {
    /// The turns.
    pub moments: Moments,
    /// The findings by turn; `None` where nothing has been searched.
    pub findings: Vec<Option<Finding>>,
    /// The build of the engine as it is.
    pub build: String,
}

impl GameAnalysis {
    /// The analysis that a record holds, without findings if it holds none, and the reason if it is
    /// ignored.
    pub fn of(record: &Record, timeline: &Timeline) -> (Self, Option<CacheError>) {
        let moments = Moments::of_main_line(timeline);
        let build = build(timeline.start());
        let (findings, fault) = match cache::read(record, timeline, &moments) {
            Ok(findings) => (findings, None),
            Err(fault) => (vec![None; moments.list().len()], Some(fault)),
        };
        (Self { moments, findings, build }, fault)
    }

    /// The analysis of the main line of `timeline` with the findings beside its moves, where the
    /// record is known to hold those of this program; without findings if they are damaged.
    pub fn beside(timeline: &Timeline) -> Self {
        let moments = Moments::of_main_line(timeline);
        let findings = cache::beside(timeline, &moments);
        Self {
            findings: findings.unwrap_or_else(|_| vec![None; moments.list().len()]),
            build: build(timeline.start()),
            moments,
        }
    }

    /// The analysis of the main line of `timeline` without findings.
    pub fn unsearched(timeline: &Timeline) -> Self {
        let moments = Moments::of_main_line(timeline);
        Self { findings: vec![None; moments.list().len()], build: build(timeline.start()), moments }
    }

    /// The findings by the place after their move.
    pub fn by_place(self) -> impl Iterator<Item = (NodeId, Finding)> {
        let places: Vec<NodeId> = self.moments.list().iter().map(|moment| moment.after).collect();
        let findings = places.into_iter().zip(self.findings);
        findings.filter_map(|(place, finding)| Some((place, finding?)))
    }

    /// Takes over from `known`, earlier findings by the place after their move, those that this
    /// analysis lacks or has read back.
    ///
    /// This way a finding made here does not become a mere claim by being read back from a record.
    pub fn keep(&mut self, known: &BTreeMap<NodeId, Finding>) {
        for (own, moment) in self.findings.iter_mut().zip(self.moments.list()) {
            let is_same = |own: &Finding, known: &Finding| {
                (&own.build, own.seed, own.simulations, own.value)
                    == (&known.build, known.seed, known.simulations, known.value)
            };
            let Some(known) = known.get(&moment.after) else { continue };
            if own.as_ref().is_none_or(|own| is_same(own, known)) {
                *own = Some(known.clone());
            }
        }
    }

    /// Takes over the findings of `other`, an analysis of the same game, that took more
    /// simulations.
    pub fn join(&mut self, other: Self) {
        for (own, other) in self.findings.iter_mut().zip(other.findings) {
            let effort =
                |finding: &Option<Finding>| finding.as_ref().map(|finding| finding.simulations);
            if effort(&other) > effort(own) {
                *own = other;
            }
        }
    }

    /// The verdicts on the moves whose positions have been searched, in order.
    pub fn verdicts(&self) -> Vec<Verdict> {
        let end = self.moments.position(self.moments.list().len());
        verdicts(&self.moments, &self.findings, end.outcome(), &self.build)
    }

    /// The figures of both players, from the verdicts.
    pub fn report(&self) -> Report {
        Report::of(&self.verdicts(), self.moments.list().len())
    }

    /// The number of turns whose positions have been searched.
    pub fn looked_at(&self) -> usize {
        self.findings.iter().flatten().count()
    }

    /// The simulations that every position got at least; 0 if some were not searched.
    pub fn least_simulations(&self) -> u64 {
        self.findings
            .iter()
            .map(|finding| finding.as_ref().map_or(0, |finding| finding.simulations))
            .min()
            .unwrap_or(0)
    }
}
