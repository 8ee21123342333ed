import HTTPServer
import SyncProtocol
import Web

/// The area of import and export: what it gives to the pages of homes.
package protocol TransferHost: Area {
  /// The person's own imports into a home that can still be taken back.
  static func recentImports(
    into home: ZoneID, for member: Member
  ) async throws -> [RecentImport]

  /// Turns the copy of a lost home that a notice offers into an import, which is looked at first.
  static func keepCopy(ofNotice id: String, for member: Member) async throws -> HTTPResponse
}

extension Areas {
  package var transfer: any TransferHost.Type {
    for case let host as any TransferHost.Type in all { return host }
    preconditionFailure("no area imports and exports")
  }
}
