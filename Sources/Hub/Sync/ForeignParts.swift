import SyncProtocol

/// What an answer does not tell: a change set may have consequences in zones that its author is
/// not in, as when a family is dissolved with which homes of others were shared. What was stored
/// names them, because a restored hub compares it with what it is handed back.
extension Draft {
  /// Heads as they are stored with an answer: those of zones in which the account was neither
  /// before this draft nor after it under names that are not told. Called after `commit`.
  func hidingForeign(
    _ heads: [ZoneID: Int64], from account: AccountID
  ) throws -> [ZoneID: Int64] {
    var stored = heads
    for (zone, head) in heads where try !isIn(zone, account) {
      stored[zone] = nil
      stored[Answer.untold + zone] = head
    }
    return stored
  }

  private func isIn(_ zone: ZoneID, _ account: AccountID) throws -> Bool {
    // What was read before the commit is from before it, and the rest from after it.
    try isPlanted(.foreignPartsTold) || grant(in: zone, for: account) != nil
      || grants.contains { $0.zone == zone && $0.account == account }
      || removedGrants.contains { $0 == (zone, account) }
  }
}

extension Answer {
  /// What a stored answer has before the id of a zone that it does not tell.
  fileprivate static let untold = "untold "

  /// A stored answer as its author is told it: without zones that they are not in.
  package var told: Answer {
    guard case .accepted(let heads) = self,
      heads.keys.contains(where: { $0.hasPrefix(Self.untold) })
    else { return self }
    return .accepted(heads.filter { !$0.key.hasPrefix(Self.untold) })
  }

  /// The zones that a stored answer names, told or not.
  package var reached: [ZoneID] {
    guard case .accepted(let heads) = self else { return [] }
    return heads.keys.map {
      $0.hasPrefix(Self.untold) ? String($0.dropFirst(Self.untold.count)) : $0
    }
  }

  /// The head that a stored answer has of a zone, told or not; `nil` if the change set did nothing
  /// there.
  package func head(of zone: ZoneID) -> Int64? {
    guard case .accepted(let heads) = self else { return nil }
    return heads[zone] ?? heads[Self.untold + zone]
  }
}
