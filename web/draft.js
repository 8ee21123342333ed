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

  function fill(saved) {
    const all = fields();
    for (const [name, choice, value] of saved) {
      const field = all.find((each) =>
        each.name === name && (choice === null || each.value === choice));
      if (!field) continue;
      if (choice === null) field.value = value; else field.checked = value;
    }
    form.dispatchEvent(new Event("change", { bubbles: true }));
  }

  const forget = () => store.removeItem(key);
  const untouched = JSON.stringify(state());
  const draft = read();
  // A form that comes back with what is wrong has what was typed already, and a form of something
  // that has changed since is another one.
  const isNew = !form.querySelector(".invalid") && !document.getElementById("conflict");
  // A form that begins with what somebody has chosen, such as a copy, has no place for it either.
  const note = document.getElementById("restored");
  if (draft && isNew && note && draft.version === version() &&
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
    timer = setTimeout(() => {
      try {
        store.setItem(key, JSON.stringify({ at: Date.now(), version: version(), fields: state() }));
      } catch {
        // There is no room: the form works without a draft.
      }
    }, 200);
  });
  // The next page that is shown forgets it, unless that is this form with what is wrong.
  form.addEventListener("submit", (event) => {
    clearTimeout(timer);
    if (!event.submitter?.hasAttribute("formaction")) {
      sessionStorage.setItem("hearth-sent", form.dataset.draft);
    }
  });
  document.querySelector("[data-forget]")?.addEventListener("click", () => {
    clearTimeout(timer);
    forget();
  });
})();
