"""A history that a test writes, line by line."""

import json
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "tools"))
from outside import confirmed, offline  # noqa: E402
from outside.reading import read  # noqa: E402

CHECKS = {"confirmed": confirmed.check, "offline": offline.check}


class Written:
    def __init__(self, workload):
        self.workload, self.lines = workload, []

    def line(self, event):
        self.lines.append(json.dumps(event))

    def event(self, kind, process, f, value, **more):
        self.line({"type": kind, "process": process, "f": f, "value": value, **more})

    def invoke(self, process, *steps, **more):
        """Asks; the steps are those of the answer to come."""
        asked = [[name, key, None if name == "r" else value] for name, key, value in steps]
        self.event("invoke", process, "txn", asked, **more)
        return process, list(steps), more

    def ok(self, operation):
        process, steps, more = operation
        self.event("ok", process, "txn", steps, **more)

    def fail(self, operation):
        self.event("fail", operation[0], "txn", operation[1], **operation[2])

    def info(self, operation):
        self.event("info", operation[0], "txn", operation[1], **operation[2])

    def txn(self, process, *steps, **more):
        self.ok(self.invoke(process, *steps, **more))

    def sync(self, process, pending=0, refused=()):
        self.event("invoke", process, "sync", None)
        self.event("ok", process, "sync", {"pending": pending, "refused": list(refused)})

    def check(self):
        return CHECKS[self.workload](read(self.lines, self.workload)[self.workload])
