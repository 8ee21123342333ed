#!/usr/bin/env python3
"""A person's calendar as another program reads it: its address made in a browser without scripts, the
file parsed by the icalendar library, and what becomes of it when the household changes.

usage: calendar_feed.py      (HEARTH names the program; default is the debug build)"""
import datetime
import os
import pathlib
import re
import shutil
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

    print("what has not changed is not sent again; what has, keeps its id", flush=True)
    assert fetch(address, tag)[0] == 304
    page.goto(f"{hub.url}/items/{item}")
    page.get_by_role("link", name="Done", exact=True).first.click()
    page.get_by_role("button", name="Done", exact=True).click()
    later, _ = read(address)
    assert set(later) < set(events) and len(later) == 3, set(events) - set(later)

    print("a new address takes the place of the old one, until it is removed", flush=True)
    new = make_address(page, hub, "Make a new address")
    assert new != address and re.search(r"/calendar/[0-9a-f]{32}\.ics$", new), new
    assert set(read(new)[0]) == set(later)
    assert fetch(address)[0] == 404
    page.goto(hub.url + "/account/calendar")
    page.get_by_role("button", name="Remove the address").click()
    assert fetch(new)[0] == 404


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
            story(page, hub, datetime.datetime.now(datetime.timezone.utc).date())
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
