"""Checks that transactions were strictly serializable, from what they read of append-only lists.

The longest read of a list is the order of its versions, as in Elle. Three kinds of edges follow
from it: who wrote after whom (ww), who read what another had written (wr), and who did not yet
read what another wrote (rw). A fourth is real time: a transaction that was answered before another
began comes before it. Where these edges form a cycle, no order of whole transactions explains the
history.
"""

from bisect import bisect_right

from .graph import components, shortest_cycle
from .reading import BadHistory, Report, told

# The first of these kinds of edges that have a cycle name it.
NAMES = (
    ("ww", "a cycle of writes (G0)"),
    ("ww wr", "a cycle of what was read and written (G1c)"),
    ("ww wr rw", "a cycle with what was overwritten (G2)"),
    ("ww real", "a cycle of writes in real time (G0)"),
    ("ww wr real", "a cycle of what was read and written in real time (G1c)"),
    ("ww wr rw real", "a cycle with what was overwritten in real time (G2)"),
)


class Checker:
    def __init__(self, operations):
        self.operations = operations
        self.report = Report()
        # (list, value) to the transaction that appended it.
        self.writers = {}
        # list to (transaction, all that it saw there) of reads that were answered.
        self.reads = {}
        self.orders = {}
        # For each transaction its edges: (target, kind, list).
        self.edges = [[] for _ in operations]
        self.real = [[] for _ in operations]

    def check(self):
        self.collect()
        self.check_inside()
        for key, reads in self.reads.items():
            self.order(key, reads)
        self.check_lost()
        self.check_back()
        self.link()
        self.link_real_time()
        self.find_cycles()
        kinds = [operation.kind for operation in self.operations]
        self.report.figures = {
            "transactions": len(kinds),
            **{kind: kinds.count(kind) for kind in ("ok", "fail", "info")},
            "lists": len(self.orders), "appends": len(self.writers),
            "edges": sum(map(len, self.edges)) + sum(map(len, self.real))}
        return self.report

    def collect(self):
        for operation in self.operations:
            if operation.f != "txn":
                raise BadHistory(f"line {operation.line}: only transactions can be confirmed")
            for name, key, value in operation.steps:
                if name == "append":
                    if (key, value) in self.writers:
                        raise BadHistory(
                            f"line {operation.line}: {value} is appended to {key} twice")
                    self.writers[key, value] = operation
                elif name == "remove":
                    raise BadHistory(f"line {operation.line}: confirmed lists only grow")
                elif operation.kind == "ok":
                    self.reads.setdefault(key, []).append((operation, value))

    def check_inside(self):
        """A transaction sees what it has read and written itself before."""
        for operation in self.operations:
            if operation.kind != "ok" or len(operation.steps) < 2:
                continue
            known, own = {}, {}
            for name, key, value in operation.steps:
                if name == "append":
                    own.setdefault(key, []).append(value)
                    continue
                mine = own.get(key, [])
                is_known = key in known and value != known[key] + mine
                if is_known or mine and value[len(value) - len(mine):] != mine:
                    self.report.add("a transaction that does not see itself", str(operation))
                known[key], own[key] = value, []

    def order(self, key, reads):
        """Finds the order of a list, and reads that no order explains."""
        order = max((value for _, value in reads), key=len)
        self.orders[key] = order
        seen = set(order)
        if len(seen) < len(order):
            self.report.add("an element twice", f"list {key}: {told(order)}")
        for reader, value in reads:
            if order[:len(value)] != value:
                self.report.add(
                    "reads that contradict each other",
                    f"list {key} was read as {told(value)} and as {told(order)}; {reader}")
                # What is in it is checked all the same.
                seen.update(value)
        for value in seen:
            writer = self.writers.get((key, value))
            if writer is None:
                self.report.add("an element that nobody appended", f"list {key}: {value}")
            elif writer.kind == "fail":
                self.report.add(
                    "an aborted read (G1a)",
                    f"{value} is in list {key}, and its append was said to have failed; {writer}")
        for reader, value in reads:
            self.check_intermediate(key, reader, value)

    def check_intermediate(self, key, reader, value):
        writer = self.writers.get((key, value[-1])) if value else None
        if writer is None or writer is reader:
            return
        last = [step[2] for step in writer.steps if step[0] == "append" and step[1] == key][-1]
        if last != value[-1]:
            self.report.add(
                "half of a transaction (G1b)",
                f"list {key} was read up to {value[-1]}, before {last} of the same; {reader}")

    def check_lost(self):
        """What was said to have happened is in every read that began afterwards."""
        last_reads = {key: max(reads, key=lambda read: read[0].invoked)
                      for key, reads in self.reads.items()}
        places = {key: {value: place for place, value in enumerate(order)}
                  for key, order in self.orders.items()}
        for (key, value), writer in self.writers.items():
            if writer.kind != "ok" or key not in last_reads:
                continue
            reader, read = last_reads[key]
            if reader.invoked < writer.completed:
                continue
            if places[key].get(value, len(read)) >= len(read) and value not in read:
                self.report.add(
                    "a lost append",
                    f"{value} was appended to list {key} and is not in its last read, line "
                    f"{reader.line}; {writer}")

    def check_back(self):
        """A read that begins after another has ended sees no less."""
        for key, reads in self.reads.items():
            events = [(reader.invoked, 0, reader, value) for reader, value in reads]
            events += [(reader.completed, 1, reader, value) for reader, value in reads]
            events.sort(key=lambda event: event[:2])
            longest, least, by = 0, {}, None
            for _, is_end, reader, value in events:
                if not is_end:
                    least[reader.number] = longest, by
                    continue
                before, other = least[reader.number]
                if len(value) < before:
                    self.report.add(
                        "a read that went back",
                        f"list {key} had {before} elements on line {other.line}, and then "
                        f"{len(value)}; {reader}")
                if len(value) > longest:
                    longest, by = len(value), reader

    def link(self):
        for key, order in self.orders.items():
            writers = [self.writers.get((key, value)) for value in order]
            for first, second in zip(writers, writers[1:]):
                self.edge(first, second, "ww", key)
            for reader, value in self.reads[key]:
                # Of what it has appended itself it knows without reading.
                length = len(value)
                if order[:length] != value:
                    continue
                while length and writers[length - 1] is reader:
                    length -= 1
                if length:
                    self.edge(writers[length - 1], reader, "wr", key)
                if length < len(order):
                    self.edge(reader, writers[length], "rw", key)

    def edge(self, first, second, kind, key):
        if first is not None and second is not None and first is not second:
            self.edges[first.number].append((second.number, kind, key))

    def link_real_time(self):
        """Each transaction comes after those that ended before it began. Only the last of these get
        an edge: those before them are reached through them."""
        # Of what nobody knows whether it has happened, only what was seen counts.
        seen = {self.writers[key, value].number for key, order in self.orders.items()
                for value in order if (key, value) in self.writers}
        events = []
        for operation in self.operations:
            if operation.kind == "ok" or operation.kind == "info" and operation.number in seen:
                events.append((operation.invoked, 0, operation))
            if operation.kind == "ok":
                events.append((operation.completed, 1, operation))
        events.sort(key=lambda event: event[:2])
        frontier, before = set(), {}
        for _, is_end, operation in events:
            if not is_end:
                before[operation.number] = tuple(frontier)
                for number in frontier:
                    self.real[number].append(operation.number)
            else:
                frontier.difference_update(before[operation.number])
                frontier.add(operation.number)

    def find_cycles(self):
        targets = [real + [edge[0] for edge in edges]
                   for real, edges in zip(self.real, self.edges)]
        for component in components(targets):
            name, cycle = self.name(component)
            self.report.add(name, self.explain(cycle))

    def name(self, component):
        """The simplest kind of cycle that there is in a component, and the shortest such."""
        local = {number: place for place, number in enumerate(component)}
        for kinds, name in NAMES:
            kinds = kinds.split()
            depends = [[edge[0] for edge in self.edges[number]
                        if edge[1] in kinds and edge[0] in local] for number in component]
            targets = [[local[target] for target in found] for found in depends]
            if "real" in kinds:
                for number, found in zip(component, targets):
                    found += [local[target] for target in self.real[number] if target in local]
            smaller = components(targets)
            if smaller:
                members = {component[place] for place in min(smaller, key=len)}
                return name, shortest_cycle(
                    members, self.direct(members, kinds, dict(zip(component, depends))))
        raise AssertionError("a component without a cycle")

    def direct(self, members, kinds, depends):
        """What a transaction leads to; in real time to all that began later, so that a cycle does
        not go the long way."""
        later = sorted(members, key=lambda number: self.operations[number].invoked)
        begins = [self.operations[number].invoked for number in later]

        def targets(number):
            end = self.operations[number].completed
            if "real" not in kinds or end is None:
                return depends[number]
            return depends[number] + later[bisect_right(begins, end):]

        return targets

    def explain(self, cycle):
        lines = []
        for number, following in zip(cycle, cycle[1:] + cycle[:1]):
            lines.append(f"{self.operations[number]}")
            lines.append("  comes before the next, " + self.why(number, following))
        return "\n".join(lines) + "\nand the next is the first again"

    def why(self, number, following):
        for target, kind, key in self.edges[number]:
            if target == following:
                return {
                    "ww": f"which appended to list {key} after it",
                    "wr": f"which read in list {key} what this had appended",
                    "rw": f"of whose append this has not read in list {key}",
                }[kind]
        return "which began after this was answered"


def check(operations):
    return Checker(operations).check()
