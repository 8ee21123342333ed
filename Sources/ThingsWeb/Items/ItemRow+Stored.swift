import SQLite
import SyncProtocol
import Things
import Values
import Web

extension ItemRow {
  init(_ row: StoredItemRow, places: LocationPaths, showsHome: Bool, _ reader: PageReader) {
    let label = row.labels.first
    let picture: Thumbnail
    if let photo = row.photoID {
      let state = reader.state(ofFile: photo, blobHash: row.blobHash ?? "", in: row.homeID)
      picture = state == .available ? .photo(photo) : .missingPhoto(state)
    } else if let label, !label.emoji.isEmpty {
      picture = .emoji(label.emoji, PaletteColour(index: label.colorIndex))
    } else {
      picture = .none
    }
    let path = places[row.locationID]
    self.init(
      id: row.id, name: row.name,
      home: showsHome ? ZoneLink(id: row.homeID, name: row.homeName) : nil,
      place: path.isEmpty ? [row.locationName].compactMap(\.self) : path, detail: "",
      thumbnail: picture, labels: row.labels.map { LabelLink($0) },
      value: row.valueMinor.map { Money($0, row.currency) },
      unitPrice: row.priceMinor.map { Money($0, row.currency) },
      quantity: Int(row.quantity))
    hidesPrice = reader.hidesAmounts(in: row.homeID)
    if row.isSold {
      state = .sold
    } else if row.isArchived {
      state = .archived
    } else if !row.lentTo.isEmpty {
      state = .lent(to: row.lentTo)
    }
  }
}

extension LabelLink {
  init(_ badge: StoredItemRow.LabelBadge) {
    self.init(
      id: badge.id, name: badge.name, emoji: badge.emoji,
      colour: PaletteColour(index: badge.colorIndex))
  }
}
