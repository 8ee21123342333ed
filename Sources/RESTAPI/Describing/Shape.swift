/// What can be said about one kind of record: the fields that a request may send, in their order.
struct Shape<Draft>: Sendable {
  /// As the OpenAPI document calls the record, such as `Item`.
  let name: String
  let fields: [Field<Draft>]
  /// Fields that are shown and cannot be sent, with their schemas: `id`, `createdAt`, …
  let readOnly: [JSON.Member]
  /// Fields that only a new record takes.
  var fixed: Set<String> = []

  /// Reads a body into a draft. Only what is sent is changed (RFC 7396). Everything that is wrong
  /// is told at once.
  ///
  /// - Parameter isNew: required fields must be there.
  /// - Returns: the names that were sent.
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
        faults.append(error)
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

  /// The amounts that another currency would give another meaning: they are to be said anew.
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

  /// The writable fields as they are shown.
  func shown(_ draft: Draft) -> [JSON.Member] {
    fields.filter(\.isShown).map { JSON.Member($0.name, $0.show(draft)) }
  }

  // MARK: Schemas

  /// Of what is shown: everything is always there.
  var schema: JSON {
    // What is stored may come from other programs and is shown as it is: no bounds here.
    let all =
      readOnly
      + fields.filter(\.isShown).map { JSON.Member($0.name, Self.withoutBounds($0.schema)) }
    return [
      "type": "object", "additionalProperties": false,
      "required": .array(all.map { .string($0.name) }), "properties": .object(all),
    ]
  }

  /// Of a body that makes a record.
  var newSchema: JSON {
    [
      "type": "object", "additionalProperties": false,
      "required": .array(fields.filter(\.isRequired).map { .string($0.name) }),
      "properties": .object(fields.map { JSON.Member($0.name, $0.schema) }),
    ]
  }

  /// Of a body that changes some of a record.
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
  /// The schema of a record that always has all of its members and no others.
  static func record(_ members: [Member]) -> JSON {
    [
      "type": "object", "additionalProperties": false,
      "required": .array(members.map { .string($0.name) }), "properties": .object(members),
    ]
  }
}
