extension ReportPages {
  private static let photoWidth = 132.0
  private static let photoHeight = 99.0
  private static let photoGap = 16.0
  private static let photosInRow = 4
  private static let photoSpace = 8.0
  private static let captionStyle = TextStyle(points: 7.5, color: .inkSoft)
  private static let captionSpace = 3.0

  func slices(ofRoom title: String, detail: String) -> Slice {
    let name = type.set(
      title, TextStyle(family: .serif, points: 14, weight: .medium), width: width * 0.6, maxLines: 2
    )
    let amount = type.set(
      detail, TextStyle(points: 9, color: .inkSoft), width: width * 0.38, maxLines: 1,
      alignment: .trailing)
    let height = name.height + 8
    return Slice(height: height, gap: 26, keepsWithNext: true) { [canvas, left, right, width] y in
      name.draw(on: canvas, x: left, y: y)
      amount.draw(
        on: canvas, x: right - width * 0.38, y: y + max(0, name.baseline - amount.baseline))
      canvas.line(fromX: left, toX: right, y: y + height - 2, .accent, width: 1)
    }
  }

  /// The slices of an item: its first photo at the left with text beside it, further photos in rows
  /// below.
  func slices(of item: ClaimReport.Item) -> [Slice] {
    let head = continuation(of: item)
    let hasPhoto = !item.photos.isEmpty
    let indent = hasPhoto ? Self.photoWidth + Self.photoGap : 0
    let (x, columnWidth) = (left + indent, width - indent)
    var words = [nameSlice(of: item, x: x, width: columnWidth)]
    words += rows(
      item.rows, x: x, width: columnWidth, labelWidth: min(110, columnWidth * 0.4), gap: 5,
      head: head)
    words += paragraph(
      item.notes, TextStyle(points: 8.5, color: .inkSoft, lineSpacing: 1.22), x: x,
      width: columnWidth, gap: 7, head: head)
    for index in words.indices { words[index].head = head }

    var slices: [Slice] = []
    if let photo = item.photos.first {
      slices.append(opening(photo, beside: &words))
    }
    slices += words
    slices += photoRows(Array(item.photos.dropFirst()), head: head)
    if !slices.isEmpty {
      slices[0].gap = 14
      slices[slices.count - 1].height += 12
    }
    return slices
  }

  /// The first photo, with as many of `words` as fit beside it; these are removed from `words`.
  private func opening(_ photo: ClaimReport.Photo, beside words: inout [Slice]) -> Slice {
    var height = 0.0
    var beside: [Slice] = []
    while let next = words.first, height < Self.photoHeight || beside.last?.keepsWithNext == true {
      height += (beside.isEmpty ? 0 : next.gap) + next.height
      beside.append(words.removeFirst())
    }
    let area = Rectangle(x: left, y: 0, width: Self.photoWidth, height: Self.photoHeight)
    let caption = caption(of: photo, width: area.width)
    return Slice(height: max(height, area.height + space(of: caption))) { [self, beside] y in
      draw(photo, in: Rectangle(x: area.x, y: y, width: area.width, height: area.height))
      caption?.draw(on: canvas, x: area.x, y: y + area.height + Self.captionSpace)
      var next = y
      for (index, slice) in beside.enumerated() {
        if index > 0 { next += slice.gap }
        slice.draw(next)
        next += slice.height
      }
    }
  }

  private func nameSlice(of item: ClaimReport.Item, x: Double, width: Double) -> Slice {
    let amount = type.set(
      item.amount, TextStyle(points: 10.5, weight: .semibold), width: width * 0.45, maxLines: 1,
      alignment: .trailing)
    let amountWidth = item.amount.isEmpty ? 0 : amount.size.width + 12
    let name = type.set(
      item.name, TextStyle(points: 10.5, weight: .semibold), width: max(60, width - amountWidth),
      maxLines: 4)
    let draw: (Double) -> Void = { [canvas] y in
      name.draw(on: canvas, x: x, y: y)
      amount.draw(on: canvas, x: x + width * 0.55, y: y)
    }
    return Slice(height: max(name.height, amount.height), keepsWithNext: true, draw: draw)
  }

  private func continuation(of item: ClaimReport.Item) -> Slice.Head {
    let text = type.set(
      continued(item.name), TextStyle(points: 8.5, weight: .medium, color: .inkFaint),
      width: width, maxLines: 1)
    return Slice.Head(height: text.height + 8) { [canvas, left] y in
      text.draw(on: canvas, x: left, y: y)
    }
  }

  private func photoRows(_ photos: [ClaimReport.Photo], head: Slice.Head) -> [Slice] {
    let count = Double(Self.photosInRow)
    let side = (width - (count - 1) * Self.photoSpace) / count
    let height = side * 0.75
    return stride(from: 0, to: photos.count, by: Self.photosInRow).map { start in
      let row = photos[start..<min(start + Self.photosInRow, photos.count)]
      let captions = row.map { caption(of: $0, width: side) }
      let below = captions.map { space(of: $0) }.max() ?? 0
      return Slice(height: height + below, gap: Self.photoSpace, head: head) { [self] y in
        for (index, (photo, caption)) in zip(row, captions).enumerated() {
          let x = left + Double(index) * (side + Self.photoSpace)
          draw(photo, in: Rectangle(x: x, y: y, width: side, height: height))
          caption?.draw(on: canvas, x: x, y: y + height + Self.captionSpace)
        }
      }
    }
  }

  /// The caption below a photo, in full; `nil` if it has none.
  private func caption(of photo: ClaimReport.Photo, width: Double) -> TextBlock? {
    photo.caption.isEmpty ? nil : type.set(photo.caption, Self.captionStyle, width: width)
  }

  private func space(of caption: TextBlock?) -> Double {
    caption.map { Self.captionSpace + $0.height } ?? 0
  }

  /// Draws a photo in a box, or a note that it cannot be shown.
  func draw(
    _ photo: ClaimReport.Photo, in area: Rectangle, fills: Bool = false, radius: Double = 4
  ) {
    canvas.fill(area, .sunken, radius: radius)
    // Whatever prevents a photo from being read, the report goes on and says so.
    if let bytes = try? DrawingTurn.pause({ try photo.load() }),
      canvas.drawJPEG(bytes, in: area, fills: fills, radius: radius)
    {
      return
    }
    canvas.stroke(area, .lineStrong, radius: radius)
    let text = type.set(
      photoProblem, TextStyle(points: 7.5, color: .inkSoft), width: area.width - 16, maxLines: 4,
      alignment: .centre)
    text.draw(on: canvas, x: area.x + 8, y: area.y + (area.height - text.height) / 2)
  }
}
