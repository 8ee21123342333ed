/// The forms of the sharing and sign-in messages; unknown keys are skipped, like everywhere.
extension InviteRequest: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      writer.field("zone", zone)
      writer.field("role", role.rawValue)
      writer.field("lifeSeconds", lifeSeconds)
      writer.field("maxUses", Int64(maxUses))
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    var zone: String?
    var role: Role?
    var lifeSeconds: Int64?
    var maxUses: Int?
    try reader.object { reader, key throws(WireError) in
      switch key {
      case "zone": zone = try reader.string()
      case "role": role = try reader.choice()
      case "lifeSeconds": lifeSeconds = try reader.integer()
      case "maxUses": maxUses = try reader.count()
      default: try reader.skip()
      }
    }
    self.init(
      zone: try reader.required(zone, "zone"),
      role: try reader.required(role, "role"),
      lifeSeconds: try reader.required(lifeSeconds, "lifeSeconds"),
      maxUses: try reader.required(maxUses, "maxUses"))
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
    var id: String?
    var token: String?
    var code: String?
    var expiresAt: Int64?
    try reader.object { reader, key throws(WireError) in
      switch key {
      case "id": id = try reader.string()
      case "token": token = try reader.string()
      case "code": code = try reader.string()
      case "expiresAt": expiresAt = try reader.integer()
      default: try reader.skip()
      }
    }
    self.init(
      id: try reader.required(id, "id"),
      token: try reader.required(token, "token"),
      code: try reader.required(code, "code"),
      expiresAt: try reader.required(expiresAt, "expiresAt"))
  }
}

extension InviteOffer: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      writer.field("inviteID", inviteID)
      writer.field("zone", zone)
      writer.field("kind", kind.rawValue)
      writer.field("title", title)
      writer.field("ownerName", ownerName)
      writer.field("ownerAccountName", ownerAccountName)
      writer.field("role", role.rawValue)
      writer.field("expiresAt", expiresAt)
      writer.field("participantCount", Int64(participantCount))
      writer.field("recordCount", Int64(recordCount))
      if let ownRole { writer.field("ownRole", ownRole.rawValue) }
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    var inviteID: String?
    var zone: String?
    var kind: ZoneKind?
    var title: String?
    var ownerName: String?
    var ownerAccountName: String?
    var role: Role?
    var expiresAt: Int64?
    var participantCount: Int?
    var recordCount: Int?
    var ownRole: Role?
    try reader.object { reader, key throws(WireError) in
      switch key {
      case "inviteID": inviteID = try reader.string()
      case "zone": zone = try reader.string()
      case "kind": kind = try reader.choice()
      case "title": title = try reader.string()
      case "ownerName": ownerName = try reader.string()
      case "ownerAccountName": ownerAccountName = try reader.string()
      case "role": role = try reader.choice()
      case "expiresAt": expiresAt = try reader.integer()
      case "participantCount": participantCount = try reader.count()
      case "recordCount": recordCount = try reader.count()
      case "ownRole": ownRole = try reader.choice()
      default: try reader.skip()
      }
    }
    self.init(
      inviteID: try reader.required(inviteID, "inviteID"),
      zone: try reader.required(zone, "zone"),
      kind: try reader.required(kind, "kind"),
      title: try reader.required(title, "title"),
      ownerName: try reader.required(ownerName, "ownerName"),
      ownerAccountName: try reader.required(ownerAccountName, "ownerAccountName"),
      role: try reader.required(role, "role"),
      expiresAt: try reader.required(expiresAt, "expiresAt"),
      participantCount: try reader.required(participantCount, "participantCount"),
      recordCount: try reader.required(recordCount, "recordCount"),
      ownRole: ownRole)
  }
}

extension AccountSummary: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      writer.field("id", id)
      writer.field("name", name)
      writer.field("displayName", displayName)
      writer.key("isAdministrator")
      writer.bool(isAdministrator)
      writer.field("personalZone", personalZone)
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    var id: String?
    var name: String?
    var displayName: String?
    var isAdministrator: Bool?
    var personalZone: String?
    try reader.object { reader, key throws(WireError) in
      switch key {
      case "id": id = try reader.string()
      case "name": name = try reader.string()
      case "displayName": displayName = try reader.string()
      case "isAdministrator": isAdministrator = try reader.bool()
      case "personalZone": personalZone = try reader.string()
      default: try reader.skip()
      }
    }
    self.init(
      id: try reader.required(id, "id"),
      name: try reader.required(name, "name"),
      displayName: try reader.required(displayName, "displayName"),
      isAdministrator: try reader.required(isAdministrator, "isAdministrator"),
      personalZone: try reader.required(personalZone, "personalZone"))
  }
}

