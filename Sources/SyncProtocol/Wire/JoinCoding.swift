/// The wire forms of pending joins.
extension PendingJoin: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      writer.field("id", id)
      writer.field("inviteID", inviteID)
      writer.field("zone", zone)
      writer.field("kind", kind)
      writer.field("title", title)
      writer.field("ownerName", ownerName)
      writer.field("ownerAccountName", ownerAccountName)
      writer.field("role", role)
      writer.field("seenRole", seenRole)
      if let ownRole { writer.field("ownRole", ownRole) }
      writer.field("expiresAt", expiresAt)
      writer.field("participantCount", participantCount)
      writer.field("choice", choice)
      writer.field("createdAt", createdAt)
      writer.field("isRedeemed", isRedeemed)
      writer.field("state", state)
      if !allowsMerge { writer.field("allowsMerge", allowsMerge) }
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    self = try reader.fields { fields throws(WireError) in
      Self(
        id: try fields["id"], inviteID: try fields["inviteID"], zone: try fields["zone"],
        kind: try fields["kind"], title: try fields["title"], ownerName: try fields["ownerName"],
        ownerAccountName: try fields["ownerAccountName"], role: try fields["role"],
        seenRole: try fields["seenRole"], ownRole: try fields[optional: "ownRole"],
        expiresAt: try fields.moment("expiresAt"),
        participantCount: try fields["participantCount"], choice: try fields["choice"],
        createdAt: try fields.moment("createdAt"),
        isRedeemed: try fields["isRedeemed"], state: try fields["state"],
        allowsMerge: try fields["allowsMerge", default: true])
    }
  }
}
extension PendingJoin.State: WireCodable {}

extension KeepJoinRequest: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      switch key {
      case .token(let token): writer.field("token", token)
      case .code(let code): writer.field("code", code)
      }
      writer.field("choice", choice)
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    self = try reader.fields { fields throws(WireError) in
      let choice: String = try fields["choice"]
      if let token: String = try fields[optional: "token"] {
        return Self(.token(token), choice: choice)
      }
      guard let code: String = try fields[optional: "code"] else {
        throw fields.failure("missing: token or code")
      }
      return Self(.code(code), choice: choice)
    }
  }
}

extension JoinChoiceRequest: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      writer.field("choice", choice)
      if let role { writer.field("role", role) }
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    self = try reader.fields { fields throws(WireError) in
      Self(choice: try fields["choice"], role: try fields[optional: "role"])
    }
  }
}
