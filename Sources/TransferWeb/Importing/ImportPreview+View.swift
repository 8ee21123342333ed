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
      }
    }
  }

  private static func form(_ model: Preview, in context: ViewContext) -> HTML {
    let words = context.words
    let count = model.newCount + model.updatedCount
    let isAnythingNew =
      count > 0 || model.photoCount > 0 || !model.newRooms.isEmpty || !model.newLabels.isEmpty
      || !model.newHomes.isEmpty || model.paperCount > 0 || model.otherCount > 0
    return context.importChoices(
      .importing(.runImport(model.id)), cancel: .importing(.cancelImport(model.id)),
      cancelling: isAnythingNew || model.needsFixingCount == 0
        ? words.cancel : words.chooseAnotherFile,
      look: model.asksForHome ? words.showThere : nil,
      run: isAnythingNew ? (count > 0 ? words.runImport(count) : words.runImport) : nil
    ) {
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
    }
  }

  static func buckets(
    _ words: Catalogue, new: Int, updated: Int, unchanged: Int, needsFixing: Int, isDone: Bool
  ) -> HTML {
    importBuckets(
      [
        ImportBucket(words.bucketNew, new, isDone ? words.wereAdded : words.willBeAdded, .good),
        ImportBucket(
          words.bucketUpdated, updated, isDone ? words.wereChanged : words.willChange, .info),
        ImportBucket(words.bucketUnchanged, unchanged, words.alreadyThere, .calm),
        ImportBucket(
          words.bucketNeedsFixing, needsFixing, isDone ? words.wereLeftOut : words.stayOut,
          needsFixing > 0 ? .warn : .calm),
      ], words)
  }

  /// What is wrong, where, and what to do.
  ///
  /// - Parameter total: with those that are not among the rows; `nil` when all are.
  static func problems(
    _ title: String, _ rows: [ImportProblemRow], total: Int? = nil, _ words: Catalogue
  ) -> HTML {
    importProblems(
      title, rows.map { (words.whereInFile($0), words.problem($0)) }, total: total, words)
  }

  private static func columns(_ columns: [Column], _ words: Catalogue) -> HTML {
    importRows(words.columnsTitle, columns, longest: 20, words) { column in
      HTML(joining: [
        b(.class("grow")) { column.name },
        span(.class(column.field == nil ? "muted" : nil)) {
          column.field ?? words.keptAsOwnField
        },
      ])
    }
  }

  private static func bucket(
    _ title: String, _ rows: [Row], total: Int, _ words: Catalogue
  ) -> HTML {
    importRows(title, Array(rows.prefix(maxImportRows)), total: total, words) { row in
      HTML(joining: [
        div(.class("grow")) {
          b { row.name }
          small {
            row.changes.isEmpty
              ? row.place.joined(separator: " › ") : words.changes(words.list(row.changes))
          }
        },
        row.value.map { value in span(.class("num")) { words.money(value) } } ?? .empty,
      ])
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
