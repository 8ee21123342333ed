import Backends

// The switches of a device, which count there alone.
extension NotificationCommands {
  private struct DeviceRow: Encodable {
    let kind: String
    let isSafety: Bool
    let inApp: Bool

    init(_ kind: NotificationKind, _ switches: NotificationSwitches) {
      (self.kind, isSafety) = (kind.rawValue, kind.isSafety)
      inApp = switches.isOn(kind, .app)
    }

    var texts: [String] { [kind, "app: \(inApp ? "on" : "off")"] }
  }

  private struct DeviceSettings: Encodable {
    let kinds: [DeviceRow]
  }

  /// What is told on the device that `--device` names; `nil` without it.
  static func toldOnDevice(_ invocation: Invocation) throws -> DeviceNotifications? {
    guard let path = invocation["device"] else { return nil }
    for option in ["data", "account", "mail"] where invocation[option] != nil {
      throw CommandFailure.usage("--\(option) and --device do not go together; leave one out")
    }
    let folder = DeviceFolder(path: path)
    guard Posix.exists(folder.replica), folder.session() != nil else {
      throw CommandFailure.refused("\(path) is not the folder of a device that has signed in")
    }
    return DeviceNotifications(folder: folder)
  }

  static func show(_ told: DeviceNotifications, _ invocation: Invocation) throws -> ExitCode {
    let switches = told.switches
    // A device tells what its hub has refused, too.
    let rows = NotificationKind.allCases.map { DeviceRow($0, switches) }
    return try invocation.report(DeviceSettings(kinds: rows)) {
      TextColumns(rows.map(\.texts)).text
    }
  }

  /// `--app` is there, and says on where the kind is about safety.
  static func change(
    _ kind: NotificationKind, on told: DeviceNotifications, _ invocation: Invocation
  ) throws -> ExitCode {
    if !kind.isSafety, let word = invocation["app"] {
      try told.set(kind, isOn: try GroupCommands.isOn(word, "app"))
    }
    let row = DeviceRow(kind, told.switches)
    return try invocation.report(row) { row.texts.joined(separator: ", ") }
  }
}
