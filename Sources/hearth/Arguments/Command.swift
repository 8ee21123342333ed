/// One command: its words, its help and its action.
struct Command: Sendable {
  struct Operand: Sendable {
    /// The name in the help, such as `FILE`.
    let name: String
    let help: String
    var isOptional = false
  }

  struct Option: Sendable {
    /// The name without the dashes.
    let name: String
    /// The name of the option's value, such as `DIR`; `nil` for a flag.
    let value: String?
    let help: String
    /// Whether the help shows the option as required; the command itself refuses to run without it.
    var isRequired = false
    /// Whether it may be given several times, each with a value of its own.
    var isRepeated = false

    static func flag(_ name: String, _ help: String) -> Option {
      Option(name: name, value: nil, help: help)
    }

    static func value(
      _ name: String, _ value: String, _ help: String, isRequired: Bool = false
    ) -> Option {
      Option(name: name, value: value, help: help, isRequired: isRequired)
    }

    /// An option that may be given several times.
    static func values(_ name: String, _ value: String, _ help: String) -> Option {
      Option(name: name, value: value, help: help, isRepeated: true)
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
  /// One line for the list of commands.
  let summary: String
  /// What a person should know before using the command.
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

/// The operands and options of a parsed command line.
struct Values: Equatable, Sendable {
  var operands: [String] = []
  var values: [String: String] = [:]
  var flags: Set<String> = []
  /// The values of options that may be given several times, in their order.
  var lists: [String: [String]] = [:]
}

/// One run of a command: its arguments and its terminal.
struct Invocation: Sendable {
  let values: Values
  let terminal: Terminal

  /// The operand at an index; the parser has checked that required ones are present.
  func operand(_ index: Int) -> String? {
    values.operands.indices.contains(index) ? values.operands[index] : nil
  }

  func requiredOperand(_ index: Int) throws(CommandFailure) -> String {
    guard let operand = operand(index) else { throw .usage("something is missing; see --help") }
    return operand
  }

  subscript(name: String) -> String? { values.values[name] }

  /// The values of an option that may be given several times.
  func all(_ name: String) -> [String] { values.lists[name] ?? [] }

  func has(_ flag: String) -> Bool { values.flags.contains(flag) }

  /// Throws unless the command line says something to change.
  ///
  /// - Parameters:
  ///   - command: its words.
  ///   - options: the names of those that change something.
  func requireChange(_ command: String, _ options: [String]) throws(CommandFailure) {
    guard options.contains(where: { self[$0] != nil || has($0) || !all($0).isEmpty }) else {
      throw .usage("\(command): say what to change, with --\(options.joined(separator: ", --"))")
    }
  }

  /// Prints a result, as JSON with `--json` and as text otherwise.
  @discardableResult
  func report(_ result: some Encodable, _ text: () -> String) throws -> ExitCode {
    terminal.say(has("json") ? try JSONText.encode(result) : text())
    return .ok
  }
}
