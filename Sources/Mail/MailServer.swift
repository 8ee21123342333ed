import CCurl

/// A mail server that takes mails by SMTP, and how it is spoken to.
package struct MailServer: Sendable {
  /// `smtp://host:port` or `smtps://host:port`, without a name and a password.
  package let url: String
  /// The address that mails come from.
  package let sender: String
  /// Not in the description: it is never printed.
  private let user: String
  private let password: String
  /// Whether the connection may stay unencrypted; only for a server on this machine.
  private let isInsecure: Bool
  /// A file of the only authorities whose certificates are believed; `nil` for those of the system.
  private let authorities: String?
  private let seconds: Int

  /// How long a whole mail may take.
  package static let maxSeconds = 60
  private static let connectSeconds = 10

  /// Why a mail was not taken.
  package struct Failure: Error, Equatable, Sendable {
    /// In words, with the answer of the server.
    package let reason: String
    /// Whether the server refuses this mail for ever.
    package let isFinal: Bool
    /// Whether the server was not reached, so that others will not be taken now, either.
    package let isAway: Bool
  }

  /// `nil` for an address that is none, that holds a name or a password, or that would be spoken to
  /// without encryption beyond this machine.
  package init?(
    url: String, sender: String, user: String = "", password: String = "",
    isInsecure: Bool = false, authorities: String? = nil, seconds: Int = MailServer.maxSeconds
  ) {
    let lower = url.lowercased()
    let scheme = lower.hasPrefix("smtps://") ? 8 : lower.hasPrefix("smtp://") ? 7 : nil
    guard let scheme, lower.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
    let rest = lower.dropFirst(scheme)
    guard !rest.isEmpty, rest.utf8.count < 300, !rest.contains(where: { "@/?#".contains($0) })
    else { return nil }
    guard !isInsecure || Self.isLoopback(String(rest)) else { return nil }
    self.url = lower
    self.sender = sender
    (self.user, self.password) = (user, password)
    (self.isInsecure, self.authorities, self.seconds) = (isInsecure, authorities, seconds)
  }

  private static func isLoopback(_ place: String) -> Bool {
    if place.hasPrefix("[::1]") { return true }
    let host = place.split(separator: ":").first.map { String($0) } ?? ""
    return host == "localhost"
      || host.hasPrefix("127.") && host.split(separator: ".").count == 4
        && host.allSatisfy { $0.isNumber || $0 == "." }
  }

  private static let isLibraryReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  /// What the callback reads from.
  private final class Content {
    let bytes: [UInt8]
    var sent = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func next(_ target: UnsafeMutablePointer<CChar>, _ room: Int) -> Int {
      let count = min(room, bytes.count - sent)
      guard count > 0 else { return 0 }
      bytes[sent..<(sent + count)].withUnsafeBytes {
        UnsafeMutableRawPointer(target).copyMemory(
          from: $0.baseAddress ?? UnsafeRawPointer(target), byteCount: count)
      }
      sent += count
      return count
    }
  }

  /// What the server has answered.
  private final class Answers {
    /// The last line that refuses something, as it was sent.
    var refusal: [UInt8] = []
    private static let maxBytes = 300

    func take(_ line: UnsafeBufferPointer<CChar>) {
      let bytes = line.prefix(Self.maxBytes).map { UInt8(bitPattern: $0) }
      if let first = bytes.first, [0x34, 0x35].contains(first) { refusal = bytes }
    }

    /// The line as one can print it; empty if there is none.
    var text: String {
      let text = String(decoding: refusal, as: UTF8.self)
      let shown = text.unicodeScalars.filter {
        !$0.properties.isWhitespace && $0.properties.generalCategory != .control
          && $0.properties.generalCategory != .format || $0 == " "
      }
      return String(String.UnicodeScalarView(shown))
    }
  }

  /// Sends a mail. Blocks for at most `maxSeconds`.
  package func send(_ message: MailMessage) throws(Failure) {
    guard Self.isLibraryReady, let curl = curl_easy_init() else {
      throw Failure(reason: "no memory", isFinal: false, isAway: true)
    }
    defer { curl_easy_cleanup(curl) }
    let content = Content(message.bytes)
    let recipients = curl_slist_append(nil, "<\(MailMessage.plain(message.recipient))>")
    defer { curl_slist_free_all(recipients) }
    hearth_curl_set_string(
      curl, CURLOPT_URL, url + "/" + MailMessage.plain(MailMessage.domain(of: sender)))
    hearth_curl_set_string(curl, CURLOPT_PROTOCOLS_STR, "smtp,smtps")
    hearth_curl_set_string(curl, CURLOPT_MAIL_FROM, "<\(MailMessage.plain(sender))>")
    hearth_curl_set_list(curl, CURLOPT_MAIL_RCPT, recipients)
    hearth_curl_set_long(curl, CURLOPT_UPLOAD, 1)
    hearth_curl_set_long(curl, CURLOPT_NOSIGNAL, 1)
    hearth_curl_set_long(curl, CURLOPT_CONNECTTIMEOUT, Self.connectSeconds)
    hearth_curl_set_long(curl, CURLOPT_TIMEOUT, seconds)
    hearth_curl_set_long(curl, CURLOPT_SSL_VERIFYPEER, 1)
    hearth_curl_set_long(curl, CURLOPT_SSL_VERIFYHOST, 2)
    hearth_curl_set_long(
      curl, CURLOPT_USE_SSL, Int(isInsecure ? CURLUSESSL_NONE.rawValue : CURLUSESSL_ALL.rawValue))
    if let authorities { hearth_curl_set_string(curl, CURLOPT_CAINFO, authorities) }
    if !user.isEmpty {
      hearth_curl_set_string(curl, CURLOPT_USERNAME, user)
      hearth_curl_set_string(curl, CURLOPT_PASSWORD, password)
    }
    hearth_curl_set_data(curl, CURLOPT_READFUNCTION) { target, size, count, context in
      guard let target, let context else { return 0 }
      return Unmanaged<Content>.fromOpaque(context).takeUnretainedValue()
        .next(target, size * count)
    }
    hearth_curl_set_pointer(
      curl, CURLOPT_READDATA, Unmanaged.passUnretained(content).toOpaque())
    let answers = Answers()
    hearth_curl_set_data(curl, CURLOPT_HEADERFUNCTION) { line, size, count, context in
      guard let line, let context else { return 0 }
      Unmanaged<Answers>.fromOpaque(context).takeUnretainedValue()
        .take(UnsafeBufferPointer(start: line, count: size * count))
      return size * count
    }
    hearth_curl_set_pointer(
      curl, CURLOPT_HEADERDATA, Unmanaged.passUnretained(answers).toOpaque())
    let code = withExtendedLifetime((content, answers)) { curl_easy_perform(curl) }
    guard code != CURLE_OK else { return }
    var status = 0
    hearth_curl_get_long(curl, CURLINFO_RESPONSE_CODE, &status)
    throw failure(code, status: status, answers.text)
  }

  private func failure(_ code: CURLcode, status: Int, _ answer: String) -> Failure {
    let text = String(cString: curl_easy_strerror(code))
    // What the server says of the connection or of our name there is no word about the mail.
    let isAboutServer = [
      CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT, CURLE_OPERATION_TIMEDOUT,
      CURLE_USE_SSL_FAILED, CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION,
      CURLE_SSL_CACERT_BADFILE, CURLE_LOGIN_DENIED,
    ].contains(code)
    let isRefusal = (500...599).contains(status) && !isAboutServer && !(530...538).contains(status)
    return Failure(
      reason: !answer.isEmpty
        ? "\(text): \(answer)" : status >= 400 ? "\(text) (\(status))" : text, isFinal: isRefusal,
      isAway: isAboutServer)
  }
}
