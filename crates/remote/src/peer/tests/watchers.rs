//! Those who watch a game of two others.

use super::*;

/// The link of the spectator.
const LINK: LinkId = 90;

/// A spectator called Wim who watches `pair`.
fn watcher(pair: &mut Pair) -> Peer {
    let mut watcher = guest("Wim", true);
    pair.ends[0].peer.connected(LINK, nonce(LINK), pair.now);
    watcher.connected(LINK, nonce(LINK + 1), pair.now);
    carry(pair, &mut watcher);
    assert_eq!(pair.ends[0].peer.watchers(), 1);
    watcher
}

/// Carries all that the host and `watcher` have to send to one another; returns what the host
/// sends.
fn carry(pair: &mut Pair, watcher: &mut Peer) -> String {
    let mut heard = String::new();
    loop {
        let said = watcher.take();
        for out in &said {
            match out {
                Out::Event(Event::Offered(_)) => watcher.enter(None),
                Out::Send(_, line) => pair.ends[0].peer.line(LINK, line, pair.now),
                Out::Event(_) | Out::Close(_) => {}
            }
        }
        let sent = pair.ends[0].peer.take();
        let is_quiet = said.is_empty() && sent.is_empty();
        for out in sent {
            match out {
                Out::Send(LINK, line) => {
                    watcher.line(LINK, &line, pair.now);
                    heard.push_str(&line);
                }
                Out::Send(_, line) => pair.ends[1].lines.push_back(line),
                Out::Event(_) | Out::Close(_) => {}
            }
        }
        if is_quiet {
            return heard;
        }
    }
}

#[test]
fn watchers_see_every_move_and_can_do_nothing() {
    let mut pair = Pair::met(start("necklace", 5), Some(Colour::First));
    pair.step();
    let mut watcher = watcher(&mut pair);
    assert_eq!(watcher.course().map(SharedGame::state), Some(pair.course(0).state()));
    let move_ = pair.course(1).position().legal()[3];
    pair.ends[1].peer.play(&[move_], Duration::ZERO).unwrap();
    pair.collect(1);
    let line = pair.ends[0].lines.pop_front().unwrap();
    pair.ends[0].peer.line(pair.links, &line, pair.now);
    carry(&mut pair, &mut watcher);
    assert_eq!(watcher.course().map(SharedGame::len), Some(2));
    assert!(
        watcher.play(&[move_], Duration::ZERO).is_err()
            && !watcher.resign()
            && !watcher.offer(Offer::Pause)
    );
    pair.ends[0].peer.line(LINK, &LinkMessage::Offer { offer: Offer::Resume }.write(), pair.now);
    let sent = format!("{:?}", pair.ends[0].peer.take());
    assert!(sent.contains("at the wrong moment") && pair.ends[0].peer.is_met(), "{sent}");
}

#[test]
fn watchers_hear_only_of_takebacks_made() {
    for resigns in [false, true] {
        let mut pair = Pair::met(start("necklace", 5), Some(Colour::First));
        pair.step();
        let mut watcher = watcher(&mut pair);
        pair.ends[0].peer.offer(Offer::Takeback(0));
        carry(&mut pair, &mut watcher);
        assert!(pair.hear_next(1) && pair.answer(1, true));
        pair.collect(1);
        if resigns {
            // Resigning withdraws what is granted meanwhile.
            pair.ends[0].peer.resign();
        }
        let line = pair.ends[0].lines.pop_front().unwrap();
        pair.ends[0].peer.line(pair.links, &line, pair.now);
        assert_eq!(carry(&mut pair, &mut watcher).contains("back"), !resigns);
        assert_eq!(pair.ends[0].peer.watchers(), 1);
        let [theirs, host] = [&watcher, &pair.ends[0].peer].map(|peer| peer.course().unwrap());
        assert_eq!((theirs.state(), theirs.end()), (host.state(), host.end()));
        assert_eq!(host.len(), u32::from(resigns));
    }
}
