"""Checks a certificate of Necklace without the pie rule, by the page on certificates and the rules alone.

    python3 check-necklace.py FILE
"""
import hashlib, json, sys

head, body = open(sys.argv[1], "rb").read().split(b"\n", 1)
claim = json.loads(head)
assert (claim["format"], claim["version"], claim["game"]) == ("tetralith-certificate", 1, "necklace")
assert claim["lemma"] in (None, "whoever cannot connect any more has lost")
assert not claim["options"]["pie"] and hashlib.sha256(body).hexdigest() == claim["sha256"]
N = claim["options"]["size"]
CELLS, EMPTY, RED, BLUE = range(N * N), 0, 1, 2  # the point in column c and row r is number c * N + r
WIDTH = ((2 * (2 + 2 * N * N) * 3 ** (N * N)).bit_length() + 7) // 8
near = [{q for q in CELLS if abs(p // N - q // N) + abs(p % N - q % N) == 1} for p in CELLS]
edge = {p for p in CELLS if len(near[p]) < 4}
sides = {RED: [{p for p in CELLS if p % N == end} for end in (0, N - 1)],
         BLUE: [{p for p in CELLS if p // N == end} for end in (0, N - 1)]}
images = [[(N - 1 - p // N if x else p // N) * N + (N - 1 - p % N if y else p % N) for p in CELLS]
          for x in (0, 1) for y in (0, 1)]  # those that keep each side's pair of edges; each is its own inverse

def flood(start, among):
    found, left = set(), start & among
    while left:
        found |= left
        left = {q for p in left for q in near[p]} & among - found
    return found

def crosscut(board, p, own):
    return any(board[a] == board[b] == 3 - own and board[q] == own
               for a in near[p] for b in near[p] - {a} for q in near[a] & near[b] - {p})

def legal(board, own):
    vacant = {p for p in CELLS if board[p] == EMPTY}
    return (p for p in sorted(vacant)
            if not crosscut(board, p, own) and flood(edge, vacant - {p}) == vacant - {p})

def joins(board, own, more=frozenset()):
    return flood(sides[own][0], {p for p in CELLS if board[p] == own} | more) & sides[own][1]

def winner(board):  # by a connection, or by the lemma
    for own in (RED, BLUE):
        free = {p for p in CELLS if board[p] == EMPTY and not crosscut(board, p, own)}
        if joins(board, 3 - own) or claim["lemma"] and not joins(board, own, free):
            return 3 - own

def put(board, own, p):  # a side without a placement is skipped
    board = board[:p] + (own,) + board[p + 1:]
    return board, 3 - own if any(True for p in legal(board, 3 - own)) else own

def follow(board, own, side):
    if winner(board):
        assert winner(board) == side, "a game is lost"
    elif own != side:
        for p in legal(board, own):
            follow(*put(board, own, p), side)
    else:
        seen = [(tuple(board[image[p]] for p in CELLS), image) for image in images]
        numbers = [sum(digit * 3 ** p for p, digit in enumerate(view)) for view, _ in seen]  # phase and idle are 0
        number, (view, image) = next((n, s) for n, s in zip(numbers, seen) if n in entries)
        if number not in met:
            met.add(number)
            follow(*put(board, own, image[list(legal(view, own))[entries[number]]]), side)

def after(board, own, steps):
    for step in steps:
        p = (ord(step[0]) - ord("a")) * N + int(step[1:]) - 1
        assert not winner(board) and p in legal(board, own), "a step is illegal"
        board, own = put(board, own, p)
    return board, own

start, proven = after((EMPTY,) * (N * N), RED, claim["steps"]), []
for plan in claim["strategies"]:
    rows, body = body[:plan["entries"] * (WIDTH + 2)], body[plan["entries"] * (WIDTH + 2):]
    rows = [rows[i:i + WIDTH + 2] for i in range(0, len(rows), WIDTH + 2)]
    number = lambda part: int.from_bytes(part, "big")
    entries, met = {number(row[:WIDTH]): number(row[WIDTH:]) for row in rows}, set()
    for steps in plan["roots"]:
        follow(*after(*start, steps), {"red": RED, "blue": BLUE}[plan["side"]])
        proven += [(plan["side"], steps)] * (plan["reaches"] == 1)
    assert len(met) == len(rows) == plan["entries"], "entries are missing or left over"
assert not body and (claim["winner"], []) in proven, "not what is claimed"
print(claim["winner"], "wins:", sum(plan["entries"] for plan in claim["strategies"]), "positions checked")
