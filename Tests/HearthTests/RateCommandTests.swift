import HTTPServer
import Testing
import Threads
import hearth

// One after the other: a command waits for its answer on a thread that the answer may need, too.
@Suite("hearth rates", .serialized)
struct RateCommandTests {
  private func folder() async throws -> TestFolder {
    let folder = TestFolder()
    let made = await hearth("account", "create", "ana", "--data", folder.data, secret: password)
    try #require(made.code == .ok, "\(made.errors)")
    return folder
  }

  @Test("a newer file is checked, taken and used; one with a fault changes nothing")
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

  /// Answers each request with the next of these texts, and then with 503.
  private func serving(
    _ texts: [String?], _ body: (_ url: String) async throws -> Void
  ) async throws {
    let rest = Lock(texts)
    let server = HTTPServer(
      configuration: HTTPServerConfiguration(address: ListenAddress(host: "127.0.0.1", port: 0))
    ) { _ in
      let text = rest.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      guard let text else { return HTTPResponse(status: .serviceUnavailable) }
      return HTTPResponse(headers: ["Content-Type": "text/csv"], body: .bytes(Array(text.utf8)))
    }
    try server.start()
    let port = try #require(server.boundPort)
    do {
      try await body("http://127.0.0.1:\(port)/eurofxref-hist.csv")
    } catch {
      await server.stop(graceSeconds: 0)
      throw error
    }
    await server.stop(graceSeconds: 1)
  }

  @Test("rates are taken from an address; an answer that is no file of rates changes nothing")
  func address() async throws {
    let folder = try await folder()
    try await serving(["Date,USD,\n2031-11-03,1.1,\n", "<html>", nil]) { url in
      let taken = await hearth("rates", "update", "--url", url, "--data", folder.data)
      #expect(taken.code == .ok && taken.output.contains("to 2031-11-03"), "\(taken)")
      for code in [ExitCode.refused, .failed] {
        let run = await hearth("rates", "update", "--url", url, "--data", folder.data)
        #expect(run.code == code && run.errors.contains(url), "\(run)")
      }
    }
    let after = try await hearth("rates", "--data", folder.data, "--json").json()
    #expect(after["lastDay"] as? String == "2031-11-03")
  }

  @Test("a server asks once a day, after a failure in an hour, and goes on with what it has")
  func daily() async throws {
    struct Enough: Error {}
    let folder = try await folder()
    let place = folder.data + "/exchange-rates"
    let (pauses, complaints) = (Lock<[Duration]>([]), Lock<[String]>([]))
    let days = ["2031-11-03", "2031-11-04"].map { "Date,USD,\n\($0),1.1,\n" }
    try await serving([days[0], nil, days[1]]) { url in
      let refresh = RateRefresh(url: url, place: place) { pause in
        let count = pauses.withLock { pauses in
          pauses.append(pause)
          return pauses.count
        }
        if count == 3 { throw Enough() }
      }
      await refresh.run { text in complaints.withLock { $0.append(text) } }
    }
    #expect(
      pauses.withLock { $0 }
        == [RateRefresh.interval, RateRefresh.retry, RateRefresh.interval])
    #expect(complaints.withLock { $0.count } == 1)
    let after = try await hearth("rates", "--data", folder.data, "--json").json()
    #expect(after["lastDay"] as? String == "2031-11-04")
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
