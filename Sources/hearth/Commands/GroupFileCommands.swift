import Finances
import Household
import Importing
import Intake
import Replica
import SyncProtocol
import Values

/// The commands about groups in files.
enum GroupFileCommands {
  static let all = [export, bring, past.command, undo]

  private static let options: [Command.Option] = [
    .data, .value("account", "NAME", "for whom; may be left out when there is one account"), .json,
  ]

  private struct Exported: Encodable {
    let path: String
    let expenseCount: Int
  }

  private static let export = Command(
    path: ["group", "export"], summary: "Write a group into a file",
    details: """
      As JSON it has members, categories, rates, and expenses with all parts and comments, and \
      hearth group import brings it back; as CSV it is a table with a row for each expense. The \
      files of receipts are in hearth export alone.
      """,
    operands: [
      GroupCommands.group,
      .init(name: "FILE", help: "the .json or .csv to make, which must not exist"),
    ],
    options: MoneyPlace.options,
    examples: [
      .init("hearth group export Flat flat.json", "to keep or to move"),
      .init("hearth group export Flat flat.csv", "for a spreadsheet"),
    ]
  ) { invocation in
    let wanted = try invocation.requiredOperand(0)
    let out = try invocation.requiredOperand(1)
    guard out.hasSuffix(".json") || out.hasSuffix(".csv") else {
      throw CommandFailure.usage("FILE ends in .json or .csv, not '\(out)'")
    }
    guard !Posix.exists(out) else {
      throw CommandFailure.refused("\(out) exists already; choose another name")
    }
    let row = try await invocation.read { reader in
      let group = try reader.group(wanted)
      var count = 0
      try Posix.write(to: out) { sink in
        count =
          out.hasSuffix(".csv")
          ? try GroupTable.writeCSV(of: group.id, in: reader.connection, to: sink)
          : try GroupDocument.write(group.id, in: reader.connection, to: sink)
      }
      return Exported(path: out, expenseCount: count)
    }
    return try invocation.report(row) { "Wrote \(row.expenseCount) expenses to \(row.path)." }
  }

  private static let bring = Command(
    path: ["group", "import"], summary: "Import expenses into a group",
    details: """
      FILE is from Splitwise or Cospend (CSV), Spliit, IHateMoney or Hearth (JSON), an archive of \
      Hearth, or any table, whose columns are known by their headings or named with --columns, \
      from the left: day, title, amount, currency, category, payer, sharers, note, place, kind, \
      split, id, or paid, owed and net of the person that the heading names, or - for none. \
      Without --group and --new-group it goes to the group that has some of it already, else to a \
      new one. What is there already stays as it is, so that importing a file again adds nothing. \
      It may run beside a server.
      """,
    operands: [.init(name: "FILE", help: "what the other program exports, or a table")],
    options: [
      .value("group", "GROUP", "the group that it goes to: a name or an id"),
      .value("new-group", "NAME", "of a group that is made"),
      .values(
        "person", "NAME=MEMBER",
        "who somebody of the file is in the group; nothing behind = makes a new member"),
      .value("own", "NAME", "who of the file the account is, in a new group"),
      .value("columns", "WORDS", "what the columns of a table hold, with commas"),
      .value("currency", "CODE", "of amounts that name none; by default the group's"),
      .value("archived", "PATH", "which group of an archive, such as 'groups/1 Flat/group.json'"),
      .flag("dry-run", "only say what would happen"),
    ] + options,
    examples: [
      .init("hearth group import flat.csv --new-group Flat --dry-run", "looks first"),
      .init("hearth group import flat.csv --group Flat --person Benjamin=Ben", "Ben is there"),
      .init(
        "hearth group import trip.csv --columns day,title,amount,payer", "a table of one's own"),
    ]
  ) { invocation in
    if invocation["group"] != nil, invocation["new-group"] != nil {
      throw CommandFailure.usage("--group and --new-group do not go together; leave one out")
    }
    let request = Importer.GroupRequest(
      path: try invocation.importedFile(0).path, group: invocation["group"],
      newGroup: invocation["new-group"],
      currency: try invocation["currency"].map { try Invocation.currency($0).code },
      roles: try invocation["columns"].map { try roles($0) }, people: invocation.all("person"),
      own: invocation["own"], archived: invocation["archived"],
      isDryRun: invocation.has("dry-run"))
    var importer = try Importer.make(invocation)
    let terminal = invocation.terminal
    if !request.isDryRun, terminal.isProcess { importer.interruption = .bySignals(terminal) }
    let row = try await importer.bring(request) { terminal.complain($0) }
    return try invocation.report(row) { row.text }
  }

  private static func roles(_ text: String) throws(CommandFailure) -> [ExpenseColumns.Role] {
    do throws(ExpenseColumns.UnknownRole) {
      return try ExpenseColumns.roles(text, among: ExpenseColumns.rolesOfGroup)
    } catch {
      let all = ExpenseColumns.rolesOfGroup.map(\.rawValue).joined(separator: ", ")
      throw .usage("--columns: a column is one of \(all), or -, not '\(error.word)'")
    }
  }

  // MARK: Undoing

  private static let past = PastImportList(
    area: "group", summary: "List the imports into groups",
    nothing: "Nothing was imported into groups in the last 30 days.", countsExpenses: true,
    options: options, history: { GroupImportHistory(beside: $0) })

  private struct Undone: Encodable {
    let expenseCount: Int
    let memberCount: Int
    /// The name of the group if it is gone, too.
    let group: OrNull<String>
    let kept: [String]
  }

  private static let undo = Command(
    path: ["group", "undo-import"], summary: "Undo an import into a group",
    details: """
      What the import made goes; what somebody has changed since stays, and so does whoever other \
      expenses name. A group that it made goes as a whole if nothing else is in it.
      """,
    operands: [past.operand], options: options,
    examples: [.init("hearth group undo-import 7Zk…", "that import")]
  ) { invocation in
    let hub = try LocalHub(DataFolder(invocation))
    let account = try hub.account(named: invocation["account"])
    let place = MoneyPlace.hub(hub, account)
    let found = try past.named(invocation, in: place)
    try Posix.makeFolder(hub.folder.replicas)
    let result = try await hub.withReplica(of: account, in: hub.folder.replicas) {
      replica, transport in
      var result = UndoGroupImport.Result()
      for part in try replica.read({ try found.trace.steps(in: $0) }) {
        let undo = UndoGroupImport(part)
        let group = try replica.read { try undo.deletedGroup(in: $0) }
        let reliance: Replica.Reliance =
          group.map { Replica.Reliance(zones: [$0], accountList: true) } ?? .nothing
        result.add(try await replica.confirm(relyingOn: reliance, via: transport) { try undo($0) })
      }
      return result
    }
    past.forget(found.id, in: place)
    let row = Undone(
      expenseCount: result.expenseCount, memberCount: result.memberCount,
      group: OrNull(result.group), kept: result.kept)
    return try invocation.report(row) {
      (row.group.value.map { "\($0) is gone." } ?? "Took back \(row.expenseCount) expenses.")
        + (row.kept.isEmpty ? "" : " \(row.kept.count) were changed since and stay.")
    }
  }
}
