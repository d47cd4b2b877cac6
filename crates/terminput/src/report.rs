//! Answers of a terminal to what programs ask it.
//!
//! Source: xterm, "Control Sequences", "Operating System Commands", "Send Device Attributes",
//! "Window manipulation", "XTVERSION", "XTGETTCAP", "DECRQSS" and "XTSMGRAPHICS"; kitty,
//! "Terminal graphics protocol"; iTerm2, "Proprietary Escape Codes".

/// An answer of the terminal to a question.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum TerminalReport {
    /// The colour of ordinary text; the question is `ESC ] 10 ; ? BEL`.
    Foreground(Rgb),
    /// The background colour of ordinary text; the question is `ESC ] 11 ; ? BEL`.
    Background(Rgb),
    /// The appearance that the terminal has changed to; it reports this while `ESC [ ? 2031 h` is
    /// set, and the question is `ESC [ ? 996 n`.
    Appearance(Appearance),
    /// The abilities of the terminal, as numbers; the question is `ESC [ c`. Nearly every terminal
    /// answers this one, so that who asks it last knows that what was not answered before will not
    /// be.
    DeviceAttributes(Vec<u16>),
    /// The size of a cell in pixels; the question is `ESC [ 16 t`.
    CellSize(PixelSize),
    /// The size of all cells together in pixels; the question is `ESC [ 14 t`.
    TextAreaSize(PixelSize),
    /// The size of a cell in pixels as iTerm2 reports it; the question is `ESC ] 1337 ;
    /// ReportCellSize BEL`.
    ItermCellSize(PixelSize),
    /// The name of the terminal and often its version, without control characters; the question is
    /// `ESC [ > q`.
    Version(String),
    /// A capability of terminfo that the terminal has, by its name; the question for `RGB` is `ESC
    /// P + q 524742 ESC \`.
    Capability(String),
    /// The style of text that is set now, as the parameters that set it; the question is `ESC P $ q
    /// m ESC \`.
    Style(String),
    /// The number of colours of a sixel picture; the question is `ESC [ ? 1 ; 1 ; 0 S`.
    SixelColours(u16),
    /// The size of the largest sixel picture; the question is `ESC [ ? 2 ; 4 ; 0 S`.
    LargestSixel(PixelSize),
    /// An answer about a picture sent by kitty's protocol; the question is `ESC _ G i=31,a=q,…`.
    Graphics(GraphicsReport),
}

/// A choice between dark and light colours.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Appearance {
    /// Light text on a dark background.
    Dark,
    /// Dark text on a light background.
    Light,
}

/// A colour, each component in `0..=255`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Rgb {
    pub red: u8,
    pub green: u8,
    pub blue: u8,
}

/// A size in pixels.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct PixelSize {
    pub width: u16,
    pub height: u16,
}

/// An answer about a picture.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct GraphicsReport {
    /// The number that the picture was sent with, if the answer has it.
    pub image: Option<u32>,
    /// `OK`, or the error: its code, then often a colon and a sentence. Made by the terminal, but
    /// without control characters.
    pub message: String,
}

impl GraphicsReport {
    /// True if the terminal has taken the picture, or could.
    pub fn is_ok(&self) -> bool {
        self.message == "OK"
    }
}

impl TerminalReport {
    /// The answer that the control sequence with these parameters and this end is.
    pub(crate) fn of_sequence(parameters: &str, last: char) -> Option<Self> {
        let numbers = |text: &str| {
            text.split(';').map(|number| number.parse::<u16>().ok()).collect::<Option<Vec<_>>>()
        };
        if let Some(parameters) = parameters.strip_prefix('?') {
            // kitty ends its abilities with a sign that another follows.
            let parameters =
                if last == 'c' { parameters.trim_end_matches(';') } else { parameters };
            return match (last, numbers(parameters)?) {
                ('n', answer) => match answer[..] {
                    [997, 1] => Some(Self::Appearance(Appearance::Dark)),
                    [997, 2] => Some(Self::Appearance(Appearance::Light)),
                    _ => None,
                },
                ('c', attributes) => Some(Self::DeviceAttributes(attributes)),
                ('S', answer) => match answer[..] {
                    [1, 0, colours] => Some(Self::SixelColours(colours)),
                    [2, 0, width, height] => Some(Self::LargestSixel(PixelSize { width, height })),
                    _ => None,
                },
                _ => None,
            };
        }
        match (last, &numbers(parameters)?[..]) {
            ('t', &[4, height, width]) => Some(Self::TextAreaSize(PixelSize { width, height })),
            ('t', &[6, height, width]) => Some(Self::CellSize(PixelSize { width, height })),
            _ => None,
        }
    }

