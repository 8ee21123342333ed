import Web

extension PhotoViewerPage {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let title = words.photo(
      model.index + 1, of: model.photos.count, item: model.name, caption: model.shown.caption)
    return context.stage(title, .class("viewer"), scripts: ["viewer.js"]) {
      header(.class("viewer-bar")) {
        a(
          .class("btn", "quiet", "icon"), .dataKeep("back"),
          .href(model.owner.page, from: context.origin), .ariaLabel(words.backTo(model.name))
        ) { Icon.close() }
        h1(.class("grow")) {
          b { model.name }
          small { words.photoPosition(model.index + 1, of: model.photos.count) }
        }
        zoomButtons(words)
        actions(model, in: context)
      }
      figure(.class("stage"), .dataKeep("stage")) {
        if model.shown.state == .available {
          img(
            .id("viewer-photo"), .src(.photos(.photo(model.shown.id, .large))), .alt(title),
            .width(model.shown.width), .height(model.shown.height),
            .dataOriginal(.photos(.photo(model.shown.id, .original))))
        } else {
          context.missingPhoto(model.shown.id, model.shown.state)
        }
      }
      caption(model, in: context)
      step(model.previous, "prev", words.previousPhoto, .chevronLeft, model, in: context)
      step(model.next, "next", words.nextPhoto, .chevronRight, model, in: context)
      if model.photos.count > 1 { strip(model, in: context) }
    }
  }

  /// What is said about the photo, with the form to say it.
  private static func caption(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let photo = model.shown
    let canEdit = model.role != .viewer
    guard canEdit || !photo.caption.isEmpty else { return .empty }
    return div(.class("viewer-caption")) {
      if !photo.caption.isEmpty { p { photo.caption } }
      if canEdit {
        details(.open(model.refusedCaption != nil)) {
          summary(.class("link"), .dataKeep("caption")) {
            photo.caption.isEmpty ? words.addCaption : words.editCaption
          }
          context.postForm(.gallery(.photoViewer(model.owner, photo: photo.id))) {
            input(
              .type("hidden"), .name("base"),
              .value(model.refusedCaption?.base ?? photo.caption))
            context.field(
              "caption", words.caption, model.refusedCaption?.typed ?? FieldValue(photo.caption),
              FieldStyle(autocomplete: "off", maxLength: 300))
            submit(words.save, .check, style: .plain)
          }
        }
      }
    }
  }

  private static func step(
    _ photo: Photo?, _ kind: String, _ text: String, _ icon: Icon, _ model: Model,
    in context: ViewContext
  ) -> HTML {
    guard let photo else { return .empty }
    return a(
      .class("btn", "icon", "viewer-step", kind), .dataKeep(kind), .rel(kind),
      .href(.gallery(.photoViewer(model.owner, photo: photo.id)), from: context.origin),
      .ariaLabel(text), .dataPicture(.photos(.photo(photo.id, .large)))
    ) { icon(28) }
  }

  private static func zoomButtons(_ words: Catalogue) -> HTML {
    HTML(joining: [
      button(
        .class("btn", "quiet", "icon", "needs-script"), .type("button"), .dataKeep("smaller"),
        .ariaLabel(words.zoomOut)
      ) { Icon.minus() },
      button(
        .class("btn", "quiet", "icon", "needs-script"), .type("button"), .dataKeep("larger"),
        .ariaLabel(words.zoomIn)
      ) { Icon.plus() },
    ])
  }

  private static func actions(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let photo = model.shown
    var parts: [HTML] = []
    if photo.state == .available {
      parts.append(
        a(
          .class("btn", "quiet", "icon"), .href(.photos(.photo(photo.id, .original))), .download(),
          .dataKeep("save"),
          .ariaLabel(words.saveOriginal(words.fileSize(photo.byteCount))),
          .title(words.saveOriginal(words.fileSize(photo.byteCount)))
        ) { Icon.download() })
    }
    guard model.role != .viewer else { return HTML(joining: parts) }
    if model.index > 0 {
      parts.append(
        context.postForm(.gallery(.photoOrder(model.owner)), .class("inline")) {
          input(.type("hidden"), .name("photo"), .value(photo.id))
          input(.type("hidden"), .name("view"), .value("1"))
          button(
            .class("btn", "quiet", "icon"), .type("submit"), .name("step"), .value("first"),
            .ariaLabel(words.showFirst), .title(words.showFirst), .dataKeep("first")
          ) { Icon.star() }
        })
    }
    parts.append(
      context.postForm(model.owner.deleting(photo.id), .class("inline")) {
        button(
          .class("btn", "quiet", "icon"), .type("submit"), .ariaLabel(words.deletePhoto),
          .title(words.deletePhoto), .dataKeep("delete")
        ) { Icon.trash() }
      })
    return HTML(joining: parts)
  }

  private static func strip(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return nav(.class("viewer-strip"), .ariaLabel(words.photos)) {
      model.photos.enumerated().map { index, photo in
        a(
          .class("thumb"), .dataKeep("thumb-\(photo.id)"),
          .href(.gallery(.photoViewer(model.owner, photo: photo.id)), from: context.origin),
          .ariaLabel(words.showPhoto(index + 1)), .ariaCurrentTrue(index == model.index)
        ) {
          if photo.state == .available {
            img(
              .src(.photos(.photo(photo.id, .thumbnail))), .alt(""), .width(52), .height(52),
              .lazy())
          } else {
            photo.state == .failed ? Icon.warning(22) : Icon.clock(22)
          }
        }
      }
    }
  }
}
