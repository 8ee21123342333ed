"""What a hub keeps: zones, grants, records, and what it has judged."""

import copy
import json

RANKS = {"readOnly": 0, "readWrite": 1, "owner": 2}


class Record:
    """A record in a zone, or the tombstone it left there.

    `registers` maps names to [value, stamp, author]; a stamp is (time, replica, number)."""

    def __init__(self, table, identifier):
        self.table, self.id = table, identifier
        self.registers = {}
        self.is_dead, self.died = False, (0, "", 0)
        self.moved_to = None
        # When it was deleted together with its zone, with which it may come back.
        self.ended = None
        # Deleted for so long that what was in it is gone.
        self.is_emptied = False
        # Where the log of its zone last tells of it, and since when; `None`: not known.
        self.sequence = self.committed_at = None

    def copy(self):
        other = copy.copy(self)
        other.registers = {name: list(register) for name, register in self.registers.items()}
        return other

    def value(self, name):
        return self.registers[name][0] if name in self.registers else None

    def equals(self, other):
        return vars(self) == vars(other)


class Zone:
    def __init__(self, identifier, kind):
        self.id, self.kind = identifier, kind
        self.head, self.is_alive, self.merged_into = 0, True, None
        self.is_purged = False
        # Up to which sequence its log is gone.
        self.floor = 0
        self.grants = {}
        self.records = {}

    def role(self, account):
        grant = self.grants.get(account)
        return grant and grant[0]

    def live(self):
        return [record for record in self.records.values() if not record.is_dead]

    @property
    def owner(self):
        return next((account for account, (role, _) in self.grants.items() if role == "owner"),
                    None)


class Copies:
    """What blobs the copies name that the hub keeps of zones for those who lost them."""

    MAX_PER_ZONE = 10
    LIFE = 30 * 24 * 3600 * 1000

    def __init__(self):
        self.kept = []

    def snapshot(self):
        other = Copies()
        other.kept = list(self.kept)
        return other

    def keep(self, zone, accounts, blobs, now):
        """A copy of a zone, for all who lose it at one time."""
        older = [copy for copy in self.kept if copy[0] == zone]
        for copy in older[:len(older) + 1 - self.MAX_PER_ZONE]:
            self.kept.remove(copy)
        self.kept.append((zone, frozenset(accounts), blobs, now + self.LIFE))

    def name(self, account, blob, now):
        return any(account in accounts and blob in blobs and now < expires_at
                   for _, accounts, blobs, expires_at in self.kept)


