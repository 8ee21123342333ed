import Foundation
import StoredZip
import Testing
import Threads

@testable import hearth
@testable import Web

/// `hearth policy list` and `hearth report`, of an imported cabin with one policy that pays and one
/// that has ended.
@Suite("hearth policy and hearth report")
final class InsuranceCommandTests {
  private static let home = "0190A000-0000-7000-8000-0000000000A1"
  private static let shed = "0190A000-0000-7000-8000-0000000000A2"
  private let base = NSTemporaryDirectory() + "hearth-insurance-" + UUID().uuidString
  private let output = Lock("")
  private let errors = Lock("")

  deinit {
    // Rests of a test in the system's temporary folder.
    try? FileManager.default.removeItem(atPath: base)
  }

  private var terminal: Terminal {
    Terminal(
      write: { [output] text in output.withLock { $0 += text } },
      writeError: { [errors] text in errors.withLock { $0 += text } },
      readSecret: { _ in "a long password of anna" })
  }

  private func run(_ arguments: String...) async -> ExitCode {
    output.withLock { $0 = "" }
    errors.withLock { $0 = "" }
    return await Program.run(arguments + ["--data", base + "/data"], terminal)
  }

  /// - Parameter isShared: whether the policy in force is also for a shed with a boat.
  private func cabin(isShared: Bool = false) async throws {
    try FileManager.default.createDirectory(atPath: base, withIntermediateDirectories: true)
    func text(_ lines: String...) -> [UInt8] { Array(lines.joined(separator: "\n").utf8) }
    let zip = StoredZip.bytes([
      (
        "inventory.csv",
        text(
          "Title,Location,Home,QuantityInt,Price,ItemID,HomeID",
          "Kettle,Kitchen,Cabin,1,12.50,0190A000-0000-7000-8000-00000000C001,\(Self.home)",
          "Pan,Kitchen,Cabin,2,3,0190A000-0000-7000-8000-00000000C002,\(Self.home)",
          "Rug,Hall,Cabin,1,,0190A000-0000-7000-8000-00000000C003,\(Self.home)",
          isShared ? "Boat,,Shed,1,90,0190A000-0000-7000-8000-00000000C004,\(Self.shed)" : "")
      ),
      (
        "home-details.csv",
        text(
          "HomeID,Name,Address1,City,PurchasePrice,ColorName,IsPrimary",
          "\(Self.home),Cabin,1 Lake Road,Leeds,100000,teal,true",
          isShared ? "\(Self.shed),Shed,2 Lake Road,Leeds,,teal,false" : "")
      ),
      (
        "insurance-policy-details.csv",
        text(
          "PolicyID,ProviderName,PolicyNumber,PersonalPropertyCoverageAmount,StartDate,EndDate,"
            + "Homes,HomeIDs",
          "0190A000-0000-7000-8000-00000000D001,Acme,P-1,10,2020-01-01T00:00:00Z,"
            + "2099-01-01T00:00:00Z,Cabin,"
            + (isShared ? "\"\(Self.home),\(Self.shed)\"" : Self.home),
          "0190A000-0000-7000-8000-00000000D002,Old Mutual,P-2,500,2010-01-01T00:00:00Z,"
            + "2011-01-01T00:00:00Z,Cabin,\(Self.home)")
      ),
    ])
    try Data(zip).write(to: URL(fileURLWithPath: base + "/cabin.zip"))
    try #require(await run("account", "create", "anna") == .ok)
    let imported = await run("import", base + "/cabin.zip", "--currency", "EUR")
    try #require(imported == .ok, "\(errors.withLock { $0 })")
  }

  @Test("S3-UV-3 each home's policies stand beside what its things are worth, with the gap")
  func policies() async throws {
    try await cabin()
    #expect(await run("policy", "list", "--home", "cabin") == .ok)
    let text = output.withLock { $0 }
    #expect(text.contains("Cabin: 3 items worth €18.50, 1 without a price"), "\(text)")
    #expect(text.contains("Acme P-1: €10.00 for belongings, until 2099-01-01 ("))
    #expect(text.contains("Old Mutual P-2: €500.00 for belongings, ENDED on 2011-01-01"))
    #expect(text.contains("in EUR: insured for €10.00, documented €18.50, €8.50 MISSING"))
    #expect(await run("policy", "list", "--json") == .ok)
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(output.withLock { $0 }.utf8))
        as? [String: Any])
    let homes = try #require(json["homes"] as? [[String: Any]])
    let cabin = try #require(homes.first { $0["name"] as? String == "Cabin" })
    let coverage = try #require((cabin["coverage"] as? [[String: Any]])?.first)
    #expect(coverage["gapMinor"] as? Int == -850 && coverage["policyCount"] as? Int == 1)
    #expect(
      (cabin["policies"] as? [[String: Any]])?.map { $0["hasEnded"] as? Bool } == [false, true])
    #expect(await run("policy", "list", "--home", "Castle") == .refused)
    #expect(errors.withLock { $0 }.contains("there are: "))
  }

  @Test("X26 a sum for two homes is set against both of them, by each home's line")
  func sharedPolicy() async throws {
    try await cabin(isShared: true)
    #expect(await run("policy", "list") == .ok)
    let text = output.withLock { $0 }
    #expect(
      text.contains(
        """
        in EUR: insured for €10.00, documented €18.50 here and €90.00 in Shed, which it pays for \
        too, €98.50 MISSING
        """), "\(text)")
    #expect(text.contains("documented €90.00 here and €18.50 in Cabin"), "\(text)")
  }

  @Test("a report is written as a PDF file with the policy that pays, and never over a file")
  func report() async throws {
    try await cabin()
    func write(_ name: String, _ more: [String: String] = [:]) async throws -> ReportCommand.Result
    {
      var values = Values()
      values.operands = ["Cabin"]
      values.values = ["data": base + "/data", "out": base + "/" + name]
        .merging(more) { $1 }
      return try await ReportCommand.write(
        Invocation(values: values, terminal: terminal), program: Hearth.program)
    }
    let all = try await write("all.pdf")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: base + "/all.pdf"))
    #expect(bytes.starts(with: Array("%PDF-".utf8)) && bytes.count == Int(all.byteCount))
    #expect(all.itemCount == 3 && all.policyID != nil)
    let some = try await write("pan.pdf", ["search": "pan", "policy": "none"])
    #expect(some.itemCount == 1 && some.policyID == nil)
    let old = try await write("old.pdf", ["policy": "old mutual", "paper": "letter"])
    #expect(old.policyID != nil && old.policyID != all.policyID)
    #expect(Files.all(below: base + "/data/tmp").isEmpty)
    for more in [
      ["policy": "Nobody"], ["search": "submarine"], ["paper": "a3"], ["out": base + "/all.pdf"],
    ] {
      await #expect(throws: (any Error).self) { _ = try await write("no.pdf", more) }
    }
    #expect(!FileManager.default.fileExists(atPath: base + "/no.pdf"))
    #expect(await run("report", "Castle", "--out", base + "/castle.pdf") == .refused)
    #expect(await run("report", "Cabin") == .usage)
  }
}
