import Household
import HearthDomain
import SQLite
import SyncProtocol
import Things

/// `hearth export`: everything an account can see, in files that other programs read.
enum ExportCommand {
  /// Photos and attachments count once per record in every format, even if two share one file.
  private struct Result: Encodable {
    let path: String
    let homeCount: Int
    let itemCount: Int
    /// The photos whose files are present.
    let photoCount: Int
    let missingPhotoCount: Int
    let paperCount: Int
    let missingPaperCount: Int
  }

  /// The form of the export.
  private enum Format: String, CaseIterable {
    /// A folder of files.
    case folder
    /// One file with everything, which can be imported again.
    case zip
    /// The form of MovingBox's own exports.
    case movingbox
  }

  static let command = Command(
    path: ["export"], summary: "Write an account's homes as JSON, CSV, photos and papers",
    details: """
      Makes a folder with household.json (every table, every column), one CSV file for each home \
      (which Hearth and Homebox import again), the photos and the papers. With --format zip it \
      makes one file with everything, which hearth import brings back whole; with --format \
      movingbox one that MovingBox reads. It may run beside a server.
      """,
    operands: [
      .init(name: "FILE", help: "the file or folder to make, as with --out", isOptional: true)
    ],
    options: [
      .data, .value("account", "NAME", "whose homes; may be left out when there is one account"),
      .value("format", "FORM", "folder, zip or movingbox; by default folder"),
      .value("home", "HOME", "only this home, by its id or its name, as zip or movingbox"),
      .value("out", "PATH", "the file or folder to make"), .json,
    ],
    examples: [
      .init("hearth export --account ana --out ana-june", "everything Ana can see, in ./ana-june"),
      .init("hearth export --format zip ana.zip", "the same in one file, to import it elsewhere"),
      .init("hearth export --format movingbox --home Cabin cabin.zip", "one home for MovingBox"),
    ]
  ) { invocation in
    guard let out = invocation["out"] ?? invocation.operand(0) else {
      throw CommandFailure.usage(
        "export: say where to, such as hearth export --format zip home.zip")
    }
    guard invocation["out"] == nil || invocation.operand(0) == nil else {
      throw CommandFailure.usage("export: say where to once, either with --out or without it")
    }
    guard !Posix.exists(out) else {
      throw CommandFailure.refused("\(out) exists already; choose another name")
    }
    let wanted = invocation["format"] ?? Format.folder.rawValue
    guard let format = Format(rawValue: wanted) else {
      throw CommandFailure.usage("export: --format is folder, zip or movingbox, not \(wanted)")
    }
    guard format != .folder || invocation["home"] == nil else {
      throw CommandFailure.usage("export: --home goes with --format zip or movingbox")
    }
    let hub = try LocalHub(DataFolder(invocation))
    let account = try hub.account(named: invocation["account"])
    try Posix.makeFolder(hub.folder.replicas)
    let home = invocation["home"]
    let result = try await hub.withReplica(of: account, in: hub.folder.replicas) { file, _ in
      if format == .folder {
        try Posix.makeFolder(out)
        return try file.read { try write($0, to: out, photos: hub.folder) }
      }
      return try file.read { try writeArchive($0, format, of: home, to: out, hub.folder) }
    }
    try hub.note(hiddenFrom: account, on: invocation.terminal)
    return try invocation.report(result) {
      """
      Wrote \(result.homeCount) homes with \(result.itemCount) items, \(result.photoCount) \
      photos and \(result.paperCount) papers to \(result.path).
      """
        + (result.missingPhotoCount == 0
          ? "" : "\n\(result.missingPhotoCount) photos are not here; hearth doctor says which.")
        + (result.missingPaperCount == 0
          ? "" : "\n\(result.missingPaperCount) papers are not here; hearth doctor says which.")
    }
  }

