//! The time that one picture takes to become bytes, after another that differs from it in two cells
//! of a board, or in all.

use divan::{Bencher, black_box};
use tetralith_termpix::{Abilities, Bitmap, Protocol, Size, TerminalCanvas, WindowPicture};

const SIZE: Size = Size { width: 1_200, height: 800 };
const CELL: Size = Size { width: 15, height: 32 };
const PROTOCOLS: [Protocol; 3] = [Protocol::Kitty, Protocol::Sixel, Protocol::Iterm];

fn main() {
    divan::main();
}

/// A board of stones, with a mark on one of them.
fn board(marked: u32) -> Bitmap {
    let mut pixels = [40, 60, 50, 255].repeat(SIZE.width as usize * SIZE.height as usize);
    for (i, pixel) in pixels.as_chunks_mut::<4>().0.iter_mut().enumerate() {
        let (x, y) = (i as u32 % SIZE.width, i as u32 / SIZE.width);
        let (column, row) = (x / 60, y / 60);
        let far = ((x % 60) as f32 - 30.0).hypot((y % 60) as f32 - 30.0);
        let share = (25.5 - far).clamp(0.0, 1.0);
        let stone: [u8; 3] = match (column + row) % 3 {
            0 => [235, 235, 225],
            _ if column + row * 20 == marked => [240, 200, 60],
            _ => [25, 25, 28],
        };
        for (part, new) in pixel.iter_mut().zip(stone) {
            *part = (f32::from(*part) * (1.0 - share) + f32::from(new) * share) as u8;
        }
    }
    Bitmap::new(SIZE, pixels).expect("four bytes a pixel")
}

/// The whole picture.
#[divan::bench(args = PROTOCOLS)]
fn whole(bencher: Bencher, protocol: Protocol) {
    let picture = board(0);
    bencher.with_inputs(|| picture.clone()).bench_local_values(|picture| {
        TerminalCanvas::new(Abilities::new(protocol, CELL))
            .show(vec![WindowPicture::new((0, 0), black_box(picture))])
    });
}

/// A step of the cursor.
#[divan::bench(args = PROTOCOLS)]
fn step(bencher: Bencher, protocol: Protocol) {
    let pictures = [board(102), board(103)];
    let mut canvas = TerminalCanvas::new(Abilities::new(protocol, CELL));
    canvas.show(vec![WindowPicture::new((0, 0), pictures[0].clone())]);
    let mut next = pictures.iter().cycle().skip(1);
    bencher.with_inputs(|| next.next().expect("it goes round").clone()).bench_local_values(
        |picture| canvas.show(vec![WindowPicture::new((0, 0), black_box(picture))]),
    );
}
