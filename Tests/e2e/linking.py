#!/usr/bin/env python3
"""How people come to be in a family (the checklist of spec 004), lived by four accounts and the
kitchen's tablet: Ada founds it, Bo comes in with a new account, Cy without the hub, and Dan leaves
another family for it. Then a week with routines by turns, of which Bo's laptop is two days without
the hub.

usage: linking.py      (HEARTH names the program; SHOTS a folder for pictures)

Prints a line for each criterion. Exits with 0 when all were seen."""
import contextlib
import datetime
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

from playwright.sync_api import Error, expect, sync_playwright

import support
from child import kiosk
from family import Home, found
from money import DESK, PHONE

ROOT = pathlib.Path(__file__).resolve().parents[2]
CRITERIA = {
    "S4-OV": "whoever opens the link and says yes is listed as a member",
    "S4-US-J1": "they are a member after one yes",
    "S4-SC-1": "they are linked: the hub has them in the family, and a parent sees them",
    "S4-TC-new-user": "who comes in with a new account has it, and is in the family as invited",
    "S4-FLOW-3a": "they are in the family of the invite",
    "S4-FLOW-3b": "their account is made on the way, with their name",
    "S4-2.3.1-c": "it is made once",
    "S4-2.3.1-a": "it is the account of who is signed in that the hub has in the family",
    "S4-FLOW-6": "it is said that it worked",
    "S4-2.3.1-g": "and the family's page follows",
    "S4-US-P1": "a parent sees who has joined, without loading the page anew",
    "D-FAM-4": "a parent sees the members",
    "D-FAM-11": "who has no account yet sees what the invite is for",
    "S4-DB-U": "the hub's row of who is where is there after the join",
    "S4-TC-same-family": "who is in the family already does not join again, and no use is counted",
    "S4-TC-user-link": "the hub and another device of the same person have them in the family",
    "S4-2.3.4-c": "also when it was open before",
    "S4-TC-invite-use": "the maker of an invite sees on an open page how often it was used",
    "S4-2.3.5-c": "as it is used",
    "S4-2.3.5-a": "also when it was made in another browser",
    "S1-7.4-b": "without anybody loading the page",
    "S4-TC-invite-create": "another browser of its maker lists an invite",
    "S4-2.3.3-a": "as the hub has it",
    "S4-2.3.4-a": "people's accounts and families are those of the running hub",
    "D-FAM-2": "a device shows no family before the hub has agreed",
    "S4-TC-offline-join": "a join without the hub waits, and happens once it is back",
    "S4-2.3.1-b": "then the device's own copy has the family",
    "S4-2.3.1-d": "who is in another family sees what changing means, and confirms it",
    "S4-TC-switch": "they are in one family then, the new one",
    "S4-SEC-2": "outsiders see no invites of a family, and who has the link sees what it is for",
    "S4-TC-perm-error": "what a child may not do is refused with words",
    "S4-TC-invalid-user": "who was removed, or whose account is off, gets a page that says so",
    "S4-TC-offline-sync": "what was ticked without the hub is there once it is back",
    "S4-TC-net-error": "while the hub is away it is said so, and the pages work",
    "S4-TC-realtime": "a tick is on the other pages within two seconds",
    "S4-SC-4": "without anybody loading a page",
}
REALTIME_SECONDS = 2.0


class Linking(Home):
    name = "linking"

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.proven = []

    @contextlib.contextmanager
    def proves(self, *criteria):
        try:
            yield
        except (AssertionError, Error):
            print(f"{' '.join(criteria)} ... FAILED", flush=True)
            raise
        for criterion in criteria:
            print(f"{criterion} ... ok", flush=True)
            self.proven.append(criterion)

    def sign_in(self, name, size=DESK):
        page = self.browse(size)
        page.goto(self.hub.url + "/signin")
        page.get_by_label("Sign-in name").fill(name)
        page.get_by_label("Password", exact=True).fill(support.PASSWORD)
        page.get_by_role("button", name="Sign in").first.click()
        page.wait_for_url(lambda url: "/signin" not in url)
        return page

    def rows(self, query, *values):
        return support.rows(self.hub.folder / "data" / "hub.db", query, *values)


