import Families
import HTTPServer
import SharingWeb
import SyncProtocol
import Web

/// Who joins a family has nothing to decide: a family that they are in is told before.
extension FamilyArea: SharingHost {
  package static func settings(
    of zone: ZoneID, for member: Member, invitee: FieldValue
  ) async throws -> HTTPResponse {
    try await member.familySettings(
      of: zone, draft: nil, invitee: invitee, status: .unprocessableContent)
  }

  package static func contents(
    ofDeleted counts: [String: Int], _ words: Catalogue
  ) -> [(icon: Icon, text: String, detail: String)] {
    [(.check, words.routineCount(counts["routines"] ?? 0), "")]
  }

  /// A family is people: nobody keeps a copy of one that they have left.
  package static func keepCopy(
    ofNotice id: String, for member: Member
  ) async throws -> HTTPResponse { throw Abort.because(.gone) }
}
