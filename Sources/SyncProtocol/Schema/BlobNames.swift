/// Which blobs records name: photos, documents, any file that travels beside the records.
extension RegisterSchema {
  /// Whether a column of this register, or of its child rows, names a blob.
  package var namesBlobs: Bool {
    columns.contains(where: \.namesBlob) || child?.columns.contains(where: \.namesBlob) == true
  }

  /// Calls `body` with each blob that a value of this register names.
  package func forEachBlob(in value: FieldValue, _ body: (String) -> Void) {
    // Nearly all registers are one name.
    if rule != .aggregate {
      if columns[0].namesBlob, let name = value.text { body(name) }
      return
    }
    for column in columns where column.namesBlob {
      if let name = value[column.name].text { body(name) }
    }
    guard let child else { return }
    for column in child.columns where column.namesBlob {
      for row in value[child.table].list ?? [] {
        if let name = row[column.name].text { body(name) }
      }
    }
  }
}

extension TableSchema {
  /// The blobs that the values of a record's registers name, each once.
  package func blobs(in values: SortedMap<FieldValue>) -> Set<String> {
    var names: Set<String> = []
    for register in blobRegisters {
      guard let value = values[register.name] else { continue }
      register.forEachBlob(in: value) { names.insert($0) }
    }
    return names
  }
}
