import SyncProtocol

/// What a store knows of notices.
public protocol NoticeReader {
  /// An account's notices, the newest first.
  func notices(of account: AccountID) throws -> [AccountNotice]
}

/// What a store keeps of notices.
public protocol NoticeWriter {
  /// Keeps a notice; one with its id stays as it is.
  func putNotice(_ notice: AccountNotice, for account: AccountID) throws
  func removeNotice(_ id: String, of account: AccountID) throws
  /// Removes the account's oldest notices, so that `count` are left.
  func trimNotices(of account: AccountID, to count: Int) throws
}

extension HubWriter {
  /// Keeps a notice until the account dismisses it, or so many came after it.
  func keep(_ notice: AccountNotice, for account: AccountID) throws {
    try putNotice(notice, for: account)
    try trimNotices(of: account, to: Hub.maxNotices)
  }
}

extension Hub {
  /// Notices that are kept for one account; the oldest make room.
  public static let maxNotices = 100

  /// What the account was told and has not dismissed, the newest first.
  public func notices(of account: AccountID) throws -> [AccountNotice] {
    try store.read { try $0.notices(of: account) }
  }

  /// Forgets a notice. One that is not the account's, or forgotten, changes nothing.
  public func dismissNotice(_ id: String, of account: AccountID) throws {
    try store.write { try $0.removeNotice(id, of: account) }
    var notice = Notice()
    // Other pages of the account show it, too.
    notice.accounts = [account]
    announce(notice)
  }
}
