import Blobs
import FoundationEssentials
import HTTPServer
import Household
import SQLite
import SyncProtocol
import Things
import Web

/// The documents of items and policies: adding, downloading, renaming and deleting them.
extension WebApplication {
  /// Redirects to the item's page, which shows its documents.
  func itemPapers(_ item: RecordID) -> Endpoint {
    .viewing(.item(item)) { at in at.member.goTo(.items(.item(item))) }
  }

  func addPapers(toItem item: RecordID) -> Endpoint {
    .editing(.item(item)) { at in
      let field = at.field("maintenance")
      let entry = field.isEmpty ? nil : field
      let upload = try await at.takePapers(of: .item(item), maintenance: entry)
      guard !upload.problems.isEmpty else {
        return at.papersAdded(
          upload.addedCount,
          to: entry.map { .maintenance(.maintenanceEntry($0)) } ?? .items(.item(item)))
      }
      if let entry { return try await at.maintenancePapers(entry, upload) }
      return try await at.member.page(
        home: at.homeID, status: .unprocessableContent, { ItemPage.view($0, in: $1) },
        load: { reader in
          var model = try ItemPage.Model(
            item: item, reader, maxPhotos: at.app.configuration.limits.maxPhotos)
          model?.papers.problems = upload.problems
          model?.papers.keptCount = upload.addedCount
          model?.papers.chosenKind = upload.kind
          return model
        })
    }
  }

  func policyPapersPage(home: ZoneID, policy: RecordID) -> Endpoint {
    .viewing(.amounts(of: home)) { at in
      try await at.member.page(
        home: home, { PolicyPapersPage.view($0, in: $1) },
        load: { try PolicyPapersPage.Model(policy: policy, at.link, $0) })
    }
  }

  func addPapers(home: ZoneID, policy: RecordID) -> Endpoint {
    .editing(.amounts(of: home)) { at in
      try await at.member.read { connection in
        guard try Policy.find(policy, in: connection)?.homeID == home else { throw Abort.notFound }
      }
      let upload = try await at.takePapers(of: .policy(policy))
      guard !upload.problems.isEmpty else {
        return at.papersAdded(
          upload.addedCount, to: .papers(.policyPapers(home: home, policy: policy)))
      }
      return try await at.member.page(
        home: home, status: .unprocessableContent, { PolicyPapersPage.view($0, in: $1) },
        load: { reader in
          var model = try PolicyPapersPage.Model(policy: policy, at.link, reader)
          model?.papers.problems = upload.problems
          model?.papers.keptCount = upload.addedCount
          model?.papers.chosenKind = upload.kind
          return model
        })
    }
  }

  /// The bytes of a document, as a download: a browser never opens it as one of our pages, whatever
  /// it contains.
  ///
  /// A person without access to the home gets "not found" (D-PHO-8).
  func paper(_ id: RecordID) -> Endpoint {
    .viewing(.attachment(id)) { at in
      guard let paper = try await at.member.read({ try Attachment.find(id, in: $0) }),
        let hash = BlobHash(paper.blobHash)
      else { throw Abort.notFound }
      let blobs = at.app.photos.blobs
      if try await at.app.pool.run({ blobs.size(of: hash) == nil }) {
        let record = RecordPlace(zone: paper.homeID, id: paper.id)
        guard await at.app.arrivals.bring(hash, namedBy: record) else {
          throw Abort.because(at.app.backend.device == nil ? .notFound : .needsHub)
        }
      }
      guard let file = try await at.app.pictures.slice(at: blobs.path(of: hash)) else {
        throw Abort.notFound
      }
      let response = HTTPResponse(headers: paper.headers, body: .file(file))
      return response.conditional(on: at.guest.request, tag: paper.tag)
    }
  }

  func editPaperPage(_ id: RecordID) -> Endpoint {
    .editing(.attachment(id)) { at in
      try await at.member.page(
        home: at.homeID, { PaperFormPage.view($0, in: $1) },
        load: { reader in
          guard let paper = try Attachment.find(id, in: reader.connection) else { return nil }
          return try PaperFormPage.Model(
            paper, at.link,
            FormValues([
              .name: FieldValue(paper.name), .kind: FieldValue(paper.kind.rawValue),
            ]), base: (paper.name, paper.kind.rawValue), reader)
        })
    }
  }

