//! Text in the form that terminals take for the clipboard.

/// `bytes` by the alphabet of RFC 4648, section 4, padded to whole quarters.
pub(super) fn base64(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let bits = chunk.iter().enumerate().fold(0_u32, |bits, (i, &byte)| bits | u32::from(byte) << (16 - 8 * i));
        for i in 0..4 {
            let letter = ALPHABET[(bits >> (18 - 6 * i)) as usize & 63];
            text.push(if i <= chunk.len() { char::from(letter) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_of_the_standard_come_out() {
        // RFC 4648, section 10.
        let examples =
            ["", "f Zg==", "fo Zm8=", "foo Zm9v", "foob Zm9vYg==", "fooba Zm9vYmE=", "foobar Zm9vYmFy", "ÿÿ~ w7/Dv34="];
        for example in examples {
            let (text, wanted) = example.split_once(' ').unwrap_or_default();
            assert_eq!(base64(text.as_bytes()), wanted);
        }
    }
}
