import Foundation
import Testing

/// A family in a file, by the API.
@Suite struct FamilyFileTests {
  @Test("a family that was written comes back to somebody in none, is taken back, and comes again")
  func moves() async throws {
    let hub = try APIHub()
    let home = try await TestFamily(hub)
    _ = try await home.routine("Teeth", #""people": ["<cyd>"], "steps": [{"title": "Top"}]"#)
    let file = await home.get("export")
    try #require(file.status == 200)
    #expect(file.headers["Content-Type"] == "application/zip")
    let dan = try hub.person("dan", scope: .write)
    let look = try await dan.upload(
      "/api/v1/family-imports?dryRun=true", file.bytes, type: "application/zip")
    #expect(look.status == 200, "\(look.text)")
    #expect(try (look.json()["new"] as? [String: Int])?["routine"] == 1)
    #expect(try await dan.get("/api/v1/families").items().isEmpty)
    let came = try await dan.upload(
      "/api/v1/family-imports", file.bytes, type: "application/zip")
    #expect(came.status == 200, "\(came.text)")
    let family = try came.string("familyID")
    #expect(try await dan.get("/api/v1/families/\(family)/routines").items().count == 1)
    let again = try await dan.upload(
      "/api/v1/family-imports", file.bytes, type: "application/zip")
    #expect(try again.json()["new"] as? [String: Int] == [:])
    let past = try await dan.get("/api/v1/family-imports").items()
    #expect(past.count == 1)
    let undo = try came.string("undoID")
    let undone = await dan.delete("/api/v1/family-imports/\(undo)")
    #expect(try undone.json()["isWhole"] as? Bool == true, "\(undone.text)")
    #expect(try await dan.get("/api/v1/families").items().isEmpty)
    #expect(await dan.delete("/api/v1/family-imports/\(undo)").status == 404)
    try hub.removeFolder()
  }

  @Test("who is in another family, names nobody, or sends no family, is told what is wrong")
  func refused() async throws {
    let hub = try APIHub()
    let home = try await TestFamily(hub)
    _ = try await home.routine("Teeth", #""people": ["<cyd>"]"#)
    let file = Array(
      """
      {"format":"hearth-family","version":1,"id":"elsewhere"}
      {"table":"people","id":"eve","name":"Eve"}
      {"table":"families","id":"elsewhere","name":"Berg","createdAt":5}
      """.utf8)
    let type = "application/jsonl"
    for (client, path, bytes, status, code) in [
      (home.bob, "", file, 409, "in_another_family"),
      (home.cyd, "", file, 409, "in_another_family"),
      (try hub.person("dan"), "?people=eve:nobody", file, 400, "bad_query"),
      (try hub.person("dan2"), "?people=eve", file, 400, "bad_query"),
      (try hub.person("dan3"), "", Array("{}".utf8), 422, "unreadable_file"),
    ] {
      let answer = try await client.upload("/api/v1/family-imports\(path)", bytes, type: type)
      #expect(answer.status == status && answer.code == code, "\(answer.text)")
    }
    try hub.removeFolder()
  }
}
