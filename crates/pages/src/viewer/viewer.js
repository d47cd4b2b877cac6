"use strict";
// The page around the rules: reads the address, draws the board and steps through the game. Texts
// of the address become nothing but text.
(function () {
  var SVG = "http://www.w3.org/2000/svg";
  var ROW = Math.sqrt(3) / 2;
  var games = JSON.parse(document.getElementById("games").textContent);
  var svg = document.getElementById("board");
  var place = document.getElementById("place");
  var moves = document.getElementById("moves");
  var game = null, here = 0, stones = [], marks = [], links = [];

  function byId(id, text) { document.getElementById(id).textContent = text; }

  function draw(parent, tag, attributes, text) {
    var element = document.createElementNS(SVG, tag);
    Object.keys(attributes).forEach(function (name) {
      var value = attributes[name];
      element.setAttribute(name, typeof value === "number" ? value.toFixed(2) : value);
    });
    if (text !== undefined) element.textContent = text;
    parent.appendChild(element);
    return element;
  }

  // The middle of a cell, in widths of a cell from the lower left corner of the board.
  function middle(cell) {
    return { x: cell.x / 2, y: -cell.row * (game.options.board === "square" ? 1 : ROW) };
  }

  function outline(at) {
    return [30, 90, 150, 210, 270, 330].map(function (angle) {
      var turned = angle * Math.PI / 180;
      return [Math.cos(turned), Math.sin(turned)].map(function (way, axis) {
        return ((axis === 0 ? at.x : at.y) + way / Math.sqrt(3)).toFixed(3);
      }).join(",");
    }).join(" ");
  }

  function drawBoard() {
    svg.replaceChildren();
    var cells = game.board.cells, isSquare = game.options.board === "square";
    var xs = cells.map(function (cell) { return middle(cell).x; });
    var ys = cells.map(function (cell) { return middle(cell).y; });
    var left = Math.min.apply(null, xs), right = Math.max.apply(null, xs);
    var top = Math.min.apply(null, ys), bottom = Math.max.apply(null, ys);
    var frame = [left - 1.4, top - 1, right - left + 2.4, bottom - top + 2.4];
    svg.setAttribute("viewBox", frame.join(" "));
    svg.setAttribute("class", "board game-" + game.id);
    draw(svg, "title", {}, "The position at the chosen move");
    if (isSquare) {
      draw(svg, "rect", {
        "class": "tile", x: left - 0.6, y: top - 0.6, width: right - left + 1.2,
        height: bottom - top + 1.2
      });
      for (var i = 0; i < game.board.size; i++) {
        draw(svg, "line", { "class": "line", x1: left, x2: right, y1: -i, y2: -i });
        draw(svg, "line", { "class": "line", x1: i, x2: i, y1: top, y2: bottom });
      }
      if (game.info.joins) {
        [["first", left, right, top - 0.5, top - 0.5],
          ["first", left, right, bottom + 0.5, bottom + 0.5],
          ["second", left - 0.5, left - 0.5, top, bottom],
          ["second", right + 0.5, right + 0.5, top, bottom]].forEach(function (edge) {
          draw(svg, "line", {
            "class": "edge " + edge[0], x1: edge[1], x2: edge[2], y1: edge[3], y2: edge[4]
          });
        });
      }
    } else {
      cells.forEach(function (cell) {
        draw(svg, "polygon", { "class": "tile line", points: outline(middle(cell)) });
      });
    }
    cells.forEach(function (cell) {
      var at = middle(cell);
      var letter = cell.name[0], number = cell.name.slice(1);
      if (isSquare && cell.row === 0) {
        draw(svg, "text", { "class": "name", x: at.x, y: at.y + 1 }, letter);
      }
      if (isSquare ? cell.x === 0 : number === "1") {
        draw(svg, "text", { "class": "name", x: at.x - 1, y: at.y }, isSquare ? number : letter);
      }
    });
    stones = cells.map(function (cell) {
      var at = middle(cell);
      return draw(svg, "circle", { "class": "stone", cx: at.x, cy: at.y, r: 0.42 });
    });
    marks = cells.map(function (cell) {
      var at = middle(cell);
      return draw(svg, "circle", { "class": "mark", cx: at.x, cy: at.y, r: 0.18 });
    });
  }

  function button(text, title, at) {
    var element = document.createElement("button");
    element.type = "button";
    element.className = "move";
    element.textContent = text;
    element.title = title;
    element.addEventListener("click", function () { show(at); });
    moves.appendChild(element);
    moves.appendChild(document.createTextNode(" "));
    return element;
  }

  function listMoves() {
    moves.replaceChildren();
    links = [button("start", "the empty board", 0)];
    game.positions.slice(1).forEach(function (state, i) {
      var begins = game.positions[i].turn !== state.turn;
      var text = (begins ? state.turn + ". " : "") + state.step.name;
      links.push(button(text, game.info.colours[state.by].title, i + 1));
    });
  }

  function state() {
    var at = game.positions[here], names = game.info.colours;
    if (!at.over) return names[at.mover].title + " to move";
    return at.winner === null ? "a draw" : names[at.winner].title + " wins";
  }

  function show(at) {
    here = Math.max(0, Math.min(at, game.positions.length - 1));
    var position = game.positions[here];
    var last = game.positions.filter(function (one, i) {
      return i > 0 && i <= here && one.turn === position.turn;
    }).flatMap(function (one) { return one.step.cells; });
    var sides = ["first", "second"];
    position.stones.forEach(function (colour, cell) {
      var side = sides[colour] || "";
      stones[cell].setAttribute("class", ("stone " + side).trim());
      marks[cell].setAttribute("class", last.indexOf(cell) < 0 ? "mark" : "mark on by-" + side);
    });
    links.forEach(function (link, i) { link.classList.toggle("here", i === here); });
    links[here].scrollIntoView({ block: "nearest", inline: "nearest" });
    var name = here === 0 ? "" : position.turn + ": " + position.step.name + " – ";
    place.textContent = name + state();
  }

  var ways = {
    first: function () { return 0; },
    back: function () { return here - 1; },
    on: function () { return here + 1; },
    last: function () { return game.positions.length - 1; }
  };
  var keys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };

  document.addEventListener("keydown", function (event) {
    var way = keys[event.key];
    if (!way || !game || event.target.tagName === "INPUT") return;
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    show(ways[way]());
  });
  document.querySelectorAll("[data-go]").forEach(function (element) {
    element.addEventListener("click", function () {
      if (game) show(ways[element.dataset.go]());
    });
  });
  document.getElementById("open").addEventListener("submit", function (event) {
    event.preventDefault();
    location.hash = document.getElementById("line").value.trim();
  });

  function describe(options) {
    var size = options.board === "square" ? options.size + "×" + options.size
      : "hexagon, side " + options.size;
    var has = function (name) { return game.info.options.indexOf(name) >= 0; };
    var words = [size];
    if (has("opening") && !options.opening) words.push("no opening");
    if (has("komi")) words.push("komi " + (options.komi + 0.5));
    if (options.ties === "parity") words.push("ties by parity");
    if (options.pie) words.push("pie rule");
    return words.join(", ");
  }

  // The line in the address. Messengers write some of its signs as %2C and the like.
  function asked() {
    var text = location.hash.slice(1);
    try {
      return decodeURIComponent(text);
    } catch (_) {
      return text;
    }
  }

  function load() {
    var line = asked();
    game = null;
    document.body.className = "empty";
    byId("error", "");
    document.getElementById("line").value = line.slice(0, 65536);
    document.title = "A game in a line";
    byId("title", document.title);
    byId("facts", "");
    if (line === "") return;
    var found = rules.read(line, games);
    if (found.error) {
      byId("error", "This address holds no game: " + found.error + ".");
      return;
    }
    game = found;
    document.body.className = "";
    document.title = game.info.title + ", " + describe(game.options);
    byId("title", game.info.title);
    byId("facts", describe(game.options));
    drawBoard();
    listMoves();
    show(game.cursor);
  }

  window.addEventListener("hashchange", load);
  load();
})();
