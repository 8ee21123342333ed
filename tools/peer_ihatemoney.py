"""Hearth and IHateMoney side by side: one group of ten people with many expenses, over HTTP.

Used by tools/peers. IHateMoney comes from its package registry and keeps its bills in an SQLite file,
as its documentation proposes; both are asked with wrk, which keeps connections open.
"""

import base64
import json
import re
import subprocess
import urllib.request
from pathlib import Path
from urllib.parse import urlencode

from measuring import HEARTH, ROOT, RUN, Server, bench, fail, free_port, hearth, install, say

VENV = ROOT / ".venv-ihatemoney"
PACKAGES = ("ihatemoney==7.2.1", "gunicorn==27.0.1", "setuptools<81")
SECRET = "a long password here"
EXPENSES, WORKERS, CONNECTIONS = 10_000, 3, 8
NAMES = ["Ada", "Ben", "Cy", "Dot", "Eve", "Finn", "Gus", "Hal", "Ida", "Jo"]
# What each expense is owed by, beside its payer: as many as in the longest run of peers.
SHARERS = (10, 3, 10, 1, 10, 9, 10, 5)


def prepare():
    install("wrk", "python3-venv")
    if not (VENV / "bin" / "gunicorn").exists():
        say(f"installing {PACKAGES[0]} into {VENV.name}")
        subprocess.run(["python3", "-m", "venv", VENV], check=True)
        subprocess.run([VENV / "bin" / "pip", "install", "-q", *PACKAGES], check=True)


def ihatemoney(workers):
    """IHateMoney behind gunicorn. Its file is made by a run with one worker: two at once fail."""
    settings = RUN / "ihatemoney.cfg"
    settings.write_text(
        f'SQLALCHEMY_DATABASE_URI = "sqlite:///{RUN / "ihatemoney.db"}"\n'
        'SECRET_KEY = "not-a-secret-here"\nSESSION_COOKIE_SECURE = False\n'
        "ACTIVATE_DEMO_PROJECT = False\n")
    port = free_port()
    command = [
        VENV / "bin" / "gunicorn", "ihatemoney.wsgi:application", "--workers", workers, "--timeout",
        "120", "--bind", f"127.0.0.1:{port}"]
    return Server(
        command, port, RUN / "ihatemoney.log",
        environment={"IHATEMONEY_SETTINGS_FILE_PATH": str(settings)})


def ask(url, token=None, form=None, document=None, basic=None):
    """One request; the answer's JSON."""
    headers, body = {}, None
    if token:
        headers["Authorization"] = f"Bearer {token}"
    if basic:
        headers["Authorization"] = "Basic " + base64.b64encode(basic.encode()).decode()
    if form is not None:
        body = urlencode(form, doseq=True).encode()
    if document is not None:
        body, headers["Content-Type"] = json.dumps(document).encode(), "application/json"
    request = urllib.request.Request(url, data=body, headers=headers)
    with urllib.request.urlopen(request, timeout=120) as answer:
        return json.load(answer)


class Theirs:
    """A project of IHateMoney."""

    name = "ihatemoney"

    def __init__(self, port):
        self.root = f"http://127.0.0.1:{port}/api/projects"
        secret = {"name": "Flat", "id": "flat", "password": SECRET}
        ask(self.root, form={**secret, "contact_email": "ada@example.org", "default_currency": "XXX"})
        self.project = f"{self.root}/flat"
        self.token = ask(
            f"{self.project}/token", basic=f"flat:{secret['password']}")["token"]
        self.members = [
            ask(f"{self.project}/members", self.token, form={"name": name}) for name in NAMES]

    def create(self, index):
        """The address, type and body of a request that adds an expense."""
        sharers = [self.members[(index + i) % 10] for i in range(SHARERS[index % 8])]
        form = {
            "date": f"2026-{1 + index % 12:02}-{1 + index % 28:02}", "what": f"Expense {index}",
            "payer": self.members[index % 10], "payed_for": sharers,
            "amount": f"{1 + index * 79 % 1000}.{index % 100:02}"}
        return f"{self.project}/bills", "application/x-www-form-urlencoded", urlencode(form, True)

    def statistics(self):
        return f"{self.project}/statistics"

    def list(self):
        return f"{self.project}/bills"


class Ours:
    """A group of Hearth."""

    name = "hearth"

    def __init__(self, port, folder):
        command = [HEARTH, "account", "create", "ada", "--data", folder]
        subprocess.run(
            command, input=SECRET + "\n", text=True, check=True, capture_output=True)
        self.token = subprocess.run(
            [HEARTH, "account", "token", "ada", "--name", "peers", "--write", "--data", folder],
            text=True, check=True, capture_output=True).stdout.strip()
        self.root = f"http://127.0.0.1:{port}/api/v1/groups"
        group = ask(
            self.root, self.token,
            document={
                "name": "Flat", "currency": "EUR", "ownName": NAMES[0], "members": NAMES[1:]})
        self.port, self.zone = port, group["id"]
        self.group = f"{self.root}/{group['id']}"
        members = ask(f"{self.group}/members", self.token)
        found = {member["name"]: member["id"] for member in members["items"]}
        self.members = [found[name] for name in NAMES]

    def create(self, index):
        sharers = [self.members[(index + i) % 10] for i in range(SHARERS[index % 8])]
        return f"{self.group}/expenses", "application/json", json.dumps({
            "title": f"Expense {index}", "day": f"2026-{1 + index % 12:02}-{1 + index % 28:02}",
            "amountMinor": (1 + index * 79 % 1000) * 100 + index % 100,
            "payers": [{"memberID": self.members[index % 10]}],
            "sharers": [{"memberID": member} for member in sharers]})

    def push(self, seconds):
        """Devices send what they have written by themselves, each expense in a request of its own."""
        found = bench(
            "expense-push", "--port", self.port, "--folder", RUN / "money-devices", "--group",
            self.zone, "--name", "ada", "--password", SECRET, "--seconds", seconds, "--devices",
            CONNECTIONS)["expense-push"]
        if found["details"]["missing"]:
            fail(f"{found['details']['missing']:.0f} acknowledged expenses are missing")
        return {"rate": found["value"], "p99": found["details"]["p99"]}

    def statistics(self):
        return f"{self.group}/balances"

    def list(self):
        return f"{self.group}/expenses"


