/// The invite that a match request is about: named by its key, or by the asker's own pending join.
public enum MatchSubject: Hashable, Sendable {
  case key(InviteKey)
  case join(String)
}

/// Values of one register that the asker's own records have. The schema says which registers may be
/// asked about.
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

/// Asks, before joining a zone, which of the asker's own names the zone has too.
public struct MatchRequest: Equatable, Sendable {
  public static let maxQueries = 20
  /// The greatest number of values, over all queries.
  public static let maxValues = 5000
  /// The greatest length of one value, in bytes of UTF-8.
  public static let maxValueBytes = 2400
  /// The greatest number of records found, over all queries; a request that would find more is
  /// refused.
  public static let maxMatches = 50_000

  public var subject: MatchSubject
  /// May be empty: then the reply holds only the counts.
  public var queries: [MatchQuery]

  public init(_ subject: MatchSubject, queries: [MatchQuery]) {
    self.subject = subject
    self.queries = queries
  }
}

/// A live record whose register has one of the requested values.
public struct Match: Equatable, Sendable {
  public var value: String
  public var record: RecordID
  /// The record that contains this one, for tables that nest; `nil` if none does.
  public var parent: RecordID?

  public init(value: String, record: RecordID, parent: RecordID? = nil) {
    self.value = value
    self.record = record
    self.parent = parent
  }
}

/// Which records of the zone match the asker's values, and how many records it has.
public struct MatchReply: Equatable, Sendable {
  /// For each query, in the order of the request: the records found, ordered by id.
  public var results: [[Match]]
  /// The number of live records of each table for which the schema permits counting.
  public var counts: [String: Int]

  public init(results: [[Match]], counts: [String: Int]) {
    self.results = results
    self.counts = counts
  }
}
