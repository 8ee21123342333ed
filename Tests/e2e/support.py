"""What the browser tests share: a hub of their own, and the first steps of a person."""
import atexit
import pathlib
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import threading
import time

PASSWORD = "a kettle on the stove"


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Hub:
    """A `hearth serve` of its own, on a free port, over a folder; `options` are its further ones."""

    def __init__(self, hearth, folder, *options):
        self.options = options
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.folder = folder
        self.hearth = hearth
        self.start()

    def start(self):
        self.process = spawn(
            [self.hearth, "serve", "--data", str(self.folder / "data"),
             "--listen", f"127.0.0.1:{self.port}", *self.options],
            self.folder / "serve.log", self.port)

    def stop(self):
        end(self.process, "hearth serve")


class Device:
    """A `hearth device` of its own. It reaches the hub through a wire that can be cut."""

    def __init__(self, hearth, folder, hub):
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.folder = folder
        self.hearth = hearth
        self.wire = Wire(hub.port)
        self.start()

    def start(self):
        log = self.folder / "device.log"
        before = len(log.read_text()) if log.exists() else 0
        self.process = spawn(
            [self.hearth, "device", "--hub", self.wire.url, "--data", str(self.folder / "device"),
             "--listen", f"127.0.0.1:{self.port}"], log, self.port)
        for _ in range(100):
            found = re.search(r"Open (http://\S+/open/\S+)", log.read_text()[before:])
            if found:
                self.address = found.group(1)
                return
            time.sleep(0.1)
        raise SystemExit("hearth device printed no address:\n" + log.read_text())

    def newest_address(self):
        """Where the next browser comes in; printed again when the app was locked."""
        return re.findall(r"Open (http://\S+/open/\S+)", (self.folder / "device.log").read_text())[-1]

    def stop(self):
        end(self.process, "hearth device")


class Wire:
    """Passes connections on to a port of this machine, until it is cut."""

    def __init__(self, port):
        self.port = port
        self.is_cut = False
        self.open = set()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            near, _ = self.listener.accept()
            if self.is_cut:
                near.close()
                continue
            try:
                far = socket.create_connection(("127.0.0.1", self.port), 1)
            except OSError:
                near.close()
                continue
            far.settimeout(None)
            self.open |= {near, far}
            for source, target in ((near, far), (far, near)):
                threading.Thread(target=self.carry, args=(source, target), daemon=True).start()

    def carry(self, source, target):
        try:
            while data := source.recv(1 << 16):
                target.sendall(data)
        except OSError:
            pass
        for each in (source, target):
            self.open.discard(each)
            self.close(each)

    @staticmethod
    def close(each):
        try:
            each.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        each.close()

    def cut(self):
        self.is_cut = True
        for each in list(self.open):
            self.close(each)

    def mend(self):
        self.is_cut = False


def spawn(command, log, port):
    """Starts a program and waits until it listens."""
    with open(log, "a") as file:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT)
    # A test that fails leaves nothing running.
    atexit.register(process.kill)
    for _ in range(300):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return process
        except OSError:
            if process.poll() is not None:
                break
            time.sleep(0.1)
    raise SystemExit(f"{command[0]} {command[1]} did not start:\n" + log.read_text())


def end(process, name):
    process.send_signal(signal.SIGTERM)
    code = process.wait(20)
    assert code == 0, f"{name} ended with {code}"


def chromium(playwright):
    return playwright.chromium.launch(
        executable_path=shutil.which("chromium"), args=["--no-sandbox"])


def both_themes(page, folder, name):
    """Keeps pictures of a page in both themes, when there is a folder for them."""
    if not folder:
        return
    pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
    width = page.viewport_size["width"]
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        page.wait_for_timeout(300)  # colours change over time
        page.screenshot(path=f"{folder}/{name}-{width}-{scheme}.png", full_page=True)
    page.emulate_media(color_scheme=None)


def wait_for_photo(device, item):
    """Until a device has the row of a photo of the item; nothing has asked for the file."""
    path = device.folder / "device" / "replica.db"
    for _ in range(300):
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as connection:
            if connection.execute(
                    "SELECT 1 FROM photos WHERE itemID = ?", (item,)).fetchone():
                return
        time.sleep(0.1)
    raise AssertionError("the photo's row has not come to the device")


