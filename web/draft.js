// Keeps what somebody types into a form with data-draft until it is saved, also when the tab is closed.
"use strict";
(() => {
  const PREFIX = "hearth-draft:";
  // A draft that nobody came back to is forgotten after so many days.
  const DAYS = 30;
  const form = document.querySelector("form[data-draft]");
  const store = (() => {
    try { return window.localStorage; } catch { return null; }
  })();
  if (!form || !store) return;
  const key = PREFIX + form.dataset.draft;

  function read() {
    try {
      const draft = JSON.parse(store.getItem(key));
      return draft && Date.now() - draft.at < DAYS * 86400000 ? draft : null;
    } catch { return null; }
  }

  const fields = () => [...form.elements].filter((field) => field.name &&
    !["hidden", "file", "submit", "button"].includes(field.type) && field.tagName !== "FIELDSET");
  const version = () => form.elements.version?.value ?? "";

  function state() {
    return fields().map((field) => [
      field.name, ["checkbox", "radio"].includes(field.type) ? field.value : null,
      ["checkbox", "radio"].includes(field.type) ? field.checked : field.value,
    ]);
  }

  const bill = () => [...form.querySelectorAll(".bill-line")];
  const countLines = (saved) => Math.max(
    0, ...saved.map(([name]) => 1 + Number(/^line\.(\d+)\./.exec(name)?.[1] ?? -1)));

  // A new form has few lines of a bill; a draft may have been given more by the server.
  function setLines(count) {
    let lines = bill();
    if (!lines.length || !form.elements.lines) return;
    while (lines.length > count) lines.pop().remove();
    while (lines.length < count) {
      const last = lines.at(-1);
      const [from, to] = [lines.length - 1, lines.length].map((number) => `line.${number}.`);
      const line = last.cloneNode(true);
      line.querySelector("legend").textContent =
        last.querySelector("legend").textContent.replace(/\d+/, lines.length + 1);
      for (const part of line.querySelectorAll("*")) {
        for (const { name, value } of [...part.attributes]) {
          if (value.includes(from)) part.setAttribute(name, value.replaceAll(from, to));
        }
        if (part.type === "checkbox") part.checked = false;
        else if (part.tagName === "INPUT") part.value = "";
      }
      last.after(line);
      lines = bill();
    }
    form.elements.lines.value = lines.length;
  }

  function fill(saved) {
    setLines(Math.max(countLines(saved), leastLines));
    const all = fields();
    for (const [name, choice, value] of saved) {
      const field = all.find((each) =>
        each.name === name && (choice === null || each.value === choice));
      if (!field) continue;
      if (choice === null) field.value = value; else field.checked = value;
    }
    tell();
  }

  // Everybody's part is asked for by what listens for changes once the page is there.
  function tell() {
    if (document.readyState === "complete") {
      form.dispatchEvent(new Event("change", { bubbles: true }));
    } else {
      window.addEventListener("load", tell, { once: true });
    }
  }

  function keep() {
    try {
      store.setItem(key, JSON.stringify({ at: Date.now(), version: version(), fields: state() }));
    } catch {
      // There is no room: the form works without a draft.
    }
  }

  const forget = () => store.removeItem(key);
  const leastLines = bill().length;
  const untouched = JSON.stringify(state());
  const draft = read();
  // A form that comes back with what is wrong has what was typed already, and a form of something
  // that has changed since is another one.
  const isConflict = document.getElementById("conflict");
  const isNew = !form.querySelector(".invalid") && !isConflict;
  // A form that begins with what somebody has chosen, such as a copy, has no place for it either.
  const note = document.getElementById("restored");
  if (form.hasAttribute("data-typed")) {
    // The server has sent back what was typed: nothing older is put over it, and it is the draft.
    keep();
  } else if (draft && isNew && note && draft.version === version() &&
    JSON.stringify(draft.fields) !== untouched) {
    fill(draft.fields);
    note.hidden = false;
    note.querySelector("button").addEventListener("click", () => {
      forget();
      fill(JSON.parse(untouched));
      note.hidden = true;
    });
  } else if (draft && (!isNew || !note)) {
    // What the server shows now is newer.
  } else {
    forget();
  }

  let timer;
  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(keep, 200);
  });
  // The next page that is shown forgets it, unless that is this form with what is wrong.
  form.addEventListener("submit", (event) => {
    clearTimeout(timer);
    // What was typed in the last moment, too. Of two versions one may be given up by this.
    if (!isConflict) keep();
    if (!event.submitter?.hasAttribute("formaction")) {
      sessionStorage.setItem("hearth-sent", form.dataset.draft);
    }
  });
  document.querySelector("[data-forget]")?.addEventListener("click", () => {
    clearTimeout(timer);
    forget();
  });
})();
