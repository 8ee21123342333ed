/// One command: what it is called with, what its help says, and what it does.
struct Command: Sendable {
  struct Operand: Sendable {
    /// As the help writes it, such as `FILE`.
    let name: String
    let help: String
    var isOptional = false
  }

  struct Option: Sendable {
    /// Without the dashes.
    let name: String
    /// What follows it, such as `DIR`; `nil` for one that stands alone.
    let value: String?
    let help: String
    /// Whether the command does nothing without it, and says so; for the help.
    var isRequired = false

    static func flag(_ name: String, _ help: String) -> Option {
      Option(name: name, value: nil, help: help)
    }

    static func value(
      _ name: String, _ value: String, _ help: String, isRequired: Bool = false
    ) -> Option {
      Option(name: name, value: value, help: help, isRequired: isRequired)
    }
  }

  struct Example: Sendable {
    let line: String
    let meaning: String

    init(_ line: String, _ meaning: String) {
      self.line = line
      self.meaning = meaning
    }
  }

  /// The words after `hearth`.
  let path: [String]
  /// One line, for the list of commands.
  let summary: String
  /// What a person should know before using it.
  let details: String
  var operands: [Operand] = []
  var options: [Option] = []
  var examples: [Example]
  let run: @Sendable (Invocation) async throws -> ExitCode

  var name: String { path.joined(separator: " ") }
}

extension Command.Option {
  static let data = value(
    "data", "DIR", "the data folder; by default HEARTH_DATA, or else ./data")
  static let json = flag("json", "print the result as JSON")
}

/// A command line that was understood.
struct Values: Equatable, Sendable {
  var operands: [String] = []
  var values: [String: String] = [:]
  var flags: Set<String> = []
}

/// A command at work: what it was called with, and where it writes.
struct Invocation: Sendable {
  let values: Values
  let terminal: Terminal

  /// The operand at an index; the parser has made sure that the required ones are there.
  func operand(_ index: Int) -> String? {
    values.operands.indices.contains(index) ? values.operands[index] : nil
  }

  func requiredOperand(_ index: Int) throws(CommandFailure) -> String {
    guard let operand = operand(index) else { throw .usage("something is missing; see --help") }
    return operand
  }

  subscript(name: String) -> String? { values.values[name] }

  func has(_ flag: String) -> Bool { values.flags.contains(flag) }

  /// Prints a result: for a program, or for a person.
  func report(_ result: some Encodable, _ text: () -> String) throws {
    terminal.say(has("json") ? try JSONText.encode(result) : text())
  }
}
