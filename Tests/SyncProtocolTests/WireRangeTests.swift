import SyncProtocol
import Testing

/// Numbers that programs go on to count and calculate with, out of their range.
@Suite struct WireRangeTests {
  struct Bad: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let number: String
    /// Reads the message with a number in its place.
    let read: @Sendable (String) throws(WireError) -> Void

    /// - Parameter text: the message, `#` in the place of the number.
    init<Message: WireCodable & SendableMetatype>(
      _: Message.Type, _ text: String, _ number: String
    ) {
      testDescription = "\(Message.self) \(text) \(number)"
      self.number = number
      read = { number throws(WireError) in
        _ = try Message(wireBytes: Array(text.replacing("#", with: number).utf8))
      }
    }
  }

  private static let extremes = ["-1", "-9223372036854775808", "9223372036854775807"]

  static let all =
    extremes.flatMap { number in
      [
        Bad(PushResponse.self, #"{"answers":[],"now":#}"#, number),
        Bad(PushRequest.self, #"{"epoch":"e","replica":"r","acknowledged":#}"#, number),
        Bad(Answer.self, #"{"ok":{"h":#}}"#, number),
        Bad(Cut.self, #"{"account":#,"zones":[]}"#, number),
        Bad(
          ZoneHead.self,
          #"{"zone":"h","kind":"home","head":#,"role":"owner","grant":"g"}"#, number),
        Bad(ZonePosition.self, #"{"at":#,"grant":"g"}"#, number),
        Bad(ZonePosition.self, #"{"from":#,"grant":"g"}"#, number),
        Bad(Hint.self, #"{"zone":"h","head":#}"#, number),
        Bad(
          LogEntry.self, #"{"z":"h","n":#,"id":"r.1","a":"a","h":1,"at":1,"e":[]}"#, number),
        Bad(
          LogEntry.self, #"{"z":"h","n":1,"id":"r.1","a":"a","h":1,"at":#,"e":[]}"#, number),
        Bad(SnapshotPart.self, #"{"zone":"h","from":#,"records":[]}"#, number),
        Bad(IssuedInvite.self, #"{"id":"i","token":"t","code":"c","expiresAt":#}"#, number),
        Bad(
          KeptNews.self,
          #"{"news":{"version":1,"invite":true,"join":true},"tag":"","heardAt":#,"latest":1}"#,
          number),
      ]
    } + [
      Bad(HistoryRequest.self, #"{"zone":"h","before":#}"#, "-9223372036854775808"),
      Bad(ChangeSet.self, #"{"id":"r.1","h":#,"g":{},"m":[]}"#, "-1"),
      Bad(LogEntry.self, #"{"z":"h","n":1,"id":"r.1","a":"a","h":#,"at":1,"e":[]}"#, "-1"),
      Bad(SnapshotPart.self, #"{"zone":"h","from":1,"records":[],"clock":#}"#, "-1"),
    ]

  @Test("a sequence, moment or time out of its range is an error", arguments: all)
  func outOfRange(bad: Bad) {
    #expect(throws: WireError.self) { try bad.read(bad.number) }
    #expect(throws: Never.self) { try bad.read("1") }
  }

  @Test("a cut that names a zone twice is an error")
  func zoneTwice() {
    let zone = #"{"zone":"h","kind":"home","head":1,"role":"owner","grant":"g"}"#
    #expect(throws: WireError.self) {
      try Cut(wireBytes: Array(#"{"account":1,"zones":[\#(zone),\#(zone)]}"#.utf8))
    }
  }

  @Test("a page of any size may be wished for")
  func anyPageSize() throws {
    let text = #"{"epoch":"e","replica":"r","zones":{},"maxBytes":9223372036854775807}"#
    #expect(try PullRequest(wireBytes: Array(text.utf8)).maxBytes == 16 << 20)
  }

  @Test(
    "the number of a change set has one spelling, up to 2^53",
    arguments: ["r.01", "r.+1", "r.-0", "r.", "r.9007199254740993", "r.99999999999999999999", ".1"])
  func numbers(text: String) {
    #expect(ChangeSetID(text) == nil)
  }

  @Test("numbers of change sets are read from the first to the last")
  func numbersWithinRange() {
    #expect(ChangeSetID("r.0")?.number == 0)
    #expect(ChangeSetID("a.r.41")?.number == nil)
    #expect(ChangeSetID("r.9007199254740992")?.number == ChangeSetID.maxNumber)
  }

  @Test("a clock at the end of time stays there")
  func endOfTime() {
    var clock = HybridClock()
    clock.observe(HybridTime(bits: .max))
    #expect(clock.tick(wallMilliseconds: 1) == HybridTime(bits: .max))
  }
}
