import Families
import Foundation
import HearthDomain
import Household
import Importing
import SQLite
import SyncProtocol
import TestSupport
import Testing
import Things
import Values

/// A family with something in every table, what it says with names for ids, and how it is brought
/// back somewhere else.
struct FamilyArchiveWorld {
  let home: FamilyWorld
  private(set) var random: SeededRandom

  /// - Parameter seed: by which its routines, plans, ticks, stars and wishes are made up.
  init(seed: UInt64) throws {
    home = try FamilyWorld(uploadsFiles: true)
    random = SeededRandom(seed: seed)
    var details = FamilyDetails(name: "Lindqvist \u{1F33B}")
    details.emoji = "🌻"
    details.hasStars = true
    details.timeZone = "Europe/Stockholm"
    let settings = details
    try home.ann.write { try EditFamily(familyID: home.family, details: settings)($0) }
    try home.ann.write {
      var face = FaceDetails()
      face.emoji = "🦊"
      face.colorIndex = 3
      try SetFace(familyID: home.family, accountID: "cyd", details: face)($0)
    }
    try home.sync()
    try fill()
  }

  private mutating func fill() throws {
    let kinds = RoutineSchedule.Kind.allCases
    let modes = RoutinePlan.Mode.allCases
    for number in 0..<Int.random(in: 2...4, using: &random) {
      var details = RoutineDetails(title: "Routine \(number) 🏳️‍🌈 “x”\n")
      details.stars = Int.random(in: 0...5, using: &random)
      details.asksApproval = Bool.random(using: &random)
      details.isFirst = Bool.random(using: &random)
      details.partOfDay = RoutineDetails.PartOfDay.allCases.randomElement(using: &random) ?? .any
      let kind = kinds.randomElement(using: &random) ?? .weekdays
      let schedule = RoutineSchedule(
        kind, everyCount: Int64.random(in: 1...3, using: &random), from: home.day(-3),
        through: Bool.random(using: &random) ? nil : home.day(90))
      let plan = RoutinePlan(
        schedule, modes.randomElement(using: &random) ?? .each, people: ["cyd", "ann", "bob"])
      // The first one has a picture.
      let fewest = number == 0 ? 1 : 0
      let steps = (0..<Int.random(in: fewest...3, using: &random)).map {
        RoutineStep(id: "", title: "Step \($0)", emoji: "🪥", isOptional: $0 == 2)
      }
      let made = details
      let routine = try home.ann.write {
        try AddRoutine(familyID: home.family, made, plan, steps: steps, inOrder: number == 0)($0)
      }
      if let step = routine.steps.first {
        let file = Self.file("a\(number)")
        try home.ann.write {
          try SetStepPicture(routineID: routine.id, stepID: step.id, file: file)($0)
        }
      }
    }
    var film = RewardDetails(title: "Film")
    film.price = 1
    let reward = film
    try home.ann.write { try SaveReward(familyID: home.family, reward)($0) }
    try home.ann.write {
      try AddAbsence(
        familyID: home.family, personID: "bob",
        details: AbsenceDetails(from: "2026-03-04", through: "2026-03-05"))($0)
    }
    try home.sync()
    for day in 0..<5 { try live(day) }
    try home.sync()
    try wish()
  }

  /// Somebody ticks, undoes and approves on a day.
  private mutating func live(_ day: Int) throws {
    for entry in try home.board(day, on: home.cyd).entries {
      let person = entry.personID ?? "cyd"
      let task = RoutineTask(routineID: entry.routine.id, day: home.day(day), personID: person)
      switch Int.random(in: 0...5, using: &random) {
      case 0: continue
      case 1 where person == "cyd":
        let file = Self.file("b\(day)")
        _ = try home.cyd.write { try ProveRoutine(task, file)($0) }
      case 2 where entry.routine.plan.mode == .turns && entry.personID != nil:
        _ = try home.cyd.write { try SkipTurn(task)($0) }
      case 3:
        _ = try home.cyd.write { try TickRoutine(task)($0) }
        _ = try home.cyd.write { try UntickRoutine(task)($0) }
      default: _ = try home.cyd.write { try TickRoutine(task)($0) }
      }
    }
    try home.sync()
    for entry in try home.board(day, on: home.bob).entries
    where entry.state == .waiting && Bool.random(using: &random) {
      for person in entry.personID.map({ [$0] }) ?? entry.doneBy {
        let task = RoutineTask(routineID: entry.routine.id, day: home.day(day), personID: person)
        _ = try home.bob.write { try ApproveRoutine(task)($0) }
      }
    }
    try home.sync()
  }

  private func wish() throws {
    let reward = try #require(try Reward.of(home.family, in: home.cyd.connection).first)
    for _ in 0..<2 {
      try home.cyd.connection.transaction { try Families.settle(home.cyd.connection, .builtIn) }
      do {
        _ = try home.cyd.write {
          try WishReward(rewardID: reward.id)($0)
        }
      } catch FamilyFailure.tooFewStars {
        return
      }
    }
    try home.sync()
  }

