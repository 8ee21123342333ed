"""Reads a trace, judges all of it anew, and says where the hub answered otherwise."""

import json

from .judge import Judge
from .schema import Schema
from .state import Record, State, Zone
from .words import Refused, Waits


class Disagreement(Exception):
    def __init__(self, kind, text):
        super().__init__(f"{kind}: {text}")
        self.kind = kind


class Counts:
    def __init__(self):
        self.histories = self.change_sets = self.answers = self.rows = 0
        self.not_judged = {}

    def skip(self, what):
        self.not_judged[what] = self.not_judged.get(what, 0) + 1


class History:
    """One history: a state of one's own, to which the trace's events happen."""

    def __init__(self, event, counts):
        self.seed = event["seed"]
        self.state = State(Schema(event["schema"]))
        self.backup = None
        self.counts = counts
        self.calls = []

    def take(self, event):
        getattr(self, "take_" + event["e"])(event)

    # Pushes

    def take_push(self, event):
        request, account = event["request"], event["account"]
        if "kept" in event:
            return self.take_lost_push(event)
        response = event["response"]
        opinion = self.answer_request(request, account)
        if opinion is not None:
            if response != opinion:
                raise Disagreement("request", f"the hub says {response}, not {opinion}")
            self.counts.answers += 1
            return
        if "answers" not in response:
            raise Disagreement("request", f"the hub says {response}, not answers")
        self.acknowledge(request)
        waiting = []
        for index, change_set in enumerate(request["changeSets"]):
            if index >= len(response["answers"]):
                raise Disagreement("request", f"no answer to {change_set['id']}")
            theirs = response["answers"][index]
            ours = self.answer(change_set, account, request, event["now"], waiting, theirs)
            self.require_same(change_set, ours, theirs)
            if ours.get("no") == "numberReused":
                break

    def answer_request(self, request, account):
        if request["epoch"] != self.state.epoch:
            return {"epoch": self.state.epoch}
        if self.state.owners.setdefault(request["replica"], account) != account:
            return {"foreignReplica": True}
        return None

    def acknowledge(self, request):
        known = self.state.acknowledged.get(request["replica"], 0)
        self.state.acknowledged[request["replica"]] = max(known, request["acknowledged"])

    def take_lost_push(self, event):
        """The hub died: what it kept of its answers is what it has done."""
        request, account = event["request"], event["account"]
        if self.answer_request(request, account) is not None:
            return
        self.state.acknowledged[request["replica"]] = event["acknowledged"]
        for change_set, theirs in zip(request["changeSets"], event["kept"]):
            if theirs is None or change_set["id"] in self.state.judged:
                continue
            ours = self.answer(change_set, account, request, event["now"], [], theirs)
            self.require_same(change_set, ours, theirs)

    def answer(self, change_set, account, request, now, waiting, theirs):
        known = self.state.judged.get(change_set["id"])
        acknowledged = self.state.acknowledged[request["replica"]]
        number = int(change_set["id"].rsplit(".", 1)[1])
        if known:
            content, answer = known
            if content != without_preconditions(change_set):
                return {"no": "numberReused"}
            return {"ok": {}} if "ok" in answer and number <= acknowledged else answer
        if number <= acknowledged:
            return {"no": "numberReused"}
        self.counts.change_sets += 1
        if theirs.get("no") == "limit":
            # What a change set writes is counted in bytes of the hub's own.
            self.counts.skip("refused limit")
            answer = theirs
        else:
            answer = self.judge(change_set, account, request["replica"], now, waiting)
        if "wait" in answer:
            waiting.append((change_set, answer))
        else:
            self.state.judged[change_set["id"]] = (without_preconditions(change_set), answer)
        return answer

    def judge(self, change_set, account, replica, now, waiting):
        for other, answer in waiting:
            if rests_on(self.state.schema, change_set, other):
                return answer
        try:
            return {"ok": Judge(self.state, change_set, account, replica, now).run()}
        except (Refused, Waits) as end:
            return end.answer()

    def require_same(self, change_set, ours, theirs):
        word = lambda answer: answer.get("no") or next(iter(answer)) + answer.get("for", "")
        self.counts.answers += 1
        if word(ours) != word(theirs):
            raise Disagreement(f"ours {word(ours)} theirs {word(theirs)}",
                               f"{change_set['id']} the hub {theirs}, here {ours}\n  "
                               + json.dumps(change_set))
        if "ok" in ours and ours != theirs:
            raise Disagreement("sequences", f"{change_set['id']}: the hub {theirs}, here {ours}"
                               + "\n  " + json.dumps(change_set))
        if "no" in ours and "i" in ours and ours["no"] != "invalid" and (ours.get("t"), ours.get("i")) != (
                theirs.get("t"), theirs.get("i")):
            raise Disagreement(f"record of {ours['no']}", f"{change_set['id']}: the hub {theirs}, here {ours}"
                               + "\n  " + json.dumps(change_set))

    # What is no push

    def take_call(self, event):
        name, args = event["name"], event["args"]
        self.calls.append((name, args))
        if name == "backup":
            self.backup = self.state.snapshot()
        elif name == "restore":
            self.state = self.backup.snapshot()
        elif name == "sharing":
            self.state.is_paused = args[0] == "paused"

    def take_facts(self, event):
        """After a push they must be ours; after anything else they are taken for true."""
        is_call = event["after"] == "call"
        for key, fact in event["facts"].items():
            kind, *names = key.split(" ")
            if kind == "zone":
                self.zone_fact(names[0], fact, is_call)
        for key, fact in event["facts"].items():
            kind, *names = key.split(" ")
            if kind == "hub":
                self.state.epoch, self.state.is_recovering = fact[0], fact[1] > 0
            elif kind == "grant":
                self.grant_fact(*names, fact, is_call)
            elif kind == "deleted":
                self.deleted_fact(names[0], fact)
            elif kind == "list":
                self.state.lists[names[0]] = fact[0] if fact else 0
            elif kind == "hold":
                self.state.holds[names[0]] = fact
        if is_call:
            self.calls = []

    def zone_fact(self, name, fact, is_call):
        zone = self.state.zones.get(name)
        if fact is None:
            if zone:
                raise Disagreement("fact", f"zone {name} is no more")
            return
        head, is_alive, merged_into = fact
        if is_call:
            if zone is None:
                zone = self.make_fresh(name)
            if is_alive != zone.is_alive and not any(
                    call[0] in ("restoreZone", "restore") for call in self.calls):
                raise Disagreement("fact", f"zone {name}: alive {is_alive} after {self.calls}")
            zone.head, zone.is_alive = head, is_alive == 1
        ours = zone and [zone.head, int(zone.is_alive), zone.merged_into]
        if ours != fact:
            raise Disagreement("zone fact", f"zone {name}: the hub {fact}, here {ours}")

    def make_fresh(self, name):
        """The hub has made a home for somebody who lost their last one."""
        schema = self.state.schema
        kind, limits = next((kind, limits) for kind, limits in schema.kinds.items()
                            if limits["minimumPerAccount"])
        zone = self.state.zones[name] = Zone(name, kind)
        root = Record(limits["rootTable"], name)
        for register in schema.tables[root.table].registers.values():
            value = limits["freshRoot"].get(register.name, register.default)
            root.registers[register.name] = [value, (0, "hub", 0), None]
        zone.records[name] = root
        self.counts.skip("zones made after a removal")
        return zone

    def deleted_fact(self, name, fact):
        """What is removed for good leaves its ids."""
        zone = self.state.zones.get(name)
        if zone and not zone.is_alive and not zone.merged_into and (fact is None or fact[0]):
            for name, record in list(zone.records.items()):
                record = record.copy()
                record.is_dead = True
                zone.records[name] = record

    def grant_fact(self, name, account, fact, is_call):
        zone = self.state.zones.get(name)
        if zone is None:
            if fact is not None:
                raise Disagreement("grant fact", f"{account} in {name}, which is unknown here")
            return
        if is_call:
            if fact is None:
                zone.grants.pop(account, None)
            else:
                zone.grants[account] = tuple(fact)
            return
        ours = zone.grants.get(account)
        if (ours and list(ours)) != fact:
            raise Disagreement("grant fact", f"{account} in {name}: the hub {fact}, here {ours}")

    # The end

    def take_hubRows(self, event):
        zone = self.state.zones[event["zone"]]
        tables = self.state.schema.tables
        theirs = {record["i"]: record for record in event["records"]
                  if not tables[record["t"]].is_hub_owned}
        ours = {record.id: record for record in zone.live()}
        if set(ours) != set(theirs):
            raise Disagreement("rows", f"{zone.id}: only one has {set(ours) ^ set(theirs)}")
        for name, record in ours.items():
            for register, (time, change_set, value) in theirs[name]["r"].items():
                mine, stamp, _ = record.registers[register]
                if mine != value:
                    raise Disagreement(
                        "value", f"{record.table}/{name}.{register}: the hub {value}, here {mine}")
                if stamp[1] != "hub" and (stamp[0], f"{stamp[1]}.{stamp[2]}") != (time, change_set):
                    raise Disagreement(
                        "stamp", f"{record.table}/{name}.{register}: the hub "
                        f"{time} {change_set}, here {stamp}")
            self.counts.rows += 1

    def take_replica(self, event):
        account = event["account"]
        zones = {zone.id: zone for zone in self.state.zones.values()
                 if zone.is_alive and account in zone.grants}
        held = {zone: (role, head) for zone, role, head in event["zones"]}
        if held != {zone.id: (zone.role(account), zone.head) for zone in zones.values()}:
            raise Disagreement("replica", f"{event['name']} has {held}")
        expected = {name: [] for name in event["tables"]}
        for zone in zones.values():
            for record in zone.live():
                self.add_rows(expected, zone, record)
        for name, content in event["tables"].items():
            rows = {row[0]: dict(zip(content["columns"], row)) for row in content["rows"]}
            mine = {row["id"]: row for row in expected[name]}
            if rows != mine:
                wrong = [key for key in rows.keys() | mine.keys() if rows.get(key) != mine.get(key)]
                raise Disagreement("replica", f"{event['name']} {name}: {rows.get(wrong[0])}, "
                                   f"here {mine.get(wrong[0])}")
            self.counts.rows += len(rows)

    def add_rows(self, expected, zone, record):
        table = self.state.schema.tables[record.table]
        row = {"id": record.id}
        if table.zone_column:
            row[table.zone_column] = zone.id
        for register in table.registers.values():
            value = record.value(register.name)
            if register.rule != "aggregate":
                row[register.name] = value
                continue
            for column in register.columns:
                row[column.name] = value.get(column.name, column.default)
            for child in value.get(register.child, []) if register.child else []:
                expected[register.child].append(
                    {**child, register.parent_column: record.id, register.zone_column: zone.id})
        expected[table.name].append(row)

    def take_end(self, event):
        self.counts.histories += 1


