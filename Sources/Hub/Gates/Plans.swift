import SyncProtocol

/// Whether this hub requires a plan for sharing.
public enum PlanMode: String, Sendable, CaseIterable {
  /// Nobody needs a plan: the default, for hubs that people run for their own circle.
  case off
  /// An account needs a plan to begin to share, but never to join.
  case enforced
}

/// A plan that an account was given; it covers all its homes.
public struct Plan: Equatable, Sendable {
  public enum Kind: String, Sendable, CaseIterable { case household }

  public let account: AccountID
  public var kind: Kind
  /// When it ends, milliseconds since 1970; `nil` if it does not end.
  public var until: Int64?
  /// When it was given, milliseconds since 1970.
  public var givenAt: Int64

  public init(account: AccountID, kind: Kind = .household, until: Int64?, givenAt: Int64) {
    self.account = account
    self.kind = kind
    self.until = until
    self.givenAt = givenAt
  }

  /// How long an expired plan still counts, so that nobody is cut off overnight.
  public static let graceMilliseconds: Int64 = 14 * 86_400_000

  public func counts(at now: Int64) -> Bool {
    until.map { now < $0 + Self.graceMilliseconds } ?? true
  }
}

extension Hub {
  /// The accounts whose plans permit an account to share: its own, and those of its family. Who is
  /// in a home or a group with somebody inherits nothing of them (X09).
  func planHolders(of account: AccountID, _ reader: any HubReader) throws -> [AccountID] {
    guard let family = try reader.family(of: account, schema) else { return [account] }
    return try reader.grants(in: family.zone.id).map(\.account)
  }

  /// Whether an account needs a plan to begin to share and has no valid one.
  func needsPlan(_ account: AccountID, _ reader: any HubReader) throws -> Bool {
    guard try reader.planMode() == .enforced else { return false }
    let now = now()
    return try !planHolders(of: account, reader).contains {
      try reader.plan(of: $0)?.counts(at: now) == true
    }
  }

  public func planMode() throws -> PlanMode { try store.read { try $0.planMode() } }

  public func setPlanMode(_ mode: PlanMode) throws {
    try store.write { try $0.setPlanMode(mode) }
    announceFlags()
  }

  /// All plans, with the names of their accounts.
  public func plans() throws -> [(plan: Plan, name: String)] {
    try store.read { reader in
      try reader.plans().map { ($0, try reader.account($0.account)?.name ?? "") }
    }
  }

  /// Gives a plan to the account with a name, in place of its previous one. Throws `GateError`.
  ///
  /// - Parameter until: when it ends, milliseconds since 1970; `nil` if it does not end.
  public func givePlan(_ kind: Plan.Kind, toAccountNamed name: String, until: Int64?) throws {
    let now = now()
    if let until, until <= now { throw GateError.dateInThePast }
    try store.write { writer in
      let account = try writer.account(listed: name)
      try writer.putPlan(Plan(account: account.id, kind: kind, until: until, givenAt: now))
    }
    announceFlags()
  }

  /// Removes the plan of the account with a name. Its shared zones are not affected. Throws
  /// `GateError`.
  public func takePlan(fromAccountNamed name: String) throws {
    try store.write { writer in
      try writer.removePlan(of: try writer.account(listed: name).id)
    }
    announceFlags()
  }
}

extension HubReader {
  /// The account with a name. Throws `GateError.noSuchAccount`.
  func account(listed name: String) throws -> Account {
    guard let (_, key) = AccountRules.name(name), let account = try account(named: key) else {
      throw GateError.noSuchAccount(name)
    }
    return account
  }
}
