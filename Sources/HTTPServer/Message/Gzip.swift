import CZlib
import Threads

/// Compresses bodies as gzip.
///
/// A compressor's own memory, about a quarter of a megabyte, is made once and used again: making it
/// costs as much as compressing a short page.
package enum Gzip {
  /// Compressors that are kept for the next body; more are made and freed when more work at once.
  private static let maxIdle = 4

  private static let idle = Lock<[Compressor]>([])

  /// `bytes` as gzip; `nil` when that would not be smaller, or there is no memory for it.
  ///
  /// Takes as much memory again as `bytes` for the time of the call.
  package static func compress(_ bytes: [UInt8]) -> [UInt8]? {
    guard let compressor = idle.withLock({ $0.popLast() }) ?? Compressor() else { return nil }
    let packed = compressor.compress(bytes)
    idle.withLock { idle in
      if idle.count < maxIdle { idle.append(compressor) }
    }
    return packed
  }
}

/// A zlib stream. `@unchecked Sendable` because whoever takes one from the idle ones has it alone.
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

  /// One body in one call; the stream is ready for the next one afterwards.
  func compress(_ bytes: [UInt8]) -> [UInt8]? {
    guard let size = UInt32(exactly: bytes.count), size > 0 else { return nil }
    defer { deflateReset(stream) }
    let packed = bytes.withUnsafeBufferPointer { input in
      [UInt8](unsafeUninitializedCapacity: bytes.count) { output, count in
        // zlib does not write to its input; its header only fails to say so.
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
