import Backends
import CLinux
import Glibc
import HTTPServer
import Household
import Hub
import HubHTTP
import ReplicaHTTP
import Threads

/// `hearth serve`: the hub and its web app in one process.
enum ServeCommand {
  static let command = Command(
    path: ["serve"], summary: "Run the hub and its web app",
    details: """
      Keeps everything in one folder, makes it when it is not there, and prints the address to \
      open in a browser. The first to open it makes the first account, which administers the hub. \
      Only this machine can reach it until --listen says otherwise; beyond your own network put it \
      behind TLS and say with --public-url where people reach it. Ctrl-C stops it in order.
      """,
    options: [
      .data,
      .value("listen", "ADDRESS", "host and port, by default 127.0.0.1:8080; *:8080 is every one"),
      .value(
        "public-url", "URL", "where people reach it, for links, QR codes and secure cookies"),
      .value("signups", "POLICY", "open, invite-only (the default) or closed"),
      .value("sharing", "STATE", "on (the default), or off: nobody invites or joins"),
      .value("max-homes", "N", "homes that one account may own, by default 10"),
      .value(
        "account-gigabytes", "N", "photos and papers that one account may upload, by default 50"),
      .value("account-records", "N", "records that one account may own, by default 2000000"),
      .value(
        "account-changes", "N",
        "changes that devices of one account may send in a minute, by default 100000"),
      .value(
        "analytics", "STATE", "on (the default) counts use on this machine; off counts nothing"),
      .value(
        "rates-url", "URL", "fetch newer exchange rates from there every day; by default never"),
      .value("log-level", "LEVEL", "info (the default), error or none"),
    ] + MailOptions.options,
    examples: [
      .init("hearth serve", "on http://127.0.0.1:8080, in ./data"),
      .init("hearth serve --data /srv/hearth --listen '*:8080'", "for phones on the same network"),
      .init(
        "hearth serve --data /srv/hearth --public-url https://home.example", "behind a proxy"),
    ]
  ) { invocation in
    let options = try options(invocation)
    // Before the process has threads.
    hearth_share_heaps()
    let folder = DataFolder(invocation)
    try folder.create()
    let lock = try folder.lock()
    defer { withExtendedLifetime(lock) {} }
    // A hub that can only be read would be served as if all were well.
    if let hindrance = try FolderAccess.problems(of: folder).first {
      throw CommandFailure.failed("\(hindrance): \(FolderAccess.remedy(for: folder))")
    }
    if let openness = folder.openness { invocation.terminal.complain("hearth: \(openness)") }
    let stop = StopSignals()
    try await UpgradeNotice.upgrade(folder, options, invocation.terminal)
    if folder.isMade, !Posix.exists(folder.path + "/secret") {
      invocation.terminal.complain(
        """
        hearth: \(folder.path)/secret was missing and is made anew: the short codes of invites \
        that were open do not work any more, their links do
        """)
    }
    let app = try HubApp(folder: folder, options: options, terminal: invocation.terminal)
    try await app.run(until: stop, terminal: invocation.terminal)
    return .ok
  }

  static func options(_ invocation: Invocation) throws(CommandFailure) -> ServeOptions {
    var options = ServeOptions()
    if let text = invocation["listen"] { options.address = try address(text) }
    if let text = invocation["public-url"] {
      guard PublicAddress(text) != nil else {
        throw .usage("serve: --public-url is like https://home.example, not '\(text)'")
      }
      options.publicAddress = text
    }
    switch invocation["signups"] ?? "invite-only" {
    case "open": options.signUps = .open
    case "invite-only": options.signUps = .inviteOnly
    case "closed": options.signUps = .closed
    case let other:
      throw .usage("serve: --signups is open, invite-only or closed, not '\(other)'")
    }
    switch invocation["sharing"] ?? "on" {
    case "on": options.isSharingOpen = true
    case "off": options.isSharingOpen = false
    case let other: throw .usage("serve: --sharing is on or off, not '\(other)'")
    }
    switch invocation["analytics"] ?? "on" {
    case "on": options.countsUse = true
    case "off": options.countsUse = false
    case let other: throw .usage("serve: --analytics is on or off, not '\(other)'")
    }
    if let text = invocation["max-homes"] {
      guard let count = Int(text), Household.maxOwnedHomes.contains(count) else {
        throw .usage(
          "serve: --max-homes is 1 to \(Household.maxOwnedHomes.upperBound), not '\(text)'")
      }
      options.maxOwnedHomes = count
    }
    options.accountLimits = try accountLimits(invocation)
    options.mail = try MailOptions(invocation, command: "serve")
    if let text = invocation["rates-url"] {
      guard FileDownload.accepts(text) else {
        throw .usage("serve: --rates-url is like \(RateCommands.bank), not '\(text)'")
      }
      options.ratesAddress = text
    }
    guard let level = LogLevel(rawValue: invocation["log-level"] ?? "info") else {
      throw .usage("serve: --log-level is info, error or none")
    }
    options.logLevel = level
    return options
  }

  private static func accountLimits(
    _ invocation: Invocation
  ) throws(CommandFailure) -> AccountLimits {
    var limits = AccountLimits()
    if let count = try limit("account-gigabytes", atMost: 1_000_000, invocation) {
      limits.maxBlobBytes = Int64(count) << 30
    }
    if let count = try limit("account-records", atMost: 1_000_000_000, invocation) {
      limits.maxRecords = count
    }
    if let count = try limit("account-changes", atMost: 1_000_000_000, invocation) {
      limits.maxMutationsPerMinute = count
    }
    return limits
  }

  private static func limit(
    _ name: String, atMost most: Int, _ invocation: Invocation
  ) throws(CommandFailure) -> Int? {
    guard let text = invocation[name] else { return nil }
    guard let count = Int(text), (1...most).contains(count) else {
      throw .usage("serve: --\(name) is 1 to \(most), not '\(text)'")
    }
    return count
  }

  static func address(_ text: String) throws(CommandFailure) -> ListenAddress {
    guard let address = ListenAddress(text) else {
      throw .usage("--listen is a host and a port, such as 127.0.0.1:8080 or *:8080, not '\(text)'")
    }
    return address
  }
}

/// The options of `hearth serve`.
struct ServeOptions: Sendable {
  var address = ListenAddress(host: "127.0.0.1", port: 8080)
  var publicAddress: String?
  /// Where newer exchange rates are fetched from; `nil` where nobody wants that.
  var ratesAddress: String?
  /// How mail is sent; `nil` where none is.
  var mail: MailOptions?
  var signUps = SignUps.inviteOnly
  var isSharingOpen = true
  var maxOwnedHomes = Household.defaultMaxOwnedHomes
  /// The limits of one account.
  var accountLimits = AccountLimits()
  /// Whether usage is counted, on this machine only.
  var countsUse = true
  var logLevel = LogLevel.info
}

/// How much is logged.
enum LogLevel: String, Sendable {
  case info, error, none
}
