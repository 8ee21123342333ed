import Foundation
import Glibc
import Synchronization
import hearth

/// A folder of a test's own; removed with it.
final class TestFolder: Sendable {
  let path: String

  init() {
    path = NSTemporaryDirectory() + "hearth-cli-" + UUID().uuidString
    // The first command that writes there says when this did not work.
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    // Rests of a test in the system's temporary folder.
    try? FileManager.default.removeItem(atPath: path)
  }

  var data: String { path + "/data" }

  func write(_ text: String, to name: String) throws -> String {
    let file = path + "/" + name
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    return file
  }

  func bytes(_ name: String) -> Data? { FileManager.default.contents(atPath: path + "/" + name) }

  func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path + "/" + folder).sorted()
  }
}

/// What a command line led to.
struct CommandRun: Sendable {
  let code: ExitCode
  let output: String
  let errors: String

  /// The JSON that was printed.
  func json() throws -> [String: Any] {
    try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any] ?? [:]
  }
}

private final class Written: Sendable {
  private let text = Mutex("")
  func add(_ more: String) { text.withLock { $0 += more } }
  var all: String { text.withLock { $0 } }
}

/// Runs a command line in this process.
func hearth(
  _ arguments: String..., secret: String? = nil, input: String? = nil
) async -> CommandRun {
  await hearth(arguments: arguments, secret: secret, input: input)
}

func hearth(
  arguments: [String], secret: String? = nil, input: String? = nil
) async -> CommandRun {
  let (output, errors) = (Written(), Written())
  let terminal = Terminal(
    write: { output.add($0) }, writeError: { errors.add($0) }, readSecret: { _ in secret },
    readInput: { maxBytes in input.map { Array($0.utf8.prefix(maxBytes)) } })
  let code = await Program.run(arguments, terminal)
  return CommandRun(code: code, output: output.all, errors: errors.all)
}

let password = "a kettle on the stove"

let homebox = """
  HB.import_ref,HB.location,HB.tags,HB.name,HB.quantity,HB.purchase_price,HB.purchase_date
  ref-1,Garage / Shelf 2,Tools,Cordless drill,1,189.50,2024-03-02
  ref-2,Kitchen,Kitchen,Espresso machine,1,449.00,06/14/2023
  ref-3,Kitchen,Kitchen,Fork,24,1.25,

  """
