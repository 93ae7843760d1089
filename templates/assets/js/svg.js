// Saves a drawing of the page as a file that needs no style sheet. `keys`, buttons with a small
// drawing and a name each, become a legend below it.
(() => {
  "use strict";

  const LOOKS = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "vector-effect", "opacity", "paint-order", "font-size", "font-weight", "text-anchor"];
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
      if (look.display === "none" || (look.visibility === "hidden" && !one.firstElementChild)) copies[index].remove();
      else if (!one.firstElementChild) for (const name of LOOKS) copies[index].setAttribute(name, look[name]);
    });
    return copy;
  }

  board.saveSvg = (svg, name, keys = []) => {
    const { width, height } = svg.viewBox.baseVal;
    const whole = height + keys.length * 22;
    const { color, backgroundColor, fontFamily } = getComputedStyle(document.body);
    const file = change(dressed(svg), { width, height: whole, viewBox: `0 0 ${width} ${whole}`, fill: color, "font-family": fontFamily, "font-size": 13 });
    const add = (name, values) => file.appendChild(change(document.createElementNS(svg.namespaceURI, name), values));
    file.prepend(add("rect", { width, height: whole, fill: backgroundColor }));
    keys.forEach((key, index) => {
      const y = height + 10 + index * 22;
      add("g", { transform: `translate(20 ${y}) scale(.7)` }).append(dressed(key.querySelector("path")));
      add("text", { x: 34, y: y + 4 }).textContent = key.innerText.trim();
    });
    board.save(new XMLSerializer().serializeToString(file), "image/svg+xml", name);
  };
})();
