import Household
import SQLite
import SyncProtocol
import Values

/// Where the places of some homes are, from the room down.
struct PlacePaths {
  private var paths: [RecordID: [String]] = [:]

  init() {}

  init(home: ZoneID, in connection: Connection) throws {
    try self.init(homes: [home], in: connection)
  }

  init(homes: Set<ZoneID>, in connection: Connection) throws {
    for home in homes {
      for node in try LocationTree(home: home, in: connection).nodes {
        paths[node.location.id] = node.path
      }
    }
  }

  subscript(id: RecordID?) -> [String] { id.flatMap { paths[$0] } ?? [] }
}

extension ItemRow {
  init(_ row: StoredItemRow, places: PlacePaths, showsHome: Bool, _ reader: PageReader) {
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
      home: showsHome ? HomeLink(id: row.homeID, name: row.homeName) : nil,
      place: path.isEmpty ? [row.locationName].compactMap(\.self) : path, detail: "",
      thumbnail: picture, labels: row.labels.map { LabelLink($0) },
      value: row.valueMinor.map { Money($0, row.currency) },
      unitPrice: row.priceMinor.map { Money($0, row.currency) },
      quantity: Int(row.quantity))
    if row.isSold {
      state = .sold
    } else if row.isArchived {
      state = .archived
    } else if !row.lentTo.isEmpty {
      state = .lent(to: row.lentTo)
    }
  }
}
