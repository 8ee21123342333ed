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


def family(ida, hub, home):
    """Founds a family with a child and shares the home with it. Returns the family's address, and
    the link that lets the child in."""
    ida.goto(hub.url + "/families/new")
    ida.get_by_label("Name of the family").fill("Lindqvist")
    ida.get_by_role("button", name="Found a family").click()
    address = hub.url + re.search(r"/families/[0-9a-f-]{36}", ida.url).group(0)
    ida.goto(address + "/children/new")
    ida.get_by_label("Name of the child").fill("Mia")
    ida.get_by_role("button", name="Add a child").click()
    ida.get_by_role("heading", name="Account of Mia").wait_for()
    child = ida.url
    ida.goto(address + "/routines/new")
    ida.get_by_label("Title").fill("Evening")
    ida.get_by_role("checkbox", name=re.compile("Mia")).set_checked(True)
    ida.get_by_label("Steps", exact=True).fill("Brush teeth\nPyjamas")
    ida.get_by_role("button", name="Save", exact=True).click()
    ida.goto(f"{hub.url}/homes/{home}/settings/family-sharing")
    ida.get_by_role("button", name=re.compile("^Share")).first.click()
    ida.goto(child)
    ida.get_by_role("button", name="Show a code").click()
    return address, ida.get_by_label("Send this link").input_value()


def bring_back(ida, hub, family, folder):
    """Brings back from a file what was deleted since it was made."""
    (folder / "family.zip").write_bytes(
        ida.context.request.get(f"{hub.url}/export/archive").body())
    routine = re.search(r"/routines/[0-9a-f-]{36}", ida.goto(family + "/routines").text()).group(0)
    ida.goto(family + routine)
    ida.get_by_text("Delete", exact=True).click()
    expect(ida.get_by_role("button", name="Archive instead")).to_be_visible()
    ida.get_by_role("button", name="Delete routine").click()
    preview(ida, hub, folder)
    ida.get_by_role("button", name="Bring it back").click()
    for _ in range(60):
        if ida.get_by_role("heading", name="Lindqvist is back").count():
            break
        ida.get_by_role("link", name="See how far it is").click()
    expect(ida.get_by_role("heading", name="Lindqvist is back")).to_be_visible()
    assert ida.goto(family + routine).ok
    preview(ida, hub, folder)
    expect(ida.get_by_text("Everything in this file is there already.")).to_be_visible()


def preview(ida, hub, folder):
    ida.goto(hub.url + "/family-imports")
    ida.locator("input[type=file]").set_input_files(folder / "family.zip")
    ida.get_by_role("button", name="Preview import").click()


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
        ida.get_by_role("button", name="Preview import").click()
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
        ida.get_by_role("button", name="Create invite").first.click()
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

        print("a family has a child with a day and Find of its own, and comes back from its file", flush=True)
        address, link = family(ida, hub, home)
        mia = person(390)
        mia.goto(link)
        mia.get_by_role("button", name="Sign in").click()
        expect(mia.get_by_role("heading", name="Mia's day")).to_be_visible()
        teeth = mia.get_by_role("button", name=re.compile("^(?!Read).*Brush teeth"))
        teeth.click()
        expect(teeth).to_have_attribute("aria-pressed", "true")
        mia.goto(hub.url + "/find")
        mia.locator("main [name=q]").fill("kett")
        mia.locator("main [name=q]").press("Enter")
        mia.get_by_role("link", name=re.compile("Kettle")).first.click()
        expect(mia.get_by_role("heading", name="Kettle").first).to_be_visible()
        bring_back(ida, hub, address, folder)

        print("what somebody is told is chosen", flush=True)
        ida.goto(hub.url + "/account/notifications")
        choice = ida.locator("main input[type=checkbox]:not([disabled])").first
        was = choice.is_checked()
        choice.set_checked(not was)
        ida.locator("main").get_by_role("button", name="Save").first.click()
        ida.goto(hub.url + "/account/notifications")
        expect(ida.locator("main input[type=checkbox]:not([disabled])").first).to_be_checked(
            checked=not was)

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