def without_preconditions(change_set):
    """What a number means: a restored hub is sent it again with other preconditions."""
    return {key: value for key, value in change_set.items() if key != "p"}


def named(schema, change_set):
    """Ids of records that a change set writes or names, and the zones that it writes in."""
    ids, zones = set(), set()
    for mutation in change_set["m"]:
        ids.add(mutation["i"])
        zones.add(mutation["z"])
        if "to" in mutation:
            zones.add(mutation["to"][0])
            ids.add(mutation["to"][1])
        table = schema.tables.get(mutation["t"])
        for reference in table.references if table else []:
            value = mutation.get("r", {}).get(reference.register)
            child = table.registers[reference.register].child
            ids.update(reference.targets(value, child))
    return ids, zones


def rests_on(schema, change_set, other):
    """Whether a change set writes, names or lies in something of another."""
    ids, zones = named(schema, change_set)
    theirs = {mutation["i"] for mutation in other["m"]}
    made = {mutation["i"] for mutation in other["m"]
            if mutation["k"] == "i" and schema.tables[mutation["t"]].is_root}
    return bool(ids & theirs or zones & made)


def run(lines, report):
    """Judges every history of a trace. Returns the counts and the disagreements."""
    counts, found = Counts(), []
    history, is_broken = None, False
    for number, line in enumerate(lines, 1):
        event = json.loads(line)
        if event["e"] == "history":
            history, is_broken = History(event, counts), False
        elif not is_broken:
            try:
                history.take(event)
            except Disagreement as disagreement:
                is_broken = True
                found.append((history.seed, number, disagreement))
    return counts, found
