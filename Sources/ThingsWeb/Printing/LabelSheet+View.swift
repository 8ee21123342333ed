import Web

extension LabelSheetPage {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return context.page(words.printLabels, isLive: false) {
      context.top(
        words.printLabels, crumbs: crumbs(model, in: context), note: extent(model, words))
      if model.problem == .empty {
        section(.class("card")) {
          emptyState(
            "🏷️", words.nothingToLabelTitle, words.nothingToLabelText,
            action: linkButton(.items(.homeItems(home: model.home.id)), words.showEverything))
        }
      } else {
        div(.class("grid2", "even")) {
          div(.class("stack")) {
            problem(model, words)
            form(model, in: context)
            numbers(model, in: context)
          }
          sheet(model, words)
        }
      }
    }
  }

  private static func crumbs(_ model: Model, in context: ViewContext) -> [Crumb] {
    let home = Crumb(model.home.name, .homes(.home(model.home.id)))
    switch model.subject {
    case .item(let id, let name):
      return context.wayBack(to: model.home) + [Crumb(name, .items(.item(id)))]
    case .place(let place, _):
      return [home, Crumb(place.name, .rooms(.room(home: model.home.id, room: place.id)))]
    case .list(let query):
      return [home, Crumb(context.words.items, .items(.homeItems(home: model.home.id, query)))]
    }
  }

  private static func extent(_ model: Model, _ words: Catalogue) -> String? {
    guard model.problem == .none else { return nil }
    return [words.printedLabelCount(model.count), words.sheetCount(model.sheetCount)]
      .joined(separator: " · ")
  }

  private static func problem(_ model: Model, _ words: Catalogue) -> HTML {
    let text: String? =
      switch model.problem {
      case .none, .empty: nil
      case .tooMany: words.tooManyLabels(maxLabels)
      case .unreadable: words.codeTooFine
      }
    return HTML(joining: [
      text.map { text in note(.bad) { text } } ?? .empty,
      model.isLocalAddress ? note(.warn) { words.localCodes } : .empty,
    ])
  }

  private static func form(_ model: Model, in context: ViewContext) -> HTML {
    let (words, query) = (context.words, model.query)
    let plain = LabelQuery()
    return section(.class("card", "pad")) {
      element(
        "form", [.method("get"), .action(model.subject.page(home: model.home.id, plain))]
      ) {
        input(.type("hidden"), .name("printing"), .value(""))
        if case .list(let items) = model.subject {
          items.fields.map { input(.type("hidden"), .name($0.0), .value($0.1)) }
        }
        if case .place(_, let insideCount) = model.subject {
          context.picker(
            "of", words.labelsOf, FieldValue(query.contents.rawValue),
            [
              (LabelQuery.Contents.items.rawValue, words.labelsOfItems),
              (
                LabelQuery.Contents.places.rawValue,
                insideCount == 0 ? words.labelsOfPlace : words.labelsOfPlaces
              ),
            ])
        }
        context.picker(
          "sheet", words.labelPaper, FieldValue(model.paper.rawValue),
          LabelPaper.allCases.map { ($0.rawValue, words.paper($0)) })
        div(.class("columns")) {
          if model.layout.isRoll {
            input(.type("hidden"), .name("start"), .value(model.start.text))
          } else {
            context.field(
              "start", words.firstLabel, model.start,
              FieldStyle(
                inputmode: "numeric",
                hint: words.firstLabelHint(model.layout.corners.count), maxLength: 12))
          }
          context.field(
            "copies", words.copies, model.copies,
            FieldStyle(
              inputmode: "numeric", hint: model.layout.isRoll ? words.labelsOfRoll : nil,
              maxLength: 12))
        }
        fieldset {
          legend { words.labelShows }
          context.checkbox(
            "shows-id", value: "on", words.assetID, isChecked: query.showsID)
          context.checkbox(
            "shows-place", value: "on", words.room, isChecked: query.showsPlace)
          context.checkbox("shows-home", value: "on", words.home, isChecked: query.showsHome)
          context.checkbox(
            "outlines", value: "on", words.testPrint, isChecked: query.hasOutlines)
        }
        actions {
          submit(words.updatePreview, .sync, style: .plain)
          button(
            .class("btn", "primary"), .type("submit"),
            .formaction(model.subject.file(home: model.home.id, plain))
          ) {
            Icon.download()
            words.downloadPDF
          }
        }
      }
    }
  }

  private static func numbers(_ model: Model, in context: ViewContext) -> HTML {
    guard model.role != .viewer, model.unnumberedCount > 0 else { return .empty }
    let words = context.words
    return card(words.numbersTitle) {
      p(.class("muted")) { words.numbersText(model.unnumberedCount) }
      context.postForm(.printing(.numberItems(home: model.home.id))) {
        if case .item(let id, _) = model.subject {
          input(.type("hidden"), .name("item"), .value(id))
        }
        input(
          .type("hidden"), .name("back"),
          .value(model.subject.page(home: model.home.id, model.query).url))
        actions { submit(words.giveNumbers(model.unnumberedCount), .tag, style: .plain) }
      }
    }
  }

  // MARK: The drawing

  /// The first sheet as it will be printed; labels that are gone are grey.
  private static func sheet(_ model: Model, _ words: Catalogue) -> HTML {
    let layout = model.layout
    let first = (Int(model.start.text) ?? 1) - 1
    let start = model.start.problem == nil && !layout.isRoll ? first : 0
    return section(.class("card", "pad", "sheet")) {
      h2 { words.preview }
      svg(
        .viewBox(layout.pageWidth, layout.pageHeight), .role("img"),
        .ariaLabel(words.previewOf(model.firstSheet.map(\.title), sheet: words.paper(model.paper)))
      ) {
        rect(.width(layout.pageWidth), .height(layout.pageHeight), .fill("#fff"))
        layout.corners.enumerated().map { index, corner in
          let place = index - start
          return label(
            place >= 0 && place < model.firstSheet.count ? model.firstSheet[place] : nil,
            isGone: index < start, at: corner, layout, number: index + 1, words)
        }
      }
      if layout.corners.count > 1 { p(.class("hint")) { words.previewHint } }
    }
  }

  private static func label(
    _ preview: Preview?, isGone: Bool, at corner: Layout.Corner, _ layout: Layout, number: Int,
    _ words: Catalogue
  ) -> HTML {
    let (width, height) = (layout.width, layout.height)
    return svg(
      .x(corner.x), .y(corner.y), .width(width), .height(height), .viewBox(width, height)
    ) {
      rect(
        .width(width), .height(height), .rx(30), .fill(isGone ? "#ddd" : "#fff"),
        .stroke("#999"), .strokeWidth("6"))
      if let preview {
        contents(of: preview, layout)
      } else {
        element("text", [.x(width / 2 - 40), .y(height / 2 + 40), .fontSize(100), .fill("#666")]) {
          words.number(number)
        }
      }
    }
  }

  /// The code at the left, or above on a label that is higher than wide, and the words beside it.
  private static func contents(of preview: Preview, _ layout: Layout) -> HTML {
    let (left, top) = (layout.borderX, layout.borderY)
    let (width, height) = (layout.width - 2 * left, layout.height - 2 * top)
    let isUpright = height * 10 > width * 11
    let side = min(
      isUpright ? min(width, height * 7 / 10) : min(height, width / 2), maxCode)
    let lines = [preview.title] + preview.details + [preview.assetID]
    let shown = lines.filter { !$0.isEmpty }
    let size = min(100, max(30, (isUpright ? height - side : height) / (shown.count + 1)))
    let x = isUpright ? left : left + side + 60
    let block = shown.count * size * 12 / 10
    let y = isUpright ? top + side + size : top + max(0, (height - block) / 2) + size
    var pieces: [HTML] = []
    if let code = preview.code {
      let across = code.size + 8
      pieces.append(
        svg(
          .x(isUpright ? left + (width - side) / 2 : left),
          .y(isUpright ? top : top + (height - side) / 2), .width(side), .height(side),
          .viewBox(across, across), .shapeRendering("crispEdges")
        ) { path(.d(squares(of: code)), .fill("#000")) })
    }
    for (index, line) in shown.enumerated() {
      pieces.append(
        element(
          "text",
          [
            .class(index == 0 ? "strong" : nil), .x(x), .y(y + index * size * 12 / 10),
            .fontSize(size), .fill("#000"),
          ]
        ) { line })
    }
    return HTML(joining: pieces)
  }

  /// The largest code that is drawn: 34 mm.
  private static let maxCode = 964
}
