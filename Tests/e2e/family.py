#!/usr/bin/env python3
"""A family: Ada founds it, Ben comes in as a child, and his phone shows his day in pictures. He ticks
it, Ada sees it at once, and what asks for it she approves. Dishes go by turns, and a skipped turn is taken back. A routine has a week, begins with a
template, is shown by a photo, and earns stars that Ben exchanges for a reward.

usage: family.py      (HEARTH names the program; SHOTS a folder for pictures)"""
import os
import pathlib
import re
import shutil
import sys
import tempfile

from playwright.sync_api import Error, expect, sync_playwright

import _pictures
import support
from money import DESK, PHONE, Flat

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Home(Flat):
    name = "family"


def found(home, ada, name="Lindqvist"):
    ada.goto(home.hub.url + "/families")
    home.shot(ada, "none")
    ada.get_by_role("link", name="Found a family").click()
    ada.get_by_label("Name of the family").fill(name)
    home.shot(ada, "new")
    ada.get_by_role("button", name="Found a family").click()
    ada.wait_for_load_state()
    home.shot(ada, "settings")
    return ada.url.split("/settings")[0]


def invite_child(home, ada, ben, family):
    """The role of an invite is a child's unless somebody chooses another."""
    ada.goto(family + "/settings")
    ada.get_by_text("Sharing", exact=True).click()
    ada.get_by_role("button", name="Create invite").click()
    ada.wait_for_load_state()
    home.shot(ada, "invite")
    link = re.search(r"http[^\"\s<]+/i/[A-Za-z0-9_-]+", ada.content()).group(0)
    ben.goto(link)
    home.shot(ben, "preview")
    ben.get_by_role("link", name=re.compile("Create")).first.click()
    support.fill_account(ben, "Ben")
    ben.get_by_role("button", name="Join Lindqvist").click()
    ben.get_by_role("heading", name="Welcome to Lindqvist").wait_for()
    ben.get_by_role("link", name="Open Lindqvist").click()
    ben.wait_for_load_state()


def add_routine(home, ada, family, title, people, steps="", **choices):
    ada.goto(family + "/routines/new")
    ada.get_by_label("Title").fill(title)
    for name in ("Ada", "Ben"):
        ada.get_by_label(name, exact=True).set_checked(name in people)
    for label, choice in choices.items():
        ada.get_by_label(label.replace("_", " ")).select_option(label=choice)
    ada.get_by_role("textbox", name="Steps").fill(steps)


def day(home, ada, ben, family):
    add_routine(home, ada, family, "Evening", ["Ben"], "🪥 Brush teeth\n👕 Pyjamas\n📖 Story",
                Part_of_the_day="Evening")
    home.shot(ada, "routine-form")
    home.save(ada)
    add_routine(home, ada, family, "Tidy room", ["Ben"])
    ada.get_by_label("A parent approves it").check()
    home.save(ada)
    add_routine(home, ada, family, "Dishes", ["Ada", "Ben"], Who_does_it="By turns",
                Turns_begin_with="Ben")
    home.save(ada)
    home.shot(ada, "routines")
    ada.goto(family)
    home.shot(ada, "day")
    ben.goto(home.hub.url + "/families")
    expect(ben.get_by_role("heading", name="Ben's day")).to_be_visible()
    home.shot(ben, "own-day")
    # A child's page has nothing around it that leads to settings or prices.
    assert not ben.locator("aside, nav.tabs").filter(visible=True).count(), "a frame around a child"
    ben.get_by_role("button", name=re.compile("^(?!Read|Not me).*Brush teeth")).click()
    expect(ben.get_by_role("button", name=re.compile("^(?!Read|Not me).*Brush teeth"))).to_have_attribute(
        "aria-pressed", "true")
    ben.get_by_role("button", name=re.compile("^(?!Read|Not me).*Tidy room")).click()
    expect(ben.get_by_text("A parent looks at it next.")).to_be_visible()
    home.shot(ben, "own-day-ticked")
    # It comes to the other page by itself.
    expect(ada.get_by_role("button", name="Approve")).to_be_visible(timeout=20000)
    home.shot(ada, "day-waiting")
    ada.get_by_role("button", name="Approve").click()
    expect(ada.get_by_role("button", name="Approve")).to_have_count(0)
    ben.get_by_role("button", name=re.compile("^(?!Read|Not me).*Brush teeth")).click()
    expect(ben.get_by_role("button", name=re.compile("^(?!Read|Not me).*Brush teeth"))).to_have_attribute(
        "aria-pressed", "false")


