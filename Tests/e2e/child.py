#!/usr/bin/env python3
"""A child without an e-mail address: Ada makes Mia an account, lets her tablet in with a code, and
ends it. The kitchen's tablet shows faces: Mia presses her pictures and sees her own day there and
nothing else, Ada presses a PIN; who guesses is slowed, and Ada is told. Then Mia grows up.

usage: child.py      (HEARTH names the program; SHOTS a folder for pictures)"""
import os
import pathlib
import re
import shutil
import sys
import tempfile

from playwright.sync_api import expect, sync_playwright

import support
from family import Home, found
from money import DESK, PHONE

ROOT = pathlib.Path(__file__).resolve().parents[2]
TABLET = {"width": 1024, "height": 768}
# Not the button that reads it aloud.
TEETH = re.compile("^(?!Read|Not me).*Brush teeth")
PICTURES = ["🐰", "🐸", "🐶", "🐢"]


def add_child(home, ada, family):
    ada.goto(family + "/settings")
    ada.get_by_role("link", name="Add a child").click()
    home.shot(ada, "child-new")
    ada.get_by_role("button", name="Add a child").click()
    ada.get_by_label("Name of the child").fill("Mia")
    ada.get_by_label("Emoji").fill("🦊")
    ada.get_by_role("button", name="Add a child").click()
    ada.get_by_role("heading", name="Account of Mia").wait_for()
    home.shot(ada, "child")
    return ada.url


def code(home, ada, child):
    ada.goto(child)
    ada.get_by_role("button", name="Show a code").click()
    ada.get_by_role("heading", name="Let Mia in").wait_for()
    home.shot(ada, "child-code")
    return ada.get_by_label("Send this link").input_value()


def let_in(home, ada, tablet, child):
    link = code(home, ada, child)
    tablet.goto(link.split("?")[0])
    tablet.get_by_label("Code from a parent").fill("AAAA-2222")
    tablet.get_by_role("button", name="Sign in").click()
    expect(tablet.get_by_text("This code doesn't work.")).to_be_visible()
    home.shot(tablet, "code-wrong")
    tablet.goto(link)
    # Looking at the link is not enough.
    tablet.reload()
    tablet.get_by_role("button", name="Sign in").click()
    # It comes to her day by itself.
    expect(tablet.get_by_role("heading", name="Mia's day")).to_be_visible()
    home.shot(tablet, "child-day")
    # It works once.
    other = home.browse(PHONE)
    other.goto(link)
    other.get_by_role("button", name="Sign in").click()
    expect(other.get_by_text("This code doesn't work.")).to_be_visible()
    ada.goto(child)
    ada.locator("#sessions").get_by_role("button", name="Sign out").click()
    expect(ada.get_by_text("Nowhere now")).to_be_visible()
    tablet.goto(home.hub.url + "/families")
    expect(tablet.get_by_role("heading", name="Welcome home")).to_be_visible()


def set_pins(home, ada, family):
    ada.goto(family + "/settings")
    rows = ada.locator("#faces li")
    rows.filter(has_text="Ada").get_by_role("link", name="PIN").click()
    ada.get_by_label("PIN").fill("12")
    ada.locator("#digits").get_by_role("button", name="Save").click()
    expect(ada.get_by_text("Use 4 to 8 digits")).to_be_visible()
    ada.get_by_label("PIN").fill("2468")
    ada.locator("#digits").get_by_role("button", name="Save").click()
    rows.filter(has_text="Mia").get_by_role("link", name="PIN").click()
    home.shot(ada, "pin")
    for number, picture in enumerate(PICTURES, 1):
        ada.get_by_label(f"Picture {number}").select_option(label=picture)
    ada.locator("#pictures").get_by_role("button", name="Save").click()
    expect(ada.get_by_text("Mia has a PIN now")).to_be_visible()


def kiosk(home, ada, family):
    """A parent makes the kitchen's tablet, which is signed in as nobody from then on."""
    kitchen = home.browse(TABLET)
    kitchen.goto(home.hub.url + "/signin")
    kitchen.get_by_label("Sign-in name").fill("ada")
    kitchen.get_by_label("Password").fill(support.PASSWORD)
    kitchen.get_by_role("button", name="Sign in").click()
    kitchen.wait_for_url(re.compile(r":\d+/(?!signin)"))
    kitchen.goto(family + "/settings")
    kitchen.get_by_text("The family's tablet", exact=True).click()
    home.shot(kitchen, "tablet-settings")
    kitchen.get_by_role("button", name="Use this browser for it").click()
    kitchen.get_by_role("heading", name="Who are you?").wait_for()
    home.shot(kitchen, "faces")
    kitchen.goto(family + "/settings")
    expect(kitchen.get_by_role("heading", name="Who are you?")).to_be_visible()
    return kitchen


