import CQPDF

/// A PDF file as a set of objects, read when needed.
///
/// Object handles belong to the file they come from. For one thread at a time.
final class PDFFile {
  /// A handle to one of the file's objects.
  typealias Object = qpdf_oh

  struct Failure: Error {
    var isPassword: Bool
    var words: String
  }

  private var pointer: qpdf_data?
  /// The bytes of a file in memory, which are read as long as the file lives.
  private var memory: UnsafeMutableRawPointer?

  var data: qpdf_data {
    guard let pointer else { preconditionFailure("a closed file") }
    return pointer
  }

  private init() {
    pointer = qpdf_init()
    qpdf_set_suppress_warnings(data, 1)
    qpdf_silence_errors(data)
  }

  deinit {
    qpdf_cleanup(&pointer)
    memory?.deallocate()
  }

  static func empty() throws(Failure) -> PDFFile {
    let file = PDFFile()
    try file.check(qpdf_empty_pdf(file.data))
    return file
  }

  /// Reads bytes in place. They must stay valid as long as this file is used, and until every file
  /// that something was copied to is written.
  convenience init(mapped bytes: UnsafeRawBufferPointer) throws(Failure) {
    self.init()
    try read(bytes)
  }

  /// Reads a copy of the bytes, which the file keeps.
  convenience init(_ bytes: [UInt8]) throws(Failure) {
    self.init()
    let copy = UnsafeMutableRawPointer.allocate(byteCount: max(1, bytes.count), alignment: 16)
    UnsafeMutableRawBufferPointer(start: copy, count: bytes.count).copyBytes(from: bytes)
    memory = copy
    try read(UnsafeRawBufferPointer(start: copy, count: bytes.count))
  }

  private func read(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
    try check(
      qpdf_read_memory(
        data, "memory", bytes.bindMemory(to: CChar.self).baseAddress, UInt64(bytes.count), nil))
  }

  /// Throws the error that the library has recorded since the last call, if any.
  func check(_ code: QPDF_ERROR_CODE = 0) throws(Failure) {
    // Bit 0 means warnings, bit 1 an error.
    guard code & 2 != 0 || qpdf_has_error(data) != 0 else { return }
    let error = qpdf_get_error(data)
    let words = qpdf_get_error_full_text(data, error).map { String(cString: $0) } ?? ""
    throw Failure(
      isPassword: qpdf_get_error_code(data, error) == qpdf_e_password, words: words)
  }

  /// Discards errors that have been handled.
  func forgetErrors() {
    while qpdf_has_error(data) != 0 { _ = qpdf_get_error(data) }
  }

  var pageCount: Int {
    get throws(Failure) {
      let count = qpdf_get_num_pages(data)
      try check()
      return Int(count)
    }
  }

  func page(_ index: Int) throws(Failure) -> Object {
    let page = qpdf_get_page_n(data, index)
    try check()
    return page
  }

  func parse(_ text: String) -> Object { qpdf_oh_parse(data, text) }

  func value(_ key: String, of dictionary: Object) -> Object {
    qpdf_oh_get_key(data, dictionary, key)
  }

  func set(_ key: String, _ value: Object, in dictionary: Object) {
    qpdf_oh_replace_key(data, dictionary, key, value)
  }

  func isDictionary(_ object: Object) -> Bool { qpdf_oh_is_dictionary(data, object) != 0 }
  func isStream(_ object: Object) -> Bool { qpdf_oh_is_stream(data, object) != 0 }
  func isArray(_ object: Object) -> Bool { qpdf_oh_is_array(data, object) != 0 }
  func isNull(_ object: Object) -> Bool { qpdf_oh_is_null(data, object) != 0 }
  func isIndirect(_ object: Object) -> Bool { qpdf_oh_is_indirect(data, object) != 0 }

  func items(of array: Object) -> [Object] {
    (0..<qpdf_oh_get_array_n_items(data, array)).map { qpdf_oh_get_array_item(data, array, $0) }
  }

  func keys(of dictionary: Object) -> [String] {
    var keys: [String] = []
    qpdf_oh_begin_dict_key_iter(data, dictionary)
    while qpdf_oh_dict_more_keys(data) != 0 {
      guard let key = qpdf_oh_dict_next_key(data) else { break }
      keys.append(String(cString: key))
    }
    return keys
  }

  /// The corners of a rectangle in order; `nil` if the object is not a rectangle to draw in.
  func rectangle(
    _ object: Object, minSide: Double = 1
  ) -> (x: Double, y: Double, right: Double, top: Double)? {
    guard isArray(object) else { return nil }
    let items = items(of: object)
    guard items.count == 4, items.allSatisfy({ qpdf_oh_is_number(data, $0) != 0 }) else {
      return nil
    }
    let numbers = items.map { qpdf_oh_get_numeric_value(data, $0) }
    // The limit is far beyond any page, so that no later calculation goes out of range.
    guard numbers.allSatisfy({ $0.isFinite && abs($0) < 1_000_000 }) else { return nil }
    let (x, right) = (min(numbers[0], numbers[2]), max(numbers[0], numbers[2]))
    let (y, top) = (min(numbers[1], numbers[3]), max(numbers[1], numbers[3]))
    guard right - x >= minSide, top - y >= minSide else { return nil }
    return (x, y, right, top)
  }

  /// A new stream with these bytes; without `filter` they are uncompressed, and will be compressed
  /// on writing.
  func addStream(_ bytes: [UInt8], filter: Object? = nil, parameters: Object? = nil) -> Object {
    let stream = qpdf_oh_new_stream(data)
    let null = qpdf_oh_new_null(data)
    qpdf_oh_replace_stream_data(
      data, stream, bytes, bytes.count, filter ?? null, parameters ?? null)
    return stream
  }

  /// Releases all object handles; call it when the work with them is finished.
  func releaseObjects() { qpdf_oh_release_all(data) }

  /// Writes the file to a path, or to standard output if `nil`, with an identifier derived from its
  /// contents.
  func write(to path: String?) throws(Failure) {
    if let path {
      try check(qpdf_init_write(data, path))
    } else {
      try check(qpdf_init_write(data, nil))
    }
    try write()
  }

  /// Writes the file to memory, and passes the bytes to `use`; they are only valid during that
  /// call.
  func write<Result>(
    _ use: (UnsafeRawBufferPointer) throws(DocumentError) -> Result
  ) throws(DocumentError) -> Result {
    do throws(Failure) {
      try check(qpdf_init_write_memory(data))
      try write()
    } catch {
      throw .drawing(error.words)
    }
    return try use(
      UnsafeRawBufferPointer(
        start: qpdf_get_buffer(data), count: Int(qpdf_get_buffer_length(data))))
  }

  private func write() throws(Failure) {
    qpdf_set_decode_level(data, qpdf_dl_none)
    qpdf_set_compress_streams(data, 1)
    qpdf_set_deterministic_ID(data, 1)
    try check(qpdf_write(data))
  }
}
