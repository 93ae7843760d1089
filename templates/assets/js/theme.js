// Applies the remembered theme before the first paint, and makes the header's button work.
(function () {
  "use strict";
  var themes = ["system", "light", "dark"];
  var root = document.documentElement;

  function remembered() {
    try {
      return localStorage.getItem("theme");
    } catch (error) {
      return null; // storage is off: the system's theme is used
    }
  }

  function apply(theme) {
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    else delete root.dataset.theme;
  }

  apply(remembered());
  document.addEventListener("DOMContentLoaded", function () {
    var button = document.querySelector("button.theme");
    if (!button) return;
    function show() {
      button.textContent = button.dataset[root.dataset.theme || "system"];
    }
    button.addEventListener("click", function () {
      var next = themes[(themes.indexOf(root.dataset.theme || "system") + 1) % themes.length];
      apply(next);
      try {
        localStorage.setItem("theme", next);
      } catch (error) {
        // not remembered, but applied to this page
      }
      show();
      document.dispatchEvent(new Event("themechange"));
    });
    show();
    button.hidden = false;
  });
})();
