// The Pareto view: the interactive chart, opened on request.
(() => {
  "use strict";

  function loadScript(address, done, failed) {
    var script = document.createElement("script");
    script.src = address;
    script.onload = done;
    script.onerror = failed;
    document.head.appendChild(script);
  }

  function titled(axis, text) {
    var unit = axis.title.text;
    axis.title = { text: unit ? text + ", " + unit : text, font: { size: 13 } };
  }

  function themed(figure, area) {
    // light-dark() is only resolved where it is used, so the colours are read off a probe.
    var probe = document.body.appendChild(document.createElement("i"));
    function color(name) {
      probe.style.color = "var(--" + name + ")";
      return getComputedStyle(probe).color;
    }
    var copy = JSON.parse(JSON.stringify(figure));
    var ink = color("ink"), paper = color("paper"), accent = color("accent"), quiet = color("ink-3"), line = color("line");
    copy.data[0].line.color = accent;
    [[copy.data[1], paper, quiet, ink], [copy.data[2], accent, paper, paper]].forEach(function (look) {
      look[0].marker.color = look[1];
      look[0].marker.line.color = look[2];
      look[0].textfont = { color: look[3], size: 11 };
      look[0].error_y.color = quiet;
      look[0].hoverlabel = { bgcolor: ink, bordercolor: ink, font: { color: paper } };
    });
    copy.layout.paper_bgcolor = copy.layout.plot_bgcolor = "rgba(0,0,0,0)";
    copy.layout.font = { color: color("ink-2"), family: getComputedStyle(document.body).fontFamily, size: 13 };
    titled(copy.layout.xaxis, area.dataset.x);
    titled(copy.layout.yaxis, area.dataset.y);
    copy.layout.modebar = { bgcolor: "rgba(0,0,0,0)", color: quiet, activecolor: ink };
    copy.layout.xaxis.gridcolor = copy.layout.yaxis.gridcolor = line;
    copy.layout.xaxis.linecolor = copy.layout.yaxis.linecolor = color("edge");
    probe.remove();
    return copy;
  }

  function makeInteractive(view, button) {
    var target = document.getElementById("interactive");
    var figures = board.json("pareto-figures");
    var openText = button.textContent;
    var isOpen = false;

    function key() {
      var axis = view.querySelector("input[name=axis]:checked").value;
      var basis = view.querySelector("input[name=basis]:checked");
      return basis && basis.value === "attempt" ? axis + "-per-attempt" : axis;
    }

    function draw() {
      var figure = figures[key()];
      target.hidden = !isOpen || !figure.data;
      if (target.hidden) return;
      var area = document.getElementById("plot-" + key());
      area.prepend(target);
      var shown = themed(figure, area);
      Plotly.react(target, shown.data, shown.layout, {
        displaylogo: false,
        showSendToCloud: false,
        responsive: true,
      });
    }

    function toggle() {
      isOpen = !isOpen;
      view.classList.toggle("is-interactive", isOpen);
      button.textContent = isOpen ? button.dataset.close : openText;
      draw();
    }

    button.addEventListener("click", function () {
      if (window.Plotly) {
        toggle();
        return;
      }
      button.disabled = true;
      loadScript(button.dataset.plotly, function () {
        button.disabled = false;
        toggle();
      }, function () {
        button.textContent = button.dataset.failed;
      });
    });
    view.addEventListener("change", draw);
    document.addEventListener("themechange", draw);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
    button.hidden = false;
  }

  const view = document.querySelector(".pareto");
  const button = view && view.querySelector(".open-chart");
  if (button) makeInteractive(view, button);
})();
