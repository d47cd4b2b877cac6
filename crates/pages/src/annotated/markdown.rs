//! An annotated game as Markdown.

use std::fmt::Write as _;

use crate::plain;
use tetralith_core::timeline::{NodeId, Timeline};
use tetralith_core::{Names, Record};
use tetralith_study::{GameAnalysis, judgement};

use crate::annotated::game::marked;
use crate::annotated::story::{PageError, Story, StoryItem, StoryStep};

/// The game as Markdown: the moves with all that is noted on them, a diagram of letters at each
/// comment, and what an `analysis` shows of faults.
///
/// # Errors
/// [`PageError`] if the game is too long.
pub fn markdown(
    record: &Record,
    timeline: &Timeline,
    analysis: Option<&GameAnalysis>,
) -> Result<String, PageError> {
    let story = Story::of(record, timeline, analysis)?;
    let mut text = format!("# {}\n", one_line(&story.title()));
    for (title, said) in story.facts() {
        let _ = write!(text, "\n**{title}**: {}  ", one_line(&said));
    }
    text.push_str("\n\n");
    let mut writer = Writer {
        names: Names::of(timeline.start()),
        timeline: timeline.clone(),
        text,
        depth: 0,
        fresh: true,
    };
    if timeline.start().is_set_up() {
        let diagram = writer.diagram(NodeId::START);
        writer.text.push_str(&diagram);
    }
    for item in &story.items {
        writer.item(item);
    }
    Ok(writer.text.trim_end().to_owned() + "\n")
}

/// `text` on one line, escaped so that nothing in it is taken for Markdown.
fn one_line(text: &str) -> String {
    plain(&tetralith_core::text::display_text(text))
}

struct Writer {
    names: Names,
    timeline: Timeline,
    text: String,
    /// The depth in variations: each is a list within the one around it.
    depth: usize,
    /// True at the beginning of a line.
    fresh: bool,
}

impl Writer {
    fn item(&mut self, item: &StoryItem) {
        match item {
            StoryItem::Begin => {
                self.end_paragraph();
                let _ = write!(self.text, "{}- ", "  ".repeat(self.depth));
                self.depth += 1;
            }
            StoryItem::End => {
                self.end_paragraph();
                self.depth -= 1;
            }
            StoryItem::Step(told) => self.step(told),
        }
    }

    /// Ends the current paragraph, so that the next block is a paragraph of its own.
    fn end_paragraph(&mut self) {
        if !self.fresh {
            self.text.push_str("\n\n");
            self.fresh = true;
        }
    }

    fn indent(&self) -> String {
        "  ".repeat(self.depth)
    }

    fn step(&mut self, told: &StoryStep) {
        let is_item = self.text.ends_with("- ");
        let lead = match (self.fresh && !is_item, is_item) {
            (true, _) => self.indent(),
            (false, true) => String::new(),
            // A comma joins the stones of a turn.
            (false, false) if told.number.is_none() => ",".to_owned(),
            (false, false) => " ".to_owned(),
        };
        let number = told.number.map(|number| format!("{number}\\. ")).unwrap_or_default();
        let _ = write!(self.text, "{lead}{number}{}{}", plain(&told.name), one_line(&told.mark));
        self.fresh = false;
        let own = marked(&self.timeline, told.node).to_vec();
        if !told.comment.is_empty() || !own.is_empty() {
            self.end_paragraph();
            let indent = self.indent();
            for line in plain(&told.comment).lines() {
                let _ = writeln!(self.text, "{indent}> {line}");
            }
            let diagram = self.diagram(told.node);
            let _ = write!(self.text, "\n{diagram}");
            if !own.is_empty() {
                let told = plain(&self.names.own_marks(&own));
                let _ = write!(self.text, "{indent}Marks: {told}.\n\n");
            }
        }
        if let Some(verdict) = told.verdict.as_ref().filter(|verdict| verdict.class.is_fault()) {
            self.end_paragraph();
            let said = plain(&judgement(self.names, verdict));
            let _ = write!(self.text, "{}*{said}*\n\n", self.indent());
        }
    }

    /// The position at `node` as a block of letters.
    fn diagram(&mut self, node: NodeId) -> String {
        self.timeline.go_to(node);
        let (indent, mut text) = (self.indent(), String::new());
        let _ = writeln!(text, "{indent}```text");
        for line in self.names.diagram(self.timeline.position().board()).lines() {
            let _ = writeln!(text, "{}", format!("{indent}{line}").trim_end());
        }
        let _ = writeln!(text, "{indent}```\n");
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_quoted_word_by_word_with_a_diagram() {
        let text = br##"{"format":"tetralith","version":1,"game":"necklace","options":{"size":3},"players":{"red":{"name":"<b>Ann</b>"}},
            "moves":["b2",{"move":"a1","comment":"# no *title*\n<script>","variations":[["c3",{"move":"c1","comment":"x"}]]},"b3"]}"##;
        let (record, timeline) = Record::read(text).unwrap();
        let text = markdown(&record, &timeline, None).unwrap();
        let wanted = r"# Necklace\: &lt;b\>Ann&lt;/b\> – Blue

**Game**: Necklace on square 3, turn 3\: Blue to move  
**Red**: &lt;b\>Ann&lt;/b\>  

1\. b2 2\. a1

> \# no \*title\*
> &lt;script\>

```text
";
        assert!(text.starts_with(wanted), "{text}");
        assert!(
            text.contains("\n- 2\\. c3 3\\. c1\n\n  > x\n\n  ```text\n")
                && text.ends_with("\n3\\. b3\n"),
            "{text}"
        );
    }

    #[test]
    fn a_judgement_of_several_lines_stays_in_its_paragraph() {
        let text = br#"{"format":"tetralith","version":1,"game":"necklace","options":{"size":3},
            "moves":[{"move":"b2","nag":"!\n\n# so\r\n- it"},"a1"]}"#;
        let (record, timeline) = Record::read(text).unwrap();
        let text = markdown(&record, &timeline, None).unwrap();
        assert!(text.ends_with("\n1\\. b2\\!  \\# so  \\- it 2\\. a1\n"), "{text}");
    }

    #[test]
    fn a_game_that_begins_at_a_position_shows_it() {
        let text = br#"{"format":"tetralith","version":1,"game":"necklace","options":{"size":3},"position":"3/1b1/2r red","moves":["a3"]}"#;
        let (record, timeline) = Record::read(text).unwrap();
        let text = markdown(&record, &timeline, None).unwrap();
        let wanted = "necklace size\\=3 3/1b1/2r red  \n\n```text\n 3  . . .\n 2  . B .\n 1  . . \
            R\n    a b c\n```\n\n1\\. a3\n";
        assert!(text.ends_with(wanted), "{text}");
    }

    #[test]
    fn moves_that_an_analysis_lacks_are_counted() {
        let text = br#"{"format":"tetralith","version":1,"game":"necklace","options":{"size":5},
            "analysis":{"version":1},"moves":[{"move":"c3","analysis":{"build":"1-a",
            "simulations":100,"seed":0,"win":0.5,"best":"c3","line":["c3"],"candidates":[],
            "played":{"win":0.5,"compared":50,"seen":50}}},"b2","d4"]}"#;
        let (record, timeline) = Record::read(text).unwrap();
        let (analysis, _) = GameAnalysis::of(&record, &timeline);
        let text = |analysis| markdown(&record, &timeline, analysis).unwrap();
        let counted = "\n**Analysis**: 2 moves are not analysed yet.  \n";
        assert!(text(Some(&analysis)).contains(counted), "{}", text(Some(&analysis)));
        assert!(!text(None).contains("Analysis"));
    }
}
