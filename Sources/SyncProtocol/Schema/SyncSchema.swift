/// What both sides of the sync know about the records: one value, held by the hub and by every
/// replica. The hub judges everything it is sent by it, deny by default.
public struct SyncSchema: Sendable {
  /// Grows with every change of the tables below. Changes are additive only.
  public let version: Int
  /// Parents before their children.
  public let tables: [TableSchema]
  /// The kinds of zone there are, each with its root table and its limits.
  public let zoneKinds: [ZoneKind: ZoneKindSchema]

  private let byName: [String: TableSchema]
  private let referrers: [String: [Referrer]]

  /// A reference seen from the record that is referred to.
  public struct Referrer: Sendable {
    /// The table that refers.
    public let table: String
    /// How it refers.
    public let reference: ReferenceSchema
  }

  /// Puts the tables together, and the engine's own (participants, invites) after them.
  ///
  /// - Precondition: no two tables have one name.
  public init(version: Int, tables: [TableSchema], zoneKinds: [ZoneKind: ZoneKindSchema]) {
    self.version = version
    self.tables = tables + TableSchema.hubOwned(kinds: Array(zoneKinds.keys))
    self.zoneKinds = zoneKinds
    byName = Dictionary(self.tables.map { ($0.name, $0) }) { _, _ in
      preconditionFailure("two tables have one name")
    }
    var referrers: [String: [Referrer]] = [:]
    for table in self.tables {
      for reference in table.references {
        referrers[reference.target, default: []].append(
          Referrer(table: table.name, reference: reference))
      }
    }
    self.referrers = referrers
  }

  /// The table of that name; `nil` when the schema has none.
  public func table(_ name: String) -> TableSchema? { byName[name] }

  /// The references that point at records of `table`.
  public func referrers(to table: String) -> [Referrer] { referrers[table] ?? [] }
}

/// What holds for all zones of one kind.
public struct ZoneKindSchema: Sendable {
  /// The table whose one record in each zone is the zone's root; the zone has its id.
  public var rootTable: String
  /// The register that names the root in invite previews and lists.
  public var titleRegister: String?
  /// How many zones of this kind each account has at least. With 1 the hub refuses to take an
  /// actor's last one and makes a fresh one for anyone else who would be left without.
  public var minimumPerAccount: Int
  /// The root's registers in a zone that the hub makes fresh.
  public var freshRoot: SortedMap<FieldValue>
  /// Most zones of this kind that one account may own.
  public var maxOwned: Int
  /// Most live records in one zone.
  public var maxRecords: Int
  /// Most accounts that may be in one zone, the owner included.
  public var maxParticipants: Int

  public init(
    rootTable: String, titleRegister: String? = nil, minimumPerAccount: Int = 0,
    freshRoot: SortedMap<FieldValue> = [:], maxOwned: Int = 1000, maxRecords: Int = 1_000_000,
    maxParticipants: Int = 200
  ) {
    self.rootTable = rootTable
    self.titleRegister = titleRegister
    self.minimumPerAccount = minimumPerAccount
    self.freshRoot = freshRoot
    self.maxOwned = maxOwned
    self.maxRecords = maxRecords
    self.maxParticipants = maxParticipants
  }
}

/// One synced table.
public final class TableSchema: Sendable {
  /// The table's name, in the schema and in SQL.
  public let name: String
  /// The kinds of zone that its records may be in.
  public let zoneKinds: Set<ZoneKind>
  /// The column that holds the zone's id; `nil` for a root table, whose primary key is that id.
  public let zoneColumn: String?
  /// Everything of a record but its id and its zone.
  public let registers: [RegisterSchema]
  /// Which registers hold ids of other records of the zone.
  public let references: [ReferenceSchema]
  /// The least role that may write records of this table.
  public let minimumRole: Role
  /// Records are inserted once and then neither changed nor deleted, except with their zone.
  public let isAppendOnly: Bool
  /// The id follows from the content (UUIDv5): two replicas that insert the same id mean the same
  /// record, and the second insert is merged into the first instead of refused.
  public let hasNaturalID: Bool
  /// Written by the hub alone and only read by replicas: participants, invites.
  public let isHubOwned: Bool
  /// Names of registers that there were once. Older programs may still write them: they are taken
  /// and ignored, by the hub and by replicas, and never mean anything else.
  public let retired: Set<String>
  /// Registers by whose values somebody who is invited to a zone may ask which records are there,
  /// before they join: what they do not name they are not told.
  public let matchable: Set<String>
  /// The register that says what a record is in, told with each match.
  public let matchParent: String?
  /// Registers whose values, but for null, are in one record of each zone at most. The hub decides:
  /// the first has it, and who comes second is refused `claimed`, with the first one's id.
  public let unique: Set<String>
  /// Whether who is invited is told how many records there are. Matchable tables are counted.
  public let isCounted: Bool
  /// What the hub keeps of a record that was deleted long ago, for one that something may still
  /// bring back (`ReferenceSchema.Rule.revive`). Of all others it keeps nothing but that they were
  /// there.
  public let keptWhenDeleted: Set<String>

