// A sold item is archived: being archived is all that decides whether an item counts as owned, in
// lists, totals and insurance.
extension ItemDetails {
  /// Whether the item is sold: a day, price or buyer is given.
  package var isSold: Bool { soldOn != nil || soldMinor != nil || !soldTo.isEmpty }

  /// The details, archived if the item is sold now and was not before, as selling in one step does.
  ///
  /// - Parameter stored: the item's stored details; `nil` for a new item.
  package func settled(since stored: ItemDetails?) -> ItemDetails {
    var settled = self
    if isSold, stored?.isSold != true { settled.isArchived = true }
    return settled
  }
}