def says(kitchen, count):
    """How many were pressed, as a screen reader tells it and as dots."""
    expect(kitchen.get_by_role("status")).to_have_text(f"{count} of 4 pressed")
    expect(kitchen.locator("#pressed-dots")).to_have_text("●" * count + "○" * (4 - count))


def press(kitchen, pictures, is_scripted=True):
    """Presses a picture password: with scripts, the page stays until the last one is pressed."""
    says(kitchen, 0)
    if is_scripted:
        kitchen.evaluate("window.isTheSame = true")
    for number, picture in enumerate(pictures, 1):
        kitchen.get_by_role("button", name=picture).click()
        if number < len(pictures):
            says(kitchen, number)
            assert not is_scripted or kitchen.evaluate("window.isTheSame"), "loaded for a press"


# What a person sees of the place that a key would press: its name, and what is wrong with it.
STOP = """() => {
  const now = document.activeElement;
  const before = window.stop;
  window.stop = now;
  if (!now || now === document.body) return null;
  const faults = [];
  const [box, style] = [now.getBoundingClientRect(), getComputedStyle(now)];
  if (style.outlineStyle === "none" || parseFloat(style.outlineWidth) < 2) faults.push("no ring");
  const over = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  if (!over || !now.contains(over)) faults.push("out of sight");
  if (before?.isConnected && before !== document.body && !now.matches(".skip")) {
    const last = before.getBoundingClientRect();
    const isBeside = box.top < last.bottom && last.top < box.bottom;
    if (isBeside ? box.left <= last.left : box.top < last.top) faults.push("out of order");
  }
  return [(now.getAttribute("aria-label") ?? now.innerText).trim(), faults];
}"""


def next_stop(page):
    """Tab, as a hand or a scanning aid presses it; the name of where it leads, if anywhere."""
    page.keyboard.press("Tab")
    found = page.evaluate(STOP)
    if not found:
        return None
    name, faults = found
    assert not faults, f"{name!r}: {faults}"
    return name


def scan(page, text, key):
    """Waits until the place with a text comes by, and presses the key."""
    passed = []
    while len(passed) < 60:
        name = next_stop(page)
        if name and text in name and not name.startswith("Read"):
            page.keyboard.press(key)
            return
        passed.append(name)
    raise AssertionError(f"no Tab leads to {text}: {passed}")


def round_trip(page):
    """Every place of the page, once around: none is left out, and none keeps the person."""
    names = []
    for _ in range(60):
        name = next_stop(page)
        if names and name == names[0]:
            break
        names += [name] if name else []
    count = page.locator("main :is(a[href], button:not(:disabled), input:not([type=hidden]))").filter(
        visible=True).count()
    inside = [each for each in names if "Skip" not in each]
    assert len(inside) == count, f"{count} places, and Tab leads to {names}"


def by_keys(home, kitchen, key, pressed):
    """All of Mia's day at the kitchen's tablet by Tab and one other key, as somebody does it who has
    a keyboard only; or, when it is Space, a single switch beside an aid that presses Tab for her."""
    scan(kitchen, "Mia", key)
    kitchen.wait_for_url(re.compile("/kiosk/"))
    kitchen.evaluate("window.isTheSame = true")
    for number, picture in enumerate(PICTURES, 1):
        says(kitchen, number - 1)
        assert kitchen.evaluate("window.isTheSame"), "the page was loaded for a press"
        scan(kitchen, picture, key)
        # She is where she was, and goes on from there.
        if number < len(PICTURES):
            expect(kitchen.get_by_role("button", name=picture)).to_be_focused()
    expect(kitchen.get_by_role("heading", name="Mia's day")).to_be_visible()
    round_trip(kitchen)
    kitchen.evaluate("window.isTheSame = true")
    scan(kitchen, "Brush teeth", key)
    teeth = kitchen.get_by_role("button", name=TEETH)
    expect(teeth).to_have_attribute("aria-pressed", pressed)
    assert kitchen.evaluate("window.isTheSame"), "the page was loaded as a whole"
    # She is where she was, and goes on from there.
    expect(teeth).to_be_focused()
    name = next_stop(kitchen)
    assert name == "Read aloud: Brush teeth" or "Pyjamas" in name, name
    scan(kitchen, "I'm done", key)
    expect(kitchen.get_by_role("heading", name="Who are you?")).to_be_visible()