# What a browser that can speak is asked to say; those of a test have no voice.
VOICE = """
  window.spoken = [];
  Object.defineProperty(window, "speechSynthesis", {
    value: { cancel() {}, speak(speech) { window.spoken.push([speech.text, speech.lang]); } },
  });
  window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
"""


def tile(page, title):
    return page.get_by_role("button", name=re.compile(f"^(?!Read|Not me).*{title}"))


def by_keyboard(home, ben):
    """A switch presses Tab and Enter or Space, as a keyboard does."""
    ben.goto(home.hub.url + "/families")
    for key, pressed in (("Enter", "true"), ("Space", "false")):
        button = tile(ben, "Brush teeth")
        for _ in range(60):
            ben.keyboard.press("Tab")
            if button.evaluate("each => each === document.activeElement"):
                break
        else:
            raise AssertionError("no Tab leads to the step")
        ring = button.evaluate("each => getComputedStyle(each).outlineStyle")
        assert ring != "none", "the step that a key would press is not marked"
        ben.keyboard.press(key)
        expect(tile(ben, "Brush teeth")).to_have_attribute("aria-pressed", pressed)


def in_place(home, ada, ben, family):
    """A child's page has no frame, and is told all the same what somebody else does."""
    ben.goto(home.hub.url + "/families")
    expect(tile(ben, "Brush teeth")).to_have_attribute("aria-pressed", "false")
    ben.evaluate("window.isTheSame = true")
    ada.goto(family)
    ada.get_by_role("button", name=re.compile("Brush teeth")).click()
    expect(tile(ben, "Brush teeth")).to_have_attribute("aria-pressed", "true", timeout=20000)
    assert ben.evaluate("window.isTheSame"), "the page was loaded as a whole"
    ada.get_by_role("button", name=re.compile("Brush teeth")).click()
    expect(tile(ben, "Brush teeth")).to_have_attribute("aria-pressed", "false", timeout=20000)


def next_day(home, ben):
    """A page that is left open asks again when its day ends, at the latest after an hour."""
    page = ben.context.new_page()
    page.clock.install()
    page.goto(home.hub.url + "/families")
    with page.expect_request(
            lambda each: each.url == page.url and "hearth-unattended" in each.headers):
        page.clock.fast_forward("01:01:00")
    page.close()


def turns(home, ada, ben, family):
    """A turn is skipped or swapped with one press, on the family's day and on one's own, and taken back."""
    ada.goto(family)
    ada.get_by_role("button", name="Skip").click()
    expect(ada.get_by_text("Ben skipped")).to_be_visible()
    home.shot(ada, "turn-skipped")
    ada.get_by_role("button", name="Undo turn").click()
    expect(ada.get_by_role("button", name="Undo turn")).to_have_count(0)
    ada.get_by_role("button", name="Ada does it").click()
    expect(ada.get_by_text("Ada took over")).to_be_visible()
    ada.get_by_role("button", name="Undo turn").click()
    expect(ada.get_by_role("button", name="Undo turn")).to_have_count(0)
    ben.goto(home.hub.url + "/families")
    ben.evaluate("window.isTheSame = true")
    ben.get_by_role("button", name="Not me today: Dishes").click()
    expect(ben.get_by_role("heading", name="Not my turn today")).to_be_visible()
    expect(ben.get_by_role("button", name=re.compile("^Not me"))).to_have_count(0)
    home.shot(ben, "own-day-skipped")
    ben.get_by_role("button", name="Undo: Dishes").click()
    expect(ben.get_by_role("button", name="Not me today: Dishes")).to_be_visible()
    assert ben.evaluate("window.isTheSame"), "the page was loaded as a whole"


def template(home, ada, family):
    ada.goto(family + "/routines/new")
    home.shot(ada, "templates")
    ada.get_by_role("link", name="Good morning").click()
    expect(ada.get_by_label("Title")).to_have_value("Good morning")
    home.shot(ada, "template")
    home.save(ada)


def week(home, ada, family):
    ada.goto(family + "/routines")
    ada.get_by_role("link", name="Tidy room").click()
    expect(ada.get_by_role("heading", name="Tidy room")).to_be_visible()
    home.shot(ada, "week")
    ada.get_by_role("link", name="Week before").click()
    expect(ada.get_by_role("link", name="This week")).to_be_visible()
    ada.get_by_role("link", name="This week").click()
    ada.get_by_role("link", name="Edit routine").click()
    ada.get_by_role("link", name="Duplicate").click()
    expect(ada.get_by_label("Title")).to_have_value("Tidy room")


