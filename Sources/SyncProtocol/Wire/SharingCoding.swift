/// The wire forms of the sharing and sign-in messages; unknown keys are skipped, as everywhere.
extension InviteRequest: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      writer.field("zone", zone)
      writer.field("role", role)
      writer.field("lifeSeconds", lifeSeconds)
      writer.field("maxUses", maxUses)
      if let boundTo { writer.field("boundTo", boundTo) }
      if !allowsMerge { writer.field("allowsMerge", allowsMerge) }
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    self = try reader.fields { fields throws(WireError) in
      Self(
        zone: try fields["zone"], role: try fields["role"], lifeSeconds: try fields["lifeSeconds"],
        maxUses: try fields["maxUses"], boundTo: try fields[optional: "boundTo"],
        allowsMerge: try fields["allowsMerge", default: true])
    }
  }
}

extension IssuedInvite: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      writer.field("id", id)
      writer.field("token", token)
      writer.field("code", code)
      writer.field("expiresAt", expiresAt)
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    self = try reader.fields { fields throws(WireError) in
      Self(
        id: try fields["id"], token: try fields["token"], code: try fields["code"],
        expiresAt: try fields.moment("expiresAt"))
    }
  }
}

extension InviteOffer: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      writer.field("inviteID", inviteID)
      writer.field("zone", zone)
      writer.field("kind", kind)
      writer.field("title", title)
      writer.field("ownerName", ownerName)
      writer.field("ownerAccountName", ownerAccountName)
      writer.field("role", role)
      writer.field("expiresAt", expiresAt)
      writer.field("participantCount", participantCount)
      writer.field("recordCount", recordCount)
      if let ownRole { writer.field("ownRole", ownRole) }
      if let boundTo { writer.field("boundTo", boundTo) }
      if isForOther { writer.field("isForOther", isForOther) }
      if !allowsMerge { writer.field("allowsMerge", allowsMerge) }
      if let sharedCount { writer.field("sharedCount", sharedCount) }
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    self = try reader.fields { fields throws(WireError) in
      Self(
        inviteID: try fields["inviteID"], zone: try fields["zone"], kind: try fields["kind"],
        title: try fields["title"], ownerName: try fields["ownerName"],
        ownerAccountName: try fields["ownerAccountName"], role: try fields["role"],
        expiresAt: try fields.moment("expiresAt"),
        participantCount: try fields["participantCount"],
        recordCount: try fields["recordCount"], ownRole: try fields[optional: "ownRole"],
        boundTo: try fields[optional: "boundTo"],
        isForOther: try fields["isForOther", default: false],
        allowsMerge: try fields["allowsMerge", default: true],
        sharedCount: try fields[optional: "sharedCount"])
    }
  }
}

extension AccountSummary: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      writer.field("id", id)
      writer.field("name", name)
      writer.field("displayName", displayName)
      writer.field("isAdministrator", isAdministrator)
      writer.field("personalZone", personalZone)
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    self = try reader.fields { fields throws(WireError) in
      Self(
        id: try fields["id"], name: try fields["name"], displayName: try fields["displayName"],
        isAdministrator: try fields["isAdministrator"], personalZone: try fields["personalZone"])
    }
  }
}

extension SessionSummary: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      writer.field("id", id)
      writer.field("isDevice", isDevice)
      writer.field("label", label)
      writer.field("createdAt", createdAt)
      writer.field("lastUsedAt", lastUsedAt)
      writer.field("isCurrent", isCurrent)
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    self = try reader.fields { fields throws(WireError) in
      Self(
        id: try fields["id"], isDevice: try fields["isDevice"], label: try fields["label"],
        createdAt: try fields.moment("createdAt"), lastUsedAt: try fields.moment("lastUsedAt"),
        isCurrent: try fields["isCurrent"])
    }
  }
}

extension SignInRequest: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      writer.field("name", name)
      writer.field("password", password)
      writer.field("label", label)
      if let deviceProof { writer.field("deviceProof", deviceProof) }
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    self = try reader.fields { fields throws(WireError) in
      Self(
        name: try fields["name"], password: try fields["password"], label: try fields["label"],
        deviceProof: try fields[optional: "deviceProof"])
    }
  }
}

