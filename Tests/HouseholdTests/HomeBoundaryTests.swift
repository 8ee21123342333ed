import Household
import SQLite
import SyncProtocol
import Testing

/// What the tables of a home keep out by themselves, whoever writes to them.
@Suite struct HomeBoundaryTests {
  @Test("the limits keep every product of price and quantity within 64 bits")
  func productsFit() {
    let product = MoneyLimit.minor.upperBound.multipliedReportingOverflow(
      by: MoneyLimit.quantity.upperBound)
    #expect(!product.overflow)
  }

  @Test(
    "S3-DM-item-2 S1-4.2-b S1-9.1-c a label or place of another home is refused by the database")
  func crossHomeReferences() throws {
    let store = try TestStore(homes: ["flat", "cabin"])
    let item = try store.addItem("Kettle", home: "flat")
    let label = try store.addLabel("Kitchen", home: "cabin")
    let place = try store.addLocation("Kitchen", home: "cabin")
    #expect(throws: SQLiteError.self) {
      try store.write {
        try $0.connection.execute(
          "INSERT INTO itemLabels VALUES ('x', ?, ?, ?)", .text(item.homeID), .text(item.id),
          .text(label))
      }
    }
    #expect(throws: SQLiteError.self) {
      try store.write {
        try $0.connection.execute("UPDATE items SET locationID = ?", .text(place))
      }
    }
  }

  @Test("D-PHO-2 a record without an id is refused")
  func missingID() throws {
    let store = try TestStore(homes: ["flat"])
    #expect(throws: SQLiteError.self) {
      try store.connection.execute(
        "INSERT INTO labels(id, homeID, name, nameKey, createdAt) VALUES (NULL, ?, 'a', 'a', 1)",
        .text(store.id("flat")))
    }
  }
}
