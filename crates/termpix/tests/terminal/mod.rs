//! A terminal as far as pictures go: it reads what a canvas wrote and knows the colour of each
//! pixel.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use tetralith_termpix::Size;

/// A colour; `None` where nothing was drawn.
pub(crate) type Pixel = Option<[u8; 3]>;

struct Image {
    width: usize,
    pixels: Vec<[u8; 4]>,
}

/// A place where an image lies.
struct Laid {
    left: usize,
    top: usize,
    height: i32,
    /// The rows that are seen of it.
    rows: usize,
}

/// A window, and what lies on it.
pub(crate) struct Terminal {
    cell: Size,
    width: usize,
    /// The pictures that are part of the text.
    ground: Vec<Pixel>,
    images: BTreeMap<u32, Image>,
    /// By the numbers of image and place.
    laid: BTreeMap<(u32, u32), Laid>,
    cursor: (usize, usize),
    /// The image whose rest is to come: its keys and its data so far.
    begun: Option<(BTreeMap<String, String>, String)>,
}

impl Terminal {
    pub(crate) fn new(cell: Size, window: Size) -> Self {
        let width = window.width as usize;
        let ground = vec![None; width * window.height as usize];
        Self {
            cell,
            width,
            ground,
            images: BTreeMap::new(),
            laid: BTreeMap::new(),
            cursor: (0, 0),
            begun: None,
        }
    }

    /// The number of images that it keeps.
    pub(crate) fn images(&self) -> usize {
        self.images.len()
    }

    /// The pixels of the window, row by row.
    pub(crate) fn pixels(&self) -> Vec<Pixel> {
        let mut shown = self.ground.clone();
        let mut laid: Vec<_> =
            self.laid.iter().map(|((image, _), laid)| (&self.images[image], laid)).collect();
        laid.sort_by_key(|(_, laid)| laid.height);
        for (image, Laid { left, top, rows, .. }) in laid {
            let seen = image.pixels.iter().take(rows * image.width);
            for (i, &[red, green, blue, opacity]) in seen.enumerate() {
                let under =
                    &mut shown[(top + i / image.width) * self.width + left + i % image.width];
                let mixed = |under: u8, over: u8| {
                    ((u32::from(under) * u32::from(255 - opacity)
                        + u32::from(over) * u32::from(opacity)
                        + 127)
                        / 255) as u8
                };
                let old = under.unwrap_or_default();
                if opacity > 0 {
                    *under = Some([mixed(old[0], red), mixed(old[1], green), mixed(old[2], blue)]);
                }
            }
        }
        shown
    }

    /// Takes what was written to it.
    pub(crate) fn feed(&mut self, bytes: &[u8]) {
        let text = std::str::from_utf8(bytes).expect("what is written is text");
        let mut rest = text;
        while !rest.is_empty() {
            rest = self.step(rest);
        }
    }

