"""What the devices are asked to do, and how it is written down.

A list's key is `HOME:NUMBER`. After a number of appends another list takes its place, so that lists
stay short however long the history is.
"""

import asyncio
import json
import time

ACTIVE_LISTS_PER_HOME = 2
APPENDS_PER_LIST = 40
MAX_STEPS = 4
# Pauses of a device between two commands.
MAX_PAUSE_SECONDS = {"confirmed": 0.02, "offline": 0.03}
# Without a connection nothing comes of asking again at once.
FAILED_PAUSE_SECONDS = 0.3
# How often a final read is tried, and the pause between two tries: a hold must have time to end.
FINAL_TRIES, FINAL_PAUSE_SECONDS = 30, 1.0


class History:
    """Writes events in the order in which they happen here: a line that stands before another was
    known before it."""

    def __init__(self, file, workload, width):
        self.file, self.workload = file, workload
        # Added to a process that nobody knows any more what became of.
        self.width = width
        self.begun = time.monotonic_ns()
        self.counts = {}

    def event(self, kind, process, f, value, **more):
        key = (f, kind)
        self.counts[key] = self.counts.get(key, 0) + 1
        self.write({"type": kind, "process": process, "f": f, "value": value, **more})

    def fault(self, f, name, *more):
        self.counts[("fault", f)] = self.counts.get(("fault", f), 0) + 1
        self.write({"type": "info", "process": "nemesis", "f": f, "value": [name, *more]})

    def write(self, event):
        event["time"] = time.monotonic_ns() - self.begun
        event["workload"] = self.workload
        self.file.write(json.dumps(event, separators=(",", ":")) + "\n")


class Lists:
    """Which lists are appended to at the moment, and all that there have been."""

    def __init__(self, homes):
        self.active = [f"{home}:{number}" for home in range(homes)
                       for number in range(ACTIVE_LISTS_PER_HOME)]
        self.all = list(self.active)
        self.left = {key: APPENDS_PER_LIST for key in self.active}
        self.next = ACTIVE_LISTS_PER_HOME
        self.value = 0

    def append(self, key):
        self.value += 1
        if key in self.left:
            self.left[key] -= 1
            if self.left[key] == 0:
                del self.left[key]
                new = f"{key.split(':')[0]}:{self.next}"
                self.next += 1
                self.active[self.active.index(key)] = new
                self.all.append(new)
                self.left[new] = APPENDS_PER_LIST
        return ["append", key, self.value]


class Worker:
    """One device at work: one command at a time."""

    def __init__(self, device, lists, history, random):
        self.device, self.lists, self.history, self.random = device, lists, history, random
        self.process = device.number

    async def step_and_rest(self):
        kind, _ = await self.step()
        pause = MAX_PAUSE_SECONDS[self.history.workload]
        if kind == "fail" and self.history.workload == "confirmed":
            pause = FAILED_PAUSE_SECONDS
        await asyncio.sleep(self.random.uniform(0, pause))

    async def step(self):
        raise NotImplementedError

    async def do(self, op, f, value, **more):
        """Writes down what is asked and what came of it, and returns that."""
        await self.device.is_up.wait()
        process = self.process
        more = {"device": self.device.number, **more}
        self.history.event("invoke", process, f, value, **more)
        answer = await self.device.ask({"op": op, "value": value or []})
        if answer is None:
            answer = {"type": "info", "error": "killed"}
        kind = answer["type"]
        if kind == "info":
            # It may still be under way: whoever goes on is somebody else.
            self.process += self.history.width
        if "error" in answer:
            more["error"] = answer["error"]
        if f == "sync" and kind == "ok":
            done = {"pending": answer["pending"], "refused": answer["refused"]}
        else:
            done = answer["value"] if kind == "ok" else value
        self.history.event(kind, process, f, done, **more)
        return kind, done

    async def final(self, op):
        """Reads every list there has been, and says whether that was possible."""
        for _ in range(FINAL_TRIES):
            kind, _ = await self.do(op, "txn", [["r", key, None] for key in self.lists.all],
                                    final=True)
            if kind == "ok":
                return True
            await asyncio.sleep(FINAL_PAUSE_SECONDS)
        return False

    def keys(self):
        return [self.random.choice(self.lists.active)
                for _ in range(self.random.randint(1, MAX_STEPS))]


class ConfirmedWorker(Worker):
    """Transactions that happen at the hub, relying on every home that they read or write. One that
    only reads pulls first."""

    async def step(self):
        if self.random.random() < 0.25:
            return await self.do("sync-read", "txn", [["r", key, None] for key in self.keys()])
        steps = [self.lists.append(key) if self.random.random() < 0.5 else ["r", key, None]
                 for key in self.keys()]
        if all(step[0] == "r" for step in steps):
            steps.append(self.lists.append(steps[-1][1]))
        return await self.do("confirm", "txn", steps)

    async def settle(self):
        return True

    async def finish(self):
        return await self.final("sync-read")


class OfflineWorker(Worker):
    """Plain writes and reads of what is here, and a sync now and then."""

    def __init__(self, *parts):
        super().__init__(*parts)
        # What it has read last of each list: it removes only what it has seen.
        self.seen = {}

    async def step(self):
        draw = self.random.random()
        if draw < 0.2:
            return await self.do("sync", "sync", None)
        if draw < 0.5:
            outcome = await self.do("read", "txn", [["r", key, None] for key in self.keys()])
        else:
            outcome = await self.do("write", "txn", [self.change(key) for key in self.keys()])
        self.look(outcome)
        return outcome

    def change(self, key):
        draw = self.random.random()
        if draw < 0.3:
            return ["r", key, None]
        if draw < 0.35 and self.seen.get(key):
            return ["remove", key, self.random.choice(self.seen[key])]
        return self.lists.append(key)

    def look(self, outcome):
        kind, value = outcome
        if kind == "ok":
            self.seen.update({step[1]: step[2] for step in value if step[0] == "r"})

    async def settle(self):
        """Everything that waits is at the hub."""
        for _ in range(FINAL_TRIES):
            kind, done = await self.do("sync", "sync", None)
            if kind == "ok" and done["pending"] == 0:
                return True
            await asyncio.sleep(FINAL_PAUSE_SECONDS)
        return False

    async def finish(self):
        return await self.settle() and await self.final("read")


WORKERS = {"confirmed": ConfirmedWorker, "offline": OfflineWorker}
