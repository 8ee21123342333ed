import Hub
import SyncProtocol

// Switches and mail are changed in transactions of their own, which lock everything.
extension WatchedTransaction {
  func switches(of account: AccountID) throws -> [String: Bool] {
    try note("switches")
    return try base.switches(of: account)
  }

  func told(of account: AccountID) throws -> [Told] {
    try note("told")
    return try base.told(of: account)
  }

  func mailAddress(of account: AccountID) throws -> MailAddress? {
    try note("mailAddress")
    return try base.mailAddress(of: account)
  }

  func mailAddress(confirmHash: String) throws -> MailAddress? {
    try note("mailAddress")
    return try base.mailAddress(confirmHash: confirmHash)
  }

  func mailAddress(stopSecret: String) throws -> MailAddress? {
    try note("mailAddress")
    return try base.mailAddress(stopSecret: stopSecret)
  }

  func mailAddresses(after account: AccountID?, limit: Int) throws -> [MailAddress] {
    try note("mailAddresses")
    return try base.mailAddresses(after: account, limit: limit)
  }

  func dueMail(now: Int64, limit: Int) throws -> [QueuedMail] {
    try note("dueMail")
    return try base.dueMail(now: now, limit: limit)
  }

  func mailCount(of account: AccountID, since: Int64) throws -> Int {
    try note("mailCount")
    return try base.mailCount(of: account, since: since)
  }

  func mailState() throws -> MailState {
    try note("mailState")
    return try base.mailState()
  }

  func putSwitch(_ name: String, _ isOn: Bool, of account: AccountID) throws {
    try note("putSwitch", accounts: [account])
    try base.putSwitch(name, isOn, of: account)
  }

  func putTold(_ told: [Told], of account: AccountID) throws {
    try note("putTold", accounts: [account])
    try base.putTold(told, of: account)
  }

  func putMailAddress(_ address: MailAddress) throws {
    try note("putMailAddress", accounts: [address.account])
    try base.putMailAddress(address)
  }

  func removeMailAddress(of account: AccountID) throws {
    try note("removeMailAddress", accounts: [account])
    try base.removeMailAddress(of: account)
  }

  func putMail(_ mail: QueuedMail) throws {
    try note("putMail", accounts: [mail.account])
    try base.putMail(mail)
  }

  func trimMail(before: Int64) throws {
    try note("trimMail")
    try base.trimMail(before: before)
  }
}
