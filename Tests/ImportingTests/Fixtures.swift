import Foundation
import Importing
import Values

/// A folder for one test's files, removed with the value.
final class Folder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("hearth-importing-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  // A folder that cannot be removed is left to the system's own cleaning.
  deinit { try? FileManager.default.removeItem(at: url) }

  func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    let path = url.appendingPathComponent(name)
    try Data(bytes).write(to: path)
    return path.path
  }

  func file(_ name: String, _ text: String) throws -> String {
    try file(name, Array(text.utf8))
  }
}

let euro = Currency(code: "EUR", exponent: 2)
let dollar = Currency(code: "USD", exponent: 2)
let yen = Currency(code: "JPY", exponent: 0)
let dinar = Currency(code: "KWD", exponent: 3)

func homebox(_ text: String, _ options: ImportOptions = ImportOptions(currency: euro)) throws
  -> ImportDocument
{
  let reader = try CSVReader(bytes: Array(text.utf8), name: "export.csv", limits: options.limits)
  return try HomeboxReader.read(reader, options: options)
}

func movingBox(_ text: String, _ options: ImportOptions = ImportOptions(currency: euro)) throws
  -> ImportDocument
{
  let reader = try CSVReader(bytes: Array(text.utf8), name: "inventory.csv", limits: options.limits)
  return try MovingBoxReader.read(reader, options: options)
}

func archive(
  _ entries: [ZipBuilder.Entry], _ options: ImportOptions = ImportOptions(currency: euro)
) throws -> ImportDocument {
  let folder = try Folder()
  let path = try folder.file("export.zip", ZipBuilder.archive(entries))
  return try InventoryFile.open(path, limits: options.limits).read(options)
}

/// All records of a table.
func records(_ bytes: [UInt8], limits: ImportLimits = ImportLimits()) throws -> [[String]] {
  var reader = try CSVReader(bytes: bytes, name: "table.csv", limits: limits)
  var record = CSVRecord()
  var rows: [[String]] = []
  while try reader.next(into: &record) { rows.append((0..<record.count).map { record.text($0) }) }
  return rows
}

func records(_ text: String) throws -> [[String]] { try records(Array(text.utf8)) }

extension [ImportProblem] {
  var reasons: [ImportProblem.Reason] { map(\.reason) }
}
