import Testing

@testable import Web

/// Bars are as long as their amounts, and the thin bars below them by the same measure.
@Suite struct BarChartTests {
  /// How long each bar and each part is, in thousandths of the longest.
  private func lengths(_ bars: [Bar]) -> [Int] {
    barChart(bars).string.matches(of: /class="fill" width="([0-9]+)"/).compactMap { Int($0.1) }
  }

  private func bar(_ amount: Int128, part: Int128? = nil) -> Bar {
    Bar(name: "Food", amount: amount, part: part, text: "")
  }

  @Test("a part is drawn by the measure of all bars, also where it is longer than they are")
  func measure() {
    #expect(lengths([bar(100, part: 50), bar(50, part: 25)]) == [1000, 500, 500, 250])
    // A refund that others got: what is left is less than one's own part.
    #expect(lengths([bar(50, part: 100), bar(25)]) == [500, 1000, 250])
    #expect(lengths([bar(-50, part: -10), bar(0)]) == [0, 0, 0])
    #expect(lengths([bar(Int128.max, part: Int128.max)]) == [1000, 1000])
    #expect(lengths([]) == [])
  }

  @Test("what the thin bars are is said where there are any")
  func legend() {
    #expect(barChart([bar(5, part: 1)], legend: "Mine").string.contains("Mine"))
    #expect(!barChart([bar(5)], legend: "Mine").string.contains("Mine"))
    #expect(!barChart([], legend: "Mine").string.contains("Mine"))
  }
}
