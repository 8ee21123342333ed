import HTTPServer
import Household
import SQLite
import SyncProtocol
import Things
import Values
import Web

/// The labels of a home.
extension WebApplication {
  func labelsPage(home: ZoneID) -> Endpoint {
    .viewing(.home(home)) { at in try await at.member.labels(of: at.link) }
  }

  func addLabel(home: ZoneID) -> Endpoint {
    .editing(.home(home)) { at in
      let draft = LabelDraft(at.form)
      let add = AddLabel(homeID: home, draft.details(over: nil))
      do {
        let label = try await at.write { try add($0) }
        return at.member.goTo(
          .labels(.labels(home: home)), saying: .things(.labelAdded(label.name)))
      } catch AddLabel.Failure.invalid(let problems) {
        return try await at.member.labels(of: at.link, draft: draft, draft.values(problems))
      } catch AddLabel.Failure.nameTaken {
        return try await at.member.labels(
          of: at.link, draft: draft, draft.valuesWithTakenName())
      }
    }
  }

  /// The list with one label's form open when editing; otherwise a redirect to the label's items.
  func labelPage(home: ZoneID, label: RecordID, isEditing: Bool) -> Endpoint {
    guard isEditing else {
      return .viewing(.home(home)) { at in
        at.member.goTo(.items(.homeItems(home: home, ItemQuery(labelID: label))))
      }
    }
    return .editing(.home(home)) { at in
      let found = try await at.member.read { try Label.find(label, in: $0) }
      guard let found, found.homeID == home else { throw Abort.notFound }
      let draft = LabelDraft(found)
      return try await at.member.labels(
        of: at.link, editing: label, draft: draft, draft.values([]))
    }
  }

  func editLabel(home: ZoneID, label id: RecordID) -> Endpoint {
    .editing(.home(home)) { at in
      let draft = LabelDraft(at.form)
      do {
        let label = try await at.write { transaction in
          guard let old = try Label.find(id, in: transaction.connection), old.homeID == home else {
            throw EditLabel.Failure.labelNotFound
          }
          return try EditLabel(
            labelID: id, details: draft.details(over: old.details),
            base: draft.base?.details(over: old.details))(transaction)
        }
        return at.member.goTo(
          .labels(.labels(home: home)), saying: .things(.labelSaved(label.name)))
      } catch EditLabel.Failure.invalid(let problems) {
        return try await at.member.labels(
          of: at.link, editing: id, draft: draft, draft.values(problems))
      } catch EditLabel.Failure.nameTaken {
        return try await at.member.labels(
          of: at.link, editing: id, draft: draft, draft.valuesWithTakenName())
      }
    }
  }

  func deleteLabelPage(home: ZoneID, label: RecordID) -> Endpoint {
    .editing(.home(home)) { at in
      try await at.member.page(
        home: home, { DeletePlacePage.view($0, in: $1) },
        load: { reader in
          let rows = try LabelList.rows(home: home, in: reader.connection)
          guard let row = rows.first(where: { $0.label.id == label }) else { return nil }
          return DeletePlacePage.Model(
            home: at.link, subject: .label(LabelLink(row.label)), itemCount: row.itemCount)
        })
    }
  }

  func deleteLabel(home: ZoneID, label id: RecordID) -> Endpoint {
    .editing(.home(home)) { at in
      let name = try await at.write { transaction in
        guard let label = try Label.find(id, in: transaction.connection), label.homeID == home
        else { throw DeleteLabel.Failure.labelNotFound }
        try DeleteLabel(labelID: id)(transaction)
        return label.name
      }
      return at.member.goTo(.labels(.labels(home: home)), saying: .things(.labelDeleted(name)))
    }
  }
}

/// The form of a label, as it was typed.
struct LabelDraft: Sendable {
  private let name: String
  private let emoji: String
  private let typedColour: String
  private let version: String

  init(_ form: HTTPParameters) {
    name = form.first("name") ?? ""
    emoji = form.first("emoji") ?? ""
    typedColour = form.first("colour") ?? ""
    version = form.first("version") ?? ""
  }

  init(_ label: Label) {
    name = label.name
    emoji = label.emoji
    typedColour = String(label.colorIndex)
    version = URLCoding.encode([("name", name), ("emoji", emoji), ("colour", typedColour)])
  }

  /// The form's original values; `nil` if they were not sent.
  var base: LabelDraft? { HTTPParameters(version: version).map { LabelDraft($0) } }

  /// The chosen colour; an unknown one becomes the form's default.
  var colour: PaletteColour { Int(typedColour).flatMap { PaletteColour(rawValue: $0) } ?? .orange }

  func details(over old: LabelDetails?) -> LabelDetails {
    var details = old ?? LabelDetails(name: name)
    details.name = name
    details.emoji = emoji
    details.colorIndex = colour.rawValue
    return details
  }

  func values(_ problems: [InputProblem]) -> FormValues<LabelsPage.Field> {
    var values = FormValues<LabelsPage.Field>()
    values.version = version
    values[.name] = FieldValue(name)
    values[.emoji] = FieldValue(emoji)
    for problem in problems {
      let field = LabelsPage.Field(rawValue: problem.field.rawValue) ?? .name
      values[field].problem = FieldProblem(problem, text: values[field].text)
    }
    return values
  }

  func valuesWithTakenName() -> FormValues<LabelsPage.Field> {
    var values = values([])
    values[.name].problem = .nameTaken(name)
    return values
  }
}

extension Member {
  fileprivate func labels(
    of home: ZoneLink, editing id: RecordID? = nil, draft: LabelDraft? = nil,
    _ values: FormValues<LabelsPage.Field> = .init()
  ) async throws -> HTTPResponse {
    try await page(
      home: home.id, status: values.hasProblems ? .unprocessableContent : .ok,
      { LabelsPage.view($0, in: $1) },
      load: { reader in
        LabelsPage.Model(
          home: home, role: reader.role(in: home.id) ?? .viewer,
          rows: try LabelList.rows(home: home.id, in: reader.connection).map {
            LabelsPage.Row(LabelLink($0.label), itemCount: $0.itemCount)
          }, editingID: id, values: values, colour: draft?.colour ?? .orange)
      })
  }
}
