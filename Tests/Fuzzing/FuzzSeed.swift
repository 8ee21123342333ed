import Foundation

/// Bytes that a fuzzer starts from.
package struct FuzzSeed: Sendable {
  package let name: String
  package let bytes: [UInt8]

  /// The golden bytes of the protocol, in the order of their names, and what lies in files.
  ///
  /// - Throws: when the folder of the fixtures is not beside this one.
  package static func all() throws -> [FuzzSeed] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("SyncProtocolTests/Fixtures")
    let expenses = folder.deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("ExpenseFixtures")
    return try files(in: folder) + stored + files(in: expenses)
  }

  private static func files(in folder: URL) throws -> [FuzzSeed] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    return try names.map { name in
      FuzzSeed(
        name: name, bytes: Array(try Data(contentsOf: folder.appendingPathComponent(name))))
    }
  }

  private init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  private init(_ name: String, _ text: String) {
    self.init(name: name, bytes: Array(text.utf8))
  }

  private static let stored = [
    FuzzSeed(
      "registers",
      #"[[115816896921600003,"k3v9.41"],{"quantity":[115816896921600009,"hub-e1.7"]},"#
        + #"{"claimedBy":"ada"},{"claimedBy":"ada","content":{"amountMinor":1000,"splits":"#
        + #"[{"id":"s1","owedMinor":333}]},"name":"Kettle","quantity":2}]"#),
    FuzzSeed(
      "registers, first form",
      #"{"claimedBy":[115816896921600003,"k3v9.41","ada","ada"],"#
        + #""name":[115816896921600003,"k3v9.41","Kettle"]}"#),
    FuzzSeed(
      "undo",
      #"[["HOME",{"k":"c","t":"items","i":"i1","r":{"name":"Pot"},"v":{"content":"k3v9.40"}}],"#
        + #"["HOME",{"k":"x","t":"items","i":"i2"}]]"#),
    FuzzSeed(
      "former records",
      #"[{"t":"items","i":"i1","b":{"name":"Pot","thumbnail":{"$b":"AP8Q"}},"to":["h2","i1"]}]"#),
    FuzzSeed("counts", #"{"homes":1,"items":12}"#),
    FuzzSeed(
      "entry",
      #"{"z":"HOME","n":13,"id":"k3v9.41","a":"ADA","h":115816896921600003,"at":1767225600120,"#
        + #""parts":{"HOME":13,"h2":10},"e":[{"k":"p","t":"items","i":"i1","r":{"name":"Pot"}}]}"#),
    FuzzSeed("answer", #"{"no":"stale","t":"expenses","i":"e1","d":"content"}"#),
    FuzzSeed("accepted", #"{"ok":{"HOME":13,"h2":10}}"#),
    FuzzSeed("value", #"{"a":[1,-2,1.5e3,null,"\ud834\udd1e\u0000",{"$b":"AP8Q"}],"b":{"":0}}"#),
    FuzzSeed(
      "kept news",
      #"{"news":{"version":3,"invite":true,"join":true,"paused":false},"tag":"\"a\"","#
        + #""heardAt":1767225600000,"latest":1767225600000}"#),
    FuzzSeed("precondition", #"["HOME",12]"#), FuzzSeed("key", #"["items","i1"]"#),
    FuzzSeed("position", #"{"from":9,"grant":"hub-e1.9","after":["items","i1"]}"#),
    FuzzSeed("id", "k3v9x0qh2m7d8w4zt5rb6ncj.41"),
    FuzzSeed("token", "c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LXNlY3J"),
    FuzzSeed("secret", "hearth_c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LXNlY3J"),
    FuzzSeed("code", "KHT-4827"),
    FuzzSeed(
      "events",
      "event: listening\ndata: {}\n\n:\n\ndata: {\"zone\":\"HOME\",\"head\":13}\r\n\r\n"),
    FuzzSeed(
      "headers",
      "HTTP/1.1 503 busy\r\nRetry-After: 5\r\nUpload-Offset: 41\r\n"
        + "Content-Range: bytes 0-4194303/9000000\r\nETag: \"a1\"\r\nX-Hearth-Protocol: 1\r\n"),
  ]
}
