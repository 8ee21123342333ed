"""Checks plain writes and reads, which devices make without asking the hub, and their syncs.

Each device's view only grows. It holds what the device wrote, and with each element all that the
element's author had seen or written before. What a device was told to be at the hub is in
everyone's next sync. In the end all devices have the same. Removed elements may be missing, and
stay missing.

What a view must hold is kept as a version vector: how many writes of each device. Counting is
enough: when a list shows fewer elements of an author than there are up to that number, one is
missing.
"""

from bisect import bisect_right
from collections import defaultdict

from .reading import BadHistory, Report, told


class Element:
    __slots__ = ("key", "value", "writer", "author", "index", "removed", "vector", "is_refused")

    def __init__(self, key, value, writer, author):
        self.key, self.value, self.writer, self.author = key, value, writer, author
        # The number of its transaction among its author's; `None` when nobody has ever seen it.
        self.index = None
        # Where in the history somebody began to remove it.
        self.removed = None
        # What its author had seen when it wrote it.
        self.vector = None
        self.is_refused = False

    @property
    def stays(self):
        return self.index is not None and self.removed is None and not self.is_refused


class View:
    """What one device has shown so far."""

    def __init__(self, width):
        self.vector = [0] * width
        self.last = {}
        self.merged = set()
        self.gone = set()
        # Of its own writes, how many have been told; how many of them are at the hub.
        self.written, self.confirmed = 0, 0


