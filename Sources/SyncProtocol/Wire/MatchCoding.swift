/// The wire forms of match requests and their replies.
extension MatchRequest: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      switch subject {
      case .key(.token(let token)): writer.field("token", token)
      case .key(.code(let code)): writer.field("code", code)
      case .join(let id): writer.field("join", id)
      }
      writer.field("queries", queries)
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    self = try reader.fields { fields throws(WireError) in
      let queries: [MatchQuery] = try fields.list("queries", max: Self.maxQueries)
      if let id: String = try fields[optional: "join"] {
        return Self(.join(id), queries: queries)
      }
      if let token: String = try fields[optional: "token"] {
        return Self(.key(.token(token)), queries: queries)
      }
      guard let code: String = try fields[optional: "code"] else {
        throw fields.failure("missing: token, code or join")
      }
      return Self(.key(.code(code)), queries: queries)
    }
  }
}

extension MatchQuery: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      writer.field("table", table)
      writer.field("register", register)
      writer.field("values", values)
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    self = try reader.fields { fields throws(WireError) in
      Self(
        table: try fields["table"], register: try fields["register"],
        values: try fields.list("values", max: MatchRequest.maxValues))
    }
  }
}

extension Match: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      writer.field("value", value)
      writer.field("record", record)
      if let parent { writer.field("parent", parent) }
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    self = try reader.fields { fields throws(WireError) in
      Self(
        value: try fields["value"], record: try fields["record"],
        parent: try fields[optional: "parent"])
    }
  }
}

extension MatchReply: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      writer.key("results")
      writer.array { writer in
        for matches in results {
          writer.array { writer in for match in matches { match.write(to: &writer) } }
        }
      }
      writer.key("counts")
      RecordCounts.write(counts, to: &writer)
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    self = try reader.fields { fields throws(WireError) in
      let results = try fields.read("results") { reader throws(WireError) in
        var results: [[Match]] = []
        try reader.array { reader throws(WireError) in
          guard results.count < MatchRequest.maxQueries else {
            throw reader.failure("more than \(MatchRequest.maxQueries) results")
          }
          results.append(try reader.list(max: MatchRequest.maxMatches))
        }
        return results
      }
      let counts = try fields.read("counts") { reader throws(WireError) in
        try RecordCounts.read(&reader)
      }
      return Self(results: results ?? [], counts: counts ?? [:])
    }
  }
}
