import Glibc

/// Where a command writes its output, and reads a password from.
package struct Terminal: Sendable {
  let write: @Sendable (String) -> Void
  let writeError: @Sendable (String) -> Void
  let readSecret: @Sendable (_ prompt: String) -> String?
  /// All that is written to the command, but no more than `maxBytes`; `nil` when reading fails.
  let readInput: @Sendable (_ maxBytes: Int) -> [UInt8]?
  /// Whether a person types the secret that `readSecret` returns.
  let isInteractive: Bool
  /// Whether these are the process's own streams, so that Ctrl-C concerns the running command.
  private(set) var isProcess = false

  package init(
    write: @escaping @Sendable (String) -> Void, writeError: @escaping @Sendable (String) -> Void,
    readSecret: @escaping @Sendable (_ prompt: String) -> String?,
    readInput: @escaping @Sendable (_ maxBytes: Int) -> [UInt8]? = { _ in nil },
    isInteractive: Bool = false
  ) {
    self.isInteractive = isInteractive
    self.readInput = readInput
    self.write = write
    self.writeError = writeError
    self.readSecret = readSecret
  }

  /// The process's own streams.
  static let standard: Terminal = {
    var terminal = Terminal(
      write: { put($0, to: STDOUT_FILENO) }, writeError: { put($0, to: STDERR_FILENO) },
      readSecret: { readPassword($0) }, readInput: { readAll(STDIN_FILENO, maxBytes: $0) },
      isInteractive: isatty(STDIN_FILENO) == 1)
    terminal.isProcess = true
    return terminal
  }()

  /// Writes a line to standard output.
  func say(_ text: String) { write(text + "\n") }

  /// Writes a line to standard error.
  func complain(_ text: String) { writeError(text + "\n") }

  private static func put(_ text: String, to descriptor: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      // The output is closed, so there is nobody to tell.
      if count <= 0 { return }
      rest = rest.dropFirst(count)
    }
  }

  private static func readAll(_ descriptor: Int32, maxBytes: Int) -> [UInt8]? {
    var result: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while result.count < maxBytes {
      let count = read(descriptor, &chunk, min(chunk.count, maxBytes - result.count))
      if count < 0, errno == EINTR { continue }
      if count < 0 { return nil }
      if count == 0 { break }
      result += chunk[..<count]
    }
    return result
  }

  /// A line of standard input, not echoed while a person types it.
  private static func readPassword(_ prompt: String) -> String? {
    guard isatty(STDIN_FILENO) == 1 else { return readLine(strippingNewline: true) }
    put(prompt, to: STDERR_FILENO)
    var before = termios()
    guard tcgetattr(STDIN_FILENO, &before) == 0 else { return nil }
    var hidden = before
    hidden.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
    defer {
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
      put("\n", to: STDERR_FILENO)
    }
    return readLine(strippingNewline: true)
  }
}