def pass_on(page):
    """One press leaves the turn to the next one, and one takes that back."""
    page.get_by_role("button", name="Not me today: Dishes").click()
    expect(page.get_by_role("heading", name="Not my turn today")).to_be_visible()
    expect(page.get_by_role("button", name="Not me today")).to_have_count(0)
    page.get_by_role("button", name="Undo: Dishes").click()
    expect(page.get_by_role("button", name="Not me today: Dishes")).to_be_visible()
    expect(page.get_by_role("heading", name="Not my turn today")).to_have_count(0)


def without_script(home, kitchen):
    """Each press loads a page where no script runs, and says the same."""
    context = home.browser.new_context(
        viewport=TABLET, java_script_enabled=False, storage_state=kitchen.context.storage_state())
    bare = context.new_page()
    bare.goto(home.hub.url + "/kiosk")
    bare.get_by_role("link", name=re.compile("Mia")).click()
    press(bare, PICTURES, is_scripted=False)
    expect(bare.get_by_role("heading", name="Mia's day")).to_be_visible()
    pass_on(bare)
    context.close()


def wrong_pictures(home, kitchen):
    """What is wrong is said, and she begins anew."""
    kitchen.get_by_role("link", name=re.compile("Mia")).click()
    press(kitchen, PICTURES[:3] + PICTURES[:1])
    expect(kitchen.get_by_role("status")).to_have_text("That's not it. Try again.")
    kitchen.get_by_role("button", name=PICTURES[0]).click()
    says(kitchen, 1)
    home.shot(kitchen, "pictures-one")
    kitchen.get_by_role("link", name="Back").click()
    expect(kitchen.get_by_role("heading", name="Who are you?")).to_be_visible()


def meanwhile(home, ada, kitchen, family):
    """What somebody else does elsewhere does not take the place away on which somebody is."""
    scan(kitchen, "Mia", "Space")
    press(kitchen, PICTURES)
    expect(kitchen.get_by_role("heading", name="Mia's day")).to_be_visible()
    teeth = kitchen.get_by_role("button", name=TEETH)
    teeth.focus()
    for pressed in ("true", "false"):
        ada.goto(family)
        ada.get_by_role("button", name=re.compile("Pyjamas")).click()
        expect(kitchen.get_by_role("button", name=re.compile("^(?!Read|Not me).*Pyjamas"))
               ).to_have_attribute("aria-pressed", pressed, timeout=20000)
        expect(teeth).to_be_focused()
    kitchen.get_by_role("button", name="I'm done").click()
    expect(kitchen.get_by_role("heading", name="Who are you?")).to_be_visible()


def pick(home, ada, kitchen, family):
    kitchen.get_by_role("link", name=re.compile("Mia")).click()
    home.shot(kitchen, "pictures")
    press(kitchen, PICTURES)
    expect(kitchen.get_by_role("heading", name="Mia's day")).to_be_visible()
    home.shot(kitchen, "tablet-day")
    teeth = kitchen.get_by_role("button", name=TEETH)
    teeth.click()
    expect(teeth).to_have_attribute("aria-pressed", "true")
    kitchen.evaluate("window.isTheSame = true")
    pass_on(kitchen)
    assert kitchen.evaluate("window.isTheSame"), "the page was loaded for a press"
    # Her own day, and nothing else.
    for path in ("/", "/items", family.removeprefix(home.hub.url) + "/settings", "/account"):
        kitchen.goto(home.hub.url + path)
        expect(kitchen.get_by_role("heading", name="Mia's day")).to_be_visible()
    kitchen.get_by_role("button", name="I'm done").click()
    expect(kitchen.get_by_role("heading", name="Who are you?")).to_be_visible()
    by_keys(home, kitchen, "Enter", pressed="false")
    by_keys(home, kitchen, "Space", pressed="true")
    meanwhile(home, ada, kitchen, family)
    without_script(home, kitchen)
    wrong_pictures(home, kitchen)
    kitchen.get_by_role("link", name=re.compile("Ada")).click()
    for wrong in ("1111", "2222", "3333"):
        kitchen.get_by_label("PIN").fill(wrong)
        kitchen.get_by_role("button", name="Go").click()
        expect(kitchen.get_by_text("That's not it.")).to_be_visible()
    home.shot(kitchen, "pin-wrong")
    kitchen.get_by_label("PIN").fill("2468")
    kitchen.get_by_role("button", name="Go").click()
    kitchen.wait_for_url(re.compile(r":\d+/(?!kiosk)"))
    kitchen.goto(family + "/settings")
    expect(kitchen.get_by_role("heading", name="Family settings")).to_be_visible()
    ada.goto(home.hub.url + "/")
    expect(ada.get_by_text("Somebody guessed at Ada's PIN")).to_be_visible()
    home.shot(ada, "guessed")
    ada.goto(family + "/settings")
    ada.get_by_text("The family's tablet", exact=True).click()
    ada.locator("#tablets").get_by_role("button", name="End").click()
    kitchen.goto(family)
    expect(kitchen.get_by_role("heading", name="Welcome home")).to_be_visible()


