import Families
import Household
import Hub
import SyncProtocol
import Values

/// The commands about the accounts that parents keep for their children, and the family's tablets.
/// Only a hub has these; parents only.
enum FamilyChildCommands {
  static let all = children + tablets

  static let options: [Command.Option] = [
    .data, .value("account", "NAME", "which parent; may be left out when there is one account"),
    .json,
  ]
  private static let child = Command.Operand(
    name: "CHILD", help: "an account that the family's parents keep: a name or an id")

  private static let children = [list, add, code, devices, end, password, remove]
  private static let tablets = [tabletList, tabletEnd]

  // MARK: Children

  private struct ChildRow: Encodable, Sendable {
    let id: String
    let name: String
    /// `digits`, `pictures`, or null: what it presses on the family's tablet.
    let pin: OrNull<String>

    init(_ account: Account, _ pin: Pin.Kind?) {
      (id, name, self.pin) = (account.id, account.displayName, OrNull(pin?.rawValue))
    }
  }

  private static let list = Command(
    path: ["family", "child", "list"], summary: "List the accounts that the family's parents keep",
    details: "Parents may.", options: options,
    examples: [.init("hearth family child list --json", "with their ids, for a program")]
  ) { invocation in
    let keeping = try await Keeping(invocation)
    let rows = try keeping.children().map {
      ChildRow($0, try keeping.kept.pinKind(of: $0.id, by: keeping.actor))
    }
    return try invocation.list(
      rows, or: "No child's account yet. Make one with: hearth family child add NAME"
    ) { [$0.name, $0.pin.value ?? "", $0.id] }
  }

  private static let add = Command(
    path: ["family", "child", "add"], summary: "Make an account for a child",
    details: """
      Parents may. It has no address and no password: hearth family child code lets it in. It \
      stays a child of the family until a parent gives it a name and a password.
      """,
    operands: [.init(name: "NAME", help: "what others see")], options: options,
    examples: [.init("hearth family child add Cyd", "then: hearth family child code Cyd")]
  ) { invocation in
    let name = try invocation.requiredOperand(0)
    let keeping = try await Keeping(invocation)
    let made = try keeping.run {
      try $0.create(displayName: name, in: keeping.family, by: keeping.actor)
    }
    return try invocation.report(ChildRow(made, nil)) {
      "Made an account for \(made.displayName). Let it in with: hearth family child code \(made.id)"
    }
  }

  private struct CodeRow: Encodable {
    let code: String
    let expiresAt: String
  }

  private static let code = Command(
    path: ["family", "child", "code"], summary: "Make a code that lets a child in on one device",
    details: """
      Parents may. It is shown once, and works once, for ten minutes; one that was made before \
      stops working.
      """,
    operands: [child], options: options,
    examples: [.init("hearth family child code Cyd", "to type at the hub's page for codes")]
  ) { invocation in
    let keeping = try await Keeping(invocation)
    let found = try keeping.child(try invocation.requiredOperand(0))
    let made = try keeping.run { try $0.issueCode(for: found.id, by: keeping.actor) }
    let row = CodeRow(code: made.code.text, expiresAt: TimeText.text(made.expiresAt))
    return try invocation.report(row) {
      "\(found.displayName) is let in with this code, once, until \(row.expiresAt):\n  \(row.code)"
    }
  }

  private struct DeviceRow: Encodable, Sendable {
    let id: String
    let label: String
    let createdAt: String
    let lastUsedAt: String
    let isTablet: Bool

    init(_ session: Session) {
      (id, label, isTablet) = (session.id, session.label, session.kiosk != nil)
      createdAt = TimeText.text(session.createdAt)
      lastUsedAt = TimeText.text(session.lastUsedAt)
    }
  }

  private static let devices = Command(
    path: ["family", "child", "devices"], summary: "List where a child is signed in",
    details: "Parents may. What was used last comes first.", operands: [child], options: options,
    examples: [.init("hearth family child devices Cyd", "to see, and to end one")]
  ) { invocation in
    let keeping = try await Keeping(invocation)
    let found = try keeping.child(try invocation.requiredOperand(0))
    let rows = try keeping.run { try $0.sessions(of: found.id, by: keeping.actor) }
      .map { DeviceRow($0) }
    return try invocation.list(rows, or: "\(found.displayName) is signed in nowhere.") {
      [$0.label, $0.lastUsedAt, $0.id]
    }
  }

  private struct Ended: Encodable {
    let id: String
  }

  private static let end = Command(
    path: ["family", "child", "end"], summary: "Sign a child out on one device",
    details: "Parents may.",
    operands: [child, .init(name: "DEVICE", help: "as hearth family child devices lists it")],
    options: options,
    examples: [.init("hearth family child end Cyd 0198…", "that device shows nothing any more")]
  ) { invocation in
    let keeping = try await Keeping(invocation)
    let found = try keeping.child(try invocation.requiredOperand(0))
    let device = try invocation.requiredOperand(1)
    try keeping.run {
      guard try $0.sessions(of: found.id, by: keeping.actor).contains(where: { $0.id == device })
      else {
        throw CommandFailure.refused(
          "\(found.displayName) has no such device; see hearth family child devices")
      }
      try $0.endSession(device, of: found.id, by: keeping.actor)
    }
    return try invocation.report(Ended(id: device)) { "\(found.displayName) is signed out there." }
  }

