// Putting things into an order by dragging them; the buttons that move them work without it.
"use strict";
(() => {
  // A finger that rests so long takes hold of what is below it; before that it scrolls.
  const HOLD_MILLISECONDS = 350;
  const SLACK = 6;
  let drag = null;
  let wasDragged = false;

  const itemsOf = (list) => [...list.querySelectorAll(":scope > [data-key]")];
  const orderOf = (list) => itemsOf(list).map((item) => item.dataset.key);

  document.addEventListener("pointerdown", (event) => {
    wasDragged = false;
    const list = event.target.closest("[data-order]");
    const item = list && event.target.closest("[data-key]");
    if (!item || item.parentElement !== list || event.button || drag) return;
    if (event.target.closest("button, input, summary") || itemsOf(list).length < 2) return;
    drag = {
      list, item, id: event.pointerId, x: event.clientX, y: event.clientY, before: itemsOf(list),
      isTouch: event.pointerType !== "mouse", isOn: false, timer: 0,
    };
    if (drag.isTouch) drag.timer = setTimeout(take, HOLD_MILLISECONDS);
  });

  function take() {
    drag.isOn = true;
    wasDragged = true;
    drag.item.classList.add("dragging");
    drag.list.classList.add("ordering");
    try { drag.item.setPointerCapture(drag.id); } catch { /* The finger has just left. */ }
    if (drag.isTouch) navigator.vibrate?.(15);
  }

  document.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.isOn) {
      if (Math.hypot(x, y) < SLACK) return;
      if (drag.isTouch) { stop(); return; }
      take();
    }
    place(event.clientX, event.clientY);
  });

  // Puts what is held before or behind what it is over.
  function place(x, y) {
    const { list, item } = drag;
    for (const other of itemsOf(list)) {
      if (other === item) continue;
      const box = other.getBoundingClientRect();
      if (x < box.left || x > box.right || y < box.top || y > box.bottom) continue;
      const isRow = list.classList.contains("photos");
      const isBehind = isRow ? x > box.left + box.width / 2 : y > box.top + box.height / 2;
      const target = isBehind ? other.nextElementSibling : other;
      if (target !== item && target !== item.nextElementSibling) list.insertBefore(item, target);
      return;
    }
    const edges = list.getBoundingClientRect();
    if (list.scrollWidth > list.clientWidth) {
      if (x > edges.right - 32) list.scrollLeft += 12;
      if (x < edges.left + 32) list.scrollLeft -= 12;
    }
  }

  function stop() {
    clearTimeout(drag.timer);
    drag.item.classList.remove("dragging");
    drag.list.classList.remove("ordering");
    const ended = drag;
    drag = null;
    return ended;
  }

  document.addEventListener("pointerup", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const ended = stop();
    if (ended.isOn) save(ended);
  });
  document.addEventListener("pointercancel", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const ended = stop();
    if (ended.isOn) putBack(ended);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && drag?.isOn) putBack(stop());
  });

  const putBack = ({ list, before }) => list.append(...before.filter((item) => item.isConnected));

  async function save(ended) {
    const { list, before } = ended;
    const order = orderOf(list).join(",");
    if (order === before.map((item) => item.dataset.key).join(",")) return;
    list.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(list.dataset.order, {
        method: "POST",
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({
          csrf: document.querySelector("input[name=csrf]").value, order, quiet: "1",
        }),
      });
      if (answer.status !== 204) throw new Error("not saved");
      document.dispatchEvent(new CustomEvent("hearth:changed"));
    } catch {
      putBack(ended);
      list.dispatchEvent(
        new CustomEvent("hearth:say", { detail: list.dataset.unsaved, bubbles: true }));
    } finally {
      list.removeAttribute("aria-busy");
    }
  }

  // What belongs to a drag is no click on a link, no menu of a long press, and scrolls nothing.
  document.addEventListener("click", (event) => {
    if (!wasDragged || !event.target.closest("[data-order]")) return;
    wasDragged = false;
    event.preventDefault();
    event.stopPropagation();
  }, true);
  document.addEventListener("contextmenu", (event) => {
    if (drag?.isTouch) event.preventDefault();
  });
  document.addEventListener("dragstart", (event) => {
    if (event.target.closest("[data-order]")) event.preventDefault();
  });
  document.addEventListener("touchmove", (event) => {
    if (drag?.isOn) event.preventDefault();
  }, { passive: false });
})();
