#!/usr/bin/env python3
"""Two people in real browsers: sign up, import, share, and see a change of the other live.

usage: smoke.py [--hearth PATH] [--screenshots DIR]

Starts `hearth serve` on a free port over a new folder, and drives two browser profiles: a desktop
(1280 px) and a phone (390 px). Exits with 0 when every step was seen, else with 1 and the step."""
import argparse
import os
import pathlib
import re
import shutil
import sys
import tempfile
import time

from playwright.sync_api import Error, expect, sync_playwright

import support

ROOT = pathlib.Path(__file__).resolve().parents[2]
CSV = """HB.import_ref,HB.location,HB.tags,HB.name,HB.quantity,HB.purchase_price,HB.purchase_date
ref-1,Garage / Shelf 2,Tools; Important,Cordless drill,1,189.50,2024-03-02
ref-2,Kitchen,Kitchen,Espresso machine,1,449.00,06/14/2023
ref-3,Kitchen,Kitchen,Fork,24,1.25,
"""


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument(
        "--hearth", default=os.environ.get("HEARTH", str(ROOT / ".build/debug/hearth")))
    arguments.add_argument("--screenshots", type=pathlib.Path)
    options = arguments.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hearth-smoke-"))
    (folder / "tools.csv").write_text(CSV)
    hub = support.Hub(options.hearth, folder)
    problems = []

    def shot(page, name):
        support.no_overflow(page, name)
        if options.screenshots:
            options.screenshots.mkdir(parents=True, exist_ok=True)
            page.screenshot(path=options.screenshots / f"{name}.png")

    with sync_playwright() as p:
        browser = support.chromium(p)
        lena = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
        jonas = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
        for page in (lena, jonas):
            page.set_default_timeout(15000)
            support.watch(page, problems)

        print("the first account is made in the browser", flush=True)
        lena.goto(hub.url + "/")
        shot(lena, "set-up")
        support.fill_account(lena, "Lena")

        print("a home is named and its rooms are picked", flush=True)
        shot(lena, "start")
        support.name_home(lena, "Lake Cabin")
        expect(lena.get_by_role("heading", name="Lake Cabin").first).to_be_visible()
        shot(lena, "dashboard-empty")

        print("an inventory is imported after a preview", flush=True)
        support.import_file(lena, hub, folder / "tools.csv", shot)
        lena.goto(hub.url + "/items")
        expect(lena.get_by_text("Cordless drill").first).to_be_visible()
        expect(lena.get_by_text("Espresso machine").first).to_be_visible()
        shot(lena, "items")

        print("the home is shared by a link", flush=True)
        home = support.home_id(lena, hub)
        address = support.make_invite(lena, hub, home)
        shot(lena, "invite")

        print("the second person previews, signs up and joins", flush=True)
        jonas.goto(address)
        expect(jonas.get_by_text("Lake Cabin").first).to_be_visible()
        shot(jonas, "join")
        jonas.get_by_role("link", name=re.compile("Create")).first.click()
        support.fill_account(jonas, "Jonas")
        jonas.get_by_role("button", name="Join Lake Cabin").click()
        jonas.get_by_role("heading", name="Welcome to Lake Cabin").wait_for()
        shot(jonas, "joined")
        jonas.goto(hub.url + "/items")
        expect(jonas.get_by_text("Cordless drill").first).to_be_visible()
        shot(jonas, "items-phone")

        print("a change of one is seen by the other without reloading", flush=True)
        lena.goto(f"{hub.url}/homes/{home}/items/new")
        lena.get_by_label("Name", exact=True).first.fill("Canoe from the boathouse")
        lena.get_by_role("button", name="Save", exact=True).first.click()
        begin = time.monotonic()
        expect(jonas.get_by_text("Canoe from the boathouse").first).to_be_visible(timeout=10000)
        print(f"  seen {time.monotonic() - begin:.2f} s after it was saved", flush=True)
        shot(lena, "item")

        assert not problems, "; ".join(problems)
        browser.close()
    hub.stop()
    shutil.rmtree(folder)
    print("browser smoke test: every step was seen")


if __name__ == "__main__":
    try:
        main()
    except (AssertionError, Error) as error:
        print(f"browser smoke test failed: {error}")
        sys.exit(1)
