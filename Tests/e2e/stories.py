#!/usr/bin/env python3
"""Every story of spec 003, as somebody lives it in a browser: on a phone with taps, at a desk with
clicks. Everything is typed and pressed; nothing is posted.

usage: stories.py [phone] [desk]    (HEARTH names the program; default is the debug build)

Prints a line for each criterion, looks at each page with axe-core and for what is too wide, and
keeps pictures in the folder SHOTS when that is set. Exits with 0 when all was seen."""
import os
import pathlib
import shutil
import sys
import tempfile

from playwright.sync_api import Error, sync_playwright

import _stories_homes as homes
import _stories_things as things
import support
from _person import Person

ROOT = pathlib.Path(__file__).resolve().parents[2]
# What a browser can show; what remains of spec 003 is beneath its pages.
CRITERIA = {
    "S3-US1-0": "a second home is made and gets an item; the first stays as it was",
    "S3-US1-1": "the settings lead to a list of homes, and that to a new one",
    "S3-US1-2": "a new home needs a name; an address and a photo can be given",
    "S3-US1-3": "a new home has the rooms and labels that the first one began with",
    "S3-US1-4": "it is said that the home is ready",
    "S3-US1-5": "the new home is in the list of homes",
    "S3-US2-0": "one home is looked at, then the other",
    "S3-US2-1": "the navigation begins with the dashboard",
    "S3-US2-2": "all homes follow",
    "S3-US2-3": "a home that is chosen is the active one",
    "S3-US2-4": "it still is after the server was started anew, on this device alone",
    "S3-US2-5": "the dashboard shows what is in the chosen home",
    "S3-US2-6": "rooms and labels in the navigation are the chosen home's",
    "S3-US3-0": "items of two homes are in one list",
    "S3-US3-1": "the list has every item of all homes",
    "S3-US3-2": "each item in it says which home it is in",
    "S3-US3-3": "filters and orders go over all homes; labels of one name are one choice",
    "S3-US3-4": "a search finds items of all homes",
    "S3-US3-5": "the count is that of all homes",
    "S3-US4-0": "a home is deleted",
    "S3-US4-1": "its settings lead there",
    "S3-US4-2": "what would go is said, and the name asked for",
    "S3-US4-3": "the primary and the last home stay, and it is said why",
    "S3-US4-4": "its items, rooms and labels are gone with it",
    "S3-US4-5": "the primary home is active then",
    "S3-US5-0": "a home gets another name",
    "S3-US5-1": "in its settings",
    "S3-US5-2": "the navigation has the new name at once",
    "S3-US5-3": "so has another device",
    "S3-US6-0": "what one had in an app with one home is all there",
    "S3-US6-1": "its items are in the one home, those without a place, too",
    "S3-US6-2": "so are its rooms, once each",
    "S3-US6-3": "and its labels, with their items",
    "S3-US6-4": "the home that was there is the primary one",
    "S3-US6-5": "nothing has to be chosen or corrected",
    "S3-US7-0": "a label of one home is not offered in the other",
    "S3-US7-1": "labels belong to a home",
    "S3-US7-2": "rooms belong to a home",
    "S3-US7-3": "an item's form offers the rooms and labels of its home",
    "S3-US7-4": "they are arranged in the settings of a home",
    "S3-US7-5": "each new home has the usual ones",
    "S3-US8-0": "a new browser opens with the primary home",
    "S3-US8-1": "one home is the primary one",
    "S3-US8-2": "the dashboard's entry leads to it",
    "S3-US8-3": "another can be made it in the settings",
    "S3-US8-4": "another device knows it",
}
# Decisions that the stories show by the way.
FURTHER = {"D-HOM-16", "X32"}


def household(browser, hub, size, folder, shots):
    """The stories in an order in which each finds what it needs."""
    person = Person(browser, hub, size, shots)
    person.sign_up(f"Ida {size}", "Mill House")
    homes.new_home(person)
    things.all_inventory(person)
    things.per_home(person)
    homes.going_about(person)
    device = person.on_a_device(folder)
    homes.renaming(person, device)
    homes.primary(person, device)
    device.leave()
    homes.doing_without(person)
    newcomer = Person(browser, hub, size, shots)
    newcomer.sign_up(f"Noor {size}", "Old House")
    things.bringing_along(newcomer, folder)
    problems = person.problems + device.problems + newcomer.problems
    assert not problems, "; ".join(problems)
    proven = set(person.proven + newcomer.proven)
    assert proven - FURTHER == set(CRITERIA), proven ^ set(CRITERIA)
    for each in (person, newcomer):
        each.context.close()


def main():
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hearth-stories-"))
    hearth = os.environ.get("HEARTH", str(ROOT / ".build/debug/hearth"))
    shots = os.environ.get("SHOTS")
    if shots:
        pathlib.Path(shots).mkdir(parents=True, exist_ok=True)
    hub = support.Hub(hearth, folder, "--signups", "open")
    with sync_playwright() as p:
        browser = support.chromium(p)
        for size in sys.argv[1:] or ("phone", "desk"):
            own = folder / size
            own.mkdir()
            household(browser, hub, size, own, shots)
        browser.close()
    hub.stop()
    shutil.rmtree(folder)
    print(f"stories: {len(CRITERIA)} criteria were seen")


if __name__ == "__main__":
    try:
        main()
    except (AssertionError, Error) as error:
        print(f"stories failed: {error}")
        sys.exit(1)
