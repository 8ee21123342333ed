import Foundation
import Testing

@Suite("What the documents say")
struct DocumentTests {
  private static let documents =
    ["README.md", "CHANGELOG.md"].map { Repository.read($0) }
    + Repository.files(in: ["docs"], endings: [".md"])

  @Test("documents name only make targets that exist")
  func makeTargets() {
    let makefile = Repository.read("Makefile").lines
    let targets = Set(
      makefile.compactMap { $0.firstMatch(of: /^([a-z0-9]+):/).map { String($0.1) } })
    #expect(targets.isSuperset(of: ["run", "build", "test", "sim", "bench", "screenshots"]))
    for file in Self.documents {
      for (index, line) in file.lines.enumerated() {
        for match in line.matches(of: /(?:`|^    )make ([a-z0-9]+)/) {
          let isKnown = targets.contains(String(match.1))
          #expect(isKnown, "\(file.place(index)) names make \(match.1)")
        }
      }
    }
  }

  @Test("documents name only commands of hearth that exist")
  func commands() {
    let sources = Repository.swiftFiles.filter { $0.target == "hearth" }
    let known = Set(
      sources.flatMap(\.lines).compactMap {
        $0.firstMatch(of: /path: \["([a-z]+)"/).map { String($0.1) }
      })
    #expect(known.isSuperset(of: ["serve", "import", "backup", "restore", "account"]))
    for file in Self.documents {
      for (index, line) in file.lines.enumerated() {
        for match in line.matches(of: /(?:`|^    |bin\/)hearth ([a-z]+)/) {
          let isKnown = known.contains(String(match.1))
          #expect(isKnown, "\(file.place(index)) names hearth \(match.1)")
        }
      }
    }
  }

  @Test("documents link to files that exist")
  func links() {
    for file in Self.documents {
      let folder = file.path.split(separator: "/").dropLast().joined(separator: "/")
      for (index, line) in file.lines.enumerated() {
        for match in line.matches(of: /\]\(([^)#:]+)(?:#[^)]*)?\)/) {
          let target = folder.isEmpty ? String(match.1) : folder + "/" + match.1
          // Pictures are taken by `make screenshots`, and may not have been taken yet.
          if target.hasSuffix(".png") { continue }
          let exists = FileManager.default.fileExists(
            atPath: Repository.root.path + "/" + target)
          #expect(exists, "\(file.place(index)) links to \(match.1)")
        }
      }
    }
  }
}
