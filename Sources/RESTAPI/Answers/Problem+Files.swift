import HTTPServer
import Household
import Intake
import Wording

extension Problem {
  /// Why an uploaded file was refused, in the words of the web pages.
  init(file problem: FieldProblem) {
    let detail = Catalogue().problem(problem)
    switch problem {
    case .notAPicture, .otherPicture:
      self.init(.unprocessableContent, "not_a_picture", detail)
    case .animatedPicture: self.init(.unprocessableContent, "animated_picture", detail)
    case .cutOffPicture, .cutOffFile: self.init(.unprocessableContent, "cut_off", detail)
    case .damagedPicture, .rarePicture:
      self.init(.unprocessableContent, "damaged_picture", detail)
    case .tooManyPixels: self.init(.unprocessableContent, "too_many_pixels", detail)
    case .sideTooLong: self.init(.unprocessableContent, "side_too_long", detail)
    case .fileTooLarge, .paperTooLarge: self.init(.contentTooLarge, "too_large", detail)
    case .notAPaper: self.init(.unprocessableContent, "not_a_paper", detail)
    case .emptyFile: self = .emptyFile
    case .noRoomForFiles: self.init(.insufficientStorage, "account_full", detail)
    case .notWhatItSays: self.init(.unprocessableContent, "mislabelled", detail)
    case .notPlainText: self.init(.unprocessableContent, "not_plain_text", detail)
    case .hiddenCharacters:
      self = .invalid([Fault("name", "hidden_characters", detail)])
    case .pathInName: self = .invalid([Fault("name", "path_in_name", detail)])
    default: self.init(.unprocessableContent, "refused", detail)
    }
  }

  static let emptyFile = Problem(
    .unprocessableContent, "empty_file", "the body is empty; send the bytes of the file")

  /// The file is of another type than its `Content-Type` says.
  static func mislabelled(_ declared: String, found: String) -> Problem {
    Problem(
      .unprocessableContent, "mislabelled",
      "Content-Type says \(declared), and the bytes are \(found); send it as what it is")
  }
}

extension Call {
  /// Stores uploaded files for the account.
  var intake: PhotoIntake {
    let means = api.means
    return PhotoIntake(
      photos: means.photos, images: means.images, pool: means.filePool, account: account.id)
  }

  /// Throws if nobody waits for the answer any more.
  func requireAwaited() throws(Problem) {
    guard request.isAwaited() else { throw .notAwaited }
  }

  /// The name of the upload in the words of a refusal.
  static let upload = "The file"

  /// The body of an upload. Throws if it is empty.
  func uploaded() throws(Problem) -> SpooledFile {
    guard let file = request.bodyFile, file.size > 0 else { throw .emptyFile }
    return file
  }

  /// Cleans and keeps the picture that the body is. Throws if it is another file than it says.
  func takePicture() async throws -> StoredPhoto {
    let file = try uploaded()
    let declared = request.contentType ?? ""
    if let found = try await intake.mediaType(of: file), found != declared,
      !(found == "image/heic" && declared == "image/heif")
    {
      throw Problem.mislabelled(declared, found: found)
    }
    return try await intake.take(file, called: Self.upload)
  }

  /// A picture's bytes in the size that the query names.
  ///
  /// - Parameters:
  ///   - word: what the name of a saved copy begins with.
  ///   - isFixed: whether the address never has another picture.
  func picture(_ file: StoredPhoto, word: String, isFixed: Bool) async throws -> Reply {
    let size = query("size").flatMap { PhotoSize(rawValue: $0) } ?? .original
    guard let slice = try await intake.openPicture(file.blobHash, size) else {
      throw Problem(.notFound, "file_missing", "the hub does not have the file of this picture")
    }
    let answer = PictureAnswer(file.blobHash, file.kind, word: word)
    var headers = answer.headers(size)
    if !isFixed { headers["Cache-Control"] = "private, no-cache" }
    return Reply(content: .file(slice, headers), tag: answer.tag(size))
  }
}
