"""Zones that are shared with a family: who has what of them by docs/protocol.md ("Sharing with a family")."""

from .state import RANKS
from .words import Disagreement


class Share:
    def __init__(self, family, parents, children):
        self.family, self.parents, self.children = family, parents, children


class FamilyShares:
    """What is shared with which family, what everybody has without one, and who is out."""

    def __init__(self):
        self.shares = {}
        # zone: {account: role}, of everybody but its owner.
        self.direct = {}
        self.out = {}
        # Who could not be let in while sharing was paused.
        self.late = {}

    def snapshot(self):
        other = FamilyShares()
        other.shares = dict(self.shares)
        for name in ("direct", "out", "late"):
            setattr(other, name, {zone: type(found)(found)
                                  for zone, found in getattr(self, name).items()})
        return other

    # Who has what

    def is_valid(self, state, zone):
        """Whether the owner of a zone decides in the family that it is shared with."""
        share = self.shares[zone.id]
        family = state.zones.get(share.family)
        return (family is not None and family.is_alive
                and RANKS.get(family.role(zone.owner), 0) > 0)

    def given(self, state, zone, account):
        share = self.shares.get(zone.id)
        if share is None or account in self.out.get(zone.id, ()):
            return None
        role = state.zones[share.family].role(account)
        return role and (share.children if role == "readOnly" else share.parents)

    def role(self, state, zone, account):
        """The higher of what somebody has themselves and what the family gives."""
        roles = [self.direct.get(zone.id, {}).get(account), self.given(state, zone, account)]
        return max((role for role in roles if role), key=RANKS.get, default=None)

    def end(self, zone):
        for kept in (self.shares, self.out, self.late):
            kept.pop(zone, None)

    def end_invalid(self, state):
        """Of what is deleted it shows only when it comes back."""
        for name in list(self.shares):
            zone = state.zones[name]
            if zone.merged_into or zone.is_alive and not self.is_valid(state, zone):
                self.end(name)

    def leave(self, zone, account):
        self.direct.get(zone, {}).pop(account, None)
        if zone in self.shares:
            self.out.setdefault(zone, set()).add(account)

    # After a change set, of which this program knows all that it does

    def follow(self, state):
        """Takes and gives what follows; returns what changed: [(zone, account, role)]."""
        followed = list(self.shares)
        self.end_invalid(state)
        changed = []
        for name in sorted(followed):
            zone = state.zones[name]
            if not zone.is_alive:
                continue
            for account in sorted(zone.grants):
                role = zone.role(account)
                must = role if role == "owner" else self.role(state, zone, account)
                if must != role:
                    changed.append((zone, account, must))
        return changed

    # After a call, of which the hub says what it has done

    def take_call(self, state, sharing, before):
        """`before`: the grants in each zone before the call, {zone: {account: (role, id)}}."""
        for zone in state.zones.values():
            if state.schema.kinds[zone.kind]["restrictsReaders"]:
                continue
            self.take_direct(state, sharing, zone, before.get(zone.id, {}))
        self.end_invalid(state)

    def take_direct(self, state, sharing, zone, old):
        direct = self.direct.setdefault(zone.id, {})
        name, args = sharing.name, sharing.args
        if name == "acceptOwnership" and args[0] == zone.id and sharing.former_owner != zone.owner:
            direct[sharing.former_owner] = "readWrite"
            direct.pop(zone.owner, None)
        elif name == "remove" and args[1] == zone.id:
            if args[0] in old and args[0] not in zone.grants:
                self.leave(zone.id, args[0])
        elif name == "setRole" and args[1] == zone.id:
            if sharing.is_set and args[0] in zone.grants:
                direct[args[0]] = args[3]
        elif name == "redeem":
            invite, account = state.invites.get(args[0]), args[1]
            if invite and invite.zone == zone.id and account not in old and account in zone.grants:
                direct[account] = invite.role
                self.out.get(zone.id, set()).discard(account)
            elif (invite and invite.zone == zone.id and account in old
                    and account in zone.grants and zone.role(account) != old[account][0]):
                direct[account] = invite.role
        elif name == "restoreZone" and args[0] == zone.id and args[2:] == ["alone"]:
            if set(old) != set(zone.grants) and set(zone.grants) == {zone.owner}:
                direct.clear()
                self.end(zone.id)

    def share_fact(self, state, sharing, name, fact):
        """The hub says what a zone is shared with."""
        ours = self.shares.get(name)
        theirs = fact and tuple(fact)
        same = ours and (ours.family, ours.parents, ours.children)
        if theirs == same:
            return
        if sharing is None:
            raise Disagreement("share", f"{name}: the hub {theirs}, here {same}")
        call, args = sharing.name, sharing.args
        if theirs is None:
            if call == "endFamilyShare" and args[0] == name or call == "purge" and args[0] == name:
                return self.end(name)
            # Else it has to be over by itself, which shows when all is told.
            return
        zone, family = state.zones[name], state.zones.get(theirs[0])
        may = (call == "shareWithFamily" and args[0] == name and zone.role(args[1]) == "owner"
               and list(theirs[1:]) == args[2:] and not state.is_restricted(args[1])
               and not state.is_paused and family is not None and family.is_alive
               and RANKS.get(family.role(args[1]), 0) > 0)
        if not may:
            raise Disagreement("share", f"{name} is shared as {theirs} after {call} {args}")
        self.shares[name] = Share(*theirs)

    def require_told(self, told):
        """What is shared here is so at the hub."""
        if set(self.shares) != set(told):
            raise Disagreement(
                "share", f"only one has {sorted(set(self.shares) ^ set(told))} shared")

    def require(self, state):
        """Everybody has what they were given, and what their family gives while they are in it."""
        for zone in state.zones.values():
            if not zone.is_alive or state.schema.kinds[zone.kind]["restrictsReaders"]:
                continue
            share = self.shares.get(zone.id)
            accounts = set(zone.grants) | set(self.direct.get(zone.id, ()))
            accounts |= set(state.zones[share.family].grants) if share else set()
            for account in sorted(accounts - {zone.owner}):
                has, must = zone.role(account), self.role(state, zone, account)
                late = self.late.setdefault(zone.id, set())
                if has == must:
                    late.discard(account)
                    continue
                is_late = has is None and account not in self.direct.get(zone.id, ()) and (
                    state.is_paused or account in late)
                if not is_late:
                    raise Disagreement(
                        "share", f"{account} has {has} in {zone.id}, and must have {must}")
                late.add(account)
