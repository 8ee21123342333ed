/// The texts of `--help`.
enum Help {
  static func overview(_ commands: [Command]) -> String {
    var lines = [
      "Hearth keeps a household's homes and belongings, offline and in step between people.", "",
      "usage: hearth COMMAND [OPTIONS]", "",
    ]
    lines += table(commands.map { ($0.name, $0.summary) })
    lines += [
      "", "hearth COMMAND --help shows what a command takes, with examples.",
      "To begin: hearth serve", "", "Exit codes:",
    ]
    lines += table(ExitCode.allCases.map { (String($0.rawValue), $0.meaning) })
    return lines.joined(separator: "\n")
  }

  static func group(_ word: String, _ commands: [Command]) -> String {
    var lines = ["usage: hearth \(word) COMMAND [OPTIONS]", ""]
    lines += table(commands.map { ($0.name, $0.summary) })
    return lines.joined(separator: "\n")
  }

  static func text(_ command: Command) -> String {
    var usage = "usage: hearth \(command.name)"
    for operand in command.operands {
      usage += operand.isOptional ? " [\(operand.name)]" : " \(operand.name)"
    }
    for option in command.options {
      let words = "--\(option.name)\(option.value.map { " \($0)" } ?? "")"
      usage += option.isRequired ? " \(words)" : " [\(words)]"
      if option.isRepeated { usage += "..." }
    }
    var lines = wrapped(usage, indent: "         ") + ["", command.summary + ".", ""]
    lines += wrapped(command.details)
    if !command.operands.isEmpty || !command.options.isEmpty { lines.append("") }
    lines += table(
      command.operands.map { ($0.name, $0.help) }
        + command.options.map { ("--\($0.name)\($0.value.map { " \($0)" } ?? "")", $0.help) })
    lines += ["", "Examples:"]
    for example in command.examples {
      lines += ["  \(example.line)", "      \(example.meaning)"]
    }
    return lines.joined(separator: "\n")
  }

  private static let maxColumns = 90

  /// Lines of at most `maxColumns`, broken between words; all but the first are indented.
  private static func wrapped(_ text: String, indent: String = "") -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(whereSeparator: \.isWhitespace) {
      if !line.isEmpty, line.count + word.count >= maxColumns {
        lines.append(line)
        line = indent
      } else if !line.isEmpty {
        line += " "
      }
      line += word
    }
    return line.isEmpty ? lines : lines + [line]
  }

  private static func table(_ rows: [(String, String)]) -> [String] {
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { name, text in
      "  " + name + String(repeating: " ", count: width - name.count + 2) + text
    }
  }
}