class State:
    def __init__(self, schema, max_owned_records):
        self.schema = schema
        # How many records the zones of one account may have.
        self.max_owned_records = max_owned_records
        self.epoch = "epoch0"
        self.is_recovering = False
        self.restored_at = 0
        # How many change sets the hub had made itself in each epoch before this, as it knows.
        self.former = {}
        self.is_paused = False
        self.zones = {}
        self.owners = {}
        self.acknowledged = {}
        # Change set id: (content, answer). The answer of an accepted one is kept for ever here.
        self.judged = {}
        self.lists = {}
        self.holds = {}
        self.invites = {}
        # (zone, account): the owner who has offered it.
        self.offers = {}
        # (account, blob) of everyone who has sent all bytes of a blob.
        self.uploads = set()
        # Zones that may come back as a whole, and whether their content is being removed.
        self.deleted = {}
        self.copies = Copies()
        self.families = None

    def snapshot(self):
        other = copy.copy(self)
        other.zones = copy.deepcopy(self.zones)
        other.invites = {name: copy.copy(invite) for name, invite in self.invites.items()}
        for name in ("owners", "former", "acknowledged", "judged", "lists", "holds", "deleted",
                     "offers"):
            setattr(other, name, dict(getattr(self, name)))
        other.uploads, other.copies = set(self.uploads), self.copies.snapshot()
        other.families = self.families.snapshot()
        return other

    def memberships(self, account, kind):
        """The zones of a kind in which an account is."""
        return [zone for zone in self.zones.values()
                if zone.is_alive and zone.kind == kind and account in zone.grants]

    def zones_of(self, account):
        """The zones in which an account is, also those that are deleted."""
        return {zone.id for zone in self.zones.values() if account in zone.grants}

    def is_restricted(self, account):
        """Whether an account only reads in a zone whose kind keeps its readers from sharing."""
        return any(zone.is_alive and zone.role(account) == "readOnly"
                   and self.schema.kinds[zone.kind]["restrictsReaders"]
                   for zone in self.zones.values())

    def decides(self, account, zone):
        """Whether an account decides who is in a zone."""
        role = zone.role(account)
        least = self.schema.kinds[zone.kind]["managerRole"]
        return role is not None and RANKS[role] >= RANKS[least]

    def crowded(self):
        """Somebody who is in more zones of a kind than they may be, and the kind."""
        for kind, limits in self.schema.kinds.items():
            most = limits["maxMemberships"]
            if most is None:
                continue
            accounts = [account for zone in self.zones.values()
                        if zone.is_alive and zone.kind == kind for account in zone.grants]
            for account in set(accounts):
                if accounts.count(account) > most:
                    return account, kind
        return None

    def may_hear_of(self, change_set):
        """Whether a restored hub may still be sent a change set: it has no answer, and its replica
        has not given it up."""
        replica, number = change_set.rsplit(".", 1)
        return change_set not in self.judged and int(number) > self.acknowledged.get(replica, 0)

    def may_be_made_anew(self, identifier, time):
        """Whether a record died before the restore, and before a time, and went nowhere."""
        for place in self.places(identifier):
            record = place.records[identifier]
            if record.is_dead and not record.moved_to and record.died[0] < time \
                    and record.died[0] >> 16 <= self.restored_at:
                return True
        return False

    def may_hear_of_grant(self, grant):
        """Whether a grant is by a change set of which a restored hub knows nothing."""
        replica, number = grant.rsplit(".", 1)
        if not replica.startswith("hub-"):
            return grant not in self.judged
        epoch = replica.removeprefix("hub-")
        return epoch != self.epoch and int(number) > self.former.get(epoch, -1)

    def blobs(self, record):
        registers = self.schema.tables[record.table].registers
        return {blob for name, (value, *_) in record.registers.items()
                for blob in registers[name].blobs(value)}

    def may_name(self, account, blob, now):
        """Whether an account has uploaded a blob, or can read it, also what was deleted."""
        if (account, blob) in self.uploads or self.copies.name(account, blob, now):
            return True
        zones = [zone for zone in self.zones.values() if account in zone.grants
                 and (zone.is_alive or self.deleted.get(zone.id) == 0)]
        return any(blob in self.blobs(record) for zone in zones
                   for record in zone.records.values() if not record.moved_to)

    def keep_copy(self, zone, accounts, now):
        """Who loses a zone has a copy of it for a while."""
        if accounts:
            blobs = set().union(*map(self.blobs, zone.live()))
            self.copies.keep(zone.id, accounts, blobs, now)

    def places(self, identifier):
        """Every zone that has a record or a tombstone of this id."""
        return [zone for zone in self.zones.values() if identifier in zone.records]


