import Finances
import Household
import Replica
import SyncProtocol
import Things
import Values

/// The commands with which an owner gives a home or a group away, or deletes it for everybody.
enum ZoneOwnerCommands {
  static func all(_ kind: SharedKind) -> [Command] {
    [handOver(kind), takeOver(kind), stop(kind), delete(kind)]
  }

  private static func handOver(_ kind: SharedKind) -> Command {
    Command(
      path: [kind.rawValue, "hand-over"],
      summary: "Offer a \(kind.rawValue) to somebody who has it, as its new owner",
      details: """
        They become its owner on accepting, within 7 days: hearth \(kind.rawValue) take-over, or \
        in the browser. Open invites end then, and who owned it stays as an editor. Until then \
        nothing changes.
        """,
      operands: [
        kind.operand, .init(name: "PERSON", help: "who has it: a name or an id"),
      ],
      options: [.flag("withdraw", "take the offer back")] + MoneyPlace.options,
      examples: [
        .init("hearth \(kind.rawValue) hand-over \(kind.example) Ben", "Ben may take it over"),
        .init("hearth \(kind.rawValue) hand-over \(kind.example) Ben --withdraw", "or not"),
      ]
    ) { invocation in
      let withdraws = invocation.has("withdraw")
      let done = try await ZonePeopleCommands.decide(kind, invocation) { client, zone, person in
        guard withdraws else {
          return try await client.offerOwnership(of: zone, to: person)
        }
        guard
          try await client.share(of: zone).members.contains(where: {
            $0.account == person && $0.isOffered
          })
        else {
          throw CommandFailure.refused("nothing is offered to them; nothing was changed")
        }
        try await client.withdrawOffer(of: zone, to: person)
      }
      return try invocation.report(done) {
        withdraws
          ? "\(done.zoneName) is not offered to \(done.name) any more."
          : "Offered \(done.zoneName) to \(done.name), who may take it over within 7 days."
      }
    }
  }

  private static func takeOver(_ kind: SharedKind) -> Command {
    Command(
      path: [kind.rawValue, "take-over"],
      summary: "Become the owner of a \(kind.rawValue) that its owner offers",
      details: "Whoever owned it stays as an editor. Open invites end.",
      operands: [kind.operand], options: MoneyPlace.options,
      examples: [
        .init("hearth \(kind.rawValue) take-over \(kind.example) --account ben", "it is Ben's now")
      ]
    ) { invocation in
      let place = try MoneyPlace.open(invocation)
      let zone = try await SharedZone.named(kind, invocation, in: place)
      let offer = try await place.ask { client in
        try await client.notices().first { $0.kind == .ownershipOffered && $0.zone == zone.id }
      }
      guard let offer else {
        throw CommandFailure.refused(
          """
          nobody offers \(zone.name) to the account; its owner does with: hearth \
          \(kind.rawValue) hand-over. Nothing was changed
          """)
      }
      try await place.ask { try await $0.acceptOwnership(notice: offer.id) }
      return try invocation.report(ZoneName(id: zone.id, name: zone.name)) {
        "The account owns \(zone.name) now."
      }
    }
  }

  private static func stop(_ kind: SharedKind) -> Command {
    Command(
      path: [kind.rawValue, "stop-sharing"],
      summary: "Take a \(kind.rawValue) away from everybody but its owner",
      details: """
        Only its owner may. Everyone else loses access, is told, and can get a copy for 30 days; \
        open invites end. It can be shared again at any time.
        """,
      operands: [kind.operand], options: MoneyPlace.options,
      examples: [
        .init("hearth \(kind.rawValue) stop-sharing \(kind.example)", "it is its owner's alone")
      ]
    ) { invocation in
      let place = try MoneyPlace.open(invocation)
      let zone = try await SharedZone.named(kind, invocation, in: place)
      try zone.requireOwner()
      guard try await place.share(of: zone.id) != nil else {
        throw CommandFailure.refused("nobody else has \(zone.name); nothing was changed")
      }
      try await place.ask { try await $0.stopSharing(zone.id) }
      return try invocation.report(ZoneName(id: zone.id, name: zone.name)) {
        "Nobody else has \(zone.name) now."
      }
    }
  }

  private static func delete(_ kind: SharedKind) -> Command {
    Command(
      path: [kind.rawValue, "delete"],
      summary: "Delete a \(kind.rawValue) with everything in it, for everybody",
      details: """
        Only its owner may. Everybody who has it loses it and is told. It can be restored for 30 \
        days: hearth \(kind.rawValue) restore. The hub must be reached.\
        \(kind == .home ? " An account keeps at least one home, and its primary one." : "")
        """,
      operands: [kind.operand], options: MoneyPlace.options,
      examples: [
        .init("hearth \(kind.rawValue) delete \(kind.example)", "what was in it goes with it")
      ]
    ) { invocation in
      let wanted = try invocation.requiredOperand(0)
      let outcome = try await MoneyPlace.open(invocation).write { reader in
        let zone = try SharedZone(kind, wanted, reader)
        try zone.requireOwner()
        if try isChildOfFamily(in: reader.connection) {
          throw CommandFailure.refused(
            "the account is a child in a family, and a parent deletes this; nothing was changed")
        }
        if kind == .home { try requireDeletable(zone, reader) }
        return MoneyChange(relyingOn: Replica.Reliance(zones: [zone.id], accountList: true)) {
          switch kind {
          case .home: try DeleteHome(homeID: zone.id)($0)
          case .group: try DeleteGroup(groupID: zone.id)($0)
          }
          return zone
        }
      } show: { zone, _ in
        ZoneName(id: zone.id, name: zone.name)
      }
      let name = outcome.shown
      return try invocation.report(name) {
        """
        Deleted \(name.name). It can be restored for 30 days: hearth \(kind.rawValue) restore \
        \(name.id)
        """
      }
    }
  }

  /// Throws for a home that has to stay.
  private static func requireDeletable(_ zone: SharedZone, _ reader: MoneyReader) throws {
    let obstacle = try DeleteHome(homeID: zone.id).obstacle(in: reader.connection, role: zone.role)
    switch obstacle {
    case nil: return
    case .homeNotFound, .notOwner:
      throw CommandFailure.refused("the home is gone, or no longer shared; nothing was changed")
    case .lastHome:
      throw CommandFailure.refused(
        """
        \(zone.name) is the account's only home, and everybody has one; make another one first. \
        Nothing was changed
        """)
    case .primaryHome:
      throw CommandFailure.refused(
        """
        \(zone.name) is the account's primary home; make another one primary in the browser first. \
        Nothing was changed
        """)
    }
  }
}
