import Hub
import SyncProtocol

extension WatchedTransaction {
  func lastRestore() throws -> HubRestore? {
    try note("lastRestore")
    return try base.lastRestore()
  }

  func awaitedDevices() throws -> [AwaitedDevice] {
    try note("awaitedDevices")
    return try base.awaitedDevices()
  }

  func putRestore(_ restore: HubRestore, awaiting devices: [AwaitedDevice]) throws {
    try note("putRestore")
    try base.putRestore(restore, awaiting: devices)
  }

  func noteReturn(
    of account: AccountID, label: String, taken: Int, refused: Int, at moment: Int64
  ) throws {
    try note("noteReturn", accounts: [account])
    try base.noteReturn(of: account, label: label, taken: taken, refused: refused, at: moment)
  }

  func openInvites(at moment: Int64) throws -> [Invite] {
    try note("openInvites")
    return try base.openInvites(at: moment)
  }
}
