import Foundation
import HTTPServer
import Testing

@testable import ClaimReports
@testable import ThingsWeb
@testable import Web

/// What a claim report says of policies: it goes to an insurer, so each sentence has to be true.
@Suite struct ClaimCoverageTests {
  /// The words of a report, each line without the space that sets its columns apart.
  private func report(_ browser: Browser, _ home: String, _ query: String) async throws -> String {
    let answer = try await browser.get("/homes/\(home)/claim/report.pdf?report=&\(query)")
    try #require(answer.status == 200, "\(answer.text)")
    guard case .stream(let stream) = answer.body else {
      Issue.record("not sent as it is made")
      return ""
    }
    var bytes: [UInt8] = []
    while let piece = try await stream.next() { bytes += piece }
    let stem = FileManager.default.temporaryDirectory
      .appendingPathComponent("coverage-\(UUID().uuidString)").path
    defer {
      // What was not made cannot be removed.
      for ending in [".pdf", ".txt"] { try? FileManager.default.removeItem(atPath: stem + ending) }
    }
    try Data(bytes).write(to: URL(filePath: stem + ".pdf"))
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/pdftotext")
    process.arguments = ["-layout", stem + ".pdf", stem + ".txt"]
    try process.run()
    process.waitUntilExit()
    let text = try String(contentsOf: URL(filePath: stem + ".txt"), encoding: .utf8)
    return text.replacing(/\s+/, with: " ")
  }

  private func add(
    _ name: String, price: String, currency: String = "EUR", _ browser: Browser, _ home: String
  ) async throws {
    try await browser.get("/homes/\(home)/items/new")
    let answer = try await browser.submit(
      "/homes/\(home)/items/new",
      ["name": name, "quantity": "1", "price": price, "currency": currency])
    #expect(answer.status == 303)
  }

  private func policy(
    _ provider: String, belongings: String, currency: String = "EUR", in homes: [String] = [],
    _ browser: Browser, _ home: String
  ) async throws -> String {
    let address = "/homes/\(home)/insurance"
    try await browser.get("\(address)/new")
    let answer = try await browser.submit(
      "\(address)/new",
      ["provider": provider, "currency": currency, "personalProperty": belongings],
      repeated: homes.map { ("alsoIn", $0) })
    #expect(answer.status == 303)
    let page = try await browser.get(address).main
    let pattern = try Regex("id=\"policy-([^\"]+)\"(?:(?!id=\"policy-).)*<h2>\(provider)</h2>")
      .dotMatchesNewlines()
    return String(try #require(page.firstMatch(of: pattern)?.output[1].substring))
  }

  @Test(
    "without a chosen policy a report compares nothing, however many are in force",
    arguments: [0, 1, 2])
  func noPolicy(inForce: Int) async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    try await add("Harp", price: "100", owner, home)
    try await add("Lamp", price: "7", owner, home)
    for number in 0..<inForce {
      _ = try await policy("Mutual \(number)", belongings: "10", owner, home)
    }
    for query in ["", "q=lamp"] {
      let text = try await report(owner, home, query)
      #expect(text.contains(catalogue.withoutPolicy))
      #expect(text.contains(query.isEmpty ? "€107.00" : "€7.00"))
      for word in ["Coverage", "covered", "insured", catalogue.listedHere] {
        #expect(!text.contains(word), "\(word): \(text)")
      }
      if !query.isEmpty { #expect(!text.contains("€107.00") && !text.contains("€100.00")) }
    }
  }

  @Test("with a chosen policy a report compares what is listed in it, and nothing else")
  func chosenPolicy() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    try await add("Harp", price: "100", owner, home)
    try await add("Lamp", price: "7", owner, home)
    let small = try await policy("Small", belongings: "10", owner, home)
    _ = try await policy("Large", belongings: "5000", owner, home)
    let some = try await report(owner, home, "policy=\(small)&q=lamp")
    #expect(some.contains(catalogue.covered("€7.00", of: "€10.00")))
    #expect(!some.contains("not covered") && !some.contains("€5,0"))
    let all = try await report(owner, home, "policy=\(small)")
    #expect(all.contains(catalogue.notCovered("€97.00")))
    #expect(all.contains("Listed here €107.00"))
    #expect(!all.contains("€5,0"))
  }

  @Test("X26 a report names the other homes of its policy, and says that they are not listed")
  func sharedPolicy() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    let cabin = try await owner.addHome("Cabin")
    try await add("Harp", price: "100", owner, home)
    try await add("Boat", price: "9000", owner, cabin)
    let shared = try await policy("Mutual", belongings: "1000", in: [cabin], owner, home)
    let text = try await report(owner, home, "policy=\(shared)")
    #expect(text.contains("Also covers Cabin"))
    #expect(text.contains(catalogue.covered("€100.00", of: "€1,000.00")))
    #expect(text.contains("The same policy also covers Cabin. What is there is not listed here."))
    #expect(!text.contains("€9,") && !text.contains("not covered"))
  }

  @Test("what the chosen policy does not pay in is said of it alone: another one may pay for it")
  func severalCurrencies() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    try await add("Harp", price: "100", owner, home)
    try await add("Radio", price: "40", currency: "USD", owner, home)
    let euro = try await policy("Euro Mutual", belongings: "50", owner, home)
    let dollar = try await policy("Dollar Mutual", belongings: "60", currency: "USD", owner, home)
    let first = try await report(owner, home, "policy=\(euro)")
    #expect(first.contains(catalogue.notCovered("€50.00")) && first.contains("Listed here €100.00"))
    #expect(first.contains("in a currency that this policy does not pay in: $40.00."))
    let second = try await report(owner, home, "policy=\(dollar)")
    #expect(second.contains(catalogue.covered("$40.00", of: "$60.00")))
    #expect(second.contains("in a currency that this policy does not pay in: €100.00."))
    for text in [first, second] { #expect(!text.contains("no policy pays")) }
  }

  @Test("a report begins with the amount in the home's own currency, whatever the numbers are")
  func homeFirst() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    try await add("Harp", price: "100", owner, home)
    try await add("Kettle", price: "50,000", currency: "JPY", owner, home)
    #expect(try await report(owner, home, "").contains("€100.00 · ¥50,000"))
    let page = try await owner.get("/homes/\(home)/claim").main
    #expect(page.contains("€100.00 · ¥50,000"))
  }
}
