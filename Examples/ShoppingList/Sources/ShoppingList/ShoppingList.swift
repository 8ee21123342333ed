import Foundation
import HubHTTP
import HubSQLite
import Replica
import ReplicaHTTP
import SyncProtocol

/// A shopping list for several people, each with a copy that works without a connection.
@main
struct ShoppingList {
  static let usage = Failure(
    """
    the hub:   serve FOLDER PORT NAME:PASSWORD...
    a person:  join FILE HUB NAME PASSWORD     new FILE LIST     share FILE     accept FILE CODE
               add FILE ITEM [SHOP]     tick FILE ITEM     bring FILE ITEM     close FILE SHOP
               list FILE     sync FILE     watch FILE     retry FILE NUMBER     discard FILE NUMBER
    """)

  static func main() async {
    do {
      try await run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(1)
    }
  }

  static func run(_ words: [String]) async throws {
    func word(_ index: Int) throws -> String {
      guard index < words.count else { throw usage }
      return words[index]
    }
    let command = try word(0)
    if command == "serve" { return try await serve(word(1), port: word(2), words.dropFirst(3)) }
    if command == "join" {
      try await Device.join(word(1), hub: word(2), name: word(3), password: word(4))
    }
    let device = try Device(word(1))
    switch command {
    case "new", "add", "tick", "bring", "close":
      let (what, shop) = (try word(2), words.count > 3 ? words[3] : nil)
      try await device.file.write { transaction in
        switch command {
        case "new": try transaction.makeList(what)
        case "add": try transaction.add(what, shop: shop)
        case "tick": try transaction.tick(what)
        case "bring": try transaction.bring(what)
        default: try transaction.close(what)
        }
      }
    case "share":
      try await device.sync()
      let list = try device.file.read(List.id)
      let invite = InviteRequest(zone: list, role: .readWrite)
      say(try await HTTPHubClient(device.transport).createInvite(invite).code)
    case "accept":
      _ = try await HTTPHubClient(device.transport).redeem(.code(try word(2)))
      try await device.sync()
    case "join": try await device.sync()
    case "list": try device.show()
    case "sync":
      try await device.sync()
      try device.show()
    case "watch": try await device.watch()
    case "retry": try device.file.retry(parked: Int64(word(2)) ?? 0)
    case "discard": try device.file.discard(parked: Int64(word(2)) ?? 0)
    default: throw usage
    }
  }

  /// Runs the hub until it is killed: what it has answered is on the disk by then.
  static func serve(_ path: String, port: String, _ people: ArraySlice<String>) async throws {
    let folder = try HubFolder(path: path)
    let server = try HubServer(
      store: HubSQLite(path: folder.store), schema: Schema.sync, folder: folder)
    for person in people {
      let parts = person.split(separator: ":", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { throw usage }
      if try server.accounts.account(named: parts[0]) == nil {
        try server.accounts.create(name: parts[0], password: parts[1], by: .commandLine)
      }
    }
    guard let port = UInt16(port) else { throw usage }
    say("http://127.0.0.1:\(try server.start(port: port))")
    while true { try await Task.sleep(for: .seconds(3600)) }
  }
}

/// Why a command did nothing, in words for the person.
struct Failure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// Prints at once, also into a pipe.
func say(_ text: String) {
  print(text)
  fflush(nil)
}