def invite(home, ada, family, role, uses=1):
    """The address of an invite to the family."""
    ada.goto(family + "/settings")
    ada.get_by_text("Sharing", exact=True).click()
    ada.locator("select[name=role]").last.select_option(label=role)
    ada.locator("select[name=uses]").last.select_option(value=str(uses))
    ada.get_by_role("button", name="Create invite").click()
    ada.wait_for_load_state()
    return re.search(r"http[^\"\s<]+/i/[A-Za-z0-9_-]+", ada.content()).group(0)


def families(page, root):
    """The names of the families that a page lists, or of the one that it leads to."""
    page.goto(root + "/families")
    return page.locator("main h1").first.inner_text()


def in_families(home, account):
    """In which families an account is, by the hub's own rows."""
    return [row[0] for row in home.rows(
        "SELECT grants.role FROM grants JOIN zones ON zones.id = grants.zoneID JOIN accounts ON "
        "accounts.id = grants.accountID WHERE zones.kind = 'family' AND zones.isAlive AND "
        "accounts.name = ?", account)]


def new_account(home, ada, family):
    watching = home.sign_in("ada")
    watching.goto(family + "/settings")
    watching.get_by_text("Sharing", exact=True).click()
    link = invite(home, ada, family, "Parent", uses=2)
    count = watching.locator("main").get_by_text(re.compile(r"used \d of 2")).first
    with home.proves("S4-2.3.5-a"):
        expect(count).to_contain_text("used 0 of 2", timeout=20000)
    # A mark on the page would be gone if it were loaded anew.
    watching.evaluate("window.isTheSamePage = true")
    bo = home.browse(PHONE)
    with home.proves("D-FAM-11"):
        bo.goto(link)
        expect(bo.get_by_text("Lindqvist").first).to_be_visible()
    home.shot(bo, "preview")
    with home.proves("S4-TC-new-user", "S4-US-J1", "S4-FLOW-3a", "S4-FLOW-3b", "S4-2.3.1-c",
                     "S4-DB-U", "S4-2.3.1-a", "S4-2.3.4-a"):
        bo.get_by_role("link", name=re.compile("Create")).first.click()
        support.fill_account(bo, "Bo")
        assert in_families(home, "bo") == [], "in the family before the yes"
        bo.get_by_role("button", name="Join Lindqvist").click()
        bo.get_by_role("heading", name="Welcome to Lindqvist").wait_for()
        assert in_families(home, "bo") == ["readWrite"], in_families(home, "bo")
        names = home.rows("SELECT displayName FROM accounts WHERE name = 'bo'")
        assert [tuple(row) for row in names] == [("Bo",)], names
    with home.proves("S4-FLOW-6", "S4-2.3.1-g"):
        home.shot(bo, "joined")
        bo.get_by_role("link", name="Open Lindqvist").click()
        bo.wait_for_url(family)
        expect(bo.get_by_role("heading", name="Today", exact=True)).to_be_visible()
    with home.proves("S4-TC-invite-use", "S4-2.3.5-c", "S1-7.4-b"):
        # By itself: nobody has touched the page.
        expect(count).to_contain_text("used 1 of 2", timeout=20000)
        assert watching.evaluate("window.isTheSamePage") is True
    with home.proves("S4-US-P1", "S4-OV", "S4-SC-1", "D-FAM-4"):
        expect(watching.locator("main").get_by_text("Bo", exact=True).first).to_be_visible(
            timeout=20000)
        watching.context.close()
    with home.proves("S4-TC-same-family"):
        bo.goto(link)
        expect(bo.get_by_text(re.compile("already have Lindqvist|already used")).first
               ).to_be_visible()
        used = home.rows("SELECT sum(usedCount) FROM invites")[0][0]
        assert used == 1, f"{used} uses are counted"
        assert in_families(home, "bo") == ["readWrite"]
    return bo


