import HTTPServer
import ReplicaHTTP
import Threads

/// `hearth device`: one person's homes on this machine, with or without a connection.
enum DeviceCommand {
  static let command = Command(
    path: ["device"], summary: "Keep your homes on this machine and work without a connection",
    details: """
      Keeps a replica of your homes in one folder and serves the same pages from it, to this \
      machine alone. Prints an address that lets one browser in, once. There you sign in at the \
      hub the first time; from then on everything works with the hub out of reach, and what you \
      change is sent when it is back. Ctrl-C stops it; what waits to be sent stays in the folder. \
      When the hub has another address, say so with --hub: the device asks there whether it is the \
      same hub, and goes on. With --sign-out it takes the homes off this machine again and ends its \
      session at the hub.
      """,
    options: [
      .value("hub", "URL", "the address of your hub, such as https://home.example"),
      .value("data", "DIR", "the device's folder, by default ./device"),
      .value("listen", "ADDRESS", "host and port of this machine, by default 127.0.0.1:8081"),
      .value(
        "sharing-override", "WORD",
        "on or off: show or hide sharing, where the hub is in internal mode (hearth flags)"),
      .flag("sign-out", "remove everything from this machine and end the session at the hub"),
      .flag("give-up", "with --sign-out: also what the hub has not taken"),
    ],
    examples: [
      .init("hearth device --hub https://home.example", "a replica in ./device"),
      .init("hearth device --sign-out", "takes it off this machine again"),
      .init(
        "hearth device --hub http://127.0.0.1:8080 --data /tmp/phone --listen 127.0.0.1:8082",
        "a second device beside a hub, to try it"),
    ]
  ) { invocation in
    if invocation.has("sign-out") { return try await signOut(invocation) }
    guard let text = invocation["hub"] else {
      throw CommandFailure.usage("device: say where your hub is: --hub URL")
    }
    guard let hub = HubAddress(text) else {
      throw CommandFailure.usage("device: --hub is like https://home.example, not '\(text)'")
    }
    let listen = invocation["listen"] ?? "127.0.0.1:8081"
    guard let address = ListenAddress(listen) else {
      throw CommandFailure.usage(
        "--listen is a host and a port, such as 127.0.0.1:8081, not '\(listen)'")
    }
    let words = ["on": true, "off": false]
    let override = try invocation["sharing-override"].map { word throws(CommandFailure) -> Bool in
      guard let isShown = words[word] else {
        throw .usage("--sharing-override is on or off, not '\(word)'")
      }
      return isShown
    }
    try await run(
      hub: hub, data: invocation["data"] ?? DeviceFolder.standardPath, listen: address,
      sharingOverride: override, terminal: invocation.terminal)
    return .ok
  }

  private static func signOut(_ invocation: Invocation) async throws -> ExitCode {
    let data = invocation["data"] ?? DeviceFolder.standardPath
    let signOut = DeviceSignOut(
      folder: DeviceFolder(path: data), givesUpChanges: invocation.has("give-up"))
    let result = try await signOut()
    invocation.terminal.say("Your homes are no longer in \(data).")
    if !result.isEndedAtHub {
      invocation.terminal.say(
        "The hub could not be asked: end this device's session there, on your account's page.")
    }
    return .ok
  }

  static func run(
    hub: HubAddress, data: String, listen: ListenAddress, sharingOverride: Bool?,
    terminal: Terminal
  ) async throws {
    let folder = DeviceFolder(path: data)
    try folder.create()
    let lock = try folder.lock()
    defer { withExtendedLifetime(lock) {} }
    if try await DeviceMove(folder: folder, hub: hub)() {
      terminal.say("The hub of \(data) is now asked at \(hub).")
    }
    if Posix.isOpenToOthers(data) {
      terminal.complain(
        """
        hearth: others on this machine may look into \(data): chmod 700 \(Recovery.quoted(data))
        """)
    }
    let stop = StopSignals()
    let bound = Lock<UInt16>(listen.port)
    let device = try DeviceApp(
      hub: hub, data: data, listen: listen, sharingOverride: sharingOverride,
      announce: { path in
        let address = ListenAddress(host: listen.host, port: bound.withLock { $0 })
        terminal.say("Open http://\(address)\(path)\n(once; it lets one browser in)")
      }, logFailure: { terminal.complain("hearth: \($0)") })
    terminal.say(
      "Hearth \(Program.version) keeps your homes in \(data); its hub is \(hub), whenever that "
        + "can be reached.")
    try device.start { port in bound.withLock { $0 = port } }
    await stop.wait()
    terminal.say("Stopping …")
    await device.stop()
  }
}
