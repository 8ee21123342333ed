/// What can be taken along: everything, or one home, for Hearth and for other programs.
package enum ExportPage {
  package struct Model: Equatable, Sendable {
    package var homes: [HomeLink]
    package var itemCount: Int
    /// Photos and papers.
    package var fileCount: Int
    /// Of all photos and papers.
    package var byteCount: Int64
    /// The largest file that can be imported in the browser.
    package var maxImportBytes: Int64

    package init(
      homes: [HomeLink], itemCount: Int, fileCount: Int, byteCount: Int64, maxImportBytes: Int64
    ) {
      self.homes = homes
      self.itemCount = itemCount
      self.fileCount = fileCount
      self.byteCount = byteCount
      self.maxImportBytes = maxImportBytes
    }
  }
}
