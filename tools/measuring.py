"""What tools/bench and tools/peers share: building, servers, results, the table."""

import json
import os
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RUN = ROOT / "bench-run"
RESULTS = ROOT / "bench-results.json"
PAGE = ROOT / "docs" / "performance.md"
HEARTH = ROOT / ".build" / "hearth"
BENCH = ROOT / ".build" / "release" / "bench"
SIMULATE = ROOT / ".build" / "release" / "simulate"
HUB_BENCH = ROOT / ".build" / "release" / "hub-bench"


def say(text):
    print(text, flush=True)


def fail(text):
    sys.exit(f"{Path(sys.argv[0]).name}: {text}")


def build(*products):
    # The pages' static files are part of the program, and are embedded by the set-up step.
    subprocess.run([ROOT / "tools" / "setup"], cwd=ROOT, check=True)
    for product in products:
        say(f"building {product} (release)")
        subprocess.run(
            ["swift", "build", "-c", "release", "--static-swift-stdlib", "--product", product],
            cwd=ROOT, check=True)
        if product == "hearth":
            subprocess.run(
                [ROOT / "tools" / "strip-program", BENCH.parent / "hearth", HEARTH], check=True)


def install(*packages):
    """Installs the Debian packages that are missing."""
    missing = [
        name for name in packages
        if "installed" not in subprocess.run(
            ["dpkg-query", "-W", "-f", "${db:Status-Status}", name],
            capture_output=True, text=True).stdout.split()
    ]
    if not missing:
        return
    root = [] if os.geteuid() == 0 else ["sudo"]
    say(f"installing the Debian packages {' '.join(missing)}")
    subprocess.run(root + ["apt-get", "update", "-q"], check=True)
    subprocess.run(
        root + ["apt-get", "install", "-y", "--no-install-recommends"] + missing, check=True,
        env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"})


def free_port():
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return sock.getsockname()[1]


def bench(*arguments, quiet=False, program=BENCH):
    """Runs one command of a bench program and returns what it measured, by name."""
    command = [str(program)] + [str(argument) for argument in arguments]
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode != 0:
        fail(f"{' '.join(command)}\n{result.stderr.strip()}")
    rows = [json.loads(line) for line in result.stdout.splitlines() if line.startswith("{")]
    for row in rows:
        if not quiet:
            say(f"  {row['name']}: {row['value']:.4g} {row['unit']} {short(row['details'])}")
    return {row["name"]: row for row in rows}


def short(details):
    return " ".join(f"{name}={value:.4g}" for name, value in details.items())


def fill(name, *arguments):
    """Makes a data folder with households in it."""
    folder = RUN / name
    shutil.rmtree(folder, ignore_errors=True)
    bench("fill", "--data", folder, *arguments)
    return folder


class Server:
    """A process that listens on a port of this machine for the time of a `with` block."""

    def __init__(self, command, port, log, user=None, environment=None):
        self.command, self.port, self.log = [str(part) for part in command], port, log
        self.environment = environment

    def __enter__(self):
        # Thousands of streams are open at once.
        raise_limit = f"ulimit -n $(ulimit -Hn); exec \"$@\""
        self.process = subprocess.Popen(
            ["bash", "-c", raise_limit, "server"] + self.command,
            stdout=open(self.log, "ab"), stderr=subprocess.STDOUT, cwd=RUN,
            env={**os.environ, **(self.environment or {})}, start_new_session=True)
        for _ in range(600):
            if self.process.poll() is not None:
                fail(f"{self.command[0]} has ended; see {self.log}")
            with socket.socket() as sock:
                if sock.connect_ex(("127.0.0.1", self.port)) == 0:
                    return self
            time.sleep(0.1)
        fail(f"{self.command[0]} does not listen on port {self.port}; see {self.log}")

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                os.killpg(self.process.pid, signal.SIGKILL)
                self.process.wait()

    def memory_mb(self):
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
        fail("the server's memory cannot be read")


def hearth(folder):
    port = free_port()
    return Server(
        [HEARTH, "serve", "--data", folder, "--listen", f"127.0.0.1:{port}", "--log-level", "none",
         # One account sends more than any family does.
         "--account-changes", "1000000000", "--account-records", "1000000000"],
        port, RUN / "hearth.log")


class Rows:
    """The results so far. Rows of the other tool stay as they are."""

    def __init__(self, source):
        self.source, self.rows = source, []

    def add(self, name, unit, values, goal, met, command, ratios=None, against=None, note=""):
        """`goal` is for people to read; `met` says whether it was reached, or None."""
        value = statistics.median(values)
        self.rows.append({
            "name": name, "value": round(value, 4), "unit": unit,
            "ratio": round(statistics.median(ratios), 4) if ratios else None,
            "against": against, "goal": goal, "met": met,
            "spread": [round(min(values), 4), round(max(values), 4)], "runs": len(values),
            "command": command, "note": note, "source": self.source,
        })

    def save(self):
        old = json.loads(RESULTS.read_text()) if RESULTS.exists() else []
        kept = [row for row in old if row["source"] != self.source]
        rows = self.rows + kept if self.source == "bench" else kept + self.rows
        RESULTS.write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n")
        table = make_table(rows)
        write_page(table)
        say("\n" + table)


def figure(value):
    if value is None:
        return "–"
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def make_table(rows):
    lines = [
        "| what | value | spread (runs) | ratio | against | goal | met |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        name = row["name"] + (f" ({row['note']})" if row["note"] else "")
        met = {True: "yes", False: "**missed**", None: "–"}[row["met"]]
        lines.append(
            f"| {name} | {figure(row['value'])} {row['unit']} | {figure(row['spread'][0])} – "
            f"{figure(row['spread'][1])} ({row['runs']}) | {figure(row['ratio'])} | "
            f"{row['against'] or '–'} | {row['goal']} | {met} |")
    return "\n".join(lines)


BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"


def write_page(table):
    text = PAGE.read_text()
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    PAGE.write_text(f"{before}{BEGIN}\n{table}\n{END}{after}")
