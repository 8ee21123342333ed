import Glibc

/// Where a command writes its output, and reads a password from.
package struct Terminal: Sendable {
  let write: @Sendable (String) -> Void
  let writeError: @Sendable (String) -> Void
  let readSecret: @Sendable (_ prompt: String) -> String?
  /// Whether a person types the secret that `readSecret` returns.
  let isInteractive: Bool
  /// Whether these are the process's own streams, so that Ctrl-C concerns the running command.
  private(set) var isProcess = false

  package init(
    write: @escaping @Sendable (String) -> Void, writeError: @escaping @Sendable (String) -> Void,
    readSecret: @escaping @Sendable (_ prompt: String) -> String?, isInteractive: Bool = false
  ) {
    self.isInteractive = isInteractive
    self.write = write
    self.writeError = writeError
    self.readSecret = readSecret
  }

  /// The process's own streams.
  static let standard: Terminal = {
    var terminal = Terminal(
      write: { put($0, to: STDOUT_FILENO) }, writeError: { put($0, to: STDERR_FILENO) },
      readSecret: { readPassword($0) }, isInteractive: isatty(STDIN_FILENO) == 1)
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
