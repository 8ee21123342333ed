"""What goes wrong, and when: killed and paused processes, no connection, wrong clocks."""

import asyncio
import signal

KINDS = ("kill", "pause", "disconnect", "clock")
# Between the beginnings of two faults.
MIN_QUIET_SECONDS, MAX_QUIET_SECONDS = 0.2, 1.2
MAX_DOWN_SECONDS = 1.5
MAX_PAUSE_SECONDS = 3.0
MAX_DISCONNECTED_SECONDS = 4.0
# Each is as likely as the others: a little, more than the hub takes for granted, two hours.
CLOCK_MILLISECONDS = (2_000, 360_000, 7_200_000)
# How often the hub is chosen and not one of the devices.
HUB_SHARE = 0.2


class Faults:
    def __init__(self, kinds, random, hub, devices, links, history):
        self.kinds, self.random, self.hub, self.devices = kinds, random, hub, devices
        self.links, self.history = links, history
        self.underway = set()

    async def run(self):
        """Until it is cancelled."""
        if not self.kinds:
            return
        for link in self.links:
            link.is_rough = "disconnect" in self.kinds
        while True:
            await asyncio.sleep(self.random.uniform(MIN_QUIET_SECONDS, MAX_QUIET_SECONDS))
            task = asyncio.create_task(self.one(self.random.choice(self.kinds)))
            self.underway.add(task)

    async def one(self, kind):
        if kind == "disconnect":
            return await self.disconnect(self.random.choice(self.links))
        process = self.hub if self.random.random() < HUB_SHARE else self.random.choice(self.devices)
        if process.is_disturbed:
            return None
        process.is_disturbed = True
        try:
            await getattr(self, kind)(process)
        finally:
            process.is_disturbed = False

    async def kill(self, process):
        self.history.fault("kill", process.name)
        await process.kill()
        await asyncio.sleep(self.random.uniform(0, MAX_DOWN_SECONDS))
        await process.start()
        self.history.fault("start", process.name)

    async def pause(self, process):
        self.history.fault("pause", process.name)
        process.signal(signal.SIGSTOP)
        await asyncio.sleep(self.random.uniform(0, MAX_PAUSE_SECONDS))
        process.signal(signal.SIGCONT)
        self.history.fault("resume", process.name)

    async def disconnect(self, link):
        if link.server is None:
            return
        self.history.fault("disconnect", f"device {self.links.index(link)}")
        link.refuse()
        await asyncio.sleep(self.random.uniform(0, MAX_DISCONNECTED_SECONDS))
        await link.admit()
        self.history.fault("connect", f"device {self.links.index(link)}")

    async def clock(self, process):
        most = self.random.choice(CLOCK_MILLISECONDS)
        offset = 0 if self.random.random() < 0.2 else self.random.randint(-most, most)
        self.history.fault("clock", process.name, offset)
        process.set_clock(offset)

    async def heal(self):
        """Lets what is under way come to its end, then makes everything work again."""
        for outcome in await asyncio.gather(*self.underway, return_exceptions=True):
            if isinstance(outcome, Exception):
                raise outcome
        for link in self.links:
            link.is_rough = False
            link.forget()
            await link.admit()
        for process in [self.hub, *self.devices]:
            if process.clock:
                process.set_clock(0)
        self.history.fault("heal", "everything")
