import Blobs
import ClaimReports
import Documents
import FoundationEssentials
import Glibc
import HearthDomain
import Household
import Images
import Intake
import Replica
import SQLite
import SyncProtocol
import Things
import Wording

/// `hearth report`: the report for an insurance claim as a PDF file, the same as the claim page
/// makes.
enum ReportCommand {
  struct Result: Encodable {
    let path: String
    let home: String
    let itemCount: Int
    let byteCount: Int64
    /// The policy in the report; `null` for none.
    let policyID: String?
    let missingPhotoCount: Int
  }

  static let command = Command(
    path: ["report"], summary: "Write a home's report for an insurance claim as a PDF file",
    details: """
      Room by room with photos, serial numbers, values and receipts, and the policy that pays: the \
      one named, or the only one in force today. It may run beside a server.
      """,
    operands: [.init(name: "HOME", help: "its id, or its name when only one has that name")],
    options: [
      .value(
        "out", "FILE", "the file to make, such as claim.pdf; must be said", isRequired: true),
      .value("account", "NAME", "whose home; may be left out when there is one account"),
      .value("policy", "POLICY", "its id, number or provider; none for no policy"),
      .value("search", "WORDS", "only items in which every word is found"),
      .value("paper", "SIZE", "a4 or letter; by default that of the account's part of the world"),
      .flag("no-photos", "without photos"), .flag("no-receipts", "without receipts"),
      .flag("archived", "with archived items, too"), .flag("sold", "with sold items, too"),
      .data, .json,
    ],
    examples: [
      .init("hearth report Cabin --out cabin.pdf", "everything in it"),
      .init("hearth report Cabin --out bikes.pdf --search bike --no-photos", "a part of it"),
    ]
  ) { invocation in
    let result = try await write(invocation)
    return try invocation.report(result) {
      "Wrote a report of \(result.itemCount) items of \(result.home) "
        + "(\(ByteText.text(result.byteCount))) to \(result.path)."
        + (result.missingPhotoCount == 0
          ? "" : "\n\(result.missingPhotoCount) photos are not here; hearth doctor says which.")
    }
  }

  private static func query(_ invocation: Invocation) throws(CommandFailure) -> ClaimQuery {
    var query = ClaimQuery()
    query.search = invocation["search"] ?? ""
    query.hasPhotos = !invocation.has("no-photos")
    query.hasReceipts = !invocation.has("no-receipts")
    query.hasArchived = invocation.has("archived")
    query.hasSold = invocation.has("sold")
    if let text = invocation["paper"] {
      guard let paper = ClaimQuery.Paper(rawValue: text) else {
        throw .usage("report: --paper is a4 or letter, not '\(text)'")
      }
      query.paper = paper
    }
    return query
  }

  /// - Parameter program: the executable whose hidden commands read pictures and draw documents.
  static func write(
    _ invocation: Invocation, program: String = "/proc/self/exe"
  ) async throws -> Result {
    guard let out = invocation["out"] else {
      throw CommandFailure.usage("report: say where to with --out FILE")
    }
    guard !Posix.exists(out) else {
      throw CommandFailure.refused("\(out) exists already; name a new file with --out")
    }
    let wanted = try invocation.requiredOperand(0)
    let query = try query(invocation)
    let hub = try LocalHub(DataFolder(invocation))
    let account = try hub.account(named: invocation["account"])
    for folder in [hub.folder.replicas, hub.folder.temporary] { try Posix.makeFolder(folder) }
    let scratch = "\(hub.folder.temporary)/report-\(getpid())"
    // The folder holds thumbnails for this report only; the server's own belong to the server
    // alone.
    defer { try? FileManager.default.removeItem(atPath: scratch) }
    let photos = try FileStore(blobs: BlobFolder(path: hub.folder.blobs), directory: scratch)
    let images = ImageWorker(executablePath: program)
    let documents = DocumentWorker(executablePath: program, folder: hub.folder.temporary)
    defer {
      documents.stop()
      images.stop()
    }
    let drawing = ClaimDrawing(
      photos: photos, images: images, documents: documents, pool: hub.pool,
      folder: hub.folder.temporary)
    let now = Date()
    let (home, policyID, claim) = try await hub.withReplica(of: account, in: hub.folder.replicas) {
      file, _ in
      // A new replica has no totals and no search index yet.
      try file.write { try HearthDomain.settle($0.connection) }
      return try file.read { connection in
        let home = try HomeChoice.find(wanted, in: connection)
        guard try !AmountVeil.hides(home.id, in: connection) else {
          throw CommandFailure.amountsUnseen
        }
        let profile = try Profile.own(in: connection)
        let words = Catalogue(profile)
        var query = query
        query.policyID = try policy(
          invocation["policy"], of: home.id, today: words.calendarDay(now).text, connection)
        let name = profile?.displayName ?? ""
        let claim = try drawing.write(
          home: home.id, query: query, words: words,
          person: name.isEmpty ? account.displayName : name, now: now, in: connection)
        return (home.name, query.policyID, claim)
      }
    }
    let document = try await drawing.draw(claim)
    try await Posix.write(to: out) { try await document.next() }
    return Result(
      path: out, home: home, itemCount: claim.itemCount, byteCount: Posix.size(out) ?? 0,
      policyID: policyID, missingPhotoCount: claim.missingPhotoCount)
  }

  /// The named policy; without a name, the only one in force, or `nil`.
  private static func policy(
    _ wanted: String?, of home: ZoneID, today: String, _ connection: Connection
  ) throws -> String? {
    let policies = try PolicyList.rows(home: home, today: today, in: connection).map(\.policy)
    guard let wanted else {
      let active = policies.filter { $0.isInForce(on: today) }
      return active.count == 1 ? active[0].id : nil
    }
    if wanted == "none" { return nil }
    let key = NameKey.make(wanted)
    let found = policies.filter {
      $0.id == wanted || NameKey.make($0.policyNumber) == key || $0.nameKey == key
    }
    guard let policy = found.first else {
      throw CommandFailure.refused(
        "the home has no policy '\(wanted)'; hearth policy list shows those that it has")
    }
    guard found.count == 1 else {
      throw CommandFailure.refused(
        "several policies are '\(wanted)'; say which by its id: hearth policy list --json")
    }
    return policy.id
  }
}
