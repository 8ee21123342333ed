import CQPDF

extension PDFFile {
  /// The most annotations of one page that are considered: notes, stamps and form fields.
  private static let maxAnnotations = 500
  /// The bits of an annotation's flags that hide it: hidden, and not shown on a screen.
  private static let invisibleFlags = 2 | 32

  /// The page's form with its annotations drawn on it: stamps, notes, values of fields. Returns
  /// `form` itself if there are none.
  func addAnnotations(
    of page: Object, of source: PDFFile, over form: Object, corners: String, copied: inout Copied
  ) throws(Failure) -> Object {
    let annotations = source.value("/Annots", of: page)
    guard source.isArray(annotations) else { return form }
    let forms = parse("<< >>")
    var drawing = "q /Page Do Q\n"
    var count = 0
    for annotation in source.items(of: annotations).prefix(Self.maxAnnotations) {
      guard let appearance = source.appearance(of: annotation),
        let matrix = source.placement(of: appearance, in: annotation),
        source.canCopy(appearance, copied: &copied)
      else { continue }
      let copy = qpdf_oh_copy_foreign_object(data, source.data, appearance)
      let dictionary = qpdf_oh_get_dict(data, copy)
      set("/Type", parse("/XObject"), in: dictionary)
      set("/Subtype", parse("/Form"), in: dictionary)
      set("/Note\(count)", copy, in: forms)
      drawing += "q \(matrix) /Note\(count) Do Q\n"
      count += 1
    }
    guard count > 0 else { return form }
    set("/Page", qpdf_make_indirect_object(data, form), in: forms)
    let resources = parse("<< >>")
    set("/XObject", forms, in: resources)
    let whole = addStream(Array(drawing.utf8))
    let dictionary = qpdf_oh_get_dict(data, whole)
    set("/Type", parse("/XObject"), in: dictionary)
    set("/Subtype", parse("/Form"), in: dictionary)
    set("/BBox", parse("[\(corners)]"), in: dictionary)
    set("/Resources", resources, in: dictionary)
    try check()
    return whole
  }

  /// The appearance stream of a visible annotation in its present state; `nil` if there is none.
  private func appearance(of annotation: Object) -> Object? {
    guard isDictionary(annotation) else { return nil }
    let flags = value("/F", of: annotation)
    if qpdf_oh_is_integer(data, flags) != 0 {
      guard Int(qpdf_oh_get_int_value(data, flags)) & Self.invisibleFlags == 0 else { return nil }
    }
    let appearances = value("/AP", of: annotation)
    guard isDictionary(appearances) else { return nil }
    let normal = value("/N", of: appearances)
    if isStream(normal) { return normal }
    let state = value("/AS", of: annotation)
    guard isDictionary(normal), qpdf_oh_is_name(data, state) != 0,
      let name = qpdf_oh_get_name(data, state).map({ String(cString: $0) })
    else { return nil }
    let chosen = value(name, of: normal)
    return isStream(chosen) ? chosen : nil
  }

  /// The operator with the matrix that fits an appearance into its annotation's rectangle (ISO
  /// 32000-1, 12.5.5).
  private func placement(of appearance: Object, in annotation: Object) -> String? {
    let dictionary = qpdf_oh_get_dict(data, appearance)
    guard let target = rectangle(value("/Rect", of: annotation), minSide: 0.01),
      let box = rectangle(value("/BBox", of: dictionary), minSide: 0.01)
    else { return nil }
    let items =
      isArray(value("/Matrix", of: dictionary))
      ? items(of: value("/Matrix", of: dictionary)) : []
    let own =
      items.count == 6 && items.allSatisfy { qpdf_oh_is_number(data, $0) != 0 }
      ? items.map { qpdf_oh_get_numeric_value(data, $0) } : [1, 0, 0, 1, 0, 0]
    let corners = [(box.x, box.y), (box.right, box.y), (box.x, box.top), (box.right, box.top)]
    let xs = corners.map { own[0] * $0.0 + own[2] * $0.1 + own[4] }
    let ys = corners.map { own[1] * $0.0 + own[3] * $0.1 + own[5] }
    guard let left = xs.min(), let right = xs.max(), let low = ys.min(), let top = ys.max(),
      right - left > 0.01, top - low > 0.01
    else { return nil }
    let scaleX = (target.right - target.x) / (right - left)
    let scaleY = (target.top - target.y) / (top - low)
    let matrix = [
      scaleX, 0, 0, scaleY, target.x - left * scaleX, target.y - low * scaleY,
    ]
    return matrix.map(PDFFile.number).joined(separator: " ") + " cm"
  }
}
