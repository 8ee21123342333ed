#!/usr/bin/env python3
"""Two people, three devices, and everything that can go wrong between an invite and a shared home.

usage: two_people.py      (HEARTH names the program; default is the debug build)

Anna sits at a desk; Ben has a phone and a laptop that keeps his homes. He moves his cottage into her
cabin while the laptop is cut off and goes on writing. Then every page that says why not: invites that
are used up, revoked, forged, for somebody else or one's own, a home that is deleted before the yes, a
role that is lowered while a form is open, merges that cannot be, answers that are sent twice. Exits
with 0 when every step was seen."""
import os
import pathlib
import re
import shutil
import sys
import tempfile
import traceback

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Error, expect, sync_playwright

import support
from _person import RULES

ROOT = pathlib.Path(__file__).resolve().parents[2]
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 900}


class Household:
    """The pages of both people, and what they do again and again."""

    def __init__(self, browser, hub, problems, shots):
        self.browser, self.hub, self.problems, self.shots = browser, hub, problems, shots

    def browse(self, size):
        page = self.browser.new_context(viewport=size).new_page()
        page.set_default_timeout(15000)
        support.watch(page, self.problems)
        return page

    def sign_in(self, size, name):
        page = self.browse(size)
        page.goto(self.hub.url + "/signin")
        page.get_by_label("Sign-in name").fill(name)
        page.get_by_label("Password", exact=True).fill(support.PASSWORD)
        page.get_by_role("button", name="Sign in").first.click()
        page.wait_for_url(lambda url: "/signin" not in url)
        return page

    def shot(self, page, name):
        """Looks at a page as a person does: nothing beside it, and nobody is kept out of it."""
        support.no_overflow(page, name)
        found = Axe().run(page, options={"runOnly": RULES["runOnly"]}).response["violations"]
        serious = [each["id"] for each in found if each["impact"] in ("serious", "critical")]
        assert not serious, f"{name}: {serious}"
        support.both_themes(page, self.shots, f"two-{name}")

    def add(self, page, home, name, url=None):
        page.goto(f"{url or self.hub.url}/homes/{home}/items/new")
        page.get_by_label("Name", exact=True).first.fill(name)
        page.get_by_role("button", name="Save", exact=True).first.click()
        page.wait_for_load_state()
        return page.url.split("?")[0].rsplit("/", 1)[1]

    def make_home(self, page, name):
        page.goto(self.hub.url + "/homes/new")
        support.name_home(page, name)
        page.wait_for_load_state()
        return page.url.rsplit("/", 1)[1].split("?")[0]

    def says(self, page, *texts):
        for text in texts:
            # The same text may stand in a menu that is closed.
            expect(page.get_by_text(text, exact=False).filter(visible=True).first).to_be_visible()


def merge_with_laptop(house, anna, cabin, device):
    """S0: two inventories become one, while a third device is away and goes on writing."""
    hub = house.hub
    address = support.make_invite(anna, hub, cabin)
    phone = house.browse(PHONE)
    phone.goto(address)
    house.says(phone, "Lake Cabin", "Anna")
    phone.get_by_role("link", name=re.compile("Create")).first.click()
    support.fill_account(phone, "Ben")
    phone.wait_for_load_state()
    cottage = house.make_home(phone, "Cottage")
    rake = house.add(phone, cottage, "Rake")
    print("Ben's laptop has his cottage, and is cut off", flush=True)
    laptop = house.browse(DESK)
    laptop.goto(device.address)
    laptop.get_by_label("Sign-in name").fill("ben")
    laptop.get_by_label("Password", exact=True).fill(support.PASSWORD)
    laptop.get_by_role("button", name=re.compile("Connect|Sign in")).first.click()
    expect(laptop.get_by_role("heading", name="Cottage").first).to_be_visible()
    laptop.goto(f"{device.url}/homes/{cottage}/items")
    house.says(laptop, "Rake")
    device.wire.cut()
    house.add(laptop, cottage, "Late lantern", device.url)
    laptop.goto(f"{device.url}/items/{rake}?edit")
    laptop.get_by_label("Name", exact=True).first.fill("Garden rake")
    laptop.get_by_role("button", name="Save", exact=True).first.click()
    house.says(laptop, "Garden rake")

    print("on the phone the cottage goes into the cabin", flush=True)
    phone.goto(address)
    phone.locator("label.choice", has_text="Merge into Lake Cabin").click()
    phone.get_by_role("button", name="Continue").click()
    phone.get_by_role("link", name=re.compile("Cottage")).last.click()
    house.says(phone, "1 item moves")
    house.shot(phone, "plan")
    # Twice, as an impatient thumb does.
    button = phone.get_by_role("button", name="Join and move 1 item")
    button.dblclick()
    house.says(phone, "Your items have been moved to Lake Cabin", "Moved 1 item")
    phone.goto(f"{hub.url}/homes/{cottage}")
    house.says(phone, "Your items have been moved to Lake Cabin")
    anna.goto(f"{hub.url}/people")
    house.says(anna, "Ben moved a home of their own into Lake Cabin")
    house.shot(anna, "told-of-merge")

    print("the laptop is back: what it wrote has followed", flush=True)
    device.wire.mend()
    laptop.goto(f"{device.url}/sync")
    laptop.get_by_role("button", name=re.compile("Sync now|Try now")).first.click()
    for page, url in ((laptop, device.url), (anna, hub.url)):
        for _ in range(60):
            page.goto(f"{url}/homes/{cabin}/items")
            if page.get_by_text("Garden rake").count() and page.get_by_text("Late lantern").count():
                break
            page.wait_for_timeout(500)
        house.says(page, "Garden rake", "Late lantern", "Kettle")
    laptop.goto(f"{device.url}/sync")
    expect(laptop.get_by_text("Not accepted")).to_have_count(0)
    return phone, laptop


