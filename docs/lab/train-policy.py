#!/usr/bin/env python3
"""Trains the policy of a game on square boards: a small convolutional net.

usage: train-policy.py POINTS... --out FILE [--epochs 24] [--pairs 3] [--note TEXT] [--examples 0]

POINTS are files of `tetralith-lab train points` of one game, which places one stone a step or a
tromino. The net sees of each point: the own stones, the opponent's, the points where a step is
legal, the last stone of either, the board, and the territory of either. Where one stone is placed,
a board lies so that the player to move joins its first row to its last one; beyond the board are
the stones of those who join the sides. Needs PyTorch and NumPy. Every eleventh game is held out.
"""
import argparse
import json
import sys
import time

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

CHANNELS = 16
SEEN = 8
# In the program a point's number has 16 bits, in steps of 1/256: the net is scaled until it stays
# below this, half of what fits.
MOST = 64.0
# The ways to the neighbours of a point, and from the middle of a tromino to its ends.
WAYS = [(0, 1), (1, 0), (0, -1), (-1, 0)]
SHAPES = [(0, 2), (1, 3), (0, 1), (1, 2), (2, 3), (0, 3)]


class Points:
    """Steps of one stone: each point is a step."""

    outputs = 1

    def places(self, size, steps):
        return steps[:, 0]

    def legal(self, seen):
        return seen[:, 2:3] > 0

    def as_the_mover(self, mover, seen, shares):
        # Points are numbered column by column.
        boards = (seen, shares)
        return [board.transpose(0, 2, 1) for board in boards] if mover == 0 else boards

    def surround(self, seen):
        seen = F.pad(seen, (1, 1, 1, 1))
        seen[:, 0, [0, -1], 1:-1] = 1
        seen[:, 1, 1:-1, 0] = seen[:, 1, 1:-1, -1] = 1
        return seen

    def turned(self):
        """A board may be turned over in two ways, which leave a step's number as it is."""
        return [(lambda board, axis=axis: board.flip(axis), [0]) for axis in (2, 3)]


class Trominoes:
    """Steps of three stones: a number for each shape about its middle, and each cell of it for the
    opponent's stone: the middle, the first end, the second."""

    outputs = 18

    def places(self, size, steps):
        count = np.arange(len(steps))
        at = np.stack([steps // size, steps % size], 2)
        is_beside = np.abs(at[:, :, None] - at[:, None]).sum(3) == 1
        middle = is_beside.sum(2).argmax(1)
        ends = np.array([[1, 2], [0, 2], [0, 1]])[middle]
        way = np.zeros((3, 3), int)
        for i, (x, y) in enumerate(WAYS):
            way[x + 1, y + 1] = i
        to = [at[count, ends[:, i]] - at[count, middle] + 1 for i in (0, 1)]
        ways = [way[one[:, 0], one[:, 1]] for one in to]
        low, high = np.minimum(*ways), np.maximum(*ways)
        shape = np.zeros((4, 4), int)
        for i, (one, other) in enumerate(SHAPES):
            shape[one, other] = i
        to_other = np.where(ends[:, 0] == 2, ways[0], ways[1])
        role = np.where(middle == 2, 0, np.where(to_other == low, 1, 2))
        return (3 * shape[low, high] + role) * size**2 + steps[count, middle]

    def legal(self, seen):
        """Three vacant cells that do not fill a square of four."""
        count, size = len(seen), seen.shape[2]
        wide = np.zeros((count, size + 6, size + 6), bool)
        wide[:, 3:-3, 3:-3] = seen[:, 0] + seen[:, 1] > 0
        beyond = np.ones((size + 6, size + 6), bool)
        beyond[3:-3, 3:-3] = False

        def at(board, to):
            return board[..., 3 + to[0]:3 + to[0] + size, 3 + to[1]:3 + to[1] + size]

        legal = np.ones((count, 6, 1, size, size), bool)
        for shape, ends in enumerate(SHAPES):
            cells = [(0, 0), *(WAYS[end] for end in ends)]
            for cell in cells:
                legal[:, shape, 0] &= ~(at(wide, cell) | at(beyond, cell))
            for x, y in ((x, y) for x in range(-2, 2) for y in range(-2, 2)):
                square = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)]
                rest = [at(wide, cell) for cell in square if cell not in cells]
                if len(rest) < 4:
                    legal[:, shape, 0] &= ~np.logical_and.reduce(rest)
        return legal.repeat(3, 2).reshape(count, 18, size, size)

    def as_the_mover(self, mover, seen, shares):
        return seen, shares

    def surround(self, seen):
        return F.pad(seen, (1, 1, 1, 1))

    def turned(self):
        turns = [
            (lambda board: board.flip(2), lambda x, y: (-x, y)),
            (lambda board: board.flip(3), lambda x, y: (x, -y)),
            (lambda board: board.transpose(2, 3), lambda x, y: (y, x)),
        ]
        for turn, image in turns:
            ways = [WAYS.index(image(*way)) for way in WAYS]
            numbers = [0] * 18
            for old, ends in enumerate(SHAPES):
                low, high = sorted(ways[end] for end in ends)
                new = SHAPES.index((low, high))
                numbers[3 * new] = 3 * old
                for role, end in enumerate(ends):
                    numbers[3 * new + 1 + (ways[end] == high)] = 3 * old + 1 + role
            yield turn, numbers