  static func file(_ letters: String) -> StoredPhoto {
    let hash = String((String(repeating: letters, count: 64)).prefix(64))
    return StoredPhoto(blobHash: hash, byteCount: 9, kind: .jpeg, width: 9, height: 9)
  }

  /// The document of the family.
  func document(of family: ZoneID? = nil, on device: SyncDevice? = nil) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let connection = (device ?? home.ann).connection
    try connection.transaction {
      let box = ByteBox()
      try FamilyDocument.write(family ?? home.family, in: connection) { box.bytes += $0 }
      bytes = box.bytes
    }
    return bytes
  }

  /// Brings a document back for a device, with all its files, as a page does.
  @discardableResult
  static func bring(
    _ bytes: [UInt8], to device: SyncDevice, as people: [AccountID: AccountID] = [:]
  ) async throws -> ApplyFamilyImport.Result {
    let archive = try FamilyArchive(BytesStream(bytes), name: "family.jsonl", zip: nil)
    return try await bring(archive, to: device, as: people)
  }

  static func bring(
    _ archive: FamilyArchive, to device: SyncDevice, as people: [AccountID: AccountID] = [:]
  ) async throws -> ApplyFamilyImport.Result {
    let plan = try FamilyImportPlan(
      archive, choices: people, own: (device.account, device.account),
      in: device.connection)
    let files = plan.files.reduce(into: [:]) { files, file in
      files[file.blobHash] = KeptFile.photo(
        StoredPhoto(blobHash: file.blobHash, byteCount: 9, kind: .jpeg, width: 9, height: 9))
    }
    let box = DeviceBox(device)
    let trace = TraceBox()
    var result = try await FamilyImportRun(plan, files: files)(
      apply: { apply, _ in
        let part = try box.device.write { try apply($0) }
        trace.trace.add(part.trace)
        return part
      })
    result.trace = trace.trace
    try device.sync()
    return result
  }
}

final class ByteBox: @unchecked Sendable {
  // Because one test at a time writes it.
  var bytes: [UInt8] = []
}

/// What takes an import back, of all its parts. `@unchecked Sendable` because one part comes after
/// the other.
final class TraceBox: @unchecked Sendable {
  var trace = FamilyImportTrace()
}

/// `@unchecked Sendable` because one test uses the device, one step after the other.
final class DeviceBox: @unchecked Sendable {
  let device: SyncDevice
  init(_ device: SyncDevice) { self.device = device }
}

/// What a family says, with names for ids.
struct SaidFamily: Equatable {
  var settings: FamilyDetails?
  var records: [String: [String]] = [:]
  var stars: [String] = []

  init(_ family: ZoneID, in connection: Connection) throws {
    settings = try Family.find(family, in: connection)?.details
    let people = try FamilyPerson.all(of: family, in: connection)
    let names = try FamilyFace.formerNames(of: family, in: connection)
      .merging(people.map { ($0.id, $0.name) }) { $1 }
    try connection.transaction { try Families.settle(connection, .builtIn) }
    stars = try connection.query(
      "SELECT personID, month, stars FROM starMonths WHERE familyID = ? AND stars <> 0",
      .text(family)
    ) { "\(names[$0.text(0)] ?? $0.text(0)) \($0.text(1)) \($0.integer(2))" }.sorted()
    for table in Families.tables where table.zoneColumn != nil {
      records[table.name] = try connection.query(
        "SELECT id FROM \(table.name) WHERE familyID = ?", .text(family)
      ) { $0.text(0) }.compactMap { id in
        try RecordLines.line(of: table, id: id, in: connection).map {
          try Self.said(String(decoding: $0, as: UTF8.self), names)
        }
      }.compactMap(\.self).sorted()
    }
  }

  /// A line without its ids, but for those that stand for people, and those of steps and records,
  /// which are told by what they name.
  private static func said(_ line: String, _ names: [AccountID: String]) throws -> String? {
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
    guard var members = object as? [String: Any] else { return nil }
    if members.removeValue(forKey: "formerName") is String, members["emoji"] as? String == "" {
      return nil
    }
    return text(members, names)
  }

  private static func text(_ value: Any, _ names: [AccountID: String]) -> String {
    switch value {
    case let members as [String: Any]:
      members.sorted { $0.key < $1.key }.compactMap { key, value in
        if ["accountID", "personID", "otherID", "createdBy"].contains(key) {
          return "\(key)=\((value as? String).map { names[$0] ?? $0 } ?? "-")"
        }
        if key == "id" || key.hasSuffix("ID") {
          return key == "id" ? nil : "\(key)=\(value is NSNull ? "-" : "there")"
        }
        return "\(key)=\(text(value, names))"
      }.joined(separator: "|")
    case let list as [Any]: "[" + list.map { text($0, names) }.joined(separator: ",") + "]"
    default: "\(value)"
    }
  }
}
