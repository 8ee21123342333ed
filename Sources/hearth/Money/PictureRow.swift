import Families
import Finances
import Household
import SyncProtocol
import Values

/// A picture that the hub keeps, and of what it is: what commands print with --json.
struct PictureRow: WrittenRow {
  let id: String
  /// Of a group.
  var groupID: String?
  /// Of a step, or of a photo that a routine was done.
  var routineID: String?
  /// Of a step.
  var stepID: String?
  /// Of a photo that a routine was done, and by whom.
  var day: String?
  var personID: String?
  let mediaType: String
  let byteCount: Int64
  let width: Int
  let height: Int
  let createdAt: String
  /// The account that added it.
  let createdBy: String
  var isSent: Bool?

  private init(
    _ id: RecordID, _ file: StoredPhoto, at createdAt: Int64, by createdBy: AccountID
  ) {
    (self.id, self.createdBy) = (id, createdBy)
    (mediaType, byteCount) = (file.kind.mediaType, file.byteCount)
    (width, height) = (file.width, file.height)
    self.createdAt = TimeText.text(createdAt)
  }

  init(_ picture: GroupPicture) {
    let file = StoredPhoto(
      blobHash: picture.blobHash, byteCount: picture.byteCount, kind: picture.kind,
      width: picture.width, height: picture.height)
    self.init(picture.id, file, at: picture.createdAt, by: picture.createdBy)
    groupID = picture.groupID
  }

  init(_ picture: StepPicture) {
    self.init(picture.id, picture.file, at: picture.createdAt, by: picture.createdBy)
    (routineID, stepID) = (picture.routineID, picture.stepID)
  }

  init(_ proof: RoutineProof) {
    self.init(proof.id, proof.file, at: proof.createdAt, by: proof.createdBy)
    (routineID, day, personID) = (proof.routineID, proof.day, proof.personID)
  }
}
