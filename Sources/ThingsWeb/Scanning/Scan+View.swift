import Web

extension ScanPage {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return context.page(words.scan, isLive: false, scripts: ["scan.js"]) {
      context.top(words.scan)
      div(.class("settings", "stack")) {
        if let problem = model.problem { said(problem, words) }
        if !model.choices.isEmpty { choices(model.choices, words) }
        camera(words)
        photo(in: context)
        typed(model, in: context)
      }
    }
  }

  private static func said(_ problem: Problem, _ words: Catalogue) -> HTML {
    div(.class("stack"), .id("scan-result"), .role("alert")) {
      note(.bad) { words.scanProblem(problem) }
      if case .unknown(let code) = problem {
        div(.class("row", "wrap")) {
          linkButton(.items(.items(ItemQuery(search: code))), words.searchFor(code), .search)
        }
      }
    }
  }

  private static func choices(_ choices: [Choice], _ words: Catalogue) -> HTML {
    card(words.severalFound, id: "scan-choices") {
      ul(.class("lines")) {
        choices.map { choice in
          li {
            a(.class("row", "grow"), .href(choice.route)) {
              span(.class("grow")) {
                b { choice.title }
                if !choice.detail.isEmpty { small { choice.detail } }
              }
              Icon.chevronRight(16)
            }
          }
        }
      }
    }
  }

  /// Shown by the script where the browser reads codes by itself.
  private static func camera(_ words: Catalogue) -> HTML {
    section(
      .class("card", "pad", "stack", "scan-camera"), .id("scan-camera"), .hidden(),
      .dataLooking(words.scanLooking), .dataDenied(words.scanDenied), .dataFailed(words.scanFailed)
    ) {
      h2 { words.scanWithCamera }
      HTML(
        element: "video", [.hidden(), .playsinline(), .muted(), .ariaLabel(words.scanView)], .empty)
      p(.class("muted"), .role("status")) { words.scanWithCameraHint }
      div(.class("row", "wrap")) {
        button(.class("btn", "primary"), .type("button"), .dataKeep("start")) {
          Icon.photo()
          words.openCamera
        }
        button(.class("btn"), .type("button"), .dataKeep("stop"), .hidden()) { words.closeCamera }
      }
    }
  }

  private static func photo(in context: ViewContext) -> HTML {
    let words = context.words
    return card(words.scanPhotoTitle) {
      p(.class("muted")) { words.scanPhotoHint }
      context.uploadForm(.scanning(.scanPhoto), .class("upload")) {
        label(.class("drop")) {
          Icon.photo()
          span { words.choosePicture }
          input(
            .type("file"), .name("picture"), .accept("image/*"), .capture("environment"),
            .required(), .ariaLabel(words.choosePicture), .dataPreview("upload-preview"))
        }
        div(.class("previews"), .id("upload-preview"))
        submit(words.readCode, .qr, style: .plain)
      }
    }
  }

  private static func typed(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return card(words.typeCodeTitle) {
      context.postForm(.scanning(.scan), .id("scan-form")) {
        context.field(
          "code", words.codeOrNumber, FieldValue(model.code),
          FieldStyle(
            hint: words.codeOrNumberHint, maxLength: 512, isRequired: true, isVerbatim: true))
        div(.class("row")) { submit(words.openIt, .arrow, style: .plain) }
      }
    }
  }
}

extension ScannedProductPage {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return context.page(words.productCode(model.code)) {
      context.top(
        words.productCode(model.code), crumbs: [Crumb(words.scan, .scanning(.scan))],
        note: words.haveProduct(model.rows.count)
      ) {
        linkButton(.scanning(.scan), words.scanAnother, .qr)
      }
      div(.class("stack")) {
        if !model.rows.isEmpty {
          section(.class("card")) { itemList(model.rows, id: "items", words) }
        }
        card(words.whatNow) {
          ul(.class("lines")) {
            model.homes.map { home in
              line(
                .scanning(.newScannedItem(home: home.id, code: model.code)), .plus,
                words.addWithProduct(home.name))
            }
            line(
              .items(.items(ItemQuery(search: model.code))), .search, words.searchFor(model.code))
          }
        }
      }
    }
  }

  private static func line(_ route: Route, _ icon: Icon, _ text: String) -> HTML {
    li {
      a(.class("row", "grow"), .href(route)) {
        icon()
        span(.class("grow")) { text }
        Icon.chevronRight(16)
      }
    }
  }
}
