/// A photo's file as it is stored in the blob store.
package struct StoredPhoto: Equatable, Sendable {
  /// The kinds of file that are kept.
  package enum Kind: String, CaseIterable, Sendable {
    case jpeg, png, webp
  }

  package static let byteCounts: ClosedRange<Int64> = 1...(1 << 30)
  package static let sides: ClosedRange<Int64> = 1...100_000

  package let blobHash: String
  package let byteCount: Int64
  package let kind: Kind
  package let width: Int
  package let height: Int

  package init(blobHash: String, byteCount: Int64, kind: Kind, width: Int, height: Int) {
    self.blobHash = blobHash
    self.byteCount = byteCount
    self.kind = kind
    self.width = width
    self.height = height
  }
}

/// A paper's file as it is stored in the blob store.
package struct StoredPaper: Equatable, Sendable {
  /// The kinds of file that are kept.
  package enum Media: String, CaseIterable, Sendable {
    case pdf, jpeg, png, webp, text

    /// The MIME type of the file.
    package var contentType: String {
      switch self {
      case .pdf: "application/pdf"
      case .jpeg: "image/jpeg"
      case .png: "image/png"
      case .webp: "image/webp"
      case .text: "text/plain; charset=utf-8"
      }
    }
  }

  package static let byteCounts: ClosedRange<Int64> = 1...(1 << 30)

  package let blobHash: String
  package let byteCount: Int64
  package let media: Media

  package init(blobHash: String, byteCount: Int64, media: Media) {
    self.blobHash = blobHash
    self.byteCount = byteCount
    self.media = media
  }
}

extension StoredPaper.Media {
  /// The file extensions of this media; the first is added to names that have none of them.
  package var endings: [String] {
    switch self {
    case .pdf: ["pdf"]
    case .jpeg: ["jpg", "jpeg"]
    case .png: ["png"]
    case .webp: ["webp"]
    case .text: ["txt", "text", "md", "csv", "tsv", "log"]
    }
  }

  /// The name with an extension that matches the file, so that a saved copy opens as nothing else.
  package func naming(_ name: String) -> String {
    let ending = name.split(separator: ".", omittingEmptySubsequences: false).last ?? ""
    if name.contains("."), endings.contains(ending.lowercased()) { return name }
    return "\(name).\(endings[0])"
  }

  /// The name that people see and that a saved copy has. A name that came by sync may hold
  /// anything; what hides characters or leads to a folder is taken out, and it ends as its file is.
  package func shown(_ name: String) -> String {
    var shown = InputText.line(name)
    if FileName.hasPath(shown) {
      shown = String(shown.map { $0 == "/" || $0 == "\\" ? "_" : $0 }.drop { $0 == "." })
    }
    return naming(InputText.isVisible(shown) ? shown : "file")
  }
}

/// Files that no record names any more.
package enum DeletedFiles {
  /// How long files of deleted photos and papers are kept; an older deletion of them is not undone.
  package static let keepMilliseconds: Int64 = 30 * 86_400_000
}
