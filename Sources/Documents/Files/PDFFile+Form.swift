import CQPDF
import CZlib
import Glibc

extension PDFFile {
  /// A page converted to a form, which can be drawn on other pages.
  struct Form {
    var object: Object
    /// The visible part of the page, before rotation.
    var x: Double
    var y: Double
    var width: Double
    var height: Double
    var quarterTurns: Int

    var shownWidth: Double { quarterTurns % 2 == 0 ? width : height }
    var shownHeight: Double { quarterTurns % 2 == 0 ? height : width }

    /// The operator that places the form with its lower left corner at a point, for a content
    /// stream.
    func placement(x left: Double, y low: Double, scale s: Double) -> String {
      let (right, top) = (x + width, y + height)
      let matrix =
        switch quarterTurns {
        case 1: [0, -s, s, 0, left - s * y, low + s * right]
        case 2: [-s, 0, 0, -s, left + s * right, low + s * top]
        case 3: [0, s, -s, 0, left + s * top, low - s * x]
        default: [s, 0, 0, s, left - s * x, low - s * y]
        }
      return matrix.map(PDFFile.number).joined(separator: " ") + " cm"
    }
  }

  /// The deepest nesting of objects that is followed, since the library uses recursion.
  private static let maxDepth = 200
  /// The most values that one page may use, down to single numbers.
  private static let maxValuesInPage = 200_000
  /// The most bytes of a page's contents, if they have to be decompressed.
  private static let maxContentBytes = 64 * 1024 * 1024
  private static let maxPageTreeNodes = 20_000

  /// Whether the page tree is well formed and small enough to be followed.
  func hasSoundPageTree() -> Bool {
    var count = 0
    func isSound(_ node: Object, depth: Int) -> Bool {
      count += 1
      guard depth < 50, count < Self.maxPageTreeNodes, isDictionary(node) else { return false }
      let kids = value("/Kids", of: node)
      return !isArray(kids) || items(of: kids).allSatisfy { isSound($0, depth: depth + 1) }
    }
    return isSound(value("/Pages", of: qpdf_get_root(data)), depth: 0)
  }

  /// The values copied from a file so far, each counted once.
  struct Copied {
    fileprivate var objects: Set<Int32> = []
    /// Each takes some hundred bytes of memory until the document is written.
    fileprivate(set) var valueCount = 0
  }

  /// Makes a form of another file's page. That file must live until this one is written.
  func addForm(
    ofPage index: Int, of source: PDFFile, copied: inout Copied
  ) throws(Failure) -> Form {
    let page = try source.page(index)
    let visible = source.rectangle(source.value("/CropBox", of: page))
    guard source.isDictionary(page),
      let box = visible ?? source.rectangle(source.value("/MediaBox", of: page))
    else { throw .unsound }
    let rotation = source.value("/Rotate", of: page)
    let degrees =
      qpdf_oh_is_integer(source.data, rotation) != 0
      ? Int(qpdf_oh_get_int_value(source.data, rotation) % 360) : 0

    let stream = try addContents(of: page, of: source)
    let dictionary = qpdf_oh_get_dict(data, stream)
    set("/Type", parse("/XObject"), in: dictionary)
    set("/Subtype", parse("/Form"), in: dictionary)
    let corners = [box.x, box.y, box.right, box.top].map(PDFFile.number).joined(separator: " ")
    set("/BBox", parse("[\(corners)]"), in: dictionary)
    for key in ["/Resources", "/Group"] {
      let object = source.value(key, of: page)
      guard source.isDictionary(object) else { continue }
      guard source.canCopy(object, copied: &copied) else { throw .unsound }
      set(key, copy(object, of: source), in: dictionary)
    }
    let whole = try addAnnotations(
      of: page, of: source, over: stream, corners: corners, copied: &copied)
    try source.check()
    try check()
    return Form(
      object: whole, x: box.x, y: box.y, width: box.right - box.x, height: box.top - box.y,
      quarterTurns: ((degrees + 360) % 360) / 90)
  }

  /// Copies a form that was made in another file into this one.
  func copyForm(_ form: Object, of source: PDFFile) throws(Failure) -> Object {
    let copy = qpdf_oh_copy_foreign_object(data, source.data, form)
    try check()
    return copy
  }

  static func number(_ value: Double) -> String {
    // Four decimals are far finer than any printer.
    let scaled = (value * 10_000).rounded()
    guard scaled.isFinite, abs(scaled) < 1e15 else { return "0" }
    let whole = Int(abs(scaled)) / 10_000
    let fraction = String(Int(abs(scaled)) % 10_000)
    let sign = scaled < 0 ? "-" : ""
    return "\(sign)\(whole).\(String(repeating: "0", count: 4 - fraction.count))\(fraction)"
  }

