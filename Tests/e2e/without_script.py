#!/usr/bin/env python3
"""Every form in a browser that runs no script: sign up, items, photos, import, sharing, joining.

usage: without_script.py      (HEARTH names the program; default is the debug build)"""
import os
import pathlib
import re
import shutil
import sys
import tempfile

from playwright.sync_api import Error, expect, sync_playwright

import _pictures
import support

ROOT = pathlib.Path(__file__).resolve().parents[2]
CSV = """HB.import_ref,HB.location,HB.tags,HB.name,HB.quantity,HB.purchase_price
ref-1,Garage / Shelf 2,Tools,Cordless drill,1,189.50
ref-2,Kitchen,Kitchen,Espresso machine,1,about 400
ref-3,Kitchen,Kitchen,Fork,24,1.25
"""


def main():
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hearth-plain-"))
    (folder / "things.csv").write_text(CSV)
    hub = support.Hub(os.environ.get("HEARTH", str(ROOT / ".build/debug/hearth")), folder)
    with sync_playwright() as p:
        browser = support.chromium(p)

        def person(width):
            context = browser.new_context(
                viewport={"width": width, "height": 844}, java_script_enabled=False)
            page = context.new_page()
            page.set_default_timeout(15000)
            return page

        ida, otto = person(390), person(1280)

        print("an account and a home are made", flush=True)
        ida.goto(hub.url + "/")
        support.fill_account(ida, "Ida")
        support.name_home(ida, "Mill House")
        expect(ida.get_by_role("heading", name="Mill House").first).to_be_visible()
        ida.goto(hub.url + "/homes")
        home = re.search(r"/homes/([0-9a-f-]{36})", ida.content()).group(1)

        print("a form that was not filled in well comes back as it was typed", flush=True)
        ida.goto(f"{hub.url}/homes/{home}/items/new")
        ida.get_by_label("Name", exact=True).first.fill("Kettle")
        ida.get_by_label(re.compile("^Price")).first.fill("about ten")
        ida.get_by_role("button", name="Save", exact=True).click()
        expect(ida.get_by_label("Name", exact=True).first).to_have_value("Kettle")
        expect(ida.get_by_label(re.compile("^Price")).first).to_have_value("about ten")
        ida.get_by_label(re.compile("^Price")).first.fill("29.90")

        print("an item is added with a photo, another photo follows", flush=True)
        picture = {"name": "kettle.png", "mimeType": "image/png", "buffer": _pictures.png(60, 40)}
        ida.locator("input[name=photos]").set_input_files(files=[picture])
        ida.get_by_role("button", name="Save", exact=True).click()
        expect(ida.get_by_role("heading", name="Kettle").first).to_be_visible()
        expect(ida.locator("figure .photo")).to_have_count(1)
        picture["buffer"] = _pictures.png(40, 60)
        ida.locator("input[name=photos]").set_input_files(files=[picture])
        ida.get_by_role("button", name="Upload", exact=True).click()
        expect(ida.locator("figure .photo")).to_have_count(2)

        print("an item is found by the search and by a filter, deleted and brought back", flush=True)
        ida.goto(hub.url + "/items")
        ida.locator("#q").fill("kett")
        ida.get_by_role("button", name="Search", exact=True).click()
        assert "q=kett" in ida.url
        expect(ida.get_by_text("Kettle").first).to_be_visible()
        ida.get_by_role("link", name="Has no price").click()
        expect(ida.get_by_text("Kettle")).to_have_count(0)
        ida.goto(hub.url + "/items")
        ida.get_by_text("Kettle").first.click()
        ida.locator(".top .more-menu summary").click()
        ida.get_by_role("link", name="Delete", exact=True).click()
        ida.get_by_role("button", name=re.compile("^Delete")).click()
        expect(ida.get_by_text("Deleted Kettle")).to_be_visible()
        ida.get_by_role("button", name="Undo").click()
        expect(ida.get_by_role("heading", name="Kettle").first).to_be_visible()
        expect(ida.locator("figure .photo")).to_have_count(2)

        print("a file is imported after its preview, and the import taken back", flush=True)
        ida.goto(f"{hub.url}/import?home={home}")
        ida.locator("input[type=file]").set_input_files(folder / "things.csv")
        ida.get_by_role("button", name="Show what would happen").click()
        expect(ida.get_by_text("about 400").first).to_be_visible()
        ida.get_by_role("button", name=re.compile("^Import [0-9]")).click()
        for _ in range(60):
            if ida.get_by_role("heading", name="Imported", exact=True).count():
                break
            ida.get_by_role("link", name="See how far it is").click()
        expect(ida.get_by_role("heading", name="Imported", exact=True)).to_be_visible()
        ida.get_by_role("link", name="Undo the import").click()
        expect(ida.get_by_text("2 items go")).to_be_visible()
        ida.get_by_role("button", name="Undo the import").click()
        ida.goto(hub.url + "/items")
        expect(ida.get_by_text("Cordless drill")).to_have_count(0)
        expect(ida.get_by_text("Kettle").first).to_be_visible()

        print("the home is shared by a code, joined, and left again", flush=True)
        ida.goto(f"{hub.url}/homes/{home}/settings")
        ida.locator("summary", has_text="Sharing").first.click()
        ida.get_by_role("button", name="Make an invite").first.click()
        ida.get_by_role("heading", name="The invite is ready").wait_for()
        address = re.search(r"https?://[^\"'<>\s]+/i/[A-Za-z0-9_-]+", ida.content()).group(0)
        otto.goto(re.sub(r"^https?://[^/]+", hub.url, address))
        otto.get_by_role("link", name=re.compile("Create")).first.click()
        support.fill_account(otto, "Otto")
        otto.get_by_role("button", name="Join Mill House").click()
        otto.get_by_role("heading", name="Welcome to Mill House").wait_for()
        otto.goto(hub.url + "/items")
        expect(otto.get_by_text("Kettle").first).to_be_visible()
        otto.goto(f"{hub.url}/homes/{home}/settings")
        otto.locator("summary", has_text="Sharing").first.click()
        otto.get_by_role("link", name="Leave").first.click()
        otto.get_by_role("button", name=re.compile("Leave")).first.click()
        assert otto.goto(f"{hub.url}/homes/{home}").status == 404

        print("name, region and password are changed, then out and in again", flush=True)
        ida.goto(hub.url + "/account")
        ida.get_by_label("Your name").fill("Ida Lind")
        ida.get_by_role("button", name="Save", exact=True).first.click()
        expect(ida.get_by_label("Your name")).to_have_value("Ida Lind")
        ida.get_by_label("Current password").fill(support.PASSWORD)
        ida.get_by_label("New password", exact=True).fill("another kettle on the stove")
        ida.get_by_label("New password again").fill("another kettle on the stove")
        ida.get_by_role("button", name="Change password").click()
        ida.get_by_role("button", name="Sign out").first.click()
        ida.get_by_label("Sign-in name").fill("ida")
        ida.get_by_label("Password", exact=True).fill("another kettle on the stove")
        ida.get_by_role("button", name="Sign in").click()
        expect(ida.get_by_role("heading", name="Mill House").first).to_be_visible()
        browser.close()
    hub.stop()
    shutil.rmtree(folder)
    print("without scripts: every step was seen")


if __name__ == "__main__":
    try:
        main()
    except (AssertionError, Error) as error:
        print(f"without scripts: {error}")
        sys.exit(1)
