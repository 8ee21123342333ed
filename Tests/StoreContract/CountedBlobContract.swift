import Hub
import Testing

/// What a store keeps of the files that accounts have uploaded.
struct CountedBlobContract {
  static let cases = [
    ContractCase("a blob counts for each account that uploaded it, and no more for any") {
      try Self().counts($0)
    },
    ContractCase("a blob that is gone counts for nobody; taking back twice changes nothing") {
      try Self().uncounts($0)
    },
  ]

  private func counts(_ factory: StoreFactory) throws {
    try factory.with { store in
      try store.write { writer in
        try writer.count("b1", byteCount: 10, for: "ann")
        try writer.count("b2", byteCount: 5, for: "ann")
        try writer.count("b1", byteCount: 10, for: "bob")
      }
      try store.read { reader in
        try #expect(reader.countedBytes(of: "ann") == 15)
        try #expect(reader.countedBytes(of: "bob") == 10)
        try #expect(reader.countedBytes(of: "cyd") == 0)
        try #expect(reader.hasCounted("b2", for: "ann"))
        try #expect(!reader.hasCounted("b2", for: "bob"))
      }
    }
  }

  private func uncounts(_ factory: StoreFactory) throws {
    try factory.with { store in
      try store.write { writer in
        try writer.count("b1", byteCount: 10, for: "ann")
        try writer.count("b2", byteCount: 5, for: "ann")
        try writer.count("b1", byteCount: 10, for: "bob")
        try writer.uncount("b1")
        try writer.uncount("b1")
        try writer.uncount("b2", for: "bob")
      }
      try store.read { reader in
        try #expect(reader.countedBytes(of: "ann") == 5)
        try #expect(reader.countedBytes(of: "bob") == 0)
        try #expect(!reader.hasCounted("b1", for: "ann"))
      }
      try store.write { try $0.uncount("b2", for: "ann") }
      try store.read { try #expect($0.countedBytes(of: "ann") == 0) }
    }
  }
}
