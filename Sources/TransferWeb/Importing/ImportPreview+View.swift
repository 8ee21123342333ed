import ThingsWeb
import Web

extension ImportPage {
  /// Posts `home` (empty for a new one) and `newHomeName` to ``Route/runImport(_:)``.
  static func preview(_ model: Preview, in context: ViewContext) -> HTML {
    let words = context.words
    return context.page(words.importPreview, isLive: false) {
      context.top(
        words.importPreview, crumbs: [Crumb(words.importTitle, .importing(.importing()))],
        note: words.fileAndFormat(model.fileName, model.format))
      div(.class("stack")) {
        if let failure = model.failure { note(.bad) { words.importFailed(failure) } }
        if model.isStale { note(.bad) { words.changedSincePreview } }
        if model.isElsewhere { note { words.otherHomeChosen } }
        if model.isArchive { note { words.restoreKeeps } }
        if model.groupCount > 0 { note { words.groupsInArchive(model.groupCount) } }
        if let currency = model.readIn { note { words.movingBoxReadIn(currency) } }
        buckets(
          words, new: model.newCount, updated: model.updatedCount, unchanged: model.unchangedCount,
          needsFixing: model.needsFixingCount, isDone: false)
        if model.elsewhereCount > 0 { note { words.areElsewhere(model.elsewhereCount) } }
        columns(model.columns, words)
        problems(words.needsFixing, model.problems, words)
        bucket(words.newItems, model.newRows, total: model.newCount, words)
        bucket(words.updatedItems, model.updatedRows, total: model.updatedCount, words)
        extras(model, words)
        problems(words.goodToKnow, model.notices, words)
        form(model, in: context)
        context.postForm(.importing(.cancelImport(model.id)), .id("cancel")) { HTML.empty }
      }
    }
  }

  private static func form(_ model: Preview, in context: ViewContext) -> HTML {
    let words = context.words
    let count = model.newCount + model.updatedCount
    let isAnythingNew =
      count > 0 || model.photoCount > 0 || !model.newRooms.isEmpty || !model.newLabels.isEmpty
      || !model.newHomes.isEmpty || model.paperCount > 0 || model.otherCount > 0
    return context.postForm(.importing(.runImport(model.id)), .class("card", "pad")) {
      if model.asksForHome {
        div(.class("columns")) {
          context.picker(
            "home", words.importInto, FieldValue(model.homeID ?? ""),
            model.homes.map { ($0.id, $0.name) } + [("", words.aNewHome)])
          context.field(
            "newHomeName", words.newHomeName, FieldValue(model.newHomeName),
            FieldStyle(hint: words.newHomeNameHint, maxLength: 100))
        }
      }
      if !isAnythingNew {
        p {
          model.needsFixingCount == 0
            ? words.nothingNew
            : words.nothingReadable(unchanged: model.unchangedCount)
        }
      }
      actions {
        // Of a form of its own: Enter in a field of this one is no wish to cancel.
        button(.class("btn", "quiet"), .type("submit"), .form("cancel")) {
          isAnythingNew || model.needsFixingCount == 0 ? words.cancel : words.chooseAnotherFile
        }
        if model.asksForHome {
          button(.class("btn"), .type("submit"), .name("look"), .value("yes")) {
            words.showThere
          }
        }
        if isAnythingNew {
          submit(count > 0 ? words.runImport(count) : words.runImport, .check)
        }
      }
    }
  }

  static func buckets(
    _ words: Catalogue, new: Int, updated: Int, unchanged: Int, needsFixing: Int, isDone: Bool
  ) -> HTML {
    func box(_ title: String, _ count: Int, _ note: String, _ tone: String) -> HTML {
      div(.class("card", "stat", "bucket", tone)) {
        small { title }
        b(.class("num")) { words.number(count) }
        small { note }
      }
    }
    return section(.class("stats"), .ariaLabel(words.atAGlance)) {
      box(words.bucketNew, new, isDone ? words.wereAdded : words.willBeAdded, "good")
      box(words.bucketUpdated, updated, isDone ? words.wereChanged : words.willChange, "info")
      box(words.bucketUnchanged, unchanged, words.alreadyThere, "calm")
      box(
        words.bucketNeedsFixing, needsFixing, isDone ? words.wereLeftOut : words.stayOut,
        needsFixing > 0 ? "warn" : "calm")
    }
  }

