// The table as it is shown, as a file: the filtered entries in their order, under the names of the
// stable files. CSV and JSON have the numbers at full precision, Markdown and LaTeX the texts.
(() => {
  "use strict";

  const table = document.querySelector("table.ranking"), menu = document.querySelector(".downloads");
  if (!menu) return;
  const heads = [...table.tHead.rows[0].cells];
  const number = (text) => (text ? Number(text) : null);
  const value = ({ dataset }) => number(dataset.value);

  // What a reader sees of a cell, without marks of direction.
  function seen(cell) {
    const copy = cell.cloneNode(true);
    for (const other of copy.querySelectorAll(".vh, sup, svg, .method")) other.remove();
    return copy.textContent.replace(/[\u2066-\u2069]/g, "");
  }

  // An entry by the keys of the columns; a cell may have a second number, the row has what no
  // column shows.
  function record({ cells, dataset }, read) {
    const found = { ...dataset, ...JSON.parse(dataset.more) };
    heads.forEach(({ dataset: { key, also } }, index) => {
      found[key] = read(cells[index]);
      if (also) found[also] = number(cells[index].dataset.also);
    });
    return found;
  }

  // The heads and the lines of a file, each cell a list: `columns` are "name:key,key|name|…".
  function lines(columns, read) {
    const parts = columns.split("|").map((column) => column.split(":"));
    const rows = [...table.tBodies[0].rows].filter((row) => !row.classList.contains("is-off"));
    return [parts.map(([name]) => [name]), ...rows.map((row) => {
      const found = record(row, read);
      return parts.map(([name, keys = name]) => keys.split(",").map((key) => found[key] ?? null));
    })];
  }

  function csv(columns) {
    const cell = ([value]) => {
      if (typeof value !== "string") return value ?? "";
      const text = (/^[=+\-@\t\r＝＋－＠]/.test(value) ? "'" : "") + value;
      return /[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
    };
    return lines(columns, value).map((line) => line.map(cell).join() + "\r\n").join("");
  }

  function json(columns) {
    const [names, ...entries] = lines(columns, value);
    const one = (parts) => (parts.length < 2 || parts[0] === null ? parts[0] : parts);
    return JSON.stringify(entries.map((line) => Object.fromEntries(line.map((parts, index) => [names[index], one(parts)]))), null, 1) + "\n";
  }

  // The lines as texts, a second one of a cell only where it is known, and whether each column is of names.
  function shown(columns, escape) {
    const [names, ...entries] = lines(columns, seen);
    const text = ([first, second = "—"]) =>
      `${first ?? "—"} ${second.trim() === "—" ? "" : second}`.replace(/\s+/g, " ").trim();
    const isName = columns.split("|").map((column) => column.split(":")[1] in table.tBodies[0].rows[0].dataset);
    return [[names, ...entries].map((line) => line.map((parts) => escape(text(parts)))), isName];
  }

  function markdown(columns) {
    const [lines, isName] = shown(columns, (text) => text.replace(/[\\`*_{}[\]<>#|~!&$:]/g, "\\$&"));
    lines.splice(1, 0, isName.map((is) => (is ? "---" : "---:")));
    return lines.map((cells) => `| ${cells.join(" | ")} |\n`).join("");
  }

  const TEX = {
    "\\": "\\textbackslash{}", "^": "\\textasciicircum{}", "~": "\\textasciitilde{}", "<": "\\textless{}", ">": "\\textgreater{}",
    "|": "\\textbar{}", "-": "-{}", "±": "$\\pm$", "−": "$-$", "–": "--", "—": "---",
  };

  function tex(columns) {
    const [[head, ...lines], isName] = shown(columns, (text) => text.replace(/-(?=-)|[\\{}$&#%_^~<>|±−–—]/g, (mark) => TEX[mark] ?? `\\${mark}`));
    const line = (cells) => `${cells.join(" & ")} \\\\\n`;
    return `\\begin{tabular}{${isName.map((is) => (is ? "l" : "r")).join("")}}\n\\hline\n${line(head)}\\hline\n${lines.map(line).join("")}\\hline\n\\end{tabular}\n`;
  }

  const formats = { csv: [csv, "text/csv"], json: [json, "application/json"], md: [markdown, "text/markdown"], tex: [tex, "application/x-tex"] };
  menu.addEventListener("click", ({ target: { dataset: { format, columns } } }) => {
    if (!format) return;
    const [text, type] = formats[format];
    board.save(text(columns), type, `${menu.dataset.name}.${format}`);
  });
  board.reveal(menu);
})();
