//! By how many points simulations end.

/// Whether a `lead` in points goes with winning by `value`, a win counting 1 and a draw one half.
pub(super) fn agrees(lead: f32, value: f32) -> bool {
    lead.total_cmp(&0.0) == value.total_cmp(&0.5)
}

/// By how many points the first player led at the ends of the simulations of one thread.
#[derive(Clone, Copy, Default)]
pub(super) struct Leads {
    /// Of so many single precision would lose the half points.
    sum: f64,
    count: u64,
}

impl Leads {
    pub(super) fn add(&mut self, lead: f32) {
        self.sum += f64::from(lead);
        self.count += 1;
    }

    /// Those of both.
    pub(super) fn and(self, other: Self) -> Self {
        Self { sum: self.sum + other.sum, count: self.count + other.count }
    }

    /// What is to be expected; `None` before the first simulation.
    pub(super) fn mean(self) -> Option<f32> {
        (self.count > 0).then(|| (self.sum / self.count as f64) as f32)
    }
}
