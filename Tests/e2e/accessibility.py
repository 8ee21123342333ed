#!/usr/bin/env python3
"""Looks through every page with axe-core, in both themes, on a phone and on a desktop, and walks it
with the keyboard. A page is whatever the links of a home lead to that has one of each kind.

usage: accessibility.py      (HEARTH names the program; default is the debug build)

Fails on every fault that axe calls serious or critical, on focus that cannot be seen, on pages that
move while they load, and on words that are broken on a narrow phone."""
import os
import pathlib
import re
import shutil
import sys
import tempfile

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Error, expect, sync_playwright

import _everything
import _pictures
import support

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEADER = "HB.import_ref,HB.location,HB.tags,HB.name,HB.quantity,HB.purchase_price,HB.purchase_date"
# The rules of WCAG 2.2 A and AA.
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
# The other theme has the same elements in other colours.
COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
# A page that jumps this much is noticed; browsers call less than 0.1 good.
MAX_SHIFT = 0.02
# How many times slower a page is while its movements are watched.
SLOWER = 6
PHONE = 390
# A picture password.
PICTURES = ["🐰", "🐸", "🐶", "🐢"]
# Pages need no scrolling sideways, and no word is broken, as far down as this (WCAG 1.4.10).
NARROWEST = 320
WATCH_SHIFTS = """
window.shift = 0;
window.moved = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) {
    window.shift += entry.value;
    for (const { node } of entry.sources) if (node)
      window.moved.push(node.nodeType === 1 ? node.outerHTML.slice(0, 60) : node.nodeName);
  }
}).observe({ type: "layout-shift", buffered: true });
"""


def inventory():
    rows = [HEADER]
    for number in range(60):
        price = "about 40" if number == 7 else f"{number + 1}.50"
        rows.append(f"r{number},Room {number % 5} / Shelf {number % 3},Label {number % 4},"
                    f"Thing number {number},1,{price},2024-03-{number % 28 + 1:02d}")
    return "\n".join(rows) + "\n"


def faults(page, name, rules=RULES):
    """What axe calls serious or critical, each with where it is."""
    found = []
    for violation in Axe().run(page, options=rules).response["violations"]:
        if violation["impact"] in ("serious", "critical"):
            places = [" ".join(map(str, node["target"])) for node in violation["nodes"][:3]]
            found.append(f"{name}: {violation['id']} ({violation['impact']}): {', '.join(places)}")
    return found


def walk(page, name):
    """Steps through the page with Tab: each place must be visible and show that it has the focus."""
    found = []
    # A form to fill in begins in its first field.
    if not page.locator("[autofocus]").count():
        page.keyboard.press("Tab")
        first = page.evaluate("document.activeElement?.className ?? ''")
        if "skip" not in first:
            found.append(f"{name}: the first Tab does not reach the skip link")
    for _ in range(25):
        page.keyboard.press("Tab")
        state = page.evaluate(
            """() => {
                 const at = document.activeElement;
                 if (!at || at === document.body) return null;
                 // A field inside a drawn box shows the focus around the box.
                 let shows = false;
                 for (let box = at, depth = 0; box && depth < 4; box = box.parentElement, depth++) {
                   for (const part of [null, "::after"]) {
                     const style = getComputedStyle(box, part);
                     if (parseFloat(style.outlineWidth) >= 2 && style.outlineStyle !== "none")
                       shows = true;
                   }
                 }
                 const box = at.getBoundingClientRect();
                 return { shows, size: box.width * box.height,
                          what: at.outerHTML.slice(0, 90) };
               }""")
        if state is None:
            break
        if not state["shows"]:
            found.append(f"{name}: no visible focus on {state['what']}")
    return found


def join(guest, hub, home):
    """The other side of an invite: signs up, joins, and could leave again."""
    guest.get_by_role("link", name=re.compile("Create")).first.click()
    found = faults(guest, "sign-up")
    support.fill_account(guest, "Otto")
    guest.get_by_role("button", name=re.compile("^Join")).click()
    guest.get_by_role("heading", name=re.compile("^Welcome to")).wait_for()
    found += faults(guest, "joined")
    for name, path in {
        "settings-of-others": f"/homes/{home}/settings", "people-of-others": "/people",
        "leave": f"/homes/{home}/settings/leave",
    }.items():
        guest.goto(hub.url + path)
        found += faults(guest, name)
    return found


