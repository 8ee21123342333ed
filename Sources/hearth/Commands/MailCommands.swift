import Hub
import Mail

/// `hearth mail`: for whoever runs the machine.
enum MailCommands {
  static let all = [test]

  private struct Result: Encodable {
    let address: String
    let isTaken: Bool
    let problem: String?
  }

  static let test = Command(
    path: ["mail", "test"], summary: "Send a mail, to see whether that works",
    details: """
      Takes the same options as hearth serve, and sends one mail to the address at once. Ends with \
      1 when the mail server does not take it, and says what it said.
      """,
    operands: [.init(name: "ADDRESS", help: "where the mail goes")],
    options: MailOptions.options + [
      .value("public-url", "URL", "where people reach this Hearth"), .json,
    ],
    examples: [
      .init(
        "hearth mail test ana@home.example --smtp smtp://mail.example:587 --mail-from "
          + "hearth@home.example --public-url https://home.example --smtp-login login.txt",
        "with the name and the password from a file")
    ]
  ) { invocation in
    let recipient = try invocation.requiredOperand(0)
    guard MailAddress.isValid(recipient) else {
      throw CommandFailure.usage("mail test: '\(recipient)' is no address for mail")
    }
    guard let options = try MailOptions(invocation, command: "mail test") else {
      throw CommandFailure.usage("mail test: say which server, with --smtp")
    }
    let now = Posix.nowMilliseconds()
    let message = MailMessage(
      id: "test-\(now)", sender: options.server.sender, recipient: recipient,
      subject: "Hearth can send mail",
      body: "This mail was sent by hearth mail test, for \(options.origin).", createdAt: now)
    let problem: String?
    do throws(MailServer.Failure) {
      try options.server.send(message)
      problem = nil
    } catch {
      problem = error.reason
    }
    try invocation.report(
      Result(address: recipient, isTaken: problem == nil, problem: problem)
    ) {
      problem.map { "The mail server did not take it: \($0)" }
        ?? "The mail server has taken a mail to \(recipient)."
    }
    return problem == nil ? .ok : .failed
  }
}