def two_browsers(home, ada, bo, family):
    """What one browser of a person has, the other has too."""
    with home.proves("S4-2.3.4-c"):
        other = home.sign_in("bo")
        other.goto(home.hub.url + "/families")
        other.wait_for_url(family)
        other.context.close()
    with home.proves("S4-TC-invite-create", "S4-2.3.3-a"):
        other = home.sign_in("ada")
        link = invite(home, ada, family, "Child")
        other.goto(family + "/settings")
        other.get_by_text("Sharing", exact=True).click()
        expect(other.get_by_text("used 0 of 1", exact=False).first).to_be_visible()
        listed = re.findall(r"used (\d+) of (\d+)", other.locator("main").inner_text())
        kept = home.rows(
            "SELECT usedCount, maxUses FROM invites WHERE revokedAt IS NULL AND usedCount < maxUses")
        assert sorted((int(used), int(most)) for used, most in listed) == sorted(
            tuple(row) for row in kept), f"{listed} listed, {[tuple(row) for row in kept]} kept"
        other.context.close()
    return link


def without_hub(home, link, folder, hearth):
    """Cy's laptop has no hub as the code is typed in; the join happens once it is back."""
    page = home.browse(DESK)
    page.goto(home.hub.url + "/signup")
    support.fill_account(page, "Cy")
    page.wait_for_load_state()
    if page.get_by_label("Name of the home").count():
        support.name_home(page, "Room")
        page.wait_for_load_state()
    laptop, device = laptop_of(home, "cy", folder, hearth)
    device.wire.cut()
    with home.proves("D-FAM-2"):
        laptop.goto(link.replace(home.hub.url, device.url))
        laptop.get_by_role("button", name="Join when the hub is back").click()
        laptop.wait_for_load_state()
        home.shot(laptop, "join-waits")
        assert in_families(home, "cy") == []
        assert "Lindqvist" not in families(laptop, device.url)
    with home.proves("S4-TC-offline-join", "S4-2.3.1-b", "S4-2.3.4-c"):
        page.goto(home.hub.url + "/families")
        device.wire.mend()
        for _ in range(120):
            if in_families(home, "cy") == ["readOnly"]:
                break
            time.sleep(0.5)
        assert in_families(home, "cy") == ["readOnly"], in_families(home, "cy")
        # The pages that were open on it come to it by themselves.
        for each in (laptop, page):
            expect(each.get_by_role("heading", name="Cy's day")).to_be_visible(timeout=60000)
    return page, laptop, device


def change_family(home, ada, family):
    """Dan has a family of his own with Eve; he changes to Ada's."""
    dan = home.browse(PHONE)
    dan.goto(home.hub.url + "/signup")
    support.fill_account(dan, "Dan")
    dan.wait_for_load_state()
    if dan.get_by_label("Name of the home").count():
        support.name_home(dan, "Attic")
        dan.wait_for_load_state()
    with home.proves("S4-SEC-2"):
        for path in ("", "/settings", "/routines"):
            answer = dan.goto(family + path)
            assert answer.status in (403, 404), f"{path}: {answer.status}"
            assert "Lindqvist" not in dan.content(), path
        link = invite(home, ada, family, "Parent")
        dan.goto(link)
        expect(dan.get_by_text("Lindqvist").first).to_be_visible()
        links = set(re.findall("/i/([A-Za-z0-9_-]{10,})", dan.locator("main").inner_html()))
        assert links <= {link.rsplit("/", 1)[1]}, f"other invites: {links}"
    # Dan's own family is Eve's by now: the owner would have to dissolve it first.
    eve = home.browse(DESK)
    eve.goto(home.hub.url + "/signup")
    support.fill_account(eve, "Eve")
    eve.wait_for_load_state()
    if eve.get_by_label("Name of the home").count():
        support.name_home(eve, "Cellar")
        eve.wait_for_load_state()
    other = found(home, eve, "Berg")
    dan.goto(invite(home, eve, other, "Parent"))
    dan.get_by_role("button", name=re.compile("^Join ")).click()
    dan.get_by_role("heading", name=re.compile("^Welcome to ")).wait_for()
    with home.proves("S4-2.3.1-d", "S4-TC-switch"):
        dan.goto(link)
        dan.get_by_role("button", name="Join Lindqvist").click()
        dan.get_by_role("heading", name="Leave Berg and join Lindqvist?").wait_for()
        assert in_families(home, "dan") == ["readWrite"], "changed before the yes"
        for size in (DESK, PHONE):
            dan.set_viewport_size(size)
            home.shot(dan, "change-asked")
        dan.get_by_role("button", name="Join Lindqvist").click()
        dan.get_by_role("heading", name="Welcome to Lindqvist").wait_for()
        assert in_families(home, "dan") == ["readWrite"]
        assert dan.goto(other + "/settings").status in (403, 404), "still in the old one"
    return dan


