import Hub
import HubSQLite
import SQLite
import SyncProtocol

/// Who has which home or group, and with what role, worked out from what people have asked for and
/// from who is in which family: not as the hub works it out.
struct FamilyShareOracle {
  /// The kinds of zones that are shared with families.
  static let kinds: Set<String> = ["home", "group"]

  /// What was asked of the hub last that says who is in a home; not that it was done.
  enum Call {
    case share(ZoneID, FamilyRoles)
    case end(ZoneID)
    case remove(AccountID, ZoneID)
    case setRole(Role, AccountID, ZoneID)
    case join(AccountID, ZoneID, Role)
    case takeOver(ZoneID)

    var zone: ZoneID {
      switch self {
      case .share(let zone, _), .end(let zone), .remove(_, let zone), .setRole(_, _, let zone),
        .join(_, let zone, _), .takeOver(let zone):
        zone
      }
    }
  }

  private struct Share: Equatable {
    let family: ZoneID
    let roles: FamilyRoles
  }

  private struct Place {
    let kind: String
    let isAlive: Bool
    var roles: [AccountID: Role] = [:]

    var owner: AccountID? { roles.first { $0.value == .owner }?.key }
  }

  /// What the hub keeps.
  private struct Kept {
    var zones: [ZoneID: Place] = [:]
    var shares: [ZoneID: Share] = [:]
    /// Whether sharing is paused, so that nobody is let in.
    var isPaused = false

    init() {}

    init(_ db: Connection) throws {
      isPaused =
        try db.first("SELECT state FROM sharingFlags ORDER BY version DESC LIMIT 1") {
          $0.text(0) == "killed"
        } ?? false
      try db.forEach("SELECT id, kind, isAlive FROM zones", []) { row in
        zones[row.text(0)] = Place(kind: row.text(1), isAlive: row.bool(2))
      }
      try db.forEach("SELECT zoneID, accountID, role FROM grants", []) { row in
        zones[row.text(0)]?.roles[row.text(1)] = Role(rawValue: row.text(2))
      }
      try db.forEach("SELECT zoneID, familyID, parents, children FROM familyShares", []) { row in
        shares[row.text(0)] = Share(
          family: row.text(1),
          roles: FamilyRoles(
            parents: row.optionalText(2).flatMap { Role(rawValue: $0) },
            children: row.optionalText(3).flatMap { Role(rawValue: $0) }))
      }
    }
  }

  var call: Call?
  /// "account zone" of everybody who was in a zone and is in it no more.
  private(set) var lost: Set<String> = []
  /// Everything that was ever shared with a family.
  private(set) var wasShared: Set<ZoneID> = []
  private var last = Kept()
  /// What somebody has in a home without a family.
  private var direct: [ZoneID: [AccountID: Role]] = [:]
  /// Who has left a home or was removed from it: no family gives it to them.
  private var out: [ZoneID: Set<AccountID>] = [:]
  /// Who is in a home by a family of whose share a restored hub knows nothing: they keep that until
  /// they or the home's owner leave the family, or the owner shares it again.
  private var unshared: [ZoneID: Set<AccountID>] = [:]
  /// Who could not be let in when it was their turn, as sharing was paused.
  private var late: [ZoneID: Set<AccountID>] = [:]

  /// What was lost stays so for whoever had it.
  mutating func putBack(to earlier: FamilyShareOracle) {
    let (lost, wasShared) = (self.lost, self.wasShared)
    self = earlier
    self.lost.formUnion(lost)
    self.wasShared.formUnion(wasShared)
    call = nil
  }

  /// Looks at what has become of the last call.
  ///
  /// - Parameter isHandedBack: a restored hub was told what it had lost; it is believed what it
  ///   then keeps of those whom that concerns.
  mutating func look(at store: HubSQLite, isHandedBack: Bool) throws {
    let now = try Kept(store.connection)
    wasShared.formUnion(now.shares.keys)
    defer { (last, call) = (now, nil) }
    for (id, place) in now.zones.sorted(by: { $0.key < $1.key }) {
      let old = last.zones[id]?.roles ?? [:]
      for account in old.keys where place.roles[account] == nil { lost.insert("\(account) \(id)") }
      guard Self.kinds.contains(place.kind) else { continue }
      if isHandedBack {
        try adopt(id, now, store.connection, all: false)
      } else {
        try noteCall(id, place, old)
        try noteShare(id, place, now)
      }
      try check(id, place, now, isHandedBack: isHandedBack)
    }
  }