    /// The answer that a control string of this kind is, `text` without what begins and ends it.
    pub(crate) fn of_string(kind: u8, text: &str) -> Option<Self> {
        match kind {
            b']' if text.starts_with("1337;") => {
                cell_size(text.strip_prefix("1337;ReportCellSize=")?).map(Self::ItermCellSize)
            }
            b'P' => {
                if let Some(version) = text.strip_prefix(">|") {
                    return Some(Self::Version(version.to_owned()));
                }
                if let Some(capability) = text.strip_prefix("1+r") {
                    let name = capability.split(['=', ';']).next()?;
                    return of_digits(name).map(Self::Capability);
                }
                let style = text.strip_prefix("1$r")?.strip_suffix('m')?;
                Some(Self::Style(style.to_owned()))
            }
            b']' => {
                let (number, rest) = text.split_once(';')?;
                let colour =
                    colour(rest.strip_prefix("rgb:").or_else(|| rest.strip_prefix("rgba:"))?)?;
                match number {
                    "10" => Some(Self::Foreground(colour)),
                    "11" => Some(Self::Background(colour)),
                    _ => None,
                }
            }
            b'_' => {
                let (keys, message) = text.strip_prefix('G')?.split_once(';')?;
                let image = keys.split(',').find_map(|key| key.strip_prefix("i=")?.parse().ok());
                Some(Self::Graphics(GraphicsReport { image, message: message.to_owned() }))
            }
            _ => None,
        }
    }
}

/// The text whose bytes are written as two hexadecimal digits each.
fn of_digits(digits: &str) -> Option<String> {
    let (pairs, rest) = digits.as_bytes().as_chunks::<2>();
    let byte = |pair: &[u8; 2]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    let bytes = pairs.iter().map(byte).collect::<Option<Vec<u8>>>()?;
    let text = String::from_utf8(bytes).ok().filter(|_| rest.is_empty())?;
    (!text.is_empty() && !text.chars().any(char::is_control)).then_some(text)
}

/// The most characters of an answer about a colour: four components of four digits.
const MOST_OF_COLOUR: usize = 32;

/// True if the text of an operating system command may become an answer about a colour.
pub(crate) fn may_be_colour(text: &str) -> bool {
    const PREFIXES: [&str; 4] = ["10;rgb:", "10;rgba:", "11;rgb:", "11;rgba:"];
    text.len() <= MOST_OF_COLOUR
        && PREFIXES.iter().any(|prefix| match text.strip_prefix(prefix) {
            Some(rest) => rest.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'/'),
            None => prefix.starts_with(text),
        })
}

/// The size that is written as a height, a width and often the number of pixels that one counts
/// for, each with a fraction.
fn cell_size(text: &str) -> Option<PixelSize> {
    let numbers = text
        .split(';')
        .map(|number| number.parse::<f32>().ok().filter(|number| number.is_finite()));
    let (height, width, scale) = match numbers.collect::<Option<Vec<_>>>()?[..] {
        [height, width] => (height, width, 1.0),
        [height, width, scale] => (height, width, scale),
        _ => return None,
    };
    // A number too large becomes the largest, a negative one 0.
    let pixels = |length: f32| (length * scale).round() as u16;
    Some(PixelSize { width: pixels(width), height: pixels(height) })
}

