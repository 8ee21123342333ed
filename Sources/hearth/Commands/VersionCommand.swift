enum VersionCommand {
  private struct Result: Encodable {
    let version: String
  }

  static let command = Command(
    path: ["version"], summary: "Say which Hearth this is",
    details: "Prints the version of this program.", options: [.json],
    examples: [.init("hearth version", "prints such as: hearth \(Program.version)")]
  ) { invocation in
    return try invocation.report(Result(version: Program.version)) { "hearth \(Program.version)" }
  }
}
