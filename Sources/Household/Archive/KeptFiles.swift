/// Where the files of an import are.
package protocol FileSource: Sendable {
  /// The archive's name, as shown to people.
  var name: String { get }
  /// A photo or paper by its hash; `nil` if it is not there.
  func content(_ hash: String) -> ArchivedFile?
}

/// A photo or paper to be stored before its record is written.
package struct FileToKeep: Equatable, Sendable {
  package let blobHash: String
  /// The path in the archive; `nil` if the manifest lists the file as missing.
  package let path: String?
  /// The name of a paper; `nil` for a photo.
  package let paperName: String?

  package init(blobHash: String, path: String?, paperName: String?) {
    self.blobHash = blobHash
    self.path = path
    self.paperName = paperName
  }
}

/// A file as it is stored in the blob store.
package enum KeptFile: Equatable, Sendable {
  case photo(StoredPhoto)
  case paper(StoredPaper)
}

/// A photo or paper that was refused; the record that names it is left out.
package struct UnkeptFile: Sendable {
  package let file: FileToKeep
  package let error: any Error

  package init(file: FileToKeep, error: any Error) {
    self.file = file
    self.error = error
  }
}

/// The photos and papers of an archive, each checked and kept by itself.
package struct KeptFiles: Sendable {
  /// By the hash that the archive gives them.
  package private(set) var stored: [String: KeptFile] = [:]
  package private(set) var refused: [UnkeptFile] = []

  package init() {}

  /// - Parameters:
  ///   - store: checks and keeps one file. An error affects only that file if `isRefusal` says so,
  ///     and otherwise ends the run.
  ///   - progress: how many are done.
  package init(
    _ files: [FileToKeep],
    store: @Sendable (FileToKeep) async throws -> KeptFile,
    isRefusal: @Sendable (any Error) -> Bool, progress: @Sendable (_ doneCount: Int) -> Void
  ) async throws {
    for (number, file) in files.enumerated() {
      progress(number)
      do {
        stored[file.blobHash] = try await store(file)
      } catch  where isRefusal(error) {
        refused.append(UnkeptFile(file: file, error: error))
      }
    }
  }
}

extension KeptFile {
  /// The file as a paper: a photo is a picture of a paper, too.
  package var paper: StoredPaper {
    switch self {
    case .paper(let paper): paper
    case .photo(let photo):
      StoredPaper(
        blobHash: photo.blobHash, byteCount: photo.byteCount, media: .init(photo.kind))
    }
  }
}

extension StoredPaper.Media {
  package init(_ kind: StoredPhoto.Kind) {
    switch kind {
    case .jpeg: self = .jpeg
    case .png: self = .png
    case .webp: self = .webp
    }
  }
}
