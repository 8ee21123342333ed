import Families
import Household
import Hub
import Replica
import SyncProtocol

/// The commands that share a home or a group with its owner's family. Only a hub decides it.
enum FamilyShareCommands {
  static let all = SharedKind.allCases.flatMap { [show($0), share($0), end($0)] }

  private static let options: [Command.Option] = [
    .data, .value("account", "NAME", "its owner; may be left out when there is one account"),
    .json,
  ]

  private static func show(_ kind: SharedKind) -> Command {
    Command(
      path: [kind.rawValue, "family", "show"],
      summary: "Show how a \(kind.rawValue) is shared with its owner's family",
      details: """
        Names everybody else in the family, with what they may do now and what they keep when the \
        share ends: who gets it, before it is shared. Only its owner sees it, as a parent.
        """,
      operands: [kind.operand], options: options,
      examples: [.init("hearth \(kind.rawValue) family show \(kind.example)", "who gets it")]
    ) { invocation in
      let place = try await FamilySharingPlace(invocation, kind)
      let row = FamilySharingRow(try place.sharing())
      return try invocation.report(row) { row.text(place.name) }
    }
  }

  private static func share(_ kind: SharedKind) -> Command {
    Command(
      path: [kind.rawValue, "family", "share"],
      summary: "Share a \(kind.rawValue) with its owner's family",
      details: """
        Says what parents get and what children get; what is not said stays, and without a share \
        it is nothing. Whoever joins or leaves the family is in or out of it as well. Roles of \
        their own stay, and who was removed stays out: hearth \(kind.rawValue) family show.
        """,
      operands: [kind.operand],
      options: [
        .value("parents", "ROLE", "editor, viewer or none"),
        .value("children", "ROLE", "editor, viewer or none"),
      ] + options,
      examples: [
        .init(
          "hearth \(kind.rawValue) family share \(kind.example) --parents editor --children viewer",
          "parents write, children look")
      ]
    ) { invocation in
      try invocation.requireChange("\(kind.rawValue) family share", ["parents", "children"])
      let parents = try role(invocation, "parents")
      let children = try role(invocation, "children")
      let place = try await FamilySharingPlace(invocation, kind)
      var roles = try place.sharing().roles ?? FamilyRoles(parents: nil, children: nil)
      if let parents { roles.parents = parents }
      if let children { roles.children = children }
      guard roles.isUsable else {
        throw CommandFailure.refused(
          """
          that would give nobody anything; to end it, use: hearth \(kind.rawValue) family end. \
          Nothing was changed
          """)
      }
      try place.run { [roles] in try $0.shareWithFamily(place.zone, roles, by: place.actor) }
      let row = FamilySharingRow(try place.sharing())
      return try invocation.report(row) { row.text(place.name) }
    }
  }

  private static func end(_ kind: SharedKind) -> Command {
    Command(
      path: [kind.rawValue, "family", "end"],
      summary: "End sharing a \(kind.rawValue) with its owner's family",
      details: """
        Who is in it by the family alone loses it, is told, and can get a copy for 30 days. Roles \
        of their own stay.
        """,
      operands: [kind.operand], options: options,
      examples: [.init("hearth \(kind.rawValue) family end \(kind.example)", "the owner's again")]
    ) { invocation in
      let place = try await FamilySharingPlace(invocation, kind)
      try place.run { try $0.endFamilyShare(of: place.zone, by: place.actor) }
      return try invocation.report(Ended(id: place.zone)) {
        "\(place.name) is not shared with a family any more."
      }
    }
  }

  private struct Ended: Encodable {
    let id: String
  }

  private static let roles: [String: Role?] = [
    "editor": .readWrite, "viewer": .readOnly, "none": nil,
  ]

  /// The role that an option says, which can be none; `nil` if nothing is said.
  private static func role(
    _ invocation: Invocation, _ option: String
  ) throws(CommandFailure) -> Role?? {
    guard let word = invocation[option] else { return nil }
    guard let role = roles[word] else {
      throw .usage("--\(option) is editor, viewer or none, not '\(word)'")
    }
    return .some(role)
  }
}

/// A home or a group that its owner shares with their family.
private struct FamilySharingPlace {
  let zone: ZoneID
  let name: String
  let actor: AccountID
  private let hub: Hub
  /// The account's family; `nil` if it is in none, or that is hidden.
  private let family: ZoneID?

  /// Throws if the account has none of that name.
  init(_ invocation: Invocation, _ kind: SharedKind) async throws {
    let wanted = try invocation.requiredOperand(0)
    let local = try LocalHub(DataFolder(invocation))
    let account = try local.account(named: invocation["account"])
    (hub, actor) = (local.hub, account.id)
    (zone, name, family) = try await MoneyPlace.hub(local, account).read(invocation.terminal) {
      reader in
      let family = try Family.own(in: reader.connection)?.id
      let zone = try SharedZone(kind, wanted, reader)
      return (zone.id, zone.name, family)
    }
  }

  func sharing() throws -> FamilySharing {
    let found = try run { try $0.familySharing(of: zone, by: actor) }
    guard let found, found.family == family else {
      throw family == nil
        ? CommandFailure.refused(
          "the account is in no family; found one with: hearth family create NAME")
        : .families(.parentsOnly)
    }
    return found
  }

  func run<Result>(_ body: (Hub) throws -> Result) throws -> Result {
    do {
      return try body(hub)
    } catch {
      guard let refusal = SharingRefusal(error) else { throw error }
      throw CommandFailure.sharing(.refused(refusal))
    }
  }
}

/// How a home or a group is shared with a family.
private struct FamilySharingRow: Encodable {
  struct Person: Encodable {
    let id: String
    let name: String
    /// `parent` or `child`.
    let familyRole: String
    /// `editor` or `viewer`; `null` if it is not theirs now.
    let role: OrNull<String>
    /// What they keep when the share ends.
    let ownRole: OrNull<String>
    let isOut: Bool

    init(_ person: FamilySharing.Person) {
      (id, name, isOut) = (person.account, person.name, person.isOut)
      familyRole = (person.isParent ? FamilyRole.parent : .child).rawValue
      (role, ownRole) = (OrNull(person.role?.commandWord), OrNull(person.direct?.commandWord))
    }
  }

  let familyID: String
  let familyName: String
  let isShared: Bool
  let parents: OrNull<String>
  let children: OrNull<String>
  let people: [Person]

  init(_ sharing: FamilySharing) {
    (familyID, familyName) = (sharing.family, sharing.familyTitle)
    isShared = sharing.roles != nil
    parents = OrNull(sharing.roles?.parents?.commandWord)
    children = OrNull(sharing.roles?.children?.commandWord)
    people = sharing.people.map(Person.init)
  }

  func text(_ name: String) -> String {
    let first =
      isShared
      ? """
      \(name) is shared with \(familyName): parents \(parents.value ?? "nothing"), children \
      \(children.value ?? "nothing")
      """
      : "\(name) is not shared with \(familyName)"
    let lines = TextColumns(
      people.map {
        [
          $0.name, $0.familyRole, "now: \($0.role.value ?? "nothing")",
          $0.isOut ? "stays out" : "own: \($0.ownRole.value ?? "nothing")",
        ]
      }
    ).lines
    return ([first] + lines).joined(separator: "\n")
  }
}