def is_loaded(image):
    """Whether a picture has come whole."""
    image.scroll_into_view_if_needed()
    return image.evaluate(
        """(image) => image.complete ? image.naturalWidth > 0
             : new Promise((done) => {
                 image.onload = () => done(image.naturalWidth > 0);
                 image.onerror = () => done(false);
               })""")


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


def broken_words(page, name):
    """Words of a page that go on in the next line, as the box around them is too narrow for them."""
    found = page.evaluate(
        r"""() => {
             const found = [];
             const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
             for (let text = texts.nextNode(); text; text = texts.nextNode()) {
               const box = text.parentElement;
               if (!box.checkVisibility() || box.closest("code, pre, option, textarea")) continue;
               for (const word of text.data.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]{2,18}(?![\p{L}\p{N}])/gu)) {
                 const range = document.createRange();
                 range.setStart(text, word.index);
                 range.setEnd(text, word.index + word[0].length);
                 const lines = [...range.getClientRects()].filter((part) => part.width > 0.5);
                 if (new Set(lines.map((part) => Math.round(part.top))).size > 1)
                   found.push(`${word[0]} in ${box.outerHTML.slice(0, 80)}`);
               }
             }
             return found;
           }""")
    width = page.viewport_size["width"]
    return [f"{name}: broken at {width} px: {word}" for word in found[:3]]


def torn_amounts(page, name):
    """Amounts whose sign or digits go on in the next line or are cut off, and texts that lie over one."""
    found = page.evaluate(
        r"""() => {
             const found = [];
             const main = document.querySelector("main");
             const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
             const boxes = [];
             for (let text = texts.nextNode(); text; text = texts.nextNode()) {
               const box = text.parentElement;
               if (!box.checkVisibility() || !text.data.trim()) continue;
               if (box.closest(".unseen, .sticky, .selection-bar, .menu, .scroll, option, details:not([open]) > :not(summary)"))
                 continue;
               const amounts = [...text.data.matchAll(/[−+]?[€₫][\d,.]+\d/gu)];
               for (const amount of amounts) {
                 const range = document.createRange();
                 range.setStart(text, amount.index);
                 range.setEnd(text, amount.index + amount[0].length);
                 const parts = [...range.getClientRects()].filter((part) => part.width > 0.5);
                 if (new Set(parts.map((part) => Math.round(part.top))).size > 1)
                   found.push(`${amount[0]} is torn`);
                 for (let outer = box; outer !== main; outer = outer.parentElement)
                   if (getComputedStyle(outer).overflowX !== "visible" &&
                       outer.getBoundingClientRect().right < parts[0].right - 0.5)
                     found.push(`${amount[0]} is cut off`);
               }
               const range = document.createRange();
               range.selectNodeContents(text);
               for (const part of range.getClientRects())
                 boxes.push([part, text.data.trim(), amounts.length > 0, text]);
             }
             for (const [one, amount, isAmount, node] of boxes) if (isAmount)
               for (const [other, words, , second] of boxes) if (second !== node &&
                   Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 &&
                   Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 6)
                 found.push(`${words} lies over ${amount}`);
             return [...new Set(found)];
           }""")
    width = page.viewport_size["width"]
    return [f"{name} at {width} px: {each}" for each in found[:5]]


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
    page.get_by_role("button", name="Preview import").click()
    page.get_by_role("heading", name="Import preview").wait_for()
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
    page.get_by_role("button", name="Create invite").first.click()
    page.get_by_role("heading", name="The invite is ready").wait_for()
    found = re.search(r"https?://[^\"'<>\s]+/i/[A-Za-z0-9_-]+", page.content())
    assert found, "the invite page shows no link"
    return re.sub(r"^https?://[^/]+", hub.url, found.group(0))


def rows(database, query, *parameters):
    """Reads a file of the hub beside it."""
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as connection:
        return connection.execute(query, parameters).fetchall()
