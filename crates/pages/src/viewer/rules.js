"use strict";
// The boards and rules of the games, without a page: read(line, games) plays a game in a line.
var rules = (function () {
  // The directions in which cells touch, around a cell, as half columns and rows.
  var AROUND = {
    square: [[2, 0], [0, 1], [-2, 0], [0, -1]],
    hexhex: [[2, 0], [1, 1], [-1, 1], [-2, 0], [-1, -1], [1, -1]]
  };

  // The cells in natural order, each with its name, place and neighbours, and the windows: sets of
  // four cells that Plurality never lets stones fill.
  function makeBoard(shape, size) {
    var lines = shape === "square" ? size : 2 * size - 1;
    var cells = [], at = new Map(), byName = new Map();
    for (var letter = 0; letter < lines; letter++) {
      var indent = shape === "square" ? 0 : Math.abs(letter - size + 1);
      for (var number = 0; number < lines - indent; number++) {
        var cell = {
          name: String.fromCharCode(97 + letter) + (number + 1),
          x: shape === "square" ? 2 * letter : 2 * number + indent,
          row: shape === "square" ? number : letter,
          near: [],
          windows: []
        };
        at.set(cell.x + "," + cell.row, cells.length);
        byName.set(cell.name, cells.length);
        cells.push(cell);
      }
    }
    var around = AROUND[shape];
    function step(cell, direction) {
      var way = around[(direction + around.length) % around.length];
      return at.get((cells[cell].x + way[0]) + "," + (cells[cell].row + way[1]));
    }
    cells.forEach(function (cell, i) {
      for (var d = 0; d < around.length; d++) {
        var next = step(i, d);
        if (next === undefined) continue;
        cell.near.push(next);
        var others = shape === "square"
          ? [step(i, d + 1), step(next, d + 1)]
          : [step(i, d - 1), step(i, d + 1)];
        var isFirst = shape === "square" ? d === 0 : i < next;
        if (isFirst && others.indexOf(undefined) < 0) {
          var found = [i, next].concat(others);
          found.forEach(function (one) { cells[one].windows.push(found); });
        }
      }
    });
    return { shape: shape, size: size, lines: lines, cells: cells, byName: byName, step: step };
  }

  // The maximal connected sets of cells that `belongs` accepts.
  function regions(board, belongs) {
    var seen = new Set(), found = [];
    board.cells.forEach(function (_, start) {
      if (seen.has(start) || !belongs(start)) return;
      var region = [start];
      seen.add(start);
      for (var i = 0; i < region.length; i++) {
        board.cells[region[i]].near.forEach(function (next) {
          if (!seen.has(next) && belongs(next)) {
            seen.add(next);
            region.push(next);
          }
        });
      }
      found.push(region);
    });
    return found;
  }

  function groupSizes(game, stones, colour, heir) {
    var groups = regions(game.board, function (cell) {
      return stones[cell] === colour || (colour === heir && stones[cell] < 0);
    });
    return groups.map(function (group) { return group.length; })
      .sort(function (a, b) { return b - a; });
  }

  function compared(pair) {
    return pair[0] === pair[1] ? null : pair[0] > pair[1] ? 0 : 1;
  }

  // The opening in which a bound stone goes beside the opponent's last stone, and a free stone
  // touches nothing.
  function isLonely(game, state, cell) {
    return state.stones[cell] < 0 &&
      game.board.cells[cell].near.every(function (next) { return state.stones[next] < 0; });
  }

  function allowsStone(game, state, cell) {
    if (state.stones[cell] >= 0) return false;
    if (state.phase === "bound") return game.board.cells[cell].near.indexOf(state.anchor) >= 0;
    return state.phase !== "free" || isLonely(game, state, cell);
  }

  function advance(game, state, cell) {
    var roomIsLeft = state.phase === "bound" && game.board.cells.some(function (_, other) {
      return isLonely(game, state, other);
    });
    if (roomIsLeft) {
      state.phase = "free";
      return;
    }
    if (state.phase === "bound") state.phase = "placement";
    if (state.phase !== "placement") {
      state.phase = "bound";
      state.anchor = cell;
    }
    state.mover = 1 - state.mover;
  }

  var multiplicity = {
    start: function (game, state) { state.phase = game.options.opening ? "first" : "placement"; },
    isLegal: function (game, state, step) {
      return step.kind === "place" && allowsStone(game, state, step.cells[0]);
    },
    play: function (game, state, step) {
      state.stones[step.cells[0]] = state.mover;
      advance(game, state, step.cells[0]);
      var vacant = state.stones.filter(function (stone) { return stone < 0; }).length;
      if (vacant > 1 || state.phase !== "placement") return;
      state.over = true;
      state.winner = compared([0, 1].map(function (colour) {
        var sizes = groupSizes(game, state.stones, colour, null);
        return sizes.length === 0 ? 0n : sizes.reduce(function (product, size) {
          return product * BigInt(size);
        }, 1n);
      }));
    }
  };

  // A cell is controlled by the colour that has more stones among those it sees than half of its
  // neighbours.
  function controls(game, stones, cell, colour) {
    var seen = 0;
    for (var d = 0; d < 6; d++) {
      var next = game.board.step(cell, d);
      while (next !== undefined && stones[next] < 0) next = game.board.step(next, d);
      if (next !== undefined && stones[next] === colour) seen++;
    }
    return 2 * seen > game.board.cells[cell].near.length;
  }

  var greylox = {
    start: multiplicity.start,
    isLegal: function (game, state, step) {
      var cell = step.cells[0], stone = state.stones[cell];
      if (step.kind === "place") {
        return allowsStone(game, state, cell) && (state.phase !== "placement" ||
          !controls(game, state.stones, cell, 1 - state.mover));
      }
      return step.kind === "flip" && state.phase === "placement" && stone === 1 - state.mover &&
        controls(game, state.stones, cell, state.mover);
    },
    play: function (game, state, step) {
      state.stones[step.cells[0]] = state.mover;
      advance(game, state, step.cells[0]);
      var canGoOn = state.phase !== "placement" || game.board.cells.some(function (_, cell) {
        return ["place", "flip"].some(function (kind) {
          return greylox.isLegal(game, state, { kind: kind, cells: [cell] });
        });
      });
      if (canGoOn) return;
      state.over = true;
      var sizes = [0, 1].map(function (colour) {
        return groupSizes(game, state.stones, colour, 1 - state.mover);
      });
      for (var i = 0; i < Math.max(sizes[0].length, sizes[1].length); i++) {
        var pair = [sizes[0][i] || 0, sizes[1][i] || 0];
        if (pair[0] !== pair[1]) {
          state.winner = compared(pair);
          return;
        }
      }
      state.winner = null;
    }
  };

  var plurality = {
    trominoes: true,
    start: function (_, state) { state.passes = 0; },
    isLegal: function (game, state, step) {
      if (step.kind === "pass") return true;
      if (step.kind !== "tromino") return false;
      var cells = step.cells, board = game.board;
      var isVacant = cells.every(function (cell) { return state.stones[cell] < 0; });
      var joints = cells.filter(function (cell) {
        return cells.every(function (other) {
          return other === cell || board.cells[cell].near.indexOf(other) >= 0;
        });
      });
      return isVacant && joints.length > 0 && cells.every(function (cell) {
        return board.cells[cell].windows.every(function (window) {
          return window.some(function (one) {
            return state.stones[one] < 0 && cells.indexOf(one) < 0;
          });
        });
      });
    },
    play: function (game, state, step) {
      state.passes = step.kind === "pass" ? state.passes + 1 : 0;
      step.cells.forEach(function (cell, i) {
        state.stones[cell] = i < 2 ? state.mover : 1 - state.mover;
      });
      state.mover = 1 - state.mover;
      if (state.passes < 2) return;
      state.over = true;
      var points = [0, game.options.komi + 0.5];
      regions(game.board, function (cell) { return state.stones[cell] < 0; })
        .forEach(function (region) {
          var beside = new Set(), counts = [0, 0];
          region.forEach(function (cell) {
            game.board.cells[cell].near.forEach(function (next) { beside.add(next); });
          });
          beside.forEach(function (cell) {
            if (state.stones[cell] >= 0) counts[state.stones[cell]]++;
          });
          var owner = compared(counts);
          if (owner === null && game.options.ties === "parity") owner = region.length % 2;
          if (owner !== null) points[owner] += region.length;
        });
      state.winner = compared(points);
    }
  };

  function isOnEdge(game, cell) { return game.board.cells[cell].near.length < 4; }

  // No crosscut arises, and every vacant region still reaches the edge.
  function takesStone(game, state, cell, colour) {
    var stones = state.stones;
    if (stones[cell] >= 0) return false;
    for (var d = 0; d < 4; d++) {
      var one = game.board.step(cell, d), other = game.board.step(cell, d + 1);
      var across = one === undefined ? undefined : game.board.step(one, d + 1);
      if (across !== undefined && stones[across] === colour &&
        stones[one] === 1 - colour && stones[other] === 1 - colour) return false;
    }
    return regions(game.board, function (at) { return at !== cell && stones[at] < 0; })
      .every(function (region) {
        return region.some(function (at) { return isOnEdge(game, at); });
      });
  }

  function isConnected(game, stones, colour) {
    var last = game.board.size - 1;
    return regions(game.board, function (cell) { return stones[cell] === colour; })
      .some(function (group) {
        var places = group.map(function (cell) {
          return colour === 0 ? game.board.cells[cell].row : game.board.cells[cell].x / 2;
        });
        return places.indexOf(0) >= 0 && places.indexOf(last) >= 0;
      });
  }

  function canPlace(game, state, colour) {
    return game.board.cells.some(function (_, cell) {
      return takesStone(game, state, cell, colour);
    });
  }

  var necklace = {
    start: function (_, state) { state.swap = false; },
    isLegal: function (game, state, step) {
      if (step.kind === "swap") return state.swap;
      return step.kind === "place" && takesStone(game, state, step.cells[0], state.mover);
    },
    play: function (game, state, step) {
      if (step.kind === "swap") {
        state.swap = false;
        return;
      }
      var mover = state.mover;
      state.swap = game.options.pie &&
        state.stones.every(function (stone) { return stone < 0; });
      state.stones[step.cells[0]] = mover;
      if (isConnected(game, state.stones, mover)) {
        state.over = true;
        state.winner = mover;
        state.mover = 1 - mover;
      } else if (canPlace(game, state, 1 - mover)) {
        state.mover = 1 - mover;
      } else if (!canPlace(game, state, mover)) {
        state.over = true;
      }
    }
  };

  var known = {
    multiplicity: multiplicity, greylox: greylox, plurality: plurality, necklace: necklace
  };

  function fault(sentence) { return { error: sentence }; }

  // A text as a sentence quotes it: short, and on one line.
  function quoted(text) {
    var plain = Array.from(text.slice(0, 80)).filter(function (letter) {
      return /[\p{L}\p{N}\p{P}\p{S} ]/u.test(letter);
    });
    return "'" + plain.slice(0, 40).join("") + (text.length > 40 ? "…" : "") + "'";
  }

  // Whole points, with the half point that is always added or without it.
  var KOMI = /^(?!-0$)-?(0|[1-9][0-9]*)(\.5?0*)?$/;

  function readOptions(info, words) {
    var sizes = /^[1-9][0-9]?$/.exec(words[0]);
    if (!sizes) return fault(quoted(words[0]) + " is not the size of a board");
    var options = {
      size: Number(words[0]), board: info.boards[0].shape,
      opening: info.options.indexOf("opening") >= 0, ties: "neutral", pie: false, komi: null
    };
    var seen = new Set(["size"]), flags = { "true": true, "false": false };
    for (var i = 1; i < words.length; i++) {
      var parts = words[i].split("="), name = parts[0], value = parts.slice(1).join("=");
      var isOwn = info.options.indexOf(name) >= 0 || name === "board" || name === "size";
      if (isOwn && seen.has(name)) return fault("the option " + quoted(name) + " appears twice");
      seen.add(name);
      if (isOwn && (name === "opening" || name === "pie") && Object.hasOwn(flags, value)) {
        options[name] = flags[value];
      } else if (isOwn && name === "komi" && KOMI.test(value)) {
        options.komi = Math.floor(Number(value));
        if (Math.abs(options.komi) > 999) return fault("komi " + quoted(value) + " is out of range");
      } else if (isOwn && name === "ties" && (value === "neutral" || value === "parity")) {
        options.ties = value;
      } else if (name === "board" && (value === "square" || value === "hexhex")) {
        options.board = value;
      } else {
        return fault(quoted(words[i]) + " is not an option of " + info.title);
      }
    }
    var range = info.boards.find(function (one) { return one.shape === options.board; });
    if (!range) return fault(info.title + " is not played on such a board");
    if (options.size < range.min || options.size > range.max) {
      return fault(info.title + " takes boards from " + range.min + " to " + range.max);
    }
    if (options.komi === null) options.komi = range.komi[options.size] || 0;
    return { options: options };
  }

  // The step that `words` begin with; as many of them as belong to it are taken away.
  function readStep(game, rule, words) {
    var name = words.shift();
    if (name === "pass" || name === "swap") return { kind: name, cells: [], name: name };
    var isFlip = /^x[a-z]/.test(name);
    var first = game.board.byName.get(isFlip ? name.slice(1) : name);
    if (first === undefined) return null;
    if (!rule.trominoes) {
      return { kind: isFlip ? "flip" : "place", cells: [first], name: name };
    }
    var names = [name].concat(words.splice(0, 2));
    var cells = names.map(function (one) { return game.board.byName.get(one); });
    if (names.length < 3 || cells.indexOf(undefined) >= 0 || new Set(cells).size < 3) return null;
    return { kind: "tromino", cells: cells, name: names.join(",") };
  }

  // The game that a line holds, with every position; or an error, in one sentence.
  function read(line, games) {
    if (line.length > 65536) return fault("a game in a line has at most 64 KiB");
    line = line.trim().replace(/^([A-Za-z]*:\/\/[^#]*|[^#]*\.html)#/i, "");
    if (line.indexOf("#") < 0) line = line.replace("%23", "#");
    var halves = /^([A-Za-z]+)\/([^#]*)#([\s\S]*)$/.exec(line);
    if (!halves) {
      return fault(quoted(line) + " is not a game in a line, such as necklace/7#d4,e3,c4");
    }
    var id = halves[1].toLowerCase();
    if (!Object.hasOwn(games, id) || !Object.hasOwn(known, id)) {
      return fault("there is no game " + quoted(halves[1]));
    }
    var info = games[id], rule = known[id];
    var chosen = readOptions(info, halves[2].split(";"));
    if (chosen.error) return chosen;
    var options = chosen.options;
    var board = makeBoard(options.board, options.size);
    var game = { id: id, info: info, options: options, board: board };
    var state = {
      stones: game.board.cells.map(function () { return -1; }),
      mover: 0, over: false, winner: null, phase: "placement", anchor: null
    };
    rule.start(game, state);
    game.positions = [Object.assign({}, state)];
    game.isLegal = function (at, step) { return !at.over && rule.isLegal(game, at, step); };
    game.readStep = function (name) { return readStep(game, rule, name.split(",")); };
    var ends = halves[3].split("@"), turn = 0, unit = options.opening ? "stone" : "move";
    var words = ends[0].split(",").map(function (word) { return word.trim(); });
    if (words.length === 1 && words[0] === "") words = [];
    while (words.length > 0) {
      var number = game.positions.length, shown = quoted(words[0]);
      var step = readStep(game, rule, words);
      if (!step) return fault(unit + " " + number + " " + shown + " is not a move on this board");
      if (!game.isLegal(state, step)) {
        return fault(unit + " " + number + " " + quoted(step.name) + " is illegal");
      }
      if (state.phase !== "free") turn++;
      state = Object.assign({}, state, { stones: state.stones.slice() });
      state.step = step;
      state.by = state.mover;
      state.turn = turn;
      rule.play(game, state, step);
      game.positions.push(state);
    }
    game.cursor = game.positions.length - 1;
    if (ends.length > 1) {
      var cursor = ends.slice(1).join("@");
      if (!/^(0|[1-9][0-9]*)$/.test(cursor) || Number(cursor) > game.cursor) {
        return fault(quoted("@" + cursor) + " is not a number from 0 to " + game.cursor);
      }
      game.cursor = Number(cursor);
    }
    return game;
  }

  return { read: read };
})();
