import CLinux
import FoundationEssentials
import HTTPServer

/// `hearth demo`: a made-up household to look around in.
enum DemoCommand {
  private static let standardPath = "./hearth-demo"
  /// The file that marks a demonstration's folder.
  private static let mark = ".demo"

  static let command = Command(
    path: ["demo"], summary: "Look around in a made-up household",
    details: """
      Makes a folder with two people, three homes, some three hundred things with drawn pictures, \
      three groups that share expenses and some weeks of a family with three children, and serves \
      it like hearth serve. Sign in as robin or alex, or as one of their children, mia, jonas or \
      ella; the password is printed. Started again it shows the same household with what you \
      changed in it. Delete the folder when you have seen enough.
      """,
    options: [
      .value("data", "DIR", "where it is kept, by default \(standardPath)"),
      .value("listen", "ADDRESS", "host and port, by default 127.0.0.1:8080; *:8080 is every one"),
      .flag("no-serve", "only make the folder"),
    ],
    examples: [
      .init("hearth demo", "on http://127.0.0.1:8080"),
      .init("hearth demo --listen '*:8080'", "to try it on a phone in the same network"),
    ]
  ) { invocation in
    var options = ServeOptions()
    if let text = invocation["listen"] { options.address = try ServeCommand.address(text) }
    options.logLevel = .error
    // The household is made up, so its use means nothing.
    options.countsUse = false
    let folder = DataFolder(path: invocation["data"] ?? standardPath)
    let terminal = invocation.terminal
    try await prepare(folder, terminal)
    guard !invocation.has("no-serve") else { return .ok }
    // Before the server starts its threads.
    hearth_share_heaps()
    let lock = try folder.lock()
    defer { withExtendedLifetime(lock) {} }
    let app = try HubApp(folder: folder, options: options, terminal: terminal)
    let (owner, partner) = (DemoHousehold.owner.name, DemoHousehold.partner.name)
    terminal.say(
      "Sign in as \(owner) or \(partner); the password is: \(DemoHousehold.password)")
    try await app.run(until: StopSignals(), terminal: terminal)
    return .ok
  }

  /// Creates the folder if there is none. It gets its final name only when it is complete.
  private static func prepare(_ folder: DataFolder, _ terminal: Terminal) async throws {
    if Posix.exists(folder.path) {
      guard Posix.exists("\(folder.path)/\(mark)") else {
        throw CommandFailure.refused(
          """
          \(folder.path) is there already and is no demonstration; name another folder with --data
          """)
      }
      return
    }
    let partial = DataFolder(path: folder.path + ".partial")
    if Posix.exists(partial.path) {
      guard Posix.exists("\(partial.path)/\(mark)") else {
        throw CommandFailure.refused("\(partial.path) is in the way; move it, or use --data")
      }
      // The remains of a demonstration that was stopped while it was being created.
      try FileManager.default.removeItem(atPath: partial.path)
    }
    try Posix.makeFolder(partial.path)
    try Posix.write(Array("made by hearth demo\n".utf8), to: "\(partial.path)/\(mark)")
    try partial.create()
    try await fill(partial) { terminal.complain($0) }
    try Posix.move(partial.path, to: folder.path)
    terminal.say("Made a household of \(DemoHousehold.itemCount) items in \(folder.path).")
  }

  /// A separate function, so that the hub is closed before the folder is moved.
  private static func fill(
    _ folder: DataFolder, _ progress: @escaping @Sendable (String) -> Void
  ) async throws {
    let hub = try LocalHub(folder, path: folder.hub)
    try await DemoHousehold(hub: hub).fill(progress)
  }
}
