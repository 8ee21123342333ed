import Families
import Foundation
import HearthDomain
import Household
import Importing
import SQLite
import SyncProtocol
import TestSupport
import Testing
import Values

extension String {
  /// A line with another value of a member.
  fileprivate func with(_ name: String, _ value: String) -> String {
    let start = range(of: "\"\(name)\":").map(\.upperBound) ?? endIndex
    let end = self[start...].firstIndex(where: { $0 == "," || $0 == "}" }) ?? endIndex
    return self[..<start] + value + self[end...]
  }
}

extension FamilyDocument {
  fileprivate static func text(of family: ZoneID, in connection: Connection) throws -> String {
    let box = ByteBox()
    try connection.transaction { try write(family, in: connection) { box.bytes += $0 } }
    return String(decoding: box.bytes, as: UTF8.self)
  }
}

/// Files of families with something wrong in them.
@Suite struct FamilyArchiveFaultTests {
  private struct TakenBack: Error {}

  private static let head = #"{"format":"hearth-family","version":1,"id":"f"}"#
  private static let people = [
    #"{"table":"people","id":"ann","name":"Ann","role":"parent"}"#,
    #"{"table":"people","id":"cyd","name":"Cyd","role":"child"}"#,
  ]
  private static let settings =
    #"{"table":"families","id":"f","name":"Lindqvist","emoji":"","timeZone":"","hidesStreaks":0,"#
    + #""hasStars":1,"createdAt":5,"importRef":null}"#

  private static func routine(
    _ id: String = "r", startsOn: String = "2026-03-02", endsOn: String = "null",
    steps: [String] = [], people: String = #"{"id":"p1","position":0,"accountID":"cyd"}"#
  ) -> String {
    #"{"table":"routines","id":"\#(id)","familyID":"f","title":"Teeth","emoji":"","colorIndex":0,"#
      + #""note":"","partOfDay":"any","isFirst":0,"asksApproval":0,"asksPhoto":0,"#
      + #""requiredFirst":0,"stars":2,"isArchived":0,"scheduleKind":"everyDays","weekdays":127,"#
      + #""everyCount":1,"startsOn":"\#(startsOn)","endsOn":\#(endsOn),"mode":"each","#
      + #""turnsFrom":"\#(startsOn)","inOrder":0,"createdAt":86400000,"createdBy":"ann","#
      + #""routinePeople":[\#(people)],"routineSteps":["#
      + steps.enumerated().map {
        #"{"id":"\#($1)","position":\#($0),"title":"S","emoji":"","isOptional":0}"#
      }.joined(separator: ",") + "]}"
  }

  private static func tick(
    _ id: String, routine: String = "r", day: String = "2026-03-02", kind: String = "done",
    undoes: String? = nil, at: String = "7"
  ) -> String {
    #"{"table":"routineEvents","id":"\#(id)","familyID":"f","routineID":"\#(routine)","day":"#
      + #""\#(day)","kind":"\#(kind)","personID":"cyd","otherID":null,"stepID":null,"undoesID":"#
      + (undoes.map { "\"\($0)\"" } ?? "null") + #","createdAt":\#(at),"createdBy":"cyd"}"#
  }

  private static func reward(_ id: String) -> String {
    #"{"table":"rewards","id":"\#(id)","familyID":"f","title":"Film","emoji":"","price":3,"#
      + #""isArchived":0,"createdAt":5,"createdBy":"ann"}"#
  }

  private static func wish(_ id: String, of reward: String, undoes: String = "null") -> String {
    #"{"table":"rewardWishes","id":"\#(id)","familyID":"f","rewardID":"\#(reward)","#
      + #""personID":"cyd","undoesID":\#(undoes),"createdAt":5,"createdBy":"cyd"}"#
  }

  private static func archive(_ lines: [String]) throws -> FamilyArchive {
    let text = ([head] + people + [settings] + lines).joined(separator: "\n")
    return try FamilyArchive(BytesStream(Array(text.utf8)), name: "f.jsonl", zip: nil)
  }

  /// What does not fit, and the reasons that are told.
  struct Fault: Sendable, CustomTestStringConvertible {
    let title: String
    let lines: [String]
    let reasons: [String]

