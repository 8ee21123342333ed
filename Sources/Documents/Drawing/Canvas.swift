import CPangoCairo

/// The pages of a PDF file, drawn and written one after the other.
///
/// Nothing of a page is kept once it is shown, apart from the glyphs used. For one thread at a
/// time.
final class Canvas {
  let context: OpaquePointer
  private let surface: OpaquePointer
  private let output: Output
  /// Pictures of the current page, which refers to them until it is shown.
  private var pictures: [OpaquePointer] = []
  private(set) var shownPages = 0
  private struct Bookmark {
    var title: String
    var parent: Int?
  }
  private var bookmarks: [Bookmark] = []
  /// The identifiers that cairo has given to the bookmarks so far.
  private var identifiers: [Int32] = []

  /// The bytes of the current page, and any failure in writing those before it.
  private final class Output {
    let sink: (UnsafeRawBufferPointer) throws -> Void
    var pending: [UInt8] = []
    var failure: (any Error)?

    init(_ sink: @escaping (UnsafeRawBufferPointer) throws -> Void) { self.sink = sink }

    /// Not called from inside cairo, so that a slow sink does not block other drawings.
    func flush() {
      guard failure == nil, !pending.isEmpty else { return }
      do {
        try DrawingTurn.pause { try pending.withUnsafeBytes { try sink($0) } }
      } catch {
        failure = error
      }
      pending.removeAll(keepingCapacity: true)
    }
  }

  init(
    size: PageSize, information: DocumentInformation?,
    sink: @escaping (UnsafeRawBufferPointer) throws -> Void
  ) throws(DocumentError) {
    output = Output(sink)
    let closure = Unmanaged.passUnretained(output).toOpaque()
    let created = cairo_pdf_surface_create_for_stream(
      { closure, bytes, count in
        guard let closure else { return CAIRO_STATUS_WRITE_ERROR }
        let output = Unmanaged<Output>.fromOpaque(closure).takeUnretainedValue()
        guard output.failure == nil else { return CAIRO_STATUS_WRITE_ERROR }
        output.pending += UnsafeBufferPointer(start: bytes, count: Int(count))
        return CAIRO_STATUS_SUCCESS
      }, closure, size.width, size.height)
    guard let created, let context = cairo_create(created) else { throw .drawing("no surface") }
    surface = created
    self.context = context
    cairo_pdf_surface_restrict_to_version(surface, CAIRO_PDF_VERSION_1_5)
    if let information {
      cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, information.title)
      cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_AUTHOR, information.author)
      cairo_pdf_surface_set_metadata(
        surface, CAIRO_PDF_METADATA_CREATE_DATE, information.created)
      cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_MOD_DATE, information.created)
    }
    try check()
  }

  deinit {
    // Destroying an unfinished surface writes its end, which must not reach the sink.
    if output.failure == nil, !isFinished { output.failure = DocumentError.cancelled }
    cairo_destroy(context)
    cairo_surface_destroy(surface)
    releasePictures()
  }
  private var isFinished = false

  /// Ends the page and writes it.
  func showPage() throws(DocumentError) {
    cairo_show_page(context)
    cairo_surface_flush(surface)
    releasePictures()
    shownPages += 1
    addBookmarks()
    output.flush()
    try check()
  }

  /// Writes the end of the file.
  func finish() throws(DocumentError) {
    cairo_surface_finish(surface)
    isFinished = true
    output.flush()
    try check()
  }

  /// Adds a bookmark to the current page; `parent` is the result of an earlier call.
  @discardableResult
  func addBookmark(_ title: String, parent: Int? = nil) -> Int {
    bookmarks.append(Bookmark(title: title, parent: parent))
    return bookmarks.count - 1
  }

  /// Passes on bookmarks once their page is shown: cairo aborts the process if a bookmark's page
  /// never comes, as when an error ends the drawing.
  private func addBookmarks() {
    while identifiers.count < bookmarks.count {
      let bookmark = bookmarks[identifiers.count]
      let parent = bookmark.parent.map { identifiers[$0] } ?? CAIRO_PDF_OUTLINE_ROOT
      identifiers.append(
        cairo_pdf_surface_add_outline(
          surface, parent, bookmark.title, "page=\(shownPages)",
          bookmark.parent == nil ? CAIRO_PDF_OUTLINE_FLAG_OPEN : cairo_pdf_outline_flags_t(0)))
    }
  }

  func setColor(_ color: Color) {
    cairo_set_source_rgb(context, color.red, color.green, color.blue)
  }

  func fill(_ area: Rectangle, _ color: Color, radius: Double = 0) {
    setColor(color)
    addPath(area, radius: radius)
    cairo_fill(context)
  }

  func stroke(_ area: Rectangle, _ color: Color, width: Double = 0.5, radius: Double = 0) {
    setColor(color)
    cairo_set_line_width(context, width)
    addPath(area, radius: radius)
    cairo_stroke(context)
  }

  func line(fromX left: Double, toX right: Double, y: Double, _ color: Color, width: Double = 0.5) {
    setColor(color)
    cairo_set_line_width(context, width)
    cairo_move_to(context, left, y)
    cairo_line_to(context, right, y)
    cairo_stroke(context)
  }

  /// Draws, with nothing visible outside `area`.
  func clipped(to area: Rectangle, radius: Double = 0, _ draw: () -> Void) {
    cairo_save(context)
    addPath(area, radius: radius)
    cairo_clip(context)
    draw()
    cairo_restore(context)
  }

  /// Keeps a picture's surface until the page is shown; otherwise cairo would copy it.
  func keepUntilShown(_ picture: OpaquePointer) { pictures.append(picture) }

  private func addPath(_ area: Rectangle, radius: Double) {
    guard radius > 0 else {
      cairo_rectangle(context, area.x, area.y, area.width, area.height)
      return
    }
    let quarter = Double.pi / 2
    cairo_new_sub_path(context)
    cairo_arc(context, area.right - radius, area.y + radius, radius, -quarter, 0)
    cairo_arc(context, area.right - radius, area.bottom - radius, radius, 0, quarter)
    cairo_arc(context, area.x + radius, area.bottom - radius, radius, quarter, 2 * quarter)
    cairo_arc(context, area.x + radius, area.y + radius, radius, 2 * quarter, 3 * quarter)
    cairo_close_path(context)
  }

  private func releasePictures() {
    for picture in pictures { cairo_surface_destroy(picture) }
    pictures = []
  }

  private func check() throws(DocumentError) {
    if let failure = output.failure {
      throw (failure as? DocumentError) ?? .sinkFailed(failure)
    }
    for status in [cairo_status(context), cairo_surface_status(surface)]
    where status != CAIRO_STATUS_SUCCESS {
      throw .drawing(String(cString: cairo_status_to_string(status)))
    }
  }
}
