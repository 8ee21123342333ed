import HearthDomain
import Foundation
import Glibc
import Replica
import ReplicaHTTP
import SQLite
import SyncProtocol
import Testing
import Things
import Threads

/// A folder of a test's own; removed with it.
final class TestFolder: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "hearth-process-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    // Rests of a test in the system's temporary folder.
    try? FileManager.default.removeItem(atPath: path)
  }

  var data: String { path + "/data" }
}

/// `hearth serve` as a process, in a data folder that outlives it.
struct TestServer {
  static let password = "a kettle on the stove"

  let process: ChildProcess
  let port: UInt16

  var url: String { "http://127.0.0.1:\(port)" }

  /// Starts it and waits until it can be reached.
  static func start(_ folder: TestFolder, port: UInt16 = 0) async throws -> TestServer {
    let process = try ChildProcess(
      "hearth", ["serve", "--data", folder.data, "--listen", "127.0.0.1:\(port)"])
    let line = try await process.line(with: "Open http")
    let number = try #require(line.split(separator: ":").last.flatMap { UInt16($0) }, "\(line)")
    return TestServer(process: process, port: number)
  }

  /// Makes the account that `transport` signs in.
  static func addAccount(_ folder: TestFolder) async throws {
    let process = try ChildProcess(
      "hearth", ["account", "create", "ana", "--data", folder.data], input: password + "\n")
    try #require(await process.end() == .code(0), "\(process.text)")
  }

  func signIn() async throws -> (account: AccountID, token: String) {
    let address = try #require(HubAddress(url))
    let reply = try await HTTPTransport.signIn(
      address: address, SignInRequest(name: "ana", password: Self.password, label: "test"))
    return (reply.account.id, reply.token)
  }

  func transport(_ token: String) throws -> HTTPTransport {
    HTTPTransport(address: try #require(HubAddress(url)), token: token)
  }
}

/// A device of the account, in a file of its own.
struct TestDevice {
  static let pool = ThreadPool(name: "device", threads: 2, maxWaiting: 64)

  let file: ReplicaFile

  init(_ folder: TestFolder, _ name: String, account: AccountID) async throws {
    let path = "\(folder.path)/\(name).sqlite"
    file = try await blocking {
      try ReplicaFile(
        path: path, domain: Migrations(HearthDomain.migrations), schema: HearthDomain.schema,
        accountID: account,
        environment: Replica.Environment(
          now: { Int64(Date().timeIntervalSince1970 * 1000) }, random: Replica.RandomSource()),
        pool: Self.pool)
    }
  }

  func addHome() async throws -> ZoneID {
    try await file.write { try CreateHome(HomeDetails(name: "Flat"))($0).id }
  }

  func addItem(_ name: String, in home: ZoneID) async throws {
    _ = try await file.write {
      try AddItem(homeID: home, ItemDetails(name: name, currency: "EUR"))($0)
    }
  }

  /// The names of all items, in their order.
  func items() async throws -> [String] {
    let file = file
    return try await blocking {
      try file.read { try $0.query("SELECT name FROM items ORDER BY name") { $0.text(0) } }
    }
  }
}
