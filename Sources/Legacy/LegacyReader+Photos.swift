import FoundationEssentials
import Household
import Importing
import SQLite
import SyncProtocol
import Things
import Values

extension LegacyReader {
  /// The photos of one subject collected so far.
  struct Album {
    var nextSortKey: String?
    var hashes: Set<String> = []
    var count = 0
  }

  /// Reads the photos of all subjects: first those with rows of their own, in order, then those
  /// that older versions name in columns of the subject.
  func readPhotos() throws {
    try readPhotoTable("homePhotos", parent: "homeID") { id in
      homeIDs[id].map { ($0, .home, choices.now) }
    }
    try readPhotoTable("inventoryLocationPhotos", parent: "inventoryLocationID") { id in
      places[id].map { ($0.home, .location($0.id), choices.now) }
    }
    try readPhotoTable("inventoryItemPhotos", parent: "inventoryItemID") { id in
      items[id].map { ($0.home, .item($0.id), $0.createdAt) }
    }
    try readNamedPhotos("homes") { id in homeIDs[id].map { ($0, .home, choices.now) } }
    try readNamedPhotos("inventoryLocations") { id in
      places[id].map { ($0.home, .location($0.id), choices.now) }
    }
    try readNamedPhotos("inventoryItems") { id in
      items[id].map { ($0.home, .item($0.id), $0.createdAt) }
    }
  }

  typealias FindSubject = (String) -> (home: ZoneID, subject: Photo.Subject, createdAt: Int64)?

  private func readPhotoTable(_ table: String, parent: String, _ find: FindSubject) throws {
    guard let stored = try store.table(table), stored.has(parent), stored.has("data") else {
      return
    }
    var count = LegacyCount(table: table, found: stored.rowCount)
    let order = stored.has("sortOrder") ? "\(parent), sortOrder, id" : "\(parent), id"
    try store.connection.forEach("SELECT * FROM \(stored.stored) ORDER BY \(order)", []) { row in
      let row = LegacyRow(statement: row, indexes: stored.indexes)
      let id = row.text("id")
      guard let found = find(row.text(parent).lowercased()) else {
        tell(table, id, "", .leftOut, .subjectMissing)
        count.leftOut += 1
        return
      }
      guard let bytes = row.bytes("data") else {
        tell(table, id, "", .leftOut, .fileEmpty)
        note(table, id, "", nil, .missing)
        count.leftOut += 1
        return
      }
      let look = LegacyFiles.look(at: bytes)
      let outcome = try add(
        look, .row(table: table, id: id), table: table, rowID: id, file: "", to: found,
        id: Self.isUUID(id.lowercased()) ? id.lowercased() : UUIDs.v5("legacy \(table)", id))
      if outcome == .taken { count.taken += 1 }
      if outcome == .merged { count.merged += 1 }
      if outcome == .leftOut { count.leftOut += 1 }
    }
    counts.append(count)
  }

  /// Reads photos that are files, named by a first URL and a list of others, or by the id of the
  /// row.
  private func readNamedPhotos(_ table: String, _ find: FindSubject) throws {
    guard let stored = try store.table(table) else { return }
    let isNaming = stored.has("imageURL") || stored.has("secondaryPhotoURLs")
    guard isNaming || !store.files.isEmpty else { return }
    try stored.forEach { row in
      let id = row.text("id")
      guard let found = find(id.lowercased()) else { return }
      var names = [row.text("imageURL")].filter { !$0.isEmpty }
      names += LegacyTexts.list(row.text("secondaryPhotoURLs"))
      for url in names {
        let name = Self.fileName(url)
        guard let path = store.files[name.lowercased()] else {
          tell(table, id, name, .leftOut, .fileMissing(name))
          note(table, id, name, nil, .missing)
          continue
        }
        try add(path, name, table: table, rowID: id, to: found)
      }
      guard names.isEmpty else { return }
      for ending in ["jpg", "jpeg", "png", "heic"] {
        let name = "\(id.lowercased()).\(ending)"
        guard let path = store.files[name], !usedFiles.contains(path) else { continue }
        tell(table, id, name, .guessed, .foundByID(name))
        try add(path, name, table: table, rowID: id, to: found)
      }
    }
  }

  private func add(
    _ path: String, _ name: String, table: String, rowID: String,
    to found: (home: ZoneID, subject: Photo.Subject, createdAt: Int64)
  ) throws {
    usedFiles.insert(path)
    guard let look = LegacyFiles.look(at: path) else {
      tell(table, rowID, name, .leftOut, .fileUnreadable(name))
      note(table, rowID, name, nil, .refused)
      return
    }
    _ = try add(
      look, .file(path: path), table: table, rowID: rowID, file: name, to: found,
      id: UUIDs.v5("legacy \(table) \(rowID.lowercased())", look.sha256))
  }