def load(paths):
    """The kind of steps, and by the size of a board: what is seen, shares of visits and what is
    legal, to fit and not."""
    kind, found = None, {}
    for line in (line for path in paths for line in open(path)):
        choice = json.loads(line)
        size, own, other = choice["size"], *choice["stones"]
        visits = np.array([count for _, count in choice["visits"]], np.float32)
        if visits.sum() < 200:
            continue
        steps = np.array([step for step, _ in choice["visits"]])
        kind = kind or (Points() if steps.shape[1] == 1 else Trominoes())
        seen = np.zeros((SEEN, size * size), np.uint8)
        last = choice["last"] if kind.outputs == 1 else [[], []]
        for channel, points in enumerate([own, other, choice["legal"], last[1], last[0]]):
            seen[channel, points] = 1
        seen[5] = 1
        for channel, points in enumerate(choice["owned"]):
            seen[6 + channel, points] = 1
        shares = np.zeros(kind.outputs * size * size, np.float16)
        shares[kind.places(size, steps)] = visits / visits.sum()
        boards = [board.reshape(-1, size, size) for board in (seen, shares)]
        boards = kind.as_the_mover(choice["mover"], *boards)
        place = (choice["number"], choice["steps"])
        found.setdefault(size, []).append((*boards, choice["number"] % 11 == 0, place))
    sizes = {}
    for size, choices in sorted(found.items()):
        held_out = np.array([choice[2] for choice in choices])
        seen, shares = (np.stack([choice[i] for choice in choices]) for i in (0, 1))
        tensors = [torch.from_numpy(part) for part in (seen, shares, kind.legal(seen))]
        fit = [part[torch.from_numpy(~held_out)] for part in tensors]
        rest = [part[torch.from_numpy(held_out)] for part in tensors]
        places = [choice[3] for choice in choices if choice[2]]
        sizes[size] = (fit, rest, places)
    return kind, sizes


class Policy(nn.Module):
    def __init__(self, kind, pairs):
        super().__init__()
        self.kind = kind
        self.first = nn.Conv2d(SEEN, CHANNELS, 3)
        middle = [nn.Conv2d(CHANNELS, CHANNELS, 3, padding=1) for _ in range(2 * pairs)]
        self.middle = nn.ModuleList(middle)
        self.last = nn.Conv2d(CHANNELS, kind.outputs, 3, padding=1, bias=False)
        for layer in self.middle[1::2]:
            nn.init.zeros_(layer.weight)
        self.most = 0.0

    def forward(self, seen):
        here = F.relu(self.first(self.kind.surround(seen)))
        for one, other in zip(self.middle[::2], self.middle[1::2]):
            between = F.relu(one(here))
            here = F.relu(here + other(between))
            self.most = max(self.most, between.max().item(), here.max().item())
        return self.last(here)


def foretold(policy, seen, legal):
    logs = policy(seen.float()).float().masked_fill(~legal, -1e4)
    return F.log_softmax(logs.flatten(1), 1)


def judge(policy, sizes):
    """Prints how well the choices that were held out are foretold."""
    for size, (_, (seen, shares, legal), _) in sizes.items():
        if len(seen) == 0:
            continue
        parts = zip(seen.split(256), legal.split(256))
        logs = torch.cat([foretold(policy, *part) for part in parts])
        shares, order = shares.flatten(1).float(), logs.topk(24, 1).indices
        best = shares.argmax(1)
        loss = -(shares * logs).sum(1).mean()
        nothing = legal.flatten(1).sum(1).float().log().mean()
        least = -(shares * (shares + 1e-9).log()).sum(1).mean()
        first, three, many = (
            100 * (order[:, :count] == best[:, None]).any(1).float().mean() for count in (1, 3, 24))
        print(f"{size}x{size}: {len(seen)} choices, log loss {loss:.3f} (with nothing "
              f"{nothing:.3f}, at least {least:.3f}), first {first:.1f} %, among three "
              f"{three:.1f} %, among 24 {many:.1f} %", flush=True)


