#!/usr/bin/env python3
"""A household in real browsers: photos, lists, roles seen live, leaving and being removed, and the
app that a browser can install.

usage: household.py      (HEARTH names the program; default is the debug build)"""
import json
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


def new_item(page, hub, home, name, price="", another=False):
    if not page.url.startswith(f"{hub.url}/homes/{home}/items/new"):
        page.goto(f"{hub.url}/homes/{home}/items/new")
    page.get_by_label("Name", exact=True).first.fill(name)
    page.get_by_label(re.compile("^Price")).first.fill(price)
    button = "Save and add another" if another else "Save"
    page.get_by_role("button", name=button, exact=True).click()
    expect(page.get_by_text(f"Added {name}")).to_be_visible()


def settings(page, hub, home):
    page.goto(f"{hub.url}/homes/{home}/settings")
    page.evaluate("document.querySelectorAll('main details').forEach((d) => { d.open = true; })")


def photos(page, hub, item, folder):
    print("photos of all four kinds come, turned the right way up", flush=True)
    page.goto(item)
    jpeg = _pictures.encoded(page, "image/jpeg", 80, 40)
    files = {
        "photo.png": _pictures.png(80, 40), "photo.webp": _pictures.encoded(page, "image/webp", 80, 40),
        "turned.jpg": _pictures.turned(jpeg, 6)}
    if _pictures.heic(80, 40, folder / "photo.heic"):
        files["photo.heic"] = (folder / "photo.heic").read_bytes()
    for count, (name, content) in enumerate(files.items(), 1):
        page.locator("input[name=photos]").set_input_files(files=[
            {"name": name, "mimeType": "application/octet-stream", "buffer": content}])
        expect(page.locator("figure .photo")).to_have_count(count)
        image = page.locator("figure .photo img").nth(count - 1)
        assert support.is_loaded(image), f"{name} is not shown"
        sizes = image.evaluate("(image) => [image.naturalWidth, image.naturalHeight]")
        is_upright = sizes[0] < sizes[1]
        assert is_upright == (name == "turned.jpg"), f"{name} lies the wrong way: {sizes}"
    page.locator("input[name=photos]").set_input_files(files=[
        {"name": "letter.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.4 no picture"}])
    expect(page.get_by_text("letter.pdf is a PDF, not a picture")).to_be_visible()
    page.goto(item)
    page.locator("details.photo-menu summary").nth(1).click()
    page.get_by_role("button", name="Show first").first.click()
    page.wait_for_load_state()
    page.locator("details.photo-menu summary").first.click()
    page.get_by_role("button", name="Delete photo").first.click()
    expect(page.locator("figure .photo")).to_have_count(len(files) - 1)


