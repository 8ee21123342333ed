// What the pages do beyond links and forms. Everything here is an addition: without it they work.
"use strict";
(() => {
  const root = document.documentElement;
  const $ = (selector, from = document) => from.querySelector(selector);
  const $$ = (selector, from = document) => [...from.querySelectorAll(selector)];

  // Menus that close when something else is pressed.
  const menus = ["filter", "home-menu", "photo-menu", "person-menu"]
    .map((name) => `details.${name}[open]`).join(", ");

  // Keys: "/" goes to the search, Escape empties and leaves it or closes an open menu.
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isTyping = event.target.closest?.("input, textarea, select, [contenteditable]");
    if (event.key === "Escape") {
      const open = $$(menus);
      if (open.length) {
        open.forEach((menu) => { menu.open = false; $("summary", menu)?.focus(); });
      } else if (isTyping?.matches("[data-hotkey]")) {
        if (isTyping.value) {
          isTyping.value = "";
          isTyping.dispatchEvent(new Event("input", { bubbles: true }));
        } else {
          isTyping.blur();
        }
      }
      return;
    }
    if (isTyping) return;
    // Whoever has one switch has one key: on a child's pages it follows links, too.
    const link = event.key === " " && event.target.closest?.(".my-day a");
    if (link) { event.preventDefault(); link.click(); return; }
    // The page's own search goes before that of everything.
    const target = [...$$("main [data-hotkey]"), ...$$("[data-hotkey]")]
      .find((each) => each.dataset.hotkey === event.key && each.offsetParent);
    if (target) { event.preventDefault(); target.focus(); target.select?.(); }
  });

  document.addEventListener("click", (event) => {
    for (const menu of $$(menus)) {
      if (!menu.contains(event.target)) menu.open = false;
    }
    const copy = event.target.closest("[data-copy]");
    if (copy) copyText(copy);
    const locate = event.target.closest("[data-locate]");
    if (locate) writeLocation(locate);
    if (event.target.closest("[data-dismiss]")) event.target.closest("[data-message]")?.remove();
    const reload = event.target.closest("[data-reload]");
    if (reload) { event.preventDefault(); location.reload(); }
  });

  async function copyText(button) {
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
    } catch {
      // Without a secure context there is no clipboard: select the text for the person instead.
      const text = button.parentElement.querySelector("code, input");
      if (text?.select) text.select();
      else if (text) getSelection().selectAllChildren(text);
      return;
    }
    const label = [...button.childNodes].reverse().find((node) => node.nodeType === 3);
    if (!label) return;
    const before = label.data;
    label.data = button.dataset.copied;
    setTimeout(() => { label.data = before; }, 2000);
  }

  // Writes where the device is behind what is typed in a field: only when somebody presses for it.
  function writeLocation(button) {
    const field = document.getElementById(button.dataset.locate);
    const label = [...button.childNodes].reverse().find((node) => node.nodeType === 3);
    if (!field || !label) return;
    const before = button.dataset.label ??= label.data;
    const fail = () => { label.data = button.dataset.denied; button.disabled = false; };
    if (!navigator.geolocation) return fail();
    button.disabled = true;
    label.data = button.dataset.looking;
    navigator.geolocation.getCurrentPosition(({ coords }) => {
      const point = `${coords.latitude.toFixed(5)}, ${coords.longitude.toFixed(5)}`;
      const name = field.value.replace(/\s*\(?-?\d{1,3}\.\d+, *-?\d{1,3}\.\d+\)?$/, "");
      field.value = name ? `${name} (${point})` : point;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      label.data = before;
      button.disabled = false;
    }, fail, { maximumAge: 60000, timeout: 20000 });
  }

  // A link to a closed part of the settings opens it.
  function openTarget() {
    const part = location.hash && document.getElementById(location.hash.slice(1));
    const box = part && part.closest("details");
    if (box && !box.open) { box.open = true; part.scrollIntoView(); }
  }
  addEventListener("hashchange", openTarget);

  // A form is sent once, even when its button is pressed twice.
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.method !== "post" || event.defaultPrevented) return;
    // What answers with a file leaves the page as it is: it can be sent again.
    if (event.submitter?.hasAttribute("data-download")) return;
    if (form.dataset.sent) { event.preventDefault(); return; }
    form.dataset.sent = "true";
    dirty.delete(form);
    if (event.submitter) event.submitter.setAttribute("aria-busy", "true");
  });
  addEventListener("pageshow", () => {
    for (const form of $$("form[data-sent]")) {
      delete form.dataset.sent;
      $$("[aria-busy]", form).forEach((button) => button.removeAttribute("aria-busy"));
    }
  });

  // Of a picture password each press is counted on the page as it stands; only the last one sends it.
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.(".picture-pad button");
    const [said, dots, so] = [$("#pressed"), $("#pressed-dots"), button?.form.elements.pressed];
    const texts = said?.dataset.texts?.split("\n") ?? [];
    if (!button || so.value.length + 1 >= texts.length) return;
    event.preventDefault();
    so.value += button.value;
    said.textContent = texts[so.value.length];
    dots.textContent = "●".repeat(so.value.length).padEnd(texts.length, "○");
  });

  // A draft of a form (draft.js) goes when the form was taken, and all of them with signing out.
  try {
    const sent = sessionStorage.getItem("hearth-sent");
    sessionStorage.removeItem("hearth-sent");
    const isBack = $("form[data-draft] .invalid, form[data-draft] .problem, #conflict");
    if (sent && !isBack) localStorage.removeItem(`hearth-draft:${sent}`);
    document.addEventListener("submit", (event) => {
      if (!event.target.action?.endsWith("/signout")) return;
      Object.keys(localStorage).filter((key) => key.startsWith("hearth-draft:"))
        .forEach((key) => localStorage.removeItem(key));
    });
  } catch {
    // A browser that keeps nothing has no drafts.
  }

  // Forms that someone has begun to fill in are never replaced.
  const dirty = new Set();
  document.addEventListener("input", (event) => {
    const form = event.target.form;
    if (form && form.method === "post") dirty.add(form);
  });
  const isBusy = () =>
    [...dirty].some((form) => form.isConnected) ||
    Boolean($("main details.filter[open], main details.photo-menu[open], main .ordering"));

  // Pictures that are about to be uploaded.
  document.addEventListener("change", (event) => {
    const field = event.target;
    const box = field.dataset?.preview && document.getElementById(field.dataset.preview);
    if (!box) return;
    $$("img", box).forEach((image) => URL.revokeObjectURL(image.src));
    box.replaceChildren(...[...field.files].slice(0, 12).map((file) => {
      if (!/^image\/(jpeg|png|webp|gif|avif)$/.test(file.type)) {
        const name = document.createElement("small");
        name.textContent = file.name;
        return name;
      }
      const image = document.createElement("img");
      image.src = URL.createObjectURL(file);
      image.alt = file.name;
      return image;
    }));
  });

  // Makes `old` look like `fresh` while nodes that stay the same stay the same nodes.
  function morph(old, fresh) {
    if (old.nodeType !== fresh.nodeType || old.nodeName !== fresh.nodeName) {
      old.replaceWith(fresh);
      return;
    }
    if (old.nodeType !== 1) {
      if (old.data !== fresh.data) old.data = fresh.data;
      return;
    }
    if (old.isEqualNode(fresh)) return;
    const isField = old.matches("input, textarea, select");
    for (const { name } of [...old.attributes]) {
      if (!fresh.hasAttribute(name) && !(name === "open" && old.matches("details"))) {
        old.removeAttribute(name);
      }
    }
    for (const { name, value } of [...fresh.attributes]) {
      if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    }
    if (isField && old === document.activeElement) return;
    if (old.matches("input")) { old.checked = fresh.checked; old.value = fresh.value; return; }
    if (old.matches("textarea")) { old.value = fresh.value; return; }
    morphChildren(old, fresh);
  }

  const keyOf = (node) => (node.nodeType === 1 && (node.dataset.key || node.id)) || null;

  function morphChildren(old, fresh) {
    const known = new Map();
    for (const child of old.children) { const key = keyOf(child); if (key) known.set(key, child); }
    let place = old.firstChild;
    for (const child of [...fresh.childNodes]) {
      const key = keyOf(child);
      const match = key && known.get(key);
      if (match) {
        if (match === place) place = place.nextSibling;
        else old.insertBefore(match, place);
        known.delete(key);
        morph(match, child);
      } else if (place && !key && !keyOf(place) && place.nodeName === child.nodeName) {
        const next = place.nextSibling;
        morph(place, child);
        place = next;
      } else {
        old.insertBefore(child, place);
        if (key && child.nodeType === 1) child.classList.add("fresh");
      }
    }
    while (place) {
      const next = place.nextSibling;
      place.remove();
      place = next;
    }
  }

  // Nobody has pressed anything: a session at the family's tablet is not made longer by it.
  const UNATTENDED = { "Hearth-Unattended": "1" };
  const [ASK_SECONDS, ASK_OFTEN_SECONDS] = [60, 10];
  // Half of the connections that browsers open to a server without HTTP/2.
  const [MOST_STREAMS, ANSWER_MILLISECONDS] = [3, 100];
  // Loads the page again and takes over what changed, without moving what the person looks at.
  let isRefreshing = false;
  let isStale = false;
  // Told of while the page was being loaded, which may not know of it.
  let isToldMeanwhile = false;
  // The version that is shown: what is known and not shown is asked for until it is.
  let shown = document.body.dataset.seen;
  async function refresh() {
    const main = $("main[data-live], main[data-refresh-seconds]");
    if (!main) return;
    if (isRefreshing) { isToldMeanwhile = true; return; }
    if (isBusy() || document.hidden) { isStale = true; return; }
    isRefreshing = true;
    isStale = isToldMeanwhile = false;
    const before = presses;
    try {
      const answer = await fetch(
        location.href, { headers: { Accept: "text/html", ...UNATTENDED } });
      // What is shown is not this person's any more, or gone: the page that says so takes its place.
      if ([403, 404, 410].includes(answer.status)) { location.reload(); return; }
      // What is hidden for a while is told by a page that goes on listening; a busy hub's does not.
      const isHidden = answer.status === 503;
      if (!answer.ok && !isHidden) return;
      if (answer.redirected && new URL(answer.url).pathname !== location.pathname) {
        location.assign(answer.url);
        return;
      }
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (isHidden && !$("main[data-live]", page)) return;
      if (isBusy()) { isStale = true; return; }
      // What was asked for before a press does not know of it.
      if (presses === before) take(page);
      else refreshSoon();
    } catch {
      isStale = true;
      setTimeout(() => { if (isStale) refresh(); }, ASK_OFTEN_SECONDS * 1000);
    } finally {
      isRefreshing = false;
      if (isToldMeanwhile) refreshSoon();
      refreshWhenDue();
    }
  }
  function take(page) {
    keepGrown(page);
    shown = page.body.dataset.seen ?? shown;
    const focused = document.activeElement;
    const anchor = topmost();
    const before = anchor?.getBoundingClientRect().top;
    for (const selector of ["main", "#side", ".phone-bar", ".segments"]) {
      const old = $(selector);
      const fresh = $(selector, page);
      if (old && fresh) morph(old, fresh);
    }
    if (anchor?.isConnected) scrollBy(0, anchor.getBoundingClientRect().top - before);
    // What was moved has lost it.
    if (focused?.isConnected && focused !== document.activeElement) {
      focused.focus({ preventScroll: true });
    }
    window.htmx?.process($("main"));
  }
  // What is ticked is shown on the page as it stands: whoever pressed it by a key or a switch is
  // still there, and need not find the place again.
  let presses = 0;
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (event.defaultPrevented || !form.hasAttribute("data-in-place")) return;
    event.preventDefault();
    const own = ++presses;
    try {
      const answer = await fetch(form.action, {
        method: "POST", body: new URLSearchParams(new FormData(form, event.submitter)),
        headers: { Accept: "text/html" },
      });
      // What was refused is told by a page of its own.
      if (!answer.ok) { form.submit(); return; }
      if (new URL(answer.url).pathname !== location.pathname) {
        location.assign(answer.url);
        return;
      }
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      // The answer to a later press knows of this one.
      if (own !== presses) return;
      take(page);
      $("#messages").replaceWith($("#messages", page));
    } catch {
      say(document.body.dataset.failed, form);
    } finally {
      delete form.dataset.sent;
      event.submitter?.removeAttribute("aria-busy");
    }
  });
  // A list to which more rows were loaded keeps them and its place in the pages.
  let hasGrown = false;
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.target.id === "items") hasGrown = true;
    else if (event.target.id === "results") hasGrown = false;
  });
  function keepGrown(page) {
    const [old, fresh] = [$("#items"), $("#items", page)];
    if (!hasGrown || !old || !fresh) return;
    const known = new Set([...fresh.children].map(keyOf));
    const rows = [...old.children];
    const last = rows.findLastIndex((row) => known.has(keyOf(row)));
    fresh.append(...rows.slice(last + 1).map((row) => row.cloneNode(true)));
    const [pager, newPager] = [$("#pager"), $("#pager", page)];
    if (pager && newPager) newPager.replaceWith(pager.cloneNode(true));
  }
  const topmost = () =>
    scrollY === 0 ? null : $$("main [data-key]").find((row) => row.getBoundingClientRect().top >= 0);

  // The event stream: "change" means that something the person can see is different now.
  let timer = 0;
  const refreshSoon = () => { clearTimeout(timer); timer = setTimeout(refresh, 150); };
  function listen() {
    // Pages without a frame listen, too, where they show what can change.
    if (!document.body.classList.contains("framed") && !$("main[data-live]")) return;
    const { events } = document.body.dataset;
    let [source, known, isTold, isHeard, wasLost] = [null, shown, false, false, false];
    // A browser opens few connections to one hub, and each stream holds one for as long as it lasts:
    // what nobody sees has none, and of many windows some do. The others ask now and then.
    const me = crypto.getRandomValues(new Uint32Array(1))[0];
    let [windows, isOpening, countOfStreams] = [null, false, 0];
    function meet() {
      if (windows || !window.BroadcastChannel) return;
      windows = new BroadcastChannel("hearth-streams");
      windows.onmessage = ({ data: { asks, told } }) => {
        if (told === me) countOfStreams += 1;
        // Of several that open at once the lowest come first.
        else if (asks && (source || (isOpening && me < asks))) windows.postMessage({ told: asks });
      };
    }
    function close() {
      source?.close();
      [source, isHeard] = [null, false];
    }
    async function open() {
      if (source?.readyState === 2) close();
      if (!window.EventSource || source || isOpening || document.hidden) return;
      meet();
      if (windows) {
        [isOpening, countOfStreams] = [true, 0];
        windows.postMessage({ asks: me });
        await new Promise((resolve) => setTimeout(resolve, ANSWER_MILLISECONDS));
        isOpening = false;
        if (countOfStreams >= MOST_STREAMS || document.hidden || source) return;
      }
      // What has changed since the page was made is told at once.
      source = new EventSource(`${events}?seen=${encodeURIComponent(shown)}`);
      source.addEventListener("change", () => { isTold = isHeard = true; refreshSoon(); });
      source.addEventListener("open", () => {
        if (wasLost) refreshSoon();
        wasLost = false;
        isHeard = true;
      });
      source.addEventListener("error", () => { wasLost = true; isHeard = false; });
    }
    // A proxy may hold the stream back or end it for good, and a device may have slept: what the
    // stream does not tell is found by asking, more often while it tells nothing.
    async function ask() {
      if (document.hidden) return;
      try {
        const answer = await fetch(`${events}?poll=1`, { cache: "no-store", headers: UNATTENDED });
        // Whoever is not signed in any more is shown so.
        if (answer.redirected || [401, 403].includes(answer.status)) { refreshSoon(); return; }
        if (!answer.ok) return;
        const now = await answer.text();
        if (now !== known && !isTold) isHeard = false;
        // Also what the stream has told of, where the page could not be had then.
        if (isStale || now !== shown) refreshSoon();
        [known, isTold] = [now, false];
        open();
      } catch { isHeard = false; }
    }
    let next = 0;
    async function askAgain() {
      await ask();
      clearTimeout(next);
      next = setTimeout(askAgain, (isHeard ? ASK_SECONDS : ASK_OFTEN_SECONDS) * 1000);
    }
    open();
    next = setTimeout(askAgain, ASK_OFTEN_SECONDS * 1000);
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) close(); else askAgain();
    });
    addEventListener("pagehide", () => {
      close();
      windows?.close();
      windows = null;
    });
    addEventListener("online", askAgain);
    addEventListener("pageshow", (event) => { if (event.persisted) askAgain(); });
  }
  document.addEventListener("visibilitychange", () => {
    // A device that has slept may have slept past the moment, too.
    const isDue = due > 0 && Date.now() >= due;
    if (!document.hidden && (isStale || isDue)) refresh();
  });
  document.addEventListener("focusout", () => { if (isStale) refreshSoon(); });

  // Pages that follow something that is under way, and those of a day, which ends. Each time the
  // page says anew in how many seconds.
  let due = 0;
  let dueTimer = 0;
  function refreshWhenDue() {
    clearTimeout(dueTimer);
    const seconds = Number($("main")?.dataset.refreshSeconds);
    due = seconds > 0 ? Date.now() + seconds * 1000 : 0;
    if (due) dueTimer = setTimeout(async () => { await refresh(); refreshWhenDue(); }, seconds * 1000);
  }
  refreshWhenDue();

  // A request of htmx that got nowhere says so.
  document.addEventListener("htmx:sendError", (event) => {
    say(document.body.dataset.failed, event.detail?.elt);
  });
  // A message stands beside what it is about, or above the page, and never over anything.
  function say(text, about) {
    $$(".message.beside").forEach((each) => each.remove());
    const box = document.createElement("div");
    box.className = "message bad";
    box.dataset.message = "";
    box.setAttribute("role", "alert");
    box.append(text);
    const place = about?.closest?.("main form, main nav, main section, main li");
    if (place) {
      box.classList.add("beside");
      place.after(box);
    } else {
      $("#messages").replaceChildren(box);
    }
    box.scrollIntoView({ block: "nearest" });
  }
  // What other scripts have to say, and what they have changed.
  document.addEventListener("hearth:say", (event) => {
    say(event.detail, event.target === document ? null : event.target);
  });
  document.addEventListener("hearth:changed", () => refreshSoon());

  // A link to something small to fill in opens its page as a sheet above this one.
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a[data-sheet]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    if (!window.HTMLDialogElement) return;
    event.preventDefault();
    link.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(link.href, { headers: { Accept: "text/html" } });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const content = $("main", page);
      // Somebody whose session has ended is asked to sign in by a page of its own.
      if (!answer.ok || answer.redirected || !content) throw new Error("no sheet");
      openSheet(content, page.title);
    } catch {
      location.assign(link.href);
    } finally {
      link.removeAttribute("aria-busy");
    }
  });
  function openSheet(content, title) {
    $("dialog.sheet")?.remove();
    const sheet = document.createElement("dialog");
    sheet.className = "sheet";
    sheet.setAttribute("aria-label", title);
    const close = document.createElement("button");
    close.type = "button";
    close.className = "btn quiet sheet-close";
    close.append(document.body.dataset.close);
    close.addEventListener("click", () => sheet.close());
    sheet.append(close, ...content.childNodes);
    // A press beside the sheet closes it, unless something was typed into it.
    sheet.addEventListener("click", (event) => {
      if (event.target === sheet && ![...dirty].some((form) => sheet.contains(form))) sheet.close();
    });
    sheet.addEventListener("close", () => sheet.remove());
    document.body.append(sheet);
    sheet.showModal();
  }

  // Files are sent as soon as they are picked, with a bar that shows how far it is.
  document.addEventListener("change", (event) => {
    const form = event.target.form;
    if (event.target.type !== "file" || !form?.dataset.upload || !event.target.files.length) return;
    const progress = $(".upload-progress", form);
    const [bar, text, stop] = [$("progress", progress), $("span", progress), $("button", progress)];
    const drop = $(".drop", form);
    const request = new XMLHttpRequest();
    const end = () => { progress.hidden = true; drop.hidden = false; form.reset(); dirty.delete(form); };
    request.upload.addEventListener("progress", (step) => {
      if (step.lengthComputable) bar.value = Math.round(100 * step.loaded / step.total);
    });
    request.addEventListener("load", () => {
      dirty.delete(form);
      if (!request.responseText.includes("</html>")) {
        end();
        say(document.body.dataset.failed, form);
        return;
      }
      // The answer is this page with what was added, or with what is wrong with a file. Another one
      // is loaded.
      const at = new URL(request.responseURL);
      if (request.status < 400 && at.pathname !== location.pathname) {
        location.assign(at);
        return;
      }
      const page = new DOMParser().parseFromString(request.responseText, "text/html");
      $("main").replaceWith($("main", page));
      $("#messages").replaceWith($("#messages", page));
      window.htmx?.process($("main"));
      const note = $("main .note.bad") ?? $("#messages .message");
      note?.scrollIntoView({ block: "nearest" });
    });
    request.addEventListener("error", () => { end(); say(document.body.dataset.failed, form); });
    request.addEventListener("abort", end);
    stop.onclick = () => request.abort();
    text.textContent = form.dataset.upload;
    bar.value = 0;
    const body = new FormData(form);
    drop.hidden = true;
    progress.hidden = false;
    request.open("POST", form.action);
    request.setRequestHeader("Accept", "text/html");
    request.send(body);
  });

  // The time zone of this device, when the field holds another.
  for (const box of $$("[data-zone]")) {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const field = $("input", box);
    const isKnown = $$("option", box).some((each) => each.value === zone);
    if (!isKnown || field.value === zone) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "btn small";
    button.append(box.dataset.zone.replace("@", zone));
    button.addEventListener("click", () => {
      field.value = zone;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      button.remove();
    });
    box.append(button);
  }

  // Titles are read aloud where the browser can; without that their buttons stay away.
  if ("speechSynthesis" in window) {
    document.documentElement.classList.add("speaks");
    document.addEventListener("click", (event) => {
      const button = event.target.closest("[data-speak]");
      if (!button) return;
      const speech = new SpeechSynthesisUtterance(button.dataset.speak);
      speech.lang = document.documentElement.lang;
      speechSynthesis.cancel();
      speechSynthesis.speak(speech);
    });
  }

  openTarget();
  listen();
  if ("serviceWorker" in navigator && document.body.dataset.worker) {
    navigator.serviceWorker.register(document.body.dataset.worker).catch(() => {
      // An address without TLS has no workers; the offline page is then the browser's own.
    });
  }
})();
