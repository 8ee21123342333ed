import Foundation
import Rates
import Testing
import Values

@Suite("Rates of a newer file, while the program runs")
struct CurrentRatesTests {
  private let path = NSTemporaryDirectory() + "rates-" + UUID().uuidString

  private func write(_ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
  }

  private func remove() {
    // A rest of a test in the system's temporary folder.
    try? FileManager.default.removeItem(atPath: path)
  }

  private func lastDay(_ rates: CurrentRates) -> String? {
    rates.table?.span?.upperBound.text
  }

  @Test("a file that comes, is replaced and goes is used from then on, with what is built in")
  func replaced() throws {
    defer { remove() }
    let rates = CurrentRates(path: path)
    let builtIn = try #require(EmbeddedRates.table?.span?.upperBound)
    #expect(lastDay(rates) == builtIn.text)
    try write("Date,USD,\n2031-11-03,1.1,\n")
    #expect(lastDay(rates) == "2031-11-03")
    #expect(rates.table?.rate(from: "EUR", to: "USD", on: builtIn) != nil)
    try write("Date,USD,\n2031-11-04,1.2,\n2031-11-03,1.1,\n")
    #expect(lastDay(rates) == "2031-11-04")
    remove()
    #expect(lastDay(rates) == builtIn.text)
    #expect(CurrentRates(path: nil).table == EmbeddedRates.table)
  }

  @Test("of a file with a fault nothing is used, and the fault is told")
  func faulty() throws {
    defer { remove() }
    let rates = CurrentRates(path: path, builtIn: { nil })
    #expect(rates.table == nil && rates.problem == nil)
    try write("Date,USD,\n2031-11-03,1.1,\n2031-11-04,much,\n")
    #expect(rates.table == nil)
    #expect(rates.problem == .line(3, .notARate(currency: "USD", text: "much")))
    try write("Date,USD,\n2031-11-03,1.1,\n")
    #expect(lastDay(rates) == "2031-11-03" && rates.problem == nil)
  }
}