extension SignInReply: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      writer.field("token", token)
      writer.field("account", account)
      if let deviceProof { writer.field("deviceProof", deviceProof) }
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    self = try reader.fields { fields throws(WireError) in
      Self(
        token: try fields["token"], account: try fields["account"],
        deviceProof: try fields[optional: "deviceProof"])
    }
  }
}

extension ProblemReply: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      writer.field("error", error)
      writer.field("message", message)
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    self = try reader.fields { fields throws(WireError) in
      Self(error: try fields["error"], message: try fields["message"])
    }
  }
}

extension ZoneReply: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { $0.field("zone", zone) }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    self = try reader.fields { fields throws(WireError) in
      Self(zone: try fields["zone"])
    }
  }
}

extension RoleRequest: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { $0.field("role", role) }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    self = try reader.fields { fields throws(WireError) in
      Self(role: try fields["role"])
    }
  }
}

extension OwnerRequest: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { $0.field("account", account) }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    self = try reader.fields { fields throws(WireError) in
      Self(account: try fields["account"])
    }
  }
}

extension NameRequest: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { $0.field("name", name) }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    self = try reader.fields { fields throws(WireError) in
      Self(name: try fields["name"])
    }
  }
}

extension PasswordRequest: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      writer.field("password", old)
      writer.field("newPassword", new)
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    self = try reader.fields { fields throws(WireError) in
      Self(old: try fields["password"], new: try fields["newPassword"])
    }
  }
}

extension InviteKey: WireCodable {
  public func write(to writer: inout WireWriter) { RedeemRequest(self).write(to: &writer) }

  public init(from reader: inout WireReader) throws(WireError) {
    self = try RedeemRequest(from: &reader).key
  }
}

extension RedeemRequest: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      switch key {
      case .token(let token): writer.field("token", token)
      case .code(let code): writer.field("code", code)
      }
      if let kind { writer.field("kind", kind) }
      if let leaving { writer.field("leaving", leaving) }
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    self = try reader.fields { fields throws(WireError) in
      let kind: ZoneKind? = try fields[optional: "kind"]
      let leaving: ZoneID? = try fields[optional: "leaving"]
      if let token: String = try fields[optional: "token"] {
        return Self(.token(token), as: kind, leaving: leaving)
      }
      guard let code: String = try fields[optional: "code"] else {
        throw fields.failure("missing: token or code")
      }
      return Self(.code(code), as: kind, leaving: leaving)
    }
  }
}

extension AccountNotice: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      writer.field("id", id)
      writer.field("kind", kind)
      writer.field("zone", zone)
      writer.field("title", title)
      writer.field("person", person)
      writer.field("personID", personID)
      writer.field("at", at)
      if let copyUntil { writer.field("copyUntil", copyUntil) }
      if let stateAt { writer.field("stateAt", stateAt) }
      if let zoneKind { writer.field("zoneKind", zoneKind.rawValue) }
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    self = try reader.fields { fields throws(WireError) in
      let zoneKind: String? = try fields[optional: "zoneKind"]
      var notice = Self(
        id: try fields["id"], kind: try fields["kind"], zone: try fields["zone"],
        title: try fields["title"], person: try fields["person"],
        personID: try fields["personID"], at: try fields.moment("at"),
        copyUntil: try fields.optionalMoment("copyUntil"),
        stateAt: try fields.optionalMoment("stateAt"))
      // A kind that only a newer hub knows is as good as none.
      notice.zoneKind = zoneKind.flatMap { ZoneKind(rawValue: $0) }
      return notice
    }
  }

  /// Reads a list of notices, leaving out those of a kind that only a newer hub knows, which this
  /// program could not show.
  public static func list(wireBytes bytes: [UInt8]) throws(WireError) -> [AccountNotice] {
    try WireReader.read(bytes) { reader throws(WireError) in
      var notices: [AccountNotice] = []
      try reader.array { reader throws(WireError) in
        let (start, depth) = (reader.index, reader.depth)
        let kind = try reader.fields { fields throws(WireError) -> String in try fields["kind"] }
        guard Kind(rawValue: kind) != nil else { return }
        reader.goBack(to: start, depth: depth)
        notices.append(try AccountNotice(from: &reader))
      }
      return notices
    }
  }
}
extension AccountNotice.Kind: WireCodable {}
