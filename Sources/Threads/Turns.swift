/// A queue with one lane per key, whose keys take turns: a key with many elements delays the others
/// by only one of them at a time.
///
/// The key served last gives way to any other, so that a key that rarely has elements is served
/// next.
public struct Turns<Key: Hashable, Element> {
  private var lanes: [Key: Lane<Element>] = [:]
  /// The keys with waiting elements, in the order of their turns.
  private var order = Lane<Key>()
  private var last: Key?
  /// The number of waiting elements.
  public private(set) var count = 0

  private struct Lane<Content> {
    private var contents: [Content?] = []
    private var head = 0

    var isEmpty: Bool { head == contents.count }
    var first: Content? { isEmpty ? nil : contents[head] }
    var hasOne: Bool { contents.count - head == 1 }

    mutating func append(_ content: Content) { contents.append(content) }

    mutating func popFirst() -> Content? {
      guard !isEmpty else { return nil }
      defer {
        // Releases the element that leaves, and reuses its room.
        contents[head] = nil
        head += 1
        if isEmpty {
          contents.removeAll(keepingCapacity: true)
          head = 0
        } else if head > 64, head * 2 > contents.count {
          contents.removeFirst(head)
          head = 0
        }
      }
      return contents[head]
    }
  }

  public init() {}

  public var isEmpty: Bool { count == 0 }

  /// Appends `element` to the lane of `key`.
  public mutating func append(_ element: Element, for key: Key) {
    if lanes[key] == nil { order.append(key) }
    lanes[key, default: Lane<Element>()].append(element)
    count += 1
  }

  /// The element that `popFirst` would take now.
  public mutating func first() -> Element? {
    giveWay()
    return order.first.flatMap { lanes[$0]?.first }
  }

  /// Takes the next element and ends its key's turn; `nil` when nothing waits.
  public mutating func popFirst() -> Element? {
    giveWay()
    guard let key = order.popFirst() else { return nil }
    let element = lanes[key]?.popFirst()
    if lanes[key]?.isEmpty ?? true { lanes[key] = nil } else { order.append(key) }
    last = key
    count -= 1
    return element
  }

  /// Notes that `key` had a turn without waiting for it.
  public mutating func noteTurn(of key: Key) { last = key }

  private mutating func giveWay() {
    guard let key = order.first, key == last, !order.hasOne else { return }
    order.append(key)
    _ = order.popFirst()
  }
}
