(function () {
  "use strict";
  var data = JSON.parse(document.getElementById("places").textContent);
  var stones = document.querySelectorAll(".viewer .stone");
  var marks = document.querySelectorAll(".viewer .mark");
  var own = document.querySelectorAll("[data-own]");
  var links = document.querySelectorAll("[data-place]");
  var said = document.getElementById("place");
  var here = 0;

  // A place is [the place before, the place that follows, changes of cells, cells of the last turn, the number of the turn].
  function show(place, quietly) {
    if (!data.places[place]) return;
    here = place;
    var path = [];
    for (var at = place; at > 0; at = data.places[at][0]) path.unshift(at);
    var board = data.start.slice();
    path.forEach(function (step) {
      data.places[step][2].forEach(function (change) { board[change[0]] = change[1]; });
    });
    stones.forEach(function (stone, cell) { stone.setAttribute("class", "stone " + board[cell]); });
    var last = data.places[place][3];
    marks.forEach(function (mark, cell) { mark.setAttribute("class", last.indexOf(cell) < 0 ? "mark" : "mark on by-" + board[cell]); });
    own.forEach(function (group) { group.classList.toggle("here", Number(group.dataset.own) === place); });
    links.forEach(function (link) { link.classList.toggle("here", Number(link.dataset.place) === place); });
    var move = document.getElementById("move-" + place);
    said.textContent = move ? data.places[place][4] + ": " + move.textContent : "start";
    if (move && !quietly) move.scrollIntoView({ block: "nearest" });
  }

  var ways = {
    first: function () { return 0; },
    back: function () { return data.places[here][0]; },
    on: function () { return data.places[here][1] || here; },
    last: function () {
      var at = here;
      while (data.places[at][1]) at = data.places[at][1];
      return at;
    }
  };
  var keys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };

  document.addEventListener("keydown", function (event) {
    var way = keys[event.key];
    if (!way || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    show(ways[way]());
  });
  document.querySelectorAll("[data-go]").forEach(function (button) {
    button.addEventListener("click", function () { show(ways[button.dataset.go]()); });
  });
  links.forEach(function (link) {
    link.addEventListener("click", function (event) {
      event.preventDefault();
      show(Number(link.dataset.place), true);
    });
  });

  // An address that ends in #move-12 shows that move; one that names no move of the game shows the start.
  function showAsked() {
    var asked = /^#move-(\d+)$/.exec(location.hash);
    var place = asked && data.places[asked[1]] ? Number(asked[1]) : 0;
    show(place, place === 0);
  }
  window.addEventListener("hashchange", showAsked);
  showAsked();
})();
