// The table as it is shown, as a file: the filtered entries in their order. CSV and JSON have the
// numbers at full precision under the names of leaderboard.csv, Markdown and LaTeX the texts.
(() => {
  "use strict";

  const table = document.querySelector("table.ranking"), menu = document.querySelector(".downloads");
  if (!menu) return;
  const heads = [...table.tHead.rows[0].cells];
  const rows = () => [...table.tBodies[0].rows].filter((row) => !row.classList.contains("is-off"));
  const number = (text) => (text ? Number(text) : null);

  // An entry by the names of the columns; a cell may have a second number.
  function record({ cells, dataset }) {
    const found = {};
    heads.forEach((head, index) => {
      const { key, also } = head.dataset, { value, also: other } = cells[index].dataset;
      if (key === "entry") {
        for (const name of ["harness", "model", "algorithm", "phase"]) found[name] = dataset[name];
      } else found[key] = number(value);
      if (also) found[also] = number(other);
      if (key === "rank") found.entry = dataset.label;
    });
    return { ...found, entry_id: dataset.of };
  }

  function csv() {
    const cell = (value) => {
      if (typeof value !== "string") return value ?? "";
      const text = (/^[=+\-@\t\r]/.test(value) ? "'" : "") + value;
      return /[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
    };
    const records = rows().map(record);
    return [Object.keys(records[0] ?? {}), ...records.map(Object.values)].map((line) => line.map(cell).join() + "\r\n").join("");
  }

  const json = () => JSON.stringify(rows().map(record), null, 1) + "\n";

  // What a reader sees of a cell, the entry's column divided into its names, without marks of direction.
  function texts(cell) {
    const isEntry = cell.classList.contains("entry"), apart = cell.querySelector(".apart");
    const found = Array.from(isEntry ? cell.querySelectorAll("button, .who > a, .ident > :not(.vh, .apart)") : [cell], (part) => {
      const copy = part.cloneNode(true);
      for (const other of copy.querySelectorAll(".vh, sup, svg, .arrow, .direction")) other.remove();
      return copy.textContent.replace(/\s+/g, " ").replace(/[\u2066-\u2069]/g, "").trim();
    });
    if (apart) found[0] += ` · ${apart.textContent}`;
    return found;
  }

  // The lines of the table, and whether each column is of names.
  function shown(escape) {
    const lines = [table.tHead.rows[0], ...rows()].map((row) => [...row.cells].flatMap(texts).map(escape));
    const isName = heads.flatMap((head) => texts(head).map(() => head.classList.contains("entry")));
    return [lines, isName];
  }

  function markdown() {
    const [lines, isName] = shown((text) => text.replace(/[\\`*_{}[\]<>#|~!&$:]/g, "\\$&"));
    lines.splice(1, 0, isName.map((is) => (is ? "---" : "---:")));
    return lines.map((cells) => `| ${cells.join(" | ")} |\n`).join("");
  }

  const TEX = {
    "\\": "\\textbackslash{}", "^": "\\textasciicircum{}", "~": "\\textasciitilde{}", "<": "\\textless{}", ">": "\\textgreater{}",
    "|": "\\textbar{}", "-": "-{}", "±": "$\\pm$", "−": "$-$", "–": "--", "—": "---",
  };

  function tex() {
    const [[head, ...lines], isName] = shown((text) => text.replace(/-(?=-)|[\\{}$&#%_^~<>|±−–—]/g, (mark) => TEX[mark] ?? `\\${mark}`));
    const line = (cells) => `${cells.join(" & ")} \\\\\n`;
    return `\\begin{tabular}{${isName.map((is) => (is ? "l" : "r")).join("")}}\n\\hline\n${line(head)}\\hline\n${lines.map(line).join("")}\\hline\n\\end{tabular}\n`;
  }

  const formats = { csv: [csv, "text/csv"], json: [json, "application/json"], md: [markdown, "text/markdown"], tex: [tex, "application/x-tex"] };
  menu.addEventListener("click", ({ target: { dataset: { format } } }) => {
    if (!format) return;
    const [text, type] = formats[format];
    board.save(text(), type, `${menu.dataset.name}.${format}`);
  });
  board.reveal(menu);
})();
