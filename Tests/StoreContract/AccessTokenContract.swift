import Hub
import SyncProtocol
import Testing

/// The contract about access tokens and kept answers.
struct AccessTokenContract {
  static let cases = [
    ContractCase("tokens are found by their hash, listed, changed and removed") {
      try Self().tokens($0)
    },
    ContractCase("a secret's hash belongs to one token") { try Self().unique($0) },
    ContractCase("answers are kept by account and key, and forgotten by age") {
      try Self().answers($0)
    },
    ContractCase("the oldest answers make room, by number and by bytes") {
      try Self().trimming($0)
    },
  ]

  private func token(_ id: String, of account: AccountID, createdAt: Int64) -> AccessToken {
    AccessToken(
      id: id, account: account, name: "n\(id)", secretHash: "h\(id)",
      scope: id == "a" ? .sharing : .write,
      home: id == "b" ? "home" : nil, createdAt: createdAt, expiresAt: id == "a" ? 99 : nil)
  }

  private func tokens(_ factory: StoreFactory) throws {
    try factory.with { store in
      let tokens = [
        token("a", of: "ann", createdAt: 1), token("b", of: "ann", createdAt: 2),
        token("c", of: "ben", createdAt: 3),
      ]
      try store.write { writer in for token in tokens { try writer.putAccessToken(token) } }
      try store.read { reader in
        for token in tokens {
          try #expect(reader.accessToken(secretHash: token.secretHash) == token)
        }
        try #expect(reader.accessToken(secretHash: "none") == nil)
        try #expect(reader.accessTokens(of: "ann") == [tokens[1], tokens[0]])
      }
      var used = tokens[0]
      used.lastUsedAt = 50
      try store.write { try $0.putAccessToken(used) }
      try #expect(store.read { try $0.accessToken(secretHash: "ha") } == used)
      try store.write { writer in
        try writer.removeAccessToken("b")
        try writer.removeAccessTokens(of: "ben")
      }
      try #expect(store.read { try $0.accessTokens(of: "ann") } == [used])
      try #expect(store.read { try $0.accessTokens(of: "ben") } == [])
    }
  }

  private func unique(_ factory: StoreFactory) throws {
    try factory.with { store in
      try store.write { try $0.putAccessToken(token("a", of: "ann", createdAt: 1)) }
      let same = AccessToken(
        id: "z", account: "ben", name: "n", secretHash: "ha", scope: .read, createdAt: 1)
      #expect(throws: (any Error).self) { try store.write { try $0.putAccessToken(same) } }
    }
  }

  private func answer(_ key: String, at time: Int64, bytes: Int? = nil) -> KeptAnswer {
    KeptAnswer(
      account: "ann", keyHash: key, requestHash: "r\(key)", run: "run", startedAt: time,
      content: bytes.map {
        .init(status: 201, location: "/x", body: [UInt8](repeating: 7, count: $0))
      })
  }

  private func answers(_ factory: StoreFactory) throws {
    try factory.with { store in
      try store.write { try $0.putKeptAnswer(answer("a", at: 1)) }
      try #expect(
        store.read { try $0.keptAnswer(keyHash: "a", of: "ann") } == answer("a", at: 1))
      try store.write { writer in
        try writer.putKeptAnswer(answer("a", at: 1, bytes: 3))
        try writer.putKeptAnswer(answer("b", at: 2))
      }
      try store.read { reader in
        try #expect(reader.keptAnswer(keyHash: "a", of: "ann") == answer("a", at: 1, bytes: 3))
        try #expect(reader.keptAnswer(keyHash: "a", of: "ben") == nil)
      }
      try store.write { try $0.removeKeptAnswers(before: 2) }
      try #expect(store.read { try $0.keptAnswer(keyHash: "a", of: "ann") } == nil)
      try #expect(store.read { try $0.keptAnswer(keyHash: "b", of: "ann") } != nil)
      try store.write { try $0.removeKeptAnswer(keyHash: "b", of: "ann") }
      try #expect(store.read { try $0.keptAnswer(keyHash: "b", of: "ann") } == nil)
    }
  }

  private func trimming(_ factory: StoreFactory) throws {
    try factory.with { store in
      func kept() throws -> [String] {
        try store.read { reader in
          try ["a", "b", "c", "d"].filter { try reader.keptAnswer(keyHash: $0, of: "ann") != nil }
        }
      }
      try store.write { writer in
        for (time, key) in ["a", "b", "c", "d"].enumerated() {
          try writer.putKeptAnswer(answer(key, at: Int64(time), bytes: 10))
        }
        try writer.trimKeptAnswers(of: "ann", maxCount: 3, maxBytes: 100)
      }
      try #expect(kept() == ["b", "c", "d"])
      try store.write { try $0.trimKeptAnswers(of: "ann", maxCount: 3, maxBytes: 25) }
      try #expect(kept() == ["c", "d"])
      try store.write { try $0.trimKeptAnswers(of: "ben", maxCount: 0, maxBytes: 0) }
      try #expect(kept() == ["c", "d"])
    }
  }
}
