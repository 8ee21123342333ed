import Testing
import hearth

@Suite("The command line")
struct ArgumentTests {
  @Test("without a command the help is shown and the code says so")
  func nothing() async {
    let run = await hearth()
    #expect(run.code == .usage)
    #expect(run.errors.contains("usage: hearth COMMAND"))
  }

  @Test("every command explains itself with an example, and does nothing else")
  func help() async {
    let overview = await hearth("--help")
    #expect(overview.code == .ok)
    let names = overview.output.split(separator: "\n").filter { $0.hasPrefix("  ") }
      .compactMap { $0.firstMatch(of: /^\s\s([a-z]+(?: [a-z-]+)?)\s\s/).map { String($0.1) } }
    #expect(names.count >= 14)
    for name in names {
      let words = name.split(separator: " ").map(String.init)
      let run =
        words.count == 2
        ? await hearth(words[0], words[1], "--help") : await hearth(words[0], "--help")
      #expect(run.code == .ok)
      #expect(run.output.contains("usage: hearth \(name)"), "\(name)")
      #expect(run.output.contains("Examples:\n  hearth \(name)"), "\(name)")
    }
  }

  @Test("the help tells what must be said from what may be left out")
  func requiredOptions() async {
    for (words, option) in [
      (["account", "token", "ana"], "--name TEXT"), (["report", "Cabin"], "--out FILE"),
    ] {
      let help = await hearth(arguments: words + ["--help"]).output
      #expect(help.contains(" \(option) ") && !help.contains("[\(option)]"))
      #expect(help.contains(" [--data DIR]"))
      let run = await hearth(arguments: words)
      #expect(run.code == .usage && run.errors.contains(option), "\(run.errors)")
    }
  }

  @Test("the help lists every exit code")
  func exitCodes() async {
    let output = await hearth("--help").output
    for code in ExitCode.allCases { #expect(output.contains("\n  \(code.rawValue)  ")) }
  }

  @Test("a mistyped command or option is answered with the right one")
  func suggestions() async {
    let command = await hearth("srve")
    #expect(command.code == .usage)
    #expect(command.errors.contains("did you mean serve?"))
    let option = await hearth("import", "file.csv", "--dryrun")
    #expect(option.code == .usage)
    #expect(option.errors.contains("did you mean --dry-run?"))
    let inner = await hearth("account", "lst")
    #expect(inner.code == .usage)
    #expect(inner.errors.contains("did you mean list?"))
    let dash = await hearth("join", "-abc")
    #expect(dash.code == .usage && dash.errors.contains("write -- before"), "\(dash.errors)")
  }

  @Test(
    "what is missing, doubled or too much is a usage error",
    arguments: [
      ["import"], ["import", "a", "b"], ["status", "--data"], ["status", "--data", "--json"],
      ["status", "--json", "--json"], ["status", "--json=yes"], ["status", "-j"],
      ["serve", "--listen", "nowhere"], ["serve", "--signups", "maybe"], ["account"],
      ["backup", "--keep", "0"],
      ["serve", "--public-url", "home.example"],
    ])
  func usage(arguments: [String]) async {
    let terminal = Terminal(write: { _ in }, writeError: { _ in }, readSecret: { _ in nil })
    #expect(await Program.run(arguments, terminal) == .usage)
  }

  @Test("the codes in the help of join are codes")
  func exampleCodes() async {
    let help = await hearth("join", "--help").output
    let codes = help.matches(of: /\b[A-Z]{3}-[0-9]{4}\b/).map { String($0.0) }
    #expect(!codes.isEmpty)
    for code in codes {
      #expect(code.wholeMatch(of: /[A-HJKMNPRSTV-Z]{3}-[2-9]{4}/) != nil, "\(code)")
    }
  }

  @Test("the version is printed for people and for programs")
  func version() async throws {
    #expect(await hearth("version").output == "hearth \(Program.version)\n")
    let json = try await hearth("version", "--json").json()
    #expect(json["version"] as? String == Program.version)
  }
}
