import Backends
import FoundationEssentials
import HearthDomain
import Hub
import Replica
import SyncProtocol
import Values

/// The commands about what an account is told by its hub, and the switches of a device.
enum NotificationCommands {
  static let all = [list, seen, settings, set]

  private static let options: [Command.Option] = [
    .value("account", "NAME", "for whom; may be left out when there is one account"), .data, .json,
  ]
  private static let device = Command.Option.value(
    "device", "DIR", "the switches of the folder of hearth device instead, which tells no mail")

  private struct Row: Encodable {
    let id: String
    let kind: String
    let title: String
    let at: String
    let isNew: Bool
    let page: String

    init(_ entry: ToldEntry) {
      (id, kind, title) = (entry.id, entry.kind.rawValue, entry.title)
      (at, isNew, page) = (TimeText.text(entry.at), entry.isNew, entry.page)
    }
  }

  private static let list = Command(
    path: ["notifications", "list"], summary: "List what an account is told",
    details: """
      The newest first, of the last 30 days, without the kinds that are switched off. A star \
      marks what has not been seen.
      """,
    options: [.flag("new", "only what has not been seen")] + options,
    examples: [
      .init("hearth notifications list --new", "what the only account has not seen"),
      .init("hearth notifications list --account ana --json", "with their ids, for a program"),
    ]
  ) { invocation in
    let (place, account) = try open(invocation)
    var entries = try await told(place, account, invocation.terminal)
    if invocation.has("new") { entries = entries.filter(\.isNew) }
    return try invocation.list(entries.map(Row.init), or: "There is nothing to tell.") {
      [$0.isNew ? "*" : "", $0.at, $0.title, $0.id]
    }
  }

  private struct Seen: Encodable {
    /// The ids of what was new until now.
    let seen: [String]
  }

  private static let seen = Command(
    path: ["notifications", "seen"], summary: "Say that an account has seen what it is told",
    details: """
      Everything that is new, or only what --id names. Pages of a running server show the smaller \
      number with the next change of what the account has, or within an hour.
      """,
    options: [.values("id", "ID", "only this one, as hearth notifications list --json shows it")]
      + options,
    examples: [.init("hearth notifications seen --account ana", "all there is now")]
  ) { invocation in
    let (place, account) = try open(invocation)
    let told = try await told(place, account, invocation.terminal)
    let wanted = Set(invocation.all("id"))
    if let unknown = wanted.subtracting(told.map(\.id)).min() {
      throw CommandFailure.refused(
        """
        \(account.name) is not told '\(unknown)'; hearth notifications list --json shows the ids. \
        Nothing was changed
        """)
    }
    let seen = told.filter { $0.isNew && (wanted.isEmpty || wanted.contains($0.id)) }
    try place.accounts.putSeen(seen.map { ($0.id, $0.at) }, by: account.id)
    return try invocation.report(Seen(seen: seen.map(\.id))) {
      seen.isEmpty ? "Nothing was new." : "Seen: \(seen.count)."
    }
  }

  private struct KindRow: Encodable {
    let kind: String
    let isSafety: Bool
    let inApp: Bool
    let byMail: Bool

    init(_ kind: NotificationKind, _ switches: NotificationSwitches) {
      (self.kind, isSafety) = (kind.rawValue, kind.isSafety)
      (inApp, byMail) = (switches.isOn(kind, .app), switches.isOn(kind, .mail))
    }

    var texts: [String] {
      [kind, "app: \(inApp ? "on" : "off")", "mail: \(byMail ? "on" : "off")"]
    }
  }

  private struct Settings: Encodable {
    struct Mail: Encodable {
      let address: OrNull<String>
      /// `none`, `waiting` or `confirmed`.
      let state: String
    }

    let kinds: [KindRow]
    let mail: Mail
  }

