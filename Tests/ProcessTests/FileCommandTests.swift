import Foundation
import Testing

/// Pictures of groups and receipts of expenses, as the program itself takes them in: it reads
/// pictures in a process of its own.
@Suite struct FileCommandTests {
  private struct Setting {
    let folder = NSTemporaryDirectory() + "hearth-files-" + UUID().uuidString

    init() async throws {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      for name in ["ana", "eve"] {
        let made = try await run(
          ["account", "create", name], as: nil, input: "a kettle on the stove\n")
        try #require(made.end == .code(0), "\(made.text)")
      }
      let png = try #require(
        Data(
          base64Encoded: """
            iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9\
            awAAAABJRU5ErkJggg==
            """))
      try png.write(to: URL(fileURLWithPath: folder + "/door.png"))
      for (name, text) in [
        ("bill.pdf", "%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n"),
        ("none.png", "no picture"), ("empty.pdf", ""),
      ] {
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
      }
    }

    func run(
      _ arguments: [String], as account: String? = "ana", input: String = ""
    ) async throws -> (end: ChildProcess.End, text: String) {
      let who = account.map { ["--account", $0] } ?? []
      let process = try ChildProcess(
        "hearth", arguments + ["--data", folder + "/data"] + who, input: input)
      return (await process.end(), process.text)
    }

    func json(_ arguments: String...) async throws -> [String: Any] {
      let run = try await run(arguments + ["--json"])
      try #require(run.end == .code(0), "\(arguments): \(run.text)")
      return try #require(
        try JSONSerialization.jsonObject(with: Data(run.text.utf8)) as? [String: Any])
    }
  }

  @Test("a group gets a picture from a file and loses it, for who may write there")
  func pictures() async throws {
    let setting = try await Setting()
    // Rests of a test in the system's temporary folder.
    defer { try? FileManager.default.removeItem(atPath: setting.folder) }
    _ = try await setting.json("group", "add", "Flat", "--me", "Ana")
    let door = setting.folder + "/door.png"
    let set = try await setting.json("group", "set-picture", "Flat", door)
    #expect(set["width"] as? Int == 1 && set["mediaType"] as? String == "image/png", "\(set)")
    for (file, account) in [
      ("/none.png", "ana"), ("/bill.pdf", "ana"), ("/empty.pdf", "ana"), ("/gone.png", "ana"),
      ("", "ana"), ("/door.png", "eve"),
    ] {
      let bad = try await setting.run(
        ["group", "set-picture", "Flat", setting.folder + file], as: account)
      #expect(bad.end == .code(3), "\(file) \(account): \(bad.text)")
    }
    #expect(
      try await setting.run(["group", "remove-picture", "Flat"], as: "eve").end == .code(3))
    let removed = try await setting.json("group", "remove-picture", "Flat")
    #expect(removed["id"] as? String == set["id"] as? String)
    #expect(try await setting.run(["group", "remove-picture", "Flat"]).end == .code(3))
  }

  @Test("an expense gets receipts from files, each once, and loses them")
  func receipts() async throws {
    let setting = try await Setting()
    // Rests of a test in the system's temporary folder.
    defer { try? FileManager.default.removeItem(atPath: setting.folder) }
    _ = try await setting.json("group", "add", "Flat", "--me", "Ana")
    let expense = try await setting.json("expense", "add", "Flat", "Dinner", "12")
    let id = try #require(expense["id"] as? String)
    let bill = try await setting.json("expense", "add-receipt", id, setting.folder + "/bill.pdf")
    #expect(bill["name"] as? String == "bill.pdf", "\(bill)")
    #expect(bill["mediaType"] as? String == "application/pdf")
    let photo = try await setting.json("expense", "add-receipt", id, setting.folder + "/door.png")
    _ = try await setting.json("expense", "add-receipt", id, setting.folder + "/bill.pdf")
    let list = try await setting.json("expense", "receipts", id)
    #expect((list["items"] as? [[String: Any]])?.count == 2)
    for arguments in [
      ["add-receipt", id, setting.folder + "/none.png"],
      ["add-receipt", "nothing", setting.folder + "/bill.pdf"], ["remove-receipt", id, "nothing"],
    ] {
      let bad = try await setting.run(["expense"] + arguments)
      #expect(bad.end == .code(3), "\(arguments): \(bad.text)")
    }
    let receipt = try #require(photo["id"] as? String)
    for arguments in [
      ["add-receipt", id, setting.folder + "/bill.pdf"], ["remove-receipt", id, receipt],
    ] {
      #expect(try await setting.run(["expense"] + arguments, as: "eve").end == .code(3))
    }
    _ = try await setting.json("expense", "remove-receipt", id, receipt)
    let left = try await setting.json("expense", "receipts", id)["items"] as? [[String: Any]]
    #expect(left?.map { $0["id"] as? String } == [bill["id"] as? String])
  }

  @Test("a step gets a picture from a file and loses it, and a photo shows that it was done")
  func routines() async throws {
    let setting = try await Setting()
    // Rests of a test in the system's temporary folder.
    defer { try? FileManager.default.removeItem(atPath: setting.folder) }
    _ = try await setting.json("family", "create", "Lindqvist")
    _ = try await setting.json(
      "routine", "add", "Room", "--who", "me", "--from", "2026-06-01", "--photo", "on", "--step",
      "Floor")
    let door = setting.folder + "/door.png"
    let set = try await setting.json("routine", "set-picture", "Room", "floor", door)
    #expect(set["width"] as? Int == 1 && set["mediaType"] as? String == "image/png", "\(set)")
    let list = try await setting.json("routine", "pictures", "Room")["items"] as? [[String: Any]]
    #expect(list?.map { $0["id"] as? String } == [set["id"] as? String])
    for arguments in [
      ["set-picture", "Room", "Floor", setting.folder + "/none.png"],
      ["set-picture", "Room", "Wall", door], ["set-picture", "Bed", "Floor", door],
      ["prove", "Room", setting.folder + "/none.png", "--on", "2026-06-01"],
      ["prove", "Room", door, "--on", "2020-01-01"],
    ] {
      let bad = try await setting.run(["routine"] + arguments)
      #expect(bad.end == .code(3), "\(arguments): \(bad.text)")
    }
    for arguments in [
      ["set-picture", "Room", "Floor", door], ["remove-picture", "Room", "Floor"],
      ["prove", "Room", door],
    ] {
      #expect(try await setting.run(["routine"] + arguments, as: "eve").end == .code(3))
    }
    let removed = try await setting.json("routine", "remove-picture", "Room", "Floor")
    #expect(removed["id"] as? String == set["id"] as? String)
    #expect(
      try await setting.run(["routine", "remove-picture", "Room", "Floor"]).end == .code(3))
    let done = try await setting.json("routine", "prove", "Room", door, "--on", "2026-06-01")
    #expect(done["state"] as? String == "waiting", "\(done)")
    let photos = try await setting.json("routine", "photos", "Room", "--on", "2026-06-01")
    #expect((photos["items"] as? [[String: Any]])?.first?["width"] as? Int == 1)
    let none = try await setting.json("routine", "photos", "Room", "--on", "2026-06-02")
    #expect((none["items"] as? [[String: Any]])?.isEmpty == true)
  }
}
