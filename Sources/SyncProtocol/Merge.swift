/// The merge rules: what happens when a write meets an existing register. Pure functions, used by
/// the hub.
public enum Merge {
  public enum Verdict: Equatable, Sendable {
    /// The incoming value becomes the register's.
    case take
    /// The register stays as it is; losing to a newer write is not an error.
    case keep
    case refuse(RefusalReason)
  }

  /// A write to a register: its value, its author, and the version it is based on.
  public struct Write: Sendable {
    public var value: FieldValue
    public var stamp: Stamp
    public var author: AccountID
    public var role: Role
    /// The version of the aggregate that this write is based on; `nil` for other registers.
    public var base: ChangeSetID?
    /// The value of the guarded register that its author saw; `nil` for other registers, and from
    /// programs that know no guarded ones.
    public var seen: FieldValue?

    public init(
      value: FieldValue, stamp: Stamp, author: AccountID, role: Role, base: ChangeSetID? = nil,
      seen: FieldValue? = nil
    ) {
      self.value = value
      self.stamp = stamp
      self.author = author
      self.role = role
      self.base = base
      self.seen = seen
    }
  }

  /// Judges a write to a register of an existing record.
  ///
  /// A guarded register is written with what its author saw: `write.seen`.
  ///
  /// - Parameter current: `nil` when the register has never been written, because the schema gained
  ///   it after the record was made.
  public static func judge(_ write: Write, over current: Register?, by rule: MergeRule) -> Verdict {
    switch rule {
    case .lastWriter:
      guard let current else { return .take }
      if isPlanted(.tiesPreferIncoming),
        write.stamp.time.milliseconds >= current.stamp.time.milliseconds
      {
        return .take
      }
      let isNewer = write.stamp > current.stamp
      if let seen = write.seen, write.value != current.value, !isPlanted(.guardIgnored),
        seen != current.value || !isNewer
      {
        return .refuse(.stale)
      }
      return isNewer ? .take : .keep
    case .aggregate:
      guard let current else { return .take }
      if isPlanted(.aggregateIgnoresBase) { return write.stamp > current.stamp ? .take : .keep }
      return write.base == current.stamp.changeSet ? .take : .refuse(.stale)
    case .firstWriter:
      return judgeFirst(write, over: current)
    case .claim:
      return judgeClaim(write, over: current)
    case .hubOwned:
      return isPlanted(.clientWritesHubOwned) ? .take : .refuse(.hubOwned)
    case .appendOnly:
      return isPlanted(.appendOnlyRewritten) ? .take : .refuse(.appendOnly)
    }
  }

  /// Anyone who may write sets the register from null; its author or the zone's owner sets it back
  /// to null.
  private static func judgeFirst(_ write: Write, over current: Register?) -> Verdict {
    guard let current, !current.value.isNull else { return write.value.isNull ? .keep : .take }
    if isPlanted(.firstWriterOverwrites) { return .take }
    if write.value == current.value { return .keep }
    guard write.value.isNull, current.author == write.author || write.role == .owner else {
      return .refuse(.claimed)
    }
    return .take
  }

  /// Only accounts in the zone may be named; the caller has checked that.
  private static func judgeClaim(_ write: Write, over current: Register?) -> Verdict {
    let held = current?.value ?? .null
    if write.value == held { return .keep }
    if isPlanted(.claimUnchecked) { return .take }
    if write.role == .owner { return .take }
    let own = FieldValue.text(write.author)
    if write.value.isNull { return held == own ? .take : .refuse(.claimed) }
    guard write.value == own else { return .refuse(.permission) }
    return held.isNull ? .take : .refuse(.claimed)
  }
}
