// The front page's search: shows the boards that have all words in title, description or author.
(function () {
  "use strict";
  var form = document.querySelector(".board-search");
  if (!form) return;
  var input = form.querySelector("input");
  var status = form.querySelector("[role=status]");
  var none = document.getElementById("none-found");
  var marks = /[\u0300-\u036f]/g;

  function plain(text) {
    return text.normalize("NFKD").replace(marks, "").toLowerCase();
  }

  var boards = Array.from(document.querySelectorAll("li.board"), function (node) {
    var texts = Array.from(node.querySelectorAll("[data-search]"), function (part) {
      return part.textContent;
    });
    return { node: node, text: plain(texts.join("\n")) };
  });

  function show() {
    var words = plain(input.value).split(/\s+/).filter(Boolean);
    var shown = 0;
    boards.forEach(function (board) {
      var found = words.every(function (word) { return board.text.includes(word); });
      board.node.hidden = !found;
      if (found) shown++;
    });
    none.hidden = shown > 0;
    status.textContent = status.dataset.text.replace("{n}", shown).replace("{all}", boards.length);
  }

  // The address holds the search, so that it can be shared; Back leaves the page.
  function remember() {
    var address = new URL(location.href);
    if (input.value) address.searchParams.set("q", input.value);
    else address.searchParams.delete("q");
    history.replaceState(null, "", address);
  }

  input.value = new URLSearchParams(location.search).get("q") || "";
  input.addEventListener("input", function () {
    show();
    remember();
  });
  form.addEventListener("submit", function (event) { event.preventDefault(); });
  form.hidden = false;
  show();
})();
