#!/usr/bin/env python3
"""A person's calendar as other programs read it: its address made in a browser without scripts,
the file parsed by the icalendar library, a calendar program that subscribes to it, and what becomes
of it when the household changes.

usage: calendar_feed.py      (HEARTH names the program; default is the debug build)"""
import datetime
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

import icalendar
from playwright.sync_api import Error, expect, sync_playwright

import support

ROOT = pathlib.Path(__file__).resolve().parents[2]
# What would break a file that is not escaped, or not folded by octets.
NAME = "Kettle; \\n \"steel\", 竪琴 " + "Küche " * 12 + "👩‍👩‍👧‍👦"
NOTES = "Call Mia; then:\nBEGIN:VEVENT, \\o/\nEND:VCALENDAR"


def fetch(address, tag=None):
    request = urllib.request.Request(address, headers={"If-None-Match": tag} if tag else {})
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read()


def read(address):
    """The events of a calendar by their ids, once the file is found to be in order."""
    status, headers, body = fetch(address)
    assert status == 200, status
    assert headers["Content-Type"] == "text/calendar; charset=utf-8", headers["Content-Type"]
    assert body.endswith(b"\r\n") and b"\n" not in body.replace(b"\r\n", b""), "line ends"
    for line in body.split(b"\r\n"):
        assert len(line) <= 75, f"{len(line)} octets: {line}"
        line.decode()
    calendar = icalendar.Calendar.from_ical(body)
    assert calendar["VERSION"] == "2.0" and "PRODID" in calendar
    events = {}
    for event in calendar.walk("VEVENT"):
        assert not event.errors, event.errors
        assert isinstance(event["DTSTAMP"].dt, datetime.datetime)
        assert type(event["DTSTART"].dt) is datetime.date, "all of them are whole days"
        events[str(event["UID"])] = event
    assert len(events) == len(calendar.walk("VEVENT")), "two events of one id"
    return events, headers["ETag"]


class Subscriber:
    """A calendar program of somebody (khal), with what keeps its calendars in step (vdirsyncer)."""

    def __init__(self, folder, address):
        self.folder = folder
        (folder / "calendar").mkdir(parents=True)
        (folder / "vdirsyncer").write_text(f"""
[general]
status_path = "{folder}/status"
[pair hearth]
a = "hub"
b = "here"
collections = null
[storage hub]
type = "http"
url = "{address}"
[storage here]
type = "filesystem"
path = "{folder}/calendar"
fileext = ".ics"
""")
        (folder / "khal").write_text(f"""
[calendars]
[[hearth]]
path = {folder}/calendar
[sqlite]
path = {folder}/khal.db
[locale]
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
local_timezone = UTC
default_timezone = UTC
""")
        self.run("vdirsyncer", "discover")

    def run(self, program, *arguments):
        path = pathlib.Path(sys.executable).with_name(program)
        done = subprocess.run(
            [path, "-c", self.folder / program, *arguments], capture_output=True, text=True,
            env={**os.environ, "LC_ALL": "C.UTF-8", "HOME": str(self.folder)})
        assert done.returncode == 0, f"{program}: {done.stdout}{done.stderr}"
        assert not re.search("warning|error|critical", done.stderr, re.I), done.stderr
        return done.stdout

    def sees(self, today, days):
        """The days and titles of what is in the calendar from today on, once it is in step."""
        self.run("vdirsyncer", "sync")
        lines = self.run(
            "khal", "list", "--once", "--day-format", "", "--format", "{start-date} {title}",
            today.isoformat(), f"{days}d").splitlines()
        return [tuple(line.split(" ", 1)) for line in lines if line]


def add_item(page, hub, home, name, fields):
    page.goto(f"{hub.url}/homes/{home}/items/new")
    page.get_by_label("Name", exact=True).first.fill(name)
    for title in ("Purchase and warranty", "Lent, sold, archived"):
        page.locator("main summary", has_text=title).click()
    for label, value in fields.items():
        page.get_by_label(label, exact=True).fill(value)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("heading", name=name).first).to_be_visible()
    return page.url.rsplit("/", 1)[1]


def make_address(page, hub, button):
    page.goto(hub.url + "/account/calendar")
    page.get_by_role("button", name=button).click()
    return page.get_by_label("Address", exact=True).input_value()


