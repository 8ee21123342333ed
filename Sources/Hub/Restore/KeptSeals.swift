/// Recently made seals, by the message that they seal.
///
/// All participants of a home are sent the same entries, mostly at the same time, and signing takes
/// longer than reading. A seal depends only on key and message, so a stored one is as good as a new
/// one.
package struct KeptSeals {
  /// Longer messages are sealed each time, because few are sent the same.
  package static let maxMessageBytes = 64 << 10
  /// The most bytes of messages that both generations together store.
  package static let maxBytes = 1 << 20

  /// A message as a key: an array of bytes is hashed byte by byte.
  private struct Message: Hashable {
    let bytes: [UInt8]

    func hash(into hasher: inout Hasher) {
      bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
  }

  private var recent: [Message: [UInt8]] = [:]
  private var recentBytes = 0
  /// The previous generation; dropped when the recent one is full.
  private var older: [Message: [UInt8]] = [:]
  private var olderBytes = 0

  package init() {}

  /// The bytes of all messages with stored seals.
  package var byteCount: Int { recentBytes + olderBytes }

  package func seal(of message: [UInt8]) -> [UInt8]? {
    guard message.count <= Self.maxMessageBytes else { return nil }
    let message = Message(bytes: message)
    return recent[message] ?? older[message]
  }

  package mutating func keep(_ seal: [UInt8], of message: [UInt8]) {
    guard message.count <= Self.maxMessageBytes else { return }
    if recentBytes + message.count > Self.maxBytes / 2 {
      (older, olderBytes, recent, recentBytes) = (recent, recentBytes, [:], 0)
    }
    if recent.updateValue(seal, forKey: Message(bytes: message)) == nil {
      recentBytes += message.count
    }
  }
}
