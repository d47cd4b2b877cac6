//! The moves that belong to the game being played, as opposed to those only tried in review.

use tetralith_core::Renumbered;
use tetralith_core::timeline::{NodeId, Timeline};

use super::explore::Exploring;
use super::{Mode, Table};

impl Exploring {
    /// The place that follows `node` of `timeline` on a line that was played, the first of several.
    fn played_after(&self, timeline: &Timeline, node: NodeId) -> Option<NodeId> {
        timeline.children(node).iter().find(|child| !self.tried.contains(child)).copied()
    }

    /// Goes forward a step in `timeline`: along the line visited last, or if that was only tried,
    /// along one that was played.
    pub(super) fn go_on(&self, timeline: &mut Timeline) -> bool {
        let before = timeline.cursor();
        if !timeline.redo() {
            return false;
        }
        if !self.tried.contains(&timeline.cursor()) {
            return true;
        }
        let next = self.played_after(timeline, before);
        timeline.go_to(next.unwrap_or(before));
        next.is_some()
    }
}

impl Table {
    /// The end of the played line, if moves were only tried after it, which are not part of it.
    pub fn tip(&self) -> Option<NodeId> {
        Some(self.end()).filter(|&end| self.leads_to_tried(end))
    }

    /// Takes note that what follows after `tip` was only tried.
    pub fn set_tip(&mut self, tip: NodeId) {
        let mut tried = self.timeline.children(tip).to_vec();
        while let Some(node) = tried.pop() {
            tried.extend(self.timeline.children(node));
            self.exploring.tried.insert(node);
        }
    }

    /// The end of the game in progress, if moves were only tried after it, which a copy leaves out.
    pub fn tip_of_game(&self) -> Option<NodeId> {
        self.tip().filter(|_| !self.is_finished())
    }

    /// The game; while it is unfinished, without the moves that were only tried after its last one,
    /// and then also the new numbers of its places.
    pub fn played(&self) -> (Timeline, Option<Renumbered>) {
        let mut timeline = self.timeline.clone();
        let places = self.tip_of_game().map(|tip| {
            let line = timeline.line().last().copied();
            timeline.go_to(tip);
            let places = timeline.truncate();
            // So that going forward from the cursor leads where it did before.
            timeline.go_to(line.and_then(|last| places.get(last)).unwrap_or(tip));
            timeline.go_to(places.get(self.timeline.cursor()).unwrap_or(tip));
            places
        });
        (timeline, places)
    }

    /// Returns whether `node` lies among moves that were only tried, in a game that is played here.
    pub(super) fn is_only_tried(&self, node: NodeId) -> bool {
        self.mode == Mode::Play && self.was_tried(node)
    }

    /// Returns whether the moves at the cursor were only tried.
    pub fn looks_at_tried(&self) -> bool {
        self.was_tried(self.timeline.cursor())
    }

    fn was_tried(&self, node: NodeId) -> bool {
        !self.exploring.tried.is_empty()
            && self.timeline.path(node).iter().any(|node| self.exploring.tried.contains(node))
    }

    /// The place that follows `node` on a line that was played, the first of several.
    pub(super) fn played_after(&self, node: NodeId) -> Option<NodeId> {
        self.exploring.played_after(&self.timeline, node)
    }

    /// Resumes play at the cursor: on the played line the game continues along it, elsewhere the
    /// line that leads to the cursor becomes the played one, including tried moves up to the cursor
    /// but none after it.
    pub(super) fn take_up(&mut self) {
        if self.study {
            self.play_tried();
            return;
        }
        let (here, end) = (self.timeline.cursor(), self.end());
        if here == NodeId::START || self.timeline.path(end).contains(&here) {
            self.timeline.go_to(end);
            self.timeline.go_to(here);
            return;
        }
        self.play_tried();
        // A game that is over stays so until a move is made.
        if !self.is_finished() {
            self.live = here;
        }
    }