  /// Takes what the hub keeps of a home for right: whether it had done what it was asked when it
  /// died does not show.
  mutating func adopt(_ zone: ZoneID, _ store: HubSQLite) throws {
    try adopt(zone, try Kept(store.connection), store.connection, all: true)
  }

  private mutating func adopt(
    _ zone: ZoneID, _ now: Kept, _ db: Connection, all: Bool
  ) throws {
    let (old, roles) = (last.zones[zone]?.roles ?? [:], now.zones[zone]?.roles ?? [:])
    if now.shares[zone] == nil { out[zone] = nil }
    let isShareSame = last.shares[zone] == now.shares[zone]
    let kept = try Dictionary(
      uniqueKeysWithValues: db.query(
        "SELECT accountID, direct, isOut FROM familyShareMembers WHERE zoneID = ?", .text(zone)
      ) { ($0.text(0), ($0.optionalText(1).flatMap { Role(rawValue: $0) }, $0.bool(2))) })
    for account in Set(old.keys).union(roles.keys).union(kept.keys)
    where all || !isShareSame || old[account] != roles[account]
      // Who came and was removed again since the backup.
      || kept[account]?.1 == true
    {
      if let (own, isOut) = kept[account] {
        direct[zone, default: [:]][account] = own
        if isOut { out[zone, default: []].insert(account) } else { out[zone]?.remove(account) }
      } else {
        let isByFamily = try db.first(
          """
          SELECT 1 FROM records WHERE zoneID = ? AND tableName = 'participants' AND isDead = 0
            AND CAST(content AS TEXT) LIKE '%"family"%' AND CAST(content AS TEXT) LIKE ?
          """, .text(zone), .text("%\"\(account)\"%")
        ) { _ in true }
        direct[zone, default: [:]][account] =
          roles[account] == .owner || isByFamily == true ? nil : roles[account]
        out[zone]?.remove(account)
        unshared[zone]?.remove(account)
        if isByFamily == true, roles[account] != .owner {
          unshared[zone, default: []].insert(account)
        }
      }
    }
  }

  /// Whether somebody was in a family before, and is so no more.
  private func hasLeftFamily(_ account: AccountID, _ now: Kept) -> Bool {
    last.zones.contains { id, old in
      old.kind == "family" && old.isAlive && old.roles[account] != nil
        && (now.zones[id]?.isAlive != true || now.zones[id]?.roles[account] == nil)
    }
  }

  // MARK: What people have done

  private mutating func noteCall(
    _ id: ZoneID, _ place: Place, _ old: [AccountID: Role]
  ) throws {
    if place.owner != last.zones[id]?.owner, let former = last.zones[id]?.owner {
      guard case .takeOver(id)? = call else {
        throw SimulationFailure("an owner is one until they hand over", "\(former) of \(id)")
      }
      direct[id, default: [:]][former] = .readWrite
      if let owner = place.owner { direct[id]?[owner] = nil }
    }
    let isBack = place.isAlive && last.zones[id]?.isAlive == false
    if isBack, Set(place.roles.keys) == Set([place.owner].compactMap { $0 }) { direct[id] = nil }
    switch call {
    case .remove(let account, id)? where old[account] != nil && place.roles[account] == nil:
      leave(account, id)
    case .setRole(let role, let account, id)? where place.roles[account] != nil:
      unshared[id]?.remove(account)
      direct[id, default: [:]][account] = role
    case .join(let account, id, let role)?
    where old[account] == nil && place.roles[account] != nil:
      direct[id, default: [:]][account] = role
      out[id]?.remove(account)
    // Who is in it already becomes what the invite gives.
    case .join(let account, id, let role)? where place.roles[account] != old[account]:
      unshared[id]?.remove(account)
      direct[id, default: [:]][account] = role
    default: break
    }
    // Somebody leaves a home that is deleted.
    guard !place.isAlive else { return }
    for account in old.keys where place.roles[account] == nil { leave(account, id) }
  }

