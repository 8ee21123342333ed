import Testing
import hearth

@Suite("hearth rates")
struct RateCommandTests {
  private func folder() async throws -> TestFolder {
    let folder = TestFolder()
    let made = await hearth("account", "create", "ana", "--data", folder.data, secret: password)
    try #require(made.code == .ok, "\(made.errors)")
    return folder
  }

  @Test("D-DBT-5 a newer file is checked, taken and used; one with a fault changes nothing")
  func update() async throws {
    let folder = try await folder()
    let before = await hearth("rates", "--data", folder.data, "--json")
    let builtIn = try #require(try before.json()["lastDay"] as? String)
    let good = try folder.write("Date,USD,\n2031-11-03,1.1,\n", to: "rates.csv")
    let taken = await hearth("rates", "update", "--file", good, "--data", folder.data)
    #expect(taken.code == .ok, "\(taken.errors)")
    #expect(taken.output.contains("to 2031-11-03"))
    let bad = try folder.write("Date,USD,\n2032-11-03,much,\n", to: "bad.csv")
    let refused = await hearth("rates", "update", "--file", bad, "--data", folder.data)
    #expect(refused.code == .refused && refused.errors.contains("line 2"), "\(refused.errors)")
    let after = try await hearth("rates", "--data", folder.data, "--json").json()
    #expect(after["lastDay"] as? String == "2031-11-03")
    #expect(after["builtInLastDay"] as? String == builtIn)
    #expect(try folder.names("data").contains("exchange-rates"))
    #expect(try !folder.names("data").contains { $0.hasPrefix("exchange-rates.") })
  }

  @Test("a missing file, no address, both, or a folder that is none of Hearth's are said so")
  func refused() async throws {
    let folder = try await folder()
    for (arguments, code) in [
      ([], ExitCode.usage), (["--file", "a", "--url", "b"], .usage),
      (["--file", folder.path + "/nothing"], .refused),
      (["--url", "ftp://bank.example/a"], .failed),
      (["--url", "http://127.0.0.1:1/rates.zip"], .failed),
    ] as [([String], ExitCode)] {
      let run = await hearth(
        arguments: ["rates", "update"] + arguments + ["--data", folder.data])
      #expect(run.code == code, "\(arguments): \(run.errors)")
    }
    let other = await hearth("rates", "update", "--file", "a", "--data", folder.path + "/none")
    #expect(other.code == .refused)
    let url = await hearth("serve", "--rates-url", "bank", "--data", folder.data)
    #expect(url.code == .usage)
  }
}
