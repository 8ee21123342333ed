import HTTPServer

/// Finds the operation for a method and a path.
struct Router: Sendable {
  enum Match: Sendable {
    case operation(Operation, path: [String: String])
    /// The path exists, but only with other methods.
    case otherMethod(allowed: [HTTPMethod])
    case nothing
  }

  private let operations: [(segments: [Substring], operation: Operation)]

  init(_ operations: [Operation]) { self.operations = operations.map { ($0.segments, $0) } }

  func match(_ method: HTTPMethod, _ segments: [String]) -> Match {
    var allowed: [HTTPMethod] = []
    for (template, operation) in operations {
      guard let path = Self.values(of: segments, in: template) else { continue }
      if operation.method == method { return .operation(operation, path: path) }
      allowed.append(operation.method)
    }
    return allowed.isEmpty ? .nothing : .otherMethod(allowed: allowed)
  }

  private static func values(
    of segments: [String], in template: [Substring]
  ) -> [String: String]? {
    guard segments.count == template.count else { return nil }
    var values: [String: String] = [:]
    for (segment, part) in zip(segments, template) {
      if part.first == "{" {
        values[String(part.dropFirst().dropLast())] = segment
      } else if segment != part {
        return nil
      }
    }
    return values
  }
}
