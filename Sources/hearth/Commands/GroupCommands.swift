import Finances
import Household
import Replica
import SyncProtocol
import Values
import Wording

/// The commands about groups that share expenses.
enum GroupCommands {
  static let all =
    [list, show, add, edit, archive] + GroupMemberCommands.all + GroupCategoryCommands.all
    + GroupRateCommands.all + GroupPictureCommands.all

  /// The operand that names a group.
  static let group = Command.Operand(
    name: "GROUP", help: "the group: its name, or its id when several have that name")

  private static let list = Command(
    path: ["group", "list"], summary: "List the groups of an account, and what it is owed in them",
    details: """
      One line for each group with the account's own balance. Archived groups come last. A group \
      is shared by inviting people: hearth group invite. Members need no account.
      """,
    options: MoneyPlace.options,
    examples: [
      .init("hearth group list", "the groups of the only account"),
      .init("hearth group list --account ana --json", "for a program"),
      .init("hearth group list --device ./device", "those on a device, without its hub"),
    ]
  ) { invocation in
    return try await invocation.show { reader in
      let rows = try overview(reader)
      return (rows, text(rows, reader.words))
    }
  }

  private static let show = Command(
    path: ["group", "show"], summary: "Show a group: its members, categories and balances",
    details: """
      Names the members with their balance in each currency, and the categories of its expenses. \
      hearth expense list shows the expenses, hearth balance show how the balances came about.
      """,
    operands: [group], options: MoneyPlace.options,
    examples: [.init("hearth group show Flat", "the only account's group of that name")]
  ) { invocation in
    let wanted = try invocation.requiredOperand(0)
    return try await invocation.show { reader in
      try shown(try reader.group(wanted), reader)
    }
  }

  private static let fields: [Command.Option] = [
    .value("currency", "CODE", "in which its expenses are entered by default"),
    .value("emoji", "EMOJI", "one emoji"), .value("note", "TEXT", "what it is for"),
    .value("simplify", "WORD", "on or off: whether the fewest payments are proposed"),
  ]

  private static let add = Command(
    path: ["group", "add"], summary: "Create a group with the account as its first member",
    details: """
      Others are named with --member, once for each; they need no account. Without others it is a \
      group for oneself. The currency is the account's own unless --currency says another one.
      """,
    operands: [.init(name: "NAME", help: "what it is called")],
    options: [
      .value("me", "NAME", "what the account is called in it; by default its display name"),
      .values("member", "NAME", "somebody else who takes part"),
    ] + fields + MoneyPlace.options,
    examples: [
      .init(
        "hearth group add Flat --member Ben --member Cleo", "three people, one with an account"),
      .init("hearth group add 'Lake weekend' --currency CHF --emoji ⛵", "in Swiss francs"),
    ]
  ) { invocation in
    return try await invocation.write(shown, saying: { "Created \($0.name)." }) { reader in
      let profile = try Profile.own(in: reader.connection)
      var details = GroupDetails(
        name: try invocation.requiredOperand(0), currency: profile?.currency ?? "EUR")
      try take(invocation, into: &details)
      let name = invocation["me"] ?? profile?.displayName ?? ""
      guard !name.isEmpty else {
        throw CommandFailure.usage("--me is missing: what the account is called in the group")
      }
      let create = CreateGroup(details, ownName: name, others: invocation.all("member"))
      return MoneyChange { try create($0).id }
    }
  }

  private static let edit = Command(
    path: ["group", "edit"], summary: "Rename a group, or change its other details",
    details: """
      Only what is named changes. Expenses stay in the currencies in which they were entered.
      """,
    operands: [group],
    options: [.value("name", "NAME", "what it is called")] + fields + MoneyPlace.options,
    examples: [
      .init("hearth group edit Flat --name 'Lime Street'", "another name"),
      .init("hearth group edit Flat --simplify off", "shows who owes whom as it came about"),
    ]
  ) { invocation in
    let options = ["name"] + fields.map(\.name)
    try invocation.requireChange("group edit", options)
    let outcome = try await change(invocation) { details in
      try take(invocation, into: &details)
    }
    return try outcome.row().report(invocation) { "Saved \($0.name)." }
  }

  private static let archive = Command(
    path: ["group", "archive"], summary: "Put a group out of the way, or bring it back",
    details: "Everything in an archived group stays as it is, and it can still be changed.",
    operands: [group],
    options: [.flag("undo", "bring it back among the others")] + MoneyPlace.options,
    examples: [
      .init("hearth group archive 'Lake weekend'", "after everybody has paid"),
      .init("hearth group archive 'Lake weekend' --undo", "there is one more expense"),
    ]
  ) { invocation in
    let outcome = try await change(invocation) { $0.isArchived = !invocation.has("undo") }
    return try outcome.row().report(invocation) {
      $0.isArchived ? "Archived \($0.name)." : "\($0.name) is back among the others."
    }
  }

