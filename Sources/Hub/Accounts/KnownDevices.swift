import CSodium

/// Tells a device that has signed in with a name before from any other.
///
/// After a right password a device is given a proof: a random id, and a keyed hash of that id and
/// the name. It keeps the proof when it signs out, with those of two others who use it. The proof opens nothing: it only lets guesses
/// from other devices count for those devices alone (`AttemptLimits`). It says nothing about its
/// person, and a hub that loses its key takes the device for a new one.
struct KnownDevices: Sendable {
  static let keyBytes = 32
  static let idBytes = 16
  static let hashBytes = 16
  /// Characters of a proof: id and hash, hexadecimal.
  static let characterCount = 2 * (idBytes + hashBytes)

  private let key: [UInt8]

  init(key: [UInt8]) {
    precondition(key.count == Self.keyBytes, "a key of known devices has \(Self.keyBytes) bytes")
    self.key = key
  }

  /// The key for proofs that follows from a hub's secret.
  static func key(from secret: [UInt8]) -> [UInt8] {
    keyedHash(of: Array("known devices".utf8), secret, count: keyBytes)
  }

  /// How many people's proofs a device keeps, and what separates them.
  static let maxProofs = 3
  static let separator: Character = "."

  /// The proof for a device that has just signed in, before those of others that it has shown.
  func proof(for nameKey: String, id: [UInt8], before shown: String?) -> String {
    precondition(id.count == Self.idBytes, "a device's id has \(Self.idBytes) bytes")
    let others = Self.proofs(in: shown).filter { device(provingAlone: $0, for: nameKey) == nil }
    let all = [Self.hexadecimal(id + hash(id, nameKey))] + others
    return all.prefix(Self.maxProofs).joined(separator: String(Self.separator))
  }

  /// The device that one of its proofs is of; `nil` if all were made for other names, or not by this
  /// hub.
  func device(proving text: String?, for nameKey: String) -> String? {
    Self.proofs(in: text).lazy.compactMap { device(provingAlone: $0, for: nameKey) }.first
  }

  private static func proofs(in text: String?) -> [String] {
    guard let text, text.utf8.count <= (characterCount + 1) * maxProofs else { return [] }
    return text.split(separator: separator).prefix(maxProofs).map(String.init)
      .filter { $0.utf8.count == characterCount }
  }

  private func device(provingAlone text: String, for nameKey: String) -> String? {
    guard let bytes = Self.bytes(of: text) else { return nil }
    let (id, proof) = (Array(bytes.prefix(Self.idBytes)), Array(bytes.dropFirst(Self.idBytes)))
    let expected = hash(id, nameKey)
    guard sodium_memcmp(expected, proof, expected.count) == 0 else { return nil }
    return Self.hexadecimal(id)
  }

  private func hash(_ id: [UInt8], _ nameKey: String) -> [UInt8] {
    Self.keyedHash(of: id + Array(nameKey.utf8), key, count: Self.hashBytes)
  }

  private static func keyedHash(of bytes: [UInt8], _ key: [UInt8], count: Int) -> [UInt8] {
    Sodium.require()
    var hash = [UInt8](repeating: 0, count: count)
    crypto_generichash(&hash, hash.count, bytes, UInt64(bytes.count), key, key.count)
    return hash
  }

  private static let digits = Array("0123456789abcdef".utf8)

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  private static func bytes(of text: String) -> [UInt8]? {
    let values = text.utf8.map { digits.firstIndex(of: $0) }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: values.count - 1, by: 2) {
      guard let high = values[index], let low = values[index + 1] else { return nil }
      bytes.append(UInt8(high << 4 | low))
    }
    return bytes
  }
}
