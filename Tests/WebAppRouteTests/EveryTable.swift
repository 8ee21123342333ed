import Household
import Replica
import SQLite
import SyncProtocol
import Things

/// A row of every table of a home.
enum EveryTable {
  static func photo(_ digit: Character) -> StoredPhoto {
    StoredPhoto(
      blobHash: String(repeating: digit, count: 64), byteCount: 9, kind: .jpeg, width: 4, height: 3)
  }

  /// Writes it; returns the item.
  @discardableResult
  static func fill(_ replica: TestReplica, _ home: ZoneID) throws -> RecordID {
    try replica.write { transaction in
      let room = try AddLocation(homeID: home, LocationDetails(name: "Cellar"))(transaction).id
      let label = try AddLabel(homeID: home, LabelDetails(name: "Fragile"))(transaction).id
      var details = ItemDetails(name: "Wine", currency: "EUR")
      details.locationID = room
      let item = try AddItem(
        homeID: home, details, labelIDs: [label], fields: [CustomField(name: "Year", value: "1999")]
      )(transaction).id
      let subjects: [(Photo.Subject, Character)] = [
        (.item(item), "a"), (.location(room), "b"), (.home, "c"),
      ]
      for (subject, digit) in subjects {
        try AddPhoto(homeID: home, subject: subject, file: photo(digit))(transaction)
      }
      try transaction.connection.execute(
        """
        INSERT INTO policies (id, homeID, policyKey, provider, nameKey, currency, createdAt)
          VALUES (?, ?, 'k', 'Acme', 'acme', 'EUR', 1)
        """, .text(transaction.newID()), .text(home))
      try AddAttachment(
        homeID: home, subject: .item(item), kind: .receipt, name: "bill.pdf",
        file: StoredPaper(
          blobHash: String(repeating: "d", count: 64), byteCount: 9, media: .pdf))(transaction)
      try AddMaintenance(
        itemID: item, MaintenanceDetails(title: "Turn the bottles", currency: "EUR"))(transaction)
      try AddFieldPreset(homeID: home, FieldPresetDetails(name: "Grape"))(transaction)
      try transaction.connection.execute(
        """
        INSERT INTO templates (id, homeID, name, nameKey, createdAt)
          VALUES (?, ?, 'Bottle', 'bottle', 1)
        """, .text(transaction.newID()), .text(home))
      return item
    }
  }
}
