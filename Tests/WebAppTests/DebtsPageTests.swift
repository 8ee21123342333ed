import Testing

@testable import MoneyWeb

@Suite struct DebtsPageTests {
  @Test("the more members owe each other, the fewer parts of each debt are listed, but always some")
  func partLimit() {
    let limits = [0, 1, 15, 45, 90, 5000].map { DebtsPage.partLimit(ofEach: $0) }
    #expect(limits == [20, 20, 20, 6, 5, 5])
  }
}
