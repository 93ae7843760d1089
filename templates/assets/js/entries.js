// Which entries are shown and which are picked, in every view: whatever stands for an entry carries
// its id in data-of and is given the classes is-off and is-picked.
(() => {
  "use strict";

  const find = (selector) => document.querySelector(selector);
  const all = (selector, part = document) => [...part.querySelectorAll(selector)];
  const form = find(".filters"), tray = find(".tray"), facets = all(".facet");
  if (!form) return;
  const none = { q: "", best: "", harness: [], model: [], algorithm: [], phase: [] };
  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const entries = Array.from(find("table.ranking").tBodies[0].rows, (row) => ({
    ...row.dataset,
    rank: Number(row.cells[0].dataset.value),
    text: plain(`${row.dataset.of}\n${row.dataset.label}\n${row.querySelector(".entry").textContent}`),
  }));
  const marks = new Map(entries.map(({ of }) => [of, all(`[data-of="${of}"]`)]));
  let state, picked;

  // The entries that the search and the facets let through, but for the facet `except`.
  function passing(except) {
    const words = plain(state.q).split(/\s+/);
    return entries.filter((entry) =>
      words.every((word) => entry.text.includes(word)) &&
      facets.every(({ dataset: { key } }) => key === except || !state[key].length || state[key].includes(entry[key])));
  }

  // Those with the best rank of each model or harness, equal ones all kept.
  function bestOf(found, key) {
    const ranks = new Map();
    for (const entry of found) ranks.set(entry[key], Math.min(entry.rank, ranks.get(entry[key]) ?? Infinity));
    return found.filter((entry) => entry.rank === ranks.get(entry[key]));
  }

  function showFacet(facet) {
    const key = facet.dataset.key, counts = new Map();
    for (const entry of passing(key)) counts.set(entry[key], (counts.get(entry[key]) ?? 0) + 1);
    for (const box of all("input", facet)) {
      const count = counts.get(box.value) ?? 0;
      box.checked = state[key].includes(box.value);
      box.disabled = !count && !box.checked;
      box.parentNode.querySelector(".count").textContent = board.local(count);
    }
    facet.querySelector(".chosen").textContent = board.local(state[key].length || "");
  }

  function chip(facet, text) {
    const button = find("#chip").content.firstElementChild.cloneNode(true);
    button.querySelector("bdi").textContent = text;
    button.title = board.fill(button.dataset.text, { facet: facet.dataset.name, name: text });
    button.onclick = () => {
      const key = facet.dataset.key;
      board.set({ [key]: state[key].filter((other) => other !== text) });
      rest();
    };
    return button;
  }

  // Where the focus goes when the control that had it is gone.
  function rest() {
    (find(".chips button") ?? find("#table .scroll")).focus({ preventScroll: true });
  }

  function write(node, values) {
    node.textContent = board.fill(node.dataset.text, values);
  }

  // Touches only what changes: a page of many entries has thousands of marks.
  function mark(name, isMarked) {
    for (const [id, nodes] of marks) {
      const is = isMarked(id);
      if (is !== nodes[0].classList.contains(name)) for (const node of nodes) node.classList.toggle(name, is);
    }
  }

  function show(values) {
    state = { ...values, best: "" };
    if (form.best) {
      // A value that is no choice leaves the list without one.
      form.best.value = values.best;
      state.best = form.best.value ||= "";
    }
    picked = state.pick.filter((id) => marks.has(id));
    const found = state.best ? bestOf(passing(), state.best) : passing();
    const shown = new Set(found.map((entry) => entry.of));
    mark("is-off", (id) => !shown.has(id));
    mark("is-picked", (id) => picked.includes(id));
    for (const box of all(".pick")) box.checked = picked.includes(box.value);
    if (form.q.value !== state.q) form.q.value = state.q;
    facets.forEach(showFacet);
    find(".chips").replaceChildren(...facets.flatMap((facet) => state[facet.dataset.key].map((text) => chip(facet, text))));
    const isFiltered = Object.keys(none).some((key) => state[key].length);
    for (const part of all(".reset, a.shown-count")) part.hidden = !isFiltered;
    const counts = { n: board.local(found.length), all: board.local(entries.length) };
    for (const status of all(".shown-count")) write(status, counts);
    find(".none-shown").hidden = found.length > 0;
    write(find(".picked-count"), { n: board.local(picked.length) });
    find(".picks").hidden = !picked.length;
    tray.hidden = !picked.length && !isFiltered;
    for (const button of all(".compare-picked")) {
      button.disabled = picked.length < 2;
      button.textContent = picked.length > 2 ? button.dataset.many : button.value;
    }
  }

  form.addEventListener("input", () => board.set({ q: form.q.value }, true));
  form.addEventListener("change", ({ target: { name, type, value } }) => {
    if (type === "checkbox") board.set({ [name]: all(`[name=${name}]:checked`, form).map((box) => box.value) });
    else if (name === "best") board.set({ best: value });
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("change", ({ target: box }) => {
    if (box.className !== "pick") return;
    board.set({ pick: box.checked ? [...picked, box.value] : picked.filter((id) => id !== box.value) });
  });
  document.addEventListener("click", ({ target: { classList } }) => {
    if (classList.contains("reset")) {
      board.set(none);
      rest();
    } else if (classList.contains("clear")) {
      board.set({ pick: [] });
      rest();
    } else if (classList.contains("compare-picked")) {
      board.set({ a: picked[0], b: picked[1] }, false, "#compare");
      find("#compare").scrollIntoView();
      find("#pair").focus({ preventScroll: true });
    }
  });
  // What the row of the filters says is not said again while that is in sight.
  new IntersectionObserver((seen) => tray.classList.toggle("is-near", seen.pop().isIntersecting)).observe(form);
  board.bind({ ...none, pick: [] }, show);
  board.reveal(find("#table"));
})();
