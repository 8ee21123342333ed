import Replica
import SyncProtocol
import TestSupport
import Testing

@Suite struct ReplayTests {
  // S0-RQ6 D-PHO-2 D-SYN-13
  @Test("a record that is changed, or comes again as a whole, keeps its parts")
  func partsStay() throws {
    let world = try SyncWorld()
    let (one, two) = (try world.device("ann", "one"), try world.device("ann", "two"))
    let home = try one.addHome("Flat")
    let item = try one.addItem("lamp", in: home)
    let photo = try one.addPhoto("lit", of: item, in: home)
    try one.sync()
    try two.sync()
    try one.rename(item, "red lamp")
    try one.sync()
    try two.sync()
    #expect(try two.items == ["red lamp"])
    #expect(try two.texts("SELECT id FROM photos") == [photo])
    // The log no longer reaches back to what two has: the home is loaded anew, over what is there.
    try one.rename(item, "blue lamp")
    try one.sync()
    let head = try #require(try world.head(of: home))
    try world.store.write { try $0.trimLog(of: home, through: head) }
    try two.pull()
    #expect(try two.items == ["blue lamp"])
    #expect(try two.texts("SELECT id FROM photos") == [photo])
  }
}
