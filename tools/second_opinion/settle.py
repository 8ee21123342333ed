"""What must hold of the zones that a change set has touched: references, keys, trees, shares."""

from .schema import JOINS
from .state import RANKS
from .words import Refused


def settle(judge):
    """Rewrites references to what is gone, and refuses what cannot hold."""
    zones = sorted({zone for zone, _ in judge.draft.records})
    zones = [zone for zone in zones if judge.draft.zone(zone).is_alive]
    for zone in zones:
        while any(settle_record(judge, zone, record) for record in judge.draft.live(zone)):
            pass
    for zone in zones:
        check_unique(judge, zone)
        check_children(judge, zone)
        check_trees(judge, zone)
        limit = judge.schema.kinds[judge.draft.zone(zone).kind]["maxRecords"]
        if len(judge.draft.live(zone)) > limit:
            raise Refused("limit")


def is_live(judge, zone, table, identifier):
    record = judge.draft.record(zone, identifier)
    return record is not None and not record.is_dead and record.table == table


def stand_in(judge, zone, table, identifier):
    """The living record of the zone that stands for one that was combined with another."""
    places = [(zone, identifier)] + [(place, identifier)
                                     for place in judge.draft.places(identifier)]
    for place in places:
        seen = set()
        while place not in seen:
            seen.add(place)
            record = judge.draft.record(*place)
            if record is None or record.table != table:
                break
            if not record.is_dead:
                if place[0] == zone:
                    return place[1]
                break
            if not record.moved_to:
                break
            place = record.moved_to
    return None


def settle_record(judge, zone, record):
    """Looks after a record's references. Whether a record was brought back, which has some, too."""
    has_revived = False
    table = judge.schema.tables[record.table]
    for reference in table.references:
        register = table.registers[reference.register]
        value = record.value(reference.register)
        names = {}
        for target in reference.targets(value, register.child):
            if is_live(judge, zone, reference.target, target):
                continue
            other = stand_in(judge, zone, reference.target, target)
            if other is not None:
                names[target] = other
            elif reference.rule == "nullify":
                if judge.state.is_recovering:
                    require_known(judge, zone, record, target)
                names[target] = None
            elif reference.rule == "contained":
                if (zone, record.id) not in judge.written:
                    raise Refused("unseenChildren", reference.target, target)
                require_known(judge, zone, record, target)
                if not has_died(judge, zone, reference.target, target):
                    judge.unknown(record.table, record.id)
                raise Refused("parentGone", record.table, record.id)
            else:
                require_known(judge, zone, record, target)
                stand_in_for_it = revive(judge, zone, record, reference, target)
                if stand_in_for_it != target:
                    names[target] = stand_in_for_it
                has_revived = True
        if names:
            rewrite(judge, zone, record, reference, register, names)
    return has_revived


def has_died(judge, zone, table, identifier):
    """Whether the author of a record in `zone` can know that another is gone: it has been in this
    zone, or died in one in which they may write."""
    records = [(place, judge.draft.record(place, identifier))
               for place in judge.draft.places(identifier)]
    return not any(is_live(judge, place, table, identifier) and judge.draft.zone(place).is_alive
                   for place, _ in records) and any(
        record.table == table and (place == zone or not record.moved_to
        and RANKS.get(judge.draft.zone(place).role(judge.account), 0) > 0)
        for place, record in records)


def require_known(judge, zone, record, target):
    if not judge.draft.places(target):
        judge.unknown(record.table, record.id)


def revive(judge, zone, record, reference, target):
    """Brings a record back, or what stands for it by now. The id of what is back."""
    place, dead = (zone, target), judge.draft.record(zone, target)
    seen = set()
    while dead and dead.moved_to and place not in seen:
        seen.add(place)
        place = dead.moved_to
        dead = judge.draft.record(*place)
    if dead is None or dead.table != reference.target or place[0] != zone:
        judge.unknown(record.table, record.id)
    target = place[1]
    back = judge.draft.edit(zone, target)
    deleted = back.died
    back.is_dead, back.moved_to, back.is_emptied, back.died = False, None, False, (0, "", 0)
    name, value = reference.revives
    # Of what was deleted long ago there is only what the schema keeps.
    for missing, register in judge.schema.tables[back.table].registers.items():
        if missing not in back.registers:
            default = value if missing == name else register.default
            back.registers[missing] = [default, judge.stamp, judge.account]
    decided = max(judge.stamp, deleted)
    if decided > back.registers[name][1]:
        back.registers[name] = [value, decided, judge.account]
    for name in judge.schema.tables[back.table].unique:
        taken = [other for other in judge.draft.live(zone) if other.id != target
                 and other.table == back.table and other.value(name) is not None
                 and other.value(name) == back.value(name)]
        if taken:
            back.registers[name] = [None, *back.registers[name][1:]]
    return target


def rewrite(judge, zone, record, reference, register, names):
    """Points references elsewhere. The stamp stays; an aggregate has the change set as version."""
    record = judge.draft.edit(zone, record.id)
    value, stamp, author = record.registers[register.name]
    value = reference.rewritten(value, register.child, names)
    if register.rule == "aggregate":
        if register.is_joined:
            value = JOINS[register.name](value)
        if not register.takes(value):
            raise Refused("invalid", record.table, record.id)
        stamp = judge.stamp
    record.registers[register.name] = [value, stamp, author]


def check_unique(judge, zone):
    for table in judge.schema.tables.values():
        for name in table.unique:
            holders = {}
            for record in judge.draft.live(zone):
                if record.table != table.name or record.value(name) is None:
                    continue
                other = holders.setdefault(record.value(name), record)
                if other is not record:
                    second = other if had(judge, zone, record, name) else record
                    raise Refused("claimed", second.table, second.id)


def had(judge, zone, record, name):
    """Whether a record had its value before the change set."""
    stored = judge.state.zones[zone].records.get(record.id) if zone in judge.state.zones else None
    return stored is not None and not stored.is_dead and stored.value(name) == record.value(name)


def check_children(judge, zone):
    holders = {}
    for record in judge.draft.live(zone):
        for register in judge.schema.tables[record.table].registers.values():
            if not register.child:
                continue
            for row in record.value(register.name).get(register.child, []):
                other = holders.setdefault((register.child, row["id"]), record)
                if other is not record:
                    second = record if (zone, record.id) in judge.written else other
                    raise Refused("exists", second.table, second.id)


def check_trees(judge, zone):
    for table in judge.schema.tables.values():
        for reference in table.references:
            if not reference.max_depth:
                continue
            for record in judge.draft.live(zone):
                if record.table != table.name:
                    continue
                depth, place = 0, record
                while place is not None:
                    depth += 1
                    if depth > reference.max_depth:
                        raise Refused("invalid", record.table, record.id)
                    above = place.value(reference.register)
                    place = above and judge.draft.record(zone, above)
