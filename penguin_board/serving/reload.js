"use strict";
// Follows the server: loads the page again when the site changed, shows what is wrong meanwhile.
(() => {
  const script = document.currentScript;
  let source = null;
  let overlay = null;
  let closed = "";

  const element = (name, text, ...children) => {
    const made = document.createElement(name);
    made.textContent = text;
    made.append(...children);
    return made;
  };

  const hide = () => {
    overlay?.remove();
    overlay = null;
  };

  const show = (state, told) => {
    hide();
    const close = element("button", state.close);
    close.type = "button";
    close.addEventListener("click", () => { closed = told; hide(); });
    const list = element("ol", "", ...state.problems.map(({ place, message, line, hint }) =>
      element("li", "", element("code", place), element("p", message),
        ...(line ? [element("pre", line)] : []),
        ...(hint ? [element("p", `→ ${hint}`)] : []))));
    const style = document.createElement("link");
    style.rel = "stylesheet";
    style.href = new URL("overlay.css", script.src);
    const panel = element("section", "", element("header", "", element("h2", state.heading), close),
      element("p", state.note), list, element("p", state.more));
    panel.setAttribute("role", "alert");
    overlay = document.createElement("penguin-board-problems");
    overlay.attachShadow({ mode: "open" }).append(style, panel);
    document.documentElement.append(overlay);
  };

  const follow = ({ data }) => {
    const state = JSON.parse(data);
    if (state.site !== script.dataset.site) location.reload();
    else if (!state.problems.length) { closed = ""; hide(); }
    else if (data !== closed) show(state, data);
  };

  // A browser allows a server few connections: only a page that is seen keeps one.
  const listen = () => {
    source?.close();
    source = null;
    if (document.hidden) return;
    source = new EventSource(new URL("events", script.src));
    source.addEventListener("message", follow);
  };

  addEventListener("keydown", ({ key }) => {
    if (key === "Escape") overlay?.shadowRoot.querySelector("button").click();
  });
  addEventListener("pagehide", () => source?.close());
  addEventListener("pageshow", listen);
  document.addEventListener("visibilitychange", listen);
})();