  private mutating func leave(_ account: AccountID, _ zone: ZoneID) {
    direct[zone]?[account] = nil
    if last.shares[zone] != nil { out[zone, default: []].insert(account) }
  }

  /// A home is shared with a family by its owner, who decides in both, and for as long.
  private mutating func noteShare(_ id: ZoneID, _ place: Place, _ now: Kept) throws {
    let (was, share) = (last.shares[id], now.shares[id])
    func isValid(_ share: Share) -> Bool {
      guard let owner = place.owner, now.zones[share.family]?.isAlive == true else { return false }
      return now.zones[share.family]?.roles[owner].map { $0 != .readOnly } ?? false
    }
    if let share, place.isAlive {
      try require(
        isValid(share), "a share ends with its family, and with its owner's part in it",
        "\(id) with \(share.family), of \(place.owner ?? "nobody")")
    }
    guard was != share else { return }
    if let share {
      guard case .share(id, share.roles)? = call else {
        throw SimulationFailure("an owner alone shares with a family", "\(id) \(share)")
      }
      if was?.family != share.family, was != nil { late[id] = nil }
      return
    }
    (out[id], late[id]) = (nil, nil)
    if case .end(id)? = call { return }
    let isPutAway = !place.isAlive || last.zones[id]?.isAlive == false
    try require(
      isPutAway
        || !isValid(was ?? Share(family: "", roles: FamilyRoles(parents: nil, children: nil))),
      "a share goes on until its owner ends it", id)
  }

  // MARK: What must hold

  private mutating func check(
    _ id: ZoneID, _ place: Place, _ now: Kept, isHandedBack: Bool
  ) throws {
    guard place.isAlive else { return }
    if now.shares[id] != nil { unshared[id] = nil }
    let hasLeft = place.owner.map { hasLeftFamily($0, now) } ?? false
    // Whoever comes into the home with the commit that lets them change families has it by the new one.
    for account in unshared[id] ?? []
    where last.zones[id]?.roles[account] != nil && (hasLeft || hasLeftFamily(account, now)) {
      unshared[id]?.remove(account)
    }
    try require(
      place.roles.values.count { $0 == .owner } == 1, "every home and group has one owner",
      "\(id) \(place.roles)")
    let family = now.shares[id].flatMap { share in
      now.zones[share.family].flatMap { $0.isAlive ? ($0.roles, share.roles) : nil }
    }
    let accounts = Set(place.roles.keys).union(direct[id]?.keys ?? [:].keys)
      .union(family?.0.keys ?? [:].keys)
    for account in accounts
    where account != place.owner
      && unshared[id]?.contains(account) != true
    {
      let own = direct[id]?[account]
      let isOut = out[id]?.contains(account) ?? false
      let given =
        isOut
        ? nil
        : family?.0[account].flatMap { $0 == .readOnly ? family?.1.children : family?.1.parents }
      let must = [own, given].compactMap { $0 }.max()
      let has = place.roles[account]
      if has == must { late[id]?.remove(account) }
      // A restored hub may be told that somebody lost the home by what became of the family, before
      // it is told of the family.
      let isToldInPart = isHandedBack && last.zones[id]?.roles[account] != nil
      let isLate =
        has == nil && own == nil
        && (now.isPaused || isToldInPart || late[id]?.contains(account) == true)
      if isLate { late[id, default: []].insert(account) }
      try require(
        has == must || isLate,
        "somebody has what they were given, and what their family gives while they are in it",
        "\(account) in \(id) has \(Self.word(has)), must have \(Self.word(must)): of their own "
          + "\(Self.word(own)), by the family \(Self.word(given))\(isOut ? ", is out" : "")")
    }
  }

  private static func word(_ role: Role?) -> String { role?.rawValue ?? "nothing" }
}
