import Foundation
import SQLite
import Testing
import hearth

@Suite("hearth export")
struct ExportTests {
  private func withAccount() async throws -> TestFolder {
    let folder = TestFolder()
    let run = await hearth("account", "create", "ana", "--data", folder.data, secret: password)
    try #require(run.code == .ok, "\(run.errors)")
    return folder
  }

  @Test("S3-NG6 an export has all homes of an account, each with its items")
  func allHomes() async throws {
    let folder = try await withAccount()
    let file = try folder.write(homebox, to: "items.csv")
    let other = try folder.write("HB.import_ref,HB.name\nc-1,Canoe\n", to: "other.csv")
    for (file, home) in [(file, "Flat"), (other, "Cabin")] {
      let run = await hearth("import", file, "--home", home, "--data", folder.data)
      try #require(run.code == .ok, "\(run.errors)")
    }
    let out = folder.path + "/export"
    let run = await hearth("export", "--out", out, "--data", folder.data, "--json")
    #expect(run.code == .ok, "\(run.errors)")
    #expect(try run.json()["homeCount"] as? Int == 2)
    #expect(try run.json()["itemCount"] as? Int == 4)
    #expect(try folder.names("export") == ["1-Cabin.csv", "2-Flat.csv", "household.json"])
    let json =
      try JSONSerialization.jsonObject(
        with: try #require(folder.bytes("export/household.json"))) as? [String: Any]
    let tables = try #require(json?["tables"] as? [String: [[String: Any]]])
    #expect(Set(tables["homes"]?.compactMap { $0["name"] as? String } ?? []) == ["Flat", "Cabin"])
    #expect(tables["items"]?.count == 4)
    let cabin = try #require(folder.bytes("export/1-Cabin.csv"))
    #expect(String(decoding: cabin, as: UTF8.self).contains("Canoe"))
    #expect(!String(decoding: cabin, as: UTF8.self).contains("Fork"))
  }

  @Test(
    "S3-NG6 everything in one ZIP is imported into an empty account, the second time nothing"
  )
  func archive() async throws {
    let folder = try await withAccount()
    let file = try folder.write(homebox, to: "items.csv")
    let first = await hearth("import", file, "--home", "Flat", "--data", folder.data)
    try #require(first.code == .ok, "\(first.errors)")
    let zip = folder.path + "/ana.zip"
    let run = await hearth("export", "--format", "zip", zip, "--data", folder.data, "--json")
    #expect(run.code == .ok, "\(run.errors)")
    #expect(try run.json()["itemCount"] as? Int == 3)
    let twice = await hearth("export", "--format", "zip", zip, "--data", folder.data)
    #expect(twice.code != .ok)
    #expect(twice.errors.contains("exists already"))

    let other = try await withAccount()
    let look = await hearth("import", zip, "--data", other.data, "--dry-run", "--json")
    #expect(try look.json()["newHomes"] as? [String] == ["Flat"])
    for new in [3, 0] {
      let run = await hearth("import", zip, "--data", other.data, "--json")
      #expect(run.code == .ok, "\(run.errors)")
      #expect((try run.json()["items"] as? [String: Int])?["new"] == new)
    }
    let back = other.path + "/back"
    #expect(await hearth("export", back, "--data", other.data).code == .ok)
    let table = folder.path + "/table"
    #expect(await hearth("export", table, "--data", folder.data).code == .ok)
    #expect(try other.names("back") == folder.names("table"))
  }

  @Test("photos and papers are counted as people see them, in every form of an export")
  func counts() async throws {
    let folder = try await withAccount()
    let file = try folder.write(homebox, to: "items.csv")
    let first = await hearth("import", file, "--home", "Flat", "--data", folder.data)
    try #require(first.code == .ok, "\(first.errors)")
    // Of the bytes 1, 2, 3: a file that is not what its name says is left out of an archive.
    let here = "039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81"
    let gone = String(repeating: "b", count: 64)
    let photo = """
      "kind":"png","width":1,"height":1,"sortKey":"a0","byteCount":3,"createdAt":1,\
      "createdBy":"ana"
      """
    let paper = """
      "kind":"receipt","name":"r.pdf","media":"pdf","byteCount":3,"createdAt":1,\
      "createdBy":"ana","itemID":"ITEM"
      """
    let connection = try Connection(path: folder.data + "/hub.db")
    let item = try #require(
      try connection.first("SELECT id FROM records WHERE tableName = 'items'") { $0.text(0) })
    for (table, values) in [("photos", photo), ("attachments", paper)] {
      for (id, hash) in [("1", here), ("2", here), ("3", gone)] {
        let values = values.replacing("ITEM", with: item)
        try connection.execute(
          """
          INSERT INTO records (zoneID, tableName, id, sequence, isDead, content)
          SELECT id, ?, ?, 1, 0, CAST(? AS BLOB) FROM zones WHERE kind = 'home'
          """, .text(table), .text("\(table)-\(id)"),
          .text("[[1,\"r.1\"],{},{},{\"blobHash\":\"\(hash)\",\(values)}]"))
      }
    }
    try FileManager.default.createDirectory(
      atPath: folder.data + "/blobs/03", withIntermediateDirectories: true)
    try Data([1, 2, 3]).write(to: URL(fileURLWithPath: "\(folder.data)/blobs/03/\(here)"))
    for format in ["folder", "zip"] {
      let run = await hearth(
        "export", "--format", format, "\(folder.path)/\(format)", "--data", folder.data, "--json")
      #expect(run.code == .ok, "\(run.errors)")
      let counts = try run.json().compactMapValues { $0 as? Int }
      #expect(
        counts == [
          "homeCount": 1, "itemCount": 3, "photoCount": 2, "missingPhotoCount": 1,
          "paperCount": 2, "missingPaperCount": 1,
        ], "\(format)")
    }
    #expect(try folder.names("folder/photos") == ["\(here).png"])
  }

  @Test("one home is exported for MovingBox and imported again; a wrong form or home is named")
  func movingBox() async throws {
    let folder = try await withAccount()
    let file = try folder.write(homebox, to: "items.csv")
    let first = await hearth("import", file, "--home", "Flat", "--data", folder.data)
    try #require(first.code == .ok, "\(first.errors)")
    let zip = folder.path + "/flat.zip"
    let run = await hearth(
      "export", "--format", "movingbox", "--home", "flat", "--out", zip, "--data", folder.data)
    #expect(run.code == .ok, "\(run.errors)")
    let look = await hearth("import", zip, "--dry-run", "--json", "--data", folder.path + "/none")
    #expect((try look.json()["items"] as? [String: Int])?["new"] == 3)
    // Brought back to where it came from it is the same things, not all of them twice.
    let back = await hearth("import", zip, "--json", "--data", folder.data)
    #expect((try back.json()["items"] as? [String: Int])?["new"] == 0, "\(back.output)")
    let tar = await hearth("export", "--format", "tar", "x", "--data", folder.data)
    #expect(tar.errors.contains("--format is folder, zip or movingbox"))
    let none = await hearth(
      "export", "--format", "zip", "--home", "Castle", folder.path + "/x", "--data", folder.data)
    #expect(none.errors.contains("there is no home 'Castle'"))
    // A script names a home by its id, which is never the name of a new one.
    let homes = await hearth("policy", "list", "--data", folder.data, "--json")
    let id = try #require(homes.output.firstMatch(of: /[0-9a-f]{8}-[0-9a-f-]{27}/)).output
    let byID = await hearth("import", file, "--home", String(id), "--data", folder.data, "--json")
    #expect((try byID.json()["items"] as? [String: Int])?["new"] == 0, "\(byID.errors)")
    let one = await hearth(
      "export", "--format", "zip", "--home", String(id), folder.path + "/y", "--data", folder.data)
    #expect(one.code == .ok, "\(one.errors)")
    let other = String(repeating: "0", count: 8) + id.dropFirst(8)
    let wrong = await hearth("import", file, "--home", other, "--data", folder.data)
    #expect(wrong.errors.contains("there is no home '\(other)'"))
  }

  @Test("D-WEB-5 a cell that a spreadsheet would run is defused, and imports as it was")
  func formulas() async throws {
    let folder = try await withAccount()
    let formulas = ["=1+1", "+2", "-3", "@SUM(A1)", "'=quoted"]
    // The reader takes one apostrophe off where a formula follows; others are text.
    let cells = formulas.map { "'" + $0 } + ["plain = text", "'Tis"]
    let text = cells.enumerated().reduce("HB.import_ref,HB.name\n") { table, cell in
      table + "r\(cell.offset),\(cell.element)\n"
    }
    let file = try folder.write(text, to: "items.csv")
    let first = await hearth("import", file, "--home", "Flat", "--data", folder.data)
    try #require(first.code == .ok, "\(first.errors)")
    let out = folder.path + "/export"
    let run = await hearth("export", "--out", out, "--data", folder.data)
    #expect(run.code == .ok, "\(run.errors)")
    let table = String(
      decoding: try #require(folder.bytes("export/1-Flat.csv")), as: UTF8.self)
    for line in table.split(separator: "\r\n").dropFirst() {
      for cell in line.split(separator: ",") {
        let start = cell.drop { $0 == "\"" }.first
        #expect(start.map { !"=+-@\t".contains($0) } ?? true, "\(cell)")
      }
    }
    let again = await hearth(
      "import", out + "/1-Flat.csv", "--home", "Flat", "--data", folder.data, "--json")
    #expect((try again.json()["items"] as? [String: Int])?["new"] == 0)
    let second = await hearth("export", "--out", out + "-2", "--data", folder.data)
    #expect(second.code == .ok, "\(second.errors)")
    let json =
      try JSONSerialization.jsonObject(
        with: try #require(folder.bytes("export-2/household.json"))) as? [String: Any]
    let tables = try #require(json?["tables"] as? [String: [[String: Any]]])
    #expect(
      Set(tables["items"]?.compactMap { $0["name"] as? String } ?? [])
        == Set(formulas + ["plain = text", "'Tis"]))
  }
}
