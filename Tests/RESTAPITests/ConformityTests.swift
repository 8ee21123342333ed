import HTTPServer
import RESTAPI
import Testing

/// Whether answers are what the API's document says of them.
@Suite struct ConformityTests {
  @Test("what each operation answers has the status and the members that the document says")
  func answers() async throws {
    let world = try await MatrixWorld()
    let document = try JSONReader.read(await world.owner.client.get("/openapi.json").bytes)
    let check = SchemaCheck(document: document)
    var count = 0
    let all = try await PermissionMatrixTests.Operation.all(world.owner.client)
    for (operation, rule) in all.sorted(by: { $0.1.turn < $1.1.turn }) {
      let answer = try await PermissionMatrixTests.call(operation, rule, in: world, by: world.owner)
      let method = operation.method.rawValue.lowercased()
      let told = document["paths"]?[operation.path]?[method]?["responses"]?[String(answer.status)]
      let response = try #require(
        told, "\(operation.id) does not say that it answers \(answer.status)")
      guard let schema = response["content"]?["application/json"]?["schema"],
        answer.status < 300, !answer.bytes.isEmpty
      else { continue }
      count += 1
      let faults = check.faults(try JSONReader.read(answer.bytes), schema)
      #expect(faults.isEmpty, "\(operation.id): \(faults): \(answer.text)")
    }
    #expect(count > 60)
    try world.hub.removeFolder()
  }

  @Test("the examples of the document fit their schemas")
  func examples() async throws {
    let hub = try APIHub()
    let document = try JSONReader.read(await hub.person("ana").get("/openapi.json").bytes)
    let check = SchemaCheck(document: document)
    var count = 0
    func look(_ json: JSON, _ place: String) {
      if let schema = json["schema"], let example = json["example"], example != "" {
        count += 1
        let faults = check.faults(example, schema)
        #expect(faults.isEmpty, "\(place): \(faults)")
      }
      switch json {
      case .object(let members):
        for member in members { look(member.value, "\(place)/\(member.name)") }
      case .array(let elements):
        for (index, element) in elements.enumerated() { look(element, "\(place)/\(index)") }
      default: break
      }
    }
    look(try #require(document["paths"]), "")
    #expect(count > 100)
    try hub.removeFolder()
  }

  @Test("a value that does not follow its schema is noticed")
  func control() {
    let check = SchemaCheck(document: ["components": ["schemas": ["N": ["type": "integer"]]]])
    let schema: JSON = [
      "type": "object", "additionalProperties": false, "required": ["a"],
      "properties": [
        "a": ["type": ["string", "null"], "enum": ["x", nil]],
        "b": ["type": "array", "items": ["$ref": "#/components/schemas/N"]],
        "c": ["type": "string", "pattern": "^-?[0-9]+$"],
      ],
    ]
    for good: JSON in [["a": "x"], ["a": nil, "b": [1]], ["a": "x", "c": "-12"]] {
      #expect(check.faults(good, schema).isEmpty, "\(good)")
    }
    for bad: JSON in [
      [], [:], ["a": 1], ["a": "y"], ["a": "x", "b": ["1"]], ["a": "x", "b": [true]],
      ["a": "x", "d": 1], ["a": "x", "c": "1.5"],
    ] { #expect(!check.faults(bad, schema).isEmpty, "\(bad)") }
  }
}

/// What of JSON Schema the document's own schemas use.
struct SchemaCheck {
  let document: JSON

  /// What does not follow a schema, each with its place.
  func faults(_ value: JSON, _ schema: JSON, at place: String = "$") -> [String] {
    if let name = schema["$ref"]?.text {
      let parts = name.split(separator: "/").dropFirst()
      guard let found = parts.reduce(Optional(document), { $0?[String($1)] }) else {
        return ["\(place): there is no \(name)"]
      }
      return faults(value, found, at: place)
    }
    var faults: [String] = []
    let types =
      schema["type"]?.elements?.compactMap(\.text) ?? [schema["type"]?.text].compactMap(\.self)
    if !types.isEmpty, !types.contains(where: { Self.isOf($0, value) }) {
      return ["\(place) is none of \(types)"]
    }
    if let choices = schema["enum"]?.elements, !choices.contains(value) {
      faults.append("\(place) is none of the choices")
    }
    if let text = value.text, schema["pattern"]?.text == "^-?[0-9]+$" {
      let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
      if digits.isEmpty || !digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
        faults.append("\(place) is no number")
      }
    }
    if let items = schema["items"] {
      for (index, element) in (value.elements ?? []).enumerated() {
        faults += self.faults(element, items, at: "\(place)[\(index)]")
      }
    }
    guard case .object(let members) = value else { return faults }
    for name in schema["required"]?.elements ?? [] where value[name.text ?? ""] == nil {
      faults.append("\(place) has no \(name.text ?? "")")
    }
    for member in members {
      if let property = schema["properties"]?[member.name] {
        faults += self.faults(member.value, property, at: "\(place).\(member.name)")
      } else if schema["additionalProperties"] == false {
        faults.append("\(place).\(member.name) is not told")
      }
    }
    return faults
  }

  private static func isOf(_ type: String, _ value: JSON) -> Bool {
    switch value {
    case .null: type == "null"
    case .bool: type == "boolean"
    case .integer: type == "integer" || type == "number"
    case .real: type == "number"
    case .string: type == "string"
    case .array: type == "array"
    case .object: type == "object"
    }
  }
}
