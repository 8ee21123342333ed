import HTTPServer
import Household
import SyncProtocol

/// Tables of a home's items to take along: of a home one has, and of one that one had.
extension WebApplication {
  func exportHome(_ home: ZoneID) -> Endpoint {
    .viewing(.home(home)) { at in
      let folder = at.member.app.imports.directory
      let table = try await at.member.read { connection in
        try SpooledFile(unnamedIn: folder) {
          try HouseholdExport.writeCSV(of: home, in: connection, to: $0)
        }
      }
      return .table(table, name: at.homeName)
    }
  }

  /// What was in a home when the account lost it.
  func noticeCopy(_ id: String) -> Endpoint {
    .member { member in
      let hub = member.hub
      guard let notice = try await hub.notices().first(where: { $0.id == id }) else {
        throw Stop.notFound
      }
      // There was no copy, or its time is over.
      guard notice.copyUntil != nil else { throw Stop.because(.gone) }
      let bytes = try await hub.zoneCopy(ofNotice: id)
      let folder = member.app.imports.directory
      let table = try await member.app.pool.run {
        try SpooledFile(unnamedIn: folder) { try HomeCopy(wireBytes: bytes).writeCSV(to: $0) }
      }
      return .table(table, name: notice.title)
    }
  }
}

extension HTTPResponse {
  /// A file to save, called after its home; letters that not every system takes become dashes.
  ///
  /// Written to a file first, in one transaction: whoever loads it slowly holds up nobody, and it
  /// takes no memory.
  static func table(_ table: SpooledFile, name: String) -> HTTPResponse {
    let letters = name.unicodeScalars.prefix(60).map { scalar in
      scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
        ? Character(scalar) : "-"
    }
    var response = HTTPResponse(
      headers: ["Content-Type": "text/csv; charset=utf-8"],
      body: .file(FileSlice(file: table.file, count: table.size)))
    response.headers["Content-Disposition"] =
      "attachment; filename=\"\(letters.isEmpty ? "home" : String(letters)).csv\""
    return response
  }
}
