/// Parses a command line by the list of commands.
struct ArgumentParser {
  enum Result {
    case help(String)
    case run(Command, Values)
  }

  let commands: [Command]

  init(_ commands: [Command]) { self.commands = commands }

  func parse(_ arguments: [String]) throws(CommandFailure) -> Result {
    guard let first = arguments.first else {
      throw .usage("no command given\n\n" + Help.overview(commands))
    }
    if ["--help", "-h", "help"].contains(first) {
      let words = Array(arguments.dropFirst())
      if words.isEmpty { return .help(Help.overview(commands)) }
      return .help(try help(for: words))
    }
    if first == "--version" { return try parse(["version"]) }
    guard let command = command(arguments) else {
      if group(first) != nil { return try parseGroup(first, arguments) }
      throw unknownCommand(first)
    }
    let rest = Array(arguments.dropFirst(command.path.count))
    if rest.contains("--help") || rest.contains("-h") { return .help(Help.text(command)) }
    return .run(command, try Self.values(rest, of: command))
  }

  /// The command with the longest matching path: `flags` is one, and `flags set` is another.
  private func command(_ arguments: [String]) -> Command? {
    commands.filter { arguments.starts(with: $0.path) }.max { $0.path.count < $1.path.count }
  }

  /// The commands whose first word is not a command itself, such as `account`; `nil` if there are
  /// none.
  private func group(_ word: String) -> [Command]? {
    let group = commands.filter { $0.path.count > 1 && $0.path[0] == word }
    return group.isEmpty ? nil : group
  }

  private func help(for words: [String]) throws(CommandFailure) -> String {
    if let command = command(words) { return Help.text(command) }
    if let group = group(words[0]) { return Help.group(words[0], group) }
    throw unknownCommand(words[0])
  }

  private func parseGroup(_ word: String, _ arguments: [String]) throws(CommandFailure) -> Result {
    let group = group(word) ?? []
    if arguments.contains("--help") || arguments.contains("-h") {
      return .help(Help.group(word, group))
    }
    guard arguments.count > 1 else {
      throw .usage("\(word): say what to do\n\n" + Help.group(word, group))
    }
    let hint = Self.suggestion(for: arguments[1], among: group.map { $0.path[1] })
    throw .usage(
      "\(word): there is no '\(arguments[1])'\(hint.isEmpty ? ";" : hint) see hearth \(word) --help"
    )
  }

  private func unknownCommand(_ word: String) -> CommandFailure {
    let hint = Self.suggestion(for: word, among: Array(Set(commands.map { $0.path[0] })).sorted())
    return .usage("there is no command '\(word)'\(hint.isEmpty ? ";" : hint) see hearth --help")
  }

  private static func values(
    _ arguments: [String], of command: Command
  ) throws(CommandFailure) -> Values {
    var values = Values()
    var index = 0
    var onlyOperands = false
    while index < arguments.count {
      let argument = arguments[index]
      index += 1
      if argument == "--", !onlyOperands {
        onlyOperands = true
      } else if argument.hasPrefix("--"), !onlyOperands {
        try take(argument, arguments, &index, command, &values)
      } else if argument.hasPrefix("-"), argument != "-", !onlyOperands {
        throw .usage(
          "\(command.name): options are written with two dashes, not \(argument);"
            + " write -- before a word that begins with one")
      } else {
        values.operands.append(argument)
      }
    }
    try checkOperands(values.operands, of: command)
    return values
  }

  private static func take(
    _ argument: String, _ arguments: [String], _ index: inout Int, _ command: Command,
    _ values: inout Values
  ) throws(CommandFailure) {
    let parts = argument.dropFirst(2).split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts.first ?? "")
    guard let option = command.options.first(where: { $0.name == name }) else {
      let hint = suggestion(for: name, among: command.options.map(\.name), prefix: "--")
      throw .usage("\(command.name): there is no option --\(name)\(hint)")
    }
    guard option.isRepeated || values.values[name] == nil, !values.flags.contains(name) else {
      throw .usage("\(command.name): --\(name) is given twice")
    }
    guard let wanted = option.value else {
      guard parts.count == 1 else { throw .usage("\(command.name): --\(name) takes no value") }
      values.flags.insert(name)
      return
    }
    if parts.count == 2 {
      values.values[name] = String(parts[1])
    } else if index < arguments.count, !arguments[index].hasPrefix("--") {
      values.values[name] = arguments[index]
      index += 1
    } else {
      throw .usage("\(command.name): --\(name) wants a value: --\(name) \(wanted)")
    }
    if values.values[name]?.isEmpty == true {
      throw .usage("\(command.name): --\(name) is empty")
    }
    if option.isRepeated, let value = values.values.removeValue(forKey: name) {
      values.lists[name, default: []].append(value)
    }
  }

  private static func checkOperands(
    _ operands: [String], of command: Command
  ) throws(CommandFailure) {
    let required = command.operands.filter { !$0.isOptional }.count
    if operands.count < required {
      let missing = command.operands[operands.count]
      throw .usage("\(command.name): \(missing.name) is missing: \(missing.help)")
    }
    if operands.count > command.operands.count {
      let extra = operands[command.operands.count]
      throw .usage("\(command.name): '\(extra)' is one word too many; see --help")
    }
  }

  private static func suggestion(
    for word: String, among known: [String], prefix: String = ""
  ) -> String {
    let best = known.map { ($0, distance(word, $0)) }.min { $0.1 < $1.1 }
    guard let (name, distance) = best, distance <= max(1, name.count / 3) else { return "" }
    return "; did you mean \(prefix)\(name)?"
  }

  /// The edit distance: how many letters must be changed, added or removed to turn one word into
  /// the other.
  private static func distance(_ first: String, _ second: String) -> Int {
    let (a, b) = (Array(first), Array(second))
    var row = Array(0...b.count)
    for (i, letter) in a.enumerated() {
      var corner = row[0]
      row[0] = i + 1
      for (j, other) in b.enumerated() {
        let changed = corner + (letter == other ? 0 : 1)
        corner = row[j + 1]
        row[j + 1] = min(changed, row[j] + 1, corner + 1)
      }
    }
    return row[b.count]
  }
}
