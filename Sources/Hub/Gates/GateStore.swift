import SyncProtocol

/// What a store knows of flags and plans.
public protocol GateReader {
  /// The flag's last version; `nil` when nobody has changed it.
  func sharingFlag() throws -> SharingFlag?
  /// Its versions, the last first.
  func sharingFlags(limit: Int) throws -> [SharingFlag]
  func planMode() throws -> PlanMode
  func plan(of account: AccountID) throws -> Plan?
  /// All plans, in the order of their accounts' ids.
  func plans() throws -> [Plan]
}

/// What a store keeps of flags and plans.
public protocol GateWriter {
  /// Adds a version of the flag, and forgets the oldest beyond `kept`.
  func add(_ flag: SharingFlag, keeping kept: Int) throws
  func setPlanMode(_ mode: PlanMode) throws
  func putPlan(_ plan: Plan) throws
  func removePlan(of account: AccountID) throws
}
