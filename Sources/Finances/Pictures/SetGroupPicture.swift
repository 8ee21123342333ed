import Household
import Replica
import SyncProtocol

/// Gives a group a picture whose file is already in the blob store, in place of the one it has.
///
/// The picture that the group already shows is not added again.
package struct SetGroupPicture: Sendable {
  package var groupID: ZoneID
  package var file: StoredPhoto

  package init(groupID: ZoneID, file: StoredPhoto) {
    self.groupID = groupID
    self.file = file
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> GroupPicture {
    let connection = transaction.connection
    try transaction.requireWritable(group: groupID)
    var check = InputCheck()
    check.file(file)
    guard check.problems.isEmpty else { throw FinanceFailure.invalid(check.problems) }
    let present = try GroupPicture.all(of: groupID, connection)
    if let shown = present.first, shown.blobHash == file.blobHash { return shown }
    for picture in present { try picture.delete(in: connection) }
    let picture = GroupPicture(
      id: transaction.newID(), groupID: groupID, file: file,
      createdAt: transaction.nowMilliseconds, createdBy: transaction.accountID)
    try picture.insert(in: connection)
    return picture
  }
}

/// Takes a group's picture away, and returns its row, from which it can be restored.
package struct DeleteGroupPicture: Sendable {
  package var groupID: ZoneID

  package init(groupID: ZoneID) { self.groupID = groupID }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> GroupPicture {
    try transaction.requireWritable(group: groupID)
    let present = try GroupPicture.all(of: groupID, transaction.connection)
    guard let shown = present.first else { throw FinanceFailure.pictureNotFound }
    for picture in present { try picture.delete(in: transaction.connection) }
    return shown
  }
}

/// Restores a picture that was taken away, under its id.
package struct RestoreGroupPicture: Sendable {
  package var picture: GroupPicture

  package init(_ picture: GroupPicture) { self.picture = picture }

  package func callAsFunction(_ transaction: WriteTransaction) throws {
    try transaction.requireWritable(group: picture.groupID)
    guard try GroupPicture.of(picture.groupID, in: transaction.connection) == nil else {
      throw FinanceFailure.alreadyThere
    }
    try picture.insert(in: transaction.connection)
  }
}
