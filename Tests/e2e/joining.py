#!/usr/bin/env python3
"""Joining a home from a device in a real browser while its hub is away and the device is killed.

usage: joining.py      (HEARTH names the program; default is the debug build)

Anna owns a home on a hub. Ben has a device and an invite, and no hub; his device is killed before
and after the hub has come back. Exits with 0 when every step was seen."""
import os
import pathlib
import re
import shutil
import sys
import tempfile

from playwright.sync_api import Error, expect, sync_playwright

import support

ROOT = pathlib.Path(__file__).resolve().parents[2]


def kill(device):
    """Ends a device as a power cut would."""
    device.process.kill()
    device.process.wait(20)


def sign_up(browser, hub, address, name, home):
    """Makes an account by an invite, and a home for it, in a browser of its own."""
    page = browser.new_context().new_page()
    page.goto(address)
    page.get_by_role("link", name=re.compile("Create")).first.click()
    support.fill_account(page, name)
    page.wait_for_load_state()
    page.goto(hub.url + "/homes/new")
    support.name_home(page, home)
    page.wait_for_load_state()
    page.context.close()


def ask_later(page, device, address):
    """Opens a link on the device and has it asked when the hub is back."""
    page.goto(device.url + "/join")
    page.get_by_label("Code or link").fill(address)
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("heading", name="Your hub cannot be reached")).to_be_visible()
    page.get_by_role("button", name="Join when the hub is back").click()
    expect(page.get_by_role("heading", name="What you want to join")).to_be_visible()


def main():
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hearth-joining-"))
    hearth = os.environ.get("HEARTH", str(ROOT / ".build/debug/hearth"))
    shots = os.environ.get("SHOTS")
    hub = support.Hub(hearth, folder)
    problems = []
    with sync_playwright() as p:
        browser = support.chromium(p)
        anna = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
        ben = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
        for page in (anna, ben):
            page.set_default_timeout(15000)
            support.watch(page, problems)

        def shot(page, name):
            support.no_overflow(page, name)
            support.both_themes(page, shots, f"joining-{name}")

        print("Anna has a home; Ben has an account, a home of his own and a device", flush=True)
        anna.goto(hub.url + "/")
        support.fill_account(anna, "Anna")
        support.name_home(anna, "Lake Cabin")
        anna.wait_for_load_state()
        home = support.home_id(anna, hub)
        sign_up(browser, hub, support.make_invite(anna, hub, home), "Ben", "Boat")
        works, revoked = (support.make_invite(anna, hub, home) for _ in range(2))
        device = support.Device(hearth, folder, hub)
        ben.goto(device.address)
        ben.get_by_label("Sign-in name").fill("ben")
        ben.get_by_label("Password", exact=True).fill(support.PASSWORD)
        ben.get_by_role("button", name=re.compile("Connect|Sign in")).first.click()
        expect(ben.get_by_role("heading", name="Boat")).to_be_visible()

        print("without the hub both invites wait, also when the device is killed", flush=True)
        anna.goto(f"{hub.url}/homes/{home}/settings")
        anna.evaluate("document.querySelectorAll('main details').forEach((d) => { d.open = true; })")
        anna.locator("form[action$='/revoke'] button").first.click()
        expect(anna.get_by_text("The invite no longer works")).to_be_visible()
        hub.stop()
        # Whoever is in a home already is let in by any invite to it: the one that fails goes first.
        ask_later(ben, device, revoked)
        ask_later(ben, device, works)
        expect(ben.get_by_text("Waits for your hub")).to_have_count(2)
        expect(ben.get_by_text("Lake Cabin")).to_have_count(0)
        shot(ben, "waiting")
        kill(device)
        device.start()
        ben.goto(device.url + "/people")
        expect(ben.get_by_text("Waits for your hub")).to_have_count(2)

        print("the hub is back: one home is joined, one invite refused, on the open page", flush=True)
        hub.start()
        expect(ben.get_by_text("Welcome to Lake Cabin")).to_be_visible(timeout=90000)
        expect(ben.get_by_text("This invite was taken back")).to_be_visible(timeout=30000)
        shot(ben, "answered")
        kill(device)
        device.start()
        ben.goto(device.url + "/people")
        expect(ben.get_by_text("Welcome to Lake Cabin")).to_be_visible()
        ben.goto(f"{device.url}/homes/{home}")
        expect(ben.get_by_role("heading", name="Lake Cabin").first).to_be_visible()

        print("Anna is told, and takes the home away again with one click", flush=True)
        anna.goto(hub.url + "/people")
        expect(anna.get_by_text("Ben used your invite to Lake Cabin")).to_be_visible()
        shot(anna, "told")
        # A page of the home would be left by itself, just when another is opened.
        ben.goto(device.url + "/people")
        anna.get_by_role("button", name="Remove Ben").click()
        expect(anna.get_by_text("Ben no longer has")).to_be_visible()
        expect(ben.get_by_text("Anna no longer shares Lake Cabin with you")).to_be_visible(
            timeout=30000)
        shot(ben, "lost")
        with ben.expect_download() as saved:
            ben.get_by_role("link", name="Get the copy").click()
        assert saved.value.suggested_filename == "Lake Cabin.zip", saved.value.suggested_filename
        assert not problems, "; ".join(problems)
        device.stop()
        browser.close()
    hub.stop()
    shutil.rmtree(folder)
    print("joining test: every step was seen")


if __name__ == "__main__":
    try:
        main()
    except (AssertionError, Error) as error:
        print(f"joining test failed: {error}")
        sys.exit(1)
