/// Where the files of an import are.
package protocol FileSource: Sendable {
  /// The archive's name, as shown to people.
  var name: String { get }
  /// A photo or paper by its hash; `nil` if it is not there.
  func content(_ hash: String) -> ArchivedFile?
}

extension HouseholdArchive: FileSource {}

/// The photos and papers of an archive, each checked and kept by itself.
package struct KeptFiles: Sendable {
  /// By the hash that the archive gives them.
  package private(set) var stored: [String: ApplyRestore.StoredFile] = [:]
  package private(set) var refused: [RestoreRun.RefusedFile] = []

  package init() {}

  /// - Parameters:
  ///   - store: checks and keeps one file. An error affects only that file if `isRefusal` says so,
  ///     and otherwise ends the run.
  ///   - progress: how many are done.
  package init(
    _ files: [RestorePlan.File],
    store: @Sendable (RestorePlan.File) async throws -> ApplyRestore.StoredFile,
    isRefusal: @Sendable (any Error) -> Bool, progress: @Sendable (_ doneCount: Int) -> Void
  ) async throws {
    for (number, file) in files.enumerated() {
      progress(number)
      do {
        stored[file.blobHash] = try await store(file)
      } catch  where isRefusal(error) {
        refused.append(RestoreRun.RefusedFile(file: file, error: error))
      }
    }
  }
}

extension ApplyRestore.StoredFile {
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

extension Attachment.Media {
  package init(_ kind: Photo.Kind) {
    switch kind {
    case .jpeg: self = .jpeg
    case .png: self = .png
    case .webp: self = .webp
    }
  }
}
