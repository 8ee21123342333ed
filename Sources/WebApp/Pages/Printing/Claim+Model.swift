/// The report for an insurance claim: which items are in it, and what it will say.
package enum ClaimPage {
  /// Items of one report.
  package static let maxItems = 10_000

  /// A policy to choose.
  package struct PolicyChoice: Equatable, Sendable {
    package var id: String
    package var provider: String
    package var number: String

    package init(id: String, provider: String, number: String = "") {
      self.id = id
      self.provider = provider
      self.number = number
    }
  }

  /// What the report would hold.
  package struct Summary: Equatable, Sendable {
    package var items: Int
    package var unpriced: Int
    package var values: [Money]
    package var photos: Int
    /// Photos whose files are not on this device.
    package var missingPhotos: Int
    package var receipts: Int

    package init(
      items: Int, unpriced: Int = 0, values: [Money] = [], photos: Int = 0,
      missingPhotos: Int = 0, receipts: Int = 0
    ) {
      self.items = items
      self.unpriced = unpriced
      self.values = values
      self.photos = photos
      self.missingPhotos = missingPhotos
      self.receipts = receipts
    }
  }

  /// What the page shows.
  package struct Model: Equatable, Sendable {
    package var home: HomeLink
    package var query: ClaimQuery
    package var paper: ClaimQuery.Paper
    package var policies: [PolicyChoice]
    package var rooms: [PlaceLink]
    package var labels: [LabelLink]
    package var summary: Summary

    package init(
      home: HomeLink, query: ClaimQuery = ClaimQuery(), paper: ClaimQuery.Paper = .a4,
      policies: [PolicyChoice] = [], rooms: [PlaceLink] = [], labels: [LabelLink] = [],
      summary: Summary
    ) {
      self.home = home
      self.query = query
      self.paper = paper
      self.policies = policies
      self.rooms = rooms
      self.labels = labels
      self.summary = summary
    }
  }
}
