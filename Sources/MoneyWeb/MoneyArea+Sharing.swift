import HTTPServer
import SharingWeb
import SyncProtocol
import Web

extension MoneyArea: SharingHost {
  /// Who joins a group has nothing to decide: it is added to their groups.
  package static func choices(
    home: String, role: Role, allowsMerge: Bool, ownHomes: Int, in context: ViewContext
  ) -> HTML { .empty }

  package static func choice(in form: HTTPParameters) throws -> String? { nil }

  package static func settings(
    of zone: ZoneID, for member: Member, invitee: FieldValue
  ) async throws -> HTTPResponse {
    try await member.groupSettings(
      of: zone, draft: nil, invitee: invitee, status: .unprocessableContent)
  }

  /// The hub keeps copies of homes only so far that they can be made one's own; of a group that
  /// somebody has left, the notice offers none.
  package static func keepCopy(
    ofNotice id: String, for member: Member
  ) async throws -> HTTPResponse { throw Abort.notFound }
}
