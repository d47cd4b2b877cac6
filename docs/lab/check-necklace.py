"""Checks a certificate of Necklace without the pie rule, by the page on certificates and the rules.

    python3 check-necklace.py FILE
"""
import hashlib, itertools, json, sys

head, body = open(sys.argv[1], "rb").read().split(b"\n", 1)
claim = json.loads(head)
kind = claim["format"], claim["version"], claim["game"]
assert kind == ("tetralith-certificate", 1, "necklace")
assert claim["lemma"] in (None, "whoever cannot connect any more has lost")
assert not claim["options"]["pie"] and hashlib.sha256(body).hexdigest() == claim["sha256"]
N = claim["options"]["size"]
WIDTH = ((2 * (2 + 2 * N * N) * 3 ** (N * N)).bit_length() + 7) // 8
# Points are bits. The bit after each column is never set: no step up or down leaves a column.
UP, RIGHT = 1, N + 1
POINTS = [1 << RIGHT * column + UP * row for column in range(N) for row in range(N)]
ALL = sum(POINTS)
RED, BLUE = 0, 1  # a board is the points with stones of either
SIDES = [sum(POINTS[::N]), sum(POINTS[N - 1::N])], [sum(POINTS[:N]), sum(POINTS[-N:])]
EDGE = SIDES[RED][0] | SIDES[RED][1] | SIDES[BLUE][0] | SIDES[BLUE][1]
POWERS = [3 ** i for i in range(N * N)]
THERE, BACK = range(N), range(N - 1, -1, -1)
# The points in the order of each image that keeps each side's pair of edges.
IMAGES = [[POINTS[column * N + row] for column in columns for row in rows]
          for columns in (THERE, BACK) for rows in (THERE, BACK)]

def flood(start, among):
    found, left = 0, start & among
    while left:
        found |= left
        left = (left << UP | left >> UP | left << RIGHT | left >> RIGHT) & among & ~found
    return found

def moved(points, step):
    return points << step if step > 0 else points >> -step

def crosscuts(board, own):  # the points where a stone of `own` makes one
    found, other = 0, board[1 - own]
    for up, right in itertools.product((UP, -UP), (RIGHT, -RIGHT)):
        found |= moved(other, up) & moved(other, right) & moved(board[own], up + right)
    return found

def vacant(board):
    return ALL & ~board[RED] & ~board[BLUE]

def legal(board, own, order=IMAGES[0]):
    free, rest = vacant(board) & ~crosscuts(board, own), vacant(board)
    return (p for p in order if p & free and flood(EDGE, rest & ~p) == rest & ~p)

def joins(own, points):
    return flood(SIDES[own][0], points) & SIDES[own][1]

def winner(board):  # by a connection, or by the lemma
    for own in (RED, BLUE):
        paths = board[own] | vacant(board) & ~crosscuts(board, own)
        if joins(1 - own, board[1 - own]) or claim["lemma"] and not joins(own, paths):
            return 1 - own

def put(board, own, p):  # a side without a placement is skipped
    board = (board[RED] | p, board[BLUE]) if own == RED else (board[RED], board[BLUE] | p)
    return board, 1 - own if any(legal(board, 1 - own)) else own

def number(board, image):  # phase and idle are 0
    red, blue = board
    digits = ((1 if red & p else 2 if blue & p else 0) for p in image)
    return sum(digit * power for digit, power in zip(digits, POWERS))

def follow(board, own, side):
    numbers = [number(board, image) for image in IMAGES] if own == side else []
    if met.intersection(numbers):
        return
    if winner(board) is not None:
        assert winner(board) == side, "a game is lost"
    elif own != side:
        for p in legal(board, own):
            follow(*put(board, own, p), side)
    else:
        n, image = next((n, image) for n, image in zip(numbers, IMAGES) if n in entries)
        met.add(n)
        p = next(itertools.islice(legal(board, own, image), entries[n], None))
        follow(*put(board, own, p), side)

def after(board, own, steps):
    for step in steps:
        p = POINTS[(ord(step[0]) - ord("a")) * N + int(step[1:]) - 1]
        assert winner(board) is None and p in legal(board, own), "a step is illegal"
        board, own = put(board, own, p)
    return board, own

start, proven = after((0, 0), RED, claim["steps"]), []
for plan in claim["strategies"]:
    rows, body = body[:plan["entries"] * (WIDTH + 2)], body[plan["entries"] * (WIDTH + 2):]
    rows = [rows[i:i + WIDTH + 2] for i in range(0, len(rows), WIDTH + 2)]
    big = lambda part: int.from_bytes(part, "big")
    entries, met = {big(row[:WIDTH]): big(row[WIDTH:]) for row in rows}, set()
    for steps in plan["roots"]:
        follow(*after(*start, steps), {"red": RED, "blue": BLUE}[plan["side"]])
        proven += [(plan["side"], steps)] * (plan["reaches"] == 1)
    assert len(met) == len(rows) == plan["entries"], "entries are missing or left over"
assert not body and (claim["winner"], []) in proven, "not what is claimed"
count = sum(plan["entries"] for plan in claim["strategies"])
print(claim["winner"], "wins:", count, "positions checked")
