import Foundation
import Testing
import Threads

@testable import AccountWeb
@testable import Web
@testable import hearth

/// A device has switches of its own for what is told on it.
@Suite struct DeviceNotificationTests {
  private let list = "/notifications"
  private let settings = "/account/notifications"

  @Test("a switch of a device counts there, without the hub, and after a restart; nowhere else")
  func switches() async throws {
    let setting = try await DeviceSetting(signUps: .open)
    let ben = try await setting.hearth.person("ben", displayName: "Ben")
    try await setting.hearth.admit(ben, to: setting.home, of: setting.owner)
    let (app, browser) = try await setting.connectedDevice()
    let told = try await browser.get(list).main
    #expect(told.contains("Ben") && told.contains(catalogue.newMark))
    #expect(try await browser.submit("/notifications/read").location == list)
    let read = try await browser.get(list).main
    #expect(read.contains("Ben") && !read.contains(catalogue.newMark))
    let form = try await browser.get(settings).main
    #expect(form.contains("app.joined") && !form.contains("mail."))
    #expect(form.contains(catalogue.switchesOfDevice) && !form.contains(catalogue.noMailHere))
    // What is about safety has no switch there, either.
    #expect(!form.contains("app.access") && !form.contains("app.refused"))
    let on = ["app.invited", "app.routineDone", "app.approval"].map { ("on", $0) }
    #expect(try await browser.submit(settings, repeated: on).location == settings)
    #expect(try await !browser.get(list).main.contains("Ben"))
    #expect(try await setting.owner.get(list).main.contains("Ben"))
    await app.stop()
    let (again, paths) = try setting.device()
    let next = Browser(setting.hearth, app: again.app)
    #expect(try await next.get(try #require(paths.withLock { $0.last })).status == 303)
    #expect(try await !next.get(list).main.contains("Ben"))
    await setting.server.stop()
    let kept = try await next.get(settings).main
    #expect(kept.contains("app.joined"))
    let all = on + [("on", "app.joined")]
    #expect(try await next.submit(settings, repeated: all).location == settings)
    try setting.server.start()
    try await next.get("/sync")
    try await next.submit("/sync/now")
    let back = try await next.get(list).main
    #expect(back.contains("Ben") && !back.contains(catalogue.newMark))
    await again.stop()
    // Whoever signs out leaves nothing of it.
    let folder = DeviceFolder(path: setting.folder)
    #expect(folder.notifications().contains("on app.joined"))
    _ = try await DeviceSignOut(folder: folder, givesUpChanges: true)()
    #expect(folder.notifications().isEmpty)
    await setting.server.stop()
  }

  @Test("a command shows and changes a device's switches, also while its app runs")
  func command() async throws {
    let setting = try await DeviceSetting(signUps: .open)
    let (app, browser) = try await setting.connectedDevice()
    func run(_ arguments: String...) async -> (code: ExitCode, output: String) {
      let output = Lock("")
      let terminal = Terminal(
        write: { text in output.withLock { $0 += text } }, writeError: { _ in },
        readSecret: { _ in nil })
      let code = await Program.run(
        ["notifications"] + arguments + ["--device", setting.folder], terminal)
      return (code, output.withLock { $0 })
    }
    #expect(await run("settings").output.contains("refused"))
    let off = await run("set", "joined", "--app", "off", "--json")
    #expect(off.code == .ok && off.output.contains(#""inApp" : false"#), "\(off.output)")
    #expect(await run("settings", "--json").output.contains(#""kind" : "joined""#))
    // The app, which was running, neither shows the old switch nor writes it back.
    let form = try await browser.get(settings).main
    let joined = try #require(form.firstMatch(of: /<input[^>]*app\.joined[^>]*>/)).0
    #expect(!joined.contains(" checked"))
    #expect(try await browser.submit("/notifications/read").location == list)
    #expect(DeviceFolder(path: setting.folder).notifications().contains("off app.joined"))
    for (arguments, code) in [
      (["set", "access", "--app", "off"], ExitCode.refused), (["set", "joined"], .usage),
      (["set", "joined", "--app", "off", "--mail", "on"], .usage),
      (["set", "nothing", "--app", "on"], .usage),
    ] {
      let run = await Program.run(
        ["notifications"] + arguments + ["--device", setting.folder],
        Terminal(write: { _ in }, writeError: { _ in }, readSecret: { _ in nil }))
      #expect(run == code, "\(arguments)")
    }
    let none = await Program.run(
      ["notifications", "settings", "--device", setting.folder + "/nothing"],
      Terminal(write: { _ in }, writeError: { _ in }, readSecret: { _ in nil }))
    #expect(none == .refused)
    await app.stop()
    await setting.server.stop()
  }

  @Test("a device has no addresses for mail, and a spoiled file of its switches tells everything")
  func bounds() async throws {
    let setting = try await DeviceSetting(signUps: .open)
    let ben = try await setting.hearth.person("ben", displayName: "Ben")
    try await setting.hearth.admit(ben, to: setting.home, of: setting.owner)
    try FileManager.default.createDirectory(
      atPath: setting.folder, withIntermediateDirectories: true)
    try Data(
      ("off\nseen x y\n\u{0}\noff app.joined extra\n" + String(repeating: "z", count: 9000)).utf8
    )
    .write(to: URL(fileURLWithPath: setting.folder + "/notifications"))
    let (app, browser) = try await setting.connectedDevice()
    #expect(try await browser.get(list).main.contains("Ben"))
    try await browser.get(settings)
    for path in ["\(settings)/mail", "\(settings)/mail/remove"] {
      #expect(try await browser.submit(path, ["address": "a@b.example"]).status == 404, "\(path)")
    }
    for path in ["/mail/confirm/x", "/mail/stop/x", "/account/calendar"] {
      #expect(try await browser.get(path).status == 404, "\(path)")
    }
    await app.stop()
    await setting.server.stop()
  }
}
