import Values

/// A mail as it goes over the wire: plain text in UTF-8, encoded so that every line is short and
/// ASCII, whatever people have written (RFC 5322, 2045, 2047).
package struct MailMessage: Equatable, Sendable {
  /// The first part of its Message-ID.
  package var id: String
  package var sender: String
  package var recipient: String
  package var subject: String
  package var body: String
  /// The link that ends all mail; empty for none (RFC 8058).
  package var stopLink: String
  /// When it was queued, milliseconds since 1970: the same each time that it is tried.
  package var createdAt: Int64

  package init(
    id: String, sender: String, recipient: String, subject: String, body: String,
    stopLink: String = "", createdAt: Int64
  ) {
    self.id = id
    self.sender = sender
    self.recipient = recipient
    self.subject = subject
    self.body = body
    self.stopLink = stopLink
    self.createdAt = createdAt
  }

  /// The most bytes of a subject; longer ones are cut between letters.
  private static let maxSubjectBytes = 200
  /// The longest encoded line, without its end (RFC 2045, 6.7).
  private static let maxLineBytes = 76

  /// The part of an address behind its `@`.
  static func domain(of address: String) -> String {
    address.split(separator: "@").last.map { String($0) } ?? "localhost"
  }

  /// Headers and body, with lines that end in CRLF.
  package var bytes: [UInt8] {
    var lines = [
      "Date: " + Self.date(createdAt),
      "Message-ID: <\(Self.plain(id))@\(Self.plain(Self.domain(of: sender)))>",
      "From: Hearth <\(Self.plain(sender))>",
      "To: <\(Self.plain(recipient))>",
      "Subject: " + Self.subject(subject),
      "MIME-Version: 1.0",
      "Content-Type: text/plain; charset=utf-8",
      "Content-Transfer-Encoding: quoted-printable",
      "Auto-Submitted: auto-generated",
    ]
    if !stopLink.isEmpty {
      lines.append("List-Unsubscribe: <\(Self.plain(stopLink))>")
      lines.append("List-Unsubscribe-Post: List-Unsubscribe=One-Click")
    }
    lines.append("")
    return Array((lines.joined(separator: "\r\n") + "\r\n").utf8) + Self.quotedPrintable(body)
  }

  /// What stands in a header by itself: visible ASCII alone, so that it ends no line and closes no
  /// bracket.
  static func plain(_ text: String) -> String {
    String(
      decoding: text.utf8.filter { (0x21...0x7E).contains($0) && $0 != 0x3C && $0 != 0x3E },
      as: UTF8.self)
  }

  /// A subject as encoded words of at most 75 characters, each on a line of its own. Everything is
  /// encoded, so no text can be taken for a header or an encoding.
  static func subject(_ text: String) -> String {
    var words: [String] = []
    var (word, total) = ("", 0)
    for scalar in text.unicodeScalars where !scalar.turnsText {
      // Line ends and other controls are spaces.
      let isControl = scalar.properties.generalCategory == .control
      let bytes = Array(String(isControl ? " " : Character(scalar)).utf8)
      total += bytes.count
      if total > maxSubjectBytes { break }
      let encoded = bytes.map { encodedByte($0) }.joined()
      if word.utf8.count + encoded.utf8.count > 60 {
        words.append(word)
        word = ""
      }
      word += encoded
    }
    words.append(word)
    return words.map { "=?utf-8?Q?\($0)?=" }.joined(separator: "\r\n ")
  }

  private static func encodedByte(_ byte: UInt8) -> String {
    switch byte {
    case 0x20: "_"
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: String(decoding: [byte], as: UTF8.self)
    default: "=" + hexadecimal(byte)
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    return String(decoding: [digits[Int(byte >> 4)], digits[Int(byte & 15)]], as: UTF8.self)
  }

  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    let isLineEnd = scalar == "\n" || scalar == "\r" || scalar == "\t"
    return isLineEnd || scalar.properties.generalCategory != .control && !scalar.turnsText
  }

  /// A text in the encoding quoted-printable; its line ends become CRLF. Other controls, and
  /// what would turn the rest of a line, are left out.
  static func quotedPrintable(_ text: String) -> [UInt8] {
    var result: [UInt8] = []
    let text = String(String.UnicodeScalarView(text.unicodeScalars.filter(isShown)))
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      var length = 0
      let bytes = Array(line.utf8)
      for (index, byte) in bytes.enumerated() {
        let isLast = index == bytes.count - 1
        let isPlain =
          (0x21...0x7E).contains(byte) && byte != 0x3D || byte == 0x20 && !isLast
        let encoded = isPlain ? [byte] : Array(("=" + hexadecimal(byte)).utf8)
        if length + encoded.count > maxLineBytes - 1 {
          result += Array("=\r\n".utf8)
          length = 0
        }
        result += encoded
        length += encoded.count
      }
      result += [0x0D, 0x0A]
    }
    return result
  }

  private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// A moment as a mail's date, in UTC.
  static func date(_ milliseconds: Int64) -> String {
    let seconds = max(0, milliseconds / 1000)
    let days = Int(seconds / 86_400)
    let day = CalendarDay(daysSince1970: days)
    let clock = [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60].map {
      $0 < 10 ? "0\($0)" : "\($0)"
    }
    let date = "\(weekdays[days % 7]), \(day.day) \(months[day.month - 1]) \(day.year)"
    return "\(date) \(clock.joined(separator: ":")) +0000"
  }
}
