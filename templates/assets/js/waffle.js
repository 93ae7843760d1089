// The Waffle view: moving through the cells, one attempt or the mean of all.
(() => {
  "use strict";

  var PITCH = 10, CELL = 8, FULL = 5, UNSCORED = -1, MISSING = -2;
  var SVG = "http://www.w3.org/2000/svg";

  // The same strokes as the page was built with: along each row of equal cells.
  function barPath(looks, level, columns) {
    var d = "";
    for (var start = 0; start < looks.length; start += columns) {
      var end = Math.min(start + columns, looks.length);
      var y = (start / columns) * PITCH + CELL - (CELL * level) / FULL / 2;
      for (var i = start; i < end; i++) {
        if (looks[i] !== level) continue;
        var first = i;
        while (i + 1 < end && looks[i + 1] === level) i++;
        d += "M" + (first - start) * PITCH + " " + y + "h" + ((i - first + 1) * PITCH - 2);
      }
    }
    return d;
  }

  function markPath(looks, look, columns, mark) {
    return looks.map(function (other, index) {
      if (other !== look) return "";
      return mark((index % columns) * PITCH, Math.floor(index / columns) * PITCH);
    }).join("");
  }

  function square(x, y) {
    return "M" + (x + 0.4) + " " + (y + 0.4) + "h7.2v7.2h-7.2z";
  }

  function diagonal(x, y) {
    return "M" + x + " " + (y + CELL) + "l8-8";
  }

  function addPath(panel, className, d) {
    if (!d) return;
    var path = document.createElementNS(SVG, "path");
    path.setAttribute("class", className);
    path.setAttribute("d", d);
    panel.appendChild(path);
  }

  function Waffle(table, data, tip) {
    this.data = data;
    this.tip = tip;
    this.shown = 0;
    this.panels = Array.from(table.querySelectorAll("svg[data-entry]"));
    this.cursor = document.createElementNS(SVG, "rect");
    this.cursor.setAttribute("class", "cursor");
    this.cursor.setAttribute("width", CELL);
    this.cursor.setAttribute("height", CELL);
    this.cell = 0;
    var waffle = this;
    this.panels.forEach(function (panel, index) {
      panel.setAttribute("tabindex", index ? "-1" : "0");
    });
    table.addEventListener("pointermove", function (event) { waffle.point(event); });
    table.addEventListener("pointerleave", function () { waffle.leave(); });
    table.addEventListener("click", function (event) {
      if (waffle.point(event)) waffle.open();
    });
    table.addEventListener("focusin", function (event) {
      if (event.target.dataset.entry) waffle.select(event.target, waffle.cell, true);
    });
    table.addEventListener("focusout", function () { waffle.leave(); });
    table.addEventListener("keydown", function (event) { waffle.press(event); });
  }

  Waffle.prototype.benchmark = function (panel) {
    return this.data.benchmarks[panel.dataset.benchmark];
  };

  Waffle.prototype.results = function (panel) {
    return this.data.entries[panel.dataset.entry].panels[panel.dataset.benchmark];
  };

  // The cell under the pointer; false between the cells.
  Waffle.prototype.point = function (event) {
    var panel = event.target.closest("svg[data-entry]");
    if (!panel) {
      this.leave();
      return false;
    }
    var box = panel.getBoundingClientRect();
    var unit = panel.viewBox.baseVal.width / box.width;
    var column = Math.floor(((event.clientX - box.left) * unit + 1) / PITCH);
    var row = Math.floor(((event.clientY - box.top) * unit + 1) / PITCH);
    var benchmark = this.benchmark(panel);
    var index = row * benchmark.columns + column;
    if (column < 0 || column >= benchmark.columns || !(index in benchmark.sources)) {
      this.leave();
      return false;
    }
    this.select(panel, index, false);
    return true;
  };

  Waffle.prototype.leave = function () {
    this.cursor.remove();
    this.tip.hidden = true;
  };

  Waffle.prototype.select = function (panel, index, byKey) {
    var benchmark = this.benchmark(panel);
    this.panel = panel;
    this.cell = Math.min(index, benchmark.sources.length - 1);
    this.cursor.setAttribute("x", (this.cell % benchmark.columns) * PITCH);
    this.cursor.setAttribute("y", Math.floor(this.cell / benchmark.columns) * PITCH);
    panel.appendChild(this.cursor);
    this.tip.textContent = this.describe(panel, this.cell);
    this.tip.hidden = false;
    this.placeTip();
    if (byKey) board.announce(this.tip.textContent);
  };

  Waffle.prototype.describe = function (panel, index) {
    var words = this.tip.dataset, data = this.data;
    var benchmark = this.benchmark(panel);
    var cells = this.results(panel).cells;
    function text(column) {
      var at = column[index];
      if (data.shades[at] === UNSCORED) return words.unscored;
      return data.shades[at] === MISSING ? words.missing : data.texts[at];
    }
    var lines = [benchmark.sources[index], data.entries[panel.dataset.entry].label];
    lines.push(words.mean + " " + text(cells[0]));
    if (cells.length > 2) {
      lines.push(cells.slice(1).map(function (column, k) {
        return words.attempt + " " + (k + 1) + ": " + text(column);
      }).join(", "));
    }
    lines.push(words.solved.replace("{n}", benchmark.solved[index]).replace("{all}", benchmark.having[index]));
    return lines.join("\n");
  };

  Waffle.prototype.placeTip = function () {
    var at = this.cursor.getBoundingClientRect(), size = this.tip.getBoundingClientRect();
    var left = Math.min(at.right + 8, innerWidth - size.width - 8);
    var top = at.bottom + 8 + size.height > innerHeight ? at.top - size.height - 8 : at.bottom + 8;
    this.tip.style.left = Math.max(8, left) + "px";
    this.tip.style.top = Math.max(8, top) + "px";
  };

  Waffle.prototype.press = function (event) {
    var panel = event.target.closest("svg[data-entry]");
    if (!panel) return;
    if (event.key === "Enter") {
      this.open();
      return;
    }
    if (event.key === "Escape") {
      this.leave();
      return;
    }
    var step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    var benchmark = this.benchmark(panel);
    if (event.key === "Home" || event.key === "End") {
      event.preventDefault();
      this.select(panel, event.key === "Home" ? 0 : benchmark.sources.length - 1, true);
      return;
    }
    if (!step) return;
    event.preventDefault();
    var column = (this.cell % benchmark.columns) + step[1];
    var row = Math.floor(this.cell / benchmark.columns) + step[0];
    var index = row * benchmark.columns + column;
    if (column >= 0 && column < benchmark.columns && row >= 0 && index < benchmark.sources.length) {
      this.select(panel, index, true);
    } else {
      this.enter(panel, step, column, row);
    }
  };

  // Over the edge of a panel into the next one, at the same height or column.
  Waffle.prototype.enter = function (panel, step, column, row) {
    var entry = Number(panel.dataset.entry) + step[0];
    var place = Number(panel.dataset.benchmark) + step[1];
    var next = this.panels.find(function (other) {
      return Number(other.dataset.entry) === entry && Number(other.dataset.benchmark) === place;
    });
    if (!next) return;
    var benchmark = this.benchmark(next);
    var columns = benchmark.columns, count = benchmark.sources.length;
    if (step[1] > 0) column = 0;
    if (step[1] < 0) column = columns - 1;
    if (step[0] > 0) row = 0;
    if (step[0] < 0) row = Math.floor((count - 1 - column) / columns);
    this.cell = Math.min(row * columns + column, count - 1);
    panel.setAttribute("tabindex", "-1");
    next.setAttribute("tabindex", "0");
    next.focus();
  };

  Waffle.prototype.open = function () {
    var entry = this.data.entries[this.panel.dataset.entry];
    location.href = entry.href + "#task-" + this.panel.dataset.benchmark + "-" + this.cell;
  };

  // Redraw all panels for one attempt, 0 for the mean over attempts.
  Waffle.prototype.show = function (attempt) {
    var waffle = this, shades = this.data.shades;
    this.leave();
    this.panels.forEach(function (panel) {
      var columns = waffle.benchmark(panel).columns;
      var results = waffle.results(panel);
      var cells = results.cells[attempt];
      var value = panel.parentNode.querySelector(".value");
      panel.querySelectorAll("path:not(.cells)").forEach(function (path) { path.remove(); });
      value.textContent = cells ? results.scores[attempt] : "—";
      if (!cells) return;
      var looks = cells.map(function (at) { return shades[at]; });
      for (var level = 1; level <= FULL; level++) {
        addPath(panel, "s" + level, barPath(looks, level, columns));
      }
      addPath(panel, "unscored", markPath(looks, UNSCORED, columns, diagonal));
      addPath(panel, "missing", markPath(looks, MISSING, columns, square));
    });
  };

  const table = document.querySelector("table.waffle");
  if (table) {
    const waffle = new Waffle(table, board.json("waffle-data"), document.getElementById("cell-tip"));
    const choice = document.getElementById("waffle-attempt");
    if (choice) {
      choice.addEventListener("change", () => waffle.show(Number(choice.value)));
      choice.parentNode.hidden = false;
    }
    document.querySelectorAll(".with-script").forEach((text) => { text.hidden = false; });
  }
})();
