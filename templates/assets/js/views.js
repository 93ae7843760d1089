// Marks in the navigation which view the reader is at.
(() => {
  "use strict";

  const links = [...document.querySelectorAll(".views > a")];
  const sections = links.map((link) => document.querySelector(link.hash));
  let isWaiting = false;

  function mark() {
    isWaiting = false;
    const reached = sections.filter((section) => section.getBoundingClientRect().top < innerHeight / 3).length;
    links.forEach((link, index) => {
      if (index === Math.max(0, reached - 1)) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    });
  }

  addEventListener("scroll", () => {
    if (!isWaiting) requestAnimationFrame(mark);
    isWaiting = true;
  }, { passive: true });
  mark();
})();
