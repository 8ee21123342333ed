#!/usr/bin/env python3
"""Two people with things of their own become one household, in real browsers.

usage: deciding.py      (HEARTH names the program; default is the debug build)

Anna shares her cabin with Ben, who has a cottage. He looks, turns back, goes on with another device,
merges, reads what happened and takes it back; Eve starts fresh and brings her home back. On a phone
and at a desk, once without JavaScript. Exits with 0 when every step was seen."""
import os
import pathlib
import re
import shutil
import sys
import tempfile

from playwright.sync_api import expect, sync_playwright

import support

ROOT = pathlib.Path(__file__).resolve().parents[2]
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 900}


def add_item(page, hub, home, name):
    page.goto(f"{hub.url}/homes/{home}/items/new")
    page.get_by_label("Name", exact=True).first.fill(name)
    page.get_by_role("button", name="Save", exact=True).first.click()
    page.wait_for_load_state()
    return page.url.split("?")[0]


def join_as(page, address, name):
    """A visitor makes an account from the invite, and a home with an item in it."""
    page.goto(address)
    page.get_by_role("link", name=re.compile("Create")).first.click()
    support.fill_account(page, name)


def household(browser, hub, size, shot, problems, script=True):
    def person(script=True):
        page = browser.new_context(viewport=size, java_script_enabled=script).new_page()
        page.set_default_timeout(15000)
        support.watch(page, problems)
        return page

    anna, ben = person(), person(script)
    tag = str(size["width"]) + ("" if script else "-plain")
    anna.goto(hub.url + "/")
    support.fill_account(anna, f"Anna{tag}")
    support.name_home(anna, "Lake Cabin")
    cabin = support.home_id(anna, hub)
    add_item(anna, hub, cabin, "Kettle")
    return anna, ben, cabin, tag


def merge(browser, hub, size, shot, problems, script=True):
    print(f"two inventories become one, {size['width']} px, script: {script}", flush=True)
    anna, ben, cabin, tag = household(browser, hub, size, shot, problems, script)
    address = support.make_invite(anna, hub, cabin)
    join_as(ben, address, f"Ben{tag}")
    # He turns to his own things first.
    ben.goto(f"{hub.url}/homes/new")
    support.name_home(ben, "Cottage")
    ben.wait_for_load_state()
    cottage = ben.url.rsplit("/", 1)[1].split("?")[0]
    for name in ("Rake", "Lantern", "Blue chair"):
        add_item(ben, hub, cottage, name)
    ben.goto(address)
    expect(ben.locator("input[name=choice]")).to_have_count(3)
    expect(ben.get_by_text("Keep your existing homes and add Lake Cabin")).to_be_visible()
    shot(ben, f"choice-{tag}")
    ben.locator("label.choice", has_text="Merge into Lake Cabin").click()
    ben.get_by_role("button", name="Continue").click()
    expect(ben.get_by_text("3 items")).to_be_visible()
    shot(ben, f"pick-{tag}")
    print("the browser shows nothing else, and not now changes nothing", flush=True)
    ben.goto(f"{hub.url}/homes")
    assert "/joins/" in ben.url, ben.url
    ben.get_by_role("button", name="Not now").click()
    ben.wait_for_load_state()
    ben.goto(f"{hub.url}/homes")
    expect(ben.get_by_role("link", name="Cottage").first).to_be_visible()
    expect(ben.get_by_text("Lake Cabin")).to_have_count(0)
    ben.goto(address)
    ben.locator("label.choice", has_text="Merge into Lake Cabin").click()
    ben.get_by_role("button", name="Continue").click()
    ben.get_by_role("link", name=re.compile("Cottage")).last.click()
    expect(ben.get_by_text("3 items move")).to_be_visible()
    expect(ben.get_by_text(re.compile("places? combines?"))).to_be_visible()
    shot(ben, f"plan-{tag}")
    ben.get_by_role("button", name="Join and move 3 items").click()
    expect(ben.get_by_text("Your items have been moved to Lake Cabin")).to_be_visible()
    expect(ben.get_by_text(re.compile("Moved 3 items, combined"))).to_be_visible()
    shot(ben, f"merged-{tag}")
    summary = ben.url
    anna.goto(f"{hub.url}/homes/{cabin}/items")
    for name in ("Kettle", "Rake", "Lantern", "Blue chair"):
        expect(anna.get_by_text(name).first).to_be_visible()
    ben.goto(f"{hub.url}/homes/{cottage}")
    expect(ben.get_by_text("Your items have been moved to Lake Cabin")).to_be_visible()
    print("it is taken back, and both homes are as they were", flush=True)
    ben.goto(summary)
    ben.get_by_role("link", name="Undo the move").click()
    shot(ben, f"undo-{tag}")
    ben.get_by_role("button", name="Undo the move").click()
    ben.wait_for_load_state()
    home = ben.url.rsplit("/", 1)[1].split("?")[0]
    ben.goto(f"{hub.url}/homes/{home}/items")
    expect(ben.get_by_text("Rake").first).to_be_visible()
    anna.goto(f"{hub.url}/homes/{cabin}/items")
    expect(anna.get_by_text("Kettle").first).to_be_visible()
    expect(anna.get_by_text("Rake")).to_have_count(0)
    print("from the settings it goes into the cabin after all", flush=True)
    ben.goto(f"{hub.url}/homes/{home}/merge")
    ben.get_by_role("link", name=re.compile("Lake Cabin")).last.click()
    shot(ben, f"settings-plan-{tag}")
    ben.get_by_role("button", name="Move 3 items into Lake Cabin").click()
    expect(ben.get_by_text("Your items have been moved to Lake Cabin")).to_be_visible()
    for page in (anna, ben):
        page.context.close()