class Checker:
    def __init__(self, operations):
        self.operations = operations
        self.report = Report()
        devices = sorted({operation.device for operation in operations})
        self.places = {device: place for place, device in enumerate(devices)}
        self.elements = {}
        self.views = [View(len(devices)) for _ in devices]
        # list to, for each author, the numbers of the writes whose elements stay in it.
        self.staying = defaultdict(lambda: [[] for _ in devices])
        self.finals = defaultdict(list)
        self.by_list = defaultdict(list)
        self.removals = 0

    def check(self):
        self.collect()
        for element in self.elements.values():
            self.by_list[element.key].append(element)
        self.settle_what_happened()
        events = [(operation.invoked, 0, operation) for operation in self.operations]
        events += [(operation.completed or operation.invoked + 0.5, 1, operation)
                   for operation in self.operations]
        events.sort(key=lambda event: event[:2])
        confirmed_before = {}
        for _, is_end, operation in events:
            if not is_end:
                if operation.f == "sync":
                    confirmed_before[operation.number] = (
                        [view.confirmed for view in self.views],
                        self.views[self.places[operation.device]].written)
            elif operation.f == "sync":
                self.sync(operation, *confirmed_before.pop(operation.number))
            else:
                self.transaction(operation)
        self.check_finals()
        self.tell()
        return self.report

    def tell(self):
        kinds = defaultdict(int)
        for operation in self.operations:
            kinds[operation.f, operation.kind] += 1
        self.report.figures = {
            **{f"{f} {kind}": number for (f, kind), number in sorted(kinds.items())},
            "lists": len(self.staying), "appends": len(self.elements), "removals": self.removals,
            "refused": sum(element.is_refused for element in self.elements.values()),
            "final reads": sum(operation.is_final and operation.kind == "ok"
                               for operation in self.operations)}

    def collect(self):
        for operation in self.operations:
            author = self.places[operation.device]
            for name, key, value in operation.steps:
                if name == "append":
                    if (key, value) in self.elements:
                        raise BadHistory(
                            f"line {operation.line}: {value} is appended to {key} twice")
                    self.elements[key, value] = Element(key, value, operation, author)
        for operation in self.operations:
            if operation.kind == "ok" and operation.f == "sync":
                self.collect_refused(operation)
            for name, key, value in operation.steps:
                if name == "remove" and operation.kind != "fail":
                    self.removals += 1
                    element = self.elements.get((key, value))
                    if element is not None and element.removed is None:
                        element.removed = operation.invoked

    def collect_refused(self, operation):
        answer = operation.answer
        if not isinstance(answer, dict) or not isinstance(answer.get("pending"), int):
            raise BadHistory(f"line {operation.completed}: a sync tells how much is pending")
        for refused in answer.get("refused", []):
            for _, key, value in refused["value"]:
                if (key, value) in self.elements:
                    self.elements[key, value].is_refused = True

    def settle_what_happened(self):
        """What nobody knows of has happened if anybody has seen some of it. Numbers the writes."""
        seen = {(key, value) for operation in self.operations if operation.kind == "ok"
                for name, key, values in operation.steps if name == "r" for value in values}
        counts = [0] * len(self.views)
        for operation in self.operations:
            appended = [(step[1], step[2]) for step in operation.steps if step[0] == "append"]
            has_happened = operation.kind == "ok" or (
                operation.kind == "info" and not seen.isdisjoint(appended))
            if not appended or not has_happened:
                continue
            author = self.places[operation.device]
            counts[author] += 1
            for place in appended:
                element = self.elements[place]
                element.index = counts[author]
                if element.stays:
                    self.staying[element.key][author].append(element.index)

    def sync(self, operation, confirmed, written):
        if operation.kind != "ok":
            return
        place = self.places[operation.device]
        view = self.views[place]
        # It has pulled since: what others had been told is confirmed by then is here.
        view.vector = list(map(max, view.vector, confirmed))
        if operation.answer["pending"] == 0:
            view.confirmed = max(view.confirmed, written)
        # A removal that was refused is taken back; which it was is not told.
        if any(refused["reason"] != "gone" and not refused["value"]
               for refused in operation.answer.get("refused", [])):
            view.gone.clear()

    def transaction(self, operation):
        place = self.places[operation.device]
        view = self.views[place]
        if operation.kind == "ok":
            self.reads(operation, view)
        index, removed = None, []
        for name, key, value in operation.steps:
            element = self.elements.get((key, value)) if name != "r" else None
            if element is None:
                continue
            if name == "append" and element.index is not None:
                index = element.index
            elif name == "remove" and operation.kind == "ok":
                removed.append(element)
        view.gone.update(removed)
        if index is not None:
            view.vector[place] = view.written = index
            vector = tuple(view.vector)
            for name, key, value in operation.steps:
                if name == "append":
                    self.elements[key, value].vector = vector
                    view.merged.add(self.elements[key, value])

    def reads(self, operation, view):
        """Each read is checked against what was to be seen before the transaction, and what it did
        itself up to there; all its reads are of one moment."""
        found, own = [], {}
        for name, key, value in operation.steps:
            mine = own.setdefault(key, {})
            if name == "append":
                mine[value] = True
            elif name == "remove":
                mine[value] = False
            else:
                elements = self.known(operation, key, value)
                self.check_own(operation, key, elements, mine)
                found.append((key, elements))
                for element in elements:
                    if element.writer is not operation:
                        self.merge(view, element)
        for key, elements in found:
            self.check_read(operation, view, key, elements)
        for key, elements in found:
            self.check_gone(operation, view, key, elements)
            if operation.is_final:
                self.finals[key].append((operation, [element.value for element in elements]))

    def known(self, operation, key, values):
        if len(set(values)) < len(values):
            self.report.add("an element twice", f"list {key}: {told(values)}; {operation}")
        elements = []
        for value in values:
            element = self.elements.get((key, value))
            if element is None:
                self.report.add(
                    "an element that nobody appended", f"list {key}: {value}; {operation}")
            elif element.writer.kind == "fail":
                self.report.add(
                    "an aborted read (G1a)",
                    f"{value} is in list {key}, and its append was said to have failed; "
                    f"{element.writer}")
            else:
                elements.append(element)
        return elements

    def check_own(self, operation, key, elements, mine):
        values = {element.value for element in elements}
        for value, is_in in mine.items():
            if (value in values) != is_in:
                self.report.add(
                    "a transaction that does not see itself", f"{value} in list {key}; {operation}")

    def merge(self, view, element):
        """With an element comes all that its author had seen."""
        if element in view.merged:
            return
        view.merged.add(element)
        if element.vector is not None:
            view.vector = list(map(max, view.vector, element.vector))
        elif element.index > view.vector[element.author]:
            view.vector[element.author] = element.index

    def check_read(self, operation, view, key, elements):
        present = [0] * len(self.views)
        for element in elements:
            # Its own of this very transaction is not asked for yet.
            if element.stays and element.writer is not operation:
                present[element.author] += 1
        for author, indexes in enumerate(self.staying[key]):
            if bisect_right(indexes, view.vector[author]) > present[author]:
                self.missing(operation, view, key, elements, author)

    def missing(self, operation, view, key, elements, author):
        here = set(elements)
        element = next(
            element for element in self.by_list[key]
            if element.author == author and element.stays and element not in here
            and element.index <= view.vector[author])
        if element in view.last.get(key, ()):
            kind, why = "a view that lost something", "the device had shown it before"
        elif view is self.views[author]:
            kind, why = "a write that its own device does not see", "it was written there"
        elif element.index <= self.views[author].confirmed:
            kind = "a confirmed write that is not seen"
            why = "it had been told to be at the hub, and the device has pulled since"
        else:
            kind = "an effect without its cause"
            why = "the device shows what was written by somebody who had seen or written it"
        self.report.add(kind, f"{element.value} is missing in list {key}, and {why} "
                              f"(it was written by {element.writer}); {operation}")

    def check_gone(self, operation, view, key, elements):
        here = set(elements)
        for element in view.last.get(key, set()) - here:
            if element.removed is None and not element.is_refused:
                continue  # Told by `missing`.
            if element.removed is not None and element.removed > operation.completed:
                self.report.add(
                    "a view that lost something",
                    f"{element.value} is missing in list {key}, and nobody had removed it; "
                    f"{operation}")
            view.gone.add(element)
        for element in here & view.gone:
            self.report.add(
                "a removed element that came back", f"{element.value} in list {key}; {operation}")
        view.last[key] = here

    def check_finals(self):
        for key, reads in self.finals.items():
            first, values = reads[0]
            for other, others in reads[1:]:
                if others != values:
                    self.report.add(
                        "devices that do not agree in the end",
                        f"list {key}: {told(values)} and {told(others)}; lines {first.line} and "
                        f"{other.line}")
            least = [view.confirmed for view in self.views]
            for reader, values in reads:
                values = set(values)
                for element in self.by_list[key]:
                    if (element.stays and element.index <= least[element.author]
                            and element.value not in values):
                        self.report.add(
                            "a lost append",
                            f"{element.value} was at the hub and is not in the final read of list "
                            f"{key}, line {reader.line}; {element.writer}")


def check(operations):
    return Checker(operations).check()
