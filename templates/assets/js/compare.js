// The Compare view: any two entries. The texts of every pair are in the page; a pair is turned by
// the rule of views/comparison.py, mirrored_text: the digits stay, the sign changes.
(function () {
  "use strict";

  var VERDICT = 0, REASON = 1, DIFFERENCE = 2, LOW = 3, HIGH = 4, TASKS = 5, WINS = 6, TIES = 7, LOSSES = 8, REMARKS = 9;
  var SVG = "http://www.w3.org/2000/svg";
  var FEW = 1, PARTIAL = 2;
  var MIRRORED = { better: "worse", worse: "better" };

  function negative(text, signed) {
    if (text === null || !/[1-9]/.test(text)) return text;
    if (text[0] === "-") return (signed ? "+" : "") + text.slice(1);
    return "-" + text.replace("+", "");
  }

  function mirrored(pair) {
    var turned = pair.slice();
    turned[VERDICT] = MIRRORED[pair[VERDICT]] || pair[VERDICT];
    turned[DIFFERENCE] = negative(pair[DIFFERENCE], true);
    turned[LOW] = negative(pair[HIGH], false);
    turned[HIGH] = negative(pair[LOW], false);
    turned[WINS] = pair[LOSSES];
    turned[LOSSES] = pair[WINS];
    return turned;
  }

  function filled(template, values) {
    return template.replace(/\{(\w+)\}/g, function (_, key) { return values[key]; });
  }

  function Comparison(card, data) {
    this.card = card;
    this.data = data;
    this.a = document.getElementById("pair-a");
    this.b = document.getElementById("pair-b");
  }

  // Each entry's pairs with those that follow it, one after the other.
  Comparison.prototype.pair = function (a, b) {
    var low = Math.min(a, b), high = Math.max(a, b), count = this.data.entries.length;
    var pair = this.data.pairs[(low * (2 * count - low - 1)) / 2 + high - low - 1];
    return a < b ? pair : mirrored(pair);
  };

  Comparison.prototype.field = function (name) {
    return this.card.querySelector("[data-field='" + name + "']");
  };

  Comparison.prototype.write = function (name, text) {
    this.field(name).textContent = text;
  };

  Comparison.prototype.words = function (kind, code) {
    return this.card.getAttribute("data-" + kind + "-" + code);
  };

  Comparison.prototype.name = function (side, index) {
    var entry = this.data.entries[index], link = this.field("name-" + side);
    link.href = entry[2];
    link.querySelector("bdi").textContent = entry[0];
    this.write("score-" + side, entry[1]);
  };

  // The shortest scale that holds the pair, its marks drawn anew.
  Comparison.prototype.scale = function (pair) {
    var reach = Math.max.apply(null, [DIFFERENCE, LOW, HIGH].map(function (field) {
      return Math.abs(Number(pair[field])) || 0;
    }));
    var scales = this.data.scales;
    var scale = scales.find(function (one) { return one[0] >= reach; }) || scales[scales.length - 1];
    var marks = this.card.querySelector(".diff-axis"), lines = this.card.querySelector(".diff .marks");
    marks.textContent = lines.textContent = "";
    scale[1].forEach(function (tick) {
      var text = marks.appendChild(document.createElementNS(SVG, "text"));
      text.textContent = tick[1];
      text.setAttribute("x", tick[0]);
      text.setAttribute("y", 10);
      var line = lines.appendChild(document.createElementNS(SVG, "line"));
      line.setAttribute("class", "grid");
      line.setAttribute("x1", tick[0]);
      line.setAttribute("x2", tick[0]);
      line.setAttribute("y2", "100%");
    });
    return scale;
  };

  Comparison.prototype.draw = function (pair) {
    var drawing = this.card.querySelector(".diff");
    var scale = this.scale(pair), limit = scale[0];
    function at(text) { return 50 + (50 * Number(text)) / limit; }
    var known = pair[LOW] !== null;
    drawing.querySelector(".span").setAttribute("x", known ? at(pair[LOW]) + "%" : 0);
    drawing.querySelector(".span").setAttribute("width", known ? at(pair[HIGH]) - at(pair[LOW]) + "%" : 0);
    var isNumber = /\d/.test(pair[DIFFERENCE]);
    drawing.querySelector(".at").setAttribute("cx", (isNumber ? at(pair[DIFFERENCE]) : 50) + "%");
    drawing.classList.toggle("is-empty", !isNumber);
    var total = Math.max(1, pair[WINS] + pair[TIES] + pair[LOSSES]), start = 0;
    [["wins", WINS], ["ties", TIES], ["losses", LOSSES]].forEach(function (part) {
      var bar = this.card.querySelector(".split-bar ." + part[0]), share = (100 * pair[part[1]]) / total;
      bar.setAttribute("x", start + "%");
      bar.setAttribute("width", share + "%");
      start += share;
    }, this);
  };

  Comparison.prototype.show = function () {
    var a = Number(this.a.value), b = Number(this.b.value), data = this.data;
    var words = this.card.dataset;
    var isSame = a === b;
    this.card.classList.toggle("is-same", isSame);
    if (isSame) {
      this.write("said", words.same);
      this.write("remarks", words.same);
      return;
    }
    var pair = this.pair(a, b);
    var apart = pair[VERDICT] === "not-comparable";
    var interval = pair[LOW] === null ? words.dash : "[" + pair[LOW] + ", " + pair[HIGH] + "]";
    this.name("A", a);
    this.name("B", b);
    this.card.setAttribute("data-verdict", pair[VERDICT]);
    this.write("verdict", this.words("verdict", pair[VERDICT]));
    this.write("difference", pair[DIFFERENCE]);
    this.write("interval", interval);
    [["n", TASKS], ["wins", WINS], ["ties", TIES], ["losses", LOSSES]].forEach(function (part) {
      this.write(part[0], apart ? words.dash : pair[part[1]]);
    }, this);
    var remarks = [];
    if (pair[REASON]) remarks.push(this.words("reason", pair[REASON]) + ".");
    else if (pair[REMARKS] & FEW) remarks.push(filled(words.few, { n: pair[TASKS] }));
    if (pair[REMARKS] & PARTIAL) remarks.push(words.partial);
    this.write("remarks", remarks.join(" "));
    this.write("said", filled(words.said, {
      a: data.entries[a][1],
      b: data.entries[b][1],
      difference: pair[DIFFERENCE],
      interval: interval,
      verdict: this.words("verdict", pair[VERDICT]),
      n: pair[TASKS],
    }));
    this.draw(pair);
  };

  Comparison.prototype.choose = function (a, b) {
    this.a.value = a;
    this.b.value = b;
    this.show();
  };

  var card = document.getElementById("pair"), script = document.getElementById("pair-data");
  if (!card || !script) return;
  var comparison = new Comparison(card, JSON.parse(script.textContent));
  [comparison.a, comparison.b].forEach(function (choice) {
    choice.addEventListener("change", function () { comparison.show(); });
  });
  document.getElementById("pair-swap").addEventListener("click", function () {
    comparison.choose(comparison.b.value, comparison.a.value);
  });
  var matrix = document.querySelector("table.matrix");
  if (matrix) {
    matrix.addEventListener("click", function (event) {
      var cell = event.target.closest("td:not(.self)");
      if (!cell) return;
      comparison.choose(cell.parentNode.rowIndex - 1, cell.cellIndex - 1);
      card.scrollIntoView({ block: "nearest" });
    });
  }
  card.classList.add("is-chosen");
  document.querySelectorAll("#compare [data-with-script]").forEach(function (part) { part.hidden = false; });
})();
