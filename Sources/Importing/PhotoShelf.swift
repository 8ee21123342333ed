/// The photos of an archive by file name, and which of them rows have used.
struct PhotoShelf {
  private static let types: Set<String> = ["jpg", "jpeg", "png", "heic", "heif", "webp"]

  private var entries: [String: ZipArchive.Entry] = [:]
  private var used: Set<Int> = []
  private let maxPhotoBytes: Int

  /// Without an archive, every photo that a row names is missing.
  init(archive: ZipArchive?, folder: String, maxPhotoBytes: Int) {
    self.maxPhotoBytes = maxPhotoBytes
    for entry in archive?.entries ?? [] where entry.name.hasPrefix(folder) {
      entries[EntryName.lastPart(entry.name).lowercased()] = entry
    }
  }

  var unusedCount: Int { entries.count - used.count }

  /// The photos that the current row names. Missing and unsuitable ones are reported and left out.
  mutating func photos(of table: inout MovingBoxTable) -> [ImportedPhoto] {
    var photos: [ImportedPhoto] = []
    for column in table.photoColumns where table.sheet.isFilled(column) {
      let written = table.sheet.line(column)
      let name = EntryName.sanitizedFileName(written)
      if name != written { table.sheet.note(.photoNameUnsafe, column: column) }
      if name.isEmpty { continue }
      guard let entry = entries[name.lowercased()] else {
        table.sheet.note(.photoMissing, column: column)
        continue
      }
      used.insert(entry.index)
      let type = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
      guard Self.types.contains(type) else {
        table.sheet.note(.photoTypeUnsupported, column: column)
        continue
      }
      guard entry.byteCount <= maxPhotoBytes else {
        table.sheet.note(.photoTooLarge(maxBytes: maxPhotoBytes), column: column)
        continue
      }
      photos.append(
        ImportedPhoto(
          entryIndex: entry.index, entryName: entry.name, byteCount: entry.byteCount))
    }
    return photos
  }
}
