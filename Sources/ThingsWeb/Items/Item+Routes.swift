import FoundationEssentials
import HTTPServer
import Household
import Replica
import SQLite
import SyncProtocol
import Things
import Values
import Web

/// One item: reading it, deleting it, and undoing the deletion.
extension WebApplication {
  func item(_ id: RecordID, isEditing: Bool) -> Endpoint {
    guard isEditing else {
      return .viewing(.item(id)) { at in
        try await at.member.page(
          home: at.homeID, { ItemPage.view($0, in: $1) },
          load: {
            try ItemPage.Model(item: id, $0, maxPhotos: at.app.configuration.limits.maxPhotos)
          })
      }
    }
    return .editing(.item(id)) { at in
      try await at.member.page(
        home: at.homeID, { ItemPage.view($0, in: $1) },
        load: { reader in
          var model = try ItemPage.Model(
            item: id, reader, maxPhotos: at.app.configuration.limits.maxPhotos)
          model?.form = try ItemFormPage.Model(editing: id, reader)
          return model
        })
    }
  }

  func deleteItemPage(_ id: RecordID) -> Endpoint {
    .editing(.item(id)) { at in
      try await at.member.page(
        home: at.homeID, { DeleteItemPage.view($0, in: $1) },
        load: { reader in
          guard let page = try StoredItemPage(item: id, in: reader.connection) else { return nil }
          return DeleteItemPage.Model(
            id: id, name: page.item.details.name, home: at.link, photoCount: page.photos.count,
            paperCount: page.attachments.count, maintenanceCount: page.maintenance.count)
        })
    }
  }

  func deleteItem(_ id: RecordID) -> Endpoint {
    .editing(.item(id)) { at in
      let undo = try await at.write { try DeleteItem(itemID: id)($0) }
      return at.member.goTo(
        at.guest.itemOrigin?.route ?? .items(.homeItems(home: at.homeID)),
        saying: .things(.itemDeleted(undo.item.details.name)), undo: .delete(undo))
    }
  }
}

extension Undo {
  static func delete(_ undo: UndoDelete) -> Undo {
    Undo { .items(.item(try RestoreItem(undo)($0).id)) }
  }
}

extension ItemPage.Model {
  init?(item id: RecordID, _ reader: PageReader, maxPhotos: Int) throws {
    guard let page = try StoredItemPage(item: id, in: reader.connection),
      let role = reader.role(in: page.item.homeID)
    else { return nil }
    let item = page.item
    let people = try Participant.all(home: item.homeID, in: reader.connection)
    self.init(
      id: id, name: item.details.name, home: ZoneLink(id: item.homeID, name: page.homeName),
      role: role, place: page.path.map { PlaceLink($0) }, labels: page.labels.map { LabelLink($0) },
      photoIDs: page.photos.map(\.id), details: ItemPage.Details(item.details),
      customFields: page.fields.map { .init(id: $0.id, name: $0.name, value: $0.value) },
      isArchived: item.details.isArchived, addedAt: Date(milliseconds: item.createdAt),
      addedBy: people.first { $0.accountID == item.createdBy }.map { PersonBadge($0) },
      maxPhotos: maxPhotos)
    isSold = item.details.isSold
    details.valueToday = ItemPage.ValueToday(item.details, today: reader.today)
    details.lastSeenOn = item.lastSeenOn.flatMap { CalendarDay($0) }
    maintenance = ItemMaintenance(
      item: id, page.maintenance,
      papers: Dictionary(grouping: page.attachments) { $0.maintenanceID ?? "" },
      canEdit: role != .viewer, today: reader.today)
    papers = Papers(
      of: .item(id), page.attachments, canEdit: role != .viewer, reader)
    let titles = Dictionary(
      page.maintenance.map { ($0.id, $0.title) }, uniquingKeysWith: { first, _ in first })
    for (index, paper) in page.attachments.enumerated() {
      papers.rows[index].maintenance = paper.maintenanceID.flatMap { titles[$0] }
    }
    canMove = role != .viewer && !reader.writableHomes(except: item.homeID).isEmpty
    for photo in page.photos {
      let state = reader.state(ofFile: photo.id, blobHash: photo.blobHash, in: item.homeID)
      if state != .available { photoStates[photo.id] = state }
      if !photo.caption.isEmpty { photoCaptions[photo.id] = photo.caption }
    }
  }
}

extension ItemPage.ValueToday {
  /// `nil` when the price, the purchase date or the useful life is unknown, and once the item is
  /// sold.
  init?(_ stored: ItemDetails, today: CalendarDay) {
    guard let depreciation = stored.depreciation,
      let each = depreciation.valueMinor(on: today.text)
    else { return nil }
    let residual = depreciation.residualMinor
    self.init(
      Money(MoneySum(each) * MoneySum(stored.quantity), stored.currency),
      lifeYears: Int(depreciation.lifeYears),
      residual: residual == 0 ? nil : Money(residual, stored.currency))
  }
}

extension ItemPage.Details {
  package init(_ stored: ItemDetails) {
    self.init()
    func money(_ minor: Int64?) -> Money? { minor.map { Money($0, stored.currency) } }
    quantity = Int(stored.quantity)
    price = money(stored.priceMinor)
    total = money(stored.valueMinor)
    replacement = money(stored.replacementMinor)
    manufacturer = stored.manufacturer
    model = stored.model
    serial = stored.serial
    assetID = stored.assetID
    condition = stored.condition
    purchasedOn = stored.purchasedOn.flatMap { CalendarDay($0) }
    purchasedFrom = stored.purchasedFrom
    warrantyUntil = stored.warrantyUntil.flatMap { CalendarDay($0) }
    isLifetimeWarranty = stored.isLifetimeWarranty
    warrantyDetails = stored.warrantyDetails
    isInsured = stored.isInsured
    lentTo = stored.lentTo
    lentUntil = stored.lentUntil.flatMap { CalendarDay($0) }
    soldOn = stored.soldOn.flatMap { CalendarDay($0) }
    soldTo = stored.soldTo
    sold = money(stored.soldMinor)
    soldNotes = stored.soldNotes
    address = ExternalAddress(stored.url)
    description = stored.description
    notes = stored.notes
  }
}