def invites_that_fail(house, anna, cabin, ben):
    hub = house.hub
    print("invites that do not work say why", flush=True)
    ben.goto(support.make_invite(anna, hub, cabin))
    house.says(ben, "You already have Lake Cabin")
    house.shot(ben, "already-member")
    anna.goto(support.make_invite(anna, hub, cabin))
    house.says(anna, "This is your own invite")
    house.shot(anna, "own-invite")
    eve = house.browse(PHONE)
    eve.goto(support.make_invite(anna, hub, cabin))
    eve.get_by_role("link", name=re.compile("Create")).first.click()
    support.fill_account(eve, "Eve")
    eve.wait_for_load_state()
    eve.goto(f"{hub.url}/i/AAAAAAAAAAAAAAAAAAAAAA")
    house.says(eve, "There is no such invite")
    house.shot(eve, "forged")
    eve.goto(f"{hub.url}/join")
    eve.get_by_label("Code or link").fill("ZZZ-9999")
    eve.get_by_role("button", name="Continue").click()
    expect(eve.locator(".problem, [role=alert]").first).to_be_visible()
    used = support.make_invite(anna, hub, cabin)
    carl = house.browse(DESK)
    carl.goto(used)
    carl.get_by_role("link", name=re.compile("Create")).first.click()
    support.fill_account(carl, "Carl")
    carl.wait_for_load_state()
    carl.goto(used)
    carl.get_by_role("button", name="Join Lake Cabin").click()
    house.says(carl, "Lake Cabin")
    eve.goto(used)
    house.says(eve, "This invite was already used", "Ask for a new one")
    house.shot(eve, "used-up")
    revoked = support.make_invite(anna, hub, cabin)
    anna.goto(f"{hub.url}/homes/{cabin}/settings")
    anna.evaluate("document.querySelectorAll('main details').forEach((d) => { d.open = true; })")
    while anna.locator("form[action$='/revoke'] button").count():
        anna.locator("form[action$='/revoke'] button").first.click()
        anna.wait_for_load_state()
        anna.evaluate(
            "document.querySelectorAll('main details').forEach((d) => { d.open = true; })")
    eve.goto(revoked)
    house.says(eve, "This invite was taken back")
    house.shot(eve, "revoked")
    return eve, carl


def home_goes_before_the_yes(house, anna, eve):
    print("the home is deleted between the preview and the yes", flush=True)
    hub = house.hub
    barn = house.make_home(anna, "Barn")
    flat = house.make_home(eve, "Flat")
    house.add(eve, flat, "Sofa")
    address = support.make_invite(anna, hub, barn)
    eve.goto(address)
    eve.locator("label.choice", has_text="Merge into Barn").click()
    eve.get_by_role("button", name="Continue").click()
    eve.get_by_role("link", name=re.compile("Flat")).last.click()
    house.says(eve, "1 item moves")
    anna.goto(f"{hub.url}/homes/{barn}/delete")
    anna.get_by_label(re.compile("Type|Barn")).first.fill("Barn")
    anna.get_by_role("button", name=re.compile("Delete")).last.click()
    anna.wait_for_load_state()
    eve.get_by_role("button", name="Join and move 1 item").click()
    house.says(eve, "It is no longer shared")
    house.shot(eve, "gone")
    eve.goto(f"{hub.url}/homes/{flat}/items")
    house.says(eve, "Sofa")
    return flat


def merges_that_cannot_be(house, eve, flat, ben):
    print("merges of a home into itself, of one that others have, of somebody else's", flush=True)
    hub = house.hub
    other = house.make_home(eve, "Studio")
    answer = eve.goto(f"{hub.url}/homes/{flat}/merge?into={flat}")
    assert answer.status < 500
    expect(eve.get_by_role("button", name=re.compile("^Move .* into Flat"))).to_have_count(0)
    invite = support.make_invite(eve, hub, flat)
    ben.goto(invite)
    ben.get_by_role("button", name=re.compile("Join Flat|Continue")).click()
    ben.wait_for_load_state()
    eve.goto(f"{hub.url}/homes/{flat}/merge?into={other}")
    house.says(eve, "would lose")
    house.shot(eve, "shared-out")
    assert ben.goto(f"{hub.url}/homes/{flat}/merge").status == 403
    house.shot(ben, "not-mine")


