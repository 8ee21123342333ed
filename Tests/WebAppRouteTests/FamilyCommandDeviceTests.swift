import Foundation
import Testing
import Threads

@testable import hearth
@testable import Web

/// The commands about families on a device.
@Suite struct FamilyCommandDeviceTests {
  private func run(
    _ setting: DeviceSetting, _ arguments: String...
  ) async -> (code: ExitCode, output: String, errors: String) {
    let (output, errors) = (Lock(""), Lock(""))
    let terminal = Terminal(
      write: { text in output.withLock { $0 += text } },
      writeError: { text in errors.withLock { $0 += text } }, readSecret: { _ in nil })
    let code = await Program.run(arguments + ["--device", setting.folder], terminal)
    return (code, output.withLock { $0 }, errors.withLock { $0 })
  }

  @Test("a tick waits on a device while the hub is away; what the hub alone decides fails then")
  func waiting() async throws {
    let setting = try await DeviceSetting()
    let (app, paths) = try setting.device()
    _ = try await setting.connected(app, paths)
    await app.stop()
    let made = await run(setting, "family", "create", "Lindqvist")
    #expect(made.code == .ok, "\(made.errors)")
    let routine = await run(
      setting, "routine", "add", "Teeth", "--who", "me", "--from", "2026-06-01", "--step", "Top",
      "--step", "Bottom")
    #expect(routine.code == .ok, "\(routine.errors)")
    await setting.server.stop()
    let tick = await run(
      setting, "routine", "tick", "Teeth", "--on", "2026-06-01", "--step", "top", "--json")
    #expect(tick.code == .ok && tick.output.contains(#""isSent" : false"#), "\(tick.errors)")
    let day = await run(setting, "routine", "day", "--on", "2026-06-01")
    #expect(day.code == .ok && day.output.contains("1 of 2 steps"), "\(day.output)")
    for arguments in [["invite", "child"], ["leave"], ["create", "Other"]] {
      let away = await run(
        setting, "family", arguments[0], arguments.count > 1 ? arguments[1] : "--json")
      #expect(away.code == .failed || away.code == .refused, "\(arguments): \(away.errors)")
    }
    try setting.server.start()
    let sent = await run(
      setting, "routine", "tick", "Teeth", "--on", "2026-06-01", "--step", "Bottom", "--json")
    #expect(sent.code == .ok && sent.output.contains(#""isSent" : true"#), "\(sent.errors)")
    let replica = try setting.hearth.replica(of: "anna")
    try await replica.sync()
    let count = try replica.file.read { connection in
      try connection.first("SELECT count(*) FROM routineEvents WHERE kind = 'done'") {
        $0.integer(0)
      }
    }
    // Both steps, and the routine as a whole with the last one.
    #expect(count == 3)
    let invite = await run(setting, "family", "invite", "child", "--json")
    #expect(invite.code == .ok && invite.output.contains(#""role" : "child""#), "\(invite.errors)")
    await setting.server.stop()
  }
}
