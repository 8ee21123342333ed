/// The fields of one kind of record: those that a request may send, in order, and read-only ones.
struct Shape<Draft>: Sendable {
  /// The record's name in the OpenAPI document, such as `Item`.
  let name: String
  let fields: [Field<Draft>]
  /// Read-only members of responses, with their schemas, such as `id` and `createdAt`.
  let readOnly: [JSON.Member]
  /// Fields that can be set only when the record is created.
  var fixed: Set<String> = []

  /// Reads a body into a draft. Only the fields sent are changed (RFC 7396). The problem thrown
  /// lists all faults at once.
  ///
  /// - Parameter isNew: whether required fields must be present.
  /// - Returns: the names of the fields sent.
  @discardableResult
  func take(_ body: JSON, into draft: inout Draft, isNew: Bool) throws(Problem) -> Set<String> {
    guard case .object(let members) = body else {
      throw .invalid([Problem.Fault("", "wrong_type", "the body must be an object")])
    }
    let old = draft
    var faults: [Problem.Fault] = []
    for member in members {
      guard let field = fields.first(where: { $0.name == member.name }) else {
        let isKnown = readOnly.contains { $0.name == member.name }
        faults.append(
          isKnown
            ? Problem.Fault(member.name, "read_only", "cannot be set")
            : Problem.Fault(member.name, "unknown_field", "is no field of \(name)"))
        continue
      }
      if !isNew, fixed.contains(field.name) {
        faults.append(Problem.Fault(field.name, "fixed", "can only be set when it is made"))
        continue
      }
      do throws(Problem.Fault) { try field.take(member.value, &draft) } catch {
        faults += [error] + error.others
      }
    }
    let sent = Set(members.map(\.name))
    if isNew {
      for field in fields where field.isRequired && !sent.contains(field.name) {
        faults.append(Problem.Fault(field.name, "missing", "must be there"))
      }
    } else {
      faults += unsaidAmounts(since: old, draft, sent)
    }
    guard faults.isEmpty else { throw .invalid(faults) }
    return sent
  }

  /// A fault for each amount that a change of currency would silently reinterpret, because it was
  /// not sent along.
  private func unsaidAmounts(
    since old: Draft, _ draft: Draft, _ sent: Set<String>
  ) -> [Problem.Fault] {
    guard sent.contains("currency"), let currency = fields.first(where: { $0.name == "currency" })
    else { return [] }
    let (before, after) = (currency.show(old), currency.show(draft))
    guard before.text?.uppercased() != after.text?.uppercased() else { return [] }
    return fields.filter { field in
      field.isAmount && field.show(old) != .null && !sent.contains(field.name)
    }.map { field in
      Problem.Fault(
        field.name, "other_currency",
        "is in \(before.text ?? "another currency"): say it anew, or null, with the currency")
    }
  }

  /// The writable fields as response members.
  func shown(_ draft: Draft) -> [JSON.Member] {
    fields.filter(\.isShown).map { JSON.Member($0.name, $0.show(draft)) }
  }

  // MARK: Schemas

  /// The schema of a response: every member is always present.
  var schema: JSON {
    // Stored values may come from other programs and are shown as they are, so bounds are left out.
    let all =
      readOnly
      + fields.filter(\.isShown).map { JSON.Member($0.name, Self.withoutBounds($0.schema)) }
    return [
      "type": "object", "additionalProperties": false,
      "required": .array(all.map { .string($0.name) }), "properties": .object(all),
    ]
  }

  /// The schema of a body that creates a record.
  var newSchema: JSON {
    [
      "type": "object", "additionalProperties": false,
      "required": .array(fields.filter(\.isRequired).map { .string($0.name) }),
      "properties": .object(fields.map { JSON.Member($0.name, $0.schema) }),
    ]
  }

  /// The schema of a body that changes a record.
  var changeSchema: JSON {
    let changeable = fields.filter { !fixed.contains($0.name) }
    return [
      "type": "object", "additionalProperties": false,
      "properties": .object(changeable.map { JSON.Member($0.name, $0.schema) }),
    ]
  }

  private static func withoutBounds(_ schema: JSON) -> JSON {
    guard case .object(let members) = schema else { return schema }
    let bounds: Set = ["minimum", "maximum", "minLength", "maxLength", "maxItems", "format"]
    return .object(members.filter { !bounds.contains($0.name) })
  }
}

extension JSON {
  /// The schema of an object that always has all of these members and no others.
  static func record(_ members: [Member]) -> JSON {
    [
      "type": "object", "additionalProperties": false,
      "required": .array(members.map { .string($0.name) }), "properties": .object(members),
    ]
  }
}
