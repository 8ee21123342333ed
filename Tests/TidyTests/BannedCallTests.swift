import Foundation
import Testing

@Suite("What no source does")
struct BannedCallTests {
  private struct Ban {
    let text: String
    let reason: String
    /// Targets, or files by the end of their path, where it is allowed.
    var allowed: Set<String> = []
    var isAllowedInTests = false
  }

  private static let bans = [
    Ban(text: "try!", reason: "an error is handled or passed on", isAllowedInTests: true),
    Ban(
      text: "fatalError(", reason: "a broken invariant is a precondition",
      allowed: ["hub-durability"]),
    Ban(
      text: "print(", reason: "libraries do not write to standard output", allowed: ["simulate"],
      isAllowedInTests: true),
    Ban(text: "INSERT OR REPLACE", reason: "its implied delete takes children along"),
    Ban(text: "Thread.sleep", reason: "sleeping is no synchronisation"),
    Ban(text: "DispatchQueue", reason: "threads are bounded pools of our own"),
    Ban(text: "Task.detached", reason: "every task has an owner"),
    Ban(
      text: "@testable", reason: "tests use what the package offers",
      allowed: ["WebAppTests", "WebAppRouteTests"]),
    Ban(text: "TODO", reason: "what is missing is in the roadmap"),
    Ban(text: "FIXME", reason: "what is broken is mended or in the roadmap"),
  ]

  @Test("D-SYN-13 no source has a banned call in it")
  func bannedCalls() {
    for file in Repository.swiftFiles where file.target != "TidyTests" {
      for (index, line) in file.lines.enumerated() {
        let code = Self.withoutComment(line)
        for ban in Self.bans where Self.contains(code, ban.text) {
          if ban.isAllowedInTests, file.isTest { continue }
          if ban.allowed.contains(file.target) { continue }
          Issue.record("\(file.place(index)) has \(ban.text): \(ban.reason)")
        }
      }
    }
  }

  @Test("every `@unchecked Sendable` says because of what")
  func uncheckedSendable() {
    for file in Repository.swiftFiles where file.target != "TidyTests" {
      for (index, line) in file.lines.enumerated() where line.contains("@unchecked Sendable") {
        let isExplained = file.explains(index, within: 8) { $0.contains("because") }
        #expect(isExplained, "\(file.place(index)) does not say why it is safe")
      }
    }
  }

  @Test("every `try?` has its reason beside it")
  func ignoredErrors() {
    for file in Repository.swiftFiles where !file.isTest {
      for (index, line) in file.lines.enumerated()
      where Self.contains(Self.withoutComment(line), "try?") {
        let isExplained = file.explains(index, within: 4) {
          $0.contains("// ") || $0.contains("/// ")
        }
        #expect(isExplained, "\(file.place(index)) does not say why the error does not matter")
      }
    }
  }

  @Test("no file names a folder of somebody's machine")
  func machinePaths() {
    let folders = ["Sources", "Tests", "tests", "tools", "web", "docs"]
    let endings = [".swift", ".py", ".md", ".c", ".h", ".js", ".css"]
    let others = ["README.md", "CHANGELOG.md", "Makefile", "Package.swift", "tools/setup"]
    let files =
      Repository.files(in: folders, endings: endings) + others.map { Repository.read($0) }
    for file in files where file.target != "TidyTests" {
      for (index, line) in file.lines.enumerated() {
        let isPersonal = Self.machineFolders.contains { Self.names(line, $0) }
        #expect(!isPersonal, "\(file.place(index)) names a folder of one machine")
      }
    }
  }

  private static let machineFolders = ["/root/", "/Users/"]

  /// Whether a path begins with the folder: `/root/` does, `disk/root/` does not.
  private static func names(_ line: String, _ folder: String) -> Bool {
    guard line.contains("/"), let found = line.range(of: folder) else { return false }
    return line[..<found.lowerBound].last.map { !$0.isLetter && !"}.)_-".contains($0) } ?? true
  }

  private static func withoutComment(_ line: String) -> String {
    guard let start = line.range(of: "//"), !line[..<start.lowerBound].hasSuffix(":") else {
      return line
    }
    return String(line[..<start.lowerBound])
  }

  /// Whether the text is there as a word of its own: `sprint(` is no `print(`.
  private static func contains(_ line: String, _ text: String) -> Bool {
    var rest = line[...]
    while let found = rest.range(of: text) {
      let before = rest[..<found.lowerBound].last
      if before.map({ !$0.isLetter && $0 != "_" && $0 != "." }) ?? true { return true }
      rest = rest[found.upperBound...]
    }
    return false
  }
}
