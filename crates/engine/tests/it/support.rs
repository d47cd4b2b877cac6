//! The tools that several tests of the engine share.

/// The methods of [`Rules`](tetralith_core::Rules) of a tuple struct around the game `$inner`, but
/// `score`: those of that game.
macro_rules! rules_of {
    ($inner:ty) => {
        const INFO: tetralith_core::Info = <$inner as tetralith_core::Rules>::INFO;

        fn new(options: &tetralith_core::Options) -> Result<Self, tetralith_core::SetupError> {
            <$inner>::new(options).map(Self)
        }

        fn options(&self) -> &tetralith_core::Options {
            self.0.options()
        }

        fn board(&self) -> &tetralith_core::Board {
            self.0.board()
        }

        fn to_move(&self) -> tetralith_core::Colour {
            self.0.to_move()
        }

        fn legal_steps(&self, out: &mut Vec<tetralith_core::Step>) {
            self.0.legal_steps(out);
        }

        fn check(&self, step: tetralith_core::Step) -> Result<(), tetralith_core::PlayError> {
            self.0.check(step)
        }

        fn play_unchecked(&mut self, step: tetralith_core::Step) {
            self.0.play_unchecked(step);
        }

        fn outcome(&self) -> Option<tetralith_core::rules::Outcome> {
            self.0.outcome()
        }

        fn marks(&self) -> tetralith_core::Marks {
            self.0.marks()
        }
    };
}
pub(crate) use rules_of;
