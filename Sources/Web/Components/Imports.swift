import FoundationEssentials

// What the pages of an import are made of, whatever comes in: the choice of a file, the preview
// with its counts and problems, the progress, and the question before it is undone.

/// An import that can still be undone.
package struct RecentImport: Equatable, Sendable, Identifiable {
  package var id: String
  package var fileName: String
  package var importedAt: Date
  /// What it made.
  package var newCount: Int
  /// What it changed that was there before.
  package var updatedCount: Int

  package init(
    id: String, fileName: String, importedAt: Date, newCount: Int, updatedCount: Int = 0
  ) {
    self.id = id
    self.fileName = fileName
    self.importedAt = importedAt
    self.newCount = newCount
    self.updatedCount = updatedCount
  }
}

/// How far an import is.
package struct ImportProgress: Equatable, Sendable {
  package var fileName: String
  package var doneCount: Int
  package var totalCount: Int
  /// Whether photos, receipts and pictures are counted, which come before everything else.
  package var areFiles: Bool

  package init(fileName: String, done: Int, of total: Int, areFiles: Bool = false) {
    self.fileName = fileName
    self.doneCount = done
    self.totalCount = total
    self.areFiles = areFiles
  }
}

/// One of the counts at the top of a preview.
package struct ImportBucket {
  /// How it looks: something comes, changes, stays as it is, or stays out.
  package enum Tone: String {
    case good, info, calm, warn
  }

  let title: String
  let count: Int
  let note: String
  let tone: Tone

  package init(_ title: String, _ count: Int, _ note: String, _ tone: Tone) {
    (self.title, self.count, self.note, self.tone) = (title, count, note, tone)
  }
}

extension ViewContext {
  /// The form that sends the file of an import, as `file`.
  ///
  /// - Parameters:
  ///   - hint: which files can be chosen.
  ///   - accept: the kinds of files that a browser offers.
  ///   - fields: what else is asked for before the preview.
  package func importForm(
    _ route: Route, _ hint: String, accept: String,
    @HTMLBuilder fields: () -> HTML = { .empty }
  ) -> HTML {
    uploadForm(route) {
      label(.class("drop", "tall")) {
        Icon.upload(28)
        span { words.chooseFile }
        small { hint }
        input(
          .type("file"), .name("file"), .accept(accept), .required(),
          .ariaLabel(words.chooseFile), .dataPreview("import-file"))
      }
      div(.class("previews"), .id("import-file"))
      fields()
      actions { submit(words.previewImport, .arrow) }
    }
  }

  /// Imports that can be undone, the newest first; nothing when there are none.
  ///
  /// - Parameter text: when it was, and what came.
  package func recentImports(
    _ imports: [RecentImport], undo: (String) -> Route,
    text: (_ entry: RecentImport, _ when: String) -> String
  ) -> HTML {
    guard !imports.isEmpty else { return .empty }
    return section(.class("card", "pad"), .id("imports")) {
      h2 { words.recentImports }
      p(.class("muted")) { words.recentImportsNote }
      ul(.class("lines")) {
        imports.map { entry in
          li(.dataKey(entry.id)) {
            div(.class("grow")) {
              b { entry.fileName }
              small { text(entry, words.ago(entry.importedAt, now: now)) }
            }
            linkButton(undo(entry.id), words.undoStep, .undo, style: .quiet)
          }
        }
      }
    }
  }

  /// The form of a preview: what can be chosen, and the buttons to leave it, to see what the
  /// choices change, and to import.
  ///
  /// - Parameters:
  ///   - cancelling: what the button says that gives the file up.
  ///   - look: what the button says that shows the preview anew, as `look`; `nil` for none.
  ///   - run: what the main button says; `nil` when nothing can be imported.
  ///   - more: more buttons.
  package func importChoices(
    _ route: Route, cancel: Route, cancelling: String? = nil, look: String? = nil, run: String?,
    more: HTML = .empty, @HTMLBuilder fields: () -> HTML = { .empty }
  ) -> HTML {
    let fields = fields()
    return HTML(joining: [
      postForm(route, .class(fields.isEmpty ? nil : "card", fields.isEmpty ? nil : "pad")) {
        fields
        actions {
          // Of a form of its own: Enter in a field of this one is no wish to cancel.
          button(.class("btn", "quiet"), .type("submit"), .form("cancel")) {
            cancelling ?? words.cancel
          }
          more
          if let look {
            button(.class("btn"), .type("submit"), .name("look"), .value("yes")) { look }
          }
          if let run { submit(run, .check) }
        }
      },
      postForm(cancel, .id("cancel"), .hidden()) { HTML.empty },
    ])
  }