  private static let settings = Command(
    path: ["notifications", "settings"], summary: "Show where an account is told what",
    details: """
      Names the address for mail, too, and whether its owner has confirmed it. It is entered on \
      the account's page; mail is sent where the server was started with --mail-server. With \
      --device it shows what is told on the device, which has switches of its own.
      """,
    options: options + [device],
    examples: [
      .init("hearth notifications settings --account ana", "one line per kind"),
      .init("hearth notifications settings --device ~/.hearth-device", "those of a device"),
    ]
  ) { invocation in
    if let told = try toldOnDevice(invocation) { return try show(told, invocation) }
    let (hub, account) = try open(invocation)
    let switches = NotificationSwitches(try hub.accounts.switches(of: account.id))
    let address = try hub.accounts.mailAddress(of: account.id)
    let state = address.map { $0.confirmedAt == nil ? "waiting" : "confirmed" } ?? "none"
    let rows = NotificationKind.ofHub.map { KindRow($0, switches) }
    let row = Settings(
      kinds: rows, mail: .init(address: OrNull(address?.address), state: state))
    return try invocation.report(row) {
      let mail =
        switch state {
        case "waiting": "Mail waits until \(address?.address ?? "") is confirmed."
        case "confirmed": "Mail goes to \(address?.address ?? "")."
        default: "There is no address for mail."
        }
      return TextColumns(rows.map(\.texts)).text + "\n\n" + mail
    }
  }

  private static let set = Command(
    path: ["notifications", "set"], summary: "Say where an account is told something",
    details: "What is about safety is always told in the app.",
    operands: [.init(name: "KIND", help: "as hearth notifications settings lists it")],
    options: [
      .value("app", "WORD", "on or off: whether it is told in the app"),
      .value("mail", "WORD", "on or off: whether it is told by mail, where mail is sent"),
    ] + options + [device],
    examples: [
      .init("hearth notifications set warranty --mail on", "by mail, too"),
      .init(
        "hearth notifications set joined --app off --device ~/.hearth-device", "not on the device"),
    ]
  ) { invocation in
    let word = try invocation.requiredOperand(0)
    let told = try toldOnDevice(invocation)
    guard let kind = NotificationKind(rawValue: word), kind.isOfHub else {
      let all = NotificationKind.ofHub.map(\.rawValue).joined(separator: ", ")
      throw CommandFailure.usage("KIND is one of \(all), not '\(word)'")
    }
    try invocation.requireChange("notifications set", ["app", "mail"])
    var switches: [String: Bool] = [:]
    if let word = invocation["app"] {
      let isOn = try GroupCommands.isOn(word, "app")
      guard isOn || !kind.isSafety else {
        throw CommandFailure.refused(
          "\(kind.rawValue) is about safety, which is always told in the app; nothing was changed")
      }
      if !kind.isSafety { switches[NotificationSwitches.name(kind, .app)] = isOn }
    }
    if let word = invocation["mail"] {
      switches[NotificationSwitches.name(kind, .mail)] = try GroupCommands.isOn(word, "mail")
    }
    if let told { return try change(kind, on: told, invocation) }
    let (hub, account) = try open(invocation)
    try hub.accounts.setSwitches(switches, of: account.id)
    let row = KindRow(kind, NotificationSwitches(try hub.accounts.switches(of: account.id)))
    return try invocation.report(row) { row.texts.joined(separator: ", ") }
  }

  private static func open(_ invocation: Invocation) throws -> (LocalHub, Account) {
    let hub = try LocalHub(DataFolder(invocation))
    return (hub, try hub.account(named: invocation["account"]))
  }

  /// What the account is told in the app, without what is hidden at present.
  private static func told(
    _ hub: LocalHub, _ account: Account, _ terminal: Terminal
  ) async throws -> [ToldEntry] {
    try Posix.makeFolder(hub.folder.replicas)
    let state = NotifyingState(
      switches: try hub.accounts.switches(of: account.id),
      seen: try hub.accounts.seen(by: account.id))
    let client = try MoneyPlace.hub(hub, account).client()
    let told = try await hub.withReplica(of: account, in: hub.folder.replicas) { file, _ in
      // A new replica has nothing derived yet.
      try await file.write { try HearthDomain.settle($0.connection) }
      let hidden = try file.hiddenZones()
      let notices = try await (hidden.map { HidingHubClient(client, zones: $0) } ?? client)
        .notices()
      return try file.read { connection in
        try CommandTelling.areas.told(
          TellingQuestion(
            connection: connection, accountID: account.id, now: Posix.nowMilliseconds(),
            notices: notices, state: state))
      }
    }
    try hub.note(hiddenFrom: account, on: terminal)
    return told
  }
}