def story(page, hub, today):
    def day(days):
        return today + datetime.timedelta(days)

    print("a household with something of each kind", flush=True)
    home = support.home_id(page, hub)
    item = add_item(
        page, hub, home, NAME,
        {"Warranty until": day(40).isoformat(), "Lent to": "Cleo, from below",
         "Lent until": day(7).isoformat()})
    page.goto(f"{hub.url}/items/{item}/maintenance")
    page.get_by_label("What is to be done").fill("Descale")
    page.get_by_label("Due on").fill(day(3).isoformat())
    page.get_by_label("Notes").fill(NOTES)
    page.get_by_role("button", name="Save", exact=True).click()
    page.goto(f"{hub.url}/homes/{home}/insurance/new")
    page.get_by_label("Insurer").fill("Harbour Mutual")
    page.get_by_label("Ends on").fill(day(200).isoformat())
    page.get_by_role("button", name="Save", exact=True).click()

    print("the address is made and read by a program that is not signed in", flush=True)
    address = make_address(page, hub, "Make an address")
    events, tag = read(address)
    found = sorted((event["DTSTART"].dt, str(event["SUMMARY"])) for event in events.values())
    name = NAME.strip()
    assert found == [
        (day(3), f"Descale: {name}"), (day(7), f"Back from Cleo, from below: {name}"),
        (day(40), f"Warranty ends: {name}"), (day(200), "Insurance ends: Harbour Mutual"),
    ], found
    notes = [str(event["DESCRIPTION"]) for event in events.values() if "DESCRIPTION" in event]
    assert notes == [NOTES], notes
    assert {str(event["LOCATION"]) for event in events.values()} == {"Lake; Cabin"}
    for event in events.values():
        page.goto(str(event["URL"]))
        expect(page.get_by_role("heading").first).to_be_visible()

    print("a calendar program that subscribes to it shows the same", flush=True)
    subscriber = Subscriber(hub.folder / "subscriber", address)
    seen = subscriber.sees(today, 300)
    assert seen == [(each.isoformat(), title) for each, title in found], seen

    print("what has not changed is not sent again; what has, keeps its id", flush=True)
    assert fetch(address, tag)[0] == 304
    page.goto(f"{hub.url}/items/{item}")
    page.get_by_role("link", name="Done", exact=True).first.click()
    page.get_by_role("button", name="Done", exact=True).click()
    later, _ = read(address)
    # What is done is gone there, too, and the others stay.
    assert subscriber.sees(today, 300) == seen[1:]
    assert set(later) < set(events) and len(later) == 3, set(events) - set(later)

    print("a new address takes the place of the old one, until it is removed", flush=True)
    new = make_address(page, hub, "Make a new address")
    assert new != address and re.search(r"/calendar/[0-9a-f]{32}\.ics$", new), new
    assert set(read(new)[0]) == set(later)
    assert fetch(address)[0] == 404
    page.goto(hub.url + "/account/calendar")
    page.get_by_role("button", name="Remove the address").click()
    assert fetch(new)[0] == 404


