/// The wire forms of a share and of a hub's capabilities.
extension Capabilities: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { $0.field("sharing", sharing) }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    self = try reader.fields { fields throws(WireError) in
      Self(sharing: try fields["sharing"])
    }
  }
}

extension Share: WireCodable {
  /// More members or invites than any zone has.
  private static let maxListed = 100_000

  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      writer.field("zone", zone)
      writer.field("kind", kind)
      writer.field("title", title)
      writer.field("role", role)
      writer.field("members", members)
      writer.field("invites", invites)
      if let issued { writer.field("issued", issued) }
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    self = try reader.fields { fields throws(WireError) in
      Self(
        zone: try fields["zone"], kind: try fields["kind"], title: try fields["title"],
        role: try fields["role"], members: try fields.list("members", max: Self.maxListed),
        invites: try fields.list("invites", max: Self.maxListed),
        issued: try fields[optional: "issued"])
    }
  }
}

extension Share.Member: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      writer.field("account", account)
      writer.field("name", name)
      writer.field("role", role)
      if isOffered { writer.field("isOffered", true) }
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    self = try reader.fields { fields throws(WireError) in
      Self(
        account: try fields["account"], name: try fields["name"], role: try fields["role"],
        isOffered: try fields[optional: "isOffered"] ?? false)
    }
  }
}

extension Share.OpenInvite: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      writer.field("id", id)
      writer.field("role", role)
      writer.field("expiresAt", expiresAt)
      writer.field("maxUses", maxUses)
      writer.field("usedCount", usedCount)
      if let boundTo { writer.field("boundTo", boundTo) }
      if !allowsMerge { writer.field("allowsMerge", allowsMerge) }
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    self = try reader.fields { fields throws(WireError) in
      Self(
        id: try fields["id"], role: try fields["role"],
        expiresAt: try fields.moment("expiresAt"),
        maxUses: try fields["maxUses"], usedCount: try fields["usedCount"],
        boundTo: try fields[optional: "boundTo"],
        allowsMerge: try fields["allowsMerge", default: true])
    }
  }
}
