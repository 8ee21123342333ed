// What is sold is archived: the archive alone says what counts as owned, in lists, totals and
// insurance.
extension ItemDetails {
  /// Any of what is said of a sale says so.
  package var isSold: Bool { soldOn != nil || soldMinor != nil || !soldTo.isEmpty }

  /// With what is sold now, and was not before, in the archive, as selling in one step puts it
  /// there.
  ///
  /// - Parameter stored: the item as it is; `nil` for a new one.
  package func settled(since stored: ItemDetails?) -> ItemDetails {
    var settled = self
    if isSold, stored?.isSold != true { settled.isArchived = true }
    return settled
  }
}
