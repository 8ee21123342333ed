import Household
import Replica
import SQLite
import SyncProtocol
import Testing
import Things

/// Not the one of the tests' own library.
private typealias Attachment = Things::Attachment

/// One policy in several homes, and taking its deletion back.
@Suite struct PolicyHomesTests {
  private func details(_ number: String = "HM-1", belongings: Int64 = 5_000_000) -> PolicyDetails {
    var details = PolicyDetails(provider: "Harbour Mutual", currency: "EUR")
    details.policyNumber = number
    details.amounts.personalPropertyMinor = belongings
    return details
  }

  private func policies(_ home: String, _ store: TestStore) throws -> [Policy] {
    try Policy.all(
      where: "homeID = ? ORDER BY createdAt, id", [.text(store.id(home))], in: store.connection)
  }

  @Test("X26 one form adds a policy to each home that it covers, with one key and in one commit")
  func adding() throws {
    let store = try TestStore(homes: ["flat", "cabin", "mill", "other"])
    let homes = ["cabin", "mill", "cabin", "flat"].map { store.id($0) }
    let policy = try store.write {
      try AddPolicy(homeID: store.id("flat"), details(), alsoIn: homes)($0)
    }
    #expect(store.lastChanges.count == 3)
    for home in ["flat", "cabin", "mill"] {
      let rows = try policies(home, store)
      #expect(rows.map(\.details) == [details()], "\(home)")
      #expect(rows.map(\.policyKey) == [policy.policyKey], "\(home)")
    }
    #expect(try policies("other", store).isEmpty)
    let row = try PolicyList.rows(
      home: store.id("flat"), today: "2026-01-01", in: store.connection)
    #expect(row.map(\.alsoCovers) == [["cabin", "mill"]])
    // Sent twice, it is there once.
    try store.write { _ = try AddPolicy(homeID: store.id("flat"), details(), alsoIn: homes)($0) }
    #expect(store.lastChanges.isEmpty)
  }

  @Test("a home that is not there or may only be read keeps the policy out of all of them")
  func allOrNone() throws {
    let store = try TestStore(homes: ["flat", "cabin"])
    #expect(throws: AddPolicy.Failure.homeNotFound) {
      try store.write {
        try AddPolicy(
          homeID: store.id("flat"), details(), alsoIn: [store.id("cabin"), "gone"])($0)
      }
    }
    #expect(try store.integer("SELECT count(*) FROM policies") == 0)
    let policy = try store.write { try AddPolicy(homeID: store.id("flat"), details())($0) }
    #expect(throws: EditPolicy.Failure.homeNotFound) {
      try store.write {
        try EditPolicy(policyID: policy.id, details: details("HM-2"), alsoIn: ["gone"])($0)
      }
    }
    #expect(try policies("flat", store).map(\.policyNumber) == ["HM-1"])
  }

  @Test(
    "D-MRG-4 an edit changes the policy of that name and number elsewhere, where it is asked to")
  func editing() throws {
    let store = try TestStore(homes: ["flat", "cabin", "mill", "barn"])
    let policy = try store.write {
      try AddPolicy(homeID: store.id("flat"), details(), alsoIn: [store.id("cabin")])($0)
    }
    // Typed anew in another home, with another sum; and one with the same number of another name.
    let typed = try store.write {
      try AddPolicy(homeID: store.id("mill"), details(belongings: 7))($0)
    }
    var foreign = details()
    foreign.provider = "Lake Fire"
    try store.write { _ = try AddPolicy(homeID: store.id("barn"), foreign)($0) }
    #expect(typed.policyKey != policy.policyKey)
    var changed = details()
    changed.endsOn = "2027-12-31"
    try store.write {
      _ = try EditPolicy(
        policyID: policy.id, details: changed, base: details(),
        alsoIn: [store.id("mill"), store.id("barn")])($0)
    }
    #expect(try policies("flat", store).map(\.endsOn) == ["2027-12-31"])
    #expect(try policies("cabin", store).map(\.endsOn) == [nil])
    let mill = try policies("mill", store)
    #expect(mill.map(\.id) == [typed.id])
    #expect(mill.map(\.endsOn) == ["2027-12-31"])
    #expect(mill.map(\.amounts.personalPropertyMinor) == [7])
    #expect(mill.map(\.policyKey) == [policy.policyKey])
    let barn = try policies("barn", store)
    #expect(Set(barn.map(\.provider)) == ["Lake Fire", "Harbour Mutual"])
    #expect(barn.filter { $0.policyKey == policy.policyKey }.map(\.details) == [changed])
  }

  @Test("a deleted policy comes back with its papers; the same policy in another home never went")
  func takingBack() throws {
    let store = try TestStore(homes: ["flat", "cabin"])
    let policy = try store.write {
      try AddPolicy(homeID: store.id("flat"), details(), alsoIn: [store.id("cabin")])($0)
    }
    let papers = try ["a", "b"].map { digit in
      try store.write {
        try AddAttachment(
          homeID: store.id("flat"), subject: .policy(policy.id), kind: .policy,
          name: "\(digit).pdf",
          file: StoredPaper(
            blobHash: String(repeating: digit, count: 64), byteCount: 9, media: .pdf))($0)
      }
    }
    let undo = try store.write { try DeletePolicy(policyID: policy.id)($0) }
    #expect(try policies("flat", store).isEmpty)
    #expect(try policies("cabin", store).count == 1)
    #expect(try store.integer("SELECT count(*) FROM attachments") == 0)
    #expect(try store.write { try RestorePolicy(undo)($0) } == policy)
    #expect(try Policy.find(policy.id, in: store.connection) == policy)
    #expect(
      try Attachment.of(.policy(policy.id), home: store.id("flat"), in: store.connection) == papers)
    #expect(throws: RestorePolicy.Failure.alreadyThere) {
      try store.write { try RestorePolicy(undo)($0) }
    }
  }

  @Test("X26 a policy in a home that an edit or a deletion does not name is untouched")
  func thirdHome() throws {
    let store = try TestStore(homes: ["flat", "cabin", "mill"])
    let policy = try store.write {
      try AddPolicy(
        homeID: store.id("flat"), details(), alsoIn: [store.id("cabin"), store.id("mill")])($0)
    }
    let before = try policies("mill", store)
    try store.write {
      _ = try EditPolicy(
        policyID: policy.id, details: details("HM-2"), alsoIn: [store.id("cabin")])($0)
      _ = try DeletePolicy(policyID: policy.id)($0)
    }
    #expect(try policies("mill", store) == before)
    #expect(try policies("cabin", store).map(\.policyNumber) == ["HM-2"])
  }
}
