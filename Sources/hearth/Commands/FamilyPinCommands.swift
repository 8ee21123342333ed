import Families
import Household
import Hub
import SyncProtocol
import Values

/// The commands about PINs, by which people show at the family's tablet that it is they: somebody's
/// own, and that of a child whose account the parents keep. Only a hub has these.
enum FamilyPinCommands {
  static let all = [show, set, end]

  private static let options = FamilyChildCommands.options
  private static let person = Command.Operand(
    name: "CHILD", help: "whose account the parents keep: a name or an id; else the account itself",
    isOptional: true)

  private struct PinRow: Encodable {
    let id: String
    let name: String
    /// `digits`, `pictures`, or null for none.
    let pin: OrNull<String>
  }

  /// Whose PIN it is.
  private struct Holder {
    let id: AccountID
    let name: String

    func row(_ kind: Pin.Kind?) -> PinRow {
      PinRow(id: id, name: name, pin: OrNull(kind?.rawValue))
    }
  }

  private static let show = Command(
    path: ["family", "pin", "show"], summary: "Say what somebody presses on the family's tablet",
    details: """
      Everybody sees what kind of PIN they have, and parents that of a child whose account they \
      keep. No PIN is ever shown.
      """,
    operands: [person], options: options,
    examples: [.init("hearth family pin show Cyd", "digits, pictures, or nothing")]
  ) { invocation in
    let (keeping, holder) = try await find(invocation)
    let kind = try keeping.run { try $0.pinKind(of: holder.id, by: keeping.actor) }
    return try invocation.report(holder.row(kind)) { text(holder.name, kind) }
  }

  private static func text(_ name: String, _ kind: Pin.Kind?) -> String {
    switch kind {
    case .digits: "\(name) has a PIN of digits."
    case .pictures: "\(name) has a PIN of pictures."
    case nil: "\(name) has no PIN."
    }
  }

  private static let set = Command(
    path: ["family", "pin", "set"], summary: "Set a PIN for the family's tablet, or change it",
    details: """
      Everybody sets their own, and parents that of a child whose account they keep. The PIN is \
      asked for, or read from standard input: 4 to 8 digits. With --pictures it is four of the \
      nine pictures, each by its place on the tablet from 1 to 9. The former one works no more.
      """,
    operands: [person],
    options: [.flag("pictures", "four pictures instead of digits")] + options,
    examples: [
      .init("hearth family pin set --account ann", "a parent's own, typed twice"),
      .init("hearth family pin set Cyd --pictures < pin.txt", "for a child, from a file"),
    ]
  ) { invocation in
    let (keeping, holder) = try await find(invocation)
    let kind: Pin.Kind = invocation.has("pictures") ? .pictures : .digits
    let hadOne = try keeping.run { try $0.pinKind(of: holder.id, by: keeping.actor) } != nil
    let pin = try AccountCommands.newSecret("PIN", invocation)
    try keeping.run { try $0.setPin(pin, kind, of: holder.id, by: keeping.actor) }
    return try invocation.report(holder.row(kind)) {
      "\(hadOne ? "Changed" : "Set") the PIN of \(holder.name)."
    }
  }

  private static let end = Command(
    path: ["family", "pin", "end"], summary: "End a PIN for the family's tablet",
    details: """
      Everybody ends their own, and parents that of a child whose account they keep. A child then \
      just presses its face; everybody else sets a new PIN before the tablet lets them in.
      """,
    operands: [person], options: options,
    examples: [.init("hearth family pin end Cyd", "Cyd presses the face alone")]
  ) { invocation in
    let (keeping, holder) = try await find(invocation)
    try keeping.run { try $0.removePin(of: holder.id, by: keeping.actor) }
    return try invocation.report(holder.row(nil)) { text(holder.name, nil) }
  }

  /// Whose PIN a command is about, for whom it works.
  private static func find(
    _ invocation: Invocation
  ) async throws -> (keeping: Keeping, holder: Holder) {
    let wanted = invocation.operand(0)
    let keeping = try await Keeping(invocation, asParent: wanted != nil)
    guard let wanted else {
      guard try !keeping.kept.isKept(keeping.actor) else {
        throw CommandFailure.refused("a parent sets the PIN of this account, who keeps it")
      }
      return (keeping, Holder(id: keeping.actor, name: keeping.actorName))
    }
    let child = try keeping.child(wanted)
    return (keeping, Holder(id: child.id, name: child.displayName))
  }
}
