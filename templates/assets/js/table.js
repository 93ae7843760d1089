// Sorting: the headings of the table, kept in the address, and those of the scores by benchmark.
(() => {
  "use strict";

  const collator = new Intl.Collator(document.documentElement.lang, { numeric: true });

  function sortKey(row, column) {
    const cell = row.cells[column];
    if (cell.tagName === "TH") return Array.from(cell.querySelectorAll("bdi"), (name) => name.textContent).join(" ");
    return cell.dataset.value === undefined ? null : Number(cell.dataset.value);
  }

  const compare = (a, b) => (typeof a === "string" ? collator.compare(a, b) : a - b);

  // `order` is the key of a column, after "-" for descending. Missing values stay last in both
  // directions; equal ones keep the order of the board.
  function sort({ body, rows, heads, start }, order) {
    const columnOf = (key) => heads.findIndex((head) => head.dataset.key === key.replace(/^-/, ""));
    if (columnOf(order) < 0) order = start;
    const column = columnOf(order), sign = order[0] === "-" ? -1 : 1;
    const keys = new Map(rows.map((row) => [row, column < 0 ? 0 : sortKey(row, column)]));
    body.append(...[...rows].sort((one, other) => {
      const a = keys.get(one), b = keys.get(other);
      return a === null || b === null ? (a === null) - (b === null) : sign * compare(a, b);
    }));
    for (const head of heads) head.removeAttribute("aria-sort");
    heads[column]?.setAttribute("aria-sort", sign < 0 ? "descending" : "ascending");
  }

  for (const node of document.querySelectorAll("table.sortable")) {
    const body = node.tBodies[0], words = node.dataset;
    const table = { body, rows: [...body.rows], heads: [...node.tHead.rows[0].cells], start: words.order ?? "" };
    const isKept = "order" in words;
    let shown = table.start;
    const show = (order) => order === shown || sort(table, (shown = order));
    if (isKept) board.bind({ sort: shown }, (values) => show(values.sort));
    for (const head of table.heads) {
      const button = head.querySelector("button"), { key, first = "" } = head.dataset;
      button.disabled = false;
      button.onclick = () => {
        const now = head.getAttribute("aria-sort");
        const order = (now ? (now === "ascending" ? "-" : "") : first) + key;
        if (isKept) board.set({ sort: order });
        else show(order);
        const direction = words[head.getAttribute("aria-sort")];
        board.announce(board.fill(words.announce, { column: button.textContent.trim(), direction }));
      };
    }
  }
})();