    /// Marks the moves that lead to the cursor as played. If the next move was only tried, redo
    /// follows a played one, if there is one.
    pub(super) fn play_tried(&mut self) {
        let here = self.timeline.cursor();
        for node in self.timeline.path(here) {
            self.exploring.tried.remove(&node);
        }
        let children = self.timeline.children(here);
        if children.iter().any(|child| self.exploring.tried.contains(child))
            && let Some(played) = self.played_after(here)
        {
            self.timeline.go_to(played);
            self.timeline.go_to(here);
        }
    }

    /// Lets the game be played along the line that leads to the cursor, which has just become the
    /// main line.
    ///
    /// Otherwise the next move or a resignation would make the line that it has replaced the main
    /// line again. As for who plays on there, moves up to the cursor count as played even if they
    /// were only tried, and none after it.
    pub(super) fn play_main_line(&mut self) {
        self.play_tried();
        self.live = self.timeline.cursor();
        self.live = self.end();
        // On a line that had ended, the game goes on before its end, if the cursor is there.
        self.reopened = self.timeline.cursor() != self.live && self.has_end();
        let stand = if self.reopened { self.timeline.cursor() } else { self.live };
        self.stand_at(stand);
        self.look();
    }

    /// Returns whether moves were tried after `node`, and none was played there.
    pub(super) fn leads_to_tried(&self, node: NodeId) -> bool {
        !self.timeline.children(node).is_empty() && self.played_after(node).is_none()
    }

    /// The line through the cursor; during play it ends before moves that were only tried.
    pub fn line(&self) -> Vec<NodeId> {
        let mut line = self.timeline.line();
        line.retain(|&node| !self.is_only_tried(node));
        line
    }

    /// The place where the game resumes; in review, the place that play returns to.
    pub fn goes_on_at(&self) -> NodeId {
        match self.mode {
            Mode::Replay if self.study => self.timeline.cursor(),
            Mode::Replay if self.is_remote() => self.end(),
            Mode::Over if self.is_finished() => self.timeline.cursor(),
            // While the game is in progress, the cursor may be at the end of another line.
            Mode::Play | Mode::Replay | Mode::Over => self.stand(),
        }
    }

    /// Removes what was tried after the end of the line on which the game stands, because the game
    /// is about to end there. Also returns the new numbers of the places.
    pub fn cut_what_was_tried(&mut self) -> Option<Renumbered> {
        self.cut_after(self.end_from_stand())
    }

    /// The end of the line on which the game stands, as it was visited last.
    pub(super) fn end_from_stand(&self) -> NodeId {
        let mut timeline = self.timeline.clone();
        timeline.go_to(self.stand());
        while self.exploring.go_on(&mut timeline) {}
        timeline.cursor()
    }

    /// Removes the moves that were taken back, if they had ended the game and it is about to end in
    /// another way. Also returns the new numbers of the places.
    pub fn cut_end_taken_back(&mut self) -> Option<Renumbered> {
        self.is_end_taken_back().then(|| self.cut_after(self.stand())).flatten()
    }

    fn cut_after(&mut self, at: NodeId) -> Option<Renumbered> {
        if self.timeline.children(at).is_empty() {
            return None;
        }
        let here = self.timeline.cursor();
        self.timeline.go_to(at);
        let places = self.timeline.truncate();
        self.timeline.go_to(places.get(here).unwrap_or(at));
        self.follow(&places, at);
        Some(places)
    }

    /// Renumbers what it keeps by `places` after a removal; `left` is the last place before what
    /// was removed.
    pub(super) fn follow(&mut self, places: &Renumbered, left: NodeId) {
        self.live = places.get(self.live).unwrap_or(left);
        match places.get(self.stand()) {
            Some(stand) => self.stand.0 = stand,
            None => self.stand_at(left),
        }
        let tried = std::mem::take(&mut self.exploring.tried);
        self.exploring.tried = tried.into_iter().filter_map(|node| places.get(node)).collect();
        self.review.renumber(places);
        self.autoplay = None;
        self.look();
    }
}
