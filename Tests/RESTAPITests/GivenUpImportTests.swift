import Foundation
import HTTPServer
import Testing
import Threads

/// Imports whose client leaves: nobody waits for what they do.
@Suite struct GivenUpImportTests {
  private static let rowCount = 6000

  /// Sends a large table whose client leaves after the hub has asked for it so often.
  private func send(
    _ client: Client, _ query: String, leavingAfter asked: Int, _ hub: APIHub
  ) async throws -> (answer: Client.Answer, asked: Int) {
    let rows = (0..<Self.rowCount).map { "r\($0),Item \($0)\n" }.joined()
    let bytes = Array(("HB.import_ref,HB.name\n" + rows).utf8)
    let file = try OpenFile(unnamedIn: hub.folder + "/spool")
    try file.append(bytes)
    let count = Lock(0)
    let answer = await client.send(
      .post, "/api/v1/import?\(query)", headers: ["Content-Type": "text/csv"],
      content: .file(SpooledFile(file: file, size: bytes.count)),
      isAwaited: {
        count.withLock {
          $0 += 1
          return $0 <= asked
        }
      })
    return (answer, count.withLock { $0 })
  }

  @Test("an import is given up while it is read and compared, and leaves nothing")
  func comparing() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let home = try await ana.addHome()
    for query in ["homeID=\(home)", "homeID=\(home)&dryRun=true"] {
      for asked in [0, 4] {
        let (answer, count) = try await send(ana, query, leavingAfter: asked, hub)
        #expect(answer.code == "not_awaited" && answer.status == 503, "\(answer.text)")
        #expect(try answer.string("kept") == "Nothing was changed.")
        #expect(count == asked + 1)
      }
    }
    #expect(try await ana.names("/api/v1/items?limit=5") == [])
    try hub.removeFolder()
  }

  @Test("an import is given up between two parts, says what stays, and can be sent again")
  func writing() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let home = try await ana.addHome()
    // Once after reading, at every 500th item, and before the first part.
    let asked = 1 + Self.rowCount / 500 + 1
    let (answer, _) = try await send(ana, "homeID=\(home)", leavingAfter: asked, hub)
    #expect(answer.code == "not_awaited", "\(answer.text)")
    #expect(try answer.string("kept").contains("Some of it was written"))
    let written = try await ana.names("/api/v1/items?limit=200").count
    #expect(written > 0 && written < Self.rowCount)
    let again = try await send(ana, "homeID=\(home)", leavingAfter: .max, hub).answer.json()
    let items = try #require(again["items"] as? [String: Int])
    let (unchanged, new) = (try #require(items["unchanged"]), try #require(items["new"]))
    #expect(unchanged > 0 && new > 0 && unchanged + new == Self.rowCount)
    try hub.removeFolder()
  }
}
