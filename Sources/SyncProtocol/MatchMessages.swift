/// Which invite is asked about: by its key, or by a join of the asker's own that is not finished.
public enum MatchSubject: Hashable, Sendable {
  case key(InviteKey)
  case join(String)
}

/// Values of one register that the asker has. Which registers may be asked for, the schema says.
public struct MatchQuery: Equatable, Sendable {
  public var table: String
  public var register: String
  public var values: [String]

  public init(table: String, register: String, values: [String]) {
    self.table = table
    self.register = register
    self.values = values
  }
}

/// What somebody wants to know of a zone before joining it: which of their own names are there.
public struct MatchRequest: Equatable, Sendable {
  public static let maxQueries = 20
  /// Of all queries together.
  public static let maxValues = 5000
  /// Of one value, in UTF-8.
  public static let maxValueBytes = 2400
  /// Records found in all; a request that would find more is refused.
  public static let maxMatches = 50_000

  public var subject: MatchSubject
  /// Without any only the records are counted.
  public var queries: [MatchQuery]

  public init(_ subject: MatchSubject, queries: [MatchQuery]) {
    self.subject = subject
    self.queries = queries
  }
}

/// A live record whose register has one of the values that were asked for.
public struct Match: Equatable, Sendable {
  public var value: String
  public var record: RecordID
  /// What it is in, for tables that nest; `nil` for one that is in nothing.
  public var parent: RecordID?

  public init(value: String, record: RecordID, parent: RecordID? = nil) {
    self.value = value
    self.record = record
    self.parent = parent
  }
}

/// What of the asker's is in the zone, and how much there is.
public struct MatchReply: Equatable, Sendable {
  /// For each query in its place the records that it found, in the order of their ids.
  public var results: [[Match]]
  /// How many live records there are of each table that the schema lets be counted.
  public var counts: [String: Int]

  public init(results: [[Match]], counts: [String: Int]) {
    self.results = results
    self.counts = counts
  }
}
