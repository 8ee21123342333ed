"""The way from one device to the hub. It loses, delays and repeats requests, as networks do.

Everything it does can happen with TCP and a proxy in between: a request may still arrive after its
sender has given up, and it may arrive twice.
"""

import asyncio

# What can become of one request, where the network is rough.
FATES = (
    "lost",        # never arrives; the connection is cut
    "unanswered",  # arrives; its answer is lost with the connection
    "late",        # arrives after its sender's connection was cut
    "delayed",     # arrives later, its sender waits
    "slow",        # its answer takes its time
    "torn",        # half of its answer comes
    "doubled",     # arrives twice, the second time some time later
    "raced",       # arrives twice at once
)
# How likely each request has one of them.
ROUGHNESS = 0.1
SHORT_SECONDS, LONG_SECONDS = 0.3, 7.0
MAX_HEAD_BYTES = 1 << 16


async def read_message(reader):
    """One HTTP message with its body, whole; `None` when the connection ended before it began."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError as error:
        if error.partial:
            raise ConnectionResetError("cut within a head") from error
        return None
    length = 0
    for line in head.split(b"\r\n")[1:]:
        name, _, value = line.partition(b":")
        name = name.strip().lower()
        if name == b"content-length":
            length = int(value)
        elif name == b"transfer-encoding":
            raise ValueError("a chunked message: this proxy knows only lengths")
    return head + (await reader.readexactly(length) if length else b"")


class Link:
    """What one device takes for the hub. `hub_port` is asked for before each request."""

    def __init__(self, random, hub_port, requests, fates):
        self.random, self.hub_port = random, hub_port
        # How many there were of each, for the figures.
        self.requests, self.fates = requests, fates
        self.port = 0
        self.is_rough = False
        self.server = None
        self.clients = set()
        self.underway = set()

    async def admit(self):
        """Lets the device connect, always on the same port."""
        if self.server is None:
            self.server = await asyncio.start_server(
                self.serve, "127.0.0.1", self.port, limit=MAX_HEAD_BYTES)
            self.port = self.server.sockets[0].getsockname()[1]

    def refuse(self):
        """Cuts what is connected and lets nothing connect."""
        if self.server is not None:
            self.server.close()
            self.server = None
        for writer in list(self.clients):
            writer.transport.abort()

    async def close(self):
        self.refuse()
        self.forget()

    def forget(self):
        """Loses what has not arrived yet."""
        for task in list(self.underway):
            task.cancel()

    async def serve(self, reader, writer):
        self.clients.add(writer)
        task = asyncio.current_task()
        self.underway.add(task)
        try:
            while (request := await read_message(reader)) is not None:
                if not await self.carry(request, writer):
                    break
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass  # One of the three has gone; the other two notice.
        finally:
            self.clients.discard(writer)
            self.underway.discard(task)
            writer.transport.abort()

    def fate(self):
        if not self.is_rough or self.random.random() >= ROUGHNESS:
            return "whole"
        fate = self.random.choice(FATES)
        self.fates[fate] += 1
        return fate

    def seconds(self):
        """Mostly short, sometimes longer than a device waits."""
        most = LONG_SECONDS if self.random.random() < 0.3 else SHORT_SECONDS
        return self.random.uniform(0, most)

    async def carry(self, request, writer):
        """Whether the connection goes on."""
        self.requests[request.split(b" ", 2)[1].rsplit(b"/", 1)[-1].decode()] += 1
        fate = self.fate()
        if fate == "lost":
            return False
        if fate == "late":
            self.later(request, self.seconds())
            return False
        if fate == "delayed":
            await asyncio.sleep(self.seconds())
        if fate in ("doubled", "raced"):
            self.later(request, self.seconds() if fate == "doubled" else 0)
        answer = await self.ask(request)
        if answer is None or fate == "unanswered":
            return False
        if fate == "slow":
            await asyncio.sleep(self.seconds())
        writer.write(answer[:len(answer) // 2] if fate == "torn" else answer)
        await writer.drain()
        return fate != "torn"

    def later(self, request, seconds):
        async def arrive():
            await asyncio.sleep(seconds)
            await self.ask(request)
        task = asyncio.create_task(arrive())
        self.underway.add(task)
        task.add_done_callback(self.underway.discard)

    async def ask(self, request):
        """The hub's answer; `None` when it gave none."""
        writer = None
        try:
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", self.hub_port(), limit=MAX_HEAD_BYTES)
            writer.write(request)
            await writer.drain()
            return await read_message(reader)
        except (ConnectionError, asyncio.IncompleteReadError):
            return None
        finally:
            if writer is not None:
                writer.transport.abort()
