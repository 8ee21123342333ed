import CZlib
import Threads

/// Compresses bodies as gzip.
///
/// A compressor's working memory, about a quarter of a megabyte, is reused: allocating it costs as
/// much as compressing a short page.
package enum Gzip {
  /// How many idle compressors are kept. More are made when more work at once, and freed
  /// afterwards.
  private static let maxIdle = 4

  private static let idle = Lock<[Compressor]>([])

  /// `bytes` as gzip; `nil` when that would not be smaller, or memory is short.
  ///
  /// Needs as much memory again as `bytes` during the call.
  package static func compress(_ bytes: [UInt8]) -> [UInt8]? {
    guard let compressor = idle.withLock({ $0.popLast() }) ?? Compressor() else { return nil }
    let packed = compressor.compress(bytes)
    idle.withLock { idle in
      if idle.count < maxIdle { idle.append(compressor) }
    }
    return packed
  }
}

/// A zlib stream. `@unchecked Sendable` because only the caller that took it from `idle` uses it.
private final class Compressor: @unchecked Sendable {
  /// Measured on pages; see docs/decisions/0010-compressed-pages.md.
  static let level: Int32 = 1

  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)

  init?() {
    stream.initialize(to: z_stream())
    guard hearth_gzip_init(stream, Self.level) == Z_OK else {
      stream.deallocate()
      return nil
    }
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
  }

  /// Compresses one body in one call; afterwards the stream is ready for the next body.
  func compress(_ bytes: [UInt8]) -> [UInt8]? {
    guard let size = UInt32(exactly: bytes.count), size > 0 else { return nil }
    defer { deflateReset(stream) }
    let packed = bytes.withUnsafeBufferPointer { input in
      [UInt8](unsafeUninitializedCapacity: bytes.count) { output, count in
        // zlib does not write to its input; its header only lacks the `const`.
        stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.pointee.avail_in = size
        stream.pointee.next_out = output.baseAddress
        stream.pointee.avail_out = size
        let isWhole = deflate(stream, Z_FINISH) == Z_STREAM_END
        count = isWhole ? bytes.count - Int(stream.pointee.avail_out) : 0
      }
    }
    return packed.isEmpty || packed.count == bytes.count ? nil : packed
  }
}
