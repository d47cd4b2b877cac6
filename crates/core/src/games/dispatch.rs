//! The macro that turns the list of games into the [`Game`](super::Game) enum.

/// Makes the `Game` enum and everything that goes game by game from one list.
macro_rules! games {
    ($($(#[$when:meta])* $name:ident),* $(,)?) => {
        /// A position of any of the games, for code that learns only at run time which it is.
        ///
        /// It has no `Hash`: what a game keeps beside the stones differs. As a key of a map the
        /// text of [`position_text::write`](crate::position_text::write) serves.
        #[derive(Clone)]
        #[allow(clippy::large_enum_variant, reason = "positions are copied whole and never boxed")]
        pub enum Game {
            $(
                $(#[$when])*
                #[doc = concat!("A position of ", stringify!($name), ".")]
                $name($name),
            )*
        }

        /// The descriptions of the games, in the order menus show them.
        pub static INFOS: &[&Info] = &[$($(#[$when])* &$name::INFO,)*];

        /// Does `visitor`'s work for every game.
        pub fn each(visitor: &mut impl KindVisitor) {
            $($(#[$when])* visitor.visit::<$name>();)*
        }

        /// The effort of the levels of the game `info` describes, [`Knowledge::LADDER`].
        pub fn ladder(info: &Info) -> &'static Ladder {
            $($(#[$when])* if info.id == $name::INFO.id {
                return $name::LADDER;
            })*
            &USUAL_LADDER
        }

        /// The openings of the game `info` describes, [`Knowledge::BOOK`].
        pub fn book(info: &Info) -> &'static str {
            $($(#[$when])* if info.id == $name::INFO.id {
                return $name::BOOK;
            })*
            ""
        }

        impl Game {
            /// The game `info` describes, before its first step.
            ///
            /// # Errors
            /// [`SetupError`] if it cannot be played with `options`, or `info` is not one of
            /// [`INFOS`].
            pub fn start(info: &Info, options: &Options) -> Result<Self, SetupError> {
                $($(#[$when])* if info.id == $name::INFO.id {
                    return $name::new(options).map(Self::$name);
                })*
                Err(SetupError::Unlisted { game: info.title })
            }

            /// Does `visitor`'s work on this position.
            pub fn visit<V: Visitor>(&self, visitor: V) -> V::Output {
                match self { $($(#[$when])* Self::$name(game) => visitor.visit(game),)* }
            }

            /// The game's description: its name, its boards, its options.
            pub fn info(&self) -> &'static Info {
                match self { $($(#[$when])* Self::$name(_) => &$name::INFO,)* }
            }

            /// The options the game was made with.
            pub fn options(&self) -> &Options {
                match self { $($(#[$when])* Self::$name(game) => game.options(),)* }
            }

            /// The stones.
            pub fn board(&self) -> &Board {
                match self { $($(#[$when])* Self::$name(game) => game.board(),)* }
            }

            /// The player to move; once the game is over, the one whose step it would be.
            pub fn to_move(&self) -> Colour {
                match self { $($(#[$when])* Self::$name(game) => game.to_move(),)* }
            }

            /// The phase of the game, which decides the kind of the next step.
            pub fn phase(&self) -> Phase {
                match self { $($(#[$when])* Self::$name(game) => game.phase(),)* }
            }

            /// See [`Rules::legal_steps`].
            pub fn legal_steps(&self, out: &mut Vec<Step>) {
                match self { $($(#[$when])* Self::$name(game) => game.legal_steps(out),)* }
            }

            /// Checks whether `step` is legal.
            ///
            /// # Errors
            /// [`PlayError`] with the reason.
            pub fn check(&self, step: Step) -> Result<(), PlayError> {
                match self { $($(#[$when])* Self::$name(game) => game.check(step),)* }
            }

            /// See [`Rules::play_unchecked`].
            pub fn play_unchecked(&mut self, step: Step) {
                match self { $($(#[$when])* Self::$name(game) => game.play_unchecked(step),)* }
            }

            /// See [`Rules::passed_over`].
            pub fn passed_over(&self) -> Option<Self> {
                match self {
                    $($(#[$when])* Self::$name(game) => game.passed_over().map(Self::$name),)*
                }
            }

            /// The outcome, or `None` while the game goes on.
            pub fn outcome(&self) -> Option<Outcome> {
                match self { $($(#[$when])* Self::$name(game) => game.outcome(),)* }
            }

            /// The stones and whose turn it is: [`Game::arranged`] makes the same position of it.
            pub fn arrangement(&self) -> Arrangement {
                match self { $($(#[$when])* Self::$name(game) => game.arrangement(),)* }
            }

            fn try_arranged(
                info: &Info,
                options: &Options,
                arrangement: &Arrangement,
            ) -> Result<Self, ArrangementError> {
                $($(#[$when])* if info.id == $name::INFO.id {
                    return $name::arranged(options, arrangement).map(Self::$name);
                })*
                Err(SetupError::Unlisted { game: info.title }.into())
            }

            /// The standing of both sides, in the game's own words and figures.
            pub fn standing(&self) -> Standing {
                match self { $($(#[$when])* Self::$name(game) => game.standing(),)* }
            }

            /// See [`Rules::half_points`].
            pub fn half_points(&self) -> Option<[u32; 2]> {
                match self { $($(#[$when])* Self::$name(game) => game.half_points(),)* }
            }

            /// See [`Rules::lead`].
            pub fn lead(&self) -> Option<f32> {
                match self { $($(#[$when])* Self::$name(game) => game.lead(),)* }
            }

            /// See [`Knowledge::usual_steps_left`].
            pub fn usual_steps_left(&self) -> usize {
                match self { $($(#[$when])* Self::$name(game) => game.usual_steps_left(),)* }
            }

            /// See [`Rules::symmetries`].
            pub fn symmetries(&self) -> Vec<Vec<usize>> {
                match self { $($(#[$when])* Self::$name(game) => game.symmetries(),)* }
            }

            /// See [`Knowledge::solving_effort`].
            pub fn solving_effort(&self) -> f64 {
                match self { $($(#[$when])* Self::$name(game) => game.solving_effort(),)* }
            }

            /// The cells that a screen may mark on the board, by the reason.
            pub fn marks(&self) -> Marks {
                match self { $($(#[$when])* Self::$name(game) => game.marks(),)* }
            }

            /// See [`Rules::about`].
            pub fn about(&self, cell: Cell) -> About {
                match self { $($(#[$when])* Self::$name(game) => game.about(cell),)* }
            }
        }
    };
}
