// Marks in the navigation which view the reader is at.
(() => {
  "use strict";

  function followScrolling(links) {
    var sections = links.map(function (link) {
      return document.querySelector(link.hash);
    });
    function mark() {
      var current = 0;
      sections.forEach(function (section, index) {
        if (section.getBoundingClientRect().top < innerHeight / 3) current = index;
      });
      links.forEach(function (link, index) {
        if (index === current) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
      });
    }
    var waiting = false;
    addEventListener("scroll", function () {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(function () {
        waiting = false;
        mark();
      });
    }, { passive: true });
    mark();
  }

  followScrolling(Array.from(document.querySelectorAll(".views > a")));
})();
