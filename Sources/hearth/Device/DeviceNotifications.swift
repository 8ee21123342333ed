import Backends
import Hub
import Threads

/// What the person of a device wants to be told there, and what they have seen. It is kept on the
/// device, so that it works without the hub; the hub keeps its own for browsers and mail.
final class DeviceNotifications: NotificationBackend {
  /// The most that is remembered as seen; the oldest make room, as at a hub.
  private static let maxSeen = Told.maxPerAccount

  private struct Kept {
    var switches: [String: Bool] = [:]
    /// When what was seen happened, by its id.
    var seen: [String: Int64] = [:]

    init(lines: some Sequence<Substring>) {
      for line in lines {
        let words = line.split(separator: " ", maxSplits: 2).map(String.init)
        switch words.first {
        case "on" where words.count == 2, "off" where words.count == 2:
          switches[words[1]] = words[0] == "on"
        case "seen" where words.count == 3: seen[words[2]] = Int64(words[1])
        // A line that a newer program wrote, or a spoiled one.
        default: break
        }
      }
    }

    var text: String {
      let switches = switches.sorted { $0.key < $1.key }.map {
        "\($0.value ? "on" : "off") \($0.key)"
      }
      let seen = seen.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
        .map { "seen \($0.value) \($0.key)" }
      return (switches + seen).map { $0 + "\n" }.joined()
    }
  }

  private let folder: DeviceFolder
  private let kept: Lock<Kept>

  init(folder: DeviceFolder) {
    self.folder = folder
    kept = Lock(Kept(lines: folder.notifications().split(separator: "\n")))
  }

  var sendsMail: Bool { false }

  func notifying(of visitor: Visitor) async throws(BackendError) -> NotifyingState {
    current.withLock { NotifyingState(switches: $0.switches, seen: Set($0.seen.keys)) }
  }

  func setSwitches(
    _ switches: [String: Bool], of visitor: Visitor
  ) async throws(BackendError) {
    try change { $0.switches.merge(switches) { $1 } }
  }

  func markSeen(_ told: [ToldNote], by visitor: Visitor) async throws(BackendError) {
    try change { kept in
      for note in told where !note.id.contains(where: \.isNewline) { kept.seen[note.id] = note.at }
      let oldest = kept.seen.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
        .prefix(max(0, kept.seen.count - Self.maxSeen))
      for (id, _) in oldest { kept.seen[id] = nil }
    }
  }

  /// What is kept, read anew: a command may have changed it while the app runs.
  private var current: Lock<Kept> {
    let stored = Kept(lines: folder.notifications().split(separator: "\n"))
    kept.withLock { $0 = stored }
    return kept
  }

  /// The switches of the device.
  var switches: NotificationSwitches { NotificationSwitches(current.withLock { $0.switches }) }

  /// Switches one on or off. Throws if that cannot be stored.
  func set(_ kind: NotificationKind, isOn: Bool) throws(CommandFailure) {
    do {
      try change { $0.switches[NotificationSwitches.name(kind, .app)] = isOn }
    } catch {
      throw .failed("the device's folder cannot be written; nothing was changed")
    }
  }

  /// Changes nothing if that cannot be stored.
  private func change(_ body: (inout Kept) -> Void) throws(BackendError) {
    let failure = current.withLock { kept -> CommandFailure? in
      var next = kept
      body(&next)
      do throws(CommandFailure) {
        try folder.keep(notifications: next.text)
      } catch {
        return error
      }
      kept = next
      return nil
    }
    if let failure { throw .noRoom(failure.message) }
  }

  // MARK: Mail, which only the hub sends

  func setMailAddress(
    _ address: String, of visitor: Visitor,
    mail: @escaping @Sendable (_ confirm: String, _ stop: String) -> MailDraft
  ) async throws(BackendError) -> MailAddressProblem? { throw .notHere }
  func removeMailAddress(of visitor: Visitor) async throws(BackendError) { throw .notHere }
  func confirmMailAddress(_ secret: String) async throws(BackendError) -> Bool { throw .notHere }
  func stopMail(_ secret: String) async throws(BackendError) -> Bool { throw .notHere }
  func mailSummary(for visitor: Visitor) async throws(BackendError) -> MailSummary? { nil }
}
