import Foundation
import Hub
import Testing

/// Requests that a program sends again because it did not hear the answer.
@Suite struct IdempotencyTests {
  private func body(_ home: String, _ name: String = "Kettle") -> String {
    #"{"homeID": "\#(home)", "name": "\#(name)"}"#
  }

  @Test("a key does a request once, also after the hub was started again")
  func once() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let home = try await ana.addHome()
    let key = ["Idempotency-Key": "a key of 2026"]
    let first = await ana.post("/api/v1/items", body(home), key)
    #expect(first.status == 201)
    let again = try APIHub(folder: hub.folder)
    let later = Client(api: again.api, account: ana.account, token: ana.token, secret: ana.secret)
    for client in [ana, later] {
      let answer = await client.post("/api/v1/items", body(home), key)
      #expect(answer.status == 201)
      #expect(answer.text == first.text)
      #expect(answer.headers["Location"] == first.headers["Location"])
      #expect(answer.headers["Idempotency-Replayed"] == "true")
      #expect(answer.headers["ETag"] == first.headers["ETag"] && answer.headers["ETag"] != nil)
    }
    #expect(try await later.names("/api/v1/items?limit=50") == ["Kettle"])
    try hub.removeFolder()
  }

  @Test("a key with another request is refused, and another token's keys are its own")
  func otherRequest() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let home = try await ana.addHome()
    let key = ["Idempotency-Key": "k"]
    #expect(await ana.post("/api/v1/items", body(home), key).status == 201)
    let other = await ana.post("/api/v1/items", body(home, "Pot"), key)
    #expect(other.status == 422)
    #expect(other.code == "key_reused")
    let elsewhere = await ana.post("/api/v1/locations", body(home), key)
    #expect(elsewhere.code == "key_reused")
    let second = try hub.client(of: ana.account)
    #expect(await second.post("/api/v1/items", body(home, "Pot"), key).status == 201)
    try hub.removeFolder()
  }

  @Test("what was refused may be sent again under its key, corrected")
  func refused() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let home = try await ana.addHome()
    let key = ["Idempotency-Key": "k"]
    #expect(await ana.post("/api/v1/items", body(home, " "), key).status == 422)
    #expect(await ana.post("/api/v1/items", body(home), key).status == 201)
    #expect(try await ana.names("/api/v1/items?limit=50") == ["Kettle"])
    try hub.removeFolder()
  }

  @Test("the same request at the same time is done once")
  func atOnce() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let home = try await ana.addHome()
    let body = body(home)
    let statuses = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          await ana.post("/api/v1/items", body, ["Idempotency-Key": "k"]).status
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses.contains(201))
    #expect(Set(statuses).isSubset(of: [201, 409]))
    #expect(try await ana.names("/api/v1/items?limit=50") == ["Kettle"])
    try hub.removeFolder()
  }

  @Test("a request in the middle of which the hub stopped is not done blindly again")
  func interrupted() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let home = try await ana.addHome()
    let body = body(home)
    // As `begin` leaves it when the program ends right after.
    let key = "\(ana.token.id) k"
    try hub.store.write { writer in
      try writer.putKeptAnswer(
        KeptAnswer(
          account: ana.account, keyHash: SHA256.hexadecimal(of: key), requestHash: "other",
          run: "an earlier run", startedAt: APIHub.start))
    }
    let other = await ana.post("/api/v1/items", body, ["Idempotency-Key": "k"])
    #expect(other.code == "key_reused")
    hub.advance(milliseconds: KeptAnswers.lifeMilliseconds + 1)
    #expect(await ana.post("/api/v1/items", body, ["Idempotency-Key": "k"]).status == 201)
    try hub.removeFolder()
  }

  @Test("a key is one text of printable characters", arguments: ["\u{1}", "ö"])
  func badKey(_ key: String) async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let answer = await ana.post(
      "/api/v1/homes", #"{"name": "Flat"}"#, ["Idempotency-Key": key])
    #expect(answer.status == 400)
    #expect(answer.code == "bad_key")
    try hub.removeFolder()
  }
}
