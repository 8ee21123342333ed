import Values
import Web

/// The receipts on the page of an expense.
package struct Receipts: Equatable, Sendable {
  package struct Row: Equatable, Sendable {
    package var id: String
    package var name: String
    package var isPicture: Bool
    package var byteCount: Int64
    package var addedOn: CalendarDay
    /// Whether its file is on the machine that shows it.
    package var state = FileState.available
  }

  package var rows: [Row]
  /// What was wrong with files that somebody has just sent.
  package var refused: RefusedFiles?
  /// The largest file, in bytes.
  package var maxBytes: Int64

  package init(rows: [Row] = [], maxBytes: Int64 = 25_000_000) {
    self.rows = rows
    self.maxBytes = maxBytes
  }
}

extension ViewContext {
  /// The receipts of an expense, with the way to add more.
  func receipts(_ receipts: Receipts, of expense: ExpensePage.Model) -> HTML {
    let group = expense.group.id
    if receipts.rows.isEmpty, !expense.canWrite { return .empty }
    return card(words.receipts, id: "receipts") {
      if let files = receipts.refused { refused(files) }
      if receipts.rows.isEmpty {
        p(.class("muted")) { words.noReceipts }
      } else {
        ul(.class("lines")) {
          receipts.rows.map { receipt($0, in: group, canWrite: expense.canWrite) }
        }
      }
      if expense.canWrite {
        let route = Route.receipts(.receipts(group: group, expense: expense.id))
        div(.class("uploads")) {
          filePicker(
            route, name: "receipts", words.photographReceipt, .photo, accept: "image/*",
            opensCamera: true, button: words.uploadReceipts)
          filePicker(
            route, name: "receipts", words.addReceipts, .upload,
            accept: "image/*,application/pdf,.pdf", button: words.uploadReceipts)
        }
        p(.class("hint")) { words.receiptsHint(receipts.maxBytes) }
      }
    }
  }

  private func receipt(_ row: Receipts.Row, in group: String, canWrite: Bool) -> HTML {
    let original = Route.receipts(.receipt(group: group, receipt: row.id, .original))
    return li(.id("receipt-\(row.id)"), .dataKey(row.id)) {
      a(.class("row", "grow"), .href(original), .download(!row.isPicture)) {
        if row.isPicture, row.state == .available {
          span(.class("thumb")) {
            img(
              .src(.receipts(.receipt(group: group, receipt: row.id, .thumbnail))), .alt(""),
              .width(52), .height(52), .lazy(), .decodingAsync())
          }
        } else {
          span(.class("thumb"), .ariaHidden()) {
            row.state == .available ? Icon.file() : Icon.clock()
          }
        }
        span(.class("grow")) {
          b { row.name }
          small(.class("num")) {
            [words.fileSize(row.byteCount), words.day(row.addedOn)].joined(separator: " · ")
          }
          if row.state != .available { small { words.missingPaper(row.state) } }
        }
      }
      if canWrite {
        postForm(
          .receipts(.deleteReceipt(group: group, receipt: row.id)), .class("inline")
        ) {
          button(
            .class("btn", "quiet", "icon"), .type("submit"),
            .ariaLabel(words.deleteNamed(row.name))
          ) { Icon.trash() }
        }
      }
    }
  }
}
