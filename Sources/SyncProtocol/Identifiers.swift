/// The id of a zone: the id of its root record.
public typealias ZoneID = String

/// The id of an account on one hub, lower-case UUID text.
public typealias AccountID = String

/// The id of a record: its primary key, unique over the whole hub. Lower-case UUID text as a rule;
/// `isRecordID` says what the hub accepts.
public typealias RecordID = String

/// The kind of a zone: it decides which tables the zone's records may be in.
///
/// Each account is created with one `personal` zone; the other kinds are names, and a schema gives
/// them their meaning.
public enum ZoneKind: String, Sendable, CaseIterable {
  case personal, home, group, family
}

/// What an account may do in a zone.
public enum Role: String, Sendable, CaseIterable, Comparable {
  case readOnly, readWrite, owner

  private var rank: Int {
    switch self {
    case .readOnly: 0
    case .readWrite: 1
    case .owner: 2
    }
  }

  public static func < (left: Role, right: Role) -> Bool { left.rank < right.rank }
  /// Whether the role may do more than read.
  public var canWrite: Bool { self >= .readWrite }
}

/// The id of a change set: the replica incarnation that made it, and its number there.
///
/// Numbers start at 1 and are never used twice. A re-send keeps the id; a re-run takes a new one.
public struct ChangeSetID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The replica's incarnation, 1–40 characters of `0-9 a-z -`.
  public let replica: String
  public let number: Int64

  public init(replica: String, number: Int64) {
    self.replica = replica
    self.number = number
  }

  /// The greatest number of a change set, and the greatest sequence. Programs in any language can
  /// represent it exactly, and numbers somewhat beyond.
  public static let maxNumber: Int64 = 1 << 53

  /// Reads `replica.number`; `nil` for any other text. Each number has one spelling: no leading
  /// zeros.
  public init?(_ text: String) {
    guard let dot = text.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    let replica = String(text[..<dot])
    guard let number = Self.number(text.utf8[text.utf8.index(after: dot)...]),
      Self.isReplica(replica)
    else { return nil }
    self.init(replica: replica, number: number)
  }

  /// The number that digits spell, up to `maxNumber`, for which 16 digits are enough.
  private static func number(_ digits: Substring.UTF8View) -> Int64? {
    guard let first = digits.first, digits.count <= 16, first != 0x30 || digits.count == 1 else {
      return nil
    }
    var number: Int64 = 0
    for digit in digits {
      guard (0x30...0x39).contains(digit) else { return nil }
      number = number * 10 + Int64(digit - 0x30)
    }
    return number <= maxNumber ? number : nil
  }

  /// Whether the text may be an incarnation: 1–40 characters of `0-9 a-z -`.
  public static func isReplica(_ text: String) -> Bool {
    (1...40).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        ($0 >= 0x30 && $0 <= 0x39) || ($0 >= 0x61 && $0 <= 0x7a) || $0 == 0x2d
      }
  }

  public var description: String { "\(replica).\(number)" }

  public static func < (left: ChangeSetID, right: ChangeSetID) -> Bool {
    left.replica == right.replica ? left.number < right.number : left.replica < right.replica
  }
}

/// A record named by table and id, whichever zone it is in.
public struct RecordKey: Hashable, Sendable, CustomStringConvertible {
  public let table: String
  public let id: RecordID

  public init(_ table: String, _ id: RecordID) {
    self.table = table
    self.id = id
  }

  public var description: String { "\(table)/\(id)" }

  /// Hashes the id alone: ids are unique over all tables.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }

  public static func == (left: RecordKey, right: RecordKey) -> Bool {
    left.id == right.id && left.table == right.table
  }
}

/// A zone and a record's id there: where a moved or combined record went.
public struct RecordPlace: Hashable, Sendable {
  public var zone: ZoneID
  public var id: RecordID

  public init(zone: ZoneID, id: RecordID) {
    self.zone = zone
    self.id = id
  }

  /// Hashes the id alone: hardly any id is in two zones.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }

  public static func == (left: RecordPlace, right: RecordPlace) -> Bool {
    left.id == right.id && left.zone == right.zone
  }
}
