#!/usr/bin/env python3
"""Two people in real browsers: sign up, import, share, and see a change of the other live.

usage: smoke.py [--hearth PATH] [--screenshots DIR]

Starts `hearth serve` on a free port over a new folder, and drives two browser profiles: a desktop
(1280 px) and a phone (390 px). Exits with 0 when every step was seen, else with 1 and the step."""
import argparse
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

from playwright.sync_api import expect, sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
PASSWORD = "a kettle on the stove"
CSV = """HB.import_ref,HB.location,HB.tags,HB.name,HB.quantity,HB.purchase_price,HB.purchase_date
ref-1,Garage / Shelf 2,Tools; Important,Cordless drill,1,189.50,2024-03-02
ref-2,Kitchen,Kitchen,Espresso machine,1,449.00,06/14/2023
ref-3,Kitchen,Kitchen,Fork,24,1.25,
"""


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Hub:
    """A `hearth serve` of its own."""

    def __init__(self, hearth, folder):
        self.url = f"http://127.0.0.1:{free_port()}"
        self.log = open(folder / "serve.log", "w")
        self.process = subprocess.Popen(
            [hearth, "serve", "--data", str(folder / "data"), "--listen", self.url[7:]],
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=subprocess.STDOUT)
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", int(self.url.rsplit(":", 1)[1])), 1).close()
                return
            except OSError:
                if self.process.poll() is not None:
                    break
                time.sleep(0.1)
        raise SystemExit("hearth serve did not start:\n" + (folder / "serve.log").read_text())

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(20)
        assert code == 0, f"hearth serve ended with {code}"


def watch(page, problems):
    """Notes what a person would never see but must not happen."""
    page.on("pageerror", lambda error: problems.append(f"script error: {error}"))
    page.on("console", lambda m: problems.append(f"console: {m.text}")
            if "Content Security Policy" in m.text else None)


def no_overflow(page, name):
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{name} is {wide} px too wide at {page.viewport_size['width']} px"


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--hearth", default=str(ROOT / ".build/debug/hearth"))
    arguments.add_argument("--screenshots", type=pathlib.Path)
    options = arguments.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hearth-smoke-"))
    (folder / "tools.csv").write_text(CSV)
    hub = Hub(options.hearth, folder)
    problems = []

    def shot(page, name):
        no_overflow(page, name)
        if options.screenshots:
            options.screenshots.mkdir(parents=True, exist_ok=True)
            page.screenshot(path=options.screenshots / f"{name}.png", full_page=False)

    with sync_playwright() as p:
        browser = p.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        lena = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
        jonas = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
        for page in (lena, jonas):
            page.set_default_timeout(15000)
            watch(page, problems)

        print("the first account is made in the browser")
        lena.goto(hub.url + "/")
        shot(lena, "set-up")
        lena.get_by_label("Your name").fill("Lena")
        lena.get_by_label("Sign-in name").fill("lena")
        lena.get_by_label("Password", exact=True).fill(PASSWORD)
        lena.get_by_role("button", name="Create account").click()

        print("a home is named and its rooms are picked")
        lena.get_by_label("Name of the home").fill("Lake Cabin")
        shot(lena, "start")
        lena.get_by_role("button", name="Create home").click()
        expect(lena.get_by_role("heading", name="Lake Cabin")).to_be_visible()
        shot(lena, "dashboard-empty")

        print("an inventory is imported after a preview")
        lena.goto(hub.url + "/import")
        lena.locator("input[type=file]").set_input_files(folder / "tools.csv")
        lena.get_by_role("button", name="Show what would happen").click()
        expect(lena.get_by_role("heading", name="What will happen")).to_be_visible()
        shot(lena, "import-preview")
        lena.get_by_role("button", name=re.compile("^Import 3")).click()
        lena.wait_for_url(re.compile("/import/.*/(result|done)"), timeout=30000)
        shot(lena, "import-result")
        lena.goto(hub.url + "/items")
        expect(lena.get_by_text("Cordless drill").first).to_be_visible()
        expect(lena.get_by_text("Espresso machine").first).to_be_visible()
        shot(lena, "items")

        print("the home is shared by a link")
        lena.goto(hub.url + "/homes")
        home = lena.locator("a[href*='/homes/']").first.get_attribute("href")
        home = re.search(r"/homes/([0-9a-f-]{36})", home).group(1)
        lena.goto(f"{hub.url}/homes/{home}/settings")
        shot(lena, "home-settings")
        lena.goto(f"{hub.url}/homes/{home}/settings#sharing")
        for closed in lena.locator("details:not([open]) > summary").all():
            if closed.is_visible():
                closed.click()
        lena.get_by_role("button", name="Make an invite").click()
        link = lena.locator("input[value*='/i/']").first
        expect(link).to_be_visible()
        address = link.get_attribute("value")
        shot(lena, "invite")

        print("the second person previews, signs up and joins")
        jonas.goto(re.sub(r"^https?://[^/]+", hub.url, address))
        expect(jonas.get_by_text("Lake Cabin").first).to_be_visible()
        shot(jonas, "join")
        jonas.get_by_role("link", name=re.compile("Create account|Create an account")).first.click()
        jonas.get_by_label("Your name").fill("Jonas")
        jonas.get_by_label("Sign-in name").fill("jonas")
        jonas.get_by_label("Password", exact=True).fill(PASSWORD)
        jonas.get_by_role("button", name="Create account").click()
        jonas.get_by_role("button", name="Join Lake Cabin").click()
        shot(jonas, "joined")
        jonas.goto(hub.url + "/items")
        expect(jonas.get_by_text("Cordless drill").first).to_be_visible()
        shot(jonas, "items-phone")

        print("a change of one is seen by the other without reloading")
        jonas.wait_for_timeout(500)
        lena.goto(f"{hub.url}/homes/{home}/items/new")
        lena.get_by_label("Name", exact=True).fill("Canoe from the boathouse")
        lena.get_by_role("button", name="Save", exact=True).click()
        begin = time.monotonic()
        expect(jonas.get_by_text("Canoe from the boathouse").first).to_be_visible(timeout=10000)
        print(f"  seen after {time.monotonic() - begin:.2f} s")
        shot(lena, "item")

        assert not problems, "; ".join(problems)
        browser.close()
    hub.stop()
    shutil.rmtree(folder)
    print("browser smoke test: every step was seen")


if __name__ == "__main__":
    try:
        main()
    except AssertionError as error:
        print(f"browser smoke test failed: {error}")
        sys.exit(1)
