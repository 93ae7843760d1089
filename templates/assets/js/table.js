// Sorting: the headings of every sortable table.
(() => {
  "use strict";

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
        board.announce(
          table.dataset.announce
            .replace("{column}", function () { return button.textContent.trim(); })
            .replace("{direction}", table.dataset[ascending ? "ascending" : "descending"])
        );
      });
    });
  }

  document.querySelectorAll("table.sortable").forEach(makeSortable);
})();