  private static let password = Command(
    path: ["family", "child", "password"],
    summary: "Give a child's account a name and a password of its own",
    details: """
      Parents may. The password is asked for, or read from standard input. Nobody keeps the \
      account any more; it stays where it is, with what it has.
      """,
    operands: [child],
    options: [
      .value("name", "NAME", "with which it signs in from now on", isRequired: true)
    ] + options,
    examples: [.init("hearth family child password Cyd --name cyd", "Cyd is old enough")]
  ) { invocation in
    let keeping = try await Keeping(invocation)
    let found = try keeping.child(try invocation.requiredOperand(0))
    guard let name = invocation["name"] else {
      throw CommandFailure.usage("family child password: --name NAME is missing")
    }
    let password = try AccountCommands.newPassword(invocation)
    try keeping.run {
      try $0.release(found.id, name: name, password: password, by: keeping.actor)
    }
    return try invocation.report(Ended(id: found.id)) {
      "\(found.displayName) signs in as \(name) now, and nobody keeps the account."
    }
  }

  private static let remove = Command(
    path: ["family", "child", "remove"], summary: "Take a child's account away",
    details: """
      Parents may. It leaves all that others have, and is let in no more. What it did stays under \
      its name.
      """,
    operands: [child], options: options,
    examples: [.init("hearth family child remove Cyd", "its devices forget what they show")]
  ) { invocation in
    let keeping = try await Keeping(invocation)
    let found = try keeping.child(try invocation.requiredOperand(0))
    try keeping.run { try $0.remove(found.id, by: keeping.actor) }
    return try invocation.report(Ended(id: found.id)) { "\(found.displayName) is let in no more." }
  }

  // MARK: Tablets

  private struct TabletRow: Encodable, Sendable {
    let id: String
    let label: String
    let createdAt: String
  }

  private static let tabletList = Command(
    path: ["family", "tablet", "list"], summary: "List the family's tablets",
    details: """
      Parents may. The newest comes first. A browser becomes one on the page of the family, as its \
      secret stays in it.
      """,
    options: options, examples: [.init("hearth family tablet list", "to see, and to end one")]
  ) { invocation in
    let keeping = try await Keeping(invocation)
    let rows = try keeping.run { try $0.kiosks(in: keeping.family, by: keeping.actor) }.map {
      TabletRow(id: $0.id, label: $0.label, createdAt: TimeText.text($0.createdAt))
    }
    return try invocation.list(rows, or: "The family has no tablet.") {
      [$0.label, $0.createdAt, $0.id]
    }
  }

  private static let tabletEnd = Command(
    path: ["family", "tablet", "end"], summary: "End a tablet, and what is signed in there",
    details: "Parents may.",
    operands: [.init(name: "TABLET", help: "as hearth family tablet list lists it")],
    options: options, examples: [.init("hearth family tablet end 0198…", "it shows no face more")]
  ) { invocation in
    let tablet = try invocation.requiredOperand(0)
    let keeping = try await Keeping(invocation)
    try keeping.run {
      let all = try $0.kiosks(in: keeping.family, by: keeping.actor)
      guard all.contains(where: { $0.id == tablet }) else {
        throw CommandFailure.refused("there is no such tablet; see hearth family tablet list")
      }
      try $0.endKiosk(tablet, in: keeping.family, by: keeping.actor)
    }
    return try invocation.report(Ended(id: tablet)) { "The tablet is none any more." }
  }
}

/// What a parent keeps, at a hub.
struct Keeping {
  let kept: KeptAccounts
  let actor: AccountID
  /// What others see of the actor.
  let actorName: String
  let family: ZoneID

  /// Throws for somebody in no family, or whose family is hidden.
  ///
  /// - Parameter asParent: whether it throws for somebody who is no parent, too.
  init(_ invocation: Invocation, asParent: Bool = true) async throws {
    let hub = try LocalHub(DataFolder(invocation))
    let account = try hub.account(named: invocation["account"])
    (actor, actorName) = (account.id, account.displayName)
    family = try await MoneyPlace.hub(hub, account).read(invocation.terminal) { reader in
      let family = try reader.family()
      guard try !asParent || reader.role(in: family).canWrite else {
        throw FamilyFailure.parentsOnly
      }
      return family.id
    }
    kept = KeptAccounts(hub: hub.hub, accounts: hub.accounts)
  }

  func children() throws -> [Account] { try run { try $0.kept(in: family, by: actor) } }

  func child(_ wanted: String) throws -> Account {
    let all = try children()
    return try Choice(
      kind: "child's account", in: " in the family", all: all.map { ($0.id, $0.displayName) }
    ).find(wanted).map { all[$0] }.get()
  }

  func run<Result>(_ body: (KeptAccounts) throws -> Result) throws -> Result {
    do {
      return try body(kept)
    } catch let error as KeepingError {
      switch error {
      case .invalidName: throw CommandFailure.refused("a name has something that can be seen")
      case .tooManyMade:
        throw CommandFailure.refused(
          """
          \(KeptAccounts.maxMade) children were added in 30 days, which is as many as may be; add \
          this one later. Nothing was changed
          """)
      case .notFound, .notKeptThere, .wrongCode:
        throw CommandFailure.refused("the account is kept no more; nothing was changed")
      }
    } catch KioskError.invalidPin {
      throw CommandFailure.refused(
        "a PIN is 4 to 8 digits, one of pictures 4 digits from 1 to 9; nothing was changed")
    } catch {
      guard let refusal = SharingRefusal(error) else { throw error }
      throw CommandFailure.sharing(.refused(refusal))
    }
  }
}
