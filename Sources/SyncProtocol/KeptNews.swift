/// What a device keeps of its hub's latest news about sharing.
public struct KeptNews: Equatable, Sendable {
  public var news: SharingNews
  /// The hub's tag for this version of its answer; empty when it sent none.
  public var tag: String
  /// When the news was received, by the device's clock, milliseconds since 1970.
  public var heardAt: Int64
  /// The latest time that the device's clock has shown since then, milliseconds since 1970.
  public var latest: Int64

  public init(_ news: SharingNews, tag: String = "", heardAt: Int64, latest: Int64? = nil) {
    self.news = news
    self.tag = tag
    self.heardAt = heardAt
    self.latest = latest ?? heardAt
  }

  /// What to keep after hearing the hub's news. A pause ends only with news whose version is at
  /// least as new: an older answer that was delayed on its way does not end it.
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
