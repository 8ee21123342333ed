import Hub
import SyncProtocol

// Kept accounts and kiosks are changed in transactions of their own, which lock everything.
extension WatchedTransaction {
  func keptAccount(_ account: AccountID) throws -> KeptAccount? {
    try note("keptAccount")
    return try base.keptAccount(account)
  }

  func keptAccounts(in zone: ZoneID) throws -> [KeptAccount] {
    try note("keptAccounts", zones: [zone])
    return try base.keptAccounts(in: zone)
  }

  func admission(codeHash: String) throws -> Admission? {
    try note("admission")
    return try base.admission(codeHash: codeHash)
  }

  func openAdmissions(at moment: Int64) throws -> [Admission] {
    try note("openAdmissions")
    return try base.openAdmissions(at: moment)
  }

  func putKeptAccount(_ kept: KeptAccount) throws {
    try note("putKeptAccount", accounts: [kept.account])
    try base.putKeptAccount(kept)
  }

  func keptAccountsMade(in zone: ZoneID, by maker: AccountID, since: Int64) throws -> Int {
    try note("keptAccountsMade", zones: [zone], accounts: [maker])
    return try base.keptAccountsMade(in: zone, by: maker, since: since)
  }

  func noteKeptAccountMade(
    _ account: AccountID, in zone: ZoneID, by maker: AccountID, at moment: Int64,
    forgetting before: Int64
  ) throws {
    try note("noteKeptAccountMade", zones: [zone], accounts: [account, maker])
    try base.noteKeptAccountMade(account, in: zone, by: maker, at: moment, forgetting: before)
  }

  func removeKeptAccount(_ account: AccountID) throws {
    try note("removeKeptAccount", accounts: [account])
    try base.removeKeptAccount(account)
  }

  func putAdmission(_ admission: Admission) throws {
    try note("putAdmission", accounts: [admission.account])
    try base.putAdmission(admission)
  }

  func removeAdmission(of account: AccountID) throws {
    try note("removeAdmission", accounts: [account])
    try base.removeAdmission(of: account)
  }

  func kiosk(_ id: String) throws -> Kiosk? {
    try note("kiosk")
    return try base.kiosk(id)
  }

  func kiosk(secretHash: String) throws -> Kiosk? {
    try note("kiosk")
    return try base.kiosk(secretHash: secretHash)
  }

  func kiosks(in zone: ZoneID) throws -> [Kiosk] {
    try note("kiosks", zones: [zone])
    return try base.kiosks(in: zone)
  }

  func pin(of account: AccountID) throws -> Pin? {
    try note("pin")
    return try base.pin(of: account)
  }

  func hasEntered(_ account: AccountID, at kiosk: String) throws -> Bool {
    try note("hasEntered")
    return try base.hasEntered(account, at: kiosk)
  }

  func noteEntered(_ account: AccountID, at kiosk: String) throws {
    try note("noteEntered", accounts: [account])
    try base.noteEntered(account, at: kiosk)
  }

  func putKiosk(_ kiosk: Kiosk) throws {
    try note("putKiosk", accounts: [kiosk.createdBy])
    try base.putKiosk(kiosk)
  }

  func removeKiosk(_ id: String) throws {
    try note("removeKiosk")
    try base.removeKiosk(id)
  }

  func removeKiosks(madeBy account: AccountID) throws {
    try note("removeKiosks", accounts: [account])
    try base.removeKiosks(madeBy: account)
  }

  func putPin(_ pin: Pin) throws {
    try note("putPin", accounts: [pin.account])
    try base.putPin(pin)
  }

  func removePin(of account: AccountID) throws {
    try note("removePin", accounts: [account])
    try base.removePin(of: account)
  }
}
