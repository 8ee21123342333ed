import Foundation
import Importing
import StoredZip
import SyncProtocol
import Testing
import Things
import Values

/// Rows of a file that the household's rules keep out: each is told, and all others come.
@Suite struct RefusedRowTests {
  private func document(_ tables: [(name: String, text: String)]) throws -> ImportDocument {
    let path = NSTemporaryDirectory() + "refused-\(UUID().uuidString).zip"
    let zip = StoredZip.bytes(tables.map { ($0.name, Array($0.text.utf8)) })
    try Data(zip).write(to: URL(fileURLWithPath: path))
    defer { unlink(path) }
    let currency = try #require(Currency(code: "EUR"))
    return try InventoryFile.open(path).read(ImportOptions(currency: currency))
  }

  private static let long = String(repeating: "x", count: 201)

  @Test("D-MIG-4 homes, places, labels and policies that cannot be stored are told by their line")
  func told() throws {
    let store = try TestStore(homes: ["flat"])
    let document = try document([
      ("inventory.csv", "Title,Location,Home,QuantityInt,Price\nKettle,Kitchen,Cabin,1,12.50\n"),
      (
        "home-details.csv",
        "HomeID,Name,PurchasePrice\n,Cabin,\n,\(Self.long.prefix(101)),\n,Manor,9999999999999\n"
      ),
      (
        "locations.csv",
        """
        Name,Description,Home
        Kitchen,,Cabin
        \(Self.long),,Cabin
        Shed,\(String(repeating: "y", count: 10_001)),Cabin
        """
      ),
      ("labels.csv", "Name,Description\nTools,\n\(Self.long),\n"),
      (
        "insurance-policy-details.csv",
        """
        PolicyID,ProviderName,PolicyNumber,DeductibleAmount,Homes
        ,Atlantic,A-1,100.00,Cabin
        ,\(Self.long),A-2,100.00,Cabin
        ,Pacific,A-3,9999999999999,Cabin
        """
      ),
    ])
    let choices = ImportChoices(homeID: store.id("flat"), currency: "EUR")
    let plan = try ImportPlan(document, choices, in: store.connection)
    let told = plan.refused.map { "\($0.source.file):\($0.source.line) \($0.problem.field)" }
    #expect(
      told == [
        "home-details.csv:3 name", "home-details.csv:4 purchaseMinor", "locations.csv:3 name",
        "locations.csv:4 note", "labels.csv:3 name", "insurance-policy-details.csv:3 provider",
        "insurance-policy-details.csv:4 deductibleMinor",
      ])
    #expect(plan.refused.map(\.name.count) == [101, 5, 201, 4, 201, 201, 7])
    try store.write { try ApplyImport(plan)($0) }
    #expect(try store.texts("SELECT name FROM homes ORDER BY name") == ["Cabin", "flat"])
    #expect(try store.texts("SELECT name FROM locations") == ["Kitchen"])
    #expect(try store.texts("SELECT name FROM labels") == ["Tools"])
    #expect(try store.texts("SELECT provider FROM policies") == ["Atlantic"])
    #expect(try store.texts("SELECT name FROM items") == ["Kettle"])
  }

  @Test("a policy of no home asks for one, and comes to the one that is chosen")
  func policyOfNoHome() throws {
    let store = try TestStore(homes: ["flat"])
    let document = try document([
      ("inventory.csv", "Title,Location,Home,QuantityInt,Price\nKettle,,Cabin,1,12.50\n"),
      ("home-details.csv", "HomeID,Name\n,Cabin\n"),
      ("insurance-policy-details.csv", "PolicyID,ProviderName,Homes\n,Global,\n"),
    ])
    #expect(document.needsHome)
    let choices = ImportChoices(homeID: store.id("flat"), currency: "EUR")
    let plan = try ImportPlan(document, choices, in: store.connection)
    try store.write { try ApplyImport(plan)($0) }
    #expect(
      try store.texts(
        "SELECT h.name || ' ' || provider FROM policies AS p JOIN homes AS h ON h.id = p.homeID")
        == ["flat Global"])
  }
}
