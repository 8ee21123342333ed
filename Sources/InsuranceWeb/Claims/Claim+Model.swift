import ClaimReports
import Values
import Web

/// The report for an insurance claim: which items are in it, and what it will say.
package enum ClaimPage {
  /// Items of one report.
  package static let maxItems = ClaimDrawing.maxItems

  /// A policy to choose.
  package struct PolicyChoice: Equatable, Sendable {
    package var id: String
    package var provider: String
    package var number: String = ""
  }

  /// What the report would hold.
  package struct Summary: Equatable, Sendable {
    package var items: Int
    package var unpriced: Int = 0
    package var values: [Money] = []
    package var photos: Int = 0
    /// Photos whose files are not on this device.
    package var missingPhotos: Int = 0
    package var receipts: Int = 0
  }

  /// What the page shows.
  package struct Model: Equatable, Sendable {
    package var home: ZoneLink
    package var query: ClaimQuery = ClaimQuery()
    package var paper: ClaimQuery.Paper = .a4
    package var policies: [PolicyChoice] = []
    package var rooms: [PlaceLink] = []
    package var labels: [LabelLink] = []
    package var summary: Summary
  }
}
