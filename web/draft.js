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

  // By their ids. Of somebody who is gone when a draft comes back no other name is left.
  function people() {
    const people = {};
    for (const { name, value } of form.querySelectorAll("input[type=hidden][name^='name.']")) {
      people[name.slice("name.".length)] = value;
    }
    for (const name of ["payer", "from", "to"]) {
      for (const { value, text } of form.elements[name]?.options ?? []) people[value] ??= text;
    }
    return people;
  }

  // Whom a field of a draft names: the id, or nothing.
  function person(name, choice, value) {
    if (["payer", "from", "to"].includes(name)) return value;
    if (/^(line\.\d+\.)?in$/.test(name)) return value ? choice : "";
    return value && name.startsWith("paid.") ? name.slice("paid.".length) : "";
  }

  // Says at its field that somebody is no longer in the group.
  function tellGone(name, id, known) {
    const line = /^line\.(\d+)\./.exec(name)?.[1];
    const place = line ? bill()[line]?.querySelector(".line-sharers")
      : name === "in" ? form.querySelector(".sharers")
        : form.elements[name.startsWith("paid.") ? "payer" : name];
    const text = known?.[id] ? note.dataset.gone.replace("{name}", known[id]) : note.dataset.goneUnknown;
    if (!place || place.parentElement.innerText.includes(text)) return;
    const said = document.createElement("p");
    said.className = "gone";
    said.textContent = text;
    if (place.tagName !== "SELECT") return place.before(said);
    said.id = `${place.id}-gone`;
    place.setAttribute("aria-describedby", `${place.getAttribute("aria-describedby") ?? ""} ${said.id}`.trim());
    place.after(said);
    place.addEventListener("change", () => said.remove(), { once: true });
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

  function fill(saved, known) {
    setLines(Math.max(countLines(saved), leastLines));
    const [all, here] = [fields(), people()];
    for (const [name, choice, value] of saved) {
      const id = note?.dataset.gone ? person(name, choice, value) : "";
      if (id && !(id in here)) {
        tellGone(name, id, known);
        continue;
      }
      const field = all.find((each) =>
        each.name === name && (choice === null || each.value === choice));
      if (!field) continue;
      // What could be chosen may be gone, such as a category.
      if (field.options && ![...field.options].some((option) => option.value === value)) continue;
      if (choice === null) field.value = value; else field.checked = value;
    }
    tell();
  }

  // Everybody's part is asked for by what listens for changes once the page is there.
  function tell() {
    if (document.readyState === "complete") {
      (form.querySelector("[hx-post]") ?? form).dispatchEvent(new Event("change", { bubbles: true }));
    } else {
      window.addEventListener("load", tell, { once: true });
    }
  }

  function keep() {
    try {
      store.setItem(key, JSON.stringify({
        at: Date.now(), version: version(), fields: state(), people: people(),
      }));
    } catch {
      // There is no room: the form works without a draft.
    }
  }

  const forget = () => store.removeItem(key);
  // A form that begins with what somebody has chosen, such as a copy, has no place for it.
  const note = document.getElementById("restored");
  const leastLines = bill().length;
  const untouched = JSON.stringify(state());
  const draft = read();
  // A form that comes back with what is wrong has what was typed already, and a form of something
  // that has changed since is another one.
  const isConflict = document.getElementById("conflict");
  const isNew = !form.querySelector(".invalid") && !isConflict;
  if (form.hasAttribute("data-typed")) {
    // The server has sent back what was typed: nothing older is put over it, and it is the draft.
    keep();
  } else if (draft && isNew && note && draft.version === version() &&
    JSON.stringify(draft.fields) !== untouched) {
    fill(draft.fields, draft.people);
    note.hidden = false;
    note.querySelector("button").addEventListener("click", () => {
      forget();
      form.querySelectorAll(".gone").forEach((said) => said.remove());
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
