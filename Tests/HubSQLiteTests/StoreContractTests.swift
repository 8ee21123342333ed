import StoreContract
import Testing

@Suite struct StoreContractTests {
  @Test(
    "a store in one SQLite file, or in memory, keeps the contract",
    arguments: StoreContract.runs(of: [.memory, .file]))
  func keeps(_ run: StoreContract.Run) throws { try run() }
}
