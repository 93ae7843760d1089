// What a leaderboard's page does beyond its HTML: sorting, the interactive chart, moving through
// the waffle. Without this script every view still shows its default content.
(function () {
  "use strict";

  function announce(text) {
    document.getElementById("announcer").textContent = text;
  }

  function readJson(id) {
    var script = document.getElementById(id);
    return script && JSON.parse(script.textContent);
  }

  // --- the views' navigation ---------------------------------------------------------------

  function followScrolling(links) {
    var sections = links.map(function (link) {
      return document.querySelector(link.hash);
    });
    function mark() {
      var current = 0;
      sections.forEach(function (section, index) {
        if (section.getBoundingClientRect().top < innerHeight / 3) current = index;
      });
      links.forEach(function (link, index) {
        if (index === current) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
      });
    }
    var waiting = false;
    addEventListener("scroll", function () {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(function () {
        waiting = false;
        mark();
      });
    }, { passive: true });
    mark();
  }

  // --- sorting -----------------------------------------------------------------------------

  function sortKey(row, column, kind) {
    var cell = row.cells[column];
    if (kind === "text") return cell.textContent.trim();
    return cell.dataset.value === undefined ? null : Number(cell.dataset.value);
  }

  function compare(a, b) {
    return typeof a === "string" ? a.localeCompare(b, undefined, { numeric: true }) : a - b;
  }

  // Missing values stay last in both directions; equal ones keep the order of the board.
  function sortRows(body, rows, column, kind, direction) {
    var keyed = rows.map(function (row, index) {
      return { row: row, key: sortKey(row, column, kind), index: index };
    });
    keyed.sort(function (a, b) {
      if (a.key === null || b.key === null) {
        return (a.key === null) - (b.key === null) || a.index - b.index;
      }
      return direction * compare(a.key, b.key) || a.index - b.index;
    });
    keyed.forEach(function (item) {
      body.appendChild(item.row);
    });
  }

  function makeSortable(table) {
    var body = table.tBodies[0];
    var rows = Array.from(body.rows);
    var heads = Array.from(table.tHead.rows[0].cells);
    heads.forEach(function (head, column) {
      var button = head.querySelector("button");
      button.disabled = false;
      button.addEventListener("click", function () {
        var ascending = head.getAttribute("aria-sort") !== "ascending";
        heads.forEach(function (other) {
          other.removeAttribute("aria-sort");
        });
        head.setAttribute("aria-sort", ascending ? "ascending" : "descending");
        sortRows(body, rows, column, button.dataset.sort, ascending ? 1 : -1);
        announce(
          table.dataset.announce
            .replace("{column}", function () { return button.textContent.trim(); })
            .replace("{direction}", table.dataset[ascending ? "ascending" : "descending"])
        );
      });
    });
  }

  // --- the interactive chart ---------------------------------------------------------------

  function loadScript(address, done, failed) {
    var script = document.createElement("script");
    script.src = address;
    script.onload = done;
    script.onerror = failed;
    document.head.appendChild(script);
  }

  function titled(axis, text) {
    var unit = axis.title.text;
    axis.title = { text: unit ? text + ", " + unit : text, font: { size: 13 } };
  }

  function themed(figure, area) {
    // light-dark() is only resolved where it is used, so the colours are read off a probe.
    var probe = document.body.appendChild(document.createElement("i"));
    function color(name) {
      probe.style.color = "var(--" + name + ")";
      return getComputedStyle(probe).color;
    }
    var copy = JSON.parse(JSON.stringify(figure));
    var ink = color("ink"), paper = color("paper"), accent = color("accent"), quiet = color("ink-3"), line = color("line");
    copy.data[0].line.color = accent;
    [[copy.data[1], paper, quiet, ink], [copy.data[2], accent, paper, paper]].forEach(function (look) {
      look[0].marker.color = look[1];
      look[0].marker.line.color = look[2];
      look[0].textfont = { color: look[3], size: 11 };
      look[0].error_y.color = quiet;
      look[0].hoverlabel = { bgcolor: ink, bordercolor: ink, font: { color: paper } };
    });
    copy.layout.paper_bgcolor = copy.layout.plot_bgcolor = "rgba(0,0,0,0)";
    copy.layout.font = { color: color("ink-2"), family: getComputedStyle(document.body).fontFamily, size: 13 };
    titled(copy.layout.xaxis, area.dataset.x);
    titled(copy.layout.yaxis, area.dataset.y);
    copy.layout.modebar = { bgcolor: "rgba(0,0,0,0)", color: quiet, activecolor: ink };
    copy.layout.xaxis.gridcolor = copy.layout.yaxis.gridcolor = line;
    copy.layout.xaxis.linecolor = copy.layout.yaxis.linecolor = color("edge");
    probe.remove();
    return copy;
  }

  function makeInteractive(view, button) {
    var target = document.getElementById("interactive");
    var figures = readJson("pareto-figures");
    var openText = button.textContent;
    var isOpen = false;

    function key() {
      var axis = view.querySelector("input[name=axis]:checked").value;
      var basis = view.querySelector("input[name=basis]:checked");
      return basis && basis.value === "attempt" ? axis + "-per-attempt" : axis;
    }

    function draw() {
      var figure = figures[key()];
      target.hidden = !isOpen || !figure.data;
      if (target.hidden) return;
      var area = document.getElementById("plot-" + key());
      area.prepend(target);
      var shown = themed(figure, area);
      Plotly.react(target, shown.data, shown.layout, {
        displaylogo: false,
        showSendToCloud: false,
        responsive: true,
      });
    }

    function toggle() {
      isOpen = !isOpen;
      view.classList.toggle("is-interactive", isOpen);
      button.textContent = isOpen ? button.dataset.close : openText;
      draw();
    }

    button.addEventListener("click", function () {
      if (window.Plotly) {
        toggle();
        return;
      }
      button.disabled = true;
      loadScript(button.dataset.plotly, function () {
        button.disabled = false;
        toggle();
      }, function () {
        button.textContent = button.dataset.failed;
      });
    });
    view.addEventListener("change", draw);
    document.addEventListener("themechange", draw);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
    button.hidden = false;
  }

  // --- the waffle --------------------------------------------------------------------------

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
    if (byKey) announce(this.tip.textContent);
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

  // --- start -------------------------------------------------------------------------------

  followScrolling(Array.from(document.querySelectorAll(".views > a")));
  document.querySelectorAll("table.sortable").forEach(makeSortable);
  document.querySelectorAll(".pareto").forEach(function (view) {
    var button = view.querySelector(".open-chart");
    if (button) makeInteractive(view, button);
  });
  var table = document.querySelector("table.waffle");
  if (table) {
    var waffle = new Waffle(table, readJson("waffle-data"), document.getElementById("cell-tip"));
    var choice = document.getElementById("waffle-attempt");
    if (choice) {
      choice.addEventListener("change", function () { waffle.show(Number(choice.value)); });
      choice.parentNode.hidden = false;
    }
    document.querySelectorAll(".with-script").forEach(function (text) { text.hidden = false; });
  }
})();
