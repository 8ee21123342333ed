"""What the browser tests share: a hub of their own, and the first steps of a person."""
import re
import shutil
import signal
import socket
import subprocess
import time

PASSWORD = "a kettle on the stove"


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Hub:
    """A `hearth serve` of its own, on a free port, over a folder."""

    def __init__(self, hearth, folder):
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.folder = folder
        self.hearth = hearth
        self.start()

    def start(self):
        with open(self.folder / "serve.log", "a") as log:
            self.process = subprocess.Popen(
                [self.hearth, "serve", "--data", str(self.folder / "data"),
                 "--listen", f"127.0.0.1:{self.port}"],
                stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT)
        for _ in range(300):
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                if self.process.poll() is not None:
                    break
                time.sleep(0.1)
        raise SystemExit("hearth serve did not start:\n" + (self.folder / "serve.log").read_text())

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(20)
        assert code == 0, f"hearth serve ended with {code}"


def chromium(playwright):
    return playwright.chromium.launch(
        executable_path=shutil.which("chromium"), args=["--no-sandbox"])


def watch(page, problems):
    """Notes what must not happen though a person may not see it."""
    page.on("pageerror", lambda error: problems.append(f"script error: {error}"))
    page.on("console", lambda message: problems.append(f"console: {message.text}")
            if "Content Security Policy" in message.text else None)


def no_overflow(page, name):
    wide = page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth")
    width = page.viewport_size["width"]
    assert wide <= 0, f"{name} is {wide} px too wide at {width} px"


def fill_account(page, name):
    page.get_by_label("Your name").fill(name)
    page.get_by_label("Sign-in name").fill(name.lower())
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Create account").click()


def name_home(page, name):
    page.get_by_label("Name of the home").fill(name)
    page.get_by_role("button", name="Create home").click()


def import_file(page, hub, path, shot=lambda page, name: None):
    """Imports a file after its preview, and waits until the result is there."""
    page.goto(hub.url + "/import")
    page.locator("input[type=file]").set_input_files(path)
    page.get_by_role("button", name="Show what would happen").click()
    page.get_by_role("heading", name="What will happen").wait_for()
    shot(page, "import-preview")
    page.get_by_role("button", name=re.compile("^Import [0-9]")).click()
    page.get_by_role("heading", name="Imported").wait_for(timeout=60000)
    shot(page, "import-result")


def home_id(page, hub):
    page.goto(hub.url + "/homes")
    for link in page.locator("a[href*='/homes/']").all():
        found = re.search(r"/homes/([0-9a-f-]{36})", link.get_attribute("href") or "")
        if found:
            return found.group(1)
    raise AssertionError("the list of homes links to none")


def make_invite(page, hub, home):
    """Makes an invite with what the form proposes, and returns its address."""
    page.goto(f"{hub.url}/homes/{home}/settings")
    page.evaluate("document.querySelectorAll('main details').forEach((d) => { d.open = true; })")
    page.get_by_role("button", name="Make an invite").first.click()
    page.get_by_role("heading", name="The invite is ready").wait_for()
    found = re.search(r"https?://[^\"'<>\s]+/i/[A-Za-z0-9_-]+", page.content())
    assert found, "the invite page shows no link"
    return re.sub(r"^https?://[^/]+", hub.url, found.group(0))
