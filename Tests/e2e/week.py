#!/usr/bin/env python3
"""A week of a family, Monday to Sunday, with the clock of the hub moved from day to day: Ada and Ben,
their children Mia and Leo, the kitchen's tablet, and Leo's own laptop, which keeps what he has and is
two days without the hub. Teeth are brushed, rooms are tidied for a photo and stars, and the dishes go
by turns, of which one is skipped, one is taken over without the hub, one nobody does, and one passes
by who is away.

usage: week.py      (HEARTH names the program; SHOTS a folder for pictures)

What was done is noted here, too, and whose turn it is is reckoned without any code of Hearth. In the
end all pages on all devices say the same, and nothing that was done is lost."""
import atexit
import datetime
import glob
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
from child import PICTURES, TABLET, add_child, code, kiosk, press, set_pins
from family import Home, add_routine, found, tile
from linking import invite, laptop_of
from money import DESK, PHONE

ROOT = pathlib.Path(__file__).resolve().parents[2]
NAMES = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
LIBRARY = "/usr/lib/*/faketime/libfaketimeMT.so.1"


class Clock:
    """The time that programs started by its `program` have: that of this machine and some days."""

    def __init__(self, folder, hearth):
        self.file = folder / "clock"
        found = glob.glob(LIBRARY)
        if not found:
            raise SystemExit("week: libfaketime is missing; run tools/setup --tests")
        self.program = folder / "hearth"
        # The library names memory that it shares in the environment, before anything else runs. It
        # is `env` for which it does so: a program of Swift would not find its arguments after it.
        self.program.write_text(
            "#!/bin/sh\n"
            f"export FAKETIME_TIMESTAMP_FILE='{self.file}' FAKETIME_NO_CACHE=1\n"
            "export FAKETIME_DONT_FAKE_MONOTONIC=1\n"
            f"export LD_PRELOAD='{found[0]}'\n"
            f"exec /usr/bin/env '{pathlib.Path(hearth).resolve()}' \"$@\"\n")
        self.program.chmod(0o755)
        now = datetime.datetime.now(datetime.timezone.utc)
        monday = now.date() + datetime.timedelta(days=7 - now.weekday())
        # At noon: it is the same day in nearly every time zone.
        self.days = [
            datetime.datetime(
                monday.year, monday.month, monday.day, 12, tzinfo=datetime.timezone.utc)
            + datetime.timedelta(days=number) for number in range(7)]
        self.to(0)

    def to(self, number):
        """Noon of a day of the week. The programs that run have it from their next look on."""
        left = self.days[number] - datetime.datetime.now(datetime.timezone.utc)
        fresh = self.file.with_suffix(".new")
        fresh.write_text(f"+{int(left.total_seconds())}\n")
        fresh.replace(self.file)

    @staticmethod
    def forget(process):
        """Removes at the end what the library shares among a program and those that it starts."""
        for name in (f"sem.faketime_sem_{process.pid}", f"faketime_shm_{process.pid}"):
            atexit.register(pathlib.Path("/dev/shm", name).unlink, missing_ok=True)


class Turns:
    """Whoever had no turn for the longest time is next, but who is away or has skipped."""

    def __init__(self, people):
        self.people = people
        self.away = [set() for _ in NAMES]
        self.skipped = [set() for _ in NAMES]
        self.taken = [None for _ in NAMES]

    def all(self):
        queue, found = list(self.people), []
        for day in range(7):
            left = [each for each in queue if each not in self.away[day] | self.skipped[day]]
            found.append(self.taken[day] or left[0])
            queue.remove(found[-1])
            queue.append(found[-1])
        return found


