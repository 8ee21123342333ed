import Families
import Household
import Replica
import SyncProtocol
import Values

/// The commands with which whoever founded a family hands it over to another parent.
enum FamilyOwnerCommands {
  static let all = [handOver, takeOver]

  private static let handOver = Command(
    path: ["family", "hand-over"], summary: "Offer the family to another parent",
    details: """
      Only whoever founded it may. They own it on accepting, within 7 days: hearth family \
      take-over, or in the browser. Open invites end then, and who owned it stays as a parent. \
      Until then nothing changes.
      """,
    operands: [FamilyCommands.person],
    options: [.flag("withdraw", "take the offer back")] + MoneyPlace.options,
    examples: [
      .init("hearth family hand-over Ben", "Ben may take it over"),
      .init("hearth family hand-over Ben --withdraw", "or not"),
    ]
  ) { invocation in
    let wanted = try invocation.requiredOperand(0)
    let withdraws = invocation.has("withdraw")
    let place = try MoneyPlace.open(invocation)
    let (family, person) = try await place.read(invocation.terminal) { reader in
      let family = try reader.family()
      guard try reader.role(in: family).canWrite else { throw FamilyFailure.parentsOnly }
      guard try reader.role(in: family) == .owner else {
        throw CommandFailure.refused(
          "only whoever founded \(family.details.name) hands it over; nothing was changed")
      }
      return (family, try reader.person(wanted, of: family, at: "PERSON"))
    }
    let name = family.details.name
    guard person.id != place.accountID else {
      throw CommandFailure.refused(
        "PERSON: \(person.name) owns \(name) already; name another parent. Nothing was changed")
    }
    guard withdraws || person.role == .parent else {
      throw CommandFailure.refused(
        """
        PERSON: \(person.name) is a child, and only a parent takes \(name) over; make them one \
        first: hearth family role. Nothing was changed
        """)
    }
    try await place.ask { client in
      guard withdraws else { return try await client.offerOwnership(of: family.id, to: person.id) }
      guard
        try await client.share(of: family.id).members.contains(where: {
          $0.account == person.id && $0.isOffered
        })
      else {
        throw CommandFailure.refused("nothing is offered to them; nothing was changed")
      }
      try await client.withdrawOffer(of: family.id, to: person.id)
    }
    let done = ZonePeopleCommands.Done(
      id: person.id, name: person.name, zoneID: family.id, zoneName: name)
    return try invocation.report(done) {
      withdraws
        ? "\(name) is not offered to \(done.name) any more."
        : "Offered \(name) to \(done.name), who may take it over within 7 days."
    }
  }

  private static let takeOver = Command(
    path: ["family", "take-over"], summary: "Own the family, as whoever founded it offers",
    details: "Only a parent may. Whoever owned it stays as a parent. Open invites end.",
    options: MoneyPlace.options,
    examples: [.init("hearth family take-over --account ben", "it is Ben's now")]
  ) { invocation in
    let place = try MoneyPlace.open(invocation)
    let family = try await FamilyCommands.managed(place, invocation)
    let name = family.details.name
    let offer = try await place.ask { client in
      try await client.notices().first { $0.kind == .ownershipOffered && $0.zone == family.id }
    }
    guard let offer else {
      throw CommandFailure.refused(
        """
        nobody offers \(name) to the account; whoever founded it does with: hearth family \
        hand-over. Nothing was changed
        """)
    }
    try await place.ask { try await $0.acceptOwnership(notice: offer.id) }
    return try invocation.report(ZoneName(id: family.id, name: name)) {
      "The account owns \(name) now."
    }
  }
}