    /// Takes one command; returns what follows it.
    fn step<'a>(&mut self, text: &'a str) -> &'a str {
        let until =
            |text: &'a str, end: &str| text.split_once(end).expect("the command has its end");
        if let Some(text) = text.strip_prefix("\x1b[") {
            let end = text.find(['H', 'G']).expect("the cursor is moved");
            let (row, column) = text[..end].split_once(';').unwrap_or(("", &text[..end]));
            self.cursor.0 = column.parse::<usize>().unwrap() - 1;
            if text[end..].starts_with('H') {
                self.cursor.1 = row.parse::<usize>().unwrap() - 1;
            }
            return &text[end + 1..];
        }
        if let Some(text) = text.strip_prefix("\x1b_G") {
            let (command, rest) = until(text, "\x1b\\");
            self.kitty(command);
            return rest;
        }
        if let Some(text) = text.strip_prefix("\x1bP0;1;0q") {
            let (data, rest) = until(text, "\x1b\\");
            self.sixel(data);
            return rest;
        }
        let text =
            text.strip_prefix("\x1b]1337;File=").unwrap_or_else(|| panic!("unknown: {text:.40?}"));
        let (file, rest) = until(text, "\x07");
        self.iterm(file);
        rest
    }

    /// The top left pixel of the cell at the cursor.
    fn corner(&self) -> (usize, usize) {
        (self.cursor.0 * self.cell.width as usize, self.cursor.1 * self.cell.height as usize)
    }

    fn kitty(&mut self, command: &str) {
        let (keys, data) = command.split_once(';').unwrap_or((command, ""));
        let keys: BTreeMap<String, String> = keys
            .split(',')
            .map(|key| {
                key.split_once('=').map(|(key, value)| (key.to_owned(), value.to_owned())).unwrap()
            })
            .collect();
        // No answer is asked for: it would come where keys come.
        assert_eq!(keys["q"], "2");
        assert!(data.len() <= 4_096);
        match keys.get("a").map(String::as_str) {
            Some("d") if keys["d"] == "A" => {
                self.images.clear();
                self.laid.clear();
            }
            Some("d") => {
                let image = keys["i"].parse().unwrap();
                if keys["d"] == "i" {
                    let place = keys.get("p").map(|place| place.parse::<u32>().unwrap());
                    let before = self.laid.len();
                    self.laid.retain(|at, _| at.0 != image || place.is_some_and(|it| it != at.1));
                    assert!(self.laid.len() < before, "it lies there");
                } else {
                    assert_eq!(keys["d"], "I");
                    self.images.remove(&image).expect("there is such an image");
                    self.laid.retain(|at, _| at.0 != image);
                }
                return;
            }
            Some("p") => return self.lay(&keys),
            Some("T") => self.begun = Some((keys.clone(), data.to_owned())),
            Some(other) => panic!("unknown: {other}"),
            None => self.begun.as_mut().expect("an image was begun").1.push_str(data),
        }
        if self.begun.is_some() && keys.get("m").is_none_or(|more| more == "0") {
            let (keys, data) = self.begun.take().unwrap();
            let (width, pixels) = png(&data);
            assert_eq!(keys["f"], "100");
            let image = keys["i"].parse().unwrap();
            assert!(
                self.images.insert(image, Image { width, pixels }).is_none(),
                "a number was given twice"
            );
            self.lay(&keys);
        }
    }

    /// Lays an image at the cursor.
    fn lay(&mut self, keys: &BTreeMap<String, String>) {
        let (left, top) = self.corner();
        let number = |key: &str| keys.get(key).map_or(0, |number| number.parse::<usize>().unwrap());
        assert_eq!(keys["C"], "1");
        let (left, top) = (left + number("X"), top + number("Y"));
        let at = (number("i") as u32, number("p") as u32);
        let image = self.images.get(&at.0).expect("there is such an image");
        let rows = match number("h") {
            0 => image.pixels.len() / image.width,
            rows => rows,
        };
        self.laid.insert(at, Laid { left, top, height: keys["z"].parse().unwrap(), rows });
    }

    fn iterm(&mut self, file: &str) {
        let (keys, data) = file.split_once(':').unwrap();
        let (width, pixels) = png(data);
        let key = |name: &str| {
            let value = keys.split(';').find_map(|key| key.strip_prefix(name)?.strip_prefix('='));
            value.unwrap().parse::<usize>().unwrap()
        };
        assert!(
            key("inline") == 1 && key("doNotMoveCursor") == 1 && key("preserveAspectRatio") == 0
        );
        assert_eq!(key("size"), BASE64_STANDARD.decode(data).unwrap().len());
        // It is stretched to whole cells, and so are pixels if it does not fill them.
        let height = pixels.len() / width;
        assert_eq!(
            (key("width"), key("height")),
            (width / self.cell.width as usize, height / self.cell.height as usize)
        );
        self.draw(
            width,
            |x, y| {
                let [red, green, blue, opacity] = pixels[y * width + x];
                assert_eq!(opacity, 255);
                Some([red, green, blue])
            },
            height,
        );
    }

    fn sixel(&mut self, data: &str) {
        let (raster, mut rest) = data.split_at(data.find('#').unwrap());
        let raster: Vec<usize> =
            raster[1..].split(';').map(|number| number.parse().unwrap()).collect();
        let [1, 1, width, height] = raster[..] else { panic!("{raster:?}") };
        let mut drawn: Vec<Pixel> = vec![None; width * height.next_multiple_of(6)];
        let mut colours = BTreeMap::new();
        let (mut colour, mut x, mut y) = (0, 0, 0);
        let number = |text: &str| {
            text.find(|c: char| !c.is_ascii_digit()).map(|end| (text[..end].parse().unwrap(), end))
        };
        while let Some(sign) = rest.chars().next() {
            rest = &rest[1..];
            let mut count = 1;
            match sign {
                '$' => x = 0,
                '-' => (x, y) = (0, y + 6),
                '#' => {
                    let end =
                        rest.find(|c: char| !c.is_ascii_digit() && c != ';').unwrap_or(rest.len());
                    let numbers: Vec<usize> =
                        rest[..end].split(';').map(|number| number.parse().unwrap()).collect();
                    rest = &rest[end..];
                    colour = numbers[0];
                    if let [_, 2, red, green, blue] = numbers[..] {
                        colours.insert(
                            colour,
                            [red, green, blue].map(|part| ((part * 255 + 50) / 100) as u8),
                        );
                    }
                }
                _ => {
                    let mut sign = sign;
                    if sign == '!' {
                        let (times, end): (usize, usize) = number(rest).unwrap();
                        count = times;
                        sign = rest[end..].chars().next().unwrap();
                        rest = &rest[end + 1..];
                    }
                    let rows = sign as u8 - b'?';
                    for x in x..x + count {
                        for row in (0..6).filter(|row| rows >> row & 1 == 1) {
                            drawn[(y + row) * width + x] = Some(colours[&colour]);
                        }
                    }
                    x += count;
                }
            }
        }
        assert!(
            y == height.next_multiple_of(6) && drawn[width * height..].iter().all(Option::is_none)
        );
        self.draw(width, |x, y| drawn[y * width + x], height);
    }

    /// Draws on the text from the cursor on.
    fn draw(&mut self, width: usize, pixel: impl Fn(usize, usize) -> Pixel, height: usize) {
        let (left, top) = self.corner();
        for y in 0..height {
            for x in 0..width {
                self.ground[(top + y) * self.width + left + x] = pixel(x, y);
            }
        }
    }
}

/// The width and the pixels of a PNG file in Base64.
fn png(data: &str) -> (usize, Vec<[u8; 4]>) {
    let file = BASE64_STANDARD.decode(data).unwrap();
    let mut decoder = png::Decoder::new(std::io::Cursor::new(file));
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::ALPHA);
    let mut reader = decoder.read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    bytes.truncate(info.buffer_size());
    assert_eq!(info.color_type, png::ColorType::Rgba);
    (info.width as usize, bytes.as_chunks().0.to_vec())
}
