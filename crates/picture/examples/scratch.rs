use tetralith_core::*;
use tetralith_look::palettes::PALETTES;
use tetralith_look::scheme::*;
use tetralith_picture::*;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let (w, h, up): (u32, u32, u32) = (args[1].parse().unwrap(), args[2].parse().unwrap(), args[3].parse().unwrap());
    let palette = PALETTES.iter().find(|p| p.id == args[4]).unwrap();
    for (id, n) in [("multiplicity", 40), ("greylox", 40), ("plurality", 9), ("necklace", 50)] {
        let setup = Setup { size: args.get(5).and_then(|s| s.parse().ok()), ..Setup::default() };
        let mut t = Timeline::new(Game::new(id, &setup).unwrap());
        for i in 0..n {
            let l: Vec<Step> =
                t.position().legal().into_iter().filter(|s| *s != Step::Pass && *s != Step::Swap).collect();
            if l.is_empty() {
                break;
            }
            t.play(l[(i + 3) * 7919 % l.len()]).unwrap();
        }
        let g = t.position();
        let scheme = Scheme::new(palette, Depth::TrueColour, Glyphs::Unicode);
        let marks = g.marks();
        let pieces = pieces(&t);
        let cursor = g.legal().into_iter().flat_map(|s| s.cells().collect::<Vec<_>>()).next();
        let about = cursor.map(|c| g.about(c));
        let legal: CellSet = g.legal().into_iter().flat_map(|s| s.cells().collect::<Vec<_>>()).collect();
        let last: CellSet = t.step(t.cursor()).into_iter().flat_map(|s| s.cells().collect::<Vec<_>>()).collect();
        let preview: Vec<(Cell, Colour)> = g
            .legal()
            .iter()
            .rev()
            .find(|s| **s != Step::Pass)
            .map(|s| s.stones(g.to_move()).collect())
            .unwrap_or_default();
        let grid = Grid::fit(g.board().geometry(), Default::default(), g.info(), (w, h)).unwrap();
        let view = View {
            marks: Some(&marks),
            pieces: &pieces,
            last,
            cursor,
            legal,
            about: about.as_ref(),
            preview: &preview,
            mover: Some(g.to_move()),
            ..View::new(g.board(), g.info())
        };
        let start = std::time::Instant::now();
        let mut d = render(&view, &scheme, &grid, up == 1).unwrap();
        for _ in 0..20 {
            d = render(&view, &scheme, &grid, up == 1).unwrap();
        }
        eprintln!("{id} unit {} {}x{} {:?}", grid.unit(), d.width, d.height, start.elapsed() / 21);
        let mut px = Vec::new();
        for y in 0..d.height * up {
            for x in 0..d.width * up {
                px.extend(d.pixel(x / up, y / up).unwrap());
            }
        }
        let f = std::fs::File::create(format!("/tmp/b/pic-{id}-{}-{}.png", args[4], w)).unwrap();
        let mut e = png::Encoder::new(f, d.width * up, d.height * up);
        e.set_color(png::ColorType::Rgb);
        e.set_depth(png::BitDepth::Eight);
        e.write_header().unwrap().write_image_data(&px).unwrap();
    }
}