  /// What is wrong, where, and what to do.
  ///
  /// - Parameter total: with those that are not among the rows; `nil` when all are.
  static func problems(
    _ title: String, _ rows: [ImportProblemRow], total: Int? = nil, _ words: Catalogue
  ) -> HTML {
    guard !rows.isEmpty else { return .empty }
    let total = total ?? rows.count
    return section(.class("card")) {
      div(.class("between", "pad", "head")) {
        h2 { title }
        span(.class("chip", "num")) { words.number(total) }
      }
      ul(.class("lines", "padded", "problems")) {
        rows.prefix(Preview.maxShown).map { row in
          li {
            span(.class("chip", "num")) { words.whereInFile(row) }
            span(.class("grow")) { words.problem(row) }
          }
        }
      }
      if total > Preview.maxShown {
        p(.class("pad", "muted")) { words.andMore(total - Preview.maxShown) }
      }
    }
  }

  private static func columns(_ columns: [Column], _ words: Catalogue) -> HTML {
    guard !columns.isEmpty else { return .empty }
    return details(.class("card", "more"), .open(columns.count <= 20)) {
      summary {
        h2 { words.columnsTitle }
        span(.class("chip", "num")) { words.number(columns.count) }
        Icon.chevronDown()
      }
      ul(.class("lines", "padded")) {
        columns.map { column in
          li {
            b(.class("grow")) { column.name }
            span(.class(column.field == nil ? "muted" : nil)) {
              column.field ?? words.keptAsOwnField
            }
          }
        }
      }
    }
  }

  private static func bucket(_ title: String, _ rows: [Row], total: Int, _ words: Catalogue)
    -> HTML
  {
    guard !rows.isEmpty else { return .empty }
    return details(.class("card", "more"), .open(total <= 10)) {
      summary {
        h2 { title }
        span(.class("chip", "num")) { words.number(total) }
        Icon.chevronDown()
      }
      ul(.class("lines", "padded")) {
        rows.prefix(Preview.maxShown).map { row in
          li {
            div(.class("grow")) {
              b { row.name }
              small {
                row.changes.isEmpty
                  ? row.place.joined(separator: " › ") : words.changes(words.list(row.changes))
              }
            }
            if let value = row.value { span(.class("num")) { words.money(value) } }
          }
        }
      }
      if total > min(rows.count, Preview.maxShown) {
        p(.class("pad", "muted")) {
          words.andMore(total - min(rows.count, Preview.maxShown))
        }
      }
    }
  }

  private static func extras(_ model: Preview, _ words: Catalogue) -> HTML {
    var rows: [(icon: Icon, text: String, detail: String)] = []
    if !model.fileHomes.isEmpty {
      rows.append(
        (.home, words.fileHomes(model.fileHomes.count), words.someOf(model.fileHomes)))
    }
    if !model.newRooms.isEmpty {
      rows.append((.door, words.newRooms(model.newRooms.count), words.someOf(model.newRooms)))
    }
    if !model.newLabels.isEmpty {
      rows.append((.tag, words.newLabels(model.newLabels.count), words.someOf(model.newLabels)))
    }
    if model.photoCount > 0 { rows.append((.photo, words.photoCount(model.photoCount), "")) }
    if model.paperCount > 0 { rows.append((.shield, words.papersCome(model.paperCount), "")) }
    if model.otherCount > 0 {
      rows.append((.check, words.otherRecords(model.otherCount), words.otherRecordsDetail))
    }
    guard !rows.isEmpty else { return .empty }
    return section(.class("card")) { plan(rows) }
  }
}