  func editPaper(_ id: RecordID) -> Endpoint {
    .editing(.attachment(id)) { at in
      let (name, kind) = (at.field("name"), at.field("kind"))
      let (baseName, baseKind) = (at.field("baseName"), at.field("baseKind"))
      do {
        guard let chosen = Attachment.Kind(rawValue: kind) else {
          throw EditAttachment.Failure.invalid([InputProblem(field: .kind, reason: .missing)])
        }
        var edit = EditAttachment(attachmentID: id, name: name, kind: chosen)
        if let shown = Attachment.Kind(rawValue: baseKind), !baseName.isEmpty {
          edit.base = (baseName, shown)
        }
        let paper = try await at.write { [edit] in try edit($0) }
        return at.member.goTo(paper.ownerRoute, saying: .things(.paperSaved(paper.name)))
      } catch EditAttachment.Failure.invalid(let problems) {
        return try await at.member.page(
          home: at.homeID, status: .unprocessableContent, { PaperFormPage.view($0, in: $1) },
          load: { reader in
            guard let paper = try Attachment.find(id, in: reader.connection) else { return nil }
            var values = FormValues<PaperFormPage.Field>([
              .name: FieldValue(name), .kind: FieldValue(kind),
            ])
            for problem in problems {
              let field: PaperFormPage.Field = problem.field == .kind ? .kind : .name
              values[field].problem = FieldProblem(problem, text: values[field].text)
            }
            return try PaperFormPage.Model(
              paper, at.link, values, base: (baseName, baseKind), reader)
          })
      }
    }
  }

  func deletePaper(_ id: RecordID) -> Endpoint {
    .editing(.attachment(id)) { at in
      let paper = try await at.write { try DeleteAttachment(attachmentID: id)($0) }
      return at.member.goTo(
        paper.ownerRoute, saying: .things(.paperDeleted(paper.name)), undo: .deletePaper(paper))
    }
  }
}

/// The result of an upload of documents.
private struct PaperUpload: Sendable {
  var kind: Papers.Kind
  var addedCount = 0
  /// The problems of the files that were not stored.
  var problems: [FieldProblem] = []
}

extension AtZone<Editing> {
  /// Stores each usable file of the form by itself.
  fileprivate func takePapers(
    of subject: Attachment.Subject, maintenance: RecordID? = nil
  ) async throws -> PaperUpload {
    let files = guest.request.multipart?.files.filter { $0.name == "papers" } ?? []
    var upload = PaperUpload(kind: Papers.Kind(rawValue: guest.field("kind")) ?? .other)
    let limit = app.configuration.limits.maxPapers
    guard files.count <= limit else {
      upload.problems.append(.tooManyPapers(max: limit))
      return upload
    }
    let intake = PaperIntake(pictures: app.intake(of: member.accountID))
    var taken: [(name: String, file: StoredPaper)] = []
    for file in files {
      do {
        taken.append(try await intake.store(file))
      } catch let refused as PaperIntake.Refused {
        upload.problems.append(refused.problem)
      }
    }
    guard !taken.isEmpty else { return upload }
    let kind = Attachment.Kind(upload.kind)
    let home = homeID
    let (added, refused) = try await write { [taken] transaction in
      var refused: [FieldProblem] = []
      for (name, file) in taken {
        do {
          try AddAttachment(
            homeID: home, subject: subject, kind: kind, name: name, file: file,
            maintenanceID: maintenance)(transaction)
        } catch AddAttachment.Failure.invalid(let problems) {
          // Nothing was written for this file; the others stay.
          refused.append(FieldProblem(paper: name, problems))
        }
      }
      return (taken.count - refused.count, refused)
    }
    upload.addedCount = added
    upload.problems += refused
    return upload
  }

