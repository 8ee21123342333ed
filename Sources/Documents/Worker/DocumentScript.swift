/// A document that is to be drawn, written down in a file without a name: what is to be drawn may
/// be read in one moment, and drawn at the pace of whoever takes it.
///
/// Not Sendable while it is being written; ``finish()`` hands it over.
package struct DocumentScript {
  private let file: ScratchFile
  private var writer: ScriptWriter
  private let isReport: Bool

  /// Labels, to be added one after the other. `folder` is on a file system with room for them.
  package init(_ sheet: LabelSheet, in folder: String) throws(DocumentError) {
    file = try ScratchFile(in: folder)
    writer = ScriptWriter(file)
    isReport = false
    writer.append(Kind.labels.rawValue)
    writer.append(sheet)
  }

  /// A report, whose rooms and items are to be added in their order.
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

  /// Everything is said.
  package consuming func finish() throws(DocumentError) -> Finished {
    writer.append(0)
    try writer.flush(always: true)
    return Finished(file: file)
  }

  /// A script that can be drawn.
  ///
  /// `@unchecked Sendable` because its file is only read from here on, by another process.
  package struct Finished: @unchecked Sendable {
    let file: ScratchFile
  }

  enum Kind: Int {
    case labels = 1
    case report = 2
  }
}
