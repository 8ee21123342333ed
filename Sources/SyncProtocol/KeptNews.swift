/// What a device keeps of what its hub said of sharing.
public struct KeptNews: Equatable, Sendable {
  public var news: SharingNews
  /// What the hub calls this version of its answer; empty when it did not say.
  public var tag: String
  /// When it was heard, by the device's clock, milliseconds since 1970.
  public var heardAt: Int64
  /// The latest time that the device's clock has shown since then.
  public var latest: Int64

  public init(_ news: SharingNews, tag: String = "", heardAt: Int64, latest: Int64? = nil) {
    self.news = news
    self.tag = tag
    self.heardAt = heardAt
    self.latest = latest ?? heardAt
  }

  /// Takes in what the hub says now. A pause that was seen ends only with a newer version: an
  /// answer that was under way for long does not end it.
  public func hearing(_ news: SharingNews, tag: String, at now: Int64) -> KeptNews {
    guard !self.news.isPaused || news.version >= self.news.version else { return self }
    return KeptNews(news, tag: tag, heardAt: now)
  }
}

extension KeptNews: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      writer.field("news", news)
      writer.field("tag", tag)
      writer.field("heardAt", heardAt)
      writer.field("latest", latest)
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    self = try reader.fields { fields throws(WireError) in
      Self(
        try fields["news"], tag: try fields["tag"], heardAt: try fields.moment("heardAt"),
        latest: try fields.moment("latest"))
    }
  }
}