def stars(home, ada, ben, family):
    ada.goto(family + "/settings")
    ada.get_by_label("Stars and rewards").check()
    ada.get_by_role("button", name="Save").first.click()
    ada.wait_for_load_state()
    home.shot(ada, "settings-stars")
    ada.goto(family + "/rewards")
    home.shot(ada, "rewards-none")
    ada.get_by_label("Title").fill("Choose the film")
    ada.get_by_label("Emoji").fill("🎬")
    ada.get_by_label("Price in stars").fill("20")
    ada.get_by_role("button", name="Add reward").click()
    ada.wait_for_load_state()
    add_routine(home, ada, family, "Bed made", ["Ben"])
    ada.get_by_label("A photo shows that it was done").check()
    ada.get_by_label("Stars").fill("25")
    home.shot(ada, "routine-stars")
    home.save(ada)
    ben.goto(home.hub.url + "/families")
    home.shot(ben, "own-day-photo")
    ben.get_by_role("button", name=re.compile("Read aloud: Bed made")).click()
    spoken = ben.evaluate("window.spoken")
    assert spoken == [["Bed made", ben.evaluate("document.documentElement.lang")]], spoken
    ben.get_by_label("Photo: Bed made").set_input_files(
        [{"name": "bed.png", "mimeType": "image/png", "buffer": _pictures.png(64, 48)}])
    expect(ben.get_by_text("A parent looks at it next.").first).to_be_visible()
    home.shot(ben, "own-day-proved")
    ada.goto(family)
    home.shot(ada, "day-proof")
    ada.get_by_role("button", name="Approve").first.click()
    ada.wait_for_load_state()
    ben.goto(home.hub.url + "/families")
    ben.get_by_role("link", name="⭐ 25").click()
    home.shot(ben, "rewards-child")
    ben.get_by_role("button", name="Ask for it").click()
    ben.wait_for_load_state()
    ada.goto(family + "/rewards")
    home.shot(ada, "rewards-wish")
    ada.get_by_role("button", name="Grant").click()
    expect(ada.get_by_text("⭐ 5", exact=True)).to_be_visible()
    home.shot(ada, "rewards-granted")


def gone(home, ada, ben, family):
    """The family is dissolved while Ben's day is open: his page says so by itself."""
    ben.goto(home.hub.url + "/families")
    expect(ben.get_by_role("heading", name="Ben's day")).to_be_visible()
    day = ben.url
    ada.goto(family + "/settings")
    ada.get_by_text("Dissolve family", exact=True).click()
    ada.get_by_role("link", name="Dissolve…").click()
    home.shot(ada, "dissolve")
    ada.get_by_label("Type Lindqvist to confirm").fill("Lindqvist")
    ada.get_by_role("button", name="Dissolve family").click()
    ada.wait_for_load_state()
    # S4-TC-invalid-user: whose family is not there any more is told so, and goes on from there.
    expect(ben.get_by_role("heading", name="Ben's day")).to_have_count(0, timeout=20000)
    assert ben.goto(day).status in (404, 410), "the day of a family that is gone"
    home.shot(ben, "gone")
    ben.goto(home.hub.url + "/families")
    expect(ben.get_by_text("You're in no family yet")).to_be_visible()
    home.shot(ben, "without-family")


def main():
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hearth-family-"))
    hub = support.Hub(os.environ.get("HEARTH", str(ROOT / ".build/debug/hearth")), folder)
    problems = []
    with sync_playwright() as playwright:
        browser = support.chromium(playwright)
        home = Home(browser, hub, problems, os.environ.get("SHOTS"))
        ada, ben = home.browse(DESK), home.browse(PHONE)
        ben.add_init_script(VOICE)
        ada.goto(hub.url + "/")
        support.fill_account(ada, "Ada")
        support.name_home(ada, "House")
        ada.wait_for_load_state()
        family = found(home, ada)
        invite_child(home, ada, ben, family)
        day(home, ada, ben, family)
        by_keyboard(home, ben)
        in_place(home, ada, ben, family)
        next_day(home, ben)
        turns(home, ada, ben, family)
        week(home, ada, family)
        stars(home, ada, ben, family)
        template(home, ada, family)
        gone(home, ada, ben, family)
        browser.close()
    hub.stop()
    assert not [each for each in problems if "script error" in each], problems
    shutil.rmtree(folder)
    print("family: all steps seen")


if __name__ == "__main__":
    try:
        main()
    except (AssertionError, Error) as error:
        print(f"family: {error}", file=sys.stderr)
        raise
