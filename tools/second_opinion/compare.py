"""Reads a trace, judges all of it anew, and says where the hub answered otherwise."""

import json

from .families import FamilyShares
from .judge import Judge, uuid5
from .schema import Schema
from .state import Record, State, Zone
from .sharing import Sharing
from .words import Disagreement, Refused, Waits


class BadTrace(Exception):
    """The file is not what the simulator writes."""


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
        self.state = State(Schema(event["schema"]), event["maxOwnedRecords"])
        self.state.families = FamilyShares()
        # The zones of which the hub says that they are shared with a family, and what it keeps of
        # who is in them by it.
        self.told_shares, self.kept = set(), {}
        self.backup = None
        self.counts = counts
        # The last call that was no push, until what it has changed was told.
        self.sharing = None
        # Whether that was a restore, and the zones whose invites it may have taken back.
        self.is_restored, self.voided = False, set()

    def take(self, event):
        getattr(self, "take_" + event["e"])(event)

    # Pushes

    def take_push(self, event):
        request, account = event["request"], event["account"]
        if "failed" in event:
            raise Disagreement("push", f"the hub answers nothing but fails: {event['failed']}")
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
        answer = self.judge(change_set, account, request["replica"], now, waiting, theirs)
        if "wait" in answer:
            waiting.append((change_set, answer))
        else:
            self.state.judged[change_set["id"]] = (without_preconditions(change_set), answer)
        return answer

    def judge(self, change_set, account, replica, now, waiting, theirs):
        for other, answer in waiting:
            if rests_on(self.state.schema, change_set, other):
                return answer
        judge = Judge(self.state, change_set, account, replica, now,
                      is_told_limit=theirs.get("no") == "limit")
        before = self.state.zones_of(account)
        try:
            sequences = self.follow(change_set, judge.run(), now)
            # Of zones that follow and are none of theirs the author is told nothing.
            told = before | self.state.zones_of(account)
            return {"ok": {zone: head for zone, head in sequences.items() if zone in told}}
        except (Refused, Waits) as end:
            if isinstance(end, Refused) and end.alternative and end.alternative == theirs.get("no"):
                self.counts.skip(f"choices between {end.reason} and {end.alternative}")
                return theirs
            if isinstance(end, Refused) and end.reason in ("permission", "regranted"):
                # Whoever was let in since the backup may be in again.
                if self.state.is_recovering and any(
                        map(self.state.may_hear_of_grant, change_set.get("g", {}).values())):
                    return {"wait": True}
            if isinstance(end, Refused) and end.reason == "gone" and self.state.is_recovering:
                # It may have been made anew after a death from before the restore.
                if end.id and self.state.may_be_made_anew(end.id, change_set["h"]):
                    return {"wait": True}
            return end.answer()
        finally:
            if judge.is_near_limit:
                self.counts.skip("change sets within a tenth of the limit of bytes")

    def follow(self, change_set, sequences, now):
        """What follows for zones that are shared with a family: who is in it no more loses them."""
        for zone, account, role in self.state.families.follow(self.state):
            if zone.id not in sequences:
                zone.head += 1
                sequences[zone.id] = zone.head
            if role is not None:
                zone.grants[account] = (role, zone.grants[account][1])
                continue
            self.state.keep_copy(zone, {account}, now)
            del zone.grants[account]
            has_one = any(other.is_alive and other.kind == zone.kind and account in other.grants
                          for other in self.state.zones.values())
            if self.state.schema.kinds[zone.kind]["minimumPerAccount"] and not has_one:
                made = self.make_root(uuid5(account, change_set["id"]), zone.kind, change_set["id"])
                made.grants[account] = ("owner", change_set["id"])
                sequences[made.id] = made.head
        return sequences

    def make_root(self, name, kind, change_set):
        """A home that the hub makes for somebody who has lost their last one."""
        limits = self.state.schema.kinds[kind]
        zone = self.state.zones[name] = Zone(name, kind)
        zone.head = 1
        root = Record(limits["rootTable"], name)
        for register in self.state.schema.tables[root.table].registers.values():
            value = limits["freshRoot"].get(register.name, register.default)
            root.registers[register.name] = [value, (0, "hub", 0), None]
        zone.records[name] = root
        return zone

    def require_same(self, change_set, ours, theirs):
        is_same = word(ours) == word(theirs) and ("ok" not in ours or ours == theirs)
        # Of a circle of records, and of several with unseen children, any one may be named.
        if is_same and "i" in ours and ours["no"] not in ("invalid", "unseenChildren"):
            is_same = (ours["t"], ours["i"]) == (theirs.get("t"), theirs.get("i"))
        if not is_same:
            raise Disagreement(
                "answer", f"{change_set['id']}: the hub says {theirs}, this program {ours}\n"
                + json.dumps(change_set))
        self.counts.answers += 1

    # What is no push

    def take_call(self, event):
        name, args = event["name"], event["args"]
        self.sharing, self.is_restored = None, False
        if name == "backup":
            self.backup = self.state.snapshot()
        elif name == "restore":
            self.state, self.is_restored = self.backup.snapshot(), True
            self.state.restored_at = event["now"]
            self.void(event["now"])
        else:
            self.sharing = Sharing(self.state, (name, args), event["now"])

    def void(self, now):
        """A restored hub takes every invite back that lets somebody in, with a change in its zone.

        Whether an invite was made at all shows from that change, and from it alone."""
        self.voided = {invite.zone for invite in self.state.invites.values() if invite.is_open(now)}
        for invite in self.state.invites.values():
            invite.is_revoked = True

    def take_facts(self, event):
        """After a push, and after a restore, they must be ours."""
        before = {zone.id: dict(zone.grants) for zone in self.state.zones.values()}
        if self.sharing:
            self.sharing.before = before
        order = ["hub", "former", "zone", "floor", "kept", "share", "grant", "deleted", "list", "hold", "upload", "emptied"]
        facts = [(*key.split(" "), fact) for key, fact in event["facts"].items()]
        for kind, *names, fact in sorted(facts, key=lambda fact: order.index(fact[0])):
            getattr(self, kind + "_fact")(*names, fact)
        families = self.state.families
        if self.sharing:
            self.sharing.is_set = self.is_role_set()
            families.take_call(self.state, self.sharing, before)
            self.sharing.end_invites_of_children(before)
        families.require_told(self.told_shares)
        families.require(self.state)
        if self.sharing:
            self.sharing.require_emptied()
            self.sharing.require_joined()
        if crowded := self.state.crowded():
            raise Disagreement("memberships", f"{crowded[0]} is in more than one {crowded[1]}")
        self.sharing, self.is_restored = None, False

    def hub_fact(self, _, fact):
        self.state.epoch, self.state.is_recovering = fact[0], fact[1] > 0

    def former_fact(self, epoch, fact):
        if fact is not None:
            self.state.former[epoch] = fact[0]

    def list_fact(self, account, fact):
        self.state.lists[account] = fact[0] if fact else 0

    def floor_fact(self, name, fact):
        if name in self.state.zones and fact:
            self.state.zones[name].floor = fact[0]

    def upload_fact(self, account, blob, fact):
        is_noted = fact is not None
        if is_noted and self.sharing:
            self.sharing.upload(account, blob)
        elif is_noted != ((account, blob) in self.state.uploads):
            raise Disagreement("upload", f"{blob} of {account}: the hub {fact}")

    def share_fact(self, name, fact):
        (self.told_shares.add if fact else self.told_shares.discard)(name)
        if self.sharing:
            self.sharing.followed.add(name)
        self.state.families.share_fact(self.state, self.sharing, name, fact)

    def kept_fact(self, name, account, fact):
        self.kept[name, account] = fact

    def is_role_set(self):
        """Whether a role was given that somebody may have had before, by a family: that the hub
        has noted it shows from what it keeps of them."""
        call = self.sharing
        if call.name != "setRole" or not call.may_share(call.args[1], call.args[2]):
            return False
        account, zone, _, role = call.args
        kept = self.kept.get((zone, account))
        return kept[0] == role if kept else self.state.zones[zone].role(account) == role

    def emptied_fact(self, name, identifier, fact):
        zone = self.state.zones.get(name)
        record = zone and zone.records.get(identifier)
        if record is None and fact is None:
            return
        if record is None:
            raise Disagreement("emptied", f"{name} {identifier} is not known here")
        if fact and self.sharing:
            self.sharing.empty(zone, record, json.loads(fact[0]))
        elif record.is_emptied != (fact is not None):
            raise Disagreement("emptied", f"{name} {identifier}: the hub {fact}, here "
                               f"{vars(record)}")

    def hold_fact(self, zone, fact):
        if self.sharing:
            self.sharing.hold(fact)
        self.state.holds[zone] = fact

    def zone_fact(self, name, fact):
        zone = self.state.zones.get(name)
        if fact is None:
            if zone:
                raise Disagreement("zone", f"{name} is no more")
            return
        if zone is None and self.sharing:
            zone = self.make_fresh(name)
        elif zone and self.sharing:
            self.sharing.zone(zone, fact[0], fact[1] == 1)
            zone.head, zone.is_alive = fact[0], fact[1] == 1
        elif zone and self.is_restored and zone.is_alive and name in self.voided:
            zone.head = max(zone.head, min(fact[0], zone.head + 1))
        ours = zone and [zone.head, int(zone.is_alive), zone.merged_into]
        if ours != fact:
            raise Disagreement("zone", f"{name}: the hub {fact}, here {ours}")

    def make_fresh(self, name):
        """The hub has made a zone: somebody's own with their account, or a home for somebody who
        lost their last one."""
        schema = self.state.schema
        is_own = self.sharing.name == "account"
        kind, limits = next((kind, limits) for kind, limits in schema.kinds.items()
                            if limits["minimumPerAccount"] and is_own == (kind == "personal"))
        zone = self.state.zones[name] = Zone(name, kind)
        zone.head = 1
        root = Record(limits["rootTable"], name)
        for register in schema.tables[root.table].registers.values():
            value = limits["freshRoot"].get(register.name, register.default)
            if is_own and register.name == limits["titleRegister"]:
                value = self.sharing.args[0]
            root.registers[register.name] = [value, (0, "hub", 0), None]
        zone.records[name] = root
        self.counts.skip("stamps of zones that the hub has made")
        return zone

    def deleted_fact(self, name, fact):
        """What is removed for good leaves its ids."""
        zone = self.state.zones.get(name)
        self.state.deleted.pop(name, None)
        if fact:
            self.state.deleted[name] = fact[0]
        if zone and self.sharing and self.sharing.name == "purge" and fact is None:
            zone.is_purged = True
            for name, record in list(zone.records.items()):
                record = record.copy()
                record.is_dead, record.registers = True, {}
                zone.records[name] = record

    def grant_fact(self, name, account, fact):
        zone = self.state.zones.get(name)
        ours = zone and zone.grants.get(account)
        new = tuple(fact) if fact else None
        if zone and self.sharing and ours != new:
            if not zone.grants and new:
                self.sharing.fresh(account, name)
            else:
                self.sharing.grant(zone, account, ours, new)
            zone.grants.pop(account, None)
            if new:
                zone.grants[account] = new
        elif ours != new:
            raise Disagreement("grant", f"{account} in {name}: the hub {fact}, here {ours}")

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


