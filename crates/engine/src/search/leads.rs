//! By how many points simulations end.

/// True if a `lead` in points goes with winning by `value`, a win counting 1 and a draw one
/// half.
pub(super) fn agrees(lead: f32, value: f32) -> bool {
    lead.total_cmp(&0.0) == value.total_cmp(&0.5)
}

/// By how many points the first player led at the ends of simulations.
#[derive(Clone, Copy, Default)]
struct Sum {
    /// In double precision: a sum of so many in single precision would lose the half points.
    sum: f64,
    count: u64,
}

/// By how many points the first player led at the ends of the simulations of one thread, for each
/// child of the root.
///
/// The mean of all would include steps that were searched only to find them worse.
#[derive(Clone, Default)]
pub(super) struct Leads(Vec<Sum>);

impl Leads {
    /// Counts a simulation that went through the child `index`.
    pub(super) fn add(&mut self, index: usize, lead: f32) {
        if index >= self.0.len() {
            self.0.resize(index + 1, Sum::default());
        }
        let Sum { sum, count } = &mut self.0[index];
        *sum += f64::from(lead);
        *count += 1;
    }

    /// Those of both.
    pub(super) fn and(mut self, other: &Self) -> Self {
        self.0.resize(self.0.len().max(other.0.len()), Sum::default());
        for (own, other) in self.0.iter_mut().zip(&other.0) {
            *own = Sum { sum: own.sum + other.sum, count: own.count + other.count };
        }
        self
    }

    /// The lead to be expected after the child `index`; `None` before the first simulation through
    /// it.
    pub(super) fn mean(&self, index: usize) -> Option<f32> {
        let Sum { sum, count } = *self.0.get(index)?;
        (count > 0).then(|| (sum / count as f64) as f32)
    }
}
