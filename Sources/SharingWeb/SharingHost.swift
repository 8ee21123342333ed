import HTTPServer
import SyncProtocol
import Web

/// An area whose zones can be shared and joined: what it gives to the pages of sharing.
package protocol SharingHost: Area {
  /// The choices in the form of an invite for somebody who has homes of their own; empty where
  /// there is nothing to decide.
  static func choices(
    home: String, role: Role, allowsMerge: Bool, ownHomes: Int, in context: ViewContext
  ) -> HTML

  /// What was chosen, as the hub stores it, if something has to be decided before joining; `nil`
  /// where the zone is only added to the person's own.
  static func choice(in form: HTTPParameters) throws -> String?

  /// The settings page of a zone, with the name of an invite that could not be made.
  static func settings(
    of zone: ZoneID, for member: Member, invitee: FieldValue
  ) async throws -> HTTPResponse

  /// What was in a deleted zone, as one line.
  ///
  /// - Parameter counts: the number of records by table.
  static func summary(ofDeleted counts: [String: Int], _ words: Catalogue) -> String

  /// The same as rows, for questions.
  static func contents(
    ofDeleted counts: [String: Int], _ words: Catalogue
  ) -> [(icon: Icon, text: String, detail: String)]

  /// Keeps the copy of a lost zone that a notice offers.
  static func keepCopy(ofNotice id: String, for member: Member) async throws -> HTTPResponse

  /// What else changes for somebody who leaves a zone.
  static func leaving(
    _ zone: ZoneLink, for member: Member
  ) async throws -> @Sendable (PageReader) throws -> [SharingQuestionPage.Row]

  /// Keeps what of a zone is the person's own, right before they leave it.
  static func prepareLeaving(_ zone: ZoneID, for member: Member) async throws
}

extension SharingHost {
  package static func choices(
    home: String, role: Role, allowsMerge: Bool, ownHomes: Int, in context: ViewContext
  ) -> HTML { .empty }

  package static func choice(in form: HTTPParameters) throws -> String? { nil }

  package static func summary(ofDeleted counts: [String: Int], _ words: Catalogue) -> String {
    contents(ofDeleted: counts, words).map(\.text).joined(separator: " · ")
  }

  package static func leaving(
    _ zone: ZoneLink, for member: Member
  ) async throws -> @Sendable (PageReader) throws -> [SharingQuestionPage.Row] { { _ in [] } }

  package static func prepareLeaving(_ zone: ZoneID, for member: Member) async throws {}
}

extension Areas {
  /// The area that has the pages of zones of a kind.
  package func sharingHost(of kind: ZoneLink.Kind) -> any SharingHost.Type {
    for case let host as any SharingHost.Type in all where host.zoneKind == kind { return host }
    preconditionFailure("no area has pages of zones of the kind \(kind)")
  }
}