def fresh(browser, hub, size, shot, problems):
    print(f"a fresh start, {size['width']} px", flush=True)
    anna, eve, cabin, tag = household(browser, hub, size, shot, problems)
    address = support.make_invite(anna, hub, cabin)
    join_as(eve, address, f"Eve{tag}")
    eve.goto(f"{hub.url}/homes/new")
    support.name_home(eve, "Flat")
    eve.wait_for_load_state()
    flat = eve.url.rsplit("/", 1)[1].split("?")[0]
    add_item(eve, hub, flat, "Sofa")
    eve.goto(address)
    eve.locator("label.choice", has_text="Start fresh").click()
    eve.get_by_role("button", name="Continue").click()
    shot(eve, f"fresh-{tag}")
    eve.get_by_label(re.compile("^Type Lake Cabin")).fill("Cabin")
    eve.get_by_role("button", name="Join and remove 1 item").click()
    expect(eve.locator(".problem, [role=alert]").first).to_be_visible()
    eve.get_by_label(re.compile("^Type Lake Cabin")).fill("lake cabin")
    eve.get_by_role("button", name="Join and remove 1 item").click()
    expect(eve.get_by_text("You're all set with Lake Cabin")).to_be_visible()
    shot(eve, f"fresh-done-{tag}")
    eve.goto(f"{hub.url}/homes")
    main = eve.locator("main")
    expect(main.get_by_role("link", name="Lake Cabin").first).to_be_visible()
    expect(main.get_by_role("button", name="Restore Flat")).to_be_attached()
    for page in (anna, eve):
        page.context.close()


def main():
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hearth-deciding-"))
    hearth = os.environ.get("HEARTH", str(ROOT / ".build/debug/hearth"))
    shots = os.environ.get("SHOTS")
    problems = []

    def shot(page, name):
        if "plain" in name:
            return
        support.no_overflow(page, name)
        if shots:
            page.screenshot(path=f"{shots}/{name}.png", full_page=True)

    try:
        with sync_playwright() as p:
            browser = support.chromium(p)
            for number, step in enumerate((
                    lambda hub: merge(browser, hub, PHONE, shot, problems),
                    lambda hub: merge(browser, hub, DESK, shot, problems),
                    lambda hub: merge(browser, hub, PHONE, shot, problems, script=False),
                    lambda hub: fresh(browser, hub, PHONE, shot, problems),
                    lambda hub: fresh(browser, hub, DESK, shot, problems))):
                here = folder / str(number)
                here.mkdir()
                hub = support.Hub(hearth, here)
                try:
                    step(hub)
                finally:
                    hub.stop()
        if problems:
            sys.exit("\n".join(problems))
        print("deciding.py: every step was seen")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
