// The entry page: the group that holds the task of the address opens.
(() => {
  "use strict";

  function open() {
    const target = document.getElementById(location.hash.slice(1));
    const group = target?.closest("details");
    if (!group) return;
    group.open = true;
    target.scrollIntoView();
  }

  addEventListener("hashchange", open);
  open();
})();
