// The state of a leaderboard's page is its address. A control calls board.set, which writes the
// query; every view learns of it, and of Back and Forward, through what it gave to board.bind.
// Without these scripts every view still shows its default content.
const board = (() => {
  "use strict";

  const defaults = {};
  const readers = [];
  let query = location.search;

  // Every key with its text, or a list of texts where the default is a list.
  function read() {
    const params = new URLSearchParams(query);
    const values = {};
    for (const key in defaults) {
      values[key] = Array.isArray(defaults[key]) ? params.getAll(key) : params.get(key) ?? defaults[key];
    }
    return values;
  }

  // Known keys in one order, so that equal states have equal addresses; keys of others stay.
  function written(values) {
    const params = new URLSearchParams();
    for (const key in defaults) {
      for (const text of [].concat(values[key])) if (text !== defaults[key]) params.append(key, text);
    }
    for (const [key, text] of new URLSearchParams(query)) if (!(key in defaults)) params.append(key, text);
    const text = params.toString();
    return text && "?" + text;
  }

  function refresh() {
    const values = read();
    for (const apply of readers) apply(values);
    for (const link of document.querySelectorAll("a[hreflang]")) {
      link.search = query;
      link.hash = location.hash;
    }
  }

  addEventListener("popstate", () => {
    query = location.search;
    refresh();
  });

  return {
    refresh,
    // The keys of a view with their defaults, and what shows a state: apply(values of all keys).
    bind(keys, apply) {
      Object.assign(defaults, keys);
      readers.push(apply);
    },
    // A new state: a step that Back undoes, unless it replaces the present one; with a view's hash,
    // the page goes there in the same step.
    set(changes, replace, hash = location.hash) {
      const next = written({ ...read(), ...changes });
      if (next === query && hash === location.hash) return;
      query = next;
      try {
        history[replace ? "replaceState" : "pushState"](null, "", location.pathname + query + hash);
      } catch {
        // A browser that keeps no state for files: the page changes, its address does not.
      }
      refresh();
    },
    // A template's text with values at its {placeholders}.
    fill: (text, values) => text.replace(/\{(\w+)\}/g, (_, key) => values[key]),
    // A number's text as the language of the page writes it: the rule of languages.py.
    local(text) {
      const { dir, dataset } = document.documentElement;
      const said = `${text}`.replace(/[\d.+%-]|,(?=\d)/g, (sign, at, all) =>
        !dataset.numerals || (sign === "-" && /\d/.test(all[at - 1])) ? sign : dataset.numerals["0123456789.,-+%".indexOf(sign)]);
      return dir !== "rtl" || /^([\d.,]*|\D*)$/.test(text) ? said : `\u2066${said}\u2069`;
    },
    // Controls are hidden until there is a script that serves them.
    reveal(part) {
      for (const control of part.querySelectorAll("[data-with-script]")) control.hidden = false;
    },
    announce(text) {
      document.getElementById("announcer").textContent = text;
    },
    // A text that the reader's browser saves as a file.
    save(text, type, name) {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
      link.download = name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1e4);
    },
    json(id) {
      const script = document.getElementById(id);
      return script && JSON.parse(script.textContent);
    },
  };
})();
