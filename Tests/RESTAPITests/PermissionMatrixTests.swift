import Foundation
import HTTPServer
import Hub
import SyncProtocol
import Testing

/// Who may do what, for everybody there is and everything that the API says it has.
@Suite struct PermissionMatrixTests {
  /// What an operation asks of whoever calls it.
  enum Needs {
    /// Not even a token.
    case nothing
    /// An account.
    case account
    /// To have the home or group; to be its editor; to own it; to have it and not own it.
    case home, editing, owning, guest
    /// It is of the account that has made the world.
    case own
    /// To be in no family.
    case noFamily
    /// It is in the family, and of the account that has made the world.
    case mine
  }

  /// How an operation is called about what is in a ``MatrixWorld``, and what it needs.
  struct Rule {
    let needs: Needs
    var query = ""
    /// JSON, where `HOME` stands for the home's id.
    var body: String?
    /// A file instead, with its media type.
    var file: (bytes: [UInt8], type: String)?
    /// What stands for a parameter of the path, where it is not the record of that name.
    var others: [String: String] = [:]
    /// When its turn is where one does everything: what others are about goes last.
    var turn = 0
    /// Whether it is closed to tokens of one home.
    var isForAll = false
    /// Whether it is about the group, not the home.
    var isOfGroup = false
    /// Whether it is about the family.
    var isOfFamily = false
    /// Whether the refusal of a viewer, or of whoever does not own it, is a rule of the household.
    var isConflict = false
  }

  /// An operation as the API's document has it.
  struct Operation {
    let id: String
    let method: HTTPMethod
    let path: String
    /// `nil`: anyone, without a token.
    let scope: AccessToken.Scope?

    /// All of the API's, each with its rule. An operation without one fails the test.
    static func all(_ client: Client) async throws -> [(Operation, Rule)] {
      let document = try await client.get("/openapi.json").json()
      let paths = try #require(document["paths"] as? [String: [String: [String: Any]]])
      var rules = MatrixRules.all
      var found: [(Operation, Rule)] = []
      for (path, methods) in paths.sorted(by: { $0.key < $1.key }) {
        for (method, description) in methods.sorted(by: { $0.key < $1.key }) {
          let id = try #require(description["operationId"] as? String)
          guard let rule = rules.removeValue(forKey: id) else {
            Issue.record("the matrix does not say who may call \(id)")
            continue
          }
          found.append(
            (
              Operation(
                id: id, method: try #require(HTTPMethod(rawValue: method.uppercased())),
                path: path,
                scope: (description["x-scope"] as? String).flatMap {
                  AccessToken.Scope(rawValue: $0)
                }),
              rule
            ))
        }
      }
      #expect(rules.isEmpty, "the API has no \(rules.keys.sorted())")
      return found
    }
  }

  static func call(
    _ operation: Operation, _ rule: Rule, in world: MatrixWorld, by caller: MatrixWorld.Caller
  ) async throws -> Client.Answer {
    var path = operation.path
    for match in operation.path.matches(of: /\{([A-Za-z]+)\}/) {
      let name = String(match.1)
      let id = try #require(
        world.ids[rule.others[name] ?? name], "the world has no \(name) for \(operation.id)")
      path = path.replacingOccurrences(of: "{\(name)}", with: id)
    }
    if !rule.query.isEmpty { path += "?" + world.filled(rule.query) }
    if let file = rule.file {
      return try await caller.client.upload(
        path, file.bytes, type: file.type, caller.headers, method: operation.method)
    }
    return await caller.client.send(
      operation.method, path, rule.body.map(world.filled), headers: caller.headers)
  }

  /// The status of somebody's answer: that of the operation's success is 200.
  private static func expected(
    _ operation: Operation, _ rule: Rule, _ caller: MatrixWorld.Caller
  ) -> Int {
    guard let scope = operation.scope else { return 200 }
    guard caller.isSignedIn else { return 401 }
    guard caller.client.token.scope.includes(scope) else { return 403 }
    if rule.isForAll, caller.client.token.home != nil { return 403 }
    if rule.needs == .account { return 200 }
    if rule.needs == .noFamily {
      return ["owner", "editor", "viewer"].contains { caller.name.hasPrefix($0) } ? 409 : 200
    }
    if rule.needs == .own { return caller.name.hasPrefix("owner") ? 200 : 404 }
    let own =
      rule.isOfFamily
      ? caller.familyRole : rule.isOfGroup ? caller.groupRole : caller.role
    guard let role = own else { return 404 }
    let refused = rule.isConflict ? 409 : 403
    return switch rule.needs {
    case .nothing, .account, .home, .own, .noFamily: 200
    case .editing: role == .readOnly ? refused : 200
    case .owning: role == .owner ? 200 : refused
    case .guest: role == .owner ? refused : 200
    case .mine: role == .owner ? 200 : 404
    }
  }

  // S1-2-in-b S1-3.2-d S1-4.3-b S1-9.1-a S1-11-b
  @Test("each operation refuses whoever may not call it, and changes nothing then")
  func refusals() async throws {
    let world = try await MatrixWorld()
    let before = try await world.everything()
    for (number, (operation, rule)) in try await Operation.all(world.owner.client).enumerated() {
      for var caller in world.all {
        let expected = Self.expected(operation, rule, caller)
        if expected == 200, operation.method != .get { continue }
        // From one address only so many wrong tokens are looked at.
        caller.headers["X-Forwarded-For"] = "192.0.2.\(number)"
        let answer = try await Self.call(operation, rule, in: world, by: caller)
        #expect(answer.status == expected, "\(operation.id) by \(caller.name): \(answer.text)")
        guard expected != 200 else { continue }
        #expect(answer.headers["Content-Type"] == "application/problem+json")
        guard expected == 404 else { continue }
        // Not even that it is there can be told.
        let nowhere = await caller.client.get("/api/v1/items/none")
        #expect(answer.text == nowhere.text, "\(operation.id) by \(caller.name)")
      }
      #expect(try await world.everything() == before, "after the refusals of \(operation.id)")
    }
    try world.hub.removeFolder()
  }

  @Test("each operation that changes something does so for whoever may call it")
  func changes() async throws {
    for name in MatrixWorld.people {
      // Everything by one person in one world, what takes most away at its end.
      let world = try await MatrixWorld()
      let caller = try #require(world.all.first { $0.name == name })
      let all = try await Operation.all(caller.client).filter { $0.0.method != .get }
      for (operation, rule) in all.sorted(by: { $0.1.turn < $1.1.turn })
      where Self.expected(operation, rule, caller) == 200 {
        // A family in which accounts are kept is not dissolved.
        if operation.id == "deleteFamily" { try world.removeChildren() }
        let answer = try await Self.call(operation, rule, in: world, by: caller)
        let isDone = (200..<300).contains(answer.status)
        #expect(isDone, "\(operation.id) by \(caller.name): \(answer.text)")
      }
      try world.hub.removeFolder()
    }
  }
}
