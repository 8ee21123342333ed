import Finances
import FoundationEssentials
import HTTPServer
import Household
import SQLite
import SyncProtocol
import Web

/// The receipts of expenses: adding, showing and deleting them.
extension WebApplication {
  /// Redirects to the expense's page, for example when the result of an upload is reloaded.
  func receiptsPage(_ group: ZoneID, _ expense: RecordID) -> Endpoint {
    .viewing(.group(group)) { at in
      at.member.goTo(.expenses(.expense(group: group, expense: expense)))
    }
  }

  func addReceipts(_ group: ZoneID, _ expense: RecordID) -> Endpoint {
    .editing(.group(group)) { at in
      let found = try await at.member.read { try StoredExpense.Row.find(expense, in: $0) }
      guard found?.groupID == group else { throw Abort.notFound }
      let upload = try await at.takeReceipts(of: expense)
      let route = Route.expenses(.expense(group: group, expense: expense))
      guard !upload.problems.isEmpty else {
        return upload.keptCount == 0
          ? at.member.goTo(route)
          : at.member.goTo(route, saying: .receipts(.added(upload.keptCount)))
      }
      return try await at.member.expensePage(
        expense, in: at.zone, status: .unprocessableContent
      ) { $0.receipts.refused = upload }
    }
  }

  /// The bytes of a receipt. A person without access to the group gets "not found".
  func receipt(_ group: ZoneID, _ id: RecordID, _ size: PhotoSize) -> Endpoint {
    .viewing(.group(group)) { at in
      guard let receipt = try await at.member.read({ try ExpenseReceipt.find(id, in: $0) }),
        receipt.groupID == group
      else { throw Abort.notFound }
      let size = receipt.media == .pdf ? .original : size
      let path = try await at.app.picture(
        receipt.blobHash, namedBy: RecordPlace(zone: group, id: id), size)
      guard let path, let file = try await at.app.pictures.slice(at: path) else {
        throw Abort.because(at.app.backend.device == nil ? .notFound : .needsHub)
      }
      let response = HTTPResponse(headers: receipt.headers(size), body: .file(file))
      return response.conditional(
        on: at.guest.request, tag: "\(receipt.blobHash.prefix(32))-\(size.rawValue)")
    }
  }

  func deleteReceipt(_ group: ZoneID, _ id: RecordID) -> Endpoint {
    .editing(.group(group)) { at in
      let receipt = try await at.write { transaction in
        guard let found = try ExpenseReceipt.find(id, in: transaction.connection),
          found.groupID == group
        else { throw FinanceFailure.receiptNotFound }
        return try DeleteReceipt(receiptID: id)(transaction)
      }
      return at.member.goTo(
        .expenses(.expense(group: group, expense: receipt.expenseID)),
        saying: .receipts(.deleted(receipt.name)), undo: .deleteReceipt(receipt))
    }
  }
}

extension AtZone<Editing> {
  /// Stores each usable file of the form by itself; returns what was wrong with the others.
  fileprivate func takeReceipts(of expense: RecordID) async throws -> RefusedFiles {
    let files = guest.request.multipart?.files.filter { $0.name == "receipts" } ?? []
    var upload = RefusedFiles(problems: [], keptCount: 0)
    let limit = app.configuration.limits.maxPapers
    guard files.count <= limit else {
      upload.problems.append(.tooManyPapers(max: limit))
      return upload
    }
    let intake = PaperIntake.receipts(app.intake(of: member.accountID))
    var taken: [(name: String, file: StoredPaper)] = []
    for file in files {
      do {
        taken.append(try await intake.store(file))
      } catch let refused as PaperIntake.Refused {
        upload.problems.append(refused.problem)
      }
    }
    guard !taken.isEmpty else { return upload }
    let group = zoneID
    let refused = try await write { [taken] transaction in
      var refused: [FieldProblem] = []
      for (name, file) in taken {
        do {
          try AddReceipt(groupID: group, expenseID: expense, name: name, file: file)(transaction)
        } catch FinanceFailure.invalid(let problems) {
          // Nothing was written for this file; the others stay.
          refused.append(FieldProblem(receipt: name, problems))
        }
      }
      return refused
    }
    upload.keptCount = taken.count - refused.count
    upload.problems += refused
    return upload
  }
}

extension PaperIntake {
  /// Takes pictures and PDFs, and no texts.
  static func receipts(_ pictures: PhotoIntake) -> PaperIntake {
    PaperIntake(pictures: pictures, textProblem: { .receipt(.neitherPictureNorPDF($0)) })
  }
}

extension FieldProblem {
  static func receipt(_ problem: ReceiptProblem) -> FieldProblem { .said(ProblemMessage(problem)) }

  /// The message for a file that was stored but that the group refused.
  fileprivate init(receipt name: String, _ problems: [InputProblem]) {
    for problem in problems {
      if case .tooMany(let max) = problem.reason {
        self = .receipt(.tooMany(name, max: max))
        return
      }
    }
    self = .unusableName(fileName: name)
  }
}

extension ExpenseReceipt {
  /// Pictures are shown, other files are saved: a browser never opens them as one of our pages.
  fileprivate func headers(_ size: PhotoSize) -> HTTPHeaders {
    guard media != .pdf else {
      return .ofUpload(type: media.contentType, disposition: .download(name))
    }
    let ending = size == .original ? media.endings[0] : "jpg"
    return .ofUpload(
      type: size == .original ? media.contentType : "image/jpeg",
      disposition: "inline; filename=\"receipt-\(blobHash.prefix(12)).\(ending)\"")
  }
}

extension Receipts {
  init(of expense: StoredExpense, _ reader: PageReader) throws {
    let stored = try ExpenseReceipt.of(expense.id, in: expense.groupID, reader.connection)
    self.init(
      rows: stored.map { receipt in
        Row(
          id: receipt.id, name: receipt.name, isPicture: receipt.media != .pdf,
          byteCount: receipt.byteCount,
          addedOn: reader.words.calendarDay(Date(milliseconds: receipt.createdAt)),
          state: reader.state(
            ofFile: receipt.id, blobHash: receipt.blobHash, in: receipt.groupID))
      }, maxBytes: Int64(PaperIntake.maxBytes))
  }
}

extension Undo {
  static func deleteReceipt(_ receipt: ExpenseReceipt) -> Undo {
    Undo { transaction in
      let restored = try RestoreReceipt(receipt)(transaction)
      return .expenses(.expense(group: restored.groupID, expense: restored.expenseID))
    }
  }
}
