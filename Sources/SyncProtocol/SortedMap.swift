/// A map from text to values, sorted by key.
///
/// The content of a record: a few dozen entries, which are read, copied and written in order far
/// more often than a single one is looked up. A dictionary would hash each name each time.
@frozen
public struct SortedMap<Value> {
  public typealias Element = (key: String, value: Value)

  @usableFromInline var entries: [Element]

  @inlinable
  public init() { entries = [] }

  /// Takes entries whose keys differ, in any order.
  @inlinable
  public init(uniqueKeysWithValues pairs: some Sequence<(String, Value)>) {
    self.init()
    reserveCapacity(pairs.underestimatedCount)
    for (key, value) in pairs { self[key] = value }
  }

  /// Takes entries in any order; of several entries with one key the last one counts.
  @inlinable
  public init(lastOf pairs: [Element]) {
    let isSorted = zip(pairs, pairs.dropFirst()).allSatisfy { $0.key < $1.key }
    entries = isSorted ? pairs : []
    guard !isSorted else { return }
    // Sorting is stable, so the last entry with a key stays last among those with that key.
    for entry in pairs.sorted(by: { $0.key < $1.key }) {
      if entries.last?.key == entry.key { entries.removeLast() }
      entries.append(entry)
    }
  }

  @inlinable
  init(sorted entries: [Element]) { self.entries = entries }

  @inlinable
  public var keys: some RandomAccessCollection<String> { entries.lazy.map { $0.key } }
  @inlinable
  public var values: some RandomAccessCollection<Value> { entries.lazy.map { $0.value } }

  @inlinable
  public mutating func reserveCapacity(_ count: Int) { entries.reserveCapacity(count) }

  /// The index of `key`, or the index at which it would be inserted. A key after the last one is
  /// found without a search.
  @inlinable
  func position(of key: String) -> (index: Int, isFound: Bool) {
    guard let last = entries.last, last.key >= key else { return (entries.count, false) }
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return (low, entries[low].key == key)
  }

  @inlinable
  public subscript(key: String) -> Value? {
    get {
      let (index, isFound) = position(of: key)
      return isFound ? entries[index].value : nil
    }
    set {
      let (index, isFound) = position(of: key)
      switch (newValue, isFound) {
      case (let value?, true): entries[index].value = value
      case (let value?, false): entries.insert((key, value), at: index)
      case (nil, true): entries.remove(at: index)
      case (nil, false): break
      }
    }
  }

  @inlinable
  public func mapValues<Other>(
    _ transform: (Value) throws -> Other
  ) rethrows -> SortedMap<Other> {
    SortedMap<Other>(sorted: try entries.map { ($0.key, try transform($0.value)) })
  }

  @inlinable
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> SortedMap {
    SortedMap(sorted: try entries.filter(isIncluded))
  }

  /// Adds all entries of `other`; `combine` chooses between two values of one key.
  @inlinable
  public mutating func merge(
    _ other: SortedMap, uniquingKeysWith combine: (Value, Value) throws -> Value
  ) rethrows {
    for (key, value) in other {
      let (index, isFound) = position(of: key)
      if isFound {
        entries[index].value = try combine(entries[index].value, value)
      } else {
        entries.insert((key, value), at: index)
      }
    }
  }

  @inlinable
  public func merging(
    _ other: SortedMap, uniquingKeysWith combine: (Value, Value) throws -> Value
  ) rethrows -> SortedMap {
    var merged = self
    try merged.merge(other, uniquingKeysWith: combine)
    return merged
  }
}

extension SortedMap: RandomAccessCollection {
  @inlinable
  public var startIndex: Int { 0 }
  @inlinable
  public var endIndex: Int { entries.count }
  @inlinable
  public subscript(position: Int) -> Element { entries[position] }
}

extension SortedMap: ExpressibleByDictionaryLiteral {
  @inlinable
  public init(dictionaryLiteral pairs: (String, Value)...) {
    self.init(uniqueKeysWithValues: pairs)
  }
}

extension SortedMap: Equatable where Value: Equatable {
  @inlinable
  public static func == (left: SortedMap, right: SortedMap) -> Bool {
    left.entries.elementsEqual(right.entries) { $0.key == $1.key && $0.value == $1.value }
  }
}

extension SortedMap: Hashable where Value: Hashable {
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(entries.count)
    for (key, value) in entries {
      hasher.combine(key)
      hasher.combine(value)
    }
  }
}

extension SortedMap: Sendable where Value: Sendable {}

extension SortedMap: CustomStringConvertible {
  @inlinable
  public var description: String {
    isEmpty ? "[:]" : "[\(entries.map { "\($0.key): \($0.value)" }.joined(separator: ", "))]"
  }
}
