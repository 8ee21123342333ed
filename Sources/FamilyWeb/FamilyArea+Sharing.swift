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

  package static func leaving(
    _ zone: ZoneLink, for member: Member
  ) async throws -> @Sendable (PageReader) throws -> [SharingQuestionPage.Row] {
    let impact = try await member.familyImpact()
    return { reader in
      guard let present = try PresentFamily.of(reader), present.id == zone.id else { return [] }
      let words = reader.words
      var rows: [FamilyImpact.Row] = []
      if present.routineCount > 0 {
        rows.append((.check, words.routinesPassYouBy(present.routineCount), ""))
      }
      if var impact {
        (impact.stars, impact.wishCount) = (present.stars, present.wishCount)
        rows += impact.zoneRows(from: zone.name, words)
        rows += impact.otherRows(from: zone.name, to: "", words)
      }
      return rows.map { SharingQuestionPage.Row($0.icon, $0.text, $0.detail) }
    }
  }

  /// A family is people: nobody keeps a copy of one that they have left.
  package static func keepCopy(
    ofNotice id: String, for member: Member
  ) async throws -> HTTPResponse { throw Abort.because(.gone) }
}
