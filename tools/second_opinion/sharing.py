"""What a call to the hub that is no push may change: who is in a zone, and whether it is alive.

Whether a call was carried out shows from what the hub keeps afterwards; a hub may die before. So
this says what must not have happened, not what must."""

from .state import RANKS
from .words import Disagreement

MAX_HOLD = 15_000


class Invite:
    def __init__(self, zone, owner, role, uses, expires_at):
        self.zone, self.owner, self.role = zone, owner, role
        self.uses, self.expires_at = int(uses), int(expires_at)
        self.is_revoked, self.redeemed = False, frozenset()

    def is_open(self, now):
        return (not self.is_revoked and now < self.expires_at
                and len(self.redeemed) < self.uses)

    def lets_in(self, account, now):
        return self.is_open(now) and account not in self.redeemed


class Sharing:
    """One call, and the facts that follow it."""

    def __init__(self, state, call, now):
        self.state, self.now = state, now
        self.name, self.args = call
        # Who has left one zone for another, of which they must be a member afterwards.
        self.changer = None
        # Who owned the zone that is handed over.
        self.former_owner = None
        # Zones that are or were shared with a family: who has what of them is looked at as a whole.
        self.followed = set(state.families.shares)
        self.is_set = False
        if self.name == "createInvite":
            name, *rest = self.args
            invite = state.invites[name] = Invite(*rest)
            invite.is_revoked = not self.may_share(invite.zone, invite.owner)
        elif self.name == "offerOwnership":
            self.offer(*self.args)
        elif self.name == "acceptOwnership":
            zone = state.zones.get(self.args[0])
            self.former_owner = zone and zone.owner
        elif self.name == "sharing":
            state.is_paused = self.args[0] == "paused"

    def refuse(self, text):
        raise Disagreement("sharing", f"{text} after {self.name} {self.args}")

    def may_share(self, zone, account):
        """Whether somebody invites to a zone and gives roles in it."""
        zone = self.state.zones.get(zone)
        return (zone is not None and zone.is_alive and self.state.decides(account, zone)
                and not self.state.is_restricted(account))

    def offer(self, zone, account, owner):
        """An owner offers a zone to somebody in it."""
        found = self.state.zones.get(zone)
        if (found and found.is_alive and found.role(owner) == "owner" and account in found.grants
                and not self.state.is_restricted(owner)):
            self.state.offers[(zone, account)] = owner

    def zone(self, zone, head, is_alive):
        """A zone has a new head, or is alive again."""
        if is_alive and not zone.is_alive:
            is_owner = self.name == "restoreZone" and self.args[0] == zone.id and (
                zone.role(self.args[1]) == "owner")
            is_for_others = self.args[2:] != ["alone"] and len(zone.grants) > 1
            if not is_owner or zone.merged_into or (
                    is_for_others and self.state.is_restricted(self.args[1])):
                self.refuse(f"{zone.id} is back")
            self.revoke_all(zone.id)
            for record in zone.records.values():
                record.ended = None
        elif zone.is_alive and not is_alive:
            self.refuse(f"{zone.id} is gone")
        if head not in (zone.head, zone.head + 1):
            self.refuse(f"the head of {zone.id} went from {zone.head} to {head}")
        if self.name == "revokeInvite" and head > zone.head:
            if not self.state.decides(self.args[1], zone):
                self.refuse(f"an invite to {zone.id} is taken back")
            self.state.invites[self.args[0]].is_revoked = True

    def revoke_all(self, zone):
        for invite in self.state.invites.values():
            if invite.zone == zone:
                invite.is_revoked = True

    def fresh(self, account, zone):
        """Somebody has a zone that was made for them: they are new, or had lost their last one."""
        is_new = self.name == "account" and self.args == [account, zone]
        is_by_family = any(account in self.before.get(followed, ()) for followed in self.followed)
        if not is_new and not is_by_family and (self.name != "remove" or self.args[0] != account):
            self.refuse(f"{account} has a fresh {zone}")

    def upload(self, account, blob):
        """Somebody has sent all bytes of a blob."""
        if (self.name, self.args) != ("upload", [account, blob]):
            self.refuse(f"{account} has uploaded {blob}")
        self.state.uploads.add((account, blob))

    def empty(self, zone, record, left):
        """What was in a record is gone, but for `left`."""
        table = self.state.schema.tables[record.table]
        kept = {name: register for name, register in record.registers.items()
                if name in table.kept_when_deleted}
        if not self.may_empty(zone, record):
            self.refuse(f"{record.table}/{record.id} in {zone.id} is emptied: {vars(record)}")
        if left != {name: value for name, (value, *_) in kept.items()}:
            self.refuse(f"of {record.table}/{record.id} in {zone.id} is left {left}")
        record = record.copy()
        record.registers, record.is_emptied = kept, True
        zone.records[record.id] = record

    def may_empty(self, zone, record):
        """Whether a record was deleted before the moment of the call, and its hub knew of it."""
        if self.name != "removeContent" or not record.is_dead or zone.id in self.state.deleted:
            return False
        moment = int(self.args[0])
        is_told_lately = (record.sequence is not None and record.sequence > zone.floor
                          and record.committed_at >= moment)
        return zone.is_purged or record.died[0] < moment << 16 and not is_told_lately

    def require_emptied(self):
        """Nothing of what had to go is left."""
        for zone in self.state.zones.values():
            for record in zone.records.values():
                if not record.is_emptied and self.may_empty(zone, record) and not zone.is_purged:
                    self.refuse(f"{record.table}/{record.id} in {zone.id} is left")

    def grant(self, zone, account, old, new):
        """Somebody's grant in a zone is another one; `None` for none."""
        if zone.id in self.followed and not self.is_about(zone, account):
            if new is None:
                self.lose(zone, account)
        elif new is None:
            self.removed(zone, account, old)
        elif old is None:
            self.admitted(zone, account, new)
        else:
            self.changed(zone, account, old, new)

    def is_about(self, zone, account):
        """Whether what was asked says what somebody has in a zone."""
        name, args = self.name, self.args
        if name == "redeem":
            invite = self.state.invites.get(args[0])
            return invite is not None and invite.zone == zone.id and args[1] == account
        if name == "acceptOwnership":
            return args[0] == zone.id and account in (args[1], self.former_owner)
        return name in ("remove", "setRole") and args[:2] == [account, zone.id]

    def lose(self, zone, account):
        self.revoke_made_by(account, zone)
        # Of a deleted zone they had a copy when it was deleted.
        if zone.is_alive:
            self.state.keep_copy(zone, {account}, self.now)

    def removed(self, zone, account, old):
        if old[0] == "owner":
            self.refuse(f"the owner {account} is out of {zone.id}")
        if self.name == "remove":
            is_asked = self.args[:2] == [account, zone.id] and (
                self.args[2] == account or self.state.decides(self.args[2], zone))
        elif self.name == "redeem":
            is_asked = self.args[1:] == [account, zone.id]
            self.changer = account
        else:
            # Who is in as many others as they may be stays there.
            most = self.state.schema.kinds[zone.kind]["maxMemberships"]
            others = [other for other in self.state.memberships(account, zone.kind)
                      if other.id != zone.id]
            is_asked = self.name == "restoreZone" and (
                self.args[2:] == ["alone"] or most is not None and len(others) >= most)
        if not is_asked:
            self.refuse(f"{account} is out of {zone.id}")
        self.revoke_made_by(account, zone)
        # Of a deleted zone they had a copy when it was deleted.
        if self.name == "remove" and zone.is_alive:
            self.state.keep_copy(zone, {account}, self.now)

    def end_invites_of_children(self, before):
        """Whoever is a child since has no open invite to anything."""
        for zone in self.state.zones.values():
            if not zone.is_alive or not self.state.schema.kinds[zone.kind]["restrictsReaders"]:
                continue
            for account, (role, _) in zone.grants.items():
                old = before.get(zone.id, {}).get(account)
                if role == "readOnly" and (old is None or old[0] != role):
                    for invite in self.state.invites.values():
                        invite.is_revoked |= invite.owner == account

    def revoke_made_by(self, account, zone):
        """The open invites of somebody end who no longer decides who is in the zone."""
        for invite in self.state.invites.values():
            if invite.zone == zone.id and invite.owner == account:
                invite.is_revoked = True

    def require_joined(self):
        """Who has left one zone for another is in that one."""
        if self.changer is None:
            return
        invite = self.state.invites.get(self.args[0])
        if invite is None or self.changer not in self.state.zones[invite.zone].grants:
            self.refuse(f"{self.changer} is in neither zone")

    def admitted(self, zone, account, new):
        invite = self.state.invites.get(self.args[0]) if self.name == "redeem" else None
        if (invite is None or invite.zone != zone.id or self.args[1] != account
                or invite.role != new[0] and zone.id not in self.followed or not invite.lets_in(account, self.now)
                or not zone.is_alive or self.state.is_paused):
            self.refuse(f"{account} is in {zone.id} as {new}")
        invite.redeemed |= {account}

    def changed(self, zone, account, old, new):
        is_raised = RANKS[new[0]] > RANKS[old[0]]
        if self.name == "acceptOwnership":
            is_asked = self.is_handed_over(zone, account, old[0], new[0])
        elif self.name == "redeem":
            is_asked = is_raised and self.is_upgraded(zone, account, new[0])
        else:
            is_asked = self.is_given(zone, account, old[0], new[0])
        if not is_asked or old[1] != new[1] or (is_raised and self.state.is_paused):
            self.refuse(f"{account} in {zone.id} went from {old} to {new}")
        if self.name == "acceptOwnership":
            self.revoke_all(zone.id)
        elif RANKS[new[0]] < RANKS[self.state.schema.kinds[zone.kind]["managerRole"]]:
            self.revoke_made_by(account, zone)

    def is_given(self, zone, account, old, new):
        """Whether somebody who decides in a zone has given a role, but to its owner."""
        return (self.name == "setRole" and self.args[:2] == [account, zone.id]
                and self.args[3] == new and "owner" not in (old, new)
                and self.may_share(zone.id, self.args[2]))

    def is_upgraded(self, zone, account, new):
        """Whether somebody has used an invite that gives more than they had."""
        invite = self.state.invites.get(self.args[0])
        if (invite is None or invite.zone != zone.id or self.args[1] != account or invite.role != new
                or not invite.lets_in(account, self.now)):
            return False
        invite.redeemed |= {account}
        return True

    def is_handed_over(self, zone, account, old, new):
        """Whether one of two roles has changed as an owner has offered, and the other accepted."""
        taker = self.args[1]
        if (self.args[0] != zone.id or self.state.is_restricted(taker)
                or self.state.offers.get((zone.id, taker)) != self.former_owner):
            return False
        if account == taker:
            return new == "owner"
        return account == self.former_owner and (old, new) == ("owner", "readWrite")

    def hold(self, hold):
        if hold and hold[3] - hold[2] > MAX_HOLD:
            self.refuse(f"{hold[0]} has a zone for {hold[3] - hold[2]} ms")
