import HTTPServer
import Household
import SyncProtocol

/// Tables of a home's items to take along: of a home one has, and of one that one had.
extension WebApplication {
  func exportHome(_ home: ZoneID) -> Endpoint {
    .viewing(.home(home)) { at in
      let text = try await at.member.read { connection in
        try HouseholdExport.csv(of: home, in: connection).text
      }
      return .table(text, name: at.homeName)
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
      let text = try await member.app.pool.run { try HomeCopy(wireBytes: bytes).csv() }
      return .table(text, name: notice.title)
    }
  }
}

extension HTTPResponse {
  /// A file to save, called after its home; letters that not every system takes become dashes.
  fileprivate static func table(_ text: String, name: String) -> HTTPResponse {
    let letters = name.unicodeScalars.prefix(60).map { scalar in
      scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
        ? Character(scalar) : "-"
    }
    var response = HTTPResponse.bytes(Array(text.utf8), type: "text/csv; charset=utf-8")
    response.headers["Content-Disposition"] =
      "attachment; filename=\"\(letters.isEmpty ? "home" : String(letters)).csv\""
    return response
  }
}
