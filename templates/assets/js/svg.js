// Saves a drawing of the page as a file that needs no style sheet, without what is filtered out.
// `keys`, buttons with a small drawing and a name each, become a legend below it, with the title of
// the board above.
(() => {
  "use strict";

  const LOOKS = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "vector-effect", "opacity", "paint-order", "font-size", "font-weight", "text-anchor", "direction"];
  const change = (element, values) => {
    for (const key in values) element.setAttribute(key, values[key]);
    return element;
  };

  function dressed(element) {
    const copy = element.cloneNode(true);
    const copies = [copy, ...copy.querySelectorAll("*")];
    [element, ...element.querySelectorAll("*")].forEach((one, index) => {
      const look = getComputedStyle(one);
      copies[index].removeAttribute("href");
      if (one.matches(".is-off") || look.display === "none" || (look.visibility === "hidden" && !one.firstElementChild)) copies[index].remove();
      else if (!one.firstElementChild) for (const name of LOOKS) copies[index].setAttribute(name, look[name]);
    });
    return copy;
  }

  board.saveSvg = (svg, name, keys) => {
    const { width, height } = svg.viewBox.baseVal;
    const head = keys ? 30 : 0;
    const whole = height + head + 22 * (keys?.length ?? 0);
    const { color, backgroundColor, fontFamily } = getComputedStyle(document.body);
    const file = change(dressed(svg), { width, height: whole, viewBox: `0 ${-head} ${width} ${whole}`, fill: color, "font-family": fontFamily, "font-size": 13 });
    const add = (name, values) => file.appendChild(change(document.createElementNS(svg.namespaceURI, name), values));
    file.prepend(add("rect", { y: -head, width, height: whole, fill: backgroundColor }));
    if (head) add("text", { x: 16, y: -9, "font-weight": 600 }).textContent = document.querySelector("h1").innerText;
    keys?.forEach((key, index) => {
      const y = height + 10 + index * 22;
      add("g", { transform: `translate(20 ${y}) scale(.7)` }).append(dressed(key.querySelector("path")));
      add("text", { x: 34, y: y + 4 }).textContent = key.innerText.trim();
    });
    board.save(new XMLSerializer().serializeToString(file), "image/svg+xml", name);
  };
})();