def rights(home, cy, family):
    with home.proves("S4-TC-perm-error"):
        answer = cy.goto(family + "/routines/new")
        assert answer.status == 403, answer.status
        home.shot(cy, "child-refused")
        expect(cy.get_by_text("Only parents do this in Lindqvist")).to_be_visible()


def laptop_of(home, name, folder, hearth):
    """A laptop that keeps what somebody has, with its browser."""
    own = folder / name
    own.mkdir()
    device = support.Device(hearth, own, home.hub)
    page = home.browse(DESK)
    page.goto(device.address)
    page.get_by_label("Sign-in name").fill(name)
    page.get_by_label("Password", exact=True).fill(support.PASSWORD)
    page.get_by_role("button", name=re.compile("Connect|Sign in")).first.click()
    # It fetches what there is first.
    expect(page.get_by_label("Name of this device")).to_have_count(0, timeout=60000)
    return page, device


class Week:
    """Seven days on which the cat is fed by turns, ending today."""

    def __init__(self, home, family):
        self.home, self.family = home, family
        today = datetime.date.today()
        self.days = [today - datetime.timedelta(days=6 - number) for number in range(7)]

    def plan(self, ada):
        ada.goto(self.family + "/routines/new")
        ada.get_by_label("Title").fill("Feed the cat")
        for name in ("Ada", "Bo", "Cy", "Dan"):
            ada.get_by_role("checkbox", name=re.compile(name)).set_checked(name != "Dan")
        ada.get_by_label("Who does it").select_option(label="By turns")
        ada.locator("input[name=startsOn]").fill(self.days[0].isoformat())
        self.home.save(ada)

    def open(self, page, number, root=None):
        family = self.family.replace(self.home.hub.url, root or self.home.hub.url)
        page.goto(f"{family}?day={self.days[number].isoformat()}")

    def tick(self, page, number, root=None):
        self.open(page, number, root)
        page.get_by_role("button", name="Done: Feed the cat").click()
        expect(page.get_by_role("button", name="Not done: Feed the cat")).to_be_visible()

    def seen(self, page, root=None):
        """Of each day: whose turn it was, and whether it was done."""
        found = []
        for number in range(7):
            self.open(page, number, root)
            card = page.locator("main section, main article", has_text="Feed the cat").last
            found.append((
                card.locator("h2, h3").first.inner_text().replace(" (you)", ""),
                page.get_by_role("button", name="Not done: Feed the cat").count()))
        return found


def week(home, ada, bo, family, folder, hearth):
    laptop, device = laptop_of(home, "bo", folder, hearth)
    with home.proves("S4-TC-user-link"):
        account = home.rows("SELECT id FROM accounts WHERE name = 'bo'")[0][0]
        assert in_families(home, "bo") == ["readWrite"]
        there = support.rows(
            folder / "bo" / "device" / "replica.db",
            "SELECT role FROM participants JOIN families ON families.id = participants.zoneID "
            "WHERE accountID = ?", account)
        assert [row[0] for row in there] == ["readWrite"], [tuple(row) for row in there]
    days = Week(home, family)
    days.plan(ada)
    for number in range(3):
        days.tick(ada if number % 2 else bo, number)
    days.open(laptop, 0, device.url)
    expect(laptop.get_by_role("button", name="Not done: Feed the cat")).to_be_visible(timeout=30000)
    print("Bo's laptop is two days without the hub", flush=True)
    device.wire.cut()
    with home.proves("S4-TC-offline-sync"):
        days.tick(laptop, 3, device.url)
        days.tick(laptop, 4, device.url)
        # Both ticks wait, and it is said so.
        with home.proves("S4-TC-net-error"):
            waiting = laptop.get_by_text(re.compile("^\\s*2 pending")).filter(visible=True)
            expect(waiting.first).to_be_visible()
        home.shot(laptop, "week-offline")
        # Ada has done the first of them, too, and nobody knows of the other.
        days.tick(ada, 3)
        before = days.seen(ada)
        assert [done for _, done in before] == [1, 1, 1, 1, 0, 0, 0], before
        device.wire.mend()
        for _ in range(60):
            if days.seen(ada)[4][1]:
                break
            time.sleep(0.5)
        after = days.seen(ada)
        assert [done for _, done in after] == [1, 1, 1, 1, 1, 0, 0], after
        for _ in range(30):
            if days.seen(laptop, device.url) == after:
                break
            time.sleep(0.5)
        assert days.seen(laptop, device.url) == after, (days.seen(laptop, device.url), after)
        # Turns go round, and no day has stuck with somebody.
        turns = [name for name, _ in after]
        assert len(set(turns[:3])) == 3 and turns[:3] == turns[3:6], turns
    with home.proves("S4-TC-realtime", "S4-SC-4"):
        days.open(ada, 6)
        days.open(bo, 6)
        bo.get_by_role("button", name="Done: Feed the cat").click()
        expect(ada.get_by_role("button", name="Not done: Feed the cat")).to_be_visible(
            timeout=REALTIME_SECONDS * 1000)
    home.shot(ada, "week")
    laptop.context.close()
    device.stop()