def ask(hub, token, method, path, body=None):
    request = urllib.request.Request(
        hub.url + path, method=method, data=body and json.dumps(body).encode(),
        headers={"Authorization": "Bearer " + token, "Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def make_token(hub):
    answer = subprocess.run(
        [hub.hearth, "account", "token", "Lena", "--data", str(hub.folder / "data"),
         "--name", "calendar", "--write", "--json"],
        capture_output=True, text=True, check=True)
    return json.loads(answer.stdout)["secret"]


def choose(page, hub, *labels):
    """Leaves in the calendar what has these labels, and nothing else."""
    page.goto(hub.url + "/account/calendar")
    boxes = page.locator("#kinds input[type=checkbox]")
    for index in range(boxes.count()):
        boxes.nth(index).uncheck()
    for label in labels:
        page.get_by_label(label, exact=True).check()
    page.get_by_role("button", name="Save", exact=True).click()


def add_people(page, hub, token, today):
    """A family with a routine of Lena's, and a group with the rent; the family's address."""
    page.goto(hub.url + "/families/new")
    page.get_by_label("Name of the family").fill("Lindqvist")
    page.get_by_role("button", name="Found a family").click()
    family = ask(hub, token, "GET", "/api/v1/families")["items"][0]["id"]
    path = "/api/v1/families/" + family
    lena = ask(hub, token, "GET", path + "/people")["items"][0]["id"]
    ask(hub, token, "POST", path + "/routines", {
        "title": "Water the plants", "startsOn": today.isoformat(), "mode": "each",
        "people": [lena]})
    group = ask(hub, token, "POST", "/api/v1/groups", {"name": "Flat 4B", "currency": "EUR"})["id"]
    path = "/api/v1/groups/" + group
    own = ask(hub, token, "GET", path + "/members")["items"][0]["id"]
    ask(hub, token, "POST", path + "/repeating", {
        "title": "Rent", "startsOn": (today + datetime.timedelta(1)).isoformat(),
        "amountMinor": 128000, "payers": [{"memberID": own}]})


def family_and_money(page, browser, hub, today):
    print("routines and bills for a year, without amounts, each with a switch", flush=True)
    token = make_token(hub)
    add_people(page, hub, token, today)
    address = make_address(page, hub, "Make an address")
    events, _ = read(address)
    plants = sorted(
        event["DTSTART"].dt for event in events.values()
        if str(event["SUMMARY"]) == "Water the plants")
    rent = sorted(
        event["DTSTART"].dt for event in events.values() if str(event["SUMMARY"]) == "Rent")
    assert len(plants) == 366 and plants[0] >= today - datetime.timedelta(1), len(plants)
    assert 12 <= len(rent) <= 13 and rent[0] == today + datetime.timedelta(1), rent
    assert not any("1280" in str(event) or "1,280" in str(event) for event in events.values())
    subscriber = Subscriber(hub.folder / "subscriber of all", address)
    seen = subscriber.sees(today, 40)
    for day, title in [*((each, "Water the plants") for each in plants if each >= today), *(
            (each, "Rent") for each in rent)]:
        if day < today + datetime.timedelta(40):
            assert (day.isoformat(), title) in seen, f"{day} {title}: {seen}"
    choose(page, hub, "Repeating expenses, without amounts")
    events, _ = read(address)
    assert {str(event["SUMMARY"]) for event in events.values()} == {"Rent"}
    assert {title for _, title in subscriber.sees(today, 40)} == {"Rent"}
    choose(page, hub)
    assert read(address)[0] == {}

    print("another account's calendar has nothing of it", flush=True)
    page.goto(hub.url + "/families")
    page.get_by_role("link", name=re.compile("Settings|settings")).first.click()
    page.get_by_text("Sharing", exact=True).click()
    page.get_by_role("button", name="Create invite").click()
    page.wait_for_load_state()
    link = re.search(r"http[^\"\s<]+/i/[A-Za-z0-9_-]+", page.content()).group(0)
    child = browser.new_context(java_script_enabled=False, timezone_id="UTC").new_page()
    child.set_default_timeout(15000)
    child.goto(link)
    child.get_by_role("link", name=re.compile("Create")).first.click()
    support.fill_account(child, "Ben")
    child.get_by_role("button", name="Join Lindqvist").click()
    child.get_by_role("heading", name="Welcome to Lindqvist").wait_for()
    theirs = make_address(child, hub, "Make an address")
    assert read(theirs)[0] == {}

    print("a child's calendar has its own routines, and no other switch", flush=True)
    family = ask(hub, token, "GET", "/api/v1/families")["items"][0]["id"]
    people = ask(hub, token, "GET", f"/api/v1/families/{family}/people")["items"]
    ben = next(person["id"] for person in people if person["name"] == "Ben")
    ask(hub, token, "POST", f"/api/v1/families/{family}/routines", {
        "title": "Teeth", "startsOn": today.isoformat(), "mode": "each", "people": [ben]})
    assert {str(event["SUMMARY"]) for event in read(theirs)[0].values()} == {"Teeth"}
    child.goto(hub.url + "/account/calendar")
    assert child.locator("#kinds input[type=checkbox]").count() == 1


def main():
    hearth = os.environ.get("HEARTH", str(ROOT / ".build/debug/hearth"))
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hearth-calendar-"))
    hub = support.Hub(hearth, folder)
    try:
        with sync_playwright() as p:
            browser = support.chromium(p)
            page = browser.new_context(
                java_script_enabled=False, timezone_id="UTC",
                viewport={"width": 390, "height": 844}).new_page()
            page.set_default_timeout(15000)
            page.goto(hub.url + "/")
            support.fill_account(page, "Lena")
            support.name_home(page, "Lake; Cabin")
            today = datetime.datetime.now(datetime.timezone.utc).date()
            story(page, hub, today)
            family_and_money(page, browser, hub, today)
            browser.close()
    finally:
        hub.stop()
        shutil.rmtree(folder, ignore_errors=True)
    print("calendar: every step was seen")


if __name__ == "__main__":
    try:
        main()
    except (AssertionError, Error) as error:
        print(f"calendar: {error}")
        sys.exit(1)
