/// The merge rules: how a write meets a register that is there already. Pure, used by the hub.
public enum Merge {
  public enum Verdict: Equatable, Sendable {
    /// The incoming value becomes the register's.
    case take
    /// The register stays as it is; the write has lost, which is no error.
    case keep
    case refuse(RefusalReason)
  }

  /// Who writes, and on what basis.
  public struct Write: Sendable {
    public var value: FieldValue
    public var stamp: Stamp
    public var author: AccountID
    public var role: Role
    /// The version of the aggregate this write is based on.
    public var base: ChangeSetID?

    public init(
      value: FieldValue, stamp: Stamp, author: AccountID, role: Role, base: ChangeSetID? = nil
    ) {
      self.value = value
      self.stamp = stamp
      self.author = author
      self.role = role
      self.base = base
    }
  }

  /// Judges a write to a register of a record that exists. `current` is `nil` when the register has
  /// never been written (it is newer than the record).
  public static func judge(_ write: Write, over current: Register?, by rule: MergeRule) -> Verdict {
    switch rule {
    case .lastWriter:
      guard let current else { return .take }
      if isPlanted(.tiesPreferIncoming),
        write.stamp.time.milliseconds >= current.stamp.time.milliseconds
      {
        return .take
      }
      return write.stamp > current.stamp ? .take : .keep
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

  /// Set from null by anyone who may write; released by who holds it or by the owner.
  private static func judgeFirst(_ write: Write, over current: Register?) -> Verdict {
    guard let current, !current.value.isNull else { return write.value.isNull ? .keep : .take }
    if isPlanted(.firstWriterOverwrites) { return .take }
    if write.value == current.value { return .keep }
    guard write.value.isNull, current.author == write.author || write.role == .owner else {
      return .refuse(.claimed)
    }
    return .take
  }

  /// Only accounts that are in the zone may be named; who judges has looked.
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
