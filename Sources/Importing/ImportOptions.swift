import Values

/// What the caller knows and the file does not say.
package struct ImportOptions: Sendable {
  /// The currency of amounts that name none: the chosen home's.
  package var currency: Currency
  /// Seconds east of UTC at an instant (seconds since 1970) where the file was made.
  ///
  /// MovingBox writes the calendar day a person picked as an instant in UTC, so midnight in Berlin
  /// stands in the file as 22:00 of the day before. Exact midnight UTC is always that day.
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

/// Upper limits on what a file may hold; beyond them it is refused with the limit's name.
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

/// Upper limits on an archive, checked against its list of contents and again while reading.
package struct ZipLimits: Equatable, Sendable {
  package var maxEntries = 100_000
  /// Of one unpacked entry.
  package var maxEntryBytes = 200_000_000
  /// Of all unpacked entries together.
  package var maxTotalBytes = 16 << 30
  /// Unpacked to packed, for entries over `ratioFreeBytes`: tables reach 30, photos hardly 10.
  package var maxRatio = 100
  package var ratioFreeBytes = 1 << 20

  package init() {}
}
