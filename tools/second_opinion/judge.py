"""Judges change sets by docs/protocol.md, and by nothing else."""

import hashlib

from .settle import is_live, settle
from .state import RANKS, Draft, Record
from .words import Refused, Waits

MAX_AHEAD = 5 * 60 * 1000
# How far, of a limit in bytes, another program may count otherwise.
BYTES_TOLERANCE = 0.1


def stamp_of(change_set, now):
    """(time, replica, number): the time is at most five minutes ahead of the hub's clock."""
    replica, number = change_set["id"].rsplit(".", 1)
    return (min(change_set["h"], (now + MAX_AHEAD) << 16 | 0xFFFF), replica, int(number))


def version(register):
    """The change set that wrote the value of a register."""
    return f"{register[1][1]}.{register[1][2]}"


def uuid5(namespace, name):
    digest = bytearray(hashlib.sha1(namespace.encode() + b"\0" + name.encode()).digest()[:16])
    digest[6] = digest[6] & 0x0F | 0x50
    digest[8] = digest[8] & 0x3F | 0x80
    text = digest.hex()
    return "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))


class Judge:
    """Judges one change set; `draft` has what comes of it."""

    def __init__(self, state, change_set, account, replica, now, is_told_limit=False):
        self.state, self.schema = state, state.schema
        self.change_set, self.account, self.replica, self.now = change_set, account, replica, now
        self.grants = change_set.get("g", {})
        self.stamp = stamp_of(change_set, now)
        self.draft = Draft(state)
        self.is_told_limit, self.is_near_limit = is_told_limit, False
        self.written = set()
        # What is append-only goes with its zone.
        self.ending = {mutation["z"] for mutation in change_set["m"] if mutation["k"] == "d"
                       and mutation["i"] == mutation["z"]}
        self.is_claim = all(self.is_claim_alone(mutation) for mutation in change_set["m"])

    def run(self):
        """The sequences of the zones that have changed. Raises Refused or Waits."""
        self.check_pause({zone for mutation in self.change_set["m"]
                          for zone in self.zones_of(mutation)
                          if zone in self.state.zones
                          and not self.state.zones[zone].merged_into
                          and self.account in self.state.zones[zone].grants})
        self.check_holds()
        self.check_preconditions()
        for mutation in self.change_set["m"]:
            self.apply(mutation)
        self.check_blobs()
        settle(self)
        fresh = self.replace_last_zones()
        self.check_pause({place for place, name in self.draft.records
                          if self.draft.changed(place, name)} | set(self.draft.zones))
        self.check_owned_records()
        self.check_bytes()
        self.keep_copies()
        return self.draft.commit(fresh, {zone for zone, _ in self.written}, self.now)

    def check_blobs(self):
        """Whoever names a blob has uploaded it or can read it."""
        for mutation in self.change_set["m"]:
            registers = self.schema.tables[mutation["t"]].registers
            for name, value in mutation.get("r", {}).items():
                for blob in registers[name].blobs(value) if name in registers else ():
                    if not self.state.may_name(self.account, blob, self.now):
                        self.unknown(mutation["t"], mutation["i"])

    def check_owned_records(self):
        """What adds to the records of an account that has as many as it may is refused."""
        added = {}
        for zone, count in self.draft.added_records().items():
            owner = self.draft.zone(zone).owner
            added[owner] = added.get(owner, 0) + count
        for owner, count in added.items():
            owned = sum(len(zone.live()) for zone in self.state.zones.values()
                        if zone.is_alive and zone.owner == owner)
            if count > 0 and owned + count > self.state.max_owned_records:
                raise Refused("limit")

    def keep_copies(self):
        """Whoever else loses a zone that is deleted can have a copy of it."""
        for zone in self.draft.zones.values():
            old = self.state.zones.get(zone.id)
            if old and old.is_alive and not zone.is_alive and not zone.merged_into:
                self.state.keep_copy(old, set(old.grants) - {self.account}, self.now)

    def check_bytes(self):
        """Near the limit the hub counts: its own records are in what it counts, too."""
        limit, count = self.schema.max_written_bytes, self.draft.written_bytes()
        self.is_near_limit = abs(count - limit) <= limit * BYTES_TOLERANCE
        if self.is_told_limit if self.is_near_limit else count > limit:
            raise Refused("limit")

    # Whether it may be judged now

    def zones_of(self, mutation):
        return [mutation["z"]] + ([mutation["to"][0]] if "to" in mutation else [])

    def check_holds(self):
        """Another replica may have a zone to itself that is written in or relied on."""
        zones = {zone for mutation in self.change_set["m"] for zone in self.zones_of(mutation)}
        for zone in zones | set(self.grants):
            hold = self.state.holds.get(zone)
            if hold and hold[0] != self.replica and hold[3] > self.now:
                raise Waits()

    def check_preconditions(self):
        for zone, sequence in self.change_set.get("p", []):
            if zone is None:
                holds = self.state.lists.get(self.account, 0) == sequence
            else:
                found = self.state.zones.get(zone)
                holds = found is not None and found.is_alive and found.head == sequence
            if not holds:
                raise Refused("precondition")

    def check_pause(self, zones):
        for zone in zones if self.state.is_paused else ():
            if zone in self.state.zones and len(self.state.zones[zone].grants) > 1:
                raise Waits("sharing")

    # Who may write where

    def is_claim_alone(self, mutation):
        table = self.schema.tables.get(mutation["t"])
        names = mutation.get("r", {})
        return (mutation["k"] == "u" and table is not None and names and all(
            name in table.registers and table.registers[name].rule == "claim" for name in names))

    def may_write(self, zone_id):
        zone = self.draft.zone(zone_id)
        role = zone.role(self.account)
        return zone.is_alive and role is not None and RANKS[role] > 0

    def require_writer(self, zone_id, table, least=None):
        """Refuses unless the author may write records of a table in a zone that is alive."""
        self.require_member(zone_id, table, least)
        if not self.draft.zone(zone_id).is_alive:
            raise Refused("zoneGone")

    def require_own_name(self, mutation, table, zone_id):
        """Nobody signs for somebody else of the zone; who may only add, only for themselves."""
        values, zone = mutation.get("r", {}), self.draft.zone(zone_id)
        role = "owner" if zone_id in self.draft.made else zone.role(self.account)
        for name in table.author_registers:
            who = values.get(name)
            if who == self.account:
                continue
            if RANKS[role] < RANKS[table.minimum_role]:
                raise Refused("permission", table.name, mutation["i"])
            if who is None or who not in zone.grants:
                continue
            former = self.draft.record(zone_id, mutation["i"])
            if former and former.table == table.name and self.known(former, name) == who:
                continue
            register, origin_table = table.author_reference or (None, None)
            origin = self.draft.record(zone_id, values.get(register))
            if origin and origin.table != origin_table:
                origin = None
            if origin and self.known(origin, name) == who:
                continue
            if origin and origin.is_dead and self.known(origin, name) is None:
                raise Refused("gone", table.name, mutation["i"])
            raise Refused("permission", table.name, mutation["i"])

    def known(self, record, name):
        """The value of a register, of which a record that died long ago keeps nothing."""
        return record.registers[name][0] if name in record.registers else None

    def held_values(self, table, record):
        """What belongs to the holder of a claim, as it is before a write."""
        return {name: self.known(record, name) if record else register.default
                for name, register in table.registers.items() if register.held_by}

    def check_held(self, table, zone_id, record, before):
        """What belongs to somebody else of the zone is as it was."""
        for name, value in before.items():
            holder = record.registers[table.registers[name].held_by][0]
            if holder not in (None, self.account) and holder in self.draft.zone(zone_id).grants \
                    and record.registers[name][0] != value:
                raise Refused("claimed", table.name, record.id)

    def require_member(self, zone_id, table, least=None):
        """`least`: the lowest role that may do it, where that is not the one that may change records."""
        zone = self.draft.zone(zone_id)
        if zone is None:
            self.unknown()
        if zone_id in self.draft.made:
            return
        grant = zone.grants.get(self.account)
        if grant is None:
            raise Refused("permission")
        if self.grants.get(zone_id, grant[1]) != grant[1]:
            raise Refused("regranted")
        if RANKS[grant[0]] < RANKS[least or table.minimum_role] and not self.is_claim:
            raise Refused("readOnly")

    def unknown(self, table=None, identifier=None):
        """What it is about nobody has heard of: a restored hub may still hear of it."""
        if self.state.is_recovering:
            raise Waits()
        raise Refused("unknown", table, identifier)

    # Mutations

    def apply(self, mutation):
        table = self.schema.tables.get(mutation["t"])
        if table is None:
            raise Refused("unknownType", mutation["t"], mutation["i"])
        if table.is_hub_owned:
            raise Refused("hubOwned", table.name, mutation["i"])
        for name in mutation.get("r", {}):
            if name not in table.registers and name not in table.retired:
                raise Refused("unknownType", table.name, mutation["i"])
        for name, value in mutation.get("r", {}).items():
            register = table.registers.get(name)
            if register and not register.takes(value):
                raise Refused("invalid", table.name, mutation["i"])
        {"i": self.insert, "u": self.update, "d": self.delete, "m": self.move}[mutation["k"]](
            mutation, table)

    def insert(self, mutation, table):
        identifier, zone = mutation["i"], mutation["z"]
        if table.is_root:
            return self.make_zone(mutation, table)
        if self.draft.zone(zone) is None:
            self.unknown(table.name, identifier)
        self.require_member(zone, table, table.insert_role)
        zone = self.merged_zone(zone)
        self.require_writer(zone, table, table.insert_role)
        if self.draft.zone(zone).kind not in table.zone_kinds:
            raise Refused("invalid", table.name, identifier)
        self.require_own_name(mutation, table, zone)
        self.written.add((zone, None))
        named, here = zone, self.draft.record(zone, identifier)
        if here is None or here.is_dead:
            zone = self.followed_parent(mutation, table, zone)
        try:
            self.require_writer(zone, table, table.insert_role)
        except Refused as refusal:
            if zone != named:
                refusal.alternative = "parentGone"
            raise
        values = {name: value for name, value in mutation.get("r", {}).items()
                  if name not in table.retired}
        self.check_former(table, identifier, zone, named)
        old = self.draft.record(zone, identifier)
        if old and not old.is_dead:
            if not table.has_natural_id or old.table != table.name:
                raise Refused("exists", table.name, identifier)
            self.meet(table, zone, old, values)
            if named != zone and not (here and here.moved_to):
                self.draft.leave_trail(named, table.name, identifier, zone, self.stamp)
            return
        record = Record(table.name, identifier)
        for name, register in table.registers.items():
            value = values.get(name, register.default)
            if register.rule == "hubOwned" and name in values:
                raise Refused("hubOwned", table.name, identifier)
            if register.rule == "claim" and value is not None:
                self.check_claim(zone, record, name, None, value)
            if not register.takes(value):
                raise Refused("invalid", table.name, identifier)
            record.registers[name] = [value, self.stamp, self.account]
        self.check_held(table, zone, record, self.held_values(table, old))
        self.draft.put(zone, record)
        self.written.add((zone, identifier))
        if named != zone:
            self.draft.leave_trail(named, table.name, identifier, zone, self.stamp)

    def check_former(self, table, identifier, zone, named):
        """An id that has been used lives nowhere else, and died here and before."""
        places = [place for place in self.draft.places(identifier) if place != zone]
        old = [(place, self.draft.record(place, identifier)) for place in places]
        if any(not record.is_dead and not record.ended for _, record in old):
            raise Refused("exists", table.name, identifier)
        for place in self.draft.places(identifier):
            record = self.draft.record(place, identifier)
            if record.moved_to and record.is_dead:
                if record.moved_to[1] != identifier:
                    raise Refused("combined", table.name, identifier)
                continue
            if not record.is_dead and not record.ended:
                continue
            if record.ended or place not in (zone, named) or self.stamp <= record.died:
                raise Refused("gone", table.name, identifier)

    def make_zone(self, mutation, table):
        identifier = mutation["i"]
        if mutation["z"] != identifier:
            raise Refused("invalid", table.name, identifier)
        if self.draft.zone(identifier) or self.draft.places(identifier):
            raise Refused("exists", table.name, identifier)
        kind = self.schema.kind(table.name)
        self.check_room(kind, table, identifier)
        zone = self.draft.make_zone(identifier, kind)
        zone.grants[self.account] = ("owner", self.change_set["id"])
        record = Record(table.name, identifier)
        for name, register in table.registers.items():
            value = mutation.get("r", {}).get(name, register.default)
            if not register.takes(value):
                raise Refused("invalid", table.name, identifier)
            record.registers[name] = [value, self.stamp, self.account]
        self.draft.put(identifier, record)
        self.written.add((identifier, identifier))

    def check_room(self, kind, table, identifier):
        """An account is in as many zones of a kind, and owns as many, as the kind says."""
        limits = self.schema.kinds[kind]
        zones = {**self.state.zones, **self.draft.zones}.values()
        own = [zone for zone in zones
               if zone.is_alive and zone.kind == kind and self.account in zone.grants]
        owned = sum(zone.role(self.account) == "owner" for zone in own)
        most = limits["maxMemberships"]
        if owned >= limits["maxOwned"] or most is not None and len(own) >= most:
            raise Refused("limit", table.name, identifier)

    def merged_zone(self, zone_id):
        """Where what was made in a zone goes that was merged by then."""
        zone = self.draft.zone(zone_id)
        while zone and not zone.is_alive and zone.merged_into:
            zone = self.draft.zone(zone.merged_into)
        return zone.id if zone else zone_id

    def followed_parent(self, mutation, table, zone):
        """The zone of what an insert is part of: where that has moved, it goes, too."""
        for reference in table.references:
            if reference.rule != "contained":
                continue
            parent = mutation.get("r", {}).get(reference.register)
            place, found = (zone, parent), self.draft.record(zone, parent)
            while found and found.is_dead and found.moved_to:
                place = found.moved_to
                found = self.draft.record(*place)
            if found is None:
                # It never was here: where it lives it is looked for, as far as the author writes.
                place = next((
                    (other, parent) for other in self.draft.places(parent)
                    if is_live(self, other, reference.target, parent) and self.may_write(other)),
                    place)
            elif found.is_dead:
                continue
            zone = place[0]
        return zone

    def meet(self, table, zone, old, values):
        """An insert of a natural id that is there: register by register, with no base."""
        record = self.draft.edit(zone, old.id)
        before = self.held_values(table, record)
        for name, value in values.items():
            if table.registers[name].rule == "lastWriter" or record.value(name) != value:
                self.merge(table, zone, record, name, value, {})
        self.check_held(table, zone, record, before)
        self.written.add((zone, old.id))

    def locate(self, mutation, table):
        """The live record of a mutation, and its zone: it is followed where it has moved."""
        zone, identifier = mutation["z"], mutation["i"]
        if self.draft.zone(zone) is None:
            self.unknown(table.name, identifier)
        record = self.draft.record(zone, identifier)
        if record is None:
            place = self.merged_zone(zone)
            if self.draft.record(place, identifier):
                self.require_member(zone, table)
                zone, record = place, self.draft.record(place, identifier)
        if record is None:
            self.require_member(zone, table)
            self.unknown(table.name, identifier)
        self.require_member(zone, table)
        if record.table != table.name:
            raise Refused("unknown", table.name, identifier)
        if table.is_root and not self.draft.zone(zone).is_alive:
            raise Refused("zoneGone", table.name, identifier)
        while record.is_dead and record.moved_to and record.moved_to[1] == identifier:
            zone = record.moved_to[0]
            record = self.draft.record(zone, identifier)
        if record.is_dead and not record.moved_to and mutation["k"] == "d":
            self.require_member(zone, table)
            if zone in self.state.deleted:
                self.require_writer(zone, table)
            return zone, record
        is_combined = record.is_dead and record.moved_to is not None
        if not is_combined:
            self.require_writer(zone, table)
        else:
            self.require_member(self.stand_in_zone(record), table)
            raise Refused("combined", table.name, identifier)
        if record.is_dead:
            raise Refused("gone", table.name, identifier)
        return zone, record

    def stand_in_zone(self, record):
        """Where the record is by now that stands for one that was combined."""
        seen, place = set(), None
        while record and record.is_dead and record.moved_to and record.moved_to not in seen:
            place = record.moved_to
            seen.add(place)
            record = self.draft.record(*place)
        return place[0]

    def update(self, mutation, table):
        zone, record = self.locate(mutation, table)
        if table.is_append_only:
            raise Refused("appendOnly", table.name, record.id)
        record = self.draft.edit(zone, record.id)
        self.write(mutation, table, zone, record)

    def write(self, mutation, table, zone, record):
        before = self.held_values(table, record)
        for name, value in mutation.get("r", {}).items():
            if name not in table.retired:
                self.merge(table, zone, record, name, value, mutation)
        self.check_held(table, zone, record, before)
        self.written.add((zone, record.id))

    def delete(self, mutation, table):
        zone, record = self.locate(mutation, table)
        if table.is_append_only and zone not in self.ending:
            raise Refused("appendOnly", table.name, record.id)
        record = self.draft.edit(zone, record.id)
        if record.is_dead:
            self.written.add((zone, record.id))
            return
        self.check_unclaimed(table, zone, record)
        record.is_dead, record.died = True, self.stamp
        record.moved_to = tuple(mutation["to"]) if "to" in mutation else None
        if record.moved_to and not table.is_root:
            self.check_survivor(table, zone, record)
        self.written.add((zone, record.id))
        if table.is_root:
            self.end_zone(mutation, zone)

    def check_unclaimed(self, table, zone_id, record):
        """Who somebody else of the zone is, only they or its owner delete."""
        zone = self.draft.zone(zone_id)
        for register in table.registers.values():
            holder = record.registers[register.name][0] if register.rule == "claim" else None
            if holder not in (None, self.account) and holder in zone.grants \
                    and zone.role(self.account) != "owner":
                raise Refused("claimed", table.name, record.id)

    def check_survivor(self, table, zone, record):
        """What a record is combined with lives, or something lives that stands for it."""
        place = record.moved_to
        if place[0] != zone:
            self.require_member(place[0], table)
        if self.draft.record(*place) is None:
            place = (self.merged_zone(place[0]), place[1])
        other = self.draft.record(*place)
        if other is None or other.table != table.name:
            self.unknown(table.name, record.id)
        while other.is_dead and other.moved_to and place != (zone, record.id):
            place = other.moved_to
            other = self.draft.record(*place)
        if place == (zone, record.id):
            raise Refused("combined", table.name, record.id)
        if other.is_dead or not self.draft.zone(place[0]).is_alive:
            raise Refused("gone", table.name, place[1])
        if place[0] != zone:
            self.require_member(place[0], table)
        record.moved_to = place

    def end_zone(self, mutation, zone_id):
        zone = self.draft.edit_zone(zone_id)
        if zone.role(self.account) != "owner" or self.state.is_restricted(self.account):
            raise Refused("permission", mutation["t"], mutation["i"])
        zone.is_alive = False
        if "to" not in mutation:
            # What is deleted with its zone may come back with it.
            for (place, name), record in self.draft.records.items():
                if place == zone_id and record.is_dead and not record.moved_to:
                    self.draft.ended.append(record)
                    record.ended = self.stamp
                    old = self.state.zones[zone_id].records.get(name)
                    record.is_dead = old is None or old.is_dead
                    record.died = old.died if old else record.died
        if "to" in mutation:
            target = self.draft.zone(mutation["to"][0])
            if target is None or RANKS.get(target.role(self.account), 0) == 0:
                raise Refused("permission")
            if not target.is_alive:
                raise Refused("zoneGone")
            zone.merged_into = mutation["to"][0]
            if any(not self.schema.tables[record.table].is_hub_owned
                   for record in self.draft.live(zone_id)):
                raise Refused("precondition")

    def move(self, mutation, table):
        zone, record = self.locate(mutation, table)
        target = mutation["to"][0]
        self.require_writer(target, table)
        if zone == target:
            record = self.draft.edit(zone, record.id)
            return self.write(mutation, table, zone, record)
        self.check_unclaimed(table, zone, record)
        there = record.copy()
        left = self.draft.edit(zone, record.id)
        left.is_dead, left.died, left.moved_to = True, self.stamp, (target, record.id)
        self.draft.put(target, there)
        self.written.add((zone, record.id))
        self.write(mutation, table, target, there)

    # Merge rules

    def merge(self, table, zone, record, name, value, mutation):
        register = table.registers[name]
        base = mutation.get("b", {}).get(name)
        old = record.registers[name]
        if register.rule in ("hubOwned", "appendOnly"):
            raise Refused(register.rule, table.name, record.id)
        if register.rule == "firstWriter" and old[0] is not None and value != old[0]:
            is_owner = self.draft.zone(zone).role(self.account) == "owner"
            if value is not None or not (is_owner or old[2] == self.account):
                raise Refused("claimed", table.name, record.id)
        if register.rule == "claim":
            self.check_claim(zone, record, name, old[0], value)
        if not register.takes(value):
            raise Refused("invalid", table.name, record.id)
        if register.rule == "aggregate":
            if base != version(old):
                if self.state.is_recovering and base and self.state.may_hear_of(base):
                    raise Waits()
                raise Refused("stale", table.name, record.id)
        elif register.is_guarded and name in mutation.get("s", {}) and value != old[0]:
            if mutation["s"][name] != old[0] or self.stamp <= old[1]:
                raise Refused("stale", table.name, record.id)
        elif register.rule == "lastWriter" and self.stamp <= old[1]:
            return
        elif register.rule != "lastWriter" and value == old[0]:
            return
        record.registers[name] = [value, self.stamp, self.account]

    def check_claim(self, zone, record, name, old, value):
        zone = self.draft.zone(zone)
        is_owner = zone.role(self.account) == "owner"
        if value is not None and value != self.account:
            if not is_owner or value not in zone.grants:
                raise Refused("permission", record.table, record.id)
        elif value != old and old is not None and old != self.account and not is_owner:
            raise Refused("claimed", record.table, record.id)

    # Everyone has a zone

    def replace_last_zones(self):
        """Makes a zone for everyone else who is left without one of a kind that everyone has."""
        fresh = []
        ended = [zone for zone in self.draft.zones.values() if not zone.is_alive]
        for zone in ended:
            kind = self.schema.kinds[zone.kind]
            if not kind["minimumPerAccount"]:
                continue
            for account in zone.grants:
                if self.has_zone(account, zone.kind):
                    continue
                if account == self.account:
                    raise Refused("lastZone")
                made = self.draft.make_zone(uuid5(account, self.change_set["id"]), zone.kind)
                made.grants[account] = ("owner", self.change_set["id"])
                root = Record(kind["rootTable"], made.id)
                for name, register in self.schema.tables[root.table].registers.items():
                    value = kind["freshRoot"].get(name, register.default)
                    root.registers[name] = [value, self.stamp, account]
                self.draft.put(made.id, root)
                fresh.append(made.id)
        return fresh

    def has_zone(self, account, kind):
        zones = {**self.state.zones, **self.draft.zones}.values()
        return any(zone.is_alive and zone.kind == kind and account in zone.grants
                   for zone in zones)
