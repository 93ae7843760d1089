// The front page's search: shows the boards that have all words in title, description or author.
(() => {
  "use strict";

  const form = document.querySelector(".board-search"), status = form.querySelector("[role=status]");
  const input = form.querySelector("input"), none = document.getElementById("none-found");
  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const local = (count) => `${count}`.replace(/\d/g, (digit) => document.documentElement.dataset.numerals?.[digit] ?? digit);
  const boards = Array.from(document.querySelectorAll(".board"), (node) => {
    const parts = [...node.querySelectorAll("[data-search]")];
    return { node, text: plain(parts.map((part) => part.textContent).join("\n")) };
  });

  function show() {
    const words = plain(input.value).split(/\s+/);
    const found = boards.filter(({ node, text }) => !(node.hidden = !words.every((word) => text.includes(word))));
    none.hidden = found.length > 0;
    status.textContent = status.dataset.text.replace("{n}", local(found.length)).replace("{all}", local(boards.length));
  }

  // The address holds the search, so that it can be shared; Back leaves the page.
  input.value = new URLSearchParams(location.search).get("q") ?? "";
  input.addEventListener("input", () => {
    const address = new URL(location.href);
    if (input.value) address.searchParams.set("q", input.value);
    else address.searchParams.delete("q");
    history.replaceState(null, "", address);
    show();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.hidden = false;
  show();
})();