def grow_up(home, ada, tablet, child, family):
    ada.goto(child)
    ada.get_by_text("An account of its own", exact=True).click()
    ada.get_by_label("Sign-in name").fill("ada")
    ada.get_by_label("Password").fill(support.PASSWORD)
    ada.get_by_role("button", name="Give it to the child").click()
    expect(ada.get_by_text("This name is taken")).to_be_visible()
    ada.get_by_label("Sign-in name").fill("mia")
    ada.get_by_label("Password").fill(support.PASSWORD)
    ada.get_by_role("button", name="Give it to the child").click()
    expect(ada.get_by_text("Mia signs in alone from now on")).to_be_visible()
    expect(ada.locator("#faces li").filter(has_text="Mia").get_by_role(
        "link", name="Account")).to_have_count(0)
    tablet.goto(home.hub.url + "/signin")
    tablet.get_by_label("Sign-in name").fill("mia")
    tablet.get_by_label("Password").fill(support.PASSWORD)
    tablet.get_by_role("button", name="Sign in").click()
    tablet.wait_for_url(re.compile(r":\d+/(?!signin)"))
    tablet.goto(home.hub.url + "/families")
    expect(tablet.get_by_role("button", name=TEETH)).to_have_attribute("aria-pressed", "true")


def add_routine(home, ada, family):
    ada.goto(family + "/routines/new")
    ada.get_by_label("Title").fill("Evening")
    ada.get_by_role("checkbox", name=re.compile("Ada")).set_checked(False)
    ada.get_by_role("checkbox", name=re.compile("Mia")).set_checked(True)
    ada.get_by_label("Steps", exact=True).fill("🪥 Brush teeth\n👕 Pyjamas")
    home.save(ada)
    ada.goto(family + "/routines/new")
    ada.get_by_label("Title").fill("Dishes")
    for name in ("Ada", "Mia"):
        ada.get_by_role("checkbox", name=re.compile(name)).set_checked(True)
    ada.get_by_label("Who does it").select_option(label="By turns")
    ada.get_by_label("Turns begin with").select_option(label="Mia")
    home.save(ada)


def main():
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hearth-child-"))
    hub = support.Hub(os.environ.get("HEARTH", str(ROOT / ".build/debug/hearth")), folder)
    problems = []
    with sync_playwright() as playwright:
        browser = support.chromium(playwright)
        home = Home(browser, hub, problems, os.environ.get("SHOTS"))
        ada, tablet = home.browse(DESK), home.browse(TABLET)
        ada.goto(hub.url + "/")
        support.fill_account(ada, "Ada")
        support.name_home(ada, "House")
        ada.wait_for_load_state()
        family = found(home, ada)
        child = add_child(home, ada, family)
        add_routine(home, ada, family)
        let_in(home, ada, tablet, child)
        set_pins(home, ada, family)
        pick(home, ada, kiosk(home, ada, family), family)
        grow_up(home, ada, tablet, child, family)
        browser.close()
    hub.stop()
    assert not [each for each in problems if "script error" in each], problems
    shutil.rmtree(folder)
    print("child: all steps seen")


if __name__ == "__main__":
    sys.exit(main())
