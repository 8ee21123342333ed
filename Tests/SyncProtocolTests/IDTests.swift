import SyncProtocol
import Testing

@Suite struct IDTests {
  private let item = "01a203a8-57ee-72aa-91d5-3e3a951f6873"

  @Test("an id beside another follows from both, and begins with the other's time")
  func beside() {
    let id = UUIDs.beside(item, "red")
    #expect(id == "01a203a8-57ee-897e-ab1f-14743b00a24b")
    #expect(isRecordID(id))
    #expect(id != UUIDs.beside(item, "blue"))
    // Made in the same millisecond.
    #expect(id != UUIDs.beside("01a203a8-57ee-72aa-91d5-3e3a951f6874", "red"))
  }

  @Test(
    "beside what is no UUID in lower case all is hashed",
    arguments: [
      "pan", "", "01A203A8-57EE-72AA-91D5-3E3A951F6873", "01a203a8x57ee-72aa-91d5-3e3a951f6873",
    ])
  func other(_ name: String) {
    #expect(UUIDs.beside(name, "red") == UUIDs.v5(name, "red"))
  }
}
