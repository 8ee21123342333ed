import Web

/// What can be taken along: everything, or one home, for Hearth and for other programs.
package enum ExportPage {
  package struct Model: Equatable, Sendable {
    package var homes: [ZoneLink]
    /// What an export for MovingBox leaves out or cannot say, by the home's id.
    package var losses: [String: Loss] = [:]
    package var itemCount: Int
    /// Photos and papers.
    package var fileCount: Int
    /// Of all photos and papers.
    package var byteCount: Int64
    /// The largest file that can be imported in the browser.
    package var maxImportBytes: Int64

    package init(
      homes: [ZoneLink], itemCount: Int, fileCount: Int, byteCount: Int64, maxImportBytes: Int64
    ) {
      self.homes = homes
      self.itemCount = itemCount
      self.fileCount = fileCount
      self.byteCount = byteCount
      self.maxImportBytes = maxImportBytes
    }
  }

  /// What an export for MovingBox leaves out, or cannot say.
  package struct Loss: Equatable, Sendable {
    /// Sold and archived items.
    package var leftOutCount = 0
    /// Items and policies with amounts in another currency than their home's.
    package var otherCurrencyItemCount = 0
    package var otherCurrencyPolicyCount = 0

    package init(
      leftOutCount: Int = 0, otherCurrencyItemCount: Int = 0, otherCurrencyPolicyCount: Int = 0
    ) {
      self.leftOutCount = leftOutCount
      self.otherCurrencyItemCount = otherCurrencyItemCount
      self.otherCurrencyPolicyCount = otherCurrencyPolicyCount
    }

    static func + (left: Loss, right: Loss) -> Loss {
      Loss(
        leftOutCount: left.leftOutCount + right.leftOutCount,
        otherCurrencyItemCount: left.otherCurrencyItemCount + right.otherCurrencyItemCount,
        otherCurrencyPolicyCount: left.otherCurrencyPolicyCount + right.otherCurrencyPolicyCount)
    }
  }
}
