#!/usr/bin/env python3
"""Mail as a real mail server gets it: an address that is confirmed and ended by links, several
notifications in one mail, and servers that are away, busy, refusing and silent.

usage: mail.py      (HEARTH names the program; default is the debug build)"""
import asyncio
import datetime
import email
import email.policy
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

from aiosmtpd.controller import Controller
from playwright.sync_api import Error, expect, sync_playwright

import support

ROOT = pathlib.Path(__file__).resolve().parents[2]
ADDRESS = "lena@home.example"


class Server:
    """A mail server on a port of its own that can be away, and answers as it is told."""

    def __init__(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.answer = None
        self.hangs = False
        self.mails = []
        self.tries = 0
        self.controller = None
        self.lock = threading.Lock()

    @property
    def url(self):
        return f"smtp://127.0.0.1:{self.port}"

    def start(self):
        self.controller = Controller(self, hostname="127.0.0.1", port=self.port)
        self.controller.start()

    def stop(self):
        if self.controller:
            self.controller.stop()
        self.controller = None

    async def handle_RCPT(self, server, session, envelope, address, options):
        self.tries += 1
        if self.hangs:
            await asyncio.sleep(600)
        if self.answer:
            return self.answer
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        with self.lock:
            self.mails.append(
                (envelope.rcpt_tos, email.message_from_bytes(
                    envelope.original_content, policy=email.policy.default)))
        return "250 OK"

    def wait(self, count, seconds=90):
        end = time.time() + seconds
        while time.time() < end:
            with self.lock:
                if len(self.mails) >= count:
                    return self.mails[count - 1][1]
            time.sleep(0.2)
        raise AssertionError(f"{len(self.mails)} mails came, not {count}")


def link(mail, kind):
    found = re.search(rf"http://\S+/mail/{kind}/[0-9a-f]+", mail.get_content())
    assert found, mail.get_content()
    return found.group(0)


def check(mail):
    """What holds for every mail."""
    assert mail["To"] == f"<{ADDRESS}>" or mail["To"] == ADDRESS, mail["To"]
    assert mail["Bcc"] is None and len(mail.get_all("Subject")) == 1
    assert mail.get_content_type() == "text/plain"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert link(mail, "stop") == mail["List-Unsubscribe"].strip("<>")
    assert not mail.defects, mail.defects
    assert isinstance(mail["Date"].datetime, datetime.datetime)


def wait_until(what, found, seconds=60):
    end = time.time() + seconds
    while time.time() < end:
        if found():
            return
        time.sleep(0.3)
    raise AssertionError(what)


def status(hub):
    answer = subprocess.run(
        [hub.hearth, "status", "--data", str(hub.folder / "data"), "--json"],
        capture_output=True, text=True, check=True)
    return json.loads(answer.stdout)["mail"]


def ask_for_address(page, hub, address=ADDRESS):
    page.goto(hub.url + "/account/notifications")
    page.get_by_label("E-mail address", exact=True).fill(address)
    page.get_by_role("button", name="Send confirmation").click()


def ask(hub, token, method, path, body=None):
    request = urllib.request.Request(
        hub.url + path, method=method, data=body and json.dumps(body).encode(),
        headers={"Authorization": "Bearer " + token, "Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def found_family(page, child, hub):
    """A family with a child that is asked to tidy its room; the address of the child's day."""
    page.goto(hub.url + "/families/new")
    page.get_by_label("Name of the family").fill("Lindqvist")
    page.get_by_role("button", name="Found a family").click()
    page.goto(hub.url + "/families")
    page.get_by_role("link", name=re.compile("Settings|settings")).first.click()
    page.get_by_text("Sharing", exact=True).click()
    page.get_by_role("button", name="Create invite").click()
    page.wait_for_load_state()
    child.goto(re.search(r"http[^\"\s<]+/i/[A-Za-z0-9_-]+", page.content()).group(0))
    child.get_by_role("link", name=re.compile("Create")).first.click()
    support.fill_account(child, "Ben")
    child.get_by_role("button", name="Join Lindqvist").click()
    child.get_by_role("heading", name="Welcome to Lindqvist").wait_for()
    answer = subprocess.run(
        [hub.hearth, "account", "token", "Lena", "--data", str(hub.folder / "data"),
         "--name", "mail", "--write", "--json"], capture_output=True, text=True, check=True)
    token = json.loads(answer.stdout)["secret"]
    family = ask(hub, token, "GET", "/api/v1/families")["items"][0]["id"]
    people = ask(hub, token, "GET", f"/api/v1/families/{family}/people")["items"]
    ben = next(person["id"] for person in people if person["name"] == "Ben")
    ask(hub, token, "POST", f"/api/v1/families/{family}/routines", {
        "title": "Tidy the room", "startsOn": "2026-01-01", "mode": "each", "people": [ben],
        "asksApproval": True})
    return f"{hub.url}/families/{family}/day/{ben}"


def story(page, other, child, hub, server):
    print("an address that cannot be one is told at its field, and kept", flush=True)
    ask_for_address(page, hub, "ana@home@x")
    expect(page.get_by_label("E-mail address", exact=True)).to_have_value("ana@home@x")

    print("the mail server is away: the mail waits, and is tried again", flush=True)
    ask_for_address(page, hub)
    expect(page.get_by_text("isn’t confirmed yet")).to_be_visible()
    wait_until("a try is noted", lambda: status(hub)["problem"] != "")
    assert status(hub)["waiting"] == 1

    print("killed and started again, it still knows of it; it comes once", flush=True)
    hub.process.kill()
    hub.process.wait()
    server.start()
    hub.start()
    first = server.wait(1, seconds=120)
    check(first)

    print("the link alone does nothing; a press confirms, and works once", flush=True)
    confirm = link(first, "confirm")
    other.goto(confirm)
    page.goto(hub.url + "/account/notifications")
    expect(page.get_by_text("isn’t confirmed yet")).to_be_visible()
    other.goto(confirm)
    other.get_by_role("button", name="Confirm address").click()
    expect(other.get_by_role("heading", name="Address confirmed")).to_be_visible()
    other.goto(confirm)
    other.get_by_role("button", name="Confirm address").click()
    expect(other.get_by_role("heading", name="This link no longer works")).to_be_visible()

    print("several things that happen become one mail, without prices and without a header of "
          "somebody's making", flush=True)
    day = found_family(page, child, hub)
    page.goto(hub.url + "/account/notifications")
    for box in page.get_by_label("By mail").all():
        box.check()
    page.get_by_role("button", name="Save", exact=True).click()
    home = support.home_id(page, hub)
    # What is there in the first seconds after the press is noted and no news.
    time.sleep(6)
    # A warranty is told on the day on which its last 30 days begin, here: today.
    ends = (datetime.datetime.now(datetime.timezone.utc).date() + datetime.timedelta(30)).isoformat()
    for name in ("Kettle", "Lämp 竪琴"):
        page.goto(f"{hub.url}/homes/{home}/items/new")
        page.get_by_label("Name", exact=True).first.fill(name)
        page.locator("main summary", has_text="Purchase and warranty").click()
        page.get_by_label("Warranty until", exact=True).fill(ends)
        page.get_by_role("button", name="Save", exact=True).click()
        expect(page.get_by_role("heading", name=name).first).to_be_visible()
    news = server.wait(2, seconds=120)
    check(news)
    text = news.get_content().replace("\r\n", "\n")
    assert "Kettle" in text and "Lämp 竪琴" in text, text
    time.sleep(5)
    assert len(server.mails) == 2, "one mail for both"

    print("killed and started again, nothing is sent twice", flush=True)
    hub.process.kill()
    hub.process.wait()
    hub.start()
    time.sleep(40)
    assert len(server.mails) == 2, "nothing is told twice"

    print("what a child has done and waits for a parent comes by mail", flush=True)
    child.goto(day)
    child.get_by_role("button", name=re.compile("Tidy the room")).first.click()
    expect(child.get_by_text("A parent looks at it next.")).to_be_visible()
    news = server.wait(3, seconds=120)
    check(news)
    text = news.get_content().replace("\r\n", "\n")
    assert "Tidy the room by Ben is waiting for your approval" in text, text
    assert "Kettle" not in text, text

    print("one press of a mail program, without signing in, ends all mails", flush=True)
    stop = link(news, "stop")
    request = urllib.request.Request(stop, data=b"List-Unsubscribe=One-Click")
    with urllib.request.urlopen(request) as answer:
        assert answer.status == 200
    page.goto(hub.url + "/account/notifications")
    expect(page.get_by_label("E-mail address", exact=True)).to_have_value("")

    print("a server that says 451 is asked again, one that says 550 is not", flush=True)
    server.answer = "451 later"
    before = server.tries
    ask_for_address(page, hub)
    wait_until("it is tried", lambda: server.tries > before)
    wait_until("it waits", lambda: "451" in status(hub)["problem"])
    assert status(hub)["waiting"] == 1
    page.get_by_role("button", name="Remove address").click()
    server.answer = "550 no such person"
    failed = status(hub)["failed"]
    ask_for_address(page, hub)
    wait_until("it is given up", lambda: status(hub)["failed"] == failed + 1)
    assert status(hub)["waiting"] == 0 and len(server.mails) == 3

    print("a server that hangs holds up no page, and the mail is tried again", flush=True)
    server.answer = None
    server.hangs = True
    before = server.tries
    ask_for_address(page, hub)
    wait_until("it is tried", lambda: server.tries > before)
    page.goto(hub.url + "/today")
    expect(page.get_by_role("heading").first).to_be_visible()
    server.hangs = False


def commands(hearth, server):
    print("hearth mail test sends, and says why it cannot", flush=True)

    def test(*options):
        return subprocess.run(
            [hearth, "mail", "test", ADDRESS, "--mail-from", "hearth@home.example",
             "--public-url", "http://home.example", *options], capture_output=True, text=True)

    count = len(server.mails)
    assert test("--smtp", server.url, "--smtp-insecure").returncode == 0
    assert len(server.mails) == count + 1
    # What a server says is passed on, on one line.
    for answer in ("550 5.1.1 No such user here", "451 4.7.1 Come back later"):
        server.answer = answer
        refused = test("--smtp", server.url, "--smtp-insecure")
        assert refused.returncode == 1 and answer in refused.stdout, refused
    server.answer = None
    # A server that cannot encrypt gets nothing, unless somebody says so.
    assert test("--smtp", server.url).returncode == 1
    assert test("--smtp", "smtp://mail.example:25", "--smtp-insecure").returncode not in (0, 1)
    assert test("--smtp", "smtp://ana:secret@mail.example").returncode not in (0, 1)
    assert len(server.mails) == count + 1


def main():
    hearth = os.environ.get("HEARTH", str(ROOT / ".build/debug/hearth"))
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hearth-mail-"))
    server = Server()
    port = support.free_port()
    hub = support.Hub.__new__(support.Hub)
    hub.port, hub.url, hub.folder, hub.hearth = port, f"http://127.0.0.1:{port}", folder, hearth
    hub.options = (
        "--smtp", server.url, "--smtp-insecure", "--mail-from", "hearth@home.example",
        "--public-url", hub.url)
    hub.start()
    try:
        with sync_playwright() as p:
            browser = support.chromium(p)
            options = {"java_script_enabled": False, "timezone_id": "UTC",
                       "viewport": {"width": 390, "height": 844}}
            page, other, child = (browser.new_context(**options).new_page() for _ in range(3))
            for each in (page, other, child):
                each.set_default_timeout(15000)
            page.goto(hub.url + "/")
            support.fill_account(page, "Lena")
            support.name_home(page, "Lake; Cabin")
            story(page, other, child, hub, server)
            browser.close()
        commands(hearth, server)
    finally:
        hub.stop()
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)
    print("mail: every step was seen")


if __name__ == "__main__":
    try:
        main()
    except (AssertionError, Error) as error:
        print(f"mail: {error}")
        sys.exit(1)