  private static func writeArchive(
    _ connection: Connection, _ format: Format, of name: String?, to out: String,
    _ folder: DataFolder
  ) throws -> Result {
    let homes = try HouseholdExport.homes(in: connection)
    let id = try name.map { try HomeChoice.find($0, in: connection).id }
    let now = Posix.nowMilliseconds()
    var missing: [ArchiveFile] = []
    var files: [ArchiveFile] = []
    try Posix.write(to: out) { sink in
      let archive: any OpenArchive =
        format == .zip
        ? try ArchiveWriter(
          of: id, documents: id == nil ? HearthDomain.archived(in: connection) : [],
          in: connection, now: now, to: sink)
        : try MovingBoxWriter(of: id, in: connection, now: now, to: sink)
      files = archive.files
      let pieces = ArchivePieces(archive) { folder.file($0) }
      while let piece = try pieces.next() { try sink(piece) }
      missing = pieces.missing
    }
    // An export for MovingBox leaves out sold and archived items.
    let leftOut =
      try format == .zip
      ? 0
      : MovingBoxLoss.all(in: connection).reduce(0) {
        $0 + (id == nil || $1.key == id ? $1.value.leftOutCount : 0)
      }
    let items =
      try id.map { try HomeContents(of: $0, in: connection).items }
      ?? InventorySize(in: connection).items
    func count(_ files: [ArchiveFile], arePapers: Bool) -> Int {
      files.count { $0.path.hasPrefix("papers/") == arePapers }
    }
    let (lostPhotos, lostPapers) = (
      count(missing, arePapers: false), count(missing, arePapers: true)
    )
    return Result(
      path: out, homeCount: id == nil ? homes.count : 1, itemCount: items - leftOut,
      photoCount: count(files, arePapers: false) - lostPhotos, missingPhotoCount: lostPhotos,
      paperCount: count(files, arePapers: true) - lostPapers, missingPaperCount: lostPapers)
  }

  private static func write(
    _ connection: Connection, to out: String, photos folder: DataFolder
  ) throws -> Result {
    try Posix.write(to: out + "/household.json") {
      try HouseholdExport.writeJSON(in: connection, to: $0)
    }
    let homes = try HouseholdExport.homes(in: connection)
    var itemCount = 0
    for (index, home) in homes.enumerated() {
      try Posix.write(to: "\(out)/\(fileName(home.name, index + 1)).csv") {
        itemCount += try HouseholdExport.writeCSV(of: home.id, in: connection, to: $0)
      }
    }
    let (copied, missing) = try copyPhotos(connection, folder, to: out)
    let papers = try copyPapers(connection, folder, to: out)
    return Result(
      path: out, homeCount: homes.count, itemCount: itemCount, photoCount: copied,
      missingPhotoCount: missing, paperCount: papers.copied, missingPaperCount: papers.missing)
  }

  /// Copies attachments, named by the hash of their bytes; `household.json` has their owners and
  /// names.
  private static func copyPapers(
    _ connection: Connection, _ folder: DataFolder, to out: String
  ) throws -> (copied: Int, missing: Int) {
    let papers = try FileCount.ofPapers(in: connection).map {
      (hash: $0.blobHash, media: Attachment.Media(rawValue: $0.kind) ?? .text, count: $0.count)
    }
    guard !papers.isEmpty else { return (0, 0) }
    try Posix.makeFolder(out + "/papers")
    var copied = 0
    var missing = 0
    for paper in papers {
      guard let source = folder.file(paper.hash) else {
        missing += paper.count
        continue
      }
      try Posix.copy(
        source, to: "\(out)/papers/\(paper.hash).\(paper.media.endings[0])", mayLink: false)
      copied += paper.count
    }
    return (copied, missing)
  }

  /// A home's name as a file name. The number keeps two homes with the same name apart.
  private static func fileName(_ name: String, _ number: Int) -> String {
    let letters = name.unicodeScalars.map { scalar -> Character in
      scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) ? Character(scalar) : "-"
    }
    return "\(number)-\(String(letters.prefix(60)))"
  }

  private static func copyPhotos(
    _ connection: Connection, _ folder: DataFolder, to out: String
  ) throws -> (copied: Int, missing: Int) {
    let photos = try FileCount.ofPhotos(in: connection)
    guard !photos.isEmpty else { return (0, 0) }
    try Posix.makeFolder(out + "/photos")
    var copied = 0
    var missing = 0
    for photo in photos {
      guard let source = folder.file(photo.blobHash) else {
        missing += photo.count
        continue
      }
      try Posix.copy(source, to: "\(out)/photos/\(photo.blobHash).\(photo.kind)", mayLink: false)
      copied += photo.count
    }
    return (copied, missing)
  }
}