  // MARK: Reading options

  private static func take(_ invocation: Invocation, into details: inout GroupDetails) throws {
    if let name = invocation["name"] { details.name = name }
    if let code = invocation["currency"]?.uppercased() { details.currency = code }
    if let emoji = invocation["emoji"] { details.emoji = emoji }
    if let note = invocation["note"] { details.note = note }
    if let word = invocation["simplify"] {
      details.simplifies = try Self.isOn(word, "simplify")
    }
    _ = try Invocation.currency(details.currency)
  }

  static func isOn(_ word: String, _ option: String) throws(CommandFailure) -> Bool {
    guard let isOn = ["on": true, "off": false][word] else {
      throw .usage("--\(option) is on or off, not '\(word)'")
    }
    return isOn
  }

  /// Changes the details of the group that the first operand names.
  private static func change(
    _ invocation: Invocation, _ body: @escaping (inout GroupDetails) throws -> Void
  ) async throws -> MoneyOutcome<(row: GroupRow, text: String)> {
    let wanted = try invocation.requiredOperand(0)
    return try await MoneyPlace.open(invocation).write { reader in
      let group = try reader.group(wanted).group
      var details = group.details
      try body(&details)
      let edit = EditGroup(groupID: group.id, details: details, base: group.details)
      return MoneyChange { try edit($0).id }
    } show: {
      try shown($0, $1)
    }
  }

  // MARK: Showing

  private static func overview(_ reader: MoneyReader) throws -> [GroupRow] {
    let nets = try GroupOverview(of: reader.accountID, in: reader.connection).rows
      .reduce(into: [:]) { $0[$1.id] = $1.nets }
    return try GroupList.rows(of: reader.accountID, in: reader.connection).map { group in
      var row = GroupRow(group)
      row.balances = (nets[group.id] ?? []).map(NetRow.init)
      return row
    }
  }

  private static func text(_ rows: [GroupRow], _ words: Catalogue) -> String {
    guard !rows.isEmpty else { return "No groups yet. Create one with: hearth group add NAME" }
    return TextColumns(
      rows.map { row in
        let nets = (row.balances ?? []).map { net in
          MoneyNames([], own: nil, words).standing(
            Money(Int128(net.netMinor) ?? 0, net.currency))
        }
        let standing =
          row.ownMemberID.value == nil
          ? "say in the browser which member you are"
          : nets.isEmpty ? "settled" : nets.joined(separator: ", ")
        return [
          row.name, row.memberCount.counted("member"), row.currency,
          standing, row.isArchived ? "archived" : "", row.id,
        ]
      }
    ).text
  }

  private static func shown(
    _ id: ZoneID, _ reader: MoneyReader
  ) throws -> (row: GroupRow, text: String) { try shown(try reader.group(id), reader) }

  private static func shown(
    _ group: GroupList.Row, _ reader: MoneyReader
  ) throws -> (row: GroupRow, text: String) {
    let members = try GroupMember.of(group.id, in: reader.connection)
    let categories = try ExpenseCategory.of(group.id, in: reader.connection)
    let balances = try GroupBalances.of(group.id, in: reader.connection)
    let names = MoneyNames(members, own: group.ownMemberID, reader.words)
    var row = GroupRow(group)
    let payments = try PaymentDetails(in: group.id, reader.connection)
    row.members = members.map { MemberRow(payments.shown($0), you: reader.accountID) }
    row.categories = categories.map(CategoryRow.init)
    row.balances = balances.currencies.compactMap { code in
      let net = group.ownMemberID.flatMap { balances.net(in: code)[$0] }
      return net.map { NetRow(Money($0, code)) }
    }
    var lines = [
      "\(row.name): \(row.currency), you are \(row.role)\(row.isArchived ? ", archived" : "")"
    ]
    if !row.note.isEmpty { lines.append(row.note) }
    lines.append("")
    lines +=
      TextColumns(
        members.map { member in
          let nets = balances.currencies.compactMap { code in
            balances.net(in: code)[member.id].map { names.standing(Money($0, code)) }
          }
          return [
            names.inList(member.id), nets.isEmpty ? "settled" : nets.joined(separator: ", "),
            member.details.isArchived ? "archived" : "",
          ]
        }
      ).lines
    if !balances.incomplete.isEmpty {
      lines += [
        "",
        "\(balances.incomplete.count) expenses do not add up and count for nothing: "
          + balances.incomplete.joined(separator: ", "),
      ]
    }
    if !categories.isEmpty {
      lines += ["", "Categories: " + categories.map(\.details.name).joined(separator: ", ")]
    }
    return (row, lines.joined(separator: "\n"))
  }
}
