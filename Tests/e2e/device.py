#!/usr/bin/env python3
"""A device in a real browser while its hub comes and goes.

usage: device.py      (HEARTH names the program; default is the debug build)

Anna owns a home on a hub and shares it with Ben, who keeps it on a device. The hub is stopped and
started again; both write meanwhile. Exits with 0 when every step was seen."""
import os
import pathlib
import re
import shutil
import sys
import tempfile
import time

from playwright.sync_api import Error, expect, sync_playwright

import _pictures
import support

ROOT = pathlib.Path(__file__).resolve().parents[2]


def add_item(page, address, home, name):
    page.goto(f"{address}/homes/{home}/items/new")
    page.get_by_label("Name", exact=True).first.fill(name)
    page.get_by_role("button", name="Save", exact=True).first.click()
    expect(page.get_by_role("heading", name=name).first).to_be_visible()
    return page.url.split("?")[0]


def chip(page):
    """What says that something is not synced; it is not there when all is."""
    return page.locator("a.sync-chip:visible")


def set_role(page, hub, home, role):
    page.goto(f"{hub.url}/homes/{home}/settings")
    page.evaluate("document.querySelectorAll('main details').forEach((d) => { d.open = true; })")
    row = page.locator("li.member", has_text="Ben")
    row.locator("select[name=role]").select_option(role)
    row.get_by_role("button", name="Change").click()
    expect(page.get_by_text("Ben can now")).to_be_visible()


