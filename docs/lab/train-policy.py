#!/usr/bin/env python3
"""Trains the policy of a game on square boards: a small convolutional net.

usage: train-policy.py POINTS... --out FILE [--epochs 24] [--pairs 3] [--note TEXT] [--examples 0]

POINTS are files of `tetralith-lab train points`. The net sees of each point: the own stones, the
opponent's, the legal points, the last stone of either, and the board. A board lies so that the
player to move joins its first row to its last one; beyond the board are the stones of those who
join the sides. Needs PyTorch and NumPy. Every fifth game is held out.
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
SEEN = 6
# In the program a point's number has 16 bits, in steps of 1/256: the net is scaled until it stays
# below this, half of what fits.
MOST = 64.0


def load(paths):
    """The choices by the size of their board: what is seen and shares of visits, to fit and not."""
    found = {}
    for line in (line for path in paths for line in open(path)):
        choice = json.loads(line)
        size, own, other = choice["size"], *choice["stones"]
        seen = np.zeros((SEEN, size * size), np.uint8)
        last = [[point] if point is not None else [] for point in choice["last"]]
        for channel, points in enumerate([own, other, choice["legal"], last[1], last[0]]):
            seen[channel, points] = 1
        seen[5] = 1
        visits = np.zeros(size * size, np.float32)
        for point, count in choice["visits"]:
            visits[point] = count
        if visits.sum() < 200:
            continue
        # Points are numbered column by column.
        seen, visits = seen.reshape(SEEN, size, size), visits.reshape(size, size)
        if choice["mover"] == 0:
            seen, visits = seen.transpose(0, 2, 1), visits.T
        is_held_out = choice["number"] % 5 == 0
        place = (choice["number"], choice["steps"])
        found.setdefault(size, []).append((seen, visits / visits.sum(), is_held_out, place))
    sizes = {}
    for size, choices in sorted(found.items()):
        held_out = np.array([choice[2] for choice in choices])
        seen, shares = (np.stack([choice[i] for choice in choices]) for i in (0, 1))
        places = [choice[3] for choice in choices if choice[2]]
        tensors = [torch.from_numpy(part) for part in (seen, shares)]
        fit = [part[torch.from_numpy(~held_out)] for part in tensors]
        rest = [part[torch.from_numpy(held_out)] for part in tensors]
        sizes[size] = (*fit, *rest, places)
    return sizes


class Policy(nn.Module):
    def __init__(self, pairs):
        super().__init__()
        self.first = nn.Conv2d(SEEN, CHANNELS, 3)
        middle = [nn.Conv2d(CHANNELS, CHANNELS, 3, padding=1) for _ in range(2 * pairs)]
        self.middle = nn.ModuleList(middle)
        self.last = nn.Conv2d(CHANNELS, 1, 1, bias=False)
        for layer in self.middle[1::2]:
            nn.init.zeros_(layer.weight)
        self.most = 0.0

    def forward(self, seen):
        seen = F.pad(seen, (1, 1, 1, 1))
        seen[:, 0, [0, -1], 1:-1] = 1
        seen[:, 1, 1:-1, 0] = seen[:, 1, 1:-1, -1] = 1
        here = F.relu(self.first(seen))
        for one, other in zip(self.middle[::2], self.middle[1::2]):
            between = F.relu(one(here))
            here = F.relu(here + other(between))
            self.most = max(self.most, between.max().item(), here.max().item())
        return self.last(here).squeeze(1)


def foretold(policy, seen):
    logs = policy(seen.float()).float().masked_fill(seen[:, 2] == 0, -1e4)
    return F.log_softmax(logs.flatten(1), 1)


def judge(policy, sizes):
    """Prints how well the choices that were held out are foretold."""
    for size, (_, _, seen, shares, _) in sizes.items():
        with torch.no_grad():
            logs = torch.cat([foretold(policy, part) for part in seen.split(256)])
        shares, order = shares.flatten(1), logs.argsort(1, descending=True)
        best = shares.argmax(1)
        loss = -(shares * logs).sum(1).mean()
        least = -(shares * (shares + 1e-9).log()).sum(1).mean()
        first = 100 * (order[:, 0] == best).float().mean()
        three = 100 * (order[:, :3] == best[:, None]).any(1).float().mean()
        print(f"{size}x{size}: {len(seen)} choices, log loss {loss:.3f} (at least {least:.3f}), "
              f"first {first:.1f} %, among three {three:.1f} %", flush=True)


def train(policy, sizes, epochs):
    batch = {size: max(64, 128 * 81 // size**2) for size in sizes}
    count = {size: len(parts[0]) // batch[size] for size, parts in sizes.items()}
    batches = [(size, i) for size in sizes for i in range(count[size])]
    optimiser = torch.optim.AdamW(policy.parameters(), lr=1e-3, weight_decay=1e-3)
    steps = epochs * len(batches)
    rate = torch.optim.lr_scheduler.OneCycleLR(optimiser, 8e-3, total_steps=steps, pct_start=0.2)
    for epoch in range(epochs):
        begun, total = time.time(), 0.0
        order = {size: torch.randperm(len(parts[0])) for size, parts in sizes.items()}
        np.random.shuffle(batches)
        for size, i in batches:
            chosen = order[size][i * batch[size]:(i + 1) * batch[size]]
            seen, shares = (part[chosen] for part in sizes[size][:2])
            # A board may be turned over in two ways.
            for axis in (1, 2):
                if np.random.rand() < 0.5:
                    seen, shares = seen.flip(axis + 1), shares.flip(axis)
            with torch.autocast("cpu", dtype=torch.bfloat16):
                logs = foretold(policy, seen)
            loss = -(shares.flatten(1) * logs).sum(1).mean()
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


def rounded(weights, unit):
    return np.clip(np.rint(weights / unit), -127, 127).astype(np.int8).tobytes()


def file(policy, note):
    """The bytes of a file as `crates/core/src/knowledge/policy.rs` reads it."""
    scale = min(1.0, MOST / policy.most)
    layers = b""
    for i, layer in enumerate([policy.first, *policy.middle]):
        weights = layer.weight.detach().numpy() * (scale if i == 0 else 1.0)
        whole = np.zeros((CHANNELS, CHANNELS, 3, 3), np.float32)
        whole[:, :weights.shape[1]] = weights
        whole = whole.transpose(0, 2, 3, 1).reshape(CHANNELS, -1)
        unit = np.maximum(np.abs(whole).max(1, keepdims=True), 1e-6) / 127
        offsets = layer.bias.detach().numpy() * scale
        layers += rounded(whole, unit)
        layers += np.rint(unit * 2**20).astype("<i4").tobytes()
        layers += np.rint(offsets * 256).astype("<i4").tobytes()
    weights = policy.last.weight.detach().numpy().flatten() / scale
    unit = np.abs(weights).max() / 127
    layers += rounded(weights, unit) + int(round(unit * 2**20)).to_bytes(4, "little")
    note = note.encode()
    body = note + layers
    head = b"tetpolic" + bytes([1, 1 + len(policy.middle)]) + len(note).to_bytes(2, "little")
    return head + checksum(body).to_bytes(4, "little") + body


def show_examples(policy, sizes, count):
    """Prints choices with the logarithms of the five likeliest points, to test the program."""
    for size, (_, _, seen, _, places) in sizes.items():
        for i in range(0, len(seen), max(1, len(seen) // count)):
            with torch.no_grad():
                logs = foretold(policy, seen[i:i + 1])[0]
            best = [(int(point), round(logs[point].item(), 3)) for point in logs.topk(5).indices]
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
    sizes = load(args.points)
    policy = Policy(args.pairs)
    train(policy, sizes, args.epochs)
    # Only what the finished net makes counts for its scale.
    policy.most = 0.0
    judge(policy, sizes)
    with open(args.out, "wb") as out:
        out.write(file(policy, args.note))
    if args.examples:
        show_examples(policy, sizes, args.examples)


if __name__ == "__main__":
    sys.exit(main())