class Week(Home):
    name = "week"

    def __init__(self, *arguments):
        super().__init__(*arguments)
        # Day, routine and person of all that was done.
        self.done = set()

    def until(self, what, check):
        """Asks until it is so."""
        end = time.monotonic() + 40
        while True:
            found = check()
            if found is True:
                return
            assert time.monotonic() < end, f"{what}: {found}"
            time.sleep(0.2)

    def tick(self, page, title, day, routine, person):
        tile(page, title).click()
        expect(tile(page, title)).to_have_attribute("aria-pressed", "true")
        self.done.add((day, routine, person))

    def own(self, page, root=None):
        """To the person's own day."""
        page.goto((root or self.hub.url) + "/families")
        expect(page.get_by_role("heading", name=re.compile("'s day$"))).to_be_visible()

    def whose(self, page, family):
        """Who does the dishes today, as the page of everybody says."""
        page.goto(family)
        card = page.locator(".day-columns section.card", has_text="Dishes").first
        return card.locator("h2").inner_text().replace(" (you)", "")

    def wash(self, page, family, day, person):
        page.goto(family)
        page.get_by_role("button", name="Done: Dishes", exact=True).click()
        expect(page.get_by_role("button", name="Not done: Dishes")).to_be_visible()
        self.done.add((day, "Dishes", person))

    def at_kiosk(self, kitchen):
        """Mia's day at the kitchen's tablet, which goes back to the faces by itself."""
        kitchen.goto(self.hub.url + "/families")
        if kitchen.get_by_role("heading", name="Who are you?").count():
            kitchen.get_by_role("link", name=re.compile("Mia")).click()
            press(kitchen, PICTURES)
        expect(kitchen.get_by_role("heading", name="Mia's day")).to_be_visible()

    def tidy(self, kitchen, parent, family, day):
        """Mia shows her room at the kitchen's tablet, and a parent looks at it."""
        self.at_kiosk(kitchen)
        kitchen.get_by_label("Photo: Tidy room").set_input_files(
            [{"name": "room.png", "mimeType": "image/png", "buffer": _pictures.png(64, 48 + day)}])
        expect(kitchen.get_by_text("A parent looks at it next.")).to_be_visible()
        parent.goto(family)
        picture = parent.locator("img.proof").first
        assert support.is_loaded(picture), "the parent sees no photo"
        parent.get_by_role("button", name="Approve").click()
        expect(parent.get_by_role("button", name="Approve")).to_have_count(0)
        self.done.add((day, "Tidy room", "Mia"))

    def teeth(self, page, day, person):
        self.tick(page, "Brush teeth", day, "Teeth", person)
        # Both steps make the routine.
        self.tick(page, "Get dressed", day, "Teeth", person)

    def marks(self, page, routine):
        """The week of a routine as its page has it: of each day who, and what is marked."""
        page.goto(routine)
        expect(page.locator("ul.week > li")).to_have_count(7)
        days = page.locator("ul.week").evaluate(
            """(week) => [...week.children].map((day) =>
                 [...day.querySelectorAll(".week-entry > span:not(.avatar, .thumb, .emoji)")]
                   .map((each) => each.innerText))""")
        return [tuple(" ".join(each.split()).replace(" (you)", "") for each in day) for day in days]

    def looks(self, page, name, sizes=(PHONE, DESK)):
        """Keeps a page as a picture in each size, and looks at it as it is."""
        before = page.viewport_size
        for size in sizes:
            page.set_viewport_size(size)
            self.shot(page, name)
        page.set_viewport_size(before)


def join(home, ada, family, name, role, size):
    """Somebody comes in with a new account."""
    page = home.browse(size)
    page.goto(invite(home, ada, family, role))
    page.get_by_role("link", name=re.compile("Create")).first.click()
    support.fill_account(page, name)
    page.get_by_role("button", name="Join Lindqvist").click()
    page.get_by_role("heading", name="Welcome to Lindqvist").wait_for()
    return page


def plan(home, ada, family):
    """The routines, a reward, and the addresses of the routines by their title."""
    ada.goto(family + "/settings")
    ada.get_by_label("Stars and rewards").check()
    ada.get_by_role("button", name="Save").first.click()
    ada.wait_for_load_state()

    def routine(title, emoji, people, steps="", **choices):
        add_routine(home, ada, family, title, [], steps, **choices)
        for name in ("Ada", "Ben", "Mia", "Leo"):
            ada.get_by_role("checkbox", name=re.compile(name)).set_checked(name in people)
        ada.get_by_label("Emoji").fill(emoji)

    routine("Teeth", "🌅", ["Mia", "Leo"], "🪥 Brush teeth\n👕 Get dressed",
            Part_of_the_day="Morning")
    home.save(ada)
    routine("Dishes", "🍽️", ["Ada", "Ben", "Mia", "Leo"], Who_does_it="By turns",
            Part_of_the_day="Evening")
    home.save(ada)
    routine("Tidy room", "🧸", ["Mia"], Part_of_the_day="Afternoon")
    ada.get_by_label("A photo shows that it was done").check()
    ada.get_by_label("Stars").fill("5")
    home.save(ada)
    ada.goto(family + "/rewards")
    ada.get_by_label("Title").fill("Choose the film")
    ada.get_by_label("Emoji").fill("🎬")
    ada.get_by_label("Price in stars").fill("10")
    ada.get_by_role("button", name="Add reward").click()
    ada.wait_for_load_state()
    ada.goto(family + "/routines")
    return {
        link.inner_text().strip(): home.hub.url + link.get_attribute("href").removeprefix(
            home.hub.url)
        for link in ada.locator("main ul.lines li a").all()}


