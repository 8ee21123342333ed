import Web

/// The search, filters, order and page of a list of items: the part of an address after the `?`.
package struct ItemQuery: Equatable, Hashable, Sendable {
  /// Words to look for, as typed; empty: everything.
  package var search: String
  /// Only this home. It is ignored on the page of one home.
  package var homeID: String?
  /// The id of a room to filter by, or ``noRoom``; `nil` for any.
  package var roomID: String?
  package var labelID: String?
  package var sort: ItemSort
  /// Only items without a price.
  package var hasNoPrice: Bool
  /// Only items without a photo.
  package var hasNoPhoto: Bool
  /// Only items without a serial number.
  package var hasNoSerial: Bool
  /// Only items without a receipt.
  package var hasNoReceipt: Bool
  /// Only items that are lent.
  package var isLent: Bool
  /// The archive instead of what is in use.
  package var isArchived: Bool
  /// All items on the page begin ticked.
  package var ticksPage: Bool
  /// Where the page begins: the opaque cursor that the page before gave; `nil`: at the start.
  package var after: String?

  package init(
    search: String = "", homeID: String? = nil, roomID: String? = nil, labelID: String? = nil,
    sort: ItemSort = .newest, hasNoPrice: Bool = false, hasNoPhoto: Bool = false,
    hasNoSerial: Bool = false, hasNoReceipt: Bool = false, isLent: Bool = false,
    isArchived: Bool = false, ticksPage: Bool = false, after: String? = nil
  ) {
    self.search = search
    self.homeID = homeID
    self.roomID = roomID
    self.labelID = labelID
    self.sort = sort
    self.hasNoPrice = hasNoPrice
    self.hasNoPhoto = hasNoPhoto
    self.hasNoSerial = hasNoSerial
    self.hasNoReceipt = hasNoReceipt
    self.isLent = isLent
    self.isArchived = isArchived
    self.ticksPage = ticksPage
    self.after = after
  }

  /// Stands for a room in ``roomID``: the items that are in no particular place (S3-7-P4b). No room
  /// has this id.
  package static let noRoom = "none"

  /// The same list from its beginning with something about it changed.
  package func with(_ change: (inout ItemQuery) -> Void) -> ItemQuery {
    var copy = self
    copy.after = nil
    copy.ticksPage = false
    change(&copy)
    return copy
  }

  /// Whether anything narrows the list.
  package var isFiltered: Bool {
    !search.isEmpty || homeID != nil || roomID != nil || labelID != nil || hasNoPrice || hasNoPhoto
      || hasNoSerial || hasNoReceipt || isLent || isArchived
  }

  /// The fields that differ from the plain list, in a fixed order.
  var fields: [(String, String)] {
    var fields: [(String, String)] = []
    if !search.isEmpty { fields.append(("q", search)) }
    if let homeID { fields.append(("home", homeID)) }
    if let roomID { fields.append(("room", roomID)) }
    if let labelID { fields.append(("label", labelID)) }
    if sort != .newest { fields.append(("sort", sort.rawValue)) }
    if hasNoPrice { fields.append(("price", "none")) }
    if hasNoPhoto { fields.append(("photo", "none")) }
    if hasNoSerial { fields.append(("serial", "none")) }
    if hasNoReceipt { fields.append(("receipt", "none")) }
    if isLent { fields.append(("lent", "")) }
    if isArchived { fields.append(("archived", "")) }
    if ticksPage { fields.append(("tick", "page")) }
    if let after { fields.append(("after", after)) }
    return fields
  }

  /// Reads what ``fields`` writes; what it does not know is left out.
  package init(_ fields: QueryFields) {
    self.init(
      search: fields["q"] ?? "", homeID: fields.nonEmpty("home"), roomID: fields.nonEmpty("room"),
      labelID: fields.nonEmpty("label"), sort: fields["sort"].flatMap(ItemSort.init) ?? .newest,
      hasNoPrice: fields["price"] == "none", hasNoPhoto: fields["photo"] == "none",
      hasNoSerial: fields["serial"] == "none", hasNoReceipt: fields["receipt"] == "none",
      isLent: fields["lent"] != nil, isArchived: fields["archived"] != nil,
      ticksPage: fields["tick"] == "page",
      after: fields.nonEmpty("after"))
  }
}

/// The order of a list of items.
package enum ItemSort: String, CaseIterable, Hashable, Sendable {
  /// The last one added first.
  case newest
  case name
  /// The most valuable first, one currency after the other.
  case value
  /// Room by room.
  case room
}

extension ItemQuery: RouteQuery {
  package init() { self.init(search: "") }
}