def role_is_lowered(house, anna, cabin, ben):
    print("a role is lowered while a form is open: what was typed is still there", flush=True)
    hub = house.hub
    ben.goto(f"{hub.url}/homes/{cabin}/items/new")
    ben.get_by_label("Name", exact=True).first.fill("Cherry picker")
    anna.goto(f"{hub.url}/homes/{cabin}/settings")
    anna.evaluate("document.querySelectorAll('main details').forEach((d) => { d.open = true; })")
    row = anna.locator("li", has=anna.locator("b", has_text="Ben")).first
    row.get_by_role("combobox").select_option("viewer")
    row.get_by_role("button", name=re.compile("Save|Change")).first.click()
    anna.wait_for_load_state()
    ben.get_by_role("button", name="Save", exact=True).first.click()
    ben.wait_for_load_state()
    house.shot(ben, "lowered")
    house.says(ben, "You can look, but not change", "Nothing was changed")
    house.says(ben, "What you wrote", "Cherry picker")
    anna.goto(f"{hub.url}/homes/{cabin}/items")
    expect(anna.get_by_text("Cherry picker")).to_have_count(0)


def hidden_meanwhile(house, anna, cabin, carl, laptop, device):
    print("shared homes are hidden and shown again, on pages that are open meanwhile", flush=True)
    hub = house.hub
    carl.goto(f"{hub.url}/homes/{cabin}/items")
    laptop.goto(f"{device.url}/homes/{cabin}/items")
    anna.goto(f"{hub.url}/admin/flags/kill")
    house.shot(anna, "hide-question")
    anna.get_by_label("Hide shared homes meanwhile").check()
    anna.get_by_role("button", name="Pause all sharing").click()
    anna.wait_for_url("**/admin/flags")
    house.says(anna, "Paused, shared homes hidden", "What you share is hidden")
    house.shot(anna, "hide-flags")
    for page in (carl, laptop):
        page.get_by_role("heading", name="Shared homes are hidden for now").wait_for()
        house.says(page, "Nothing is lost")
        expect(page.get_by_text("Kettle")).to_have_count(0)
        house.shot(page, "hidden")
    anna.goto(hub.url + "/admin/flags")
    anna.locator("input[name=state][value=open]").check()
    anna.get_by_role("button", name="Save", exact=True).click()
    anna.wait_for_load_state()
    for page in (carl, laptop):
        page.get_by_text("Kettle").first.wait_for()


def leaving(house, anna, cabin, carl):
    print("who leaves keeps a copy as a home of their own", flush=True)
    hub = house.hub
    carl.goto(f"{hub.url}/homes/{cabin}/settings/leave")
    house.shot(carl, "leave")
    carl.get_by_role("button", name="Leave, and keep a copy").click()
    house.says(carl, "Kettle")
    house.shot(carl, "keep")
    carl.get_by_role("button", name=re.compile("^Import")).last.click()
    house.says(carl, "Lake Cabin")
    anna.goto(f"{hub.url}/homes/{cabin}/items")
    house.says(anna, "Kettle")


def main():
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hearth-two-people-"))
    hearth = os.environ.get("HEARTH", str(ROOT / ".build/debug/hearth"))
    problems = []
    hub = support.Hub(hearth, folder)
    with sync_playwright() as p:
        browser = support.chromium(p)
        house = Household(browser, hub, problems, os.environ.get("SHOTS"))
        print("Anna has a cabin", flush=True)
        anna = house.browse(DESK)
        anna.goto(hub.url + "/")
        support.fill_account(anna, "Anna")
        support.name_home(anna, "Lake Cabin")
        anna.wait_for_load_state()
        cabin = support.home_id(anna, hub)
        house.add(anna, cabin, "Kettle")
        device = support.Device(hearth, folder, hub)
        ben, laptop = merge_with_laptop(house, anna, cabin, device)
        eve, carl = invites_that_fail(house, anna, cabin, ben)
        flat = home_goes_before_the_yes(house, anna, eve)
        merges_that_cannot_be(house, eve, flat, ben)
        role_is_lowered(house, anna, cabin, ben)
        hidden_meanwhile(house, anna, cabin, carl, laptop, device)
        leaving(house, anna, cabin, carl)
        assert not problems, "; ".join(problems)
        laptop.context.close()
        device.stop()
        browser.close()
    hub.stop()
    shutil.rmtree(folder)
    print("two_people.py: every step was seen")


if __name__ == "__main__":
    try:
        main()
    except (AssertionError, Error) as error:
        traceback.print_exception(error)
        sys.exit("two_people.py failed")
