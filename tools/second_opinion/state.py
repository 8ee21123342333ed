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


class State:
    def __init__(self, schema):
        self.schema = schema
        self.epoch = "epoch0"
        self.is_recovering = False
        self.is_paused = False
        self.zones = {}
        self.owners = {}
        self.acknowledged = {}
        # Change set id: (content, answer). The answer of an accepted one is kept for ever here.
        self.judged = {}
        self.lists = {}
        self.holds = {}
        self.invites = {}

    def snapshot(self):
        other = copy.copy(self)
        other.zones = copy.deepcopy(self.zones)
        other.invites = {name: copy.copy(invite) for name, invite in self.invites.items()}
        for name in ("owners", "acknowledged", "judged", "lists", "holds"):
            setattr(other, name, dict(getattr(self, name)))
        return other

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

    def commit(self, made_besides, written):
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
        for identifier, zone in self.zones.items():
            self.state.zones[identifier] = zone
        for (zone, identifier), record in {**self.trails, **self.records}.items():
            self.state.zones[zone].records[identifier] = record
        return sequences
