import CQPDF

/// Assembles a report from its drawn pages, its receipts and the number of pages.
struct ReportAssembly {
  /// A receipt's page, and its placement on a page of the report.
  struct Placed {
    var page: Int
    var file: Int
    var pageInFile: Int
    /// The matrix as an operator of a content stream.
    var placement: String
  }

  let body: ScratchFile
  /// A PDF with a single page, which contains only the total number of pages.
  let totalBytes: [UInt8]
  let numberedPages: [Int]
  let receipts: ScratchFile
  /// The range of each file of receipts in `receipts`.
  let receiptRanges: [Range<Int>]
  let placed: [Placed]

  private static let totalName = "/HearthTotal"
  private static let receiptName = "/HearthReceipt"

  /// Writes the report to a path, or to standard output if `nil`.
  func write(to path: String?, isCancelled: () -> Bool) throws(DocumentError) {
    let (drawn, kept) = (try self.body.mapped(), try self.receipts.mapped())
    var wasCancelled = false
    do throws(PDFFile.Failure) {
      let body = try PDFFile(mapped: drawn)
      let total = try PDFFile(totalBytes)
      // One file of receipts at a time: copies from it still refer to its bytes, but not to its
      // objects.
      var part: (index: Int, file: PDFFile)?
      var copied = PDFFile.Copied()
      let form = try body.addForm(ofPage: 0, of: total, copied: &copied).object
      let totalForm = qpdf_make_indirect_object(body.data, form)
      let before = qpdf_make_indirect_object(body.data, body.addStream(Array("q\n".utf8)))
      let after = qpdf_make_indirect_object(
        body.data, body.addStream(Array("\nQ q \(Self.totalName) Do Q\n".utf8)))
      try body.check()

      let receipts = Dictionary(grouping: placed, by: \.page)
      for index in numberedPages {
        guard !isCancelled() else {
          wasCancelled = true
          throw .unsound
        }
        let page = try body.page(index)
        let contents = qpdf_oh_new_array(body.data)
        qpdf_oh_append_item(body.data, contents, before)
        qpdf_oh_append_item(body.data, contents, body.value("/Contents", of: page))
        qpdf_oh_append_item(body.data, contents, after)
        add(totalForm, as: Self.totalName, to: page, of: body)
        for receipt in receipts[index] ?? [] {
          let source: PDFFile
          if let part, part.index == receipt.file {
            source = part.file
          } else {
            source = try PDFFile(
              mapped: UnsafeRawBufferPointer(rebasing: kept[receiptRanges[receipt.file]]))
            part = (receipt.file, source)
          }
          let form = try body.copyForm(
            ReceiptParts.form(ofPage: receipt.pageInFile, in: source), of: source)
          add(form, as: Self.receiptName, to: page, of: body)
          let drawing = "q \(receipt.placement) \(Self.receiptName) Do Q\n"
          qpdf_oh_append_item(body.data, contents, body.addStream(Array(drawing.utf8)))
        }
        body.set("/Contents", contents, in: page)
        try body.check()
      }
      try body.write(to: path)
      withExtendedLifetime(total) {}
    } catch {
      throw wasCancelled ? .cancelled : .drawing(error.words)
    }
  }

  private func add(
    _ form: PDFFile.Object, as name: String, to page: PDFFile.Object, of file: PDFFile
  ) {
    var resources = file.value("/Resources", of: page)
    if !file.isDictionary(resources) {
      resources = file.parse("<< >>")
      file.set("/Resources", resources, in: page)
    }
    var forms = file.value("/XObject", of: resources)
    if !file.isDictionary(forms) {
      forms = file.parse("<< >>")
      file.set("/XObject", forms, in: resources)
    }
    file.set(name, form, in: forms)
  }
}
