import Blobs
import ClaimReports
import FoundationEssentials
import HTTPServer
import SyncProtocol
import Things
import Values
import Web

/// The report for an insurance claim.
extension WebApplication {
  func claimPage(home: ZoneID, _ query: ClaimQuery) -> Endpoint {
    .viewing(.amounts(of: home)) { at in try await at.claimPage(query) }
  }

  func claimFile(home: ZoneID, _ query: ClaimQuery) -> Endpoint {
    .viewing(.amounts(of: home)) { at in
      let app = at.app
      let (person, now) = (try await at.member.displayName(), try await at.member.hubNow())
      let words = try await at.member.words()
      let drawing = app.claimDrawing
      let written: WrittenClaim
      do {
        written = try await at.member.read { connection in
          try drawing.write(
            home: home, query: query, words: words, person: person, now: now, in: connection)
        }
      } catch ClaimDrawing.Failure.itemCount {
        return try await at.claimPage(query, status: .unprocessableContent)
      }
      let file = try await app.drawn(
        written.script, name: at.homeName + " " + CalendarDay.text(now, words)
      ) { await app.pictures.open($0, of: written) }
      at.count(.claimReportMade(home: home, items: written.itemCount))
      return file
    }
  }
}

extension CalendarDay {
  /// The day as `YYYY-MM-DD`, for the name of a file.
  fileprivate static func text(_ now: Date, _ words: Catalogue) -> String {
    words.calendarDay(now).text
  }
}

extension AtZone {
  fileprivate func claimPage(
    _ query: ClaimQuery, status: HTTPStatus = .ok
  ) async throws -> HTTPResponse {
    let (link, blobs) = (link, app.photos.blobs)
    return try await member.page(
      home: homeID, status: status, { ClaimPage.view($0, in: $1) },
      load: { reader in
        try ClaimPage.Model(link, query, reader) {
          BlobHash($0).map { blobs.size(of: $0) != nil } ?? false
        }
      })
  }
}

extension ClaimPage.Model {
  fileprivate init(
    _ home: ZoneLink, _ query: ClaimQuery, _ reader: PageReader, isHere: (String) -> Bool
  ) throws {
    let connection = reader.connection
    let items = try ClaimItems(home: home.id, ClaimItems.Choice(query), in: connection)
    let ids = items.places.flatMap(\.itemIDs)
    let hashes = try ClaimDetails.photoHashes(of: ids, home: home.id, in: connection)
    self.init(
      home: home, query: query, paper: query.paper ?? .init(in: reader.words.region),
      policies: try PolicyList.rows(home: home.id, today: reader.today.text, in: connection).map {
        ClaimPage.PolicyChoice(
          id: $0.policy.id, provider: $0.policy.provider, number: $0.policy.policyNumber)
      },
      rooms: try LocationTree(home: home.id, in: connection).nodes.filter { $0.depth == 0 }.map {
        PlaceLink($0.location)
      },
      labels: try LabelList.rows(home: home.id, in: connection).map { LabelLink($0.label) },
      summary: ClaimPage.Summary(
        items: items.itemCount, unpriced: items.unpricedCount,
        values: items.values.moneys(first: try Home.currency(of: home.id, in: connection)),
        photos: hashes.count, missingPhotos: hashes.count { !isHere($0) },
        receipts: try ClaimDetails.receiptCount(of: ids, home: home.id, in: connection)))
  }
}

extension WebApplication {
  var claimDrawing: ClaimDrawing {
    ClaimDrawing(
      photos: photos, images: images, documents: documents, pool: pool,
      folder: configuration.spoolDirectory)
  }
}
extension ClaimDrawing.Failure: HouseholdFailure {
  package var reason: ErrorReason { self == .homeNotFound ? .notFound : .badRequest }
}
