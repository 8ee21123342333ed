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
    """One browser of one size. Where a person would go by the sidebar, a phone goes by its menu."""

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
        other.page.wait_for_load_state()
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

    def navigation(self):
        """The lists by which one goes about."""
        if self.is_phone:
            if not self.page.url.endswith("/menu"):
                self.follow(self.page.locator("nav.tabs a", has_text="Menu"))
            return self.page.locator("nav.menu-page")
        return self.page.locator("aside.side nav")

    def go(self, name):
        """By the entry or the heading of that name."""
        lists = self.navigation()
        by_entry = lists.locator("a", has=self.page.locator(".name", has_text=exactly(name)))
        by_heading = lists.locator("h3 a", has_text=exactly(name))
        self.follow(by_entry.or_(by_heading).first)

    def entries(self):
        """What the navigation lists: under each heading, names with their counts."""
        return self.navigation().evaluate(
            """(nav) => {
                 const lists = {};
                 let heading = "";
                 for (const part of nav.children) {
                   if (part.matches(".apart")) heading = "";
                   if (part.matches("h3")) heading = part.innerText.trim();
                   const rows = (lists[heading] ??= []);
                   for (const link of part.querySelectorAll("li a")) {
                     rows.push([link.querySelector(".name").innerText.trim(),
                       parseInt(link.querySelector(".n")?.innerText ?? "-1")]);
                   }
                 }
                 return lists;
               }""")

    def listed(self, heading):
        return [name for name, _ in self.entries()[heading]]

    def count(self, name):
        return next(n for rows in self.entries().values() for each, n in rows if each == name)

    def active_home(self):
        """As the switch at the top of every page names it."""
        return self.page.locator(".home-switch:visible b").first.inner_text().strip()

    def switch(self, name):
        """Chooses a home by the switch at the top."""
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
            self.follow(self.page.locator("nav.tabs").get_by_role("link", name="Add item"))
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
