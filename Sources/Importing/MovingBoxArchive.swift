/// Finds the tables and photos of a MovingBox export in its archive.
enum MovingBoxArchive {
  private static let inventory = "inventory.csv"

  /// Throws if the archive is not a MovingBox export, with what it is instead if that is known.
  static func check(_ archive: ZipArchive) throws(ImportFailure) {
    _ = try folder(of: archive)
  }

  static func read(_ archive: ZipArchive, options: ImportOptions) throws(ImportFailure)
    -> ImportDocument
  {
    let folder = try folder(of: archive)
    var reader = MovingBoxReader(
      format: .movingBoxArchive, options: options,
      photos: PhotoShelf(
        archive: archive, folder: folder + "photos/",
        maxPhotoBytes: options.limits.maxPhotoBytes))
    func table(_ name: String) throws(ImportFailure) -> MovingBoxTable? {
      try Self.table(folder + name, in: archive, options: options)
    }
    if let homes = try table("home-details.csv") { try reader.readHomes(homes) }
    if let labels = try table("labels.csv") { try reader.readLabels(labels) }
    if let locations = try table("locations.csv") { try reader.readLocations(locations) }
    if let items = try table(inventory) { try reader.readItems(items) }
    if let policies = try table("insurance-policy-details.csv") {
      try reader.readPolicies(policies)
    }
    return try reader.document(archive)
  }

  private static func table(_ name: String, in archive: ZipArchive, options: ImportOptions)
    throws(ImportFailure) -> MovingBoxTable?
  {
    guard let entry = archive.entries.first(where: { $0.name.lowercased() == name.lowercased() })
    else { return nil }
    if entry.byteCount == 0 { return nil }
    let stream = try archive.open(entry)
    let reader = try CSVReader(file: entry.name, limits: options.limits) {
      buffer throws(ImportFailure) in try stream.read(into: buffer)
    }
    return try MovingBoxTable(reader, options: options)
  }

  /// The folder that holds the inventory: the archive itself, or a single folder around everything,
  /// as when an unpacked export was packed again. Empty, or with a slash at the end.
  private static func folder(of archive: ZipArchive) throws(ImportFailure) -> String {
    let found = archive.entries.filter {
      let parts = $0.name.split(separator: "/")
      return parts.count <= 2 && parts.last?.lowercased() == inventory && parts[0] != "__MACOSX"
    }
    if found.count > 1 {
      throw .severalInventories(file: archive.file, entries: found.prefix(10).map(\.name))
    }
    if let entry = found.first { return String(entry.name.dropLast(inventory.count)) }
    throw other(archive).map { .unsupportedKind(file: archive.file, $0) }
      ?? .missingEntry(file: archive.file, entry: inventory)
  }

  /// Recognises other files that are ZIP archives.
  private static func other(_ archive: ZipArchive) -> FileKind? {
    let names = archive.entries.prefix(1000).map { $0.name.lowercased() }
    if names.contains("[content_types].xml") || names.contains("mimetype") { return .spreadsheet }
    if names.contains("manifest.json") { return .homeboxCollectionArchive }
    let databases = [".sqlite", ".sqlite3", ".db"]
    if names.contains(where: { name in databases.contains(where: name.hasSuffix) }) {
      return .movingBoxDatabaseBackup
    }
    return nil
  }
}
