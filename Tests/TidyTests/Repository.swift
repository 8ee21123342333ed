import Foundation

/// The sources as they lie in the repository.
enum Repository {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  struct SourceFile: Sendable {
    /// From the root.
    let path: String
    let lines: [String]

    /// The folder below `Sources` or `Tests`.
    var target: String { path.split(separator: "/").dropFirst().first.map(String.init) ?? "" }
    var isTest: Bool { path.hasPrefix("Tests/") }
  }

  static let swiftFiles: [SourceFile] = files(in: ["Sources", "Tests"], endings: [".swift"])

  static func files(in folders: [String], endings: [String]) -> [SourceFile] {
    folders.flatMap { folder -> [SourceFile] in
      let names = FileManager.default.enumerator(atPath: root.path + "/" + folder)
      return (names?.compactMap { $0 as? String } ?? []).sorted()
        .filter { name in endings.contains { name.hasSuffix($0) } }
        .map { read("\(folder)/\($0)") }
    }
  }

  static func read(_ path: String) -> SourceFile {
    // A file that is not UTF-8 has no lines, which the test of its length then says.
    let text = (try? String(contentsOfFile: root.path + "/" + path, encoding: .utf8)) ?? ""
    return SourceFile(
      path: path,
      lines: text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
  }
}

extension Repository.SourceFile {
  /// Where a line stands, for a message.
  func place(_ index: Int) -> String { "\(path):\(index + 1)" }

  /// Whether one of the lines around says why; comments stand above or at the end of a line.
  func explains(_ index: Int, within distance: Int, _ isReason: (String) -> Bool) -> Bool {
    lines[max(0, index - distance)...min(lines.count - 1, index + distance)].contains(
      where: isReason)
  }
}