def away(page, family, who, days):
    page.goto(family + "/away")
    page.get_by_label("Who").select_option(label=who)
    page.get_by_label("First day").fill(days[0].date().isoformat())
    page.get_by_label("Last day").fill(days[-1].date().isoformat())
    page.get_by_role("button", name="Note days away").click()
    expect(page.locator("main ul.lines").get_by_text(who)).to_be_visible()


class Family:
    """Who is in it, and where they sit."""

    def __init__(self, home, folder, clock, ada):
        self.home, self.clock, self.ada = home, clock, ada
        self.address = family = found(home, ada)
        child = add_child(home, ada, family)
        self.ben = join(home, ada, family, "Ben", "Parent", PHONE)
        join(home, ada, family, "Leo", "Child", PHONE).context.close()
        self.routines = plan(home, ada, family)
        set_pins(home, ada, family)
        self.kitchen = kiosk(home, ada, family)
        self.tablet = home.browse(TABLET)
        self.tablet.goto(code(home, ada, child))
        self.tablet.get_by_role("button", name="Sign in").click()
        expect(self.tablet.get_by_role("heading", name="Mia's day")).to_be_visible()
        self.laptop, self.device = laptop_of(home, "leo", folder, str(clock.program))
        clock.forget(self.device.process)
        self.there = family.replace(home.hub.url, self.device.url)
        # In the order in which their turns come first.
        marks = home.marks(ada, self.routines["Dishes"])
        self.turns = Turns([day[0].split()[0] for day in marks[:4]])
        assert len(set(self.turns.people)) == 4, marks

    def is_turn(self, day, page=None):
        found = self.home.whose(page or self.ada, self.address)
        assert found == self.turns.all()[day], f"{NAMES[day]}: {found}, not {self.turns.all()[day]}"
        return found

    def wash(self, day):
        """Whoever's turn it is does the dishes, each where they sit."""
        who = self.is_turn(day, self.ben)
        if who == "Mia":
            self.home.own(self.tablet)
            self.home.tick(self.tablet, "Dishes", day, "Dishes", who)
        elif who == "Leo":
            self.home.own(self.laptop, self.device.url)
            self.home.tick(self.laptop, "Dishes", day, "Dishes", who)
        else:
            page = {"Ada": self.ada, "Ben": self.ben}[who]
            self.home.wash(page, self.address, day, who)


def together(home, us):
    """Monday and Tuesday, with everybody there."""
    home.at_kiosk(us.kitchen)
    home.teeth(us.kitchen, 0, "Mia")
    home.own(us.laptop, us.device.url)
    home.teeth(us.laptop, 0, "Leo")
    us.wash(0)
    us.clock.to(1)
    home.own(us.tablet)
    home.teeth(us.tablet, 1, "Mia")
    home.own(us.laptop, us.device.url)
    # It is another day, on the laptop as well.
    expect(tile(us.laptop, "Brush teeth")).to_have_attribute("aria-pressed", "false")
    home.teeth(us.laptop, 1, "Leo")
    home.tidy(us.kitchen, us.ada, us.address, 1)
    skipping = us.is_turn(1)
    us.ada.goto(us.address)
    us.ada.get_by_role("button", name="Skip").first.click()
    expect(us.ada.get_by_text(f"{skipping} skipped").first).to_be_visible()
    us.turns.skipped[1].add(skipping)
    us.wash(1)


