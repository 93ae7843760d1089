// Disclosures that open over the page close when the reader goes elsewhere, or with Escape.
(() => {
  "use strict";

  const open = () => [...document.querySelectorAll("details.menu[open]")];
  for (const type of ["click", "focusin"]) {
    document.addEventListener(type, ({ target }) => {
      for (const menu of open()) if (!menu.contains(target)) menu.open = false;
    });
  }
  addEventListener("keydown", ({ key }) => {
    for (const menu of key === "Escape" ? open() : []) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });
})();
