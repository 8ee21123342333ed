extension ExportPage {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return context.page(words.exportTitle, isLive: false) {
      context.top(words.exportTitle, note: words.exportIntro)
      div(.class("stack")) {
        section(.class("card", "pad", "stack")) {
          h2 { words.exportEverything }
          p {
            words.exportContents(
              items: model.itemCount, files: model.fileCount,
              size: words.fileSize(model.byteCount))
          }
          p(.class("muted")) { words.exportArchiveHint }
          if model.byteCount > model.maxImportBytes {
            p(.class("muted")) { words.exportLarge(words.fileSize(model.maxImportBytes)) }
          }
          actions {
            linkButton(.export(.movingBox), words.forMovingBox, .download)
            linkButton(.export(.archive), words.downloadArchive, .download, style: .primary)
          }
        }
        section(.class("card")) {
          div(.class("between", "pad", "head")) { h2 { words.exportOneHome } }
          ul(.class("lines", "padded")) {
            model.homes.map { home in
              li(.class("wrap")) {
                b(.class("grow")) { home.name }
                linkButton(.exportHome(home.id), words.asTable, style: .quiet)
                linkButton(.export(.homeMovingBox(home.id)), words.forMovingBox, style: .quiet)
                linkButton(.export(.homeArchive(home.id)), words.asArchive, .download)
              }
            }
          }
        }
        note { words.exportFormats }
      }
    }
  }
}