extension SessionSummary: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      writer.field("id", id)
      writer.key("isDevice")
      writer.bool(isDevice)
      writer.field("label", label)
      writer.field("createdAt", createdAt)
      writer.field("lastUsedAt", lastUsedAt)
      writer.key("isCurrent")
      writer.bool(isCurrent)
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    var id: String?
    var isDevice: Bool?
    var label: String?
    var createdAt: Int64?
    var lastUsedAt: Int64?
    var isCurrent: Bool?
    try reader.object { reader, key throws(WireError) in
      switch key {
      case "id": id = try reader.string()
      case "isDevice": isDevice = try reader.bool()
      case "label": label = try reader.string()
      case "createdAt": createdAt = try reader.integer()
      case "lastUsedAt": lastUsedAt = try reader.integer()
      case "isCurrent": isCurrent = try reader.bool()
      default: try reader.skip()
      }
    }
    self.init(
      id: try reader.required(id, "id"),
      isDevice: try reader.required(isDevice, "isDevice"),
      label: try reader.required(label, "label"),
      createdAt: try reader.required(createdAt, "createdAt"),
      lastUsedAt: try reader.required(lastUsedAt, "lastUsedAt"),
      isCurrent: try reader.required(isCurrent, "isCurrent"))
  }
}

extension SignInRequest: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      writer.field("name", name)
      writer.field("password", password)
      writer.field("label", label)
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    var name: String?
    var password: String?
    var label: String?
    try reader.object { reader, key throws(WireError) in
      switch key {
      case "name": name = try reader.string()
      case "password": password = try reader.string()
      case "label": label = try reader.string()
      default: try reader.skip()
      }
    }
    self.init(
      name: try reader.required(name, "name"),
      password: try reader.required(password, "password"),
      label: try reader.required(label, "label"))
  }
}

extension SignInReply: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      writer.field("token", token)
      writer.field("account", account)
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    var token: String?
    var account: AccountSummary?
    try reader.object { reader, key throws(WireError) in
      switch key {
      case "token": token = try reader.string()
      case "account": account = try AccountSummary(from: &reader)
      default: try reader.skip()
      }
    }
    self.init(
      token: try reader.required(token, "token"),
      account: try reader.required(account, "account"))
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
    var error: String?
    var message: String?
    try reader.object { reader, key throws(WireError) in
      switch key {
      case "error": error = try reader.string()
      case "message": message = try reader.string()
      default: try reader.skip()
      }
    }
    self.init(
      error: try reader.required(error, "error"),
      message: try reader.required(message, "message"))
  }
}

extension InviteKey: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      switch self {
      case .token(let token): writer.field("token", token)
      case .code(let code): writer.field("code", code)
      }
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    var token: String?
    var code: String?
    try reader.object { reader, key throws(WireError) in
      switch key {
      case "token": token = try reader.string()
      case "code": code = try reader.string()
      default: try reader.skip()
      }
    }
    if let token {
      self = .token(token)
    } else {
      self = .code(try reader.required(code, "token or code"))
    }
  }
}

extension WireReader {
  /// A whole number that counts something.
  mutating func count() throws(WireError) -> Int {
    guard let count = Int(exactly: try integer()), count >= 0 else {
      throw failure("expected a count")
    }
    return count
  }
}

extension ZoneReply: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { $0.field("zone", zone) }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    var zone: ZoneID?
    try reader.object { reader, key throws(WireError) in
      if key == "zone" { zone = try reader.string() } else { try reader.skip() }
    }
    self.init(zone: try reader.required(zone, "zone"))
  }
}

extension RoleRequest: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { $0.field("role", role.rawValue) }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    var role: Role?
    try reader.object { reader, key throws(WireError) in
      if key == "role" { role = try reader.choice() } else { try reader.skip() }
    }
    self.init(role: try reader.required(role, "role"))
  }
}

extension NameRequest: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { $0.field("name", name) }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    var name: String?
    try reader.object { reader, key throws(WireError) in
      if key == "name" { name = try reader.string() } else { try reader.skip() }
    }
    self.init(name: try reader.required(name, "name"))
  }
}
