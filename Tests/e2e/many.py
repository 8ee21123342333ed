#!/usr/bin/env python3
"""Finding and changing many items without scripts: a search in words and signs, saved under a name,
three items chosen, moved and brought back; on a phone and on a desk.

usage: many.py      (HEARTH names the program; default is the debug build)"""
import os
import pathlib
import re
import shutil
import sys
import tempfile

from playwright.sync_api import Error, expect, sync_playwright

import support

ROOT = pathlib.Path(__file__).resolve().parents[2]


def add_item(page, hub, home, name, price):
    page.goto(f"{hub.url}/homes/{home}/items/new")
    page.get_by_label("Name", exact=True).first.fill(name)
    page.get_by_label(re.compile("^Price")).first.fill(price)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("heading", name=name).first).to_be_visible()


def story(page, hub, home, width, shots):
    def shot(name):
        if shots:
            page.screenshot(path=f"{shots}/{name}-{width}.png", full_page=True)

    print(f"{width} px: a search that is mistyped says what was meant", flush=True)
    page.goto(hub.url + "/items")
    page.locator("#q").fill("vlaue>100 no:photo")
    page.get_by_role("button", name="Search", exact=True).click()
    expect(page.get_by_text("is not known")).to_be_visible()
    shot("mistyped")
    page.get_by_role("link", name="value>100", exact=True).last.click()
    expect(page.get_by_text("3 items found")).to_be_visible()
    expect(page.get_by_text("Kettle")).to_have_count(0)

    print(f"{width} px: a condition is taken off, and the search saved", flush=True)
    page.get_by_role("link", name="Remove Without: Photo").click()
    assert "photo" not in page.url, page.url
    page.get_by_role("link", name="Save this search").click()
    page.get_by_label("Name of the search").first.fill(f"Dear {width}")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text(f"Saved Dear {width}")).to_be_visible()
    shot("searches")
    page.goto(hub.url + "/items")
    page.locator(".searches").get_by_role("link", name=f"Dear {width}").click()
    expect(page.get_by_text("3 items found")).to_be_visible()

    print(f"{width} px: three items are chosen, moved and brought back", flush=True)
    for name in ["Drill", "Piano", "Bicycle"]:
        page.get_by_label(f"Choose {name}").check()
    shot("chosen")
    page.get_by_role("button", name="Move", exact=True).click()
    expect(page.get_by_role("heading", name="Where do 3 items go?")).to_be_visible()
    page.get_by_label("Home and place").select_option(label="Lake Cabin, no place in particular")
    shot("target")
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("heading", name="Move 3 items?")).to_be_visible()
    shot("question")
    page.get_by_role("button", name="Move 3 items").click()
    expect(page.get_by_text("Moved 3 items")).to_be_visible()
    assert "value" in page.url, page.url
    # The message with its way back is shown once: looked at from beside it.
    beside = page.context.new_page()
    beside.goto(f"{hub.url}/items?q=home:lake")
    expect(beside.get_by_text("3 items found")).to_be_visible()
    beside.goto(f"{hub.url}/items?q=home:mill")
    expect(beside.get_by_text("1 item found")).to_be_visible()
    beside.close()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Undone")).to_be_visible()
    page.goto(f"{hub.url}/homes/{home}/items")
    for name in ["Drill", "Piano", "Bicycle", "Kettle"]:
        expect(page.locator("#items").get_by_text(name)).to_be_visible()

    print(f"{width} px: all on the page are ticked by a link, and nothing chosen is told", flush=True)
    page.get_by_role("link", name="Tick all on this page").click()
    expect(page.locator(".tick input:checked")).to_have_count(4)
    page.get_by_role("link", name="Untick all").click()
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(page.get_by_role("heading", name="Nothing is chosen")).to_be_visible()


def main():
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hearth-many-"))
    hub = support.Hub(os.environ.get("HEARTH", str(ROOT / ".build/debug/hearth")), folder)
    shots = os.environ.get("SHOTS")
    with sync_playwright() as p:
        browser = support.chromium(p)
        context = browser.new_context(
            viewport={"width": 1280, "height": 900}, java_script_enabled=False)
        page = context.new_page()
        page.set_default_timeout(15000)
        page.goto(hub.url + "/")
        support.fill_account(page, "Ida")
        support.name_home(page, "Mill House")
        page.goto(hub.url + "/homes")
        home = re.search(r"/homes/([0-9a-f-]{36})", page.content()).group(1)
        page.goto(hub.url + "/homes/new")
        support.name_home(page, "Lake Cabin")
        for name, price in [
            ("Kettle", "29.90"), ("Drill", "189.50"), ("Piano", "3200"), ("Bicycle", "1899")
        ]:
            add_item(page, hub, home, name, price)
        for width, height in [(390, 844), (1280, 900)]:
            page.set_viewport_size({"width": width, "height": height})
            story(page, hub, home, width, shots)
        browser.close()
    hub.stop()
    shutil.rmtree(folder)
    print("many items: every step was seen")


if __name__ == "__main__":
    try:
        main()
    except (AssertionError, Error) as error:
        print(f"many items: {error}")
        sys.exit(1)