class Draft:
    """A state that is being changed: what it changes is copied, and kept only when all is well."""

    def __init__(self, state):
        self.state, self.schema = state, state.schema
        self.zones = {}
        self.records = {}
        self.made = []
        # Records that were deleted together with their zone, and may come back with it.
        self.ended = []
        self.trails = {}

    def zone(self, identifier):
        return self.zones.get(identifier) or self.state.zones.get(identifier)

    def edit_zone(self, identifier):
        if identifier not in self.zones:
            zone = copy.copy(self.state.zones[identifier])
            zone.grants = dict(zone.grants)
            self.zones[identifier] = zone
        return self.zones[identifier]

    def make_zone(self, identifier, kind):
        self.zones[identifier] = Zone(identifier, kind)
        self.made.append(identifier)
        return self.zones[identifier]

    def record(self, zone, identifier):
        found = self.records.get((zone, identifier))
        if found is None and zone in self.state.zones:
            found = self.state.zones[zone].records.get(identifier)
        return found

    def edit(self, zone, identifier):
        if (zone, identifier) not in self.records:
            self.records[zone, identifier] = (
                self.state.zones[zone].records[identifier].copy())
        return self.records[zone, identifier]

    def put(self, zone, record):
        self.records[zone, record.id] = record

    def leave_trail(self, zone, table, identifier, to, stamp):
        """What was to be made in a zone and was made in another is found from there, too."""
        trail = Record(table, identifier)
        trail.is_dead, trail.died, trail.moved_to = True, stamp, (to, identifier)
        self.trails[zone, identifier] = trail

    def live(self, zone):
        ids = set(self.state.zones[zone].records) if zone in self.state.zones else set()
        ids |= {identifier for place, identifier in self.records if place == zone}
        found = (self.record(zone, identifier) for identifier in sorted(ids))
        return [record for record in found if not record.is_dead]

    def places(self, identifier):
        zones = {zone.id for zone in self.state.places(identifier)}
        zones |= {zone for zone, record in self.records if record == identifier}
        return sorted(zones)

    def changed(self, zone, identifier):
        """Whether a record is not as it was."""
        new = self.records.get((zone, identifier))
        old = zone in self.state.zones and self.state.zones[zone].records.get(identifier)
        return new is not None and not (old and new.equals(old))

    def written_bytes(self):
        """What the change set writes into the logs of its zones: its effects as JSON."""
        effects = [{"k": "x", "t": record.table, "i": record.id} for record in self.ended]
        for (zone, name), new in self.records.items():
            if not self.changed(zone, name):
                continue
            old = zone in self.state.zones and self.state.zones[zone].records.get(name)
            effect = {"k": "p", "t": new.table, "i": name}
            values = {key: new.value(key) for key in new.registers}
            if new.is_dead:
                effect["k"], values = "x", None
            elif old and not old.is_dead:
                effect["k"] = "c"
                values = {key: value for key, value in values.items() if value != old.value(key)}
            if values or effect["k"] != "c":
                effects.append({**effect, **({"r": values} if values else {})})
        return len(json.dumps(effects, separators=(",", ":"), ensure_ascii=False).encode())

    def added_records(self):
        """How many records more than before each zone has."""
        added = {}
        ended = {id(record) for record in self.ended}
        for (zone, name), record in self.records.items():
            is_live = not record.is_dead and id(record) not in ended
            added[zone] = added.get(zone, 0) + is_live - self.was_live(zone, name)
        return added

    def was_live(self, zone, name):
        old = zone in self.state.zones and self.state.zones[zone].records.get(name)
        return bool(old) and not old.is_dead

    def commit(self, made_besides, written, now):
        """Keeps everything. Returns the sequences of the zones that were written."""
        touched = set(self.made) | set(made_besides)
        touched |= {zone for zone, identifier in self.records if self.changed(zone, identifier)}
        touched |= {zone.id for zone in self.zones.values() if zone.id in self.state.zones
                    and zone.is_alive != self.state.zones[zone.id].is_alive}
        sequences = {zone: self.zone(zone).head for zone in written}
        for identifier in touched:
            zone = self.zones.get(identifier) or self.edit_zone(identifier)
            zone.head += 1
            sequences[identifier] = zone.head
        for (zone, identifier), record in self.records.items():
            if self.changed(zone, identifier):
                record.sequence, record.committed_at = sequences[zone], now
        for identifier, zone in self.zones.items():
            self.state.zones[identifier] = zone
        for (zone, identifier), record in {**self.trails, **self.records}.items():
            self.state.zones[zone].records[identifier] = record
        return sequences
