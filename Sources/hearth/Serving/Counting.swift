import SQLite
import SyncProtocol
import Usage

/// The usage counts of `hearth serve`. No problem with them stops the server.
enum Counting {
  /// Opens the counts. If they cannot be used, complains and returns `nil`: nothing is then
  /// counted.
  static func begin(in folder: DataFolder, _ terminal: Terminal) -> UsageRecorder? {
    do {
      return try UsageRecorder(
        path: folder.analytics, settingsPath: folder.analyticsSettings,
        now: Posix.nowMilliseconds, complain: { terminal.complain($0) })
    } catch let error as Migrations.NewerVersion {
      terminal.complain(
        """
        hearth: \(folder.analytics) was written by a newer Hearth (\(error.found), this program \
        knows \(error.supported)); nothing is counted, and it was left as it is
        """)
    } catch {
      terminal.complain(
        "hearth: \(CommandFailure(error).message). Until then nothing is counted; all else works")
    }
    return nil
  }

  /// Counts a device's change that the hub refused; all devices of an account count as one.
  static func add(_ reason: RefusalReason, of account: AccountID, to usage: UsageRecorder) {
    let isAboutSharing = [.permission, .readOnly, .regranted].contains(reason)
    usage.record(
      .syncError(area: isAboutSharing ? .sharing : .sync, code: reason.rawValue),
      by: UsageActor(accountID: account, deviceID: "devices of \(account)"))
  }
}
