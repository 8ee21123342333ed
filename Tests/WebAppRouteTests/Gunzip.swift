import CZlib

/// What a browser reads of a gzip body of at most a megabyte.
func gunzip(_ bytes: [UInt8]) throws -> String {
  struct Broken: Error {}
  var stream = z_stream()
  let format: Int32 = 15 + 16
  guard
    inflateInit2_(&stream, format, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
  else { throw Broken() }
  defer { inflateEnd(&stream) }
  var input = bytes
  var output = [UInt8](repeating: 0, count: 1 << 20)
  let (code, left) = input.withUnsafeMutableBufferPointer { input in
    output.withUnsafeMutableBufferPointer { output in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(input.count)
      stream.next_out = output.baseAddress
      stream.avail_out = UInt32(output.count)
      return (inflate(&stream, Z_FINISH), Int(stream.avail_out))
    }
  }
  guard code == Z_STREAM_END else { throw Broken() }
  return String(decoding: output.dropLast(left), as: UTF8.self)
}
