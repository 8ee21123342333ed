"""Reads a history: lines of events, made into operations."""

import json

KINDS = ("ok", "fail", "info")
WORKLOADS = ("confirmed", "offline")
FUNCTIONS = ("txn", "sync")
STEPS = ("append", "remove", "r")
# Of what a transaction did this much is told.
MAX_TOLD_STEPS = 6


class BadHistory(Exception):
    """A line that is no event, or one that does not follow from those before it."""


class Operation:
    """One thing that a process did, from its invocation to what became of it.

    `invoked` and `completed` are lines of the history. What was completed on an earlier line than
    another was invoked on had happened before that one began. `steps` are those of the answer, or
    of the invocation where there is no answer.
    """

    __slots__ = ("number", "line", "process", "device", "f", "kind", "steps", "answer", "invoked",
                 "completed", "is_final")

    def __init__(self, number, line, event):
        self.number, self.line, self.invoked = number, line, line
        self.process, self.f = event["process"], event["f"]
        self.device = event.get("device", event["process"])
        self.is_final = bool(event.get("final"))
        self.kind, self.completed, self.answer = "info", None, None
        self.steps = event["value"] if self.f == "txn" else []

    def complete(self, line, event):
        self.kind = event["type"]
        if self.kind == "info":
            return
        self.completed = line
        if self.kind != "ok":
            return
        if self.f != "txn":
            self.answer = event["value"]
            return
        asked, self.steps = self.steps, event["value"]
        if [step[:2] for step in asked] != [step[:2] for step in self.steps] or any(
                step[0] == "r" and step[2] is None or step[0] != "r" and step != before
                for before, step in zip(asked, self.steps)):
            raise BadHistory(f"line {line}: the answer is to something else than line {self.line}")

    def __str__(self):
        steps = [f"{name} {key} {told(value)}" for name, key, value in self.steps]
        if len(steps) > MAX_TOLD_STEPS:
            steps[MAX_TOLD_STEPS:] = [f"and {len(steps) - MAX_TOLD_STEPS} more"]
        return f"line {self.line}, process {self.process}: {', '.join(steps)}"


def told(value):
    if not isinstance(value, list):
        return str(value)
    if len(value) > 8:
        return f"[{len(value)} elements, the last ones {', '.join(map(str, value[-4:]))}]"
    return f"[{', '.join(map(str, value))}]"


def steps_of(event, line):
    value = event["value"]
    if not isinstance(value, list):
        raise BadHistory(f"line {line}: the value of a transaction is a list of steps")
    for step in value:
        is_step = (isinstance(step, list) and len(step) == 3 and step[0] in STEPS
                   and isinstance(step[1], (str, int)))
        if is_step and step[0] == "r":
            is_step = step[2] is None or isinstance(step[2], list) and all(map(is_plain, step[2]))
        elif is_step:
            is_step = is_plain(step[2])
        if not is_step:
            raise BadHistory(f"line {line}: {json.dumps(step)} is no step of a transaction")


def is_plain(value):
    return isinstance(value, (int, str))


def event_of(text, line):
    try:
        event = json.loads(text)
    except ValueError as error:
        raise BadHistory(f"line {line}: {error}") from None
    if not isinstance(event, dict) or not {"type", "process", "f", "value"} <= event.keys():
        raise BadHistory(f"line {line}: an event has type, process, f and value")
    if event["type"] not in ("invoke", *KINDS):
        raise BadHistory(f"line {line}: {event['type']!r} is no type of event")
    return event


def read(lines, workload="confirmed"):
    """The operations of each workload, in the order of their invocations.

    `workload` is what lines belong to that do not say it.
    """
    found, open_operations = {}, {}
    for line, text in enumerate(lines, 1):
        if not text.strip():
            continue
        event = event_of(text, line)
        # Faults and the like are told by processes without a number.
        if not isinstance(event["process"], int):
            continue
        if event["f"] not in FUNCTIONS:
            raise BadHistory(f"line {line}: {event['f']!r} is nothing that this checker knows")
        name = event.get("workload", workload)
        if name not in WORKLOADS:
            raise BadHistory(f"line {line}: {name!r} is no workload that this checker knows")
        if event["f"] == "txn":
            steps_of(event, line)
        key = name, event["process"]
        if event["type"] == "invoke":
            if key in open_operations:
                raise BadHistory(f"line {line}: process {key[1]} has not been answered yet")
            operations = found.setdefault(name, [])
            operations.append(Operation(len(operations), line, event))
            open_operations[key] = operations[-1]
            continue
        operation = open_operations.pop(key, None)
        if operation is None or operation.f != event["f"]:
            raise BadHistory(f"line {line}: process {key[1]} was not asked this")
        operation.complete(line, event)
    return found


class Report:
    """What was found, a few of each kind, and figures."""

    MAX_TOLD = 3

    def __init__(self):
        self.problems = {}
        self.figures = {}

    def add(self, kind, text):
        self.problems.setdefault(kind, []).append(text)

    @property
    def is_clean(self):
        return not self.problems

    def lines(self):
        for kind, texts in sorted(self.problems.items()):
            yield f"{kind}: {len(texts)}"
            for text in texts[:self.MAX_TOLD]:
                for line in text.split("\n"):
                    yield "  " + line
            if len(texts) > self.MAX_TOLD:
                yield f"  … and {len(texts) - self.MAX_TOLD} more"
