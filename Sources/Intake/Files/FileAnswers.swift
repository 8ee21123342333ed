import Blobs
import HTTPServer
import Household
import Images
import Things
import Values
import Wording

/// Storing and reading photos and papers, the same for pages and for the API.
extension PhotoIntake {
  package var pictures: PictureFiles { PictureFiles(photos: photos, images: images, pool: pool) }

  /// Cleans and keeps an uploaded picture, and makes its thumbnails. Throws ``RefusedPhoto`` when
  /// it is the picture's fault or the account has no room, and other errors otherwise.
  ///
  /// - Parameter name: the name of the file that was uploaded, for messages.
  package func take(_ file: SpooledFile, called name: String) async throws -> StoredPhoto {
    do {
      // The upload is a file without a name; this path leads to it while it is open.
      let stored = try await store(at: "/proc/self/fd/\(file.file.descriptor)")
      if let hash = BlobHash(stored.blobHash) { try await pictures.makeThumbnails(of: hash) }
      return stored
    } catch let error as ImageError {
      guard let problem = FieldProblem(error, fileName: name) else { throw error }
      throw RefusedPhoto(problem: problem)
    } catch is NoFileRoom {
      throw RefusedPhoto(problem: .noRoomForFiles(fileName: name))
    } catch BlobError.wrongSize {
      throw RefusedPhoto(
        problem: .fileTooLarge(fileName: name, maxBytes: Int64(BlobFolder.maxBytes)))
    }
  }

  /// The media type of a picture, from its first bytes; `nil` for a kind that is not accepted.
  package func mediaType(of file: SpooledFile) async throws -> String? {
    let head = try await pool.run { try file.read(count: 1024) }
    do throws(ImageError) {
      return try ImageKind.sniff(head).mediaType
    } catch {
      // The person is told what the bytes are when the picture is stored.
      return nil
    }
  }

  /// The bytes of a photo in a size; `nil` when the photo's file is not here. A missing thumbnail
  /// is made now.
  package func open(_ photo: Photo, _ size: PhotoSize) async throws -> FileSlice? {
    try await openPicture(photo.blobHash, size)
  }

  /// As above, by the hash of the file.
  package func openPicture(_ blobHash: String, _ size: PhotoSize) async throws -> FileSlice? {
    guard let hash = BlobHash(blobHash), try await isHere(hash) else { return nil }
    return try await pictures.slice(at: pictures.path(of: hash, size))
  }

  /// The bytes of a paper; `nil` when its file is not here.
  package func open(_ paper: Attachment) async throws -> FileSlice? {
    try await openPaper(paper.blobHash)
  }

  /// As above, by the hash of the file.
  package func openPaper(_ blobHash: String) async throws -> FileSlice? {
    guard let hash = BlobHash(blobHash), try await isHere(hash) else { return nil }
    return try await pictures.slice(at: photos.blobs.path(of: hash))
  }

  private func isHere(_ hash: BlobHash) async throws -> Bool {
    try await pool.run { [photos] in photos.blobs.size(of: hash) != nil }
  }
}

extension HTTPHeaders {
  /// The policy for bytes that a person uploaded: whatever they are, they can neither run nor load
  /// anything.
  package static let uploadPolicy = "default-src 'none'; sandbox; frame-ancestors 'none'"

  /// The headers for bytes that a person uploaded: browsers may keep them, shared caches may not,
  /// and no browser runs them as one of our pages.
  package static func ofUpload(type: String, disposition: String) -> HTTPHeaders {
    [
      "Content-Type": type, "Content-Disposition": disposition,
      "Content-Security-Policy": uploadPolicy,
      "Cache-Control": "private, max-age=31536000, immutable",
    ]
  }
}

/// A picture's file as an answer has it.
package struct PictureAnswer: Sendable {
  private let blobHash: String
  private let kind: StoredPhoto.Kind
  /// What the name of a saved copy begins with: nothing that a person wrote.
  private let word: String

  package init(_ blobHash: String, _ kind: StoredPhoto.Kind, word: String) {
    (self.blobHash, self.kind, self.word) = (blobHash, kind, word)
  }

  /// The headers of an answer with its bytes in a size.
  package func headers(_ size: PhotoSize) -> HTTPHeaders {
    let isMade = size != .original
    let ending = isMade || kind == .jpeg ? "jpg" : kind.rawValue
    return .ofUpload(
      type: isMade ? "image/jpeg" : kind.mediaType,
      disposition: "inline; filename=\"\(word)-\(blobHash.prefix(12)).\(ending)\"")
  }

  /// The entity tag of the bytes in a size, without quotes.
  package func tag(_ size: PhotoSize) -> String { "\(blobHash.prefix(32))-\(size.rawValue)" }
}

extension Photo {
  private var answer: PictureAnswer { PictureAnswer(blobHash, kind, word: "photo") }

  /// The headers of an answer with the photo's bytes in a size.
  package func headers(_ size: PhotoSize) -> HTTPHeaders { answer.headers(size) }

  /// The headers of an answer with a picture's original bytes.
  package static func headers(ofOriginal hash: BlobHash, _ kind: Kind) -> HTTPHeaders {
    PictureAnswer(hash.description, kind, word: "photo").headers(.original)
  }

  /// The entity tag of the bytes in a size, without quotes.
  package func tag(_ size: PhotoSize) -> String { answer.tag(size) }
}

extension StoredPhoto.Kind {
  package var mediaType: String {
    switch self {
    case .jpeg: "image/jpeg"
    case .png: "image/png"
    case .webp: "image/webp"
    }
  }
}

extension Attachment {
  /// The headers of an answer with the paper's bytes.
  package var headers: HTTPHeaders {
    .ofUpload(type: media.contentType, disposition: .download(name))
  }

  /// The entity tag of the bytes, without quotes.
  package var tag: String { String(blobHash.prefix(32)) }
}

extension String {
  /// A `Content-Disposition` that has browsers save a file instead of opening it. Names are escaped
  /// as RFC 6266 says; the first one is for programs that do not know the second.
  package static func download(_ name: String) -> String {
    let plain = name.unicodeScalars.map { scalar -> Character in
      let isPlain = scalar.isASCII && scalar.value >= 0x20 && scalar.value < 0x7F
      return isPlain && !["\"", "\\", "%"].contains(scalar) ? Character(scalar) : "_"
    }
    return "attachment; filename=\"\(String(plain))\"; filename*=UTF-8''\(URLCoding.encode(name))"
  }
}