def apart(home, us):
    """Wednesday and Thursday: Leo's laptop is without the hub, and his days go on there."""
    home.marks(us.laptop, us.routines["Teeth"].replace(home.hub.url, us.device.url))
    us.clock.to(2)
    us.device.wire.cut()
    home.own(us.laptop, us.device.url)
    home.teeth(us.laptop, 2, "Leo")
    # He takes the dishes over, of which nobody else can know.
    if home.whose(us.laptop, us.there) != "Leo":
        us.laptop.get_by_role("button", name="Leo does it").click()
        expect(us.laptop.get_by_text("Leo took over").first).to_be_visible()
    home.wash(us.laptop, us.there, 2, "Leo")
    us.is_turn(2)
    home.at_kiosk(us.kitchen)
    home.teeth(us.kitchen, 2, "Mia")
    us.turns.taken[2] = "Leo"
    us.clock.to(3)
    home.own(us.laptop, us.device.url)
    home.tick(us.laptop, "Brush teeth", 3, "Teeth", "Leo")
    home.tick(us.laptop, "Get dressed", 3, "Teeth", "Leo")
    waiting = us.laptop.get_by_text(re.compile("pending")).filter(visible=True)
    us.laptop.goto(us.there)
    expect(waiting.first).to_be_visible()
    home.looks(us.laptop, "without-hub")
    # Ada has seen him brush, and says so; it is one tick in the end.
    us.ada.goto(us.address)
    his = us.ada.locator(".day-columns section.card", has=us.ada.get_by_role("heading", name="Leo"))
    his.get_by_role("button", name=re.compile("Brush teeth")).click()
    expect(his.get_by_role("button", name=re.compile("Brush teeth"))).to_have_attribute(
        "aria-pressed", "true")
    home.own(us.tablet)
    home.teeth(us.tablet, 3, "Mia")
    home.tidy(us.kitchen, us.ben, us.address, 3)


def back(home, us):
    """Friday: what was done without the hub comes to everybody."""
    us.clock.to(4)
    teeth = us.routines["Teeth"]
    before = home.marks(us.ada, teeth)
    assert not any("Leo Done" in day for day in before[2:4]), f"known before it came: {before}"
    us.device.wire.mend()
    home.until("what was ticked without the hub", lambda: all(
        "Leo Done" in day for day in home.marks(us.ada, teeth)[2:4]))
    # Two tablets press the same step at the same moment.
    home.own(us.tablet)
    home.at_kiosk(us.kitchen)
    for page in (us.tablet, us.kitchen):
        tile(page, "Brush teeth").click(no_wait_after=True)
    for page in (us.tablet, us.kitchen):
        expect(tile(page, "Brush teeth")).to_have_attribute("aria-pressed", "true", timeout=20000)
    home.tick(us.kitchen, "Get dressed", 4, "Teeth", "Mia")
    expect(tile(us.tablet, "Get dressed")).to_have_attribute("aria-pressed", "true", timeout=20000)
    home.own(us.laptop, us.device.url)
    home.teeth(us.laptop, 4, "Leo")
    us.wash(4)
    # Whose turn Saturday would be has gone.
    leaving = us.turns.all()[5]
    us.turns.away[5].add(leaving)
    away(us.ben, us.address, leaving, us.clock.days[5:6])
    assert us.turns.all()[5] != leaving
    return leaving


def weekend(home, us, leaving):
    us.clock.to(5)
    for name, page, root in (("Mia", us.tablet, None), ("Leo", us.laptop, us.device.url)):
        home.own(page, root)
        if name != leaving:
            home.teeth(page, 5, name)
        else:
            expect(tile(page, "Brush teeth")).to_have_count(0)
    us.wash(5)
    us.tablet.goto(home.hub.url + "/families")
    us.tablet.get_by_role("link", name="⭐ 10").click()
    us.tablet.get_by_role("button", name="Ask for it").click()
    us.tablet.wait_for_load_state()
    us.ben.goto(us.address + "/rewards")
    us.ben.get_by_role("button", name="Grant").click()
    expect(us.ben.get_by_text("⭐ 0", exact=True).first).to_be_visible()
    us.clock.to(6)
    home.own(us.tablet)
    home.teeth(us.tablet, 6, "Mia")
    home.own(us.laptop, us.device.url)
    home.teeth(us.laptop, 6, "Leo")
    us.wash(6)


