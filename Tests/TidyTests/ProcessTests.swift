import Foundation
import Replica
import Testing
import Things

@Suite("How the project is built, tested and grown")
struct ProcessTests {
  // S0-US000-AC13 S0-US001-10 S0-US002-5 S0-US003-10 S0-US004-6 S0-US005-G5 S0-US006-7 S0-US007-5
  @Test("one command builds everything, runs the tests of every target, and fails when one does")
  func oneCommand() {
    let makefile = Repository.read("Makefile").lines
    #expect(makefile.contains("\t@tools/test"))
    let script = Repository.read("tools/test").lines.joined(separator: "\n")
    #expect(script.contains("swift build --build-tests || finish"))
    #expect(script.contains("for folder in Tests/*Tests; do"))
    #expect(script.contains("swift test --skip-build --filter \"^$1\\\\.\""))
    #expect(script.contains("exit 1"))
    let manifest = Repository.read("Package.swift").lines.joined(separator: "\n")
    let folders = Set(
      Repository.swiftFiles.filter(\.isTest).map(\.target).filter { $0.hasSuffix("Tests") })
    #expect(folders.count > 10)
    for folder in folders { #expect(manifest.contains("name: \"\(folder)\""), "\(folder)") }
  }

  // S1-META S1-6-b
  @Test("the architecture document names the targets of the package")
  func architecture() {
    let document = Repository.read("docs/ARCHITECTURE.md").lines.joined(separator: "\n")
    let manifest = Repository.read("Package.swift").lines.joined(separator: "\n")
    let names = manifest.matches(of: /\.(?:target|executableTarget)\(\s*name: "([A-Za-z]+)"/)
      .map { String($0.1) }
    #expect(names.count > 15)
    // Shims of C and what only tests use explain themselves.
    let own: Set = [
      "CAssets", "CLinux", "ExtremeValues", "OlderHub", "SeededNoise", "StoredZip",
      "SyncTestSupport",
    ]
    for name in names where !own.contains(name) {
      #expect(document.contains("`\(name)`"), "\(name)")
    }
  }

  // S4-2.3.2-c S4-SC-6
  @Test("no source has a made-up user in the place of the one who is signed in")
  func noPlaceholders() {
    for file in Repository.swiftFiles where !file.isTest {
      for (index, line) in file.lines.enumerated() {
        for word in ["currentUserId\"", "currentUserID\"", "placeholder-user", "test-user"] {
          #expect(!line.contains(word), "\(file.place(index))")
        }
      }
    }
  }

  @Test("S2-FILES the schemas need no SQL function of our own: the plain sqlite3 shell is enough")
  func noCustomFunctions() {
    for file in Repository.files(in: ["Sources"], endings: [".swift", ".c", ".h"]) {
      for (index, line) in file.lines.enumerated() {
        for word in ["sqlite3_create_function", "sqlite3_create_collation"] {
          #expect(!line.contains(word), "\(file.place(index))")
        }
      }
    }
  }

  // S3-5.4-c S3-6.3-c S1-8-c
  @Test("no migration drops, renames or retypes anything of a table that is synced")
  func additiveOnly() {
    let synced = Set(Things.schema.tables.map(\.name))
    for script in Things.migrations {
      let found = Self.destructive(script, of: synced)
      #expect(found.isEmpty, "\(found)")
    }
    // What it must see, however it is written.
    for script in [
      "DROP TABLE items", "-- gone\nDROP TABLE items", "/* x */ drop table if exists \"items\"",
      "ALTER TABLE [items] DROP COLUMN name", "ALTER TABLE main.`items` RENAME TO things",
      "SELECT 1; ALTER TABLE items RENAME COLUMN name TO title",
      "CREATE TRIGGER t AFTER INSERT ON items BEGIN SELECT 1; END; DROP TABLE 'items'",
    ] {
      #expect(Self.destructive(script, of: synced).count == 1, "\(script)")
    }
    for script in [
      "ALTER TABLE items ADD COLUMN size TEXT", "DROP TABLE things", "-- DROP TABLE items",
    ] {
      #expect(Self.destructive(script, of: synced).isEmpty, "\(script)")
    }
  }

  /// The statements of a script that take something away from one of the tables.
  private static func destructive(_ script: String, of tables: Set<String>) -> [String] {
    let bare = script.replacing(/--[^\n]*|\/\*[^*]*\*+(?:[^\/*][^*]*\*+)*\//, with: " ")
      .replacing(/["`\[\]'.]/, with: " ")
    return bare.split(separator: ";").compactMap { statement in
      let words = statement.split(whereSeparator: \.isWhitespace).map(String.init)
      let upper = words.map { $0.uppercased() }
      let isDrop = upper.starts(with: ["DROP", "TABLE"])
      guard isDrop || upper.starts(with: ["ALTER", "TABLE"]), !tables.isDisjoint(with: words),
        isDrop || !upper.contains("ADD")
      else { return nil }
      return words.joined(separator: " ")
    }
  }
}