  /// The page of an import that is going on. It loads itself anew until the import is done.
  ///
  /// - Parameter text: how far it is.
  package func importPage(_ title: String, _ model: ImportProgress, _ text: String) -> HTML {
    page(title, isLive: false, refreshSeconds: 2) {
      top(title, note: model.fileName)
      section(.class("card", "pad")) {
        progress(done: model.doneCount, total: model.totalCount, text)
        p(.class("muted")) { words.mayLeave }
      }
      actions { linkButton(route, words.howFar, .sync, style: .quiet) }
    }
  }

  /// Asks before an import is undone.
  ///
  /// - Parameters:
  ///   - back: where it goes without undoing.
  ///   - undo: where it is undone; `nil` when nothing is left of it.
  package func undoImport(
    of fileName: String, importedAt: Date, crumbs: [Crumb],
    _ rows: [(icon: Icon, text: String, detail: String)], back: Route, undo: Route?
  ) -> HTML {
    question(
      words.undoImportTitle,
      undo == nil
        ? words.nothingToUndo : words.undoImportText(fileName, words.ago(importedAt, now: now)),
      icon: .undo, crumbs: crumbs, rows: rows
    ) {
      linkButton(back, words.cancel, style: .quiet)
      if let undo { postButton(undo, words.undoImport, .undo, style: .destructive) }
    }
  }
}

/// How much of a file comes, and how much does not.
package func importBuckets(_ buckets: [ImportBucket], _ words: Catalogue) -> HTML {
  section(.class("stats"), .ariaLabel(words.atAGlance)) {
    buckets.map { bucket in
      div(.class("card", "stat", "bucket", bucket.tone.rawValue)) {
        small { bucket.title }
        b(.class("num")) { words.number(bucket.count) }
        small { bucket.note }
      }
    }
  }
}

/// How many rows of a list are shown on the pages of an import.
package let maxImportRows = 50

/// What is wrong with a file, where, and what to do; nothing when nothing is.
///
/// - Parameters:
///   - rows: the sentences, and where in the file each is about.
///   - total: with those that are not among the rows; `nil` when all are.
package func importProblems(
  _ title: String, _ rows: [(place: String?, text: String)], total: Int? = nil, _ words: Catalogue
) -> HTML {
  let total = total ?? rows.count
  guard total > 0 else { return .empty }
  let shown = rows.prefix(maxImportRows)
  return section(.class("card")) {
    div(.class("between", "pad", "head")) {
      h2 { title }
      span(.class("chip", "num")) { words.number(total) }
    }
    ul(.class("lines", "padded", "problems")) {
      shown.map { row in
        li {
          if let place = row.place { span(.class("chip", "num")) { place } }
          span(.class("grow")) { row.text }
        }
      }
    }
    if total > shown.count {
      p(.class("pad", "muted")) { words.andMore(total - shown.count) }
    }
  }
}

/// The first rows of what comes, which is folded up when it is long; nothing when nothing comes.
///
/// - Parameters:
///   - total: with those that are not among the rows; `nil` when all are.
///   - longest: how many rows are no reason to fold it up.
///   - line: what stands in one of them.
package func importRows<Row>(
  _ title: String, _ rows: [Row], total: Int? = nil, longest: Int = 10, _ words: Catalogue,
  line: (Row) -> HTML
) -> HTML {
  guard !rows.isEmpty else { return .empty }
  let total = total ?? rows.count
  return details(.class("card", "more"), .open(total <= longest)) {
    summary {
      h2 { title }
      span(.class("chip", "num")) { words.number(total) }
      Icon.chevronDown()
    }
    ul(.class("lines", "padded")) { rows.map { row in li { line(row) } } }
    if total > rows.count { p(.class("pad", "muted")) { words.andMore(total - rows.count) } }
  }
}
