import HTTPServer
import SharingWeb
import SyncProtocol
import Web

extension ThingsArea: SharingHost {
  package static func choices(
    home: String, role: Role, allowsMerge: Bool, ownHomes: Int, in context: ViewContext
  ) -> HTML {
    JoinDecisionPage.choices(
      home: home, role: role, allowsMerge: allowsMerge, ownHomes: ownHomes, in: context)
  }

  package static func choice(in form: HTTPParameters) throws -> String? {
    let choice = form.first("choice").flatMap { JoinDecisionPage.Choice(rawValue: $0) }
    guard let choice, choice != .alongside else { return nil }
    return try JoinChoice(choice: choice).text
  }

  package static func settings(
    of zone: ZoneID, for member: Member, invitee: FieldValue
  ) async throws -> HTTPResponse {
    try await member.settings(
      of: zone, draft: nil, invitee: invitee, status: .unprocessableContent)
  }

  package static func summary(ofDeleted counts: [String: Int], _ words: Catalogue) -> String {
    words.summary(HomeSettingsPage.Contents(counts))
  }

  package static func contents(
    ofDeleted counts: [String: Int], _ words: Catalogue
  ) -> [(icon: Icon, text: String, detail: String)] {
    words.plan(of: HomeSettingsPage.Contents(counts))
  }

  package static func keepCopy(
    ofNotice id: String, for member: Member
  ) async throws -> HTTPResponse {
    try await member.app.areas.transfer.keepCopy(ofNotice: id, for: member)
  }
}