def script(peer, method, phase):
    """Lua for wrk: requests that are all alike, or bodies one after the other."""
    path = RUN / f"{peer.name}-{phase}.lua"
    lines = [
        f'wrk.method = "{method}"', f'wrk.headers["Authorization"] = "Bearer {peer.token}"',
        "local bodies = {}", "local next = 0"]
    if method == "POST":
        _, kind, _ = peer.create(0)
        lines.append(f'wrk.headers["Content-Type"] = "{kind}"')
        for index in range(400):
            lines.append(f"bodies[{index}] = [[{peer.create(index)[2]}]]")
        lines.append(
            "request = function() next = next + 1; "
            "return wrk.format(nil, nil, nil, bodies[next % 400]) end")
    lines.append(
        "done = function(summary, latency, requests) io.write(string.format("
        '"result %d %d %d %d %d %d\\n", summary.requests, summary.duration, '
        "summary.errors.status + summary.errors.read + summary.errors.write + "
        "summary.errors.timeout + summary.errors.connect, latency:percentile(50), "
        "latency:percentile(99), latency.max)) end")
    path.write_text("\n".join(lines) + "\n")
    return path


def wrk(peer, phase, url, seconds, connections, method="GET"):
    """Requests a second, p50 and p99 in ms, and the number of requests; fails if one failed."""
    command = [
        "wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", "60s", "-s",
        script(peer, method, phase), url]
    output = subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, check=True).stdout
    found = re.search(r"^result (\d+) (\d+) (\d+) (\d+) (\d+) (\d+)$", output, re.M)
    if not found:
        fail(f"wrk said\n{output}")
    requests, micros, errors, half, slow, _ = map(int, found.groups())
    if errors:
        fail(f"{errors} of {requests} requests of {peer.name} failed ({phase})")
    rate = requests / micros * 1e6
    say(f"  {peer.name}-{phase}: {rate:.4g}/s p50={half / 1000:.4g} ms p99={slow / 1000:.4g} ms")
    return {"rate": rate, "p50": half / 1000, "p99": slow / 1000, "count": requests}


def fill(peer):
    """Adds expenses until there are enough."""
    there = 0
    while there < EXPENSES:
        url, _, _ = peer.create(0)
        seconds = 20 if peer.name == "ihatemoney" else 2
        there += wrk(peer, "fill", url, seconds, CONNECTIONS, "POST")["count"]


def measure(rounds, seconds, rows):
    prepare()
    RUN.mkdir(exist_ok=True)
    folder = RUN / "money-peer"
    subprocess.run(["rm", "-rf", folder, RUN / "ihatemoney.db"], check=True)
    with ihatemoney(1):
        pass
    found = {}
    with ihatemoney(WORKERS) as other, hearth(folder) as own:
        peers = [Theirs(other.port), Ours(own.port, folder)]
        for peer in peers:
            say(f"filling {peer.name}")
            fill(peer)
        for number in range(rounds):
            say(f"round {number + 1} of {rounds}")
            for phase, connections in (("statistics", 1), ("list", 1), ("create", CONNECTIONS)):
                for peer in peers:
                    is_new = phase == "create"
                    url = peer.create(0)[0] if is_new else getattr(peer, phase)()
                    result = wrk(
                        peer, phase, url, seconds, connections, "POST" if is_new else "GET")
                    found.setdefault((peer.name, phase), []).append(result)
            found.setdefault(("hearth", "push"), []).append(peers[1].push(seconds))
    report(found, rows)


def report(found, rows):
    middle = lambda numbers: sorted(numbers)[len(numbers) // 2]  # noqa: E731
    named = {
        "statistics": ("balances of a group with 10,000 expenses and 10 members", 100,
                       "its statistics"),
        "list": ("list of the same group: a page of 50; IHateMoney has no pages", 100,
                 "all bills"),
        "create": (f"creating an expense by the API, durable, {CONNECTIONS} connections", 20,
                   f"{WORKERS} workers"),
        "push": (f"expenses sent by {CONNECTIONS} devices one by one, durable", 20,
                 f"creating one, {WORKERS} workers"),
    }
    for phase, (name, goal, what) in named.items():
        own = [result["rate"] for result in found["hearth", phase]]
        # Nothing of theirs works without the server: what a device sends stands beside a request.
        other = [
            result["rate"] for result in found["ihatemoney", "create" if phase == "push" else phase]]
        ratios = [left / right for left, right in zip(own, other)]
        slow = middle([result["p99"] for result in found["hearth", phase]])
        rows.add(
            name, "requests/s", own, f"≥ {goal} ×", middle(ratios) >= goal, "make peers", ratios,
            f"IHateMoney 7.2.1, same run, {what}: {middle(other):.3g}/s", f"p99 {slow:.2f} ms")