def train(policy, sizes, epochs):
    batch = {size: max(48, 128 * 81 // size**2) for size in sizes}
    count = {size: len(parts[0][0]) // batch[size] for size, parts in sizes.items()}
    batches = [(size, i) for size in sizes for i in range(count[size])]
    optimiser = torch.optim.AdamW(policy.parameters(), lr=1e-3, weight_decay=1e-3)
    steps = epochs * len(batches)
    rate = torch.optim.lr_scheduler.OneCycleLR(optimiser, 8e-3, total_steps=steps, pct_start=0.2)
    turns = list(policy.kind.turned())
    for epoch in range(epochs):
        begun, total = time.time(), 0.0
        order = {size: torch.randperm(len(parts[0][0])) for size, parts in sizes.items()}
        np.random.shuffle(batches)
        for size, i in batches:
            chosen = order[size][i * batch[size]:(i + 1) * batch[size]]
            seen, shares, legal = (part[chosen] for part in sizes[size][0])
            for turn, numbers in turns:
                if np.random.rand() < 0.5:
                    seen = turn(seen)
                    shares, legal = turn(shares)[:, numbers], turn(legal)[:, numbers]
            with torch.autocast("cpu", dtype=torch.bfloat16):
                logs = foretold(policy, seen, legal)
            loss = -(shares.flatten(1).float() * logs).sum(1).mean()
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            rate.step()
            total += loss.item()
        loss, seconds = total / len(batches), time.time() - begun
        print(f"pass {epoch + 1} of {epochs}: {loss:.3f}, {seconds:.0f} s", flush=True)


def checksum(data):
    """FNV-1a."""
    found = 0x811C9DC5
    for byte in data:
        found = (found ^ byte) * 0x01000193 & 0xFFFFFFFF
    return found


def units(layer):
    """The unit of the weights of each number that a layer makes: the largest weight is 127."""
    return layer.weight.abs().amax((1, 2, 3), keepdim=True).clamp(min=1e-6) / 127


def round_off(policy):
    """Scales a net and rounds its weights to what the program has of them."""
    scale = min(1.0, MOST / policy.most)
    policy.first.weight *= scale
    policy.last.weight /= scale
    for layer in [policy.first, *policy.middle, policy.last]:
        unit = units(layer)
        layer.weight.copy_((layer.weight / unit).round() * unit)
        if layer.bias is not None:
            layer.bias *= scale


def weights(layer):
    """The weights of a layer as bytes, and their units."""
    unit = units(layer)
    whole = torch.zeros(len(unit), CHANNELS, 3, 3)
    whole[:, :layer.weight.shape[1]] = layer.weight / unit
    whole = whole.permute(0, 2, 3, 1).round().to(torch.int8)
    return whole.numpy().tobytes() + np.rint(unit.numpy() * 2**20).astype("<i4").tobytes()


def file(policy, note):
    """The bytes of a file as `crates/core/src/knowledge/policy.rs` reads it."""
    layers = b""
    for layer in [policy.first, *policy.middle]:
        layers += weights(layer) + np.rint(layer.bias.numpy() * 256).astype("<i4").tobytes()
    layers += weights(policy.last)
    note = note.encode()
    body = note + layers
    head = b"tetpolic" + bytes([2, 1 + len(policy.middle)]) + len(note).to_bytes(2, "little")
    return head + checksum(body).to_bytes(4, "little") + body


def show_examples(policy, sizes, count):
    """Prints choices with the logarithms of the five likeliest steps, to test the program."""
    for size, (_, (seen, _, legal), places) in sizes.items():
        for i in range(0, len(seen), max(1, len(seen) // max(1, count))):
            logs = foretold(policy, seen[i:i + 1], legal[i:i + 1])[0]
            best = [(int(place), round(logs[place].item(), 3)) for place in logs.topk(5).indices]
            game, steps = places[i]
            print(json.dumps({"size": size, "game": game, "steps": steps, "best": best}))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("points", nargs="+")
    parser.add_argument("--out", required=True)
    parser.add_argument("--epochs", type=int, default=24)
    parser.add_argument("--pairs", type=int, default=3)
    parser.add_argument("--note", default="")
    parser.add_argument("--examples", type=int, default=0)
    args = parser.parse_args()
    # On a busy machine threads that wait for each other take many times as long.
    torch.set_num_threads(1)
    torch.manual_seed(1)
    np.random.seed(1)
    kind, sizes = load(args.points)
    policy = Policy(kind, args.pairs)
    train(policy, sizes, args.epochs)
    with torch.no_grad():
        # Only what the finished net makes counts for its scale.
        policy.most = 0.0
        judge(policy, sizes)
        round_off(policy)
        with open(args.out, "wb") as out:
            out.write(file(policy, args.note))
        if args.examples:
            show_examples(policy, sizes, args.examples)


if __name__ == "__main__":
    sys.exit(main())
