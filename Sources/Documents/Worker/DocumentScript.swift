/// A document to be drawn, recorded in an unnamed file: its contents are read at one moment, and
/// drawn at the pace of the reader.
///
/// Not `Sendable` while it is being written; ``finish()`` hands it over.
package struct DocumentScript {
  private let file: ScratchFile
  private var writer: ScriptWriter
  private let isReport: Bool

  /// Begins a script of labels, which are added one by one. `folder` must be on a file system with
  /// room for it.
  package init(_ sheet: LabelSheet, in folder: String) throws(DocumentError) {
    file = try ScratchFile(in: folder)
    writer = ScriptWriter(file)
    isReport = false
    writer.append(Kind.labels.rawValue)
    writer.append(sheet)
  }

  /// Begins a script of a report, whose rooms and items are added in order.
  package init(_ report: ReportScript, in folder: String) throws(DocumentError) {
    file = try ScratchFile(in: folder)
    writer = ScriptWriter(file)
    isReport = true
    writer.append(Kind.report.rawValue)
    writer.append(report)
  }

  package mutating func add(_ label: Label) throws(DocumentError) {
    precondition(!isReport)
    writer.append(1)
    writer.append(label)
    try writer.flush()
  }

  package mutating func add(_ entry: ReportScript.Entry) throws(DocumentError) {
    precondition(isReport)
    writer.append(entry)
    try writer.flush()
  }

  /// Ends the script.
  package consuming func finish() throws(DocumentError) -> Finished {
    writer.append(0)
    try writer.flush(always: true)
    return Finished(file: file)
  }

  /// A complete script.
  ///
  /// `@unchecked Sendable` because its file is only read from now on, by another process.
  package struct Finished: @unchecked Sendable {
    let file: ScratchFile
  }

  enum Kind: Int {
    case labels = 1
    case report = 2
  }
}
