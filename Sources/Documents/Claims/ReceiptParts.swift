import CQPDF

/// The pages of appended receipts, collected in PDF files until the report is assembled.
///
/// Each file is written to the scratch file as soon as it is full, one after the other, so only the
/// receipts of one file are in memory.
final class ReceiptParts {
  /// Where a receipt's page is kept, and its form.
  struct Page {
    var file: Int
    var pageInFile: Int
    var form: PDFFile.Form
  }

  private static let maxReceiptsInFile = 64
  private static let maxBytesInFile = 32 * 1024 * 1024
  /// How near the end the end mark of a PDF must be; without it the file is truncated.
  private static let endMarkWithinBytes = 2048
  /// The name of the form on the page that keeps it.
  private static let formName = "/HearthReceipt"

  private let scratch: ScratchFile
  private let maxValues: Int
  /// The range of each file in the scratch file.
  private(set) var ranges: [Range<Int>] = []
  private var file: PDFFile?
  private var pagesInFile = 0
  private var bytesInFile = 0
  private var valueCount = 0
  /// The receipts whose streams are copied when the current file is written.
  private var sources: [PDFFile] = []

  init(scratch: ScratchFile, maxValues: Int) {
    self.scratch = scratch
    self.maxValues = maxValues
  }

  /// Adds the pages of a PDF; `nil` stands for a page that could not be read.
  func add(_ bytes: [UInt8]) throws(ClaimReport.ReceiptProblem) -> [Page?] {
    guard valueCount < maxValues else { throw .reportFull }
    let (source, count) = try open(bytes)
    var copied = PDFFile.Copied()
    defer { valueCount += copied.valueCount }
    let target: PDFFile
    do throws(PDFFile.Failure) {
      if let file { target = file } else { target = try PDFFile.empty() }
    } catch {
      throw .damaged
    }
    file = target
    sources.append(source)
    bytesInFile += bytes.count
    return (0..<count).map { index in
      // A page that cannot be read is reported on its page; the others are kept.
      guard let form = try? keep(index, of: source, in: target, copied: &copied)
      else {
        target.forgetErrors()
        source.forgetErrors()
        return nil
      }
      pagesInFile += 1
      return Page(file: ranges.count, pageInFile: pagesInFile - 1, form: form)
    }
  }

  /// Writes the current file, if it is full or `ifFull` is false.
  func write(ifFull: Bool) throws(DocumentError) {
    guard let file else { return }
    let isFull =
      sources.count >= Self.maxReceiptsInFile || bytesInFile >= Self.maxBytesInFile
    guard isFull || !ifFull else { return }
    let start = scratch.count
    try file.write { (bytes) throws(DocumentError) in try scratch.append(bytes) }
    ranges.append(start..<scratch.count)
    (self.file, sources, pagesInFile, bytesInFile) = (nil, [], 0, 0)
  }

  /// The form of a page in a file that has been written.
  static func form(ofPage index: Int, in part: PDFFile) throws(PDFFile.Failure) -> PDFFile.Object {
    let resources = part.value("/Resources", of: try part.page(index))
    return part.value(formName, of: part.value("/XObject", of: resources))
  }

  private func open(
    _ bytes: [UInt8]
  ) throws(ClaimReport.ReceiptProblem) -> (source: PDFFile, pages: Int) {
    let end = bytes.suffix(Self.endMarkWithinBytes)
    guard end.contains("%%EOF".utf8) else { throw .damaged }
    let (source, count): (PDFFile, Int)
    do throws(PDFFile.Failure) {
      source = try PDFFile(bytes)
      guard source.hasSoundPageTree() else { throw .unsound }
      try source.check(qpdf_push_inherited_attributes_to_page(source.data))
      count = try source.pageCount
    } catch {
      throw error.isPassword ? .encrypted : .damaged
    }
    guard count > 0 else { throw .damaged }
    guard count <= ClaimReport.maxReceiptPages else { throw .tooManyPages }
    return (source, count)
  }

  private func keep(
    _ index: Int, of source: PDFFile, in target: PDFFile, copied: inout PDFFile.Copied
  ) throws(PDFFile.Failure) -> PDFFile.Form {
    let form = try target.addForm(ofPage: index, of: source, copied: &copied)
    let page = target.parse("<< /Type /Page /MediaBox [0 0 1 1] >>")
    let forms = target.parse("<< >>")
    target.set(Self.formName, form.object, in: forms)
    let resources = target.parse("<< >>")
    target.set("/XObject", forms, in: resources)
    target.set("/Resources", resources, in: page)
    let added = qpdf_make_indirect_object(target.data, page)
    try target.check(qpdf_add_page(target.data, target.data, added, 0))
    try target.check()
    target.releaseObjects()
    source.releaseObjects()
    return form
  }
}

extension PDFFile.Failure {
  /// A fault found by this code, not by the library.
  static let unsound = PDFFile.Failure(isPassword: false, words: "unsound")
}

extension ArraySlice<UInt8> {
  fileprivate func contains(_ word: String.UTF8View) -> Bool {
    let word = Array(word)
    return indices.contains { self[$0...].starts(with: word) }
  }
}
