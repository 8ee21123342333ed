import Foundation
import Fuzzing
import Glibc
import SyncProtocol
import Testing

/// What a decoder does with megabytes that were made to hurt it. Peak memory is the process's, so
/// these run one after the other.
@Suite(.serialized) struct LargeInputTests {
  /// Bytes of an input, about.
  private static let inputBytes = 1 << 20
  /// Memory for each byte of an input, at most, with all that is read kept.
  private static let maxBytesPerByte = 64
  /// Time for an input; what grows with the square of its length takes minutes.
  private static let maxSeconds = 10.0

  struct Large: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let subject: String
    let bytes: [UInt8]

    /// `part` again and again between `head` and `tail`.
    init(_ subject: String, _ head: String, _ part: String, _ tail: String) {
      testDescription = "\(subject): \(head.prefix(30))\(part)…"
      self.subject = subject
      let count = LargeInputTests.inputBytes / part.utf8.count
      bytes = Array(head.utf8) + (0..<count).flatMap { _ in Array(part.utf8) } + Array(tail.utf8)
    }

    /// The same, of what each number makes.
    init(_ subject: String, _ head: String, each part: (Int) -> String, _ tail: String) {
      testDescription = "\(subject): \(head.prefix(30))\(part(0))…"
      self.subject = subject
      var bytes = Array(head.utf8)
      var number = 0
      while bytes.count < LargeInputTests.inputBytes {
        bytes += Array(part(number).utf8)
        number += 1
      }
      self.bytes = bytes + Array(tail.utf8)
    }
  }

  private static let change = #"{"epoch":"e","replica":"r","changeSets":[{"id":"r.1","h":1,"m":["#
  private static let record = #"{"k":"u","t":"items","i":"i","z":"h","r":{"#

  /// One decoder of each kind: key by key, by fields, any value, stored, looked through.
  private static let kinds = [
    "PushRequest", "InviteRequest", "FieldValue", "registers", "log entry, looked through", "undo",
  ]

  static let all: [Large] =
    kinds.flatMap { subject in
      [
        Large(subject, "", "[", ""), Large(subject, "{", #""a":1,"#, #""a":1}"#),
        Large(subject, "{", each: { #""\#(9_999_999 - $0)":1,"# }, #""a":1}"#),
      ]
    }
    + ["PushRequest", "FieldValue", "registers"].flatMap { subject in
      [
        Large(subject, "[", "[],", "0]"), Large(subject, "[", "[0],", "0]"),
        Large(subject, "[", #"{"":0},"#, "0]"), Large(subject, "\"", "\\n", "\""),
        Large(subject, "\"", "\\ud834\\udd1e", "\""), Large(subject, "", "9", ""),
        Large(subject, "[", "1,", "0]"),
      ]
    }
    + [
      Large("PushRequest", change + record, #""a":[[0],[0]],"#, #""b":0}}]}]}"#),
      Large("PushRequest", change, record + "}},", record + "}}]}]}"),
      Large("PushRequest", #"{"changeSets":["#, #"{"id":"r.1","h":1},"#, #"{"id":"r.1","h":1}]}"#),
      Large(
        "PushRequest", change + record, each: { #""\#(9_999_999 - $0)":[0],"# }, #""a":0}}]}]}"#),
      Large("PushResponse", #"{"answers":["#, #"{"wait":true},"#, #"{"wait":true}]}"#),
      Large("Cut", #"{"account":1,"zones":["#, "{},", "{}]}"),
      Large(
        "Cut", #"{"account":1,"zones":["#,
        each: { #"{"zone":"\#($0)","kind":"home","head":1,"role":"owner","grant":"g"},"# },
        #"{"zone":"a","kind":"home","head":1,"role":"owner","grant":"g"}]}"#),
      Large("RecordKey", "[", #""","#, #""""#),
      Large("Answer", #"{"ok":{"#, each: { #""\#($0)":1,"# }, #""a":1}}"#),
    ]

  @Test("a large input takes bounded time and memory", arguments: all)
  func isBounded(_ large: Large) throws {
    let subject = try #require(FuzzSubject.all.first { $0.name == large.subject })
    let before = try Self.resetPeak()
    let start = workMilliseconds()
    do {
      try subject.read(large.bytes)
    } catch is WireError {
      // As good as being read.
    }
    let seconds = (workMilliseconds() - start) / 1000
    let perByte = max(0, try Self.peak() - before) / large.bytes.count
    #expect(seconds < Self.maxSeconds)
    #expect(perByte < Self.maxBytesPerByte)
  }

  /// Begins to count the peak of this process's memory anew; returns what it holds now.
  private static func resetPeak() throws -> Int {
    try Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
    return try peak()
  }

  private static func peak() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
    return try #require(Int(line.filter(\.isNumber))) * 1024
  }
}