    init(_ title: String, _ lines: [String], _ reasons: [String]) {
      (self.title, self.lines, self.reasons) = (title, lines, reasons)
    }

    var testDescription: String { title }
  }

  private static let cases: [Fault] = [
    Fault("two routines with one id", [routine(), routine()], ["doubled"]),
    Fault("a tick twice", [routine(), tick("t"), tick("t")], ["doubled"]),
    Fault("two steps with one id", [routine(steps: ["s", "s"])], ["doubled"]),
    Fault(
      "a step of two routines", [routine(steps: ["s"]), routine("q", steps: ["s"])],
      ["doubled"]),
    Fault("a day that does not exist", [routine(), tick("t", day: "2026-02-30")], ["noSuchDay"]),
    Fault("a day that is none", [routine(), tick("t", day: "yesterday")], ["noSuchDay"]),
    Fault("an end that does not exist", [routine(endsOn: "\"2026-02-31\"")], ["dayRemoved"]),
    Fault("a begin that does not exist", [routine(startsOn: "0000-00-00")], ["beginMoved"]),
    Fault("a tick of no routine", [tick("t")], ["referenceMissing"]),
    Fault(
      "a tick of a routine that cannot be kept", [routine(people: ""), tick("t")],
      ["invalid", "referenceMissing"]),
    Fault(
      "taking back itself", [routine(), tick("t", kind: "undo", undoes: "t")],
      ["takesBackNothing"]),
    Fault(
      "a circle of taking back",
      [routine(), tick("t", kind: "undo", undoes: "u"), tick("u", kind: "undo", undoes: "t")],
      ["takesBackNothing", "takesBackNothing"]),
    Fault(
      "taking back what is not there", [routine(), tick("t", kind: "undo", undoes: "x")],
      ["takesBackNothing"]),
    Fault("taking back nothing", [routine(), tick("t", kind: "undo")], ["takesBackNothing"]),
    Fault("something nobody does", [routine(), tick("t", kind: "fly")], ["invalid"]),
    Fault("a time far ahead", [routine(), tick("t", at: "9000000000000000000")], ["timeMoved"]),
    Fault(
      "a time before all time", [routine(), tick("t", at: "-9000000000000000000")], ["invalid"]),
    Fault("a wish for nothing", [wish("w", of: "x")], ["referenceMissing"]),
    Fault(
      "a wish that takes itself back", [reward("x"), wish("w", of: "x", undoes: "\"w\"")],
      ["takesBackNothing"]),
    Fault("an id that is none", [routine(), tick("")], ["invalid"]),
    Fault(
      "somebody who is listed twice",
      [#"{"table":"people","id":"cyd","name":"Somebody else","role":"parent"}"#, routine()],
      ["doubled"]),
    Fault("somebody without a name", [#"{"table":"people","id":"eve","name":" "}"#], ["invalid"]),
    Fault("fewer stars than none", [routine().with("stars", "-5")], ["invalid"]),
    Fault(
      "more stars than can be counted", [routine().with("stars", "1000000000000000000")],
      ["invalid"]),
    Fault("stars that are a fraction", [routine().with("stars", "1.5")], ["invalid"]),
    Fault("a price below nothing", [reward("x").with("price", "-1")], ["invalid"]),
    Fault(
      "a day after all days", [routine(), tick("t", day: "9999-99-99")], ["noSuchDay"]),
    Fault(
      "a plan from a day after all days", [routine(startsOn: "9999-99-99")], ["beginMoved"]),
    Fault(
      "a routine every so many days that is none", [routine().with("everyCount", "0")],
      ["invalid"]),
    Fault("somebody else's family", [routine().with("familyID", "\"g\"")], ["invalid"]),
    Fault(
      "somebody twice",
      [
        routine(
          people: #"{"id":"a","position":0,"accountID":"cyd"},"#
            + #"{"id":"b","position":1,"accountID":"cyd"}"#)
      ], ["invalid"]),
  ]

  @Test(
    "what does not fit together is mended or left out, and told",
    arguments: cases)
  func mended(_ fault: Fault) async throws {
    let (title, reasons) = (fault.title, fault.reasons)
    let archive = try Self.archive(fault.lines)
    #expect(archive.problems.map(\.reason.rawValue) == reasons, "\(title)")
    #expect(archive.problemCount == reasons.count)
    let world = try FamilyWorld()
    let result = try await FamilyArchiveWorld.bring(archive, to: world.dan)
    #expect(result.familyID != nil)
    #expect(try world.dan.refusals.isEmpty, "\(title)")
  }

  private static let noFamilies: [(String, FamilyArchive.Failure)] = [
    ("", FamilyArchive.Failure.notAFamily), ("no JSON", .notAFamily), ("[]", .notAFamily),
    (#"{"format":"hearth-group","version":1,"id":"f"}"#, .notAFamily),
    (#"{"format":"hearth-family","version":99,"id":"f"}"#, .newerVersion),
    (head, .notAFamily), (head + "\n{", .unreadable(line: 2)),
    (head + "\n" + #"{"table":"homes","id":"h"}"#, .unreadable(line: 2)),
    (
      head + "\n" + String(repeating: " ", count: 1 << 21),
      .lineTooLong(maxBytes: 1 << 20)
    ),
  ]

  @Test(
    "a file that is no family is refused as a whole",
    arguments: noFamilies)
  func refused(_ text: String, _ failure: FamilyArchive.Failure) {
    #expect(throws: failure) {
      try FamilyArchive(BytesStream(Array(text.utf8)), name: "f", zip: nil)
    }
  }

  @Test("more than a family can have is refused before anything is kept")
  func tooMany() {
    let routines = (0...Routine.maxPerFamily).map { Self.routine("r\($0)") }
    #expect(throws: FamilyArchive.Failure.tooMany(.routine, max: Routine.maxPerFamily)) {
      try Self.archive(routines)
    }
  }

  @Test(
    "a line of 50 MB is refused once it is too long, and so is one that is nothing but brackets")
  func endless() {
    let long = Array(Self.head.utf8) + [0x0A] + [UInt8](repeating: 0x61, count: 50 << 20)
    #expect(throws: FamilyArchive.Failure.lineTooLong(maxBytes: FamilyArchive.maxLineBytes)) {
      try FamilyArchive(BytesStream(long), name: "f", zip: nil)
    }
    let alone = [UInt8](repeating: 0x7B, count: 50 << 20)
    #expect(throws: FamilyArchive.Failure.lineTooLong(maxBytes: FamilyArchive.maxLineBytes)) {
      try FamilyArchive(BytesStream(alone), name: "f", zip: nil)
    }
    let nested = Array(Self.head.utf8) + [0x0A] + [UInt8](repeating: 0x5B, count: 900_000)
    #expect(throws: FamilyArchive.Failure.unreadable(line: 2)) {
      try FamilyArchive(BytesStream(nested), name: "f", zip: nil)
    }
  }

  private static let placeholder = "currentUserId"

  private static var ofPlaceholders: [String] {
    [
      routine(people: #"{"id":"p1","position":0,"accountID":"currentUserId"}"#),
      tick("t").with("personID", "\"currentUserId\"").with("createdBy", "\"currentUserId\""),
    ]
  }

  // D-FAM-12 S4-2.3.2-c
  @Test("a word that stands for whoever used a device is somebody whom its reader names")
  func placeholderNamed() async throws {
    let world = try FamilyWorld()
    let dan = world.dan
    let archive = try Self.archive(Self.ofPlaceholders)
    #expect(archive.people.map(\.id) == ["ann", "cyd", Self.placeholder])
    let result = try await FamilyArchiveWorld.bring(
      archive, to: dan, as: [Self.placeholder: "dan"])
    let family = try #require(result.familyID)
    #expect(try Routine.of(family, in: dan.connection).map(\.plan.people) == [["dan"]])
    let people = try dan.texts("SELECT personID || ' ' || createdBy FROM routineEvents")
    #expect(people == ["dan dan"])
    #expect(try dan.refusals.isEmpty)
  }

  // D-FAM-12 S4-2.3.2-c
  @Test("a word that stands for nobody stays a name, and is no person's id anywhere")
  func placeholderKept() async throws {
    let world = try FamilyWorld()
    let dan = world.dan
    let result = try await FamilyArchiveWorld.bring(Self.archive(Self.ofPlaceholders), to: dan)
    let family = try #require(result.familyID)
    let stand = FamilyImportIDs.former(Self.placeholder, in: family)
    #expect(try FamilyFace.formerNames(of: family, in: dan.connection)[stand] == Self.placeholder)
    #expect(try Routine.of(family, in: dan.connection).map(\.plan.people) == [[stand]])
    // Into the family that the file is of, too, where people keep their ids.
    let written = try FamilyDocument.text(of: family, in: dan.connection)
      .replacing(stand, with: Self.placeholder)
    try dan.write { try $0.connection.execute("DELETE FROM routineEvents", []) }
    try dan.sync()
    let again = try FamilyArchive(BytesStream(Array(written.utf8)), name: "f", zip: nil)
    try await FamilyArchiveWorld.bring(again, to: dan)
    for table in ["routineEvents", "routinePeople", "familyFaces"] {
      let rows = try dan.connection.query("SELECT * FROM \(table)") { row in
        (0..<row.columnCount).compactMap { row.optionalText($0) }
      }
      // A face has it as a name, which is what it is.
      #expect(!rows.joined().contains(Self.placeholder) || table == "familyFaces")
    }
    #expect(try dan.refusals.isEmpty)
  }

  @Test("a picture whose file nobody has stays out, and its routine comes")
  func missingFile() async throws {
    let world = try FamilyArchiveWorld(seed: 120)
    let dan = world.home.dan
    let archive = try FamilyArchive(BytesStream(world.document()), name: "f", zip: nil)
    let plan = try FamilyImportPlan(archive, own: ("dan", "Dan"), in: dan.connection)
    #expect(plan.files.allSatisfy { $0.path == nil })
    let result = try dan.write { try ApplyFamilyImport(plan)($0) }
    try dan.sync()
    let isPicture = { (problem: FamilyArchive.Problem) in
      problem.reason == .fileMissing && [.picture, .photo].contains(problem.subject)
    }
    #expect(!result.problems.isEmpty && result.problems.allSatisfy(isPicture))
    #expect(result.counts[.picture] == nil && result.counts[.photo] == nil)
    #expect(result.counts[.routine] ?? 0 > 0)
  }

  @Test("whatever bytes of a file are spoiled, it is refused or comes, and the hub takes it")
  func spoiled() async throws {
    let world = try FamilyArchiveWorld(seed: 121)
    let document = try world.document()
    var random = SeededRandom(seed: 9)
    var cameCount = 0
    for _ in 0..<60 {
      var bytes = document
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        bytes[place] = UInt8.random(in: 32...126, using: &random)
      }
      let other = try FamilyWorld(uploadsFiles: true)
      let archive: FamilyArchive
      do {
        archive = try FamilyArchive(BytesStream(bytes), name: "f", zip: nil)
      } catch is FamilyArchive.Failure {
        continue
      }
      do {
        try await FamilyArchiveWorld.bring(archive, to: other.dan)
        cameCount += 1
      } catch is FamilyFailure {}
      #expect(try other.dan.refusals.isEmpty)
    }
    #expect(cameCount > 0)
  }

  @Test("reading and bringing back take steps in proportion to the ticks")
  func cost() throws {
    var steps: [Int: Int] = [:]
    for count in [500, 5_000] {
      let ticks = (0..<count).map {
        Self.tick("t\($0)", day: CalendarDay(daysSince1970: 20_000 + $0 / 10).text)
      }
      let world = try FamilyWorld()
      let dan = world.dan
      let archive = try Self.archive([Self.routine()] + ticks)
      steps[count] = try dan.connection.steps {
        let plan = try FamilyImportPlan(archive, own: ("dan", "Dan"), in: dan.connection)
        do {
          try dan.write { transaction in
            let result = try ApplyFamilyImport(plan)(transaction)
            #expect(result.counts[.tick] == count)
            throw TakenBack()
          }
        } catch is TakenBack {}
      }
    }
    let (small, large) = (try #require(steps[500]), try #require(steps[5_000]))
    #expect(large < small * 11)
  }
}