def unseated(home, ada, dan, cy, family, hearth):
    """Dan is taken out of the family, and Cy's account is switched off."""
    with home.proves("S4-TC-invalid-user"):
        ada.goto(family + "/settings")
        if not ada.get_by_role("link", name="Remove Dan").is_visible():
            ada.get_by_text("Sharing", exact=True).click()
        ada.get_by_role("link", name="Remove Dan").click()
        ada.get_by_role("button", name=re.compile("^Remove")).first.click()
        ada.wait_for_load_state()
        assert in_families(home, "dan") == []
        dan.goto(family)
        home.shot(dan, "removed")
        assert len(dan.locator("main").inner_text()) > 20
        dan.goto(home.hub.url + "/families")
        expect(dan.get_by_text("You're in no family yet")).to_be_visible()
        subprocess.run(
            [hearth, "account", "disable", "cy", "--data", str(home.hub.folder / "data")],
            check=True, capture_output=True)
        cy.goto(home.hub.url + "/families")
        cy.wait_for_url(re.compile("/(signin|welcome)?"))
        home.shot(cy, "switched-off")
        cy.goto(home.hub.url + "/signin")
        cy.get_by_label("Sign-in name").fill("cy")
        cy.get_by_label("Password", exact=True).fill(support.PASSWORD)
        cy.get_by_role("button", name="Sign in").first.click()
        cy.wait_for_load_state()
        home.shot(cy, "cannot-sign-in")
        expect(cy.get_by_text("This account is switched off")).to_be_visible()
        # Its ticks stay what they were.
        ada.goto(family)
        expect(ada.get_by_role("heading", name="Today", exact=True)).to_be_visible()


def main():
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hearth-linking-"))
    hearth = os.environ.get("HEARTH", str(ROOT / ".build/debug/hearth"))
    hub = support.Hub(hearth, folder, "--signups", "open")
    problems = []
    with sync_playwright() as playwright:
        browser = support.chromium(playwright)
        home = Linking(browser, hub, problems, os.environ.get("SHOTS"))
        ada = home.browse(DESK)
        ada.goto(hub.url + "/")
        support.fill_account(ada, "Ada")
        support.name_home(ada, "House")
        ada.wait_for_load_state()
        family = found(home, ada)
        bo = new_account(home, ada, family)
        link = two_browsers(home, ada, bo, family)
        cy, laptop, device = without_hub(home, link, folder, hearth)
        dan = change_family(home, ada, family)
        rights(home, cy, family)
        laptop.context.close()
        device.stop()
        week(home, ada, bo, family, folder, hearth)
        kitchen = kiosk(home, ada, family)
        expect(kitchen.get_by_text("Cy", exact=True).first).to_be_visible()
        unseated(home, ada, dan, cy, family, hearth)
        browser.close()
    hub.stop()
    assert set(home.proven) == set(CRITERIA), set(home.proven) ^ set(CRITERIA)
    assert not [each for each in problems if "script error" in each], problems
    shutil.rmtree(folder)
    print("linking: all steps seen")


if __name__ == "__main__":
    sys.exit(main())
