/// The unit of merge inside a record.
public final class RegisterSchema: Sendable {
  /// The register's name: that of its column, or one of its own for an aggregate.
  public let name: String
  /// How two writes to this register become one value.
  public let rule: MergeRule
  /// One column for a plain register; for an aggregate, all the columns that only make sense
  /// together.
  public let columns: [ColumnSchema]
  /// Child rows, stored in a table of their own, that travel inside this register.
  public let child: ChildSchema?
  /// Checks the content of an aggregate: returns what is wrong with it, or `nil`. Pure.
  public let validate: (@Sendable (FieldValue) -> String?)?
  /// Repairs content in which references were rewritten: when two members that it names have become
  /// one, their shares become one share.
  ///
  /// The result is validated like any other content. Pure. With `nil`, such content stays as it is
  /// and is refused if it is not valid.
  public let join: (@Sendable (FieldValue) -> FieldValue)?
  /// The register that this one is computed from.
  ///
  /// A change of that register sends this one too, even if its value stays the same; otherwise a
  /// merge could combine one author's value of the one with another author's value of the other.
  public let follows: String?
  /// Whether a write is refused `stale` unless its author saw the value that it replaces.
  ///
  /// Only where the last writer wins: of two people who change it without having seen each other,
  /// the second is told, and nothing that somebody typed disappears silently.
  public let isGuarded: Bool
  /// The claim of the same table to whose holder this register belongs; `nil` for a register of
  /// everybody who may write.
  ///
  /// While an account of the zone holds the claim, others who write another value are refused
  /// `claimed`.
  public let heldBy: String?

  /// A register of one column, which gives it its name.
  public init(
    _ column: ColumnSchema, rule: MergeRule = .lastWriter, follows: String? = nil,
    isGuarded: Bool = false, heldBy: String? = nil
  ) {
    precondition(rule != .aggregate && (!isGuarded || rule == .lastWriter))
    precondition(heldBy == nil || rule == .lastWriter)
    name = column.name
    self.rule = rule
    self.follows = follows
    self.isGuarded = isGuarded
    self.heldBy = heldBy
    columns = [column]
    child = nil
    validate = nil
    join = nil
  }

  /// An aggregate: its content is a map with a value for each of `columns`, and the list of child
  /// rows under `child.table`.
  public init(
    aggregate name: String, columns: [ColumnSchema], child: ChildSchema? = nil,
    join: (@Sendable (FieldValue) -> FieldValue)? = nil,
    validate: (@Sendable (FieldValue) -> String?)? = nil
  ) {
    self.join = join
    self.name = name
    rule = .aggregate
    follows = nil
    isGuarded = false
    heldBy = nil
    self.columns = columns
    self.child = child
    self.validate = validate
  }

  /// The same register of one column, guarded.
  public var guarded: RegisterSchema {
    RegisterSchema(columns[0], rule: rule, follows: follows, isGuarded: true, heldBy: heldBy)
  }

  /// The same register of one column, which belongs to the holder of a claim.
  public func held(by claim: String) -> RegisterSchema {
    RegisterSchema(
      columns[0], rule: rule, follows: follows, isGuarded: isGuarded, heldBy: claim)
  }

  /// The content when an insert does not name this register, because an older program does not know
  /// it.
  public var defaultContent: FieldValue {
    guard rule == .aggregate else { return columns[0].defaultValue }
    var map = SortedMap(uniqueKeysWithValues: columns.map { ($0.name, $0.defaultValue) })
    if let child { map[child.table] = .list([]) }
    return .map(map)
  }
}

extension ColumnSchema {
  /// The column's value in an aggregate's content; its default where an older program has left it
  /// out.
  public func value(in content: FieldValue?) -> FieldValue {
    guard case .map(let map)? = content else { return defaultValue }
    return map[name] ?? defaultValue
  }
}

/// How two writes to one register become one value. Only the hub applies these rules.
public enum MergeRule: String, Sendable {
  /// The strictly newer stamp wins.
  case lastWriter
  /// Each write names the version it is based on; a write based on any other than the present one
  /// is refused `stale`.
  case aggregate
  /// Set once from null; set back to null only by its author or by the zone's owner.
  case firstWriter
  /// An account's id, "This is me": set from null to the author's own account by anyone in the
  /// zone, viewers too (D-CLM-8).
  ///
  /// Set back to null by that account or by the zone's owner; the owner may also set it to any
  /// other account in the zone.
  case claim
  /// Clients cannot write it.
  case hubOwned
  /// Set by the insert, never changed.
  case appendOnly
}
