import SyncProtocol

/// Reading flags and plans from a store.
public protocol GateReader {
  /// The newest version of the flag; `nil` if nobody has changed it.
  func sharingFlag() throws -> SharingFlag?
  /// The versions of the flag, newest first.
  func sharingFlags(limit: Int) throws -> [SharingFlag]
  func planMode() throws -> PlanMode
  func plan(of account: AccountID) throws -> Plan?
  /// All plans, ordered by account id.
  func plans() throws -> [Plan]
}

/// Writing flags and plans to a store.
public protocol GateWriter {
  /// Adds a version of the flag, and deletes all but the newest `kept`.
  func add(_ flag: SharingFlag, keeping kept: Int) throws
  func setPlanMode(_ mode: PlanMode) throws
  func putPlan(_ plan: Plan) throws
  func removePlan(of account: AccountID) throws
}
