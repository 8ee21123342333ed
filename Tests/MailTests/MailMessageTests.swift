import Foundation
import Testing

import Mail

/// Mails as they go over the wire.
@Suite struct MailMessageTests {
  private func message(_ subject: String, _ body: String = "Hello") -> MailMessage {
    MailMessage(
      id: "m1", sender: "hearth@home.example", recipient: "ana@home.example", subject: subject,
      body: body, stopLink: "https://home.example/mail/stop/1", createdAt: 1_781_258_400_000)
  }

  private func headers(_ message: MailMessage) -> [String] {
    let text = String(decoding: message.bytes, as: UTF8.self)
    let head = text.components(separatedBy: "\r\n\r\n")[0]
    return head.replacingOccurrences(of: "\r\n ", with: " ").components(separatedBy: "\r\n")
  }

  @Test(
    "no subject or address adds a header, whatever stands in it",
    arguments: [
      "Hi\r\nBcc: eve@home.example", "a\nb", "a\u{85}b\u{2028}c", "=?utf-8?Q?=0D=0ABcc:_x?=",
      "\u{0}", String(repeating: "x\r\n", count: 500),
    ])
  func injection(_ hostile: String) {
    let plain = headers(message("Hello"))
    let found = headers(message(hostile))
    #expect(found.count == plain.count)
    #expect(found.map { $0.prefix { $0 != ":" } } == plain.map { $0.prefix { $0 != ":" } })
    var addressed = message("Hello")
    (addressed.recipient, addressed.stopLink, addressed.id) = (hostile, hostile, hostile)
    #expect(headers(addressed).count == plain.count)
  }

  @Test("nothing in a mail hides or turns what follows")
  func turned() {
    let text = String(
      decoding: message("Pay\u{202E}lleW", "a\u{202E}b\u{2067}c\u{7}d\ne").bytes, as: UTF8.self)
    #expect(text.contains("Subject: =?utf-8?Q?PaylleW?=\r\n"))
    #expect(text.hasSuffix("\r\n\r\nabcd\r\ne\r\n"))
  }

  @Test("every line is ASCII and short, and ends in CRLF")
  func lines() {
    let text = String(repeating: "Küche 竪琴 👩‍👩‍👧‍👦 = . ", count: 40) + "\n.\n\nFrom me \n"
    let bytes = message(text, text).bytes
    #expect(bytes.allSatisfy { $0 < 0x80 })
    let lines = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n")
    #expect(lines.allSatisfy { $0.utf8.count <= 78 && !$0.contains("\n") && !$0.contains("\r") })
    #expect(lines.last == "")
  }

  @Test("a mail says how to end all mails, in the way that one press of a program does it")
  func stop() {
    let found = headers(message("Hello"))
    #expect(found.contains("List-Unsubscribe: <https://home.example/mail/stop/1>"))
    #expect(found.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click"))
    #expect(found.contains("Message-ID: <m1@home.example>"))
    #expect(found.contains("Date: Fri, 12 Jun 2026 10:00:00 +0000"))
  }

  @Test(
    "without encryption a server is on this machine, and its address never has a password",
    arguments: [
      ("smtp://127.0.0.1:25", true, true), ("smtp://localhost:2525", true, true),
      ("smtp://[::1]:25", true, true), ("smtp://mail.example:25", true, false),
      ("smtp://127.0.0.1.example:25", true, false), ("smtp://mail.example:587", false, true),
      ("smtps://mail.example", false, true), ("http://mail.example", false, false),
      ("smtp://ana:secret@mail.example", false, false), ("smtp://", false, false),
      ("smtp://mail.example/x", false, false), ("smtp://a b", false, false),
    ])
  func servers(_ url: String, _ isInsecure: Bool, _ isTaken: Bool) {
    let server = MailServer(url: url, sender: "hearth@home.example", isInsecure: isInsecure)
    #expect((server != nil) == isTaken)
  }

  @Test("a server that is not there is away, and no mail is given up for it")
  func away() throws {
    let server = try #require(
      MailServer(url: "smtp://127.0.0.1:1", sender: "hearth@home.example", isInsecure: true))
    let failure = #expect(throws: MailServer.Failure.self) { try server.send(message("Hello")) }
    #expect(failure?.isAway == true && failure?.isFinal == false)
  }
}