  /// Whether an object, with everything it refers to, can be copied without exhausting the stack or
  /// taking too long.
  func canCopy(_ object: Object, copied: inout Copied) -> Bool {
    // Local to this call, because the library's depth depends on where it begins.
    var seen: Set<Int32> = []
    var count = 0
    func isSound(_ object: Object, depth: Int, isNew: Bool) -> Bool {
      count += 1
      guard depth < Self.maxDepth, count < Self.maxValuesInPage else { return false }
      var isNew = isNew
      if isIndirect(object) {
        let id = qpdf_oh_get_object_id(data, object)
        guard seen.insert(id).inserted else { return true }
        isNew = copied.objects.insert(id).inserted
      }
      if isNew { copied.valueCount += 1 }
      if isArray(object) {
        return items(of: object).allSatisfy { isSound($0, depth: depth + 1, isNew: isNew) }
      }
      guard isDictionary(object) || isStream(object) else { return true }
      let dictionary = isStream(object) ? qpdf_oh_get_dict(data, object) : object
      return keys(of: dictionary).allSatisfy {
        isSound(value($0, of: dictionary), depth: depth + 1, isNew: isNew)
      }
    }
    return isSound(object, depth: 0, isNew: true)
  }

  /// Copies an object that `canCopy` has accepted. A direct object is created anew, with copies of
  /// what it refers to.
  private func copy(_ object: Object, of source: PDFFile) -> Object {
    if source.isIndirect(object) {
      return qpdf_oh_copy_foreign_object(data, source.data, object)
    }
    if source.isArray(object) {
      let array = qpdf_oh_new_array(data)
      for item in source.items(of: object) {
        qpdf_oh_append_item(data, array, copy(item, of: source))
      }
      return array
    }
    if source.isDictionary(object) {
      let dictionary = qpdf_oh_new_dictionary(data)
      for key in source.keys(of: object) {
        set(key, copy(source.value(key, of: object), of: source), in: dictionary)
      }
      return dictionary
    }
    guard let text = qpdf_oh_unparse(source.data, object) else { return qpdf_oh_new_null(data) }
    return parse(String(cString: text))
  }

  /// Adds the page's contents to this file as one stream: still compressed if they are a single
  /// stream, otherwise decompressed and joined.
  private func addContents(of page: Object, of source: PDFFile) throws(Failure) -> Object {
    let contents = source.value("/Contents", of: page)
    if source.isStream(contents) {
      let dictionary = qpdf_oh_get_dict(source.data, contents)
      let filter = source.value("/Filter", of: dictionary)
      let parameters = source.value("/DecodeParms", of: dictionary)
      var copied = Copied()
      guard source.canCopy(filter, copied: &copied), source.canCopy(parameters, copied: &copied)
      else { throw .unsound }
      return addStream(
        try source.packedBytes(of: contents), filter: copy(filter, of: source),
        parameters: copy(parameters, of: source))
    }
    var joined: [UInt8] = []
    if source.isArray(contents) {
      for part in source.items(of: contents) where source.isStream(part) {
        joined += try source.unpackedBytes(of: part, maxBytes: Self.maxContentBytes - joined.count)
        joined.append(10)
      }
    }
    return addStream(joined)
  }

  private func packedBytes(of stream: Object) throws(Failure) -> [UInt8] {
    var buffer: UnsafeMutablePointer<UInt8>?
    var count = 0
    try check(qpdf_oh_get_stream_data(data, stream, qpdf_dl_none, nil, &buffer, &count))
    defer { free(buffer) }
    return Array(UnsafeBufferPointer(start: buffer, count: buffer == nil ? 0 : count))
  }

  /// Decompressed here, because the library would do so without a limit.
  private func unpackedBytes(of stream: Object, maxBytes: Int) throws(Failure) -> [UInt8] {
    let dictionary = qpdf_oh_get_dict(data, stream)
    var filter = value("/Filter", of: dictionary)
    if isArray(filter), qpdf_oh_get_array_n_items(data, filter) == 1 {
      filter = qpdf_oh_get_array_item(data, filter, 0)
    }
    let packed = try packedBytes(of: stream)
    let isPlain = isNull(filter) || isArray(filter) && qpdf_oh_get_array_n_items(data, filter) == 0
    if isPlain {
      guard packed.count <= maxBytes else { throw .unsound }
      return packed
    }
    let name = qpdf_oh_get_name(data, filter).map { String(cString: $0) }
    guard name == "/FlateDecode", isNull(value("/DecodeParms", of: dictionary)),
      let bytes = inflated(packed, maxBytes: maxBytes)
    else { throw .unsound }
    return bytes
  }
}

/// Decompresses zlib data; `nil` if it is damaged, truncated or larger than `maxBytes`.
private func inflated(_ packed: [UInt8], maxBytes: Int) -> [UInt8]? {
  var stream = z_stream()
  guard inflateInit_(&stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
    return nil
  }
  defer { inflateEnd(&stream) }
  var input = packed
  var output: [UInt8] = []
  var piece = [UInt8](repeating: 0, count: 64 * 1024)
  return input.withUnsafeMutableBufferPointer { input -> [UInt8]? in
    stream.next_in = input.baseAddress
    stream.avail_in = UInt32(clamping: input.count)
    while true {
      let (result, written) = piece.withUnsafeMutableBufferPointer { piece in
        stream.next_out = piece.baseAddress
        stream.avail_out = UInt32(piece.count)
        let result = inflate(&stream, Z_NO_FLUSH)
        return (result, piece.count - Int(stream.avail_out))
      }
      guard result == Z_OK || result == Z_STREAM_END, output.count + written <= maxBytes else {
        return nil
      }
      output += piece[..<written]
      if result == Z_STREAM_END { return output }
    }
  }
}
