import Blobs
import HTTPServer
import Household
import Images

/// Photos and papers on their way in and out, the same for pages and for the API.
extension PhotoIntake {
  var pictures: PictureFiles { PictureFiles(photos: photos, images: images, pool: pool) }

  /// Cleans and keeps an uploaded picture, and makes its small ones. Throws ``RefusedPhoto``, and
  /// other errors when it is not the picture's fault.
  ///
  /// - Parameter name: what the person calls it.
  package func take(_ file: SpooledFile, called name: String) async throws -> StoredPhoto {
    do {
      // The upload has no name; this one leads to it while it is open.
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

  /// The media type that the bytes of a picture say; `nil` when they are none that is taken.
  package func mediaType(of file: SpooledFile) async throws -> String? {
    let head = try await pool.run { try file.read(count: 1024) }
    do throws(ImageError) {
      return try ImageKind.sniff(head).mediaType
    } catch {
      // What they are instead is told when the picture is taken.
      return nil
    }
  }

  /// The bytes of a photo in a size, which is made now when it is missing; `nil` when its file is
  /// not here.
  package func open(_ photo: Photo, _ size: PhotoSize) async throws -> FileSlice? {
    guard let hash = BlobHash(photo.blobHash), try await isHere(hash) else { return nil }
    return try await pictures.slice(at: pictures.path(of: hash, size))
  }

  /// The bytes of a paper; `nil` when its file is not here.
  package func open(_ paper: Attachment) async throws -> FileSlice? {
    guard let hash = BlobHash(paper.blobHash), try await isHere(hash) else { return nil }
    return try await pictures.slice(at: photos.blobs.path(of: hash))
  }

  private func isHere(_ hash: BlobHash) async throws -> Bool {
    try await pool.run { [photos] in photos.blobs.size(of: hash) != nil }
  }
}

extension HTTPHeaders {
  /// Of bytes that a person uploaded: they never change, nobody shares them on the way, and no
  /// browser opens them as a page of ours.
  fileprivate static func ofUpload(type: String, disposition: String) -> HTTPHeaders {
    [
      "Content-Type": type, "Content-Disposition": disposition,
      "Content-Security-Policy": SecurityHeaders.uploadPolicy,
      "Cache-Control": "private, max-age=31536000, immutable",
    ]
  }
}

extension Photo {
  /// Of an answer with the bytes of a size.
  package func headers(_ size: PhotoSize) -> HTTPHeaders {
    .ofUpload(
      type: size == .original ? kind.mediaType : "image/jpeg",
      disposition: "inline; filename=\"\(fileName(size))\"")
  }

  /// Of an answer with the bytes of a picture as it was added.
  static func headers(ofOriginal hash: BlobHash, _ kind: Kind) -> HTTPHeaders {
    let ending = kind == .jpeg ? "jpg" : kind.rawValue
    return .ofUpload(
      type: kind.mediaType,
      disposition: "inline; filename=\"photo-\(hash.description.prefix(12)).\(ending)\"")
  }

  /// Names the bytes of a size; without quotes.
  package func tag(_ size: PhotoSize) -> String { "\(blobHash.prefix(32))-\(size.rawValue)" }

  /// What a saved copy is called: without anything that a person wrote.
  private func fileName(_ size: PhotoSize) -> String {
    let ending = size != .original || kind == .jpeg ? "jpg" : kind.rawValue
    return "photo-\(blobHash.prefix(12)).\(ending)"
  }
}

extension Photo.Kind {
  package var mediaType: String {
    switch self {
    case .jpeg: "image/jpeg"
    case .png: "image/png"
    case .webp: "image/webp"
    }
  }
}

extension Attachment {
  /// Of an answer with the bytes.
  package var headers: HTTPHeaders {
    .ofUpload(type: media.contentType, disposition: disposition)
  }

  /// Names the bytes; without quotes.
  package var tag: String { String(blobHash.prefix(32)) }

  /// Saved and never opened in the browser. Names are escaped as RFC 6266 has it; the first one is
  /// for programs that do not know the second.
  private var disposition: String {
    let plain = name.unicodeScalars.map { scalar -> Character in
      let isPlain = scalar.isASCII && scalar.value >= 0x20 && scalar.value < 0x7F
      return isPlain && !["\"", "\\", "%"].contains(scalar) ? Character(scalar) : "_"
    }
    return "attachment; filename=\"\(String(plain))\"; filename*=UTF-8''\(URLCoding.encode(name))"
  }
}
