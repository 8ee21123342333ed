"""Somebody who uses Hearth with a mouse at a desk or with a finger on a phone."""
import contextlib
import re

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Error, expect

import support

SIZES = {
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "desk": {"viewport": {"width": 1280, "height": 900}},
}
# The rules of WCAG 2.2 A and AA.
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
HOME = re.compile(r"/homes/([0-9a-f-]{36})")


def exactly(text):
    return re.compile(rf"^\s*{re.escape(text)}\s*$")


class Person:
    """One browser of one size. Where a person would go by the sidebar, a phone goes by its tabs."""

    def __init__(self, browser, hub, size, shots=None):
        self.browser, self.hub, self.size, self.shots = browser, hub, size, shots
        self.is_phone = size == "phone"
        self.problems, self.proven = [], []
        self.context = browser.new_context(**SIZES[size])
        self.page = self.context.new_page()
        self.page.set_default_timeout(15000)
        support.watch(self.page, self.problems)

    @contextlib.contextmanager
    def proves(self, *criteria):
        """Says of criteria whether what is done within shows them."""
        try:
            yield
        except (AssertionError, Error):
            print(f"{' '.join(criteria)} {self.size} ... FAILED at {self.page.url}", flush=True)
            if self.shots:
                self.page.screenshot(path=f"{self.shots}/FAILED-{self.size}.png", full_page=True)
            raise
        for criterion in criteria:
            print(f"{criterion} {self.size} ... ok", flush=True)
            self.proven.append(criterion)

    def sign_up(self, name, home):
        """An account, and its first home."""
        self.name = name
        self.page.goto(self.hub.url + "/signup")
        if not self.page.get_by_label("Your name").count():
            self.page.goto(self.hub.url + "/")
        self.page.get_by_label("Your name").fill(name)
        self.page.get_by_label("Sign-in name").fill(self.account)
        self.page.get_by_label("Password", exact=True).fill(support.PASSWORD)
        self.button("Create account")
        self.type("Name of the home", home)
        self.button("Create home")
        self.heading(home)

    @property
    def account(self):
        return self.name.lower().replace(" ", "-")

    def sign_in(self, button="Sign in"):
        self.page.get_by_label("Sign-in name").fill(self.account)
        self.page.get_by_label("Password", exact=True).fill(support.PASSWORD)
        self.press(self.page.get_by_role("button", name=button).first)

    @contextlib.contextmanager
    def another(self):
        """The same person in another browser, just signed in."""
        other = Person(self.browser, self.hub, self.size)
        other.name = self.name
        other.page.goto(self.hub.url + "/signin")
        other.sign_in()
        other.page.wait_for_url(lambda url: "/signin" not in url)
        yield other
        self.problems += other.problems
        other.context.close()

    def on_a_device(self, folder):
        """The same person on a device that keeps a copy of the homes."""
        device = support.Device(self.hub.hearth, folder, self.hub)
        other = Person(self.browser, device, self.size)
        other.name = self.name
        other.page.goto(device.address)
        other.sign_in(re.compile("Connect|Sign in"))
        # It fetches what there is first.
        expect(other.page.get_by_label("Name of this device")).to_have_count(0, timeout=60000)
        return other

    def leave(self):
        self.context.close()
        self.hub.stop()

    def waits_for_home(self, name):
        """Until what was made of a home elsewhere is in the list of homes, by itself."""
        self.page.goto(self.hub.url + "/homes")
        expect(self.page.locator(".home-card h2", has_text=name)).to_be_visible()

    def press(self, locator):
        """A click or a tap."""
        locator.tap() if self.is_phone else locator.click()

    def follow(self, locator):
        """Presses what leads to a page, and is there after."""
        with self.page.expect_navigation():
            self.press(locator)

    def link(self, name):
        self.follow(self.page.locator("main").get_by_role("link", name=name, exact=True).first)

    def button(self, name):
        self.follow(self.page.locator("main").get_by_role("button", name=name, exact=True).first)

    def type(self, label, text):
        self.page.locator("main").get_by_label(label, exact=True).first.fill(text)

    def open(self, section):
        """Unfolds a part of a page, as a person does who looks for what is in it."""
        summary = self.page.locator("main details:not([open]) > summary", has_text=section).first
        if summary.count():
            self.press(summary)

    def sees(self, text):
        expect(self.page.get_by_text(text, exact=False).first).to_be_visible()

    def heading(self, name):
        expect(self.page.get_by_role("heading", name=name, exact=True).first).to_be_visible()

    def at_things(self):
        """On a phone the homes and what is in them are reached from the tab of things."""
        if self.is_phone and not self.page.locator(".home-switch:visible").count():
            self.follow(self.page.locator("nav.tabs a", has_text="Things"))

    def homes(self):
        """The menu of homes: each with the number of its items, in order."""
        self.at_things()
        return self.page.locator(".home-menu").locator("visible=true").first.evaluate(
            """(menu) => [...menu.querySelectorAll(".menu li a:has(.n)")].map((link) => [
                 link.querySelector(".grow").firstChild.textContent.trim(),
                 parseInt(link.querySelector(".n").textContent)])""")

    def go(self, name):
        """To a home, a list or a page of things, by its name."""
        if name == "Homes":
            self.at_home_menu("All homes")
        elif name == "Import":
            self.at_person_menu("Import and export")
        elif name in [each for each, _ in self.homes()]:
            self.switch(name)
        elif not self.is_phone:
            lists = self.page.locator("aside.side nav")
            folded = lists.locator("details.folded:not([open]) > summary", has_text=exactly(name))
            if folded.count():
                self.press(folded)
                name = f"All: {name}"
            by_entry = lists.locator("a", has=self.page.locator(".name", has_text=exactly(name)))
            self.follow(by_entry.or_(lists.locator("h3 a", has_text=exactly(name))).first)
        elif name == "Labels":
            self.settings(self.active_home())
            self.open("Organization")
            self.follow(self.page.locator("main a.row", has_text="Labels").first)
        else:
            self.at_things()
            name = {"All items": "Items"}.get(name, name)
            row = self.page.locator("nav.segments:visible a", has_text=exactly(name))
            if not row.count():
                self.follow(self.page.locator("nav.tabs a", has_text="Things"))
            self.follow(row)

    def at_home_menu(self, entry):
        self.at_things()
        self.press(self.page.locator(".home-switch:visible").first)
        self.follow(self.page.locator(".home-menu[open] .menu a", has_text=entry).first)

    def at_person_menu(self, entry):
        """The pages that belong to no area."""
        if self.is_phone:
            self.follow(self.page.locator(".phone-bar .avatar-link"))
            self.follow(self.page.locator("nav.menu-page a", has_text=entry))
        else:
            self.press(self.page.locator(".side summary.person"))
            self.follow(self.page.locator(".person-menu .menu a", has_text=entry))

    def listed(self, heading):
        """The names under a heading; a phone shows them on a page of their own."""
        if heading == "Homes":
            return [name for name, _ in self.homes()]
        self.go(heading)
        return [each.strip() for each in
                self.page.locator("main .tree b, main .lines .label").all_inner_texts()]

    def count(self, name):
        """How many items there are in a home, or in all."""
        if name != "All items":
            return next(n for each, n in self.homes() if each == name)
        return sum(n for _, n in self.homes())

    def active_home(self):
        """As the switch at the top of every page of things names it."""
        self.at_things()
        return self.page.locator(".home-switch:visible b").first.inner_text().strip()

    def switch(self, name):
        """Chooses a home by the switch at the top."""
        self.at_things()
        self.press(self.page.locator(".home-switch:visible").first)
        menu = self.page.locator(".home-menu[open] .menu")
        self.follow(menu.locator("a", has_text=re.compile(rf"^\s*{re.escape(name)}")).first)
        self.heading(name)

    def settings(self, name):
        """The settings of a home, from the list of homes."""
        self.go("Homes")
        card = self.page.locator(".home-card", has=self.page.get_by_role(
            "link", name=name, exact=True))
        self.follow(card.get_by_role("link", name="Home settings"))
        self.heading("Home settings")

    def home_cards(self):
        """Name of each home on the list of homes, with what is said behind it."""
        self.go("Homes")
        return [each.inner_text().strip() for each in self.page.locator(".home-card h2").all()]

    def begin_item(self, home):
        """The form for a new item of a home, from its dashboard."""
        self.go(home)
        if self.is_phone:
            self.press(self.page.locator("nav.tabs a[data-sheet]"))
            self.follow(self.page.locator("dialog.sheet a", has_text="Item").first)
        else:
            first = self.page.get_by_role("link", name="Add your first item")
            if not first.count():
                self.link("All items")
                first = self.page.get_by_role("link", name="Add item").first
            self.follow(first)
        self.heading("Add item")

    def add_item(self, home, name, price="", label=None, room=None):
        self.begin_item(home)
        self.type("Name", name)
        self.page.get_by_label(re.compile("^Price")).first.fill(price)
        if room:
            places = self.page.locator("select[name=locationID]")
            places.select_option(
                places.locator("option", has_text=room).first.get_attribute("value"))
        if label:
            self.press(self.page.locator("label.tickable", has_text=label).first)
        self.button("Save")
        self.sees(f"Added {name}")

    def rows(self):
        """Names of the items of the list that is shown, as it is ordered."""
        return [each.inner_text().strip() for each in self.page.locator("#items .t a").all()]

    def badges(self):
        """The home that is named beside each item of the list."""
        return [each.inner_text().strip() for each in
                self.page.locator("#items .home-badge").all()]

    def looks(self, name):
        """What a page must be, whatever is on it; kept as a picture when there is a folder."""
        support.no_overflow(self.page, name)
        faults = [
            f"{violation['id']} at {violation['nodes'][0]['target']}"
            for violation in Axe().run(self.page, options=RULES).response["violations"]
            if violation["impact"] in ("serious", "critical")]
        assert not faults, f"{name} ({self.size}): {'; '.join(faults)}"
        if self.shots:
            self.page.screenshot(path=f"{self.shots}/{name}-{self.size}.png", full_page=True)
