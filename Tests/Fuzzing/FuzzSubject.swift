import Importing
import SyncProtocol

/// One decoder under test: reads bytes that may be anything.
package struct FuzzSubject: Sendable {
  package let name: String
  /// Reads the bytes. Throws the named refusal, or `FuzzFailure` where a promise is broken.
  package let read: @Sendable ([UInt8]) throws -> Void

  package init(_ name: String, _ read: @escaping @Sendable ([UInt8]) throws -> Void) {
    self.name = name
    self.read = read
  }

  /// A message of the protocol: what was read is written as bytes that are read as the same.
  init<Message: WireCodable & Equatable & SendableMetatype>(_ name: String, _: Message.Type) {
    self.init(name) { bytes in
      let message = try Message(wireBytes: bytes)
      let written = message.wireBytes
      let again = try Self.reading(written) { try Message(wireBytes: $0) }
      guard again == message else { throw FuzzFailure("read back as another value") }
      guard again.wireBytes == written else { throw FuzzFailure("written differently") }
    }
  }

  /// Reads what this program has written, which must never be refused.
  static func reading<Result>(
    _ written: [UInt8], _ body: ([UInt8]) throws -> Result
  ) throws -> Result {
    do {
      return try body(written)
    } catch {
      throw FuzzFailure("does not read what it has written: \(error)")
    }
  }

  /// What became of an input: read, or refused with the error that is meant for it.
  func verdict(on bytes: [UInt8]) throws(FuzzFailure) -> Bool {
    do {
      try read(bytes)
      return true
    } catch is WireError {
      return false
    } catch is ImportFailure {
      return false
    } catch let failure as FuzzFailure {
      throw failure
    } catch {
      throw FuzzFailure("an error without a name: \(error)")
    }
  }
}

/// A promise about bad input that does not hold.
package struct FuzzFailure: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