def child(browser, hub, link):
    """A child's own pages, on a tablet: its day, and where it looks for things."""
    found = []
    tablet = browser.new_context(viewport={"width": 1024, "height": 768}).new_page()
    tablet.set_default_timeout(20000)
    tablet.goto(link)
    found += faults(tablet, "child-code") + walk(tablet, "child-code")
    tablet.get_by_role("button", name="Sign in").click()
    tablet.get_by_role("heading", name="Mia's day").wait_for()
    found += faults(tablet, "child-day")
    tablet.get_by_role("button", name=re.compile(_everything.APPROVED)).first.click()
    tablet.get_by_role("button", name=re.compile(f"{_everything.APPROVED}.*")).first.wait_for()
    for name, path in {"child-days": "/families", "find": "/find", "find-nothing": "/find?q=zzzz",
                       }.items():
        for width, height in ((1024, 768), (390, 844)):
            tablet.set_viewport_size({"width": width, "height": height})
            tablet.goto(hub.url + path)
            where = f"{name} ({width} px)"
            support.no_overflow(tablet, where)
            found += faults(tablet, where) + walk(tablet, where)
            found += support.broken_words(tablet, where)
    tablet.context.close()
    return found


def faces(browser, page, hub):
    """The family's tablet: its faces, and what they are asked."""
    family = hub.url + re.search(
        r"/families/[0-9a-f-]{36}", page.goto(hub.url + "/families").text()).group(0)
    found = []
    for name in ("Ida", "Mia"):
        page.goto(family + "/settings")
        page.locator("#faces li").filter(has_text=name).get_by_role("link", name="PIN").click()
        found += faults(page, f"pin-of-{name}") + walk(page, f"pin-of-{name}")
        if name == "Ida":
            page.get_by_label("PIN").fill("2468")
        else:
            for number, picture in enumerate(PICTURES, 1):
                page.get_by_label(f"Picture {number}").select_option(label=picture)
        part = page.locator("#digits" if name == "Ida" else "#pictures")
        part.get_by_role("button", name="Save").click()
        page.get_by_text(f"{name} has a PIN now").wait_for()
    kitchen = browser.new_context().new_page()
    kitchen.set_default_timeout(20000)
    kitchen.goto(hub.url + "/signin")
    kitchen.get_by_label("Sign-in name").fill("ida")
    kitchen.get_by_label("Password").fill(support.PASSWORD)
    kitchen.get_by_role("button", name="Sign in").click()
    kitchen.wait_for_url(re.compile(r":\d+/(?!signin)"))
    kitchen.goto(family + "/settings")
    kitchen.get_by_text("The family's tablet", exact=True).click()
    kitchen.get_by_role("button", name="Use this browser for it").click()
    kitchen.get_by_role("heading", name="Who are you?").wait_for()
    for name in ("", "Ida", "Mia"):
        if name:
            kitchen.goto(hub.url + "/kiosk")
            kitchen.get_by_role("button", name=re.compile(name)).or_(
                kitchen.get_by_role("link", name=re.compile(name))).first.click()
            kitchen.wait_for_load_state()
        for scheme in ("light", "dark"):
            kitchen.emulate_media(color_scheme=scheme)
            for width, height in ((1024, 768), (PHONE, 844), (NARROWEST, 640)):
                kitchen.set_viewport_size({"width": width, "height": height})
                where = f"kiosk {name or 'faces'} ({width} px, {scheme})"
                support.no_overflow(kitchen, where)
                found += faults(kitchen, where, RULES if scheme == "light" else COLOURS)
                found += support.broken_words(kitchen, where)
        found += walk(kitchen, f"kiosk {name or 'faces'}")
    kitchen.context.close()
    return found


def many(page, hub):
    """What is asked when several items are changed at once."""
    found = []
    for action in ("Move", "Labels", "Set a field", "Archive", "Delete"):
        page.goto(hub.url + "/items?q=value>50&tick=page")
        page.locator(".selection-bar").get_by_role("button", name=action, exact=True).click()
        page.locator("main h1").wait_for()
        found += faults(page, f"many-{action.lower()}")
    return found


