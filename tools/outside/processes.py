"""The hub and the devices: processes that are started, told things, stopped and killed."""

import asyncio
import ctypes
import json
import os
import signal

READY_SECONDS = 60
# Longer than anything that a device waits for.
ANSWER_SECONDS = 180
MAX_LINE_BYTES = 1 << 26
PR_SET_PDEATHSIG = 1
LIBC = ctypes.CDLL(None)


def end_with_parent():
    """Runs in the child: a process that is paused would not notice that its stdin has ended."""
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


class Failed(Exception):
    """The run cannot go on, or must not be believed."""


class Process:
    """One process of the example, which may be started again with the same files."""

    def __init__(self, name, log):
        self.name, self.log = name, log
        self.child = None
        self.clock = 0
        # Somebody disturbs it at this moment.
        self.is_disturbed = False
        self.is_up = asyncio.Event()

    def command(self):
        raise NotImplementedError

    async def start(self):
        with open(self.log, "ab") as log:
            self.child = await asyncio.create_subprocess_exec(
                *self.command(), stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
                stderr=log, limit=MAX_LINE_BYTES, start_new_session=True,
                preexec_fn=end_with_parent, env={**os.environ, "HISTORIES_CLOCK": str(self.clock)})
        try:
            line = await asyncio.wait_for(self.child.stdout.readline(), READY_SECONDS)
        except asyncio.TimeoutError:
            line = b""
        if not line:
            raise Failed(f"{self.name} does not start:\n{self.last_words()}")
        self.is_up.set()
        return json.loads(line)

    def last_words(self):
        with open(self.log, errors="replace") as log:
            return log.read()[-2000:]

    def signal(self, number):
        if self.child is not None and self.child.returncode is None:
            self.child.send_signal(number)

    async def kill(self):
        self.is_up.clear()
        self.signal(signal.SIGKILL)
        if self.child is not None:
            await self.child.wait()

    def tell(self, line):
        if self.child is None or self.child.returncode is not None:
            return
        try:
            self.child.stdin.write(line.encode() + b"\n")
        except (BrokenPipeError, ConnectionResetError):
            pass  # It was killed: whoever waits for an answer notices.

    def set_clock(self, milliseconds):
        self.clock = milliseconds
        self.tell(f"clock {milliseconds}")


class Hub(Process):
    def __init__(self, program, folder, people):
        super().__init__("the hub", folder / "hub.log")
        self.program, self.folder, self.people = program, folder / "hub", people
        self.port = 0

    def command(self):
        return [self.program, "hub", self.folder, str(self.port), *self.people]

    async def start(self):
        ready = await super().start()
        # From then on it comes back on the same port, to the same accounts.
        self.port, self.people = ready["port"], []


class Device(Process):
    def __init__(self, program, folder, number, plant):
        super().__init__(f"device {number}", folder / f"device-{number}.log")
        self.program, self.file = program, folder / f"device-{number}.db"
        self.number, self.plant = number, plant

    def command(self):
        return [self.program, "device", self.file, *([self.plant] if self.plant else [])]

    async def ask(self, command):
        """The answer, or `None` when it was killed before it gave one."""
        child = self.child
        self.tell(json.dumps(command))
        try:
            line = await asyncio.wait_for(child.stdout.readline(), ANSWER_SECONDS)
        except asyncio.TimeoutError:
            raise Failed(
                f"{self.name} has not answered for {ANSWER_SECONDS} s: {command}") from None
        if line.endswith(b"\n"):
            return json.loads(line)
        code = await child.wait()
        if code != -signal.SIGKILL:
            raise Failed(f"{self.name} ended by itself, with {code}:\n{self.last_words()}")
        return None
