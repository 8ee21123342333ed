import Backends
import Glibc
import Hub
import Mail

/// How `hearth serve` sends mail. The name and the password are never on the command line, where
/// other users of the machine could read them.
struct MailOptions: Sendable {
  let server: MailServer
  /// Scheme and host of the links in mails.
  let origin: String

  static let options: [Command.Option] = [
    .value(
      "smtp", "URL",
      "send mail by this server, like smtp://mail.example:587; needs --mail-from and --public-url"),
    .value("mail-from", "ADDRESS", "the address that mails come from"),
    .value(
      "smtp-login", "FILE",
      "a file with the name and the password, a line each; or HEARTH_SMTP_USER and _PASSWORD"),
    .value(
      "smtp-ca", "FILE", "believe certificates by an authority in this file only, like your own"),
    .flag("smtp-insecure", "without encryption, to a server on this machine only"),
  ]

  /// `nil` where no mail is sent.
  init?(_ invocation: Invocation, command: String) throws(CommandFailure) {
    guard let url = invocation["smtp"] else {
      for name in ["mail-from", "smtp-login", "smtp-ca"] where invocation[name] != nil {
        throw .usage("\(command): --\(name) needs --smtp")
      }
      if invocation.has("smtp-insecure") {
        throw .usage("\(command): --smtp-insecure needs --smtp")
      }
      return nil
    }
    guard let sender = invocation["mail-from"] else {
      throw .usage("\(command): --smtp needs --mail-from, an address like hearth@home.example")
    }
    guard MailAddress.isValid(sender) else {
      throw .usage("\(command): --mail-from is like hearth@home.example, not '\(sender)'")
    }
    guard let publicURL = invocation["public-url"], let address = PublicAddress(publicURL) else {
      throw .usage("\(command): --smtp needs --public-url, for the links in mails")
    }
    let (user, password) = try Self.login(invocation)
    if let file = invocation["smtp-ca"], Posix.read(file, maxBytes: Self.maxAuthorityBytes) == nil {
      throw .refused("\(file) cannot be read")
    }
    guard
      let server = MailServer(
        url: url, sender: sender, user: user, password: password,
        isInsecure: invocation.has("smtp-insecure"), authorities: invocation["smtp-ca"])
    else {
      throw .usage(
        """
        \(command): --smtp is like smtp://mail.example:587 or smtps://mail.example, without a name \
        and a password; --smtp-insecure is for a server on this machine only
        """)
    }
    (self.server, origin) = (server, address.origin)
  }

  private static let maxLoginBytes = 4096
  private static let maxAuthorityBytes = 1 << 20

  private static func login(
    _ invocation: Invocation
  ) throws(CommandFailure) -> (user: String, password: String) {
    guard let file = invocation["smtp-login"] else {
      func variable(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
      return (variable("HEARTH_SMTP_USER"), variable("HEARTH_SMTP_PASSWORD"))
    }
    guard let bytes = Posix.read(file, maxBytes: maxLoginBytes) else {
      throw .refused("\(file) cannot be read")
    }
    let lines = String(decoding: bytes, as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { String($0) }
    guard lines.count >= 2, !lines[0].isEmpty, !lines[1].isEmpty else {
      throw .refused("\(file) has the name in its first line and the password in its second")
    }
    return (lines[0], lines[1])
  }
}
