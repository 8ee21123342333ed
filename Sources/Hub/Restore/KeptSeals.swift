/// Seals that were made a moment ago, by what they seal. Everyone in a home is told the same entries,
/// mostly at the same time, and to sign them takes longer than to read them. A seal follows from
/// the key and the message: which of the two it comes from, nobody can tell.
package struct KeptSeals {
  /// Longer messages are sealed anew each time: few are told the same.
  package static let maxMessageBytes = 64 << 10
  /// What both halves together keep at most, in bytes of messages.
  package static let maxBytes = 1 << 20

  private var recent: [[UInt8]: [UInt8]] = [:]
  private var recentBytes = 0
  /// Goes when the recent ones are as many as may be.
  private var older: [[UInt8]: [UInt8]] = [:]
  private var olderBytes = 0

  package init() {}

  /// Of all messages that it keeps seals of.
  package var byteCount: Int { recentBytes + olderBytes }

  package func seal(of message: [UInt8]) -> [UInt8]? {
    guard message.count <= Self.maxMessageBytes else { return nil }
    return recent[message] ?? older[message]
  }

  package mutating func keep(_ seal: [UInt8], of message: [UInt8]) {
    guard message.count <= Self.maxMessageBytes else { return }
    if recentBytes + message.count > Self.maxBytes / 2 {
      (older, olderBytes, recent, recentBytes) = (recent, recentBytes, [:], 0)
    }
    if recent.updateValue(seal, forKey: message) == nil { recentBytes += message.count }
  }
}