  /// What an insert means that names no register.
  package let defaults: SortedMap<FieldValue>
  /// Registers that clients cannot write.
  package let hubOwnedRegisters: [RegisterSchema]
  /// Registers of several columns, or with rows of another table.
  package let aggregates: [RegisterSchema]
  /// Registers that belong to whoever writes them first.
  package let claims: [RegisterSchema]
  /// Registers that say which account somebody is.
  package let accountClaims: [RegisterSchema]
  /// Registers that name blobs.
  package let blobRegisters: [RegisterSchema]
  /// Registers that an insert must name, with the column that has no default.
  let required: [(register: RegisterSchema, column: ColumnSchema)]
  private let byName: SortedMap<RegisterSchema>
  private let byColumn: [String: RegisterSchema]

  /// - Precondition: no register and no column has a retired name; what can be matched, or is
  ///   unique, is a register of one column; what is kept is a register.
  public init(
    _ name: String, in zoneKinds: Set<ZoneKind>, zoneColumn: String?,
    registers: [RegisterSchema], references: [ReferenceSchema] = [],
    minimumRole: Role = .readWrite, isAppendOnly: Bool = false, hasNaturalID: Bool = false,
    isHubOwned: Bool = false, retired: Set<String> = [], unique: Set<String> = [],
    matchable: Set<String> = [], matchParent: String? = nil, isCounted: Bool = false,
    keptWhenDeleted: Set<String> = []
  ) {
    self.keptWhenDeleted = keptWhenDeleted
    self.unique = unique
    self.name = name
    self.zoneKinds = zoneKinds
    self.zoneColumn = zoneColumn
    self.registers = registers
    self.references = references
    self.minimumRole = minimumRole
    self.isAppendOnly = isAppendOnly
    self.hasNaturalID = hasNaturalID
    self.isHubOwned = isHubOwned
    self.retired = retired
    self.matchable = matchable
    self.matchParent = matchParent
    self.isCounted = isCounted || !matchable.isEmpty
    byName = SortedMap(uniqueKeysWithValues: registers.map { ($0.name, $0) })
    defaults = byName.mapValues(\.defaultContent)
    hubOwnedRegisters = registers.filter { $0.rule == .hubOwned }
    aggregates = registers.filter { $0.rule == .aggregate }
    claims = registers.filter { $0.rule == .firstWriter }
    accountClaims = registers.filter { $0.rule == .claim }
    blobRegisters = registers.filter(\.namesBlobs)
    required = registers.compactMap { register in
      register.columns.first { !$0.isNullable && $0.defaultValue.isNull }.map { (register, $0) }
    }
    byColumn = Dictionary(
      uniqueKeysWithValues: registers.flatMap { register in
        register.columns.map { ($0.name, register) }
      })
    precondition(
      retired.isDisjoint(with: byColumn.keys) && retired.isDisjoint(with: registers.map(\.name)),
      "a retired name of \(name) is used again")
    let plain = Set(registers.filter { $0.rule != .aggregate }.map(\.name))
    precondition(
      plain.isSuperset(of: matchable) && matchParent.map(plain.contains) != false,
      "\(name) has no such register to match")
    precondition(plain.isSuperset(of: unique), "\(name) has no such register to be unique")
    precondition(
      keptWhenDeleted.isSubset(of: registers.map(\.name)), "\(name) has no such register to keep")
  }

  /// Whether its records are the roots of zones.
  public var isRoot: Bool { zoneColumn == nil }

  /// The register of that name; `nil` when the table has none.
  public func register(_ name: String) -> RegisterSchema? { byName[name] }

