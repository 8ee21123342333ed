import Replica
import SQLite
import SyncProtocol

/// Adds a paper whose file is in the blob store already, behind those that are there.
///
/// The very same file among the papers of the subject stays alone, so a form that was sent twice
/// adds it once. One that is there and belongs to no maintenance entry is given to the one that is
/// named.
package struct AddAttachment: Sendable {
  package var homeID: ZoneID
  package var subject: Attachment.Subject
  package var kind: Attachment.Kind
  /// As people see it; it gets the ending of its kind of file when it has none.
  package var name: String
  package var file: StoredPaper
  /// The maintenance entry of the item that it belongs to; `nil` for none.
  package var maintenanceID: RecordID?

  package typealias Failure = UseCaseFailure

  package init(
    homeID: ZoneID, subject: Attachment.Subject, kind: Attachment.Kind, name: String,
    file: StoredPaper, maintenanceID: RecordID? = nil
  ) {
    self.homeID = homeID
    self.subject = subject
    self.kind = kind
    self.name = name
    self.file = file
    self.maintenanceID = maintenanceID
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Attachment {
    let connection = transaction.connection
    try transaction.requireWritable(
      homeID, orThrow: Failure.homeNotFound, readOnly: Failure.readOnlyHome)
    guard try subject.exists(in: homeID, connection) else { throw Failure.subjectNotFound }
    if let maintenanceID {
      let entry = try MaintenanceEntry.find(maintenanceID, in: connection)
      guard let entry, entry.homeID == homeID, subject == .item(entry.itemID) else {
        throw Failure.entryNotFound
      }
    }
    var check = InputCheck()
    check.paper(file)
    let name = check.fileName(name, of: file.media)
    let present = try Attachment.of(subject, home: homeID, in: connection)
    let same = present.filter { $0.blobHash == file.blobHash }
    if let same = same.first(where: { maintenanceID == nil || $0.maintenanceID == maintenanceID }) {
      return same
    }
    if let free = same.first(where: { $0.maintenanceID == nil }) {
      var given = free
      given.maintenanceID = maintenanceID
      try given.update(from: free, in: connection)
      return given
    }
    if present.count >= Attachment.maxPerSubject {
      check.fail(.attachments, .tooMany(max: Attachment.maxPerSubject))
    }
    guard check.problems.isEmpty else { throw Failure.invalid(check.problems) }
    var attachment = Attachment(
      id: transaction.newID(), homeID: homeID, subject: subject, kind: kind, name: name,
      file: file, createdAt: transaction.nowMilliseconds, createdBy: transaction.accountID)
    attachment.maintenanceID = maintenanceID
    try attachment.insert(in: connection)
    return attachment
  }
}

extension Attachment.Subject {
  func exists(in home: ZoneID, _ connection: Connection) throws -> Bool {
    switch self {
    case .item(let id): try Item.find(id, in: connection)?.homeID == home
    case .policy(let id): try Policy.find(id, in: connection)?.homeID == home
    }
  }
}

extension Attachment.Media {
  /// How the names of such files end; the first is given to a name without one of them.
  package var endings: [String] {
    switch self {
    case .pdf: ["pdf"]
    case .jpeg: ["jpg", "jpeg"]
    case .png: ["png"]
    case .webp: ["webp"]
    case .text: ["txt", "text", "md", "csv", "tsv", "log"]
    }
  }

  /// The name with an ending that tells what the file is: a saved copy opens as that, and as
  /// nothing else.
  package func naming(_ name: String) -> String {
    let ending = name.split(separator: ".", omittingEmptySubsequences: false).last ?? ""
    if name.contains("."), endings.contains(ending.lowercased()) { return name }
    return "\(name).\(endings[0])"
  }
}

extension InputCheck {
  mutating func paper(_ file: StoredPaper) {
    range(file.byteCount, .byteCount, Attachment.byteCounts)
    hash(file.blobHash)
  }

  /// A file's name that nobody can mistake for another: what it hides is told, not taken away.
  mutating func fileName(_ text: String, of media: Attachment.Media) -> String {
    let name = line(text, .name, .name, isRequired: true)
    if FileName.hidesCharacters(text) { fail(.name, .hiddenCharacters) }
    if FileName.hasPath(name) { fail(.name, .pathInName) }
    let full = media.naming(name)
    if name.count <= TextLimit.name.maxCharacters, full.count > TextLimit.name.maxCharacters {
      fail(.name, .tooLong(maxCharacters: TextLimit.name.maxCharacters))
    }
    return full
  }
}

/// What the name of a file may not have.
package enum FileName {
  /// Controls, or characters that turn the direction of writing: `gpj.exe` could read `exe.jpg`.
  package static func hidesCharacters(_ text: String) -> Bool {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let isBroken = text.unicodeScalars.contains {
      $0.properties.generalCategory == .control || $0 == "\u{2028}" || $0 == "\u{2029}"
    }
    return isBroken || InputText.line(words) != words
  }

  package static func hasPath(_ name: String) -> Bool {
    name.contains("/") || name.contains("\\") || name == "." || name == ".."
  }
}
