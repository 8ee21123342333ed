import Values

/// What the caller knows but the file does not contain.
package struct ImportOptions: Sendable {
  /// The currency of amounts that name none: that of the chosen home.
  package var currency: Currency
  /// The offset in seconds east of UTC where the file was made, at an instant in seconds since
  /// 1970.
  ///
  /// MovingBox writes the day that a person picked as an instant in UTC: midnight in Berlin is
  /// 22:00 or 23:00 of the day before. Exactly midnight UTC always means that very day.
  package var utcOffsetSeconds: @Sendable (Int64) -> Int
  package var limits: ImportLimits

  package init(
    currency: Currency, limits: ImportLimits = ImportLimits(),
    utcOffsetSeconds: @escaping @Sendable (Int64) -> Int = { _ in 0 }
  ) {
    self.currency = currency
    self.limits = limits
    self.utcOffsetSeconds = utcOffsetSeconds
  }
}

/// Limits on the contents of a file. A file that exceeds one is refused, and the limit named.
package struct ImportLimits: Equatable, Sendable {
  package var maxTableBytes = 200_000_000
  package var maxCellBytes = 1 << 20
  package var maxRecordBytes = 4 << 20
  package var maxColumns = 1_000
  package var maxRows = 250_000
  package var maxProblems = 10_000
  package var maxLocationDepth = 16
  package var maxLabelsPerItem = 200
  package var maxPhotoBytes = 100 << 20
  package var archive = ZipLimits()

  package init() {}
}

/// Limits on an archive, checked against its list of contents, and again while reading.
package struct ZipLimits: Equatable, Sendable {
  package var maxEntries = 100_000
  /// The unpacked size of one entry.
  package var maxEntryBytes = 200_000_000
  /// The unpacked size of all entries together.
  package var maxTotalBytes = 16 << 30
  /// The ratio of unpacked to packed size, for entries above `ratioFreeBytes`. Tables reach about
  /// 30, photos hardly 10.
  package var maxRatio = 100
  package var ratioFreeBytes = 1 << 20

  package init() {}
}