  /// The page of a maintenance entry again, with the problems of the uploaded files.
  fileprivate func maintenancePapers(
    _ id: RecordID, _ upload: PaperUpload
  ) async throws -> HTTPResponse {
    let link = link
    return try await member.page(
      home: homeID, status: .unprocessableContent, { MaintenanceFormPage.view($0, in: $1) },
      load: { reader in
        guard let entry = try MaintenanceEntry.find(id, in: reader.connection),
          let item = try Item.find(entry.itemID, in: reader.connection), entry.homeID == link.id
        else { return nil }
        let draft = MaintenanceDraft(entry, words: reader.words)
        var model = try MaintenanceFormPage.Model(entry, of: item, draft, link, reader)
        model.papers?.problems = upload.problems
        model.papers?.keptCount = upload.addedCount
        model.papers?.chosenKind = upload.kind
        return model
      })
  }

  fileprivate func papersAdded(_ count: Int, to route: Route) -> HTTPResponse {
    count == 0 ? member.goTo(route) : member.goTo(route, saying: .things(.papersAdded(count)))
  }
}

extension FieldProblem {
  /// The message for a file that was stored but that the household refused.
  fileprivate init(paper name: String, _ problems: [InputProblem]) {
    for problem in problems {
      if case .tooMany(let max) = problem.reason {
        self = .noRoomForPaper(fileName: name, max: max)
        return
      }
    }
    self = .unusableName(fileName: name)
  }
}

extension Attachment {
  /// The page that shows the document.
  var ownerRoute: Route {
    switch subject {
    case .item(let id): .items(.item(id))
    case .policy(let id): .papers(.policyPapers(home: homeID, policy: id))
    }
  }
}

extension Papers.Kind {
  init(_ kind: Attachment.Kind) {
    switch kind {
    case .receipt: self = .receipt
    case .manual: self = .manual
    case .warranty: self = .warranty
    case .policy: self = .policy
    case .other: self = .other
    }
  }
}

extension Attachment.Kind {
  init(_ kind: Papers.Kind) {
    switch kind {
    case .receipt: self = .receipt
    case .manual: self = .manual
    case .warranty: self = .warranty
    case .policy: self = .policy
    case .other: self = .other
    }
  }
}

extension Papers {
  init(of owner: Owner, _ stored: [Attachment], canEdit: Bool, _ reader: PageReader) {
    self.init(
      owner: owner,
      rows: stored.map { paper in
        Row(
          id: paper.id, name: paper.name, kind: Kind(paper.kind), byteCount: paper.byteCount,
          addedOn: reader.words.calendarDay(Date(milliseconds: paper.createdAt)),
          state: reader.state(ofFile: paper.id, blobHash: paper.blobHash, in: paper.homeID))
      },
      canEdit: canEdit, maxBytes: Int64(PaperIntake.maxBytes))
  }
}

extension PolicyPapersPage.Model {
  fileprivate init?(policy id: RecordID, _ home: ZoneLink, _ reader: PageReader) throws {
    guard let policy = try Policy.find(id, in: reader.connection), policy.homeID == home.id,
      let role = reader.role(in: home.id)
    else { return nil }
    let stored = try Attachment.of(.policy(id), home: home.id, in: reader.connection)
    self.init(
      home: home, provider: policy.provider,
      papers: Papers(
        of: .policy(home: home.id, id), stored, canEdit: role != .viewer, reader))
  }
}

extension PaperFormPage.Model {
  fileprivate init(
    _ paper: Attachment, _ home: ZoneLink, _ values: FormValues<PaperFormPage.Field>,
    base: (name: String, kind: String), _ reader: PageReader
  ) throws {
    switch paper.subject {
    case .item(let id):
      let name = try Item.find(id, in: reader.connection)?.details.name
      self.init(
        id: paper.id, home: home, owner: .item(id), ownerName: name ?? "", values: values,
        base: base)
    case .policy(let id):
      let name = try Policy.find(id, in: reader.connection)?.provider
      self.init(
        id: paper.id, home: home, owner: .policy(home: home.id, id), ownerName: name ?? "",
        values: values, base: base)
    }
  }
}

extension Undo {
  static func deletePaper(_ undo: Attachment) -> Undo {
    Undo { try RestoreAttachment(undo)($0).ownerRoute }
  }
}