def word(answer):
    """An answer's kind: ok, wait, wait for sharing, or the reason of a refusal."""
    return answer.get("no") or next(iter(answer)) + answer.get("for", "")


def without_preconditions(change_set):
    """What a number means: a restored hub is sent it again with other preconditions."""
    return {key: value for key, value in change_set.items() if key != "p"}


def texts(value):
    """Every text in a value."""
    if isinstance(value, str):
        return {value}
    if isinstance(value, dict):
        value = list(value.values())
    return set().union(*map(texts, value)) if isinstance(value, list) else set()


def named(change_set):
    """Ids of records that a change set writes or names, and the zones that it writes in."""
    ids, zones = set(), set()
    for mutation in change_set["m"]:
        ids.add(mutation["i"])
        zones.add(mutation["z"])
        if "to" in mutation:
            zones.add(mutation["to"][0])
            ids.add(mutation["to"][1])
        ids |= texts(mutation.get("r", {}))
    return ids, zones


def rests_on(schema, change_set, other):
    """Whether a change set writes, names or lies in something of another."""
    ids, zones = named(change_set)
    theirs = {mutation["i"] for mutation in other["m"]}
    theirs |= {mutation["to"][1] for mutation in other["m"] if "to" in mutation}
    made = {mutation["i"] for mutation in other["m"]
            if mutation["k"] == "i" and schema.tables[mutation["t"]].is_root}
    return bool(ids & theirs or zones & made)


def run(lines):
    """Judges every history of a trace.

    Returns the counts, and what is not alike: [(seed, line number, Disagreement)], at most one of
    each history. Raises BadTrace."""
    counts, found = Counts(), []
    history, is_open = None, False
    for number, line in enumerate(lines, 1):
        try:
            event = json.loads(line)
            kind = event["e"]
        except (ValueError, KeyError, TypeError):
            raise BadTrace(f"line {number} is no event of a trace") from None
        if kind == "history":
            if is_open:
                raise BadTrace(f"the history before line {number} has no end")
            history, is_open = History(event, counts), True
        elif history is None and not is_open:
            raise BadTrace("it does not begin with a history")
        else:
            is_open = is_open and kind != "end"
            if history is None:
                continue
            try:
                history.take(event)
            except Disagreement as disagreement:
                found.append((history.seed, number, disagreement))
                history = None
    if is_open or (history is None and not found):
        raise BadTrace("it ends within a history, or has none")
    return counts, found

