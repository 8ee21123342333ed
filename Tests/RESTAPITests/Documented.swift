import HTTPServer
import RESTAPI
import Synchronization
import Testing

/// The statuses that the API's document has for each operation. Every answer that a test gets is
/// looked up here.
enum Documented {
  private struct Key: Hashable {
    let method: String
    let path: [String]
  }

  private static let known = Mutex<[Key: Set<Int>]?>(nil)

  /// Whether an operation is documented to answer with a status. True where no operation has that
  /// method and address.
  static func allows(_ status: Int, _ method: HTTPMethod, _ path: String, _ api: RESTAPI) async
    -> Bool
  {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let name = method.rawValue.lowercased()
    let found = await statuses(api).filter { key, _ in
      key.method == name && key.path.count == parts.count
        && zip(key.path, parts).allSatisfy { $0 == $1 || $0.hasPrefix("{") }
    }
    // Of two that fit, the one with more words of its own is meant: "/…/deleted", not "/…/{id}".
    let closest = found.max { one, other in
      one.key.path.count { $0.hasPrefix("{") } > other.key.path.count { $0.hasPrefix("{") }
    }
    return closest?.value.contains(status) ?? true
  }

  private static func statuses(_ api: RESTAPI) async -> [Key: Set<Int>] {
    if let already = known.withLock(\.self) { return already }
    let head = HTTPRequestHead(method: .get, path: "/openapi.json")
    let response = await api.respond(to: HTTPRequest(head: head, content: .empty))
    var statuses: [Key: Set<Int>] = [:]
    if case .bytes(let bytes) = response.body, let document = try? JSONReader.read(bytes),
      case .object(let paths)? = document["paths"]
    {
      for path in paths {
        guard case .object(let operations) = path.value else { continue }
        for operation in operations {
          guard case .object(let answers)? = operation.value["responses"] else { continue }
          let parts = path.name.split(separator: "/", omittingEmptySubsequences: false)
          statuses[Key(method: operation.name, path: parts.map(String.init))] = Set(
            answers.compactMap { Int($0.name) })
        }
      }
    }
    if statuses.isEmpty { Issue.record("the API has no document") }
    known.withLock { $0 = statuses }
    return statuses
  }
}
