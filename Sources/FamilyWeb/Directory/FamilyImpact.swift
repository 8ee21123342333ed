import Families
import Web

/// What somebody who leaves a family loses and gets by that, as a question lists it.
package struct FamilyImpact: Equatable, Sendable {
  /// What they have by the family alone.
  package var lost: [ZoneLink] = []
  /// What is theirs and was shared with the family.
  package var ended: [ZoneLink] = []
  /// How many homes and groups they get in the other family.
  package var gainedCount = 0
  package var inviteCount = 0
  package var plan: FamilyChangeSummary.PlanChange?
  /// Stars that they have in the family; 0 where there are none.
  package var stars: Int64 = 0
  package var wishCount = 0
  /// Tablets of the family that they have made.
  package var tabletCount = 0

  package init() {}

  init(_ summary: FamilyChangeSummary) {
    let link = { (place: FamilyChangeSummary.Place) in
      ZoneLink.Kind(place.kind).map { ZoneLink($0, id: place.zone, name: place.title) }
    }
    (lost, ended) = (summary.lost.compactMap(link), summary.ended.compactMap(link))
    (gainedCount, inviteCount) = (summary.gainedCount, summary.inviteCount)
    (plan, tabletCount) = (summary.plan, summary.tabletCount)
  }

  typealias Row = (icon: Icon, text: String, detail: String)

  /// The homes and groups that change.
  func zoneRows(from: String, to: String = "", _ words: Catalogue) -> [Row] {
    var rows: [Row] = []
    if !lost.isEmpty { rows.append((.home, words.loseShared(from), words.list(lost.map(\.name)))) }
    if !ended.isEmpty {
      rows.append((.share, words.stopSharing(from), words.list(ended.map(\.name))))
    }
    if gainedCount > 0 { rows.append((.houses, words.getShared(gainedCount, to), "")) }
    return rows.isEmpty ? [(.home, words.homesStayAsTheyAre, "")] : rows
  }

  /// What else changes.
  func otherRows(from: String, to: String, _ words: Catalogue) -> [Row] {
    var rows: [Row] = []
    if inviteCount > 0 { rows.append((.ticket, words.openInvitesEnd(inviteCount), "")) }
    if tabletCount > 0 { rows.append((.device, words.tabletsStop(tabletCount), "")) }
    if stars > 0 {
      let wishes = wishCount > 0 ? words.wishesStay(wishCount) : ""
      rows.append((.star, words.starsStay(words.stars(stars), in: from), wishes))
    } else if wishCount > 0 {
      rows.append((.star, words.wishesStay(wishCount), ""))
    }
    switch plan {
    case .inherited?: rows.append((.check, words.planInherited(to), ""))
    case .lost?: rows.append((.info, words.planLost(from), ""))
    case nil: break
    }
    return rows
  }
}

extension PresentFamily {
  /// The family of whoever reads a page.
  static func of(_ reader: PageReader) throws -> PresentFamily? {
    try of(reader.accountID, in: reader.connection) { $0.today(at: reader.hubNow, reader.words) }
  }
}

extension Member {
  /// What follows if the person leaves their family; `nil` where that is not known, as on a device.
  func familyImpact(joining inviteID: String? = nil) async throws -> FamilyImpact? {
    guard let shares = app.backend.familyShares else { return nil }
    return FamilyImpact(try await shares.familyChange(of: visitor, joining: inviteID))
  }
}
