import Images

/// The contents of one label.
package struct Label: Sendable, Equatable {
  /// The text of the QR code, usually a URL.
  package var code: String
  /// Shown in up to two lines.
  package var title: String
  /// Up to two lines, one for each text; further ones are left out.
  package var details: [String]
  /// Printed at the bottom, for people without a scanner; empty for none.
  package var assetID: String

  package init(code: String, title: String, details: [String] = [], assetID: String = "") {
    self.code = code
    self.title = title
    self.details = details
    self.assetID = assetID
  }
}

/// Labels with QR codes, on sheets or one per page.
package struct LabelSheet {
  /// The most copies of each label.
  package static let maxCopies = 1000

  package var format: LabelFormat
  package var information: DocumentInformation
  /// The first position to use on the first sheet, row by row from 0; the labels before it are used
  /// up.
  package var start = 0
  /// How many copies of each label to print, one after the other.
  package var copies = 1
  /// Whether to draw the border of each label, for a test on plain paper.
  package var hasOutlines = false

  package init(
    format: LabelFormat, information: DocumentInformation, start: Int = 0, copies: Int = 1,
    hasOutlines: Bool = false
  ) {
    self.format = format
    self.information = information
    self.start = start
    self.copies = copies
    self.hasOutlines = hasOutlines
  }

  /// Writes the PDF, sheet by sheet. The call blocks until it is done, so it belongs on a thread of
  /// its own.
  ///
  /// - Parameter next: returns one label after the other, and `nil` at the end.
  package func write(
    labels next: () throws -> Label?, isCancelled: () -> Bool = { false },
    to sink: (UnsafeRawBufferPointer) throws -> Void
  ) throws(DocumentError) {
    guard format.isUsable else { throw .invalidFormat }
    guard (1...LabelSheet.maxCopies).contains(copies) else { throw .invalidCopies }
    guard (0..<format.labelsPerSheet).contains(start) else {
      throw .startOutsideSheet(labelsPerSheet: format.labelsPerSheet)
    }
    let result = withoutActuallyEscaping(sink) { sink -> Result<Void, DocumentError> in
      do throws(DocumentError) {
        try DrawingTurn.take { () throws(DocumentError) in
          try writePages(labels: next, isCancelled: isCancelled, to: sink)
        }
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    try result.get()
  }

  private func writePages(
    labels next: () throws -> Label?, isCancelled: () -> Bool,
    to sink: @escaping (UnsafeRawBufferPointer) throws -> Void
  ) throws(DocumentError) {
    let canvas = try Canvas(size: format.page, information: information, sink: sink)
    let design = try LabelDesign(format: format)
    var place = start
    var count = 0
    while let label = try pull(next) {
      let code = try code(of: label, index: count)
      for _ in 0..<copies {
        if isCancelled() { throw .cancelled }
        if place == format.labelsPerSheet {
          try canvas.showPage()
          place = 0
        }
        let area = format.area(ofLabel: place)
        if hasOutlines { canvas.stroke(area, .lineStrong, width: 0.4, radius: 2) }
        design.draw(label, code: code, in: area, on: canvas)
        place += 1
      }
      count += 1
    }
    guard count > 0 else { throw .nothingToPrint }
    try canvas.showPage()
    try canvas.finish()
  }

  /// Whether phones can read a code with this text on labels of this format.
  package static func isReadable(_ text: String, on format: LabelFormat) -> Bool {
    // The cause does not matter: a text that has no code is not readable.
    guard format.isUsable, let code = try? QRCode(text) else { return false }
    return LabelDesign.isReadable(code, on: format)
  }

  private func pull(_ next: () throws -> Label?) throws(DocumentError) -> Label? {
    do { return try DrawingTurn.pause { try next() } } catch { throw .sourceFailed(error) }
  }

  private func code(
    of label: Label, index: Int
  ) throws(DocumentError) -> QRCode {
    let code: QRCode
    do throws(QRCode.Failure) {
      code = try QRCode(label.code)
    } catch {
      throw .unreadableCode(label: index)
    }
    guard LabelDesign.isReadable(code, on: format) else { throw .unreadableCode(label: index) }
    return code
  }
}