/// The colour that is written as components of one to four hexadecimal digits, opacity left out.
fn colour(text: &str) -> Option<Rgb> {
    let component = |digits: &str| {
        let is_number =
            (1..=4).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        let most = 16_u32.checked_pow(digits.len() as u32).filter(|_| is_number)? - 1;
        Some((u32::from_str_radix(digits, 16).ok()? * 255 / most) as u8)
    };
    let mut components = text.split('/').map(component);
    Some(Rgb { red: components.next()??, green: components.next()??, blue: components.next()?? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_may_have_one_to_four_digits_a_component() {
        for (text, [red, green, blue]) in [
            ("ffff/ffff/ffff", [255, 255, 255]),
            ("fd/f6/e3", [0xfd, 0xf6, 0xe3]),
            ("1e1e/1E1E/1e1e/ffff", [0x1e, 0x1e, 0x1e]),
            ("0/8/f", [0, 136, 255]),
        ] {
            assert_eq!(colour(text), Some(Rgb { red, green, blue }), "{text}");
        }
        for text in ["", "zz", "ffff/ffff", "ffff/ffff/", "fffff/0/0", "+f/0/0"] {
            assert_eq!(colour(text), None, "{text}");
        }
    }

    #[test]
    fn picture_abilities_are_reported_in_numbers() {
        let sequence = TerminalReport::of_sequence;
        assert_eq!(
            sequence("?62;4;22", 'c'),
            Some(TerminalReport::DeviceAttributes(vec![62, 4, 22]))
        );
        assert_eq!(sequence("?62;", 'c'), Some(TerminalReport::DeviceAttributes(vec![62])));
        assert_eq!(sequence("?1;0;256", 'S'), Some(TerminalReport::SixelColours(256)));
        let size = |width, height| PixelSize { width, height };
        assert_eq!(
            sequence("?2;0;1000;800", 'S'),
            Some(TerminalReport::LargestSixel(size(1000, 800)))
        );
        // Refused.
        for refused in ["?1;3;0", "?2;1", "?2;0;70000;1", "1;0;256"] {
            assert_eq!(sequence(refused, 'S'), None, "{refused}");
        }
        let cell =
            |text: &str| TerminalReport::of_string(b']', &format!("1337;ReportCellSize={text}"));
        assert_eq!(cell("17.50;8.00;2.0"), Some(TerminalReport::ItermCellSize(size(16, 35))));
        assert_eq!(cell("17;8"), Some(TerminalReport::ItermCellSize(size(8, 17))));
        assert_eq!(cell("1e30;-4;2"), Some(TerminalReport::ItermCellSize(size(0, u16::MAX))));
        assert_eq!((cell(""), cell("NaN;1"), cell("17")), (None, None, None));
        assert_eq!(
            TerminalReport::of_string(b'P', ">|tmux 3.4"),
            Some(TerminalReport::Version("tmux 3.4".to_owned()))
        );
        assert_eq!(TerminalReport::of_string(b'P', "!|0000"), None);
    }

    #[test]
    fn appearance_is_dark_or_light() {
        let report = |parameters| TerminalReport::of_sequence(parameters, 'n');
        assert_eq!(report("?997;1"), Some(TerminalReport::Appearance(Appearance::Dark)));
        assert_eq!(report("?997;2"), Some(TerminalReport::Appearance(Appearance::Light)));
        for refused in ["?997;3", "?997", "997;1", "?0"] {
            assert_eq!(report(refused), None, "{refused}");
        }
    }

    #[test]
    fn capabilities_and_styles_are_read() {
        let report = |text| TerminalReport::of_string(b'P', text);
        let capability = |name: &str| Some(TerminalReport::Capability(name.to_owned()));
        assert_eq!(report("1+r524742"), capability("RGB"));
        assert_eq!(report("1+r524742=382F382F38;5463"), capability("RGB"));
        let style = TerminalReport::Style("0;48:2::1:2:3".to_owned());
        assert_eq!(report("1$r0;48:2::1:2:3m"), Some(style));
        for refused in ["0+r524742", "0$r", "1+r5", "1+rzz", "1+r1b", "1+r", "1$r1 q"] {
            assert_eq!(report(refused), None, "{refused}");
        }
    }

    #[test]
    fn picture_answers_name_the_picture_and_the_result() {
        let report = |text| TerminalReport::of_string(b'_', text);
        let told = |image, message: &str| {
            Some(TerminalReport::Graphics(GraphicsReport { image, message: message.to_owned() }))
        };
        assert_eq!(report("Gi=31;OK"), told(Some(31), "OK"));
        assert_eq!(report("Gi=4,p=2;ENOENT:no such image"), told(Some(4), "ENOENT:no such image"));
        assert_eq!(report("GI=5;EINVAL"), told(None, "EINVAL"));
        assert_eq!(report("Gi=31"), None);
    }
}