def agree(home, us, leaving):
    """All pages on all devices say the same, which is what was done."""
    seen = {}
    for title, address in us.routines.items():
        there = address.replace(home.hub.url, us.device.url)
        seen[title] = home.marks(us.ada, address)
        for name, page, at in (("Ben", us.ben, address), ("Leo's laptop", us.laptop, there)):
            home.until(f"{name} of {title}", lambda: home.marks(page, at) == seen[title] or
                       (home.marks(page, at), seen[title]))
    turns = [day[0].split()[0] for day in seen["Dishes"]]
    assert turns == us.turns.all(), f"{turns}, not {us.turns.all()}"
    for day, title, person in sorted(home.done):
        said = [each for each in seen[title][day] if each.startswith(person)]
        assert any("Done" in each for each in said), f"{NAMES[day]} {title} {person}: {said}"
    # Nothing is done that nobody did: on Thursday nobody did the dishes.
    count = sum("Done" in each for days in seen.values() for day in days for each in day)
    assert count == len(home.done), f"{count} are marked as done, not {len(home.done)}: {seen}"
    assert not any("Done" in each for each in seen["Dishes"][3]), seen["Dishes"][3]
    # Who was away has missed nothing.
    us.ada.goto(us.routines["Teeth"])
    streaks = us.ada.locator("main section.card", has_text="Streaks").locator("li")
    for name in ("Mia", "Leo"):
        count = 6 if name == leaving else 7
        expect(streaks.filter(has_text=name).get_by_text(f"🔥 {count} in a row")).to_be_visible()
    for page, root in ((us.ada, us.address), (us.ben, us.address)):
        page.goto(root + "/rewards")
        expect(page.locator("main li").filter(has_text="Mia").get_by_text(
            "⭐ 0", exact=True)).to_be_visible()
    # Mia's tablet and the kitchen's show the same day, and the faces what is left of it.
    home.at_kiosk(us.kitchen)
    home.own(us.tablet)
    presses = [
        [(each.get_attribute("aria-pressed"), each.inner_text().strip())
         for each in page.locator("main button.tile").all()] for page in (us.tablet, us.kitchen)]
    assert presses[0] == presses[1], presses


def pictures(home, us):
    """What is looked at by eye."""
    home.looks(us.tablet, "child-day", (PHONE, TABLET))
    us.tablet.goto(us.address + "/rewards")
    home.looks(us.tablet, "child-rewards", (PHONE, TABLET))
    us.kitchen.get_by_role("button", name="I'm done").click()
    expect(us.kitchen.get_by_role("heading", name="Who are you?")).to_be_visible()
    home.looks(us.kitchen, "faces", (PHONE, TABLET, DESK))
    for path, name in (("", "day"), ("/activity", "activity"), ("/rewards", "rewards"),
                       ("/away", "away")):
        us.ada.goto(us.address + path)
        home.looks(us.ada, name)
    us.ada.goto(us.routines["Dishes"])
    home.looks(us.ada, "dishes")


def main():
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hearth-week-"))
    clock = Clock(folder, os.environ.get("HEARTH", str(ROOT / ".build/debug/hearth")))
    hub = support.Hub(str(clock.program), folder, "--signups", "open")
    clock.forget(hub.process)
    problems = []
    with sync_playwright() as playwright:
        browser = support.chromium(playwright)
        home = Week(browser, hub, problems, os.environ.get("SHOTS"))
        ada = home.browse(DESK)
        ada.goto(hub.url + "/")
        support.fill_account(ada, "Ada")
        support.name_home(ada, "House")
        ada.wait_for_load_state()
        us = Family(home, folder, clock, ada)
        print("Monday and Tuesday", flush=True)
        together(home, us)
        print("two days without the hub", flush=True)
        apart(home, us)
        print("Friday, and the weekend", flush=True)
        leaving = back(home, us)
        weekend(home, us, leaving)
        agree(home, us, leaving)
        pictures(home, us)
        browser.close()
        us.device.stop()
    hub.stop()
    assert not [each for each in problems if "script error" in each], problems
    shutil.rmtree(folder)
    print("week: all pages agree, and nothing is lost")


if __name__ == "__main__":
    try:
        main()
    except (AssertionError, Error) as error:
        print(f"week: {error}", file=sys.stderr)
        raise