  /// The register that a column belongs to; `nil` for the primary key and the zone column.
  public func register(ofColumn name: String) -> RegisterSchema? { byColumn[name] }

  /// Whether registers say who somebody is and nothing else.
  package func isClaim(_ registers: SortedMap<FieldValue>) -> Bool {
    !registers.isEmpty && registers.allSatisfy { register($0.key)?.rule == .claim }
  }

  /// All columns of all registers, in declaration order, without key and zone column.
  public var columns: [ColumnSchema] { registers.flatMap(\.columns) }
}

/// The unit of merge inside a record.
public final class RegisterSchema: Sendable {
  /// The register's name: that of its column, or one of its own for an aggregate.
  public let name: String
  /// How two writes of it meet.
  public let rule: MergeRule
  /// One column for a plain register; all columns that only make sense together for an aggregate.
  public let columns: [ColumnSchema]
  /// Rows of another table that travel inside this register.
  public let child: ChildSchema?
  /// Says what is wrong with the content of an aggregate, or `nil`. Pure.
  public let validate: (@Sendable (FieldValue) -> String?)?
  /// Makes content whole again in which references were rewritten, as when two members that it
  /// names have become one: their shares become one share. Its result is validated as any other.
  /// Pure; `nil`: such content stays as it is, and is refused where it is not valid.
  public let join: (@Sendable (FieldValue) -> FieldValue)?
  /// The register that this one is computed from. A change of that one sends this one too, even
  /// when it comes out the same: else a merge could take the one from one author and the other from
  /// another.
  public let follows: String?

  /// A register of one column, named like it.
  public init(_ column: ColumnSchema, rule: MergeRule = .lastWriter, follows: String? = nil) {
    precondition(rule != .aggregate)
    name = column.name
    self.rule = rule
    self.follows = follows
    columns = [column]
    child = nil
    validate = nil
    join = nil
  }

  /// An aggregate: its content is a map of `columns`, and of `child.table` to the list of child
  /// rows.
  public init(
    aggregate name: String, columns: [ColumnSchema], child: ChildSchema? = nil,
    join: (@Sendable (FieldValue) -> FieldValue)? = nil,
    validate: (@Sendable (FieldValue) -> String?)? = nil
  ) {
    self.join = join
    self.name = name
    rule = .aggregate
    follows = nil
    self.columns = columns
    self.child = child
    self.validate = validate
  }

  /// What an insert that does not name this register means: an older program does not know it.
  public var defaultContent: FieldValue {
    guard rule == .aggregate else { return columns[0].defaultValue }
    var map = SortedMap(uniqueKeysWithValues: columns.map { ($0.name, $0.defaultValue) })
    if let child { map[child.table] = .list([]) }
    return .map(map)
  }
}

extension ColumnSchema {
  /// Its value in the content of an aggregate; the default where an older program has left it out.
  public func value(in content: FieldValue?) -> FieldValue {
    guard case .map(let map)? = content else { return defaultValue }
    return map[name] ?? defaultValue
  }
}

/// How two writes of one register become one value. The hub alone decides by it.
public enum MergeRule: String, Sendable {
  /// The strictly newer stamp wins.
  case lastWriter
  /// Carries the version it was based on; a write based on another version is refused `stale`.
  case aggregate
  /// Set once from null; set back to null only by who set it, or by the zone's owner.
  case firstWriter
  /// An account's id, "This is me": set from null to the author's own account, by whoever is in the
  /// zone, a viewer too (D-CLM-8). Set back to null by that account or by the zone's owner, who may
  /// also give it to another account that is in the zone.
  case claim
  /// Clients cannot write it.
  case hubOwned
  /// Set with the insert, never changed.
  case appendOnly
}

/// Rows of a child table that belong to an aggregate.
public struct ChildSchema: Sendable {
  /// The child table's name in SQL; it is no table of the schema.
  public let table: String
  /// The child's column that holds the parent's id.
  public let parentColumn: String
  /// The child's column that holds the zone's id, if it has one.
  public let zoneColumn: String?
  /// The child's columns, its own id first, without parent and zone column.
  public let columns: [ColumnSchema]

  public init(
    _ table: String, parentColumn: String, zoneColumn: String? = nil, columns: [ColumnSchema]
  ) {
    self.table = table
    self.parentColumn = parentColumn
    self.zoneColumn = zoneColumn
    self.columns = columns
  }
}

