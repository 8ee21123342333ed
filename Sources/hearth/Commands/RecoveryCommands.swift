import Hub

/// The commands that show what has come back after a restore, and end the wait for more.
enum RecoveryCommands {
  static let all = [show, close]

  private struct Device: Encodable {
    let account: String
    let label: String
    let lastSeenAtMilliseconds: Int64?
    let returnedAtMilliseconds: Int64?
    let taken: Int
    let refused: Int

    init(_ found: RecoveryReport.Device) {
      account = found.name
      label = found.device.label
      lastSeenAtMilliseconds = found.device.lastUsedAt
      returnedAtMilliseconds = found.device.returnedAt
      taken = found.device.taken
      refused = found.device.refused
    }

    var text: String {
      guard let returned = returnedAtMilliseconds else {
        let seen = lastSeenAtMilliseconds.map { ", last seen \(Posix.stamp($0))" } ?? ""
        return "awaited: \(account), \(label)\(seen)"
      }
      return
        "back: \(account), \(label), \(Posix.stamp(returned)): \(taken) taken, \(refused) refused"
    }
  }

  private struct Report: Encodable {
    let wasRestored: Bool
    let restoredAtMilliseconds: Int64?
    let stateAtMilliseconds: Int64?
    let isWaiting: Bool
    let waitsUntilMilliseconds: Int64?
    let voided: VoidedCounts?
    let taken: Int
    let refused: Int
    /// The devices, awaited ones first.
    let devices: [Device]

    init(_ report: RecoveryReport?) {
      wasRestored = report != nil
      restoredAtMilliseconds = report?.restore.restoredAt
      stateAtMilliseconds = report?.restore.stateAt
      isWaiting = report?.isWaiting ?? false
      waitsUntilMilliseconds = report?.recoveringUntil
      voided = (report?.restore.voided).map { VoidedCounts($0) }
      taken = report?.takenCount ?? 0
      refused = report?.refusedCount ?? 0
      devices = (report?.devices ?? []).map { Device($0) }
    }

    var text: String {
      guard let voided, let restored = restoredAtMilliseconds, let until = waitsUntilMilliseconds
      else { return "This hub was never restored from a backup." }
      let state = stateAtMilliseconds.map { "the state of \(Posix.stamp($0))" }
      var lines = ["Restored \(Posix.stamp(restored)) to \(state ?? "an earlier state")."]
      lines.append("Void since then: \(voided.text).")
      let back = devices.count { $0.returnedAtMilliseconds != nil }
      lines.append(
        """
        Changes brought back: \(taken), from \(back) of \(devices.count) devices; not taken: \
        \(refused).
        """)
      lines += devices.map(\.text)
      lines.append(
        isWaiting
          ? """
          Changes that may rest on something lost wait until \(Posix.stamp(until)). To end that: \
          hearth recovery close
          """
          : "Nothing waits any more. Devices that come later still bring back what they have.")
      return lines.joined(separator: "\n")
    }
  }

  private struct Closed: Encodable {
    let hasWaited: Bool
    let awaitedDevices: Int
  }

  static let show = Command(
    path: ["recovery"], summary: "Show what has come back after a restore, and who is awaited",
    details: """
      Devices that were signed in when the backup was made bring back what it does not have, once \
      somebody signs in on them again. For 24 hours the hub lets a change wait that may rest on \
      something lost. hearth recovery close ends that. May run beside the server.
      """,
    options: [.data, .json],
    examples: [.init("hearth recovery", "when, to which moment, and one line per device")]
  ) { invocation in
    let report = Report(try LocalHub(DataFolder(invocation)).hub.recovery())
    return try invocation.report(report) { report.text }
  }

  static let close = Command(
    path: ["recovery", "close"], summary: "Stop waiting for devices after a restore",
    details: """
      What waits is decided as it is: a change of something that has not come back is refused, and \
      its device keeps and shows it. Devices that come later still bring back what they have. A \
      server that runs beside it notices within a second.
      """,
    options: [.data, .json],
    examples: [.init("hearth recovery close", "when nobody else will come")]
  ) { invocation in
    let hub = try LocalHub(DataFolder(invocation)).hub
    guard let report = try hub.recovery() else {
      throw CommandFailure.refused(
        "this hub was never restored from a backup: nothing waits that could be ended")
    }
    let closed = Closed(
      hasWaited: try hub.closeRecovery(by: .commandLine), awaitedDevices: report.awaited.count)
    return try invocation.report(closed) {
      closed.hasWaited
        ? "Stopped waiting; devices that had not come back: \(closed.awaitedDevices)."
        : "The hub was not waiting any more; nothing has changed."
    }
  }
}

/// How many credentials of a backup are void, as numbers and as text.
struct VoidedCounts: Encodable {
  let sessions: Int
  let accessTokens: Int
  let calendarLinks: Int
  let invites: Int
  let offers: Int

  init(_ voided: HubRestore.Voided) {
    sessions = voided.sessions
    accessTokens = voided.accessTokens
    calendarLinks = voided.calendarFeeds
    invites = voided.invites
    offers = voided.offers
  }

  var text: String {
    [
      sessions.counted("session"), accessTokens.counted("access token"),
      calendarLinks.counted("calendar link"), invites.counted("open invite"),
      offers.counted("offer") + " to hand a home over",
    ].joined(separator: ", ")
  }
}
