// The Compare view: any two entries. The texts of every pair are in the page; a pair is turned by
// the rule of views/pair_texts.py, mirrored_text: the digits stay, the sign changes.
(() => {
  "use strict";

  const card = document.getElementById("pair"), data = board.json("pair-data");
  if (!card || !data) return;
  const FEW = 1, PARTIAL = 2;
  const MIRRORED = { better: "worse", worse: "better" };
  const words = card.dataset;
  const choices = ["a", "b"].map((side) => document.getElementById(`pair-${side}`));
  const ids = data.entries.map((entry) => entry[2]);
  const find = (selector) => card.querySelector(selector);
  const field = (name) => find(`[data-field="${name}"]`);

  function negative(text, isSigned) {
    if (text === null || !/[1-9]/.test(text)) return text;
    return text[0] === "-" ? (isSigned ? "+" : "") + text.slice(1) : "-" + text.replace("+", "");
  }

  const mirrored = ([verdict, reason, difference, low, high, n, wins, ties, losses, remarks]) =>
    [MIRRORED[verdict] ?? verdict, reason, negative(difference, true), negative(high), negative(low), n, losses, ties, wins, remarks];

  // Each entry's pairs with those that follow it, one after the other.
  function pairOf(a, b) {
    const low = Math.min(a, b), high = Math.max(a, b);
    const pair = data.pairs[(low * (2 * ids.length - low - 1)) / 2 + high - low - 1];
    return a < b ? pair : mirrored(pair);
  }

  function write(texts) {
    for (const name in texts) field(name).textContent = texts[name];
  }

  function set(node, attributes) {
    for (const name in attributes) node.setAttribute(name, attributes[name]);
    return node;
  }

  const drawn = (parent, name, attributes) =>
    set(parent.appendChild(document.createElementNS("http://www.w3.org/2000/svg", name)), attributes);

  // On the shortest scale that holds the pair, its marks drawn anew.
  function draw([, , difference, low, high, , ...counts]) {
    const reach = Math.max(...[difference, low, high].map((text) => Math.abs(Number(text)) || 0));
    const [limit, ticks] = data.scales.find((scale) => scale[0] >= reach) ?? data.scales[data.scales.length - 1];
    const marks = find(".diff-axis"), lines = find(".diff .marks");
    marks.textContent = lines.textContent = "";
    for (const [x, text] of ticks) {
      drawn(marks, "text", { x, y: 10 }).textContent = board.local(text);
      drawn(lines, "line", { class: "grid", x1: x, x2: x, y2: "100%" });
    }
    const length = (text) => (50 * Number(text)) / limit;
    set(find(".diff .span"), { x: `${50 + length(low)}%`, width: `${length(high) - length(low)}%` });
    const isKnown = /\d/.test(difference);
    set(find(".diff .at"), { cx: `${50 + (isKnown ? length(difference) : 0)}%` });
    find(".diff").classList.toggle("is-empty", !isKnown);
    const total = Math.max(1, counts[0] + counts[1] + counts[2]);
    let start = 0;
    ["wins", "ties", "losses"].forEach((name, index) => {
      const share = (100 * counts[index]) / total;
      set(find(`.split-bar .${name}`), { x: `${start}%`, width: `${share}%` });
      start += share;
    });
  }

  function show(a, b) {
    [choices[0].value, choices[1].value] = [a, b];
    card.classList.toggle("is-same", a === b);
    if (a === b) {
      write({ said: words.same, remarks: words.same });
      return;
    }
    const pair = pairOf(a, b), [code, reason, difference, low, high, n, wins, ties, losses, remarks] = pair;
    const text = (value) => (code === "not-comparable" ? words.dash : board.local(value));
    const verdict = card.getAttribute(`data-verdict-${code}`), count = board.local(n);
    const interval = low === null ? words.dash : board.local(`[${low}, ${high}]`);
    const scores = [a, b].map((index) => board.local(data.entries[index][1]));
    [a, b].forEach((index, side) => {
      const link = field(`name-${"AB"[side]}`);
      link.href = `entries/${ids[index]}/index.html`;
      link.querySelector("bdi").textContent = data.entries[index][0];
    });
    words.verdict = code;
    write({
      "score-A": scores[0],
      "score-B": scores[1],
      verdict,
      difference: board.local(difference),
      interval,
      n: text(n),
      wins: text(wins),
      ties: text(ties),
      losses: text(losses),
      remarks: [
        reason ? card.getAttribute(`data-reason-${reason}`) : remarks & FEW ? board.fill(words.few, { n: count }) : "",
        remarks & PARTIAL ? words.partial : "",
      ].join(" ").trim(),
      said: board.fill(words.said, { a: scores[0], b: scores[1], difference: board.local(difference), interval, verdict, n: count }),
    });
    draw(pair);
  }

  const choose = (a, b) => board.set({ a: ids[a], b: ids[b] });

  // An entry that the address does not name is the first that is free; the page comes with the
  // comparison of the first two.
  let shown = ",";
  board.bind({ a: "", b: "" }, (values) => {
    if (shown === `${[values.a, values.b]}`) return;
    shown = `${[values.a, values.b]}`;
    const a = ids.indexOf(values.a), b = ids.indexOf(values.b);
    const first = a < 0 ? Number(b === 0) : a;
    show(first, b < 0 ? Number(first === 0) : b);
  });
  for (const choice of choices) choice.onchange = () => choose(choices[0].value, choices[1].value);
  document.getElementById("pair-swap").onclick = () => choose(choices[1].value, choices[0].value);
  document.querySelector("table.matrix")?.addEventListener("click", ({ target }) => {
    const cell = target.closest("td:not(.self)");
    if (!cell) return;
    choose(cell.parentNode.rowIndex - 1, cell.cellIndex - 1);
    card.scrollIntoView({ block: "nearest" });
  });
  card.classList.add("is-chosen");
  board.reveal(document.getElementById("compare"));
})();
