import Blobs
import Foundation
import HearthDomain
import HubSQLite
import Replica
import SQLite
import Testing
import Things
import Usage

@Suite("Migrations that have shipped")
struct MigrationTests {
  private static func hash(_ text: String) -> String {
    BlobHash(of: Array(text.utf8)).description
  }

  @Test("the household's scripts are what they were; a change is a new script at the end")
  func household() {
    #expect(Things.migrations.map(Self.hash) == Frozen.household)
  }

  @Test("the scripts of all areas are what they were; a change is a new script at the end")
  func domain() {
    let frozen =
      Frozen.household + Frozen.finances.prefix(1) + Frozen.families + Frozen.finances.dropFirst()
    #expect(HearthDomain.migrations.map(Self.hash) == frozen)
  }

  @Test("the replica's scripts are what they were; a change is a new script at the end")
  func replica() {
    #expect(Replica.migrations.map(Self.hash) == Frozen.replica)
  }

  @Test("the scripts of the counted events are what they were; a change is a new script at the end")
  func usage() {
    #expect(UsageStore.migrations.scripts.map(Self.hash) == Frozen.usage)
  }

  @Test("a new hub's file has the schema that it had; a change is a new script at the end")
  func hub() throws {
    let path = NSTemporaryDirectory() + "hearth-tidy-\(UUID().uuidString).db"
    defer {
      for suffix in ["", "-wal", "-shm"] {
        // Rests of a test in the system's temporary folder.
        try? FileManager.default.removeItem(atPath: path + suffix)
      }
    }
    let version = try { () throws -> Int in
      _ = try HubSQLite(path: path)
      return try Migrations.version(of: Connection(path: path, mode: .readOnly))
    }()
    let connection = try Connection(path: path, mode: .readOnly)
    let statements = try connection.query(
      "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name"
    ) { $0.text(0) }
    #expect(version == Frozen.hubVersion)
    #expect(Self.hash(statements.joined(separator: "\n")) == Frozen.hub)
  }
}

/// SHA-256 of what the first release writes. Lines are added here, never changed.
private enum Frozen {
  static let household = [
    "e60bf9bc3092d8c603dc46e57920e2687156eebb89798a9e9658216169de2d02",
    "d8421c97f86ddd71a19b13a951a2ea458739cd6d2923a92e073ca7a5ef622456",
    "26dbb8217e22487bf158804df21f7934b60441b575b862b3c75fd9af25de6c0d",
    "77b6f34a37543d688fb7ca4f3cac51d07096eb6b5d279436a8917957097e8761",
    "201fe4f5f01b374fe93fc4779cb3e693912038375c88f7b14014c28e9171ee77",
    "450cad3db1c5e6fc87b8f24419784c2c3ef91eb471e201fad81f77173b7c920d",
    "78b5ba2bb0c7335890c15610e668ba6c86466035126fd31784cf9cb2ac1a2f7f",
    "638fc17956802853dab7aeb057542e897810f52ca17e8be93e74505409a47b32",
    "c0d47954d310b7321fe54cfa9a8d71b10df2c4093370174decb0391bf9b65589",
    "2b954e53ed63dc15410e0a8efae11bd343a4be4a6fc91f396a9423f2d2d93f43",
    "bf9703ea7b588d67e03d5175a7f1fef14b4a84605429e1bfce6033a7c32d07a9",
    "88715b63738b320dbc0d04eaeb717a5f427ac6f05c073af49e19a0c226f3798f",
    "c974d865e287005b47fb847de546f504dc2889e71705f3f19e31f3a3f619c0f6",
  ]
  static let families = [
    "827a7b9bbdb363c0a634c284eed9125d0dbe7f1f3bfeb9a7e7845159de7732ea"
  ]
  static let finances = [
    "551da87d485e99d3b817565ff966032a6ed895d518d27089c9521d9d396c8632",
    "ecf418a2c90f13c1682ab573904e991eb7d459d393528ae502e8566c867c32db",
  ]
  static let replica = [
    "df5dac774b6c3a8e76974953554c811864377e2ca6678abca036203c6b669072",
    "06d0bcab0022c7e0efbe784705a887f47082ea222661c23b88cc5f442798230d",
    "0ed4e1669c725acaa69fc540cbef4b3093626a7dd4867450619f803540ae6dd5",
    "07d565b03fcec19ec810239fd1fd3bc7d2174d0e0b1aa1eee0778e4d93772092",
    "a94da5fa83c152f44660a429035837bcc41dcfc5a597c8f1ddd01a1bfd2d29b4",
  ]
  static let usage = ["951f57a6aa856bcfd7b915ccd46922b56dd4b2413e01ba794a6d06333c791228"]
  static let hubVersion = 31
  static let hub = "4a89186755cd60b8245a9bd42b9f0d7250db5450f1514bf86d696d0315c177d1"
}
