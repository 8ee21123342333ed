#!/usr/bin/env python3
"""The frame around every page, on a phone and at a desk: areas, the sheet of “+”, messages that cover
nothing, uploads that begin when files are picked, and what a keyboard does.

    make build && .venv/bin/python Tests/e2e/shell.py
"""
import os
import pathlib
import shutil
import sys
import tempfile

from playwright.sync_api import Error, expect, sync_playwright

import _person
import _pictures
import support

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# Whether an element stands over what can be pressed.
COVERS = """(box) => {
  const own = box.getBoundingClientRect();
  return [...document.querySelectorAll("main a, main button, main input, .tabs a")].filter((each) => {
    const other = each.getBoundingClientRect();
    return each.checkVisibility() && other.width && other.height && !box.contains(each)
      && other.left < own.right && other.right > own.left
      && other.top < own.bottom && other.bottom > own.top;
  }).map((each) => each.outerHTML.slice(0, 80));
}"""


def areas(person):
    page = person.page
    print(f"the areas lead from everywhere, and mark where one is ({person.size})", flush=True)
    bar = page.locator("nav.tabs" if person.is_phone else "aside.side .areas")
    for name, heading in (("Today", "Today"), ("Things", "Mill House"), ("Money", "Money"),
                          ("Family", "Family")):
        person.follow(bar.locator("a", has_text=name))
        person.heading(heading)
        expect(bar.locator("a[aria-current=page]")).to_have_count(1)
        expect(bar.locator("a[aria-current=page]")).to_contain_text(name)
    person.at_person_menu("Account")
    person.heading("Account")
    expect(bar.locator("a[aria-current=page]")).to_have_count(0)
    if person.is_phone:
        assert bar.locator("a").count() == 5, "four tabs and the round one"
        names = [each.strip() for each in bar.locator("span:not(.add)").all_inner_texts()]
        assert names == ["Today", "Things", "Money", "Family"], names
    else:
        foot = page.locator(".side .foot").bounding_box()
        assert foot["y"] + foot["height"] <= 900, f"below the fold: {foot}"
        page.keyboard.press("/")
        page.keyboard.type("kettle")
        with page.expect_navigation():
            page.keyboard.press("Enter")
        assert "/items?q=kettle" in page.url, page.url


def sheet(person):
    page = person.page
    if not person.is_phone:
        return
    print("the sheet of “+” opens above the page, closes, and leads on", flush=True)
    page.goto(person.hub.url + "/")
    for close in (lambda: page.keyboard.press("Escape"),
                  lambda: page.get_by_role("button", name="Close").click()):
        person.press(page.locator("nav.tabs a[data-sheet]"))
        expect(page.locator("dialog.sheet")).to_be_visible()
        assert page.url == person.hub.url + "/", page.url
        support.no_overflow(page, "sheet")
        close()
        expect(page.locator("dialog.sheet")).to_have_count(0)
    person.press(page.locator("nav.tabs a[data-sheet]"))
    person.follow(page.locator("dialog.sheet a", has_text="Item").first)
    person.heading("Add item")
    print("without its hub the sheet is a page like any other", flush=True)
    page.goto(person.hub.url + "/add")
    person.heading("Add")


def messages(person):
    page = person.page
    print(f"a message covers nothing, and its Undo takes back ({person.size})", flush=True)
    person.add_item("Mill House", "Teapot")
    message = page.locator("#messages .message")
    expect(message).to_be_visible()
    assert message.evaluate(COVERS) == [], message.evaluate(COVERS)
    person.press(page.locator("main .top .more-menu summary"))
    person.follow(page.locator("main .top .more-menu a", has_text="Delete"))
    person.follow(page.locator("main button", has_text="Delete"))
    expect(message.get_by_role("button", name="Undo")).to_be_visible()
    assert message.evaluate(COVERS) == [], message.evaluate(COVERS)
    person.follow(message.get_by_role("button", name="Undo"))
    expect(message).to_contain_text("Undone")


def uploads(person):
    page = person.page
    print(f"a photo is sent when it is picked; what is none is told, and a cut is told "
          f"({person.size})", flush=True)
    person.go("All items")
    person.follow(page.locator("#items a", has_text="Teapot").first)
    page.evaluate("scrollTo(0, 0)")
    chosen = page.locator("main form[data-upload] input[name=photos]")
    picture = {"name": "a.png", "mimeType": "image/png", "buffer": _pictures.png(300, 200)}
    chosen.set_input_files(files=[picture])
    expect(page.locator("figure .photo img")).to_have_count(1)
    chosen.set_input_files(files=[
        {"name": "b.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.4 no picture"}])
    expect(page.get_by_text("b.pdf is a PDF, not a picture")).to_be_visible()
    page.context.set_offline(True)
    chosen.set_input_files(files=[picture])
    expect(page.locator(".message.bad")).to_be_visible()
    page.context.set_offline(False)
    # The same files can be picked again.
    chosen.set_input_files(files=[picture])
    expect(page.locator("figure .photo img")).to_have_count(2)


def pickers(person):
    page = person.page
    print(f"the time zone of the device is offered ({person.size})", flush=True)
    page.goto(person.hub.url + "/account")
    zone = page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone")
    field = page.locator("input[name=timeZone]")
    other = "Asia/Tokyo" if zone != "Asia/Tokyo" else "Europe/Paris"
    field.fill(other)
    person.follow(page.locator("form", has=field).get_by_role("button", name="Save"))
    person.press(page.locator(".time-zone button"))
    assert field.input_value() == zone, field.input_value()
    page.locator("select[name=currency]").select_option("CHF")
    person.follow(page.locator("form", has=field).get_by_role("button", name="Save"))
    expect(page.locator("select[name=currency]")).to_have_value("CHF")


def main():
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hearth-shell-"))
    hearth = os.environ.get("HEARTH", str(ROOT / ".build/debug/hearth"))
    hub = support.Hub(hearth, folder, "--signups", "open")
    problems = []
    with sync_playwright() as p:
        browser = support.chromium(p)
        for size in ("phone", "desk"):
            _person.SIZES[size]["timezone_id"] = "Europe/Paris"
            person = _person.Person(browser, hub, size)
            person.sign_up(f"Ida {size}", "Mill House")
            for part in (areas, sheet, messages, uploads, pickers):
                part(person)
            problems += [each for each in person.problems if "ERR_INTERNET_DISCONNECTED" not in each]
        browser.close()
    hub.stop()
    assert not problems, problems
    shutil.rmtree(folder)
    print("shell: every step was seen")


if __name__ == "__main__":
    try:
        main()
    except (AssertionError, Error) as error:
        print(f"shell: {error}")
        sys.exit(1)
