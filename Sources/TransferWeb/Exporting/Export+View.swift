import ThingsWeb
import Web

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
          loss(model.losses.values.reduce(Loss(), +), words)
          actions {
            linkButton(.export(.movingBox), words.forMovingBox, .download)
            linkButton(.export(.archive), words.downloadArchive, .download, style: .primary)
          }
        }
        section(.class("card")) {
          div(.class("between", "pad", "head")) { h2 { words.exportOneHome } }
          ul(.class("lines", "padded")) {
            model.homes.map { home in
              li {
                div(.class("grow", "stack")) {
                  b { home.name }
                  div(.class("row", "wrap")) {
                    linkButton(.export(.homeArchive(home.id)), words.asArchive, .download)
                    linkButton(.export(.exportHome(home.id)), words.asTable)
                    linkButton(.export(.homeMovingBox(home.id)), words.forMovingBox)
                  }
                  loss(model.losses[home.id] ?? Loss(), words)
                }
              }
            }
          }
        }
        note { words.exportFormats }
      }
    }
  }

  /// Said before anything is saved: another program would take it for something else.
  private static func loss(_ loss: Loss, _ words: Catalogue) -> HTML {
    let lines = [
      loss.leftOutCount > 0 ? words.movingBoxLeavesOut(loss.leftOutCount) : nil,
      loss.otherCurrencyItemCount > 0
        ? words.movingBoxCurrencies(items: loss.otherCurrencyItemCount) : nil,
      loss.otherCurrencyPolicyCount > 0
        ? words.movingBoxCurrencies(policies: loss.otherCurrencyPolicyCount) : nil,
    ].compactMap(\.self)
    guard !lines.isEmpty else { return .empty }
    return p(.class("muted")) { lines.joined(separator: " ") }
  }
}