/// The type and the limits of one column; the hub refuses what does not fit.
public struct ColumnSchema: Sendable {
  /// What a column holds, with its limits.
  public enum Kind: Sendable, Equatable {
    case text(maxBytes: Int)
    case integer(ClosedRange<Int64>)
    case real
    case blob(maxBytes: Int)
  }

  /// What a text must look like, beyond its length.
  public enum TextForm: Sendable, Equatable {
    /// A day that the calendar has, as `YYYY-MM-DD`, between the years 1000 and 9999.
    case day
    /// The SHA-256 of a file: 64 digits of `0-9 a-f`.
    case sha256
    /// Three letters of `A-Z`, as ISO 4217 names currencies.
    case currencyCode
  }

  /// The column's name in SQL.
  public let name: String
  /// What it holds.
  public let kind: Kind
  /// Whether NULL is a value of it.
  public let isNullable: Bool
  /// The values allowed for a text column that is an enumeration; `nil` when any text is.
  public let choices: Set<String>?
  /// The form that a text must have; `nil` when it may have any.
  public let form: TextForm?
  /// What an insert without this column means: the value older programs wrote implicitly.
  public let defaultValue: FieldValue
  /// Whether a text of this column is the name of a blob. Whoever writes it must have uploaded that
  /// blob, or be able to read it; whoever can read the record can then read the blob. A name in any
  /// other column gives nothing.
  public let namesBlob: Bool

  public init(
    _ name: String, _ kind: Kind, isNullable: Bool = false, choices: Set<String>? = nil,
    form: TextForm? = nil, defaultValue: FieldValue = .null, namesBlob: Bool = false
  ) {
    self.namesBlob = namesBlob
    self.name = name
    self.kind = kind
    self.isNullable = isNullable
    self.choices = choices
    self.form = form
    self.defaultValue = defaultValue
  }

  /// A column of text without NUL characters.
  public static func text(
    _ name: String, maxBytes: Int = 4000, isNullable: Bool = false, choices: Set<String>? = nil,
    form: TextForm? = nil, defaultValue: FieldValue = .null, namesBlob: Bool = false
  ) -> ColumnSchema {
    ColumnSchema(
      name, .text(maxBytes: maxBytes), isNullable: isNullable, choices: choices, form: form,
      defaultValue: defaultValue, namesBlob: namesBlob)
  }

  /// A column of 64-bit integers within a range.
  public static func integer(
    _ name: String, _ range: ClosedRange<Int64> = Int64.min...Int64.max, isNullable: Bool = false,
    defaultValue: FieldValue = .null
  ) -> ColumnSchema {
    ColumnSchema(name, .integer(range), isNullable: isNullable, defaultValue: defaultValue)
  }

  /// A truth value: 0, which it is by default, or 1.
  public static func flag(_ name: String) -> ColumnSchema {
    ColumnSchema(name, .integer(0...1), defaultValue: 0)
  }
}

/// A reference from a register to a record of the same zone, and what happens when that dies.
public struct ReferenceSchema: Sendable {
  /// What becomes of a reference when its target is gone.
  public enum Rule: Sendable, Equatable {
    /// Part of its target: moves with it, dies with it, is refused without it.
    case contained
    /// Set to null when the target is dead or in another zone.
    case nullify
    /// The target comes back, with `register` set to `value` ("archived").
    case revive(register: String, value: FieldValue)
  }

  /// The register that holds the reference.
  public let register: String
  /// How deep records of a table may stand in each other along a reference to their own table, the
  /// topmost counted; the hub then also refuses what would stand in itself. `nil`: unlimited, and
  /// circles are nobody's business.
  public let maxDepth: Int?
  /// The column inside that register; with `isInChild` the column of each child row.
  public let column: String
  /// Whether the column is one of the aggregate's child rows.
  public let isInChild: Bool
  /// The table of the records referred to.
  public let target: String
  /// What happens when the target is gone.
  public let rule: Rule

  public init(
    _ column: String, to target: String, _ rule: Rule, inAggregate register: String? = nil,
    isInChild: Bool = false, maxDepth: Int? = nil
  ) {
    self.maxDepth = maxDepth
    self.register = register ?? column
    self.column = column
    self.isInChild = isInChild
    self.target = target
    self.rule = rule
  }
}
