import Hub
import SyncProtocol

/// Files that photos name: who sends them, and who would like to have them.
extension Simulation {
  /// Uploads what a request names, as every device does before it pushes. Whoever is hostile has
  /// nothing to upload.
  func upload(filesOf request: PushRequest, as account: AccountID) throws {
    guard !request.replica.hasPrefix("evil-") else { return }
    for mutation in request.changeSets.flatMap(\.mutations) {
      let table = subject.schema.table(mutation.table)
      for file in (table?.blobs(in: mutation.registers) ?? []).sorted() {
        uploaded.insert("\(account) \(file)")
        try trace("upload", account, file)
        try hub.noteUpload(of: file, by: account)
      }
    }
  }

  /// Somebody has heard the name of a file that is none of theirs, writes it wherever they may
  /// write, and asks for the file.
  func hostileFile(_ device: SimulatedDevice) throws {
    guard fileThieves.chance(0.6), let file = try foreignFile(device.account) else { return }
    let members = try store.read { try $0.memberships(of: device.account) }
    guard let own = fileThieves.pick(members.filter(\.grant.role.canWrite)),
      let item = oracle.images[own.zone.id]?.records.values.map(\.record)
        .filter({ $0.table == "items" && !$0.isDead }).map(\.id).min()
    else { return }
    fault("hostile file")
    hostileCount += 1
    let id = ChangeSetID(replica: "evil-\(device.account)", number: hostileCount)
    let zone = own.zone.id
    let word = "evil-\(hostileCount)"
    let (caption, register): (FieldValue, FieldValue) =
      fileThieves.chance(0.5) ? (.text(file), .null) : ("evil", .text(file))
    let photo = Mutation(
      .insert, "photos", word, in: zone,
      registers: ["itemID": .text(item), "caption": caption, "file": register])
    let grants = Dictionary(uniqueKeysWithValues: members.map { ($0.zone.id, $0.grant.grantID) })
    try pushHostile([photo], id, grants, device)
    let reads = try hub.mayRead(
      blob: file, of: RecordPlace(zone: zone, id: word), as: device.account)
    try require(!reads, "a name alone gives no file", "\(device.account) \(file) by \(word)")
  }

  /// A file that the account has not sent, and that nothing names where it is or was.
  private func foreignFile(_ account: AccountID) throws -> String? {
    let files = try store.connection.query(
      """
      SELECT DISTINCT json_extract(CAST(content AS TEXT), '$[3].file') AS file FROM records
      WHERE tableName = 'photos' AND file IS NOT NULL
        AND NOT EXISTS (
          SELECT 1 FROM grants AS g JOIN records AS r ON r.zoneID = g.zoneID
          WHERE g.accountID = ?1 AND instr(CAST(r.content AS TEXT), file) > 0)
        AND NOT EXISTS (
          SELECT 1 FROM notices AS n JOIN zoneCopies AS c ON c.id = n.copyID
          WHERE n.accountID = ?1 AND instr(CAST(c.bytes AS TEXT), file) > 0)
      ORDER BY file
      """, .text(account)
    ) { $0.text(0) }
    return fileThieves.pick(files.filter { !uploaded.contains("\(account) \($0)") })
  }
}
