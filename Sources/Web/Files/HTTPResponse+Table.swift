import HTTPServer

extension HTTPResponse {
  /// A CSV file to save under `name`.
  ///
  /// It is written to a file first, in one transaction, so a slow download holds up nobody and
  /// takes no memory.
  package static func table(_ table: SpooledFile, name: String) -> HTTPResponse {
    HTTPResponse(
      headers: [
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": DownloadName(name, ending: "csv").attachment,
      ], body: .file(FileSlice(file: table.file, count: table.size)))
  }

  /// A JSON file to save under `name`, written to a file first as a table is.
  package static func document(_ document: SpooledFile, name: String) -> HTTPResponse {
    HTTPResponse(
      headers: [
        "Content-Type": "application/json",
        "Content-Disposition": DownloadName(name, ending: "json").attachment,
      ], body: .file(FileSlice(file: document.file, count: document.size)))
  }
}
