import Foundation
import Testing

@testable import hearth
@testable import ThingsWeb
@testable import Web

@Suite("Documents on a device")
struct DevicePrintingTests {
  @Test("without the hub labels and reports are made; photos that are not here are said to be")
  func offline() async throws {
    let setting = try await DeviceSetting()
    let item = try await setting.hearth.addItem(setting.owner, setting.home, "Kettle")
    try await setting.owner.get("/items/\(item)")
    _ = try await setting.owner.upload(
      "/items/\(item)/photos",
      files: [.init(field: "photos", name: "a.png", type: "image/png", bytes: TestPictures.png)])
    let (app, paths) = try setting.device()
    let browser = try await setting.connected(app, paths)
    let hub = setting.server.url
    await setting.server.stop()
    let page = try await browser.get("/homes/\(setting.home)/claim")
    #expect(page.main.contains(catalogue.photosNotHereYet(1)))
    for address in ["/homes/\(setting.home)/claim/report.pdf", "/items/\(item)/print/labels.pdf"] {
      let answer = try await browser.get(address)
      #expect(answer.status == 200)
      guard case .stream(let stream) = answer.body else {
        Issue.record("not sent as it is made")
        continue
      }
      var bytes: [UInt8] = []
      while let piece = try await stream.next() { bytes += piece }
      #expect(bytes.starts(with: Array("%PDF-".utf8)))
    }
    // A phone opens the hub, not this machine's own page.
    let source = try await browser.get("/items/\(item)/print")
    #expect(source.status == 200)
    #expect(browser.app.backend.device?.hub.hasPrefix(hub) == true)
    await app.stop()
  }
}
