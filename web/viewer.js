// Looking at photos one by one: keys, fingers and a closer look. Its links work without it.
"use strict";
(() => {
  const main = document.querySelector("main.viewer");
  if (!main) return;
  const part = (name) => main.querySelector(`[data-keep="${name}"]`);
  const MOST = 6;

  // What is read out when another photo takes the place of the one that was shown.
  const said = document.createElement("p");
  said.className = "unseen";
  said.setAttribute("role", "status");
  document.body.append(said);

  // The closer look: how large, and how far from the middle in pixels of the page.
  let look = { scale: 1, x: 0, y: 0 };
  let sharp = null;
  const picture = () => main.querySelector("#viewer-photo");

  function apply(isMoving = false) {
    const image = picture();
    if (!image) return;
    const stage = part("stage").getBoundingClientRect();
    const wide = Math.max(0, (image.offsetWidth * look.scale - stage.width) / 2);
    const high = Math.max(0, (image.offsetHeight * look.scale - stage.height) / 2);
    if (look.scale > 1) {
      look.x = Math.min(wide, Math.max(-wide, look.x));
      look.y = Math.min(high, Math.max(-high, look.y));
    }
    image.classList.toggle("moving", isMoving);
    image.style.transform = `translate(${look.x}px, ${look.y}px) scale(${look.scale})`;
    main.classList.toggle("zoomed", look.scale > 1);
    if (look.scale > 1.2) sharpen(image);
  }

  // Coming closer, the photo as it was uploaded takes the place of the smaller one, once it is here.
  function sharpen(image) {
    const address = image.dataset.original;
    if (!address || sharp === address) return;
    sharp = address;
    const whole = new Image();
    whole.onload = () => { if (image.isConnected) image.src = address; };
    whole.src = address;
  }

  // Makes the photo larger or smaller around a point of the window, which stays where it is.
  function zoom(scale, x, y) {
    const stage = part("stage").getBoundingClientRect();
    const [left, top] = [x - stage.left - stage.width / 2, y - stage.top - stage.height / 2];
    const next = Math.min(MOST, Math.max(1, scale));
    const factor = next / look.scale;
    look = {
      scale: next,
      x: next === 1 ? 0 : left - (left - look.x) * factor,
      y: next === 1 ? 0 : top - (top - look.y) * factor,
    };
    apply();
  }
  function zoomMiddle(factor) {
    const stage = part("stage").getBoundingClientRect();
    zoom(look.scale * factor, stage.left + stage.width / 2, stage.top + stage.height / 2);
  }
  const reset = () => { look = { scale: 1, x: 0, y: 0 }; apply(); };

  // Another photo takes the place of this one in the page, and the focus stays where it is.
  let turn = 0;
  async function show(address) {
    const mine = ++turn;
    try {
      const answer = await fetch(address, { headers: { Accept: "text/html" } });
      if (!answer.ok || answer.redirected) throw new Error("another page");
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.querySelector("main.viewer");
      if (!fresh) throw new Error("another page");
      if (mine !== turn) return;
      const held = document.activeElement?.dataset?.keep;
      main.replaceChildren(...fresh.childNodes);
      document.title = page.title;
      history.replaceState(null, "", address);
      look = { scale: 1, x: 0, y: 0 };
      begin();
      if (held) (part(held) || part(held === "next" ? "prev" : "next") || main).focus();
      said.textContent = picture()?.alt || main.querySelector("h1").textContent;
    } catch {
      // Whatever is there instead is for the browser to show.
      location.assign(address);
    }
  }
  function go(name) {
    const link = part(name);
    if (link) show(link.href);
    return Boolean(link);
  }

  // Back to where the photo was opened, at the place where that page was.
  function leave() {
    const back = part("back");
    let came = "";
    try { came = new URL(document.referrer).pathname; } catch { /* Opened by its address alone. */ }
    if (came === new URL(back.href).pathname && history.length > 1) history.back();
    else location.assign(back.href);
  }

  // The neighbours are fetched before they are asked for.
  function begin() {
    for (const name of ["next", "prev"]) {
      const address = part(name)?.dataset.picture;
      if (address) new Image().src = address;
    }
    main.querySelector(".viewer-strip [aria-current]")
      ?.scrollIntoView({ block: "nearest", inline: "center" });
  }

  main.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    const link = event.target.closest("a");
    if (event.target.closest("[data-keep=larger]")) zoomMiddle(1.6);
    else if (event.target.closest("[data-keep=smaller]")) zoomMiddle(1 / 1.6);
    else if (link === part("back")) { event.preventDefault(); leave(); }
    else if (link && link.matches(".viewer-step, .viewer-strip a")) {
      event.preventDefault();
      show(link.href);
    }
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // Whoever types a caption means letters, and means to keep them.
    if (event.target.closest("input")) return;
    const isClose = look.scale > 1;
    const pan = (x, y) => { look.x += x; look.y += y; apply(); return true; };
    const done = {
      ArrowLeft: () => (isClose ? pan(80, 0) : go("prev")),
      ArrowRight: () => (isClose ? pan(-80, 0) : go("next")),
      ArrowUp: () => isClose && pan(0, 80),
      ArrowDown: () => isClose && pan(0, -80),
      "+": () => { zoomMiddle(1.6); return true; },
      "=": () => { zoomMiddle(1.6); return true; },
      "-": () => { zoomMiddle(1 / 1.6); return true; },
      0: () => { reset(); return true; },
      Escape: () => { if (isClose) reset(); else leave(); return true; },
    }[event.key]?.();
    if (done) event.preventDefault();
  });

  main.addEventListener("wheel", (event) => {
    if (!event.target.closest("[data-keep=stage]")) return;
    event.preventDefault();
    zoom(look.scale * Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
  }, { passive: false });

  // Fingers and the mouse: one moves or swipes, two pinch, twice the same place looks closer.
  const held = new Map();
  let start = null;
  let lastTap = { time: 0, x: 0, y: 0 };
  const spread = () => {
    const [a, b] = [...held.values()];
    return {
      distance: Math.hypot(a.x - b.x, a.y - b.y) || 1, x: (a.x + b.x) / 2, y: (a.y + b.y) / 2,
    };
  };
  main.addEventListener("pointerdown", (event) => {
    const stage = event.target.closest("[data-keep=stage]");
    if (!stage || event.button || event.target.closest("a, button")) return;
    held.set(event.pointerId, { x: event.clientX, y: event.clientY });
    stage.setPointerCapture(event.pointerId);
    start = { x: event.clientX, y: event.clientY, look: { ...look }, moved: false, pinched: false };
    if (held.size === 2) start = { ...start, ...spread(), pinched: true, moved: true };
  });
  main.addEventListener("pointermove", (event) => {
    if (!held.has(event.pointerId) || !start) return;
    held.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (held.size === 2) {
      const now = spread();
      look.x += now.x - start.x;
      look.y += now.y - start.y;
      zoom(look.scale * (now.distance / start.distance), now.x, now.y);
      start = { ...start, ...now };
    } else if (held.size === 1 && !start.pinched) {
      const [x, y] = [event.clientX - start.x, event.clientY - start.y];
      if (Math.hypot(x, y) > 8) start.moved = true;
      if (!start.moved) return;
      look.x = start.look.x + x;
      look.y = start.look.scale > 1 ? start.look.y + y : 0;
      apply(true);
    }
  });
  function release(event) {
    if (!held.delete(event.pointerId) || !start || held.size) return;
    const [x, y] = [event.clientX - start.x, event.clientY - start.y];
    const { moved, pinched, look: before } = start;
    start = null;
    if (before.scale === 1 && !pinched && moved) {
      const isSwipe = event.type === "pointerup" && Math.abs(x) > 60
        && Math.abs(x) > Math.abs(y) * 1.5;
      if (!isSwipe || !go(x < 0 ? "next" : "prev")) reset();
      return;
    }
    apply();
    if (moved || event.type !== "pointerup") return;
    const isDouble = event.timeStamp - lastTap.time < 350
      && Math.hypot(event.clientX - lastTap.x, event.clientY - lastTap.y) < 40;
    lastTap = { time: isDouble ? 0 : event.timeStamp, x: event.clientX, y: event.clientY };
    if (isDouble) {
      if (look.scale > 1) reset();
      else zoom(2.5, event.clientX, event.clientY);
    }
  }
  main.addEventListener("pointerup", release);
  main.addEventListener("pointercancel", release);
  main.addEventListener("dragstart", (event) => event.preventDefault());
  addEventListener("resize", () => apply());
  begin();
})();
