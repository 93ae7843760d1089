// The Pareto view: its state, who dominates whom, and the interactive chart, opened on request.
(() => {
  "use strict";

  const view = document.querySelector(".pareto");
  if (!view) return;
  const all = (selector, root = view) => [...root.querySelectorAll(selector)];
  const entryKeys = board.json("pareto-keys");
  const legends = all(".keys");
  let legend, hidden;
  const keyOf = entry => legend?.children[entryKeys[entry][legends.indexOf(legend)]];

  // A radio's key in the address, and the value that is left out of it: the board's own choice.
  const stateKey = ({ name }) => name.split("-")[0];
  const usual = input => {
    const { colour, scale } = input.closest("[data-colour], [data-scale]").dataset;
    return colour ?? scale;
  };

  board.bind({ axis: "cost", basis: "total", scale: "", colour: "", hide: [] }, values => {
    for (const input of all("[type=radio]:enabled")) {
      if (input.value === (values[stateKey(input)] || usual(input))) input.checked = true;
    }
    legend = legends.find(one => all("[name=colour]:checked").some(input => input.value === one.dataset.by));
    hidden = values.hide;
    for (const one of legends) one.hidden = one !== legend;
    for (const key of all(".keys button")) key.ariaPressed = !hidden.includes(key.value);
    for (const item of all("[data-of]")) {
      const key = keyOf(item.dataset.of);
      item.dataset.k = key?.dataset.k ?? "";
      item.classList.toggle("is-hidden", hidden.includes(key?.value));
      item.querySelector(".shape")?.setAttribute("d", (key ?? view.querySelector(".legend")).querySelector("path").getAttribute("d"));
    }
    draw();
  });

  view.addEventListener("change", ({ target }) => {
    const key = stateKey(target);
    board.set({ [key]: target.value === usual(target) ? "" : target.value, ...(key === "colour" && { hide: [] }) });
  });

  view.addEventListener("click", event => {
    const key = event.target.closest(".keys button");
    const save = event.target.closest(".save");
    if (key) board.set({ hide: hidden.includes(key.value) ? hidden.filter(name => name !== key.value) : [...hidden, key.value] });
    const svg = save && all(".plot-area > .chart", save.closest(".panel")).find(one => one.getClientRects()[0]);
    if (!svg) return;
    event.preventDefault();
    // Of the legend, the names that have a mark in the file.
    const shown = all(".mark:not(.is-off, .is-hidden)", svg).map(mark => keyOf(mark.dataset.of));
    board.saveSvg(svg, save.download, [...(legend?.children ?? [])].filter(key => shown.includes(key)));
  });

  // The entry pointed at is marked in the chart and in the list, and the frontier's that dominate it.
  function point({ type, target }) {
    for (const lit of all(".is-at, .is-under")) lit.classList.remove("is-at", "is-under");
    const at = target.closest(".plot [data-of]");
    if (!at || type.endsWith("out")) return;
    const panel = at.closest(".panel");
    const item = all(".points li", panel).find(one => one.dataset.of === at.dataset.of);
    const under = item.dataset.under?.split(" ") ?? [];
    for (const one of all("[data-of]", panel)) {
      if (one.dataset.of === at.dataset.of) one.classList.add("is-at");
      else if (under.includes(one.querySelector(".number")?.textContent)) one.classList.add("is-under");
    }
    if (at === item) return;
    item.parentNode.scrollTop = item.offsetTop - 90;
    if (!at.querySelector("title")) at.appendChild(document.createElementNS(at.namespaceURI, "title")).textContent = item.innerText;
  }
  for (const type of ["pointerover", "pointerout", "focusin", "focusout"]) view.addEventListener(type, point);

  const button = view.querySelector(".open-chart");
  const note = view.querySelector(".no-log");
  const chart = view.querySelector(".interactive");
  const figures = board.json("pareto-figures");
  let isOpen = false;

  function draw() {
    const panel = isOpen && all(".panel").find(one => one.offsetParent);
    const { data, layout, log } = panel ? structuredClone(figures[panel.dataset.key]) : {};
    const isLog = panel && panel.querySelector(".to-log:checked");
    chart.hidden = !data;
    note.hidden = !data || !isLog || !!log;
    if (!data) return;
    const area = panel.querySelector(".plot-area");
    area.prepend(note, chart);
    const { backgroundColor: paper, color, fontFamily: family } = getComputedStyle(document.body);
    // In the order of the figure, where the best are drawn last.
    const items = all(".points li", panel).reverse();
    const shapes = all(".shape", area.querySelector(".chart")).reverse();
    const shown = list => list.filter((_, index) => items[index].matches(":not(.is-hidden, .is-off)"));
    const looks = shown(shapes).map(shape => getComputedStyle(shape));
    const [steps, points] = data;
    for (const name of ["x", "y", "text"]) points[name] = shown(points[name]);
    Object.assign(points.error_y, { color, array: shown(points.error_y.array) });
    points.hovertext = shown(items).map(item => item.innerText.replace(/[&<]/g, sign => `&#${sign.charCodeAt()};`).replace(/\n+/g, "<br>"));
    points.textfont = { size: 11, color: shown(items).map(item => item.matches(".frontier") ? paper : color) };
    Object.assign(points.marker, {
      symbol: shown(items).map(({ dataset }) => keyOf(dataset.of)?.dataset.symbol ?? "circle"),
      color: looks.map(look => look.fill),
      line: { width: 1.75, color: looks.map(look => look.stroke) },
    });
    steps.line.color = color;
    if (isLog) Object.assign(layout.xaxis, log);
    Object.assign(layout.xaxis, { color, title: { text: area.dataset.x } });
    Object.assign(layout.yaxis, { color, title: { text: area.dataset.y } });
    Object.assign(layout, { paper_bgcolor: paper, plot_bgcolor: paper, font: { color, family } });
    Plotly.react(chart, data, layout, { displaylogo: false, showSendToCloud: false, responsive: true });
  }

  board.reveal(view);
  for (const key of all(".keys button")) key.disabled = false;
  if (!button) return;
  const closed = button.textContent;
  const toggle = () => {
    isOpen = !isOpen;
    view.classList.toggle("is-interactive", isOpen);
    button.textContent = isOpen ? button.dataset.close : closed;
    button.disabled = false;
    draw();
  };
  button.addEventListener("click", () => {
    if (window.Plotly) return toggle();
    const script = document.head.appendChild(document.createElement("script"));
    button.disabled = true;
    script.onload = toggle;
    script.onerror = () => {
      button.textContent = button.dataset.failed;
    };
    script.src = button.dataset.plotly;
  });
  document.addEventListener("themechange", draw);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
})();
