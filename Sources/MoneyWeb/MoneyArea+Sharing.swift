import Finances
import HTTPServer
import SharingWeb
import SyncProtocol
import Web

/// Who joins a group has nothing to decide: it is added to their groups.
extension MoneyArea: SharingHost {
  package static func settings(
    of zone: ZoneID, for member: Member, invitee: FieldValue
  ) async throws -> HTTPResponse {
    try await member.groupSettings(
      of: zone, draft: nil, invitee: invitee, status: .unprocessableContent)
  }

  package static func contents(
    ofDeleted counts: [String: Int], _ words: Catalogue
  ) -> [(icon: Icon, text: String, detail: String)] {
    [
      (.coin, words.entryCount(counts["expenses"] ?? 0), ""),
      (.people, words.memberCount(counts["groupMembers"] ?? 0), ""),
    ]
  }

  /// Makes a group of one's own from the copy that a notice offers.
  package static func keepCopy(
    ofNotice id: String, for member: Member
  ) async throws -> HTTPResponse {
    let bytes = try await member.hub.zoneCopy(ofNotice: id)
    let copy = try await member.app.pool.run { try GroupCopy(wireBytes: bytes) }
    let name = try await member.words().copyName(of: copy.groupName)
    let group = try await member.write { try KeepGroupCopy(copy, name: name)($0) }
    // The shares are in the copy: they are not to be kept once more.
    if let lost = copy.groupID {
      _ = try await member.workspace.tend { connection in
        try KeepLostShares.forget([lost], connection)
        return false
      }
    }
    return member.goTo(
      .groups(.group(group.id)),
      saying: .money(
        copy.hasRepeating
          ? .copyKeptPaused(group.details.name) : .copyKept(group.details.name)))
  }

  /// The person's shares stay in their own ledger.
  package static func prepareLeaving(_ zone: ZoneID, for member: Member) async throws {
    _ = try await member.write { try KeepShares(groupID: zone)($0) }
  }
}