def main():
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hearth-axe-"))
    (folder / "things.csv").write_text(inventory())
    hub = support.Hub(os.environ.get("HEARTH", str(ROOT / ".build/debug/hearth")), folder)
    found, pages = [], {}
    with sync_playwright() as p:
        browser = support.chromium(p)
        first = browser.new_context(viewport={"width": 1280, "height": 900})
        page = first.new_page()
        page.set_default_timeout(20000)
        page.goto(hub.url + "/")
        found += faults(page, "set-up") + walk(page, "set-up")
        support.fill_account(page, "Ida")
        page.wait_for_load_state()
        found += faults(page, "start")
        support.name_home(page, "Mill House")
        page.wait_for_load_state()
        found += faults(page, "dashboard-empty")
        home = support.home_id(page, hub)
        page.goto(hub.url + "/import")
        page.locator("input[type=file]").set_input_files(folder / "things.csv")
        page.get_by_role("button", name="Preview import").click()
        page.get_by_role("heading", name="Import preview").wait_for()
        pages["import-preview"] = page.url.removeprefix(hub.url)
        found += faults(page, "import-preview")
        page.get_by_role("button", name=re.compile("^Import [0-9]")).click()
        page.get_by_role("heading", name="Imported", exact=True).wait_for()
        pages["import-result"] = page.url.removeprefix(hub.url)
        pages["import-undo"] = page.get_by_role(
            "link", name="Undo the import").get_attribute("href")
        page.goto(hub.url + "/items")
        item = page.locator("a[href^='/items/']").first.get_attribute("href").partition("?")[0]
        page.goto(hub.url + item)
        page.locator("input[name=photos]").set_input_files(files=[
            {"name": f"{side}.png", "mimeType": "image/png", "buffer": _pictures.png(side, 300)}
            for side in (400, 200)])
        expect(page.locator("figure .photo")).to_have_count(2)
        viewer = page.locator(".strip a").nth(1).get_attribute("href").partition("?")[0]
        address = support.make_invite(page, hub, home)
        found += faults(page, "invite-made")
        guest = browser.new_context().new_page()
        for name, path in {"sign-in": "/signin", "join": address.removeprefix(hub.url)}.items():
            guest.goto(hub.url + path)
            found += faults(guest, name) + walk(guest, name)
        found += join(guest, hub, home)
        guest.context.close()
        # A home can only be deleted when it is not the only one.
        page.goto(hub.url + "/homes/new")
        support.name_home(page, "Cabin")
        page.wait_for_url(lambda url: "/homes/new" not in url)
        cabin = re.search(r"/homes/([0-9a-f-]{36})", page.url).group(1)
        room = re.search(rf"/homes/{home}/rooms/[0-9a-f-]+", page.goto(
            f"{hub.url}/homes/{home}/rooms").text()).group(0)
        pages |= {
            "dashboard": f"/homes/{home}", "items": "/items", "nothing-found": "/items?q=zzzz",
            "search-understood": "/items?q=quantity>0+vlaue>1&tick=page",
            "searches": "/searches", "search-new": "/searches?new=&q=value>1",
            "item": item, "item-edit": item + "?edit", "item-delete": item + "/delete",
            "item-new": f"/homes/{home}/items/new", "homes": "/homes", "home-new": "/homes/new",
            "rooms": f"/homes/{home}/rooms", "room": room, "labels": f"/homes/{home}/labels",
            "insurance": f"/homes/{home}/insurance",
            "new-policy": f"/homes/{home}/insurance/new",
            "settings": f"/homes/{home}/settings", "home-delete": f"/homes/{cabin}/delete",
            "people": "/people", "import": "/import", "sync": "/sync", "account": "/account",
            "feedback": "/account/feedback", "activity": f"/homes/{home}/activity",
            "photo-viewer": viewer, "scan": "/scan", "product": "/scan/product?code=4006381333931",
            "menu": "/menu", "code": "/join", "missing": "/items/none", "offline": "/offline"}
        _everything.fill(page, hub, home, item.rpartition("/")[2], room)
        link, more = _everything.family(page, hub, folder)
        pages |= more
        found += child(browser, hub, link)
        found += faces(browser, page, hub)
        found += many(page, hub)
        known = {_everything.kind(path) for path in pages.values()}
        for kind, path in _everything.pages(first, hub, pages.values()).items():
            if kind not in known:
                pages[kind] = path
        state = first.storage_state()
        for scheme in ("light", "dark"):
            for width, height in ((1280, 900), (PHONE, 844)):
                context = browser.new_context(
                    storage_state=state, viewport={"width": width, "height": height},
                    color_scheme=scheme)
                context.add_init_script(WATCH_SHIFTS)
                tab = context.new_page()
                speed = context.new_cdp_session(tab)
                for name, path in pages.items():
                    where = f"{name} ({width} px, {scheme})"
                    tab.goto(hub.url + path)
                    support.no_overflow(tab, where)
                    tab.evaluate("document.querySelectorAll('main details.setting, main details.more')"
                                 ".forEach((part) => { part.open = true; })")
                    found += faults(tab, where, RULES if scheme == "light" else COLOURS)
                    if scheme == "light" and width == PHONE:
                        for narrow in (PHONE, NARROWEST):
                            tab.set_viewport_size({"width": narrow, "height": height})
                            support.no_overflow(tab, where)
                            found += support.broken_words(tab, name)
                        tab.set_viewport_size({"width": width, "height": height})
                    if scheme == "light":
                        # As on a slow phone.
                        rate = SLOWER if width == PHONE else 1
                        speed.send("Emulation.setCPUThrottlingRate", {"rate": rate})
                        tab.reload()
                        shift = tab.evaluate("window.shift")
                        if shift > MAX_SHIFT:
                            moved = " ".join(tab.evaluate("window.moved"))
                            found.append(f"{where}: moves by {shift:.3f} while it loads: {moved}")
                        speed.send("Emulation.setCPUThrottlingRate", {"rate": 1})
                        found += walk(tab, where)
                context.close()
        browser.close()
    hub.stop()
    shutil.rmtree(folder)
    assert not found, f"{len(found)} faults:\n" + "\n".join(found)
    print(f"accessibility: {len(pages)} pages in two themes and widths, no serious fault")


if __name__ == "__main__":
    try:
        main()
    except (AssertionError, Error) as error:
        print(f"accessibility: {error}")
        sys.exit(1)
