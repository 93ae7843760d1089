// The Waffle view: moving through the cells, one attempt or the mean of all, the tasks by solve
// rate or by name, and what is shown as one drawing.
(() => {
  "use strict";

  const PITCH = 10, CELL = 8, FULL = 5, MISSING = -2, UNSOLVED = -3, SHOW_TEXT = 4;
  const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const SQUARE = [0.4, 0.4, "h7.2v7.2h-7.2z"];
  // What is drawn in a cell of each look: a class, where it starts in the cell, its strokes.
  const MARKS = [
    ...[1, 2, 3, 4, FULL].map((level) => [level, `s${level}`, 0, CELL - (CELL * level) / FULL / 2, "h8"]),
    [-1, "unscored", 0, CELL, "l8-8"],
    [MISSING, "missing", ...SQUARE],
    [UNSOLVED, "unsolved", 1.5, 1.5, "l5 5m0-5l-5 5"],
  ];

  const find = (selector, within = document) => within.querySelector(selector), table = find("table.waffle");
  if (!table) return;
  const view = table.closest(".view"), tip = find("#cell-tip"), words = tip.dataset;
  const panels = [...table.querySelectorAll(".cellbox")];
  const labels = panels.map((one) => one.getAttribute("aria-label"));
  const boxOf = (one) => one.getBoundingClientRect();
  const put = (node, values) => {
    for (const key in values) node.setAttribute(key, values[key]);
    return node;
  };
  const make = (name, values) => put(document.createElementNS("http://www.w3.org/2000/svg", name), values);
  const cursor = make("rect", { class: "cursor", width: CELL, height: CELL });
  // The panel and the cell told of, the panel that the Tab key reaches, the order of each benchmark.
  let data, panel, cell = 0, stop, attempt = 0, order = "", orders = [];

  // Read when it is first needed: a page that only shows its table does without.
  const benchmarkOf = (one) => (data ??= board.json("waffle-data")).benchmarks[placeOf(one)];
  const placeOf = (one) => one.parentNode.cellIndex - 1;
  const rowOf = (one) => one.closest("tr");
  const isShown = (one) => one.getClientRects().length && !one.matches(".is-blank");
  const nameOf = (one) => Array.from(rowOf(one).querySelectorAll("th bdi"), (part) => part.textContent.trim()).join(" · ");
  // Right to left, panels and their cells run the other way.
  const turn = () => getComputedStyle(table).direction === "rtl" ? -1 : 1;

  // The scores of an entry, or the means of all; nothing in the row of what anybody solves.
  function resultsOf(one) {
    const { entry } = one.dataset, row = entry ? data.entries[entry] : data.overall;
    return rowOf(one).matches(".union") ? null : row[placeOf(one)];
  }

  // A task's score as the number of its text: digits in base 64.
  function numberOf(cells, task) {
    if (cells.map) return cells[task];
    let number = 0;
    for (let i = task * data.width; i < (task + 1) * data.width; i++) number = number * 64 + cells.charCodeAt(i) - 63;
    return number;
  }

  // The task at each place of a benchmark's panels.
  function tasksOf(one) {
    const { sources } = benchmarkOf(one), place = placeOf(one);
    if (!orders[place]) {
      const { compare } = new Intl.Collator(document.documentElement.lang, { numeric: true });
      orders[place] = [...sources.keys()];
      if (order) orders[place].sort((a, b) => compare(sources[a], sources[b]));
    }
    return orders[place];
  }

  // How many entries have a task, and how many solve it, in what is shown.
  function tally(place, task) {
    let n = 0, all = 0;
    for (const row of data.entries) {
      const cells = row[place]?.cells[attempt], look = cells ? data.shades[numberOf(cells, task)] : MISSING;
      if (look === data.best) n++;
      if (look !== MISSING) all++;
    }
    return { n, all };
  }

  function describe(task) {
    const results = resultsOf(panel), lines = [benchmarkOf(panel).sources[task]];
    if (results) {
      const [mean, ...scores] = results.cells.map((cells) => {
        const number = numberOf(cells, task);
        return [words.unscored, words.missing][number] ?? data.texts[number];
      });
      lines.push(nameOf(panel), board.fill(words.mean, { score: mean }));
      if (scores[1]) lines.push(scores.map((score, k) => board.fill(words.attempt, { k: board.local(k + 1), score })).join(" · "));
    }
    const { n, all } = tally(placeOf(panel), task);
    return [...lines, board.fill(words.solved, { n: board.local(n), all: board.local(all) })].join("\n");
  }

  function leave() {
    cursor.remove();
    tip.hidden = true;
  }

  function select(next, index, isSpoken) {
    const { columns, sources } = benchmarkOf(next);
    panel = next;
    cell = Math.min(index, sources.length - 1);
    panel.append(put(cursor, { x: (cell % columns) * PITCH, y: Math.floor(cell / columns) * PITCH }));
    tip.textContent = describe(tasksOf(panel)[cell]);
    settle();
    if (isSpoken) board.announce(tip.textContent);
  }

  // Beside its cell, as long as that is in sight.
  function settle() {
    if (!cursor.isConnected) return;
    tip.hidden = false;
    const { right, top, bottom } = boxOf(cursor), { width, height } = boxOf(tip);
    tip.style.left = `${Math.max(8, Math.min(right + 8, innerWidth - width - 8))}px`;
    tip.style.top = `${Math.max(8, bottom + 8 + height > innerHeight ? top - height - 8 : bottom + 8)}px`;
    tip.hidden = bottom < 0 || top > innerHeight;
  }

  // Tells of the cell under the pointer, if there is one.
  function point({ target, clientX, clientY }) {
    leave();
    const one = target.closest("svg");
    if (!panels.includes(one)) return;
    const { left, right, top, width } = boxOf(one), { columns, sources } = benchmarkOf(one);
    const at = (distance) => Math.floor((distance / width * one.viewBox.baseVal.width + 1) / PITCH);
    const column = at(turn() > 0 ? clientX - left : right - clientX), index = at(clientY - top) * columns + column;
    if (column >= 0 && column < columns && index in sources) select(one, index);
  }

  function open() {
    const link = find("th a", rowOf(panel));
    if (link) location.href = `${link.href}#task-${placeOf(panel)}-${tasksOf(panel)[cell]}`;
  }

  function reach(next) {
    if (stop) stop.tabIndex = -1;
    if (next) next.tabIndex = 0;
    stop = next;
  }

  function enter(next, index) {
    if (!next) return;
    cell = index;
    reach(next);
    next.focus();
    next.scrollIntoView({ block: "nearest" });
    select(next, index, true);
  }

  // To the next cell, over the edge of a panel into the next one at the same height or column.
  function step(row, right, down) {
    let { columns, sources } = benchmarkOf(panel), column = (cell % columns) + right, line = Math.floor(cell / columns) + down, next = panel;
    if (column < 0 || column === columns || !(line * columns + column in sources)) {
      const among = right ? row : panels.filter((one) => placeOf(one) === placeOf(panel) && isShown(one));
      next = among[among.indexOf(panel) + right + down];
      if (!next) return;
      ({ columns, sources } = benchmarkOf(next));
      if (right) column = right > 0 ? 0 : columns - 1;
      if (down) line = down > 0 ? 0 : Math.floor((sources.length - 1 - column) / columns);
    }
    enter(next, line * columns + column);
  }

  function press(event) {
    const { target, key, ctrlKey } = event, index = { Home: 0, End: Infinity }[key];
    if (!panels.includes(target)) return;
    const row = panels.filter((one) => rowOf(one) === rowOf(target) && isShown(one));
    if (key === "Enter") open();
    else if (index >= 0) enter(ctrlKey ? row.at(index && -1) : target, index);
    else if (STEPS[key]) step(row, STEPS[key][0] * turn(), STEPS[key][1]);
    else return;
    event.preventDefault();
  }

  // A panel and the numbers below it, for the attempt and the order that are chosen.
  function draw(one, index) {
    const { columns } = benchmarkOf(one), results = resultsOf(one), place = placeOf(one), tasks = tasksOf(one);
    const value = one.nextElementSibling, [outlines] = one.children, cells = results?.cells[attempt];
    const isBlank = one.classList.toggle("is-blank", results && !cells);
    if (results) value.textContent = results.scores[attempt] ?? "—";
    if (isBlank) return;
    const looks = tasks.map((task) => cells ? data.shades[numberOf(cells, task)] : tally(place, task).n ? FULL : UNSOLVED);
    const path = (isMarked, x, y, strokes) => looks.map((look, i) =>
      isMarked(look) ? `M${(i % columns) * PITCH + x} ${Math.floor(i / columns) * PITCH + y}${strokes}` : "").join("");
    if (looks.includes(MISSING)) put(outlines, { d: path((look) => look !== MISSING, ...SQUARE) });
    one.replaceChildren(outlines, ...MARKS.filter(([look]) => looks.includes(look)).map(([look, name, ...mark]) =>
      make("path", { class: name, d: path((other) => other === look, ...mark) })));
    value.querySelectorAll("b").forEach((count, i) => {
      count.textContent = board.local(looks.filter((look) => look === [FULL, UNSOLVED][i]).length);
    });
    put(one, { "aria-label": !attempt ? labels[index] : board.fill(words.panel, {
      entry: nameOf(one),
      benchmark: find("bdi", table.rows[0].cells[place + 1]).textContent,
      k: board.local(attempt),
      score: value.textContent.trim(),
    }) });
  }

  function show(values) {
    const chosen = ["attempt", "order"].map((key) => {
      const choice = find(`[name=${key}]`, view);
      if (!choice) return "";
      choice.value = values[key];
      if (!choice.value) choice.value = "";
      for (const text of view.querySelectorAll(`[data-while=${key}]`)) text.hidden = choice.value;
      return choice.value;
    });
    if (attempt !== +chosen[0] || order !== chosen[1]) {
      attempt = +chosen[0];
      order = chosen[1];
      orders = [];
      leave();
      panels.forEach(draw);
    }
    if (!stop || !isShown(stop)) reach(panels.find((one) => one.dataset.entry && isShown(one)));
  }

  // Every drawing and every line of text of a part of the page, where it stands.
  function copy(part, sheet, down, room) {
    const from = boxOf(part), isTurned = turn() < 0, lift = down - from.top;
    const start = 16 + (isTurned ? room - from.right : -from.left), texts = document.createTreeWalker(part, SHOW_TEXT);
    for (const one of part.querySelectorAll("svg")) {
      if (!isShown(one)) continue;
      const { left, top, width, height } = boxOf(one);
      const twin = sheet.appendChild(put(one.cloneNode(true), { x: left + start, y: top + lift, width, height })), use = find("use", twin), whole = twin.viewBox.baseVal;
      use?.replaceWith(put(find(use.getAttribute("href")).cloneNode(), { class: "cells" }));
      if (isTurned) for (const path of twin.children) put(path, { transform: `matrix(-1 0 0 1 ${whole.width + 2 * whole.x} 0)` });
    }
    for (let node; (node = texts.nextNode());) {
      const range = document.createRange(), holder = node.parentNode, { color, fontSize, fontWeight, direction } = getComputedStyle(holder);
      const isRight = direction === "rtl", end = boxOf(holder.closest(".benchmark") ?? holder).bottom + 2;
      let line, top, edge, at = 0;
      for (const character of holder.matches(".vh") ? "" : node.data) {
        range.setStart(node, at);
        range.setEnd(node, (at += character.length));
        const box = boxOf(range), side = isRight ? box.right : -box.left;
        // A line begins with its first letter; a name of many lines is cut below.
        if (!box.height || (box.top !== top && character === " ")) continue;
        if (box.bottom > end) {
          if (line) line.textContent += "…";
          break;
        }
        if (box.top !== top) {
          line = sheet.appendChild(make("text", { y: box.top + 0.8 * box.height + lift, fill: color, "font-size": fontSize, "font-weight": fontWeight }));
          line.style.direction = direction;
          edge = side;
        }
        // In a line of two directions, the first letter need not stand at its start.
        edge = Math.max(edge, side);
        put(line, { x: (isRight ? edge : -edge) + start }).textContent += character;
        top = box.top;
      }
    }
    return down + from.height + 12;
  }

  find("#waffle-svg").addEventListener("click", ({ target }) => {
    const sheet = make("svg", { class: "defs" }), parts = [find("h1 bdi"), find(".looks"), table];
    leave();
    view.append(sheet);
    table.classList.add("is-still");
    const room = Math.max(...parts.map((part) => boxOf(part).width)), height = parts.reduce((down, part) => copy(part, sheet, down, room), 16);
    put(sheet, { viewBox: `0 0 ${room + 32} ${height}` });
    board.saveSvg(sheet, target.dataset.name);
    table.classList.remove("is-still");
    sheet.remove();
  });
  view.addEventListener("change", ({ target: { name, value } }) => board.set({ [name]: value }));
  table.addEventListener("pointermove", point);
  table.addEventListener("pointerleave", leave);
  // A finger's first touch tells of a cell, the second one opens it.
  table.addEventListener("click", (event) => {
    const was = [panel, cell];
    point(event);
    if (!tip.hidden && (event.pointerType !== "touch" || (was[0] === panel && was[1] === cell))) open();
  });
  table.addEventListener("focusin", ({ target }) => {
    if (panels.includes(target) && target.matches(":focus-visible")) select(target, cell, true);
  });
  table.addEventListener("focusout", leave);
  table.addEventListener("keydown", press);
  addEventListener("scroll", settle, true);
  addEventListener("keydown", ({ key }) => {
    if (key === "Escape") leave();
  });
  // The keys are the waffle's own: a screen reader has to let them through.
  for (const one of panels) {
    one.role = "application";
    one.tabIndex = -1;
  }
  board.bind({ attempt: "", order: "" }, show);
  board.reveal(view);
})();
