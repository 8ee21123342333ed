import SyncProtocol

/// Which blobs an author may name: a record that names a blob gives access to all who can read the
/// record.
extension Judge {
  /// Throws unless the author has uploaded each blob that is named, or can read it. A moved record
  /// keeps its blobs and names none anew.
  func checkBlobNames() throws {
    if vouchesForBlobs || isPlanted(.blobNameTrusted) { return }
    var seen: Set<String> = []
    var names: [(blob: String, record: RecordKey, register: String)] = []
    for mutation in changeSet.mutations {
      guard let table = schema.table(mutation.table) else { continue }
      for register in table.blobRegisters {
        guard let value = mutation.registers[register.name] else { continue }
        register.forEachBlob(in: value) { blob in
          if seen.insert(blob).inserted { names.append((blob, mutation.key, register.name)) }
        }
      }
    }
    if names.isEmpty { return }
    let mayName = try draft.writer.blobs(names.map(\.blob), thatMayBeNamedBy: author, now: now)
    // The refusal does not tell whether the blob exists.
    if let name = names.first(where: { !mayName.contains($0.blob) }) {
      throw Refusal(.unknown, name.record, name.register)
    }
  }
}