def lists(page, hub, home):
    print("several items follow one another; the list is searched as one types", flush=True)
    for number, name in enumerate(["Oak table", "Oak chair", "Lamp"]):
        new_item(page, hub, home, name, "10.00" if number else "", another=number < 2)
    page.goto(hub.url + "/items")
    page.locator("#q").press_sequentially("oak", delay=30)
    expect(page.get_by_text("Lamp", exact=True)).to_have_count(0)
    expect(page.get_by_text("Oak chair").first).to_be_visible()
    assert "q=oak" in page.url, page.url
    expect(page.locator("#note")).to_contain_text("2 items found")
    page.get_by_role("link", name="Has no price").click()
    expect(page.get_by_text("Oak chair")).to_have_count(0)
    expect(page.get_by_text("Oak table").first).to_be_visible()
    address = page.url
    page.goto(hub.url + "/")
    page.goto(address)
    expect(page.get_by_text("Oak chair")).to_have_count(0)
    expect(page.get_by_text("Oak table").first).to_be_visible()
    page.go_back()
    page.go_forward()
    expect(page.get_by_text("Oak chair")).to_have_count(0)
    print("a deleted item is brought back", flush=True)
    page.get_by_text("Oak table").first.click()
    page.locator(".top .more-menu summary").click()
    page.get_by_role("link", name="Delete", exact=True).click()
    page.get_by_role("button", name=re.compile("^Delete")).click()
    expect(page.get_by_text("Deleted Oak table")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", name="Oak table").first).to_be_visible()


def roles(anna, ben, hub, home, item):
    print("a change of role is seen live; a viewer has nothing to edit with, and the hub agrees",
          flush=True)
    ben.goto(item)
    expect(ben.get_by_role("link", name="Edit", exact=True)).to_be_visible()
    ben.goto(item + "?edit")
    token = ben.locator("main input[name=csrf]").first.get_attribute("value")
    ben.goto(item)
    settings(anna, hub, home)
    row = anna.locator("li.member", has_text="Ben")
    row.locator("select[name=role]").select_option("viewer")
    row.get_by_role("button", name="Change").click()
    expect(anna.get_by_text("Ben can now only view")).to_be_visible()
    expect(ben.get_by_role("link", name="Edit", exact=True)).to_have_count(0, timeout=15000)
    expect(ben.locator("input[name=photos]")).to_have_count(0)
    expect(ben.locator("details.photo-menu")).to_have_count(0)
    for path in (f"/homes/{home}/items", f"/homes/{home}", f"/homes/{home}/rooms",
                 f"/homes/{home}/labels", f"/homes/{home}/settings"):
        ben.goto(hub.url + path)
        expect(ben.locator(f"main a[href^='/homes/{home}/items/new']")).to_have_count(0)
        forms = ben.locator("main form[method=post]").evaluate_all(
            "(forms) => forms.map((form) => new URL(form.action).pathname)")
        allowed = {f"/homes/{home}/primary", f"/homes/{home}/settings/leave"}
        assert set(forms) <= allowed, f"{path} offers {forms}"
    assert ben.goto(item + "?edit").status == 403
    refused = ben.request.post(item + "?edit", form={"csrf": token, "name": "Mine"},
                               headers={"Origin": hub.url})
    assert refused.status == 403, refused.status
    ben.goto(item)
    expect(ben.get_by_role("heading", name="Mine")).to_have_count(0)


def removal(anna, ben, hub, home, item, database):
    print("who is removed loses the home at once, and its copy beside the hub", flush=True)
    ben.goto(f"{hub.url}/homes/{home}/items")
    expect(ben.get_by_text("Oak chair").first).to_be_visible()
    settings(anna, hub, home)
    anna.locator("li.member", has_text="Ben").get_by_role("link", name="Remove Ben").click()
    anna.get_by_role("button", name=re.compile("^Remove")).click()
    expect(anna.get_by_text("Ben no longer has")).to_be_visible()
    expect(ben.get_by_text("Oak chair")).to_have_count(0, timeout=15000)
    assert ben.goto(item).status == 404
    assert ben.goto(f"{hub.url}/homes/{home}").status == 404
    assert support.rows(database("ben"), "SELECT count(*) FROM items") == [(0,)]


def stop_sharing(anna, ben, hub, home):
    print("sharing is stopped for everyone", flush=True)
    address = support.make_invite(anna, hub, home)
    ben.goto(address)
    ben.get_by_role("button", name="Join Harbour Street").click()
    ben.get_by_role("heading", name="Welcome to Harbour Street").wait_for()
    address = support.make_invite(anna, hub, home)
    settings(anna, hub, home)
    anna.get_by_role("link", name="Stop sharing").click()
    anna.get_by_role("button", name="Stop sharing").click()
    expect(anna.get_by_text("Harbour Street is private again")).to_be_visible()
    assert ben.goto(f"{hub.url}/homes/{home}").status == 404
    ben.goto(address)
    expect(ben.get_by_role("button", name=re.compile("^Join"))).to_have_count(0)


def install(browser, page, hub):
    print("the app can be installed, and says so when there is no connection", flush=True)
    page.goto(hub.url + "/")
    link = page.locator("link[rel=manifest]").get_attribute("href")
    manifest = json.loads(page.request.get(hub.url + link).text())
    assert manifest["start_url"] == "/" and manifest["display"] == "standalone", manifest
    sizes = set()
    for icon in manifest["icons"]:
        answer = page.request.get(hub.url + icon["src"])
        assert answer.ok and answer.headers["content-type"] == icon["type"], icon
        sizes.add(icon["sizes"])
    assert {"192x192", "512x512"} <= sizes, sizes
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    page.context.set_offline(True)
    page.goto(hub.url + "/items", wait_until="domcontentloaded")
    expect(page.get_by_role("heading").first).to_be_visible()
    assert page.locator("main").inner_text().strip(), "the offline page is empty"
    font = page.evaluate("getComputedStyle(document.body).fontFamily")
    assert "Inter" in font, f"the offline page has no style: {font}"
    page.context.set_offline(False)
    page.goto(hub.url + "/items")
    expect(page.get_by_text("Oak chair").first).to_be_visible()


def main():
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hearth-household-"))
    hub = support.Hub(os.environ.get("HEARTH", str(ROOT / ".build/debug/hearth")), folder)
    problems = []

    def database(name):
        account = support.rows(
            folder / "data/hub.db", "SELECT id FROM accounts WHERE name = ?", name)[0][0]
        return next((folder / "data/replicas").glob(f"{account}.sqlite"))

    with sync_playwright() as p:
        browser = support.chromium(p)
        anna = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
        ben = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
        for page in (anna, ben):
            page.set_default_timeout(15000)
            support.watch(page, problems)
        anna.goto(hub.url + "/")
        support.fill_account(anna, "Anna")
        support.name_home(anna, "Harbour Street")
        anna.wait_for_load_state()
        home = support.home_id(anna, hub)
        new_item(anna, hub, home, "Kettle", "29.90")
        item = anna.url.split("?")[0]
        photos(anna, hub, item, folder)
        lists(anna, hub, home)
        address = support.make_invite(anna, hub, home)
        ben.goto(address)
        ben.get_by_role("link", name=re.compile("Create")).first.click()
        support.fill_account(ben, "Ben")
        ben.get_by_role("button", name="Join Harbour Street").click()
        ben.get_by_role("heading", name="Welcome to Harbour Street").wait_for()
        roles(anna, ben, hub, home, item)
        removal(anna, ben, hub, home, item, database)
        stop_sharing(anna, ben, hub, home)
        install(browser, anna, hub)
        assert not problems, "; ".join(problems)
        browser.close()
    hub.stop()
    shutil.rmtree(folder)
    print("household test: every step was seen")


if __name__ == "__main__":
    try:
        main()
    except (AssertionError, Error) as error:
        print(f"household test failed: {error}")
        sys.exit(1)
