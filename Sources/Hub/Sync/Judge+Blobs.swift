import SyncProtocol

/// Which files an author may name: a record that names one gives it to all who can read the record.
extension Judge {
  /// Whoever names a file has uploaded it, or can read it now. What moves brings its files along,
  /// and names none.
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
    // Whether there is such a file stays unsaid.
    if let name = names.first(where: { !mayName.contains($0.blob) }) {
      throw Refusal(.unknown, name.record, name.register)
    }
  }
}
