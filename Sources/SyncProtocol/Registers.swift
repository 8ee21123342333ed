/// A register as the hub holds it.
public struct Register: Equatable, Sendable {
  public var value: FieldValue
  public var stamp: Stamp
  /// Who wrote it; kept only for `firstWriter` registers.
  public var author: AccountID?

  public init(_ value: FieldValue, _ stamp: Stamp, author: AccountID? = nil) {
    self.value = value
    self.stamp = stamp
    self.author = author
  }
}

/// The registers of one record. Most records have one stamp, that of their insert, which is stored
/// once.
public struct Registers: Sendable {
  /// The values without their stamps, as replicas receive them.
  public private(set) var values: SortedMap<FieldValue>
  /// The stamp of every register that is not in `stamps`; `nil` only when `stamps` has them all.
  package private(set) var common: Stamp?
  package private(set) var stamps: SortedMap<Stamp>
  /// Who wrote each claimed register.
  package private(set) var authors: SortedMap<AccountID>

  public init() { self.init(values: [:], common: nil) }

  /// Registers that share the stamp `common`, except for those in `stamps`.
  ///
  /// - Precondition: without a `common` stamp each value has one in `stamps`.
  package init(
    values: SortedMap<FieldValue>, common: Stamp?, stamps: SortedMap<Stamp> = [:],
    authors: SortedMap<AccountID> = [:]
  ) {
    self.values = values
    self.common = common
    self.stamps = stamps
    self.authors = authors
  }

  public subscript(name: String) -> Register? {
    get {
      guard let value = values[name], let stamp = stamp(of: name) else { return nil }
      return Register(value, stamp, author: authors.isEmpty ? nil : authors[name])
    }
    set {
      if values.isEmpty { common = newValue?.stamp }
      values[name] = newValue?.value
      stamps[name] = newValue?.stamp == common ? nil : newValue?.stamp
      authors[name] = newValue?.author
    }
  }

  /// The stamp of an existing register.
  private func stamp(of name: String) -> Stamp? {
    (stamps.isEmpty ? nil : stamps[name]) ?? common
  }

  /// The greatest stamp of all registers; `nil` if there are none.
  package var newestStamp: Stamp? {
    // Most records have one stamp.
    if stamps.isEmpty { return values.isEmpty ? nil : common }
    let others = stamps.values.max()
    guard stamps.count < values.count, let common else { return others }
    return others.map { Swift.max($0, common) } ?? common
  }

  /// The same registers, with the most frequent stamp as `common`, of equally frequent ones the
  /// greatest: equal registers then have equal stored properties.
  package var normalized: Registers {
    guard !stamps.isEmpty else { return self }
    var counts: [Stamp: Int] = [:]
    for (_, stamp) in stamps { counts[stamp, default: 0] += 1 }
    if let common, values.count > stamps.count { counts[common] = values.count - stamps.count }
    guard let best = counts.max(by: { ($0.value, $0.key) < ($1.value, $1.key) })?.key,
      best != common
    else { return self }
    var registers = Registers(values: values, common: best, authors: authors)
    for (name, _) in values {
      if let stamp = stamp(of: name), stamp != best { registers.stamps[name] = stamp }
    }
    return registers
  }
}

extension Registers: Equatable {
  public static func == (left: Registers, right: Registers) -> Bool {
    guard left.values == right.values, left.authors == right.authors else { return false }
    if left.common == right.common, left.stamps == right.stamps { return true }
    return left.values.keys.allSatisfy { left.stamp(of: $0) == right.stamp(of: $0) }
  }
}

extension Registers: Sequence {
  public func makeIterator() -> some IteratorProtocol<(key: String, value: Register)> {
    values.lazy.compactMap { name, _ in self[name].map { (key: name, value: $0) } }.makeIterator()
  }
}

extension Registers: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral pairs: (String, Register)...) {
    self.init()
    for (name, register) in pairs { self[name] = register }
  }
}