  /// The last part of a URL or path, with percent-encoding removed.
  static func fileName(_ url: String) -> String {
    let last = url.split(separator: "/").last.map(String.init) ?? ""
    return InputText.line(URLCoding.decode(last) ?? last)
  }

  private func add(
    _ look: LegacyFiles.Look, _ source: LegacyFiles.Source, table: String, rowID: String,
    file: String, to found: (home: ZoneID, subject: Photo.Subject, createdAt: Int64), id: RecordID
  ) throws -> Outcome {
    var album = albums[found.home, default: [:]][found.subject, default: Album()]
    let problem: LegacyDecision.Reason? =
      look.byteCount == 0
      ? .fileEmpty
      : look.byteCount > LegacyStore.maxFileBytes
        ? .tooLarge(maxBytes: LegacyStore.maxFileBytes)
        : look.picture == nil
          ? .notAPicture
          : album.count >= Photo.maxPerSubject ? .tooMany(max: Photo.maxPerSubject) : nil
    if let problem {
      tell(table, rowID, file, .leftOut, problem)
      note(table, rowID, file, look.sha256, .refused)
      return .leftOut
    }
    note(table, rowID, file, look.sha256, .ready)
    guard album.hashes.insert(look.sha256).inserted else {
      tell(table, rowID, file, .merged, .sameRow)
      return .merged
    }
    let sortKey = SortKey.between(album.nextSortKey, nil)
    let stored = StoredPhoto(
      blobHash: look.sha256, byteCount: Int64(look.byteCount), kind: look.picture ?? .jpeg,
      width: 1, height: 1)
    var photoID = id
    while !usedIDs.insert(photoID).inserted { photoID = UUIDs.v5("legacy photo", photoID) }
    try Photo(
      id: photoID, homeID: found.home, subject: found.subject, file: stored, sortKey: sortKey,
      createdAt: found.createdAt, createdBy: choices.accountID
    ).insert(in: staged)
    if sources[look.sha256] == nil { sources[look.sha256] = source }
    album.nextSortKey = sortKey
    album.count += 1
    albums[found.home, default: [:]][found.subject] = album
    return .taken
  }

  func note(
    _ table: String, _ rowID: String, _ file: String, _ sha256: String?,
    _ state: LegacyFileNote.State
  ) {
    notes.append(
      LegacyFileNote(
        table: table, rowID: Self.shown(rowID), file: Self.shown(file), sha256: sha256,
        state: state))
  }

  // MARK: Papers

  /// Reads the files attached to an item.
  func notePapers(of item: Item, _ row: LegacyRow) throws {
    let text = row.text("attachments")
    guard !text.isEmpty, text != "[]" else { return }
    let (table, rowID) = ("inventoryItems", row.text("id"))
    // Anything that is not a list of attachments is reported as unreadable, whatever the cause.
    guard let list = try? LegacyTexts.fields(text) else {
      tell(
        table, rowID, item.details.name, .leftOut,
        .unreadable(column: "attachments", text: Self.shown(text)))
      return
    }
    for (index, entry) in list.enumerated() {
      let url = entry["url"].text ?? entry["url"]["relative"].text ?? entry.text ?? ""
      let name = InputText.line(entry["originalName"].text ?? Self.fileName(url))
      guard
        let path = store.files[Self.fileName(url).lowercased()] ?? store.files[name.lowercased()]
      else {
        tell(table, rowID, item.details.name, .leftOut, .fileMissing(name))
        note(table, rowID, name, nil, .missing)
        continue
      }
      usedFiles.insert(path)
      guard let look = LegacyFiles.look(at: path), look.byteCount > 0,
        look.byteCount <= LegacyStore.maxFileBytes, index < Attachment.maxPerSubject
      else {
        tell(table, rowID, item.details.name, .leftOut, .fileUnreadable(name))
        note(table, rowID, name, nil, .refused)
        continue
      }
      let id = UUIDs.v5("legacy paper \(item.id)", look.sha256)
      note(table, rowID, name, look.sha256, .ready)
      guard usedIDs.insert(id).inserted else { continue }
      if sources[look.sha256] == nil { sources[look.sha256] = .file(path: path) }
      // The attachment's date is not read: some versions write it as a number.
      let file = StoredPaper(
        blobHash: look.sha256, byteCount: Int64(look.byteCount), media: look.media)
      let shownName = name.isEmpty ? "Paper \(index + 1)" : LegacyTexts.cut(name, .name) ?? name
      try Attachment(
        id: id, homeID: item.homeID, subject: .item(item.id), kind: .other, name: shownName,
        file: file, createdAt: item.createdAt, createdBy: choices.accountID
      ).insert(in: staged)
    }
  }

  /// Reports files beside the database that no row names.
  func noteUnusedFiles() {
    for path in store.files.values.sorted() where !usedFiles.contains(path) {
      let name = path.split(separator: "/").last.map(String.init) ?? ""
      note("", "", name, nil, .unused)
      tell("", "", name, .leftOut, .unused)
    }
  }
}