def main():
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hearth-device-"))
    hearth = os.environ.get("HEARTH", str(ROOT / ".build/debug/hearth"))
    shots = os.environ.get("SHOTS")
    hub = support.Hub(hearth, folder)
    problems = []
    with sync_playwright() as p:
        browser = support.chromium(p)
        anna = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
        context = browser.new_context(viewport={"width": 390, "height": 844})
        ben = context.new_page()
        for page in (anna, ben):
            page.set_default_timeout(15000)
            support.watch(page, problems)

        def shot(page, name):
            support.no_overflow(page, name)
            support.both_themes(page, shots, f"device-{name}")

        print("a home is made at the hub and shared", flush=True)
        anna.goto(hub.url + "/")
        support.fill_account(anna, "Anna")
        support.name_home(anna, "Lake Cabin")
        anna.wait_for_load_state()
        home = support.home_id(anna, hub)
        kettle = add_item(anna, hub.url, home, "Kettle").rsplit("/", 1)[1]
        address = support.make_invite(anna, hub, home)
        guest = browser.new_context().new_page()
        guest.goto(address)
        guest.get_by_role("link", name=re.compile("Create")).first.click()
        support.fill_account(guest, "Ben")
        guest.get_by_role("button", name="Join Lake Cabin").click()
        guest.get_by_role("heading", name="Welcome to Lake Cabin").wait_for()
        guest.goto(hub.url + "/homes/new")
        support.name_home(guest, "Boat")
        guest.wait_for_load_state()
        guest.context.close()

        print("the printed address lets a browser in, where Ben signs in at the hub", flush=True)
        device = support.Device(hearth, folder, hub)
        ben.goto(device.url + "/")
        assert "Kettle" not in ben.content()
        ben.goto(device.address)
        shot(ben, "sign-in")
        ben.get_by_label("Sign-in name").fill("ben")
        ben.get_by_label("Password", exact=True).fill(support.PASSWORD)
        ben.get_by_role("button", name=re.compile("Connect|Sign in")).first.click()
        ben.goto(device.url + "/items")
        expect(ben.get_by_text("Kettle").first).to_be_visible()

        print("without the hub everything is there and can be changed", flush=True)
        hub.stop()
        add_item(ben, device.url, home, "Desk lamp")
        ben.locator("input[type=file]").first.set_input_files(
            files=[{"name": "lamp.png", "mimeType": "image/png", "buffer": _pictures.png(40, 30)}])
        expect(ben.locator("figure .photo img").first).to_be_visible()
        assert support.is_loaded(ben.locator("figure .photo img").first)
        expect(chip(ben)).to_contain_text("pending")
        ben.goto(device.url + "/sync")
        expect(ben.get_by_text("Added Desk lamp").first).to_be_visible()
        shot(ben, "waiting")
        ben.goto(device.url + "/account")
        expect(ben.get_by_text("Your hub cannot be reached right now").first).to_be_visible()
        shot(ben, "account-offline")

        print("a new start asks a known browser for nothing", flush=True)
        device.stop()
        device.start()
        ben.goto(device.url + "/items")
        expect(ben.get_by_text("Desk lamp").first).to_be_visible()
        stranger = browser.new_context().new_page()
        assert stranger.goto(device.url + "/items").status == 403
        stranger.context.close()

        print("the hub is back: both see everything, photo included", flush=True)
        hub.start()
        anna.goto(hub.url + "/items")
        expect(anna.get_by_text("Desk lamp").first).to_be_visible(timeout=60000)
        add_item(anna, hub.url, home, "Teapot")
        ben.goto(device.url + "/items")
        expect(ben.get_by_text("Teapot").first).to_be_visible(timeout=30000)
        expect(chip(ben)).to_have_count(0, timeout=30000)
        anna.goto(hub.url + "/items")
        anna.get_by_text("Desk lamp").first.click()
        expect(anna.locator("figure .photo img").first).to_be_visible()
        assert support.is_loaded(anna.locator("figure .photo img").first)

        print("a photo whose row came before its file waits in its frame, and comes", flush=True)
        ben.goto(device.url + "/sync")
        anna.goto(f"{hub.url}/items/{kettle}")
        anna.locator("input[type=file]").first.set_input_files(files=[
            {"name": "kettle.png", "mimeType": "image/png", "buffer": _pictures.png(60, 45)}])
        expect(anna.locator("figure .photo img").first).to_be_visible()
        support.wait_for_photo(device, kettle)
        device.wire.cut()
        ben.goto(f"{device.url}/items/{kettle}")
        # The page is told of the failure while it is open.
        expect(ben.get_by_text("This photo could not be fetched")).to_be_visible(timeout=60000)
        frame = ben.locator("figure .photo").first
        before = frame.bounding_box()
        shot(ben, "photo-missing")
        device.wire.mend()
        ben.get_by_role("button", name="Try again").click()
        expect(frame.locator("img")).to_be_visible(timeout=30000)
        assert support.is_loaded(frame.locator("img"))
        ben.evaluate("scrollTo(0, 0)")
        after = frame.bounding_box()
        assert before == after, f"the frame of the photo moved: {before}, {after}"

        print("what Ben wrote while he was made a viewer is refused, shown, and can be kept",
              flush=True)
        device.wire.cut()
        ben.goto(f"{device.url}/items/{kettle}?edit")
        ben.get_by_label(re.compile("^Price")).first.fill("12.00")
        ben.get_by_role("button", name="Save", exact=True).first.click()
        expect(ben.get_by_text("Saved Kettle")).to_be_visible()
        add_item(ben, device.url, home, "Rope")
        add_item(ben, device.url, home, "Anchor")
        set_role(anna, hub, home, "viewer")
        device.wire.mend()
        ben.goto(device.url + "/sync")
        refused = ben.locator("main .refused-list > section")
        expect(refused).to_have_count(3, timeout=30000)
        expect(ben.get_by_text("You may now only view this home").first).to_be_visible()
        expect(chip(ben)).to_contain_text("3 refused")
        shot(ben, "refused")
        refused.filter(has_text="Anchor").get_by_role("button", name="Discard").click()
        expect(refused).to_have_count(2)
        refused.filter(has_text="Rope").get_by_role("link", name="Keep as a new item").click()
        ben.get_by_role("button", name="Keep as a new item").click()
        expect(refused).to_have_count(1)
        refused.get_by_role("button", name="Try again").click()
        expect(ben.get_by_text("It still cannot be sent, and is kept here")).to_be_visible()
        expect(refused).to_have_count(1)
        set_role(anna, hub, home, "editor")
        # Until the device has heard of it, another try is refused like the one before.
        for _ in range(300):
            if ben.goto(f"{device.url}/homes/{home}/items/new").status == 200:
                break
            time.sleep(0.1)
        ben.goto(device.url + "/sync")
        refused.get_by_role("button", name="Try again").click()
        expect(refused).to_have_count(0, timeout=30000)
        anna.goto(f"{hub.url}/items/{kettle}")
        expect(anna.get_by_text("€12.00").first).to_be_visible(timeout=30000)
        ben.goto(device.url + "/items")
        expect(ben.get_by_text("Rope").first).to_be_visible()
        expect(ben.get_by_text("Anchor")).to_have_count(0)
        expect(chip(ben)).to_have_count(0, timeout=30000)
        anna.goto(hub.url + "/items")
        expect(anna.get_by_text("Rope")).to_have_count(0)

        print("Ben locks the app; only a new address opens it", flush=True)
        ben.goto(device.url + "/account")
        ben.get_by_role("button", name="Sign out", exact=True).first.click()
        expect(ben.get_by_role("heading", name="This device is locked")).to_be_visible()
        shot(ben, "locked")
        assert ben.goto(device.url + "/items").status == 403
        ben.goto(device.newest_address())
        expect(ben.get_by_role("heading").first).to_be_visible()
        ben.goto(device.url + "/items")
        expect(ben.get_by_text("Rope").first).to_be_visible()
        assert not problems, "; ".join(problems)
        device.stop()
        browser.close()
    hub.stop()
    shutil.rmtree(folder)
    print("device test: every step was seen")


if __name__ == "__main__":
    try:
        main()
    except (AssertionError, Error) as error:
        print(f"device test failed: {error}")
        sys.exit(1)
