//! A game as an animated GIF: a picture a turn.

use gif::{Encoder, Frame, Repeat};
use tetralith_core::{NodeId, Timeline};
use tetralith_termpix::ColourTable;

use super::canvas::Canvas;
use super::raster::{APART, opaque};
use super::{PictureError, Style, TurnSequence, scene};

/// The most pictures of one animation; a longer game skips turns at a steady rate.
const MAX_FRAMES: usize = 1000;

/// The duration of a game when no turn takes longer than [`LONGEST`], in hundredths of a second.
const WHOLE: usize = 6000;

/// The longest and the shortest time that a turn is shown, in hundredths of a second.
const LONGEST: usize = 80;
const SHORTEST: usize = 15;

/// The time the end is shown, in hundredths of a second.
pub(super) const PAUSE: u16 = 400;

/// The colours of an animation, one less than the format has: the last means a pixel that stays as
/// it was.
const COLOURS: usize = 255;

/// The game up to the cursor, a picture a turn, over and over.
pub(super) fn gif(timeline: &Timeline, style: Style<'_>) -> Result<Vec<u8>, PictureError> {
    let mut timeline = timeline.clone();
    let stops = stops(&timeline, style.turns.unwrap_or(TurnSequence::ALL));
    let mut height_at = |stop| {
        timeline.go_to(stop);
        scene(&timeline, style).height
    };
    // The text below the board takes more lines as the game goes on; each picture is as high as the
    // highest.
    let height = stops.iter().map(|&stop| height_at(stop)).max().unwrap_or(0);
    // From turn to turn only what has changed is drawn.
    let mut canvas = Canvas::default();
    let mut picture = |stop| {
        timeline.go_to(stop);
        let mut scene = scene(&timeline, style);
        scene.height = height;
        canvas.paint(&scene.with_strokes()?)?;
        Ok::<_, PictureError>(opaque(canvas.rgba()).collect::<Vec<_>>())
    };
    let (first, last) = (stops[0], stops[stops.len() - 1]);
    let some = [picture(last)?, picture(stops[stops.len() / 2])?, picture(first)?];
    let (width, height) = ((some[2].len() / height as usize) as u16, height as u16);
    let mut palette = ColourTable::new(some.iter().flatten().copied(), COLOURS, APART);
    let mut colours = palette.colours().concat();
    colours.resize(3 * (COLOURS + 1), 0);
    let failed = |error: gif::EncodingError| PictureError::Encoding(error.to_string());
    let mut encoder = Encoder::new(Vec::new(), width, height, &colours).map_err(failed)?;
    encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
    let turn = pace(stops.len());
    let mut before: Option<Vec<u8>> = None;
    for &stop in &stops {
        let indices = palette.indices(picture(stop)?.into_iter());
        let (left, top, across, down) =
            before.as_ref().map_or((0, 0, width, height), |old| changed(old, &indices, width));
        let area = |i: &usize| {
            let (x, y) = ((i % usize::from(width)) as u16, (i / usize::from(width)) as u16);
            (left..left + across).contains(&x) && (top..top + down).contains(&y)
        };
        // Pixels that stay as they were are left out, which compresses well.
        let stays = |i: usize| before.as_ref().is_some_and(|old| old[i] == indices[i]);
        let pixel = |i| if stays(i) { COLOURS as u8 } else { indices[i] };
        let buffer = (0..indices.len()).filter(area).map(pixel).collect();
        let delay = if stop == last { PAUSE } else { turn };
        let transparent = before.is_some().then_some(COLOURS as u8);
        let frame = Frame {
            left,
            top,
            width: across,
            height: down,
            delay,
            buffer,
            transparent,
            ..Frame::default()
        };
        encoder.write_frame(&frame).map_err(failed)?;
        before = Some(indices);
    }
    encoder.into_inner().map_err(|error| PictureError::Encoding(error.to_string()))
}

/// The places that get a picture: the end of each of `turns`, or of every so many, and the place
/// before them.
pub(super) fn stops(timeline: &Timeline, turns: TurnSequence) -> Vec<NodeId> {
    let line = timeline.path(timeline.cursor());
    let ends: Vec<_> = line
        .iter()
        .zip(line.iter().skip(1).map(Some).chain([None]))
        .filter(|&(&node, next)| {
            next.is_none_or(|&next| timeline.turn(next) != timeline.turn(node))
        })
        .map(|(&node, _)| node)
        .filter(|&node| turns.contains(timeline.turn(node)))
        .collect();
    let before = line
        .iter()
        .copied()
        .rfind(|&node| timeline.turn(node) < turns.first)
        .unwrap_or(NodeId::START);
    let stride = stride(ends.len());
    // Counted from the end, which must be among them.
    let mut stops: Vec<_> = ends.into_iter().rev().step_by(stride).collect();
    stops.push(before);
    stops.reverse();
    stops
}

/// The time that each of so many pictures is shown, in hundredths of a second.
pub(super) fn pace(pictures: usize) -> u16 {
    (WHOLE / pictures.max(1)).clamp(SHORTEST, LONGEST) as u16
}

/// The number of turns from one picture to the next.
fn stride(turns: usize) -> usize {
    turns.div_ceil(MAX_FRAMES - 1).max(1)
}

/// The number of pictures of a game of so many turns, the start among them.
#[cfg(test)]
pub(super) fn count(turns: usize) -> usize {
    turns.div_ceil(stride(turns)) + 1
}

/// The smallest part of the picture outside which nothing has changed: left, top, width and height,
/// at least one pixel.
fn changed(old: &[u8], new: &[u8], width: u16) -> (u16, u16, u16, u16) {
    let width = usize::from(width);
    let (mut left, mut right, mut top, mut bottom) = (width, 0, usize::MAX, 0);
    for (y, (old, new)) in old.chunks_exact(width).zip(new.chunks_exact(width)).enumerate() {
        let differs = |x: &usize| old[*x] != new[*x];
        if let Some(first) = (0..width).find(differs) {
            left = left.min(first);
            right = right.max((0..width).rfind(differs).unwrap_or(first));
            top = top.min(y);
            bottom = y;
        }
    }
    if left > right {
        return (0, 0, 1, 1);
    }
    (left as u16, top as u16, (right - left + 1) as u16, (bottom - top + 1) as u16)
}
