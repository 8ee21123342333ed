/// What both sides of the sync know about the records: one value, held by the hub and by every
/// replica.
///
/// The hub checks everything that it is sent against it, and refuses what it does not allow.
public struct SyncSchema: Sendable {
  /// Grows with every change of the tables below. Changes are additive only.
  public let version: Int
  /// Parents before their children.
  public let tables: [TableSchema]
  /// The kinds of zone, each with its root table and its limits.
  public let zoneKinds: [ZoneKind: ZoneKindSchema]

  /// Whether there are kinds of zone whose readers are restricted everywhere.
  package let hasRestrictingKinds: Bool

  private let byName: [String: TableSchema]
  private let referrers: [String: [Referrer]]

  /// A reference seen from the record that is referred to.
  public struct Referrer: Sendable {
    /// The table that refers.
    public let table: String
    /// How it refers.
    public let reference: ReferenceSchema
  }

  /// Puts the tables together and appends the engine's own (participants, invites).
  ///
  /// - Precondition: no two tables have one name.
  public init(version: Int, tables: [TableSchema], zoneKinds: [ZoneKind: ZoneKindSchema]) {
    self.version = version
    self.tables = tables + TableSchema.hubOwned(kinds: Array(zoneKinds.keys))
    self.zoneKinds = zoneKinds
    hasRestrictingKinds = zoneKinds.values.contains(where: \.restrictsReaders)
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

/// Rules and limits for all zones of one kind.
public struct ZoneKindSchema: Sendable {
  /// The table with exactly one record in each zone, the zone's root; the zone's id is that
  /// record's id.
  public var rootTable: String
  /// The register with the zone's title, for invite previews and lists; `nil` if there is none.
  public var titleRegister: String?
  /// The least number of zones of this kind that each account keeps.
  ///
  /// With 1 the hub refuses a change set that would take its author's last one, and makes a fresh
  /// zone for anyone else who would be left without.
  public var minimumPerAccount: Int
  /// The root's registers in a zone that the hub creates to keep to `minimumPerAccount`.
  public var freshRoot: SortedMap<FieldValue>
  /// Most zones of this kind that one account may own.
  public var maxOwned: Int
  /// Most live records in one zone.
  public var maxRecords: Int
  /// Most accounts that may be in one zone, the owner included.
  public var maxParticipants: Int
  /// Most zones of this kind in which one account may be, own ones included; `nil` for no limit.
  public var maxMemberships: Int?
  /// The lowest role that decides who is in a zone: invites people, removes them and gives them
  /// roles. Nobody but the owner hands the zone over or deletes it, and nobody changes the owner.
  public var managerRole: Role
  /// Whether who only reads in a zone of this kind is kept, in zones of every kind, from inviting,
  /// from giving roles, from handing over and from deleting a zone: the children of a family.
  public var restrictsReaders: Bool
  /// Whether who is restricted (``restrictsReaders``) sees no amounts of money in zones of this
  /// kind that others own.
  public var hidesAmounts: Bool

  public init(
    rootTable: String, titleRegister: String? = nil, minimumPerAccount: Int = 0,
    freshRoot: SortedMap<FieldValue> = [:], maxOwned: Int = 1000, maxRecords: Int = 1_000_000,
    maxParticipants: Int = 200, maxMemberships: Int? = nil, managerRole: Role = .owner,
    restrictsReaders: Bool = false, hidesAmounts: Bool = false
  ) {
    self.rootTable = rootTable
    self.titleRegister = titleRegister
    self.minimumPerAccount = minimumPerAccount
    self.freshRoot = freshRoot
    self.maxOwned = maxOwned
    self.maxRecords = maxRecords
    self.maxParticipants = maxParticipants
    self.maxMemberships = maxMemberships
    self.managerRole = managerRole
    self.restrictsReaders = restrictsReaders
    self.hidesAmounts = hidesAmounts
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
  /// Everything in a record but its id and its zone.
  public let registers: [RegisterSchema]
  /// Which registers hold ids of other records of the zone.
  public let references: [ReferenceSchema]
  /// The lowest role that may write records of this table.
  public let minimumRole: Role
  /// The lowest role that may add records to this table; changing and deleting them needs
  /// `minimumRole`. With `readOnly`, whoever reads in a zone may add to the table: a child ticks a
  /// step.
  public let insertRole: Role
  /// Registers that name who adds the record.
  ///
  /// Whoever may only add to the table, with a role below `minimumRole`, names themselves there.
  /// Others may also name somebody who is not in the zone, as files and copies do, whom the record
  /// named before it was deleted, or whom the record of ``authorReference`` names: nobody signs
  /// with the name of another who is there.
  public let authorRegisters: Set<String>
  /// The register with the id of a record whose authors stand for those of this one, and that
  /// record's table: what a plan makes is by whoever has made the plan. `nil` if there is none.
  public let authorReference: (register: String, table: String)?
  /// Records are inserted once and then neither changed nor deleted, except with their zone.
  public let isAppendOnly: Bool
  /// The id follows from the content (UUIDv5): two replicas that insert the same id mean the same
  /// record, and the second insert is merged into the first instead of refused.
  public let hasNaturalID: Bool
  /// Written by the hub alone and only read by replicas: participants, invites.
  public let isHubOwned: Bool
  /// Names of former registers. Older programs may still write them; the hub and replicas accept
  /// and ignore them. They are never used again.
  public let retired: Set<String>
  /// Registers by whose values an invited person may ask, before joining a zone, which of its
  /// records have them. They learn only of records whose values they already name.
  public let matchable: Set<String>
  /// The register that names a record's parent, which is told with each match; `nil` if there is
  /// none.
  public let matchParent: String?
  /// Registers whose values, except null, occur in at most one record of a zone. The hub decides:
  /// the first writer has the value; a later one is refused `claimed`, with the first record's id.
  public let unique: Set<String>
  /// Whether an invited person is told how many records there are. Matchable tables are always
  /// counted.
  public let isCounted: Bool
  /// The registers that the hub keeps of a record that was deleted long ago but that a reference
  /// may still revive (`ReferenceSchema.Rule.revive`).
  ///
  /// Of all other deleted records it keeps only that they existed.
  public let keptWhenDeleted: Set<String>

  /// The content of each register for an insert that does not name it.
  package let defaults: SortedMap<FieldValue>
  /// Registers that clients cannot write.
  package let hubOwnedRegisters: [RegisterSchema]
  /// Registers of several columns, or with child rows.
  package let aggregates: [RegisterSchema]
  /// Registers that belong to their first writer.
  package let claims: [RegisterSchema]
  /// Registers that say which account a person is.
  package let accountClaims: [RegisterSchema]
  /// Registers that belong to the holder of a claim.
  package let heldRegisters: [RegisterSchema]
  /// Registers that name blobs.
  package let blobRegisters: [RegisterSchema]
  /// Registers that an insert must name, with the column that has no default.
  let required: [(register: RegisterSchema, column: ColumnSchema)]
  private let byName: SortedMap<RegisterSchema>
  private let byColumn: [String: RegisterSchema]

  /// Describes a table.
  ///
  /// - Precondition: no register or column has a retired name; `matchable`, `matchParent` and
  ///   `unique` name registers of one column; `keptWhenDeleted` names registers.
  public init(
    _ name: String, in zoneKinds: Set<ZoneKind>, zoneColumn: String?,
    registers: [RegisterSchema], references: [ReferenceSchema] = [],
    minimumRole: Role = .readWrite, insertRole: Role? = nil,
    authorRegisters: Set<String> = [], authorReference: (register: String, table: String)? = nil,
    isAppendOnly: Bool = false,
    hasNaturalID: Bool = false, isHubOwned: Bool = false, retired: Set<String> = [],
    unique: Set<String> = [],
    matchable: Set<String> = [], matchParent: String? = nil, isCounted: Bool = false,
    keptWhenDeleted: Set<String> = []
  ) {
    self.insertRole = insertRole ?? minimumRole
    self.authorRegisters = authorRegisters
    self.authorReference = authorReference
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
    heldRegisters = registers.filter { $0.heldBy != nil }
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
      plain.isSuperset(of: authorRegisters)
        && authorReference.map { plain.contains($0.register) } != false,
      "\(name) has no such register to name an author")
    precondition(
      Set(accountClaims.map(\.name)).isSuperset(of: registers.compactMap(\.heldBy)),
      "\(name) has no such claim to hold a register")
    precondition(
      keptWhenDeleted.isSubset(of: registers.map(\.name)), "\(name) has no such register to keep")
  }

  /// Whether its records are the roots of zones.
  public var isRoot: Bool { zoneColumn == nil }

  /// The register of that name; `nil` when the table has none.
  public func register(_ name: String) -> RegisterSchema? { byName[name] }

  /// The register that a column belongs to; `nil` for the primary key and the zone column.
  public func register(ofColumn name: String) -> RegisterSchema? { byColumn[name] }

  /// Whether all the registers are claims, so that viewers may write them too.
  package func isClaim(_ registers: SortedMap<FieldValue>) -> Bool {
    !registers.isEmpty && registers.allSatisfy { register($0.key)?.rule == .claim }
  }

  /// All columns of all registers, in declaration order, without key and zone column.
  public var columns: [ColumnSchema] { registers.flatMap(\.columns) }
}

/// Rows of a child table that belong to an aggregate.
public struct ChildSchema: Sendable {
  /// The child table's name in SQL; it is not a table of the schema.
  public let table: String
  /// The child's column that holds the parent's id.
  public let parentColumn: String
  /// The child's column that holds the zone's id, if it has one.
  public let zoneColumn: String?
  /// The child's columns, its id first, without `parentColumn` and `zoneColumn`.
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

/// The type and the limits of one column; the hub refuses values that do not fit.
public struct ColumnSchema: Sendable {
  /// The type of a column's values, with its limits.
  public enum Kind: Sendable, Equatable {
    case text(maxBytes: Int)
    case integer(ClosedRange<Int64>)
    case real
    case blob(maxBytes: Int)
  }

  /// What a text must look like, beyond its length.
  public enum TextForm: Sendable, Equatable {
    /// A day of the calendar as `YYYY-MM-DD`, between the years 1000 and 9999.
    case day
    /// The SHA-256 of a file: 64 digits of `0-9 a-f`.
    case sha256
    /// Three letters of `A-Z`, as ISO 4217 names currencies.
    case currencyCode
  }

  /// The column's name in SQL.
  public let name: String
  /// The type of its values.
  public let kind: Kind
  /// Whether NULL is allowed.
  public let isNullable: Bool
  /// The values allowed in a text column that is an enumeration; `nil` if any text is allowed.
  public let choices: Set<String>?
  /// The form that a text must have; `nil` if any is allowed.
  public let form: TextForm?
  /// The value when an insert does not name this column, as inserts of older programs do not.
  public let defaultValue: FieldValue
  /// Whether a text of this column is the name of a blob.
  ///
  /// Whoever writes the name must have uploaded the blob or be able to read it; whoever can read
  /// the record can then read the blob. A blob's name in any other column gives no access.
  public let namesBlob: Bool
  /// Whether it holds an amount of money, which some people do not see
  /// (``ZoneKindSchema/hidesAmounts``).
  public let isAmount: Bool

  public init(
    _ name: String, _ kind: Kind, isNullable: Bool = false, choices: Set<String>? = nil,
    form: TextForm? = nil, defaultValue: FieldValue = .null, namesBlob: Bool = false,
    isAmount: Bool = false
  ) {
    self.isAmount = isAmount
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

  /// An amount of money in minor units; NULL if unknown.
  public static func amount(_ name: String, _ range: ClosedRange<Int64>) -> ColumnSchema {
    ColumnSchema(name, .integer(range), isNullable: true, isAmount: true)
  }

  /// A truth value: 0 (the default) or 1.
  public static func flag(_ name: String) -> ColumnSchema {
    ColumnSchema(name, .integer(0...1), defaultValue: 0)
  }
}

/// A reference from a register to a record of the same zone, and what happens when that record is
/// deleted.
public struct ReferenceSchema: Sendable {
  /// What becomes of a reference when its target is gone.
  public enum Rule: Sendable, Equatable {
    /// The record is part of its target: it moves with the target, dies with it, and is refused
    /// without it.
    case contained
    /// Set to null when the target is dead or in another zone.
    case nullify
    /// The target is restored, with `register` set to `value` ("archived").
    case revive(register: String, value: FieldValue)
  }

  /// The register that holds the reference.
  public let register: String
  /// For a reference to its own table: the greatest depth of nesting, the topmost record counted.
  ///
  /// The hub also refuses a record that would contain itself. With `nil` the depth is unlimited and
  /// circles are allowed.
  public let maxDepth: Int?
  /// The column inside that register; if `isInChild`, a column of each child row.
  public let column: String
  /// Whether the column belongs to the aggregate's child rows.
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
