import HTTPServer
import Household
import SQLite
import SyncProtocol
import Things
import Values
import Web

/// The fields that a home offers for its items.
extension WebApplication {
  func fieldPresetsPage(home: ZoneID) -> Endpoint {
    .viewing(.home(home)) { at in try await at.member.fieldPresets(of: at.link) }
  }

  func addFieldPreset(home: ZoneID) -> Endpoint {
    .editing(.home(home)) { at in
      var draft = FieldPresetDraft(at.form)
      let add = AddFieldPreset(homeID: home, draft.details)
      do {
        let preset = try await at.write { try add($0) }
        return at.member.goTo(
          .field(.fieldPresets(home: home)), saying: .things(.fieldAdded(preset.name)))
      } catch AddFieldPreset.Failure.invalid(let problems) {
        draft.take(problems)
      } catch AddFieldPreset.Failure.nameTaken {
        draft.takeTakenName()
      }
      return try await at.member.fieldPresets(of: at.link, draft)
    }
  }

  func fieldPresetPage(home: ZoneID, preset id: RecordID) -> Endpoint {
    .editing(.home(home)) { at in
      let found = try await at.member.read { try FieldPreset.find(id, in: $0) }
      guard let found, found.homeID == home else { throw Abort.notFound }
      return try await at.member.fieldPresets(
        of: at.link, editing: id, FieldPresetDraft(found.details))
    }
  }

  func editFieldPreset(home: ZoneID, preset id: RecordID) -> Endpoint {
    .editing(.home(home)) { at in
      var draft = FieldPresetDraft(at.form)
      let (details, base) = (draft.details, draft.base)
      do {
        let preset = try await at.write { transaction in
          guard try FieldPreset.find(id, in: transaction.connection)?.homeID == home else {
            throw EditFieldPreset.Failure.presetNotFound
          }
          return try EditFieldPreset(presetID: id, details: details, base: base)(transaction)
        }
        return at.member.goTo(
          .field(.fieldPresets(home: home)), saying: .things(.fieldSaved(preset.name)))
      } catch EditFieldPreset.Failure.invalid(let problems) {
        draft.take(problems)
      } catch EditFieldPreset.Failure.nameTaken {
        draft.takeTakenName()
      }
      return try await at.member.fieldPresets(of: at.link, editing: id, draft)
    }
  }

  func deleteFieldPreset(home: ZoneID, preset id: RecordID) -> Endpoint {
    .editing(.home(home)) { at in
      let name = try await at.write { transaction in
        guard let preset = try FieldPreset.find(id, in: transaction.connection),
          preset.homeID == home
        else { throw DeleteFieldPreset.Failure.presetNotFound }
        try DeleteFieldPreset(presetID: id)(transaction)
        return preset.name
      }
      return at.member.goTo(.field(.fieldPresets(home: home)), saying: .things(.fieldDeleted(name)))
    }
  }
}

/// The form of a field that a home offers, as it was typed.
struct FieldPresetDraft: Sendable {
  private(set) var values = FormValues<FieldPresetsPage.Field>()

  init(_ form: HTTPParameters) {
    for field in FieldPresetsPage.Field.allCases {
      values[field] = FieldValue(form.first(field.rawValue) ?? "")
    }
    values.version = form.first("version") ?? ""
  }

  init(_ details: FieldPresetDetails) {
    values[.name] = FieldValue(details.name)
    values[.kind] = FieldValue(FieldKind(details.kind).rawValue)
    values[.choices] = FieldValue(details.choices.joined(separator: "\n"))
    values.version = URLCoding.encode(
      FieldPresetsPage.Field.allCases.map { ($0.rawValue, values[$0].text) })
  }

  /// The form's original values; `nil` if they were not sent.
  var base: FieldPresetDetails? {
    HTTPParameters(version: values.version).map { FieldPresetDraft($0).details }
  }

  var details: FieldPresetDetails {
    var details = FieldPresetDetails(name: values[.name].text)
    // An unknown kind becomes text.
    details.kind = FieldPreset.Kind(rawValue: values[.kind].text) ?? .text
    details.choices = InputText.lines(values[.choices].text).split(separator: "\n")
      .map(String.init).filter { !InputText.line($0).isEmpty }
    return details
  }

  mutating func take(_ problems: [InputProblem]) {
    for problem in problems {
      let field = FieldPresetsPage.Field(rawValue: problem.field.rawValue) ?? .name
      values[field].problem = FieldProblem(problem, text: values[field].text)
    }
  }

  mutating func takeTakenName() { values[.name].problem = .nameTaken(values[.name].text) }
}

extension FieldOffer {
  /// The fields that a home offers, with their values, which are removed from `fields`.
  static func all(
    home: ZoneID, taking fields: inout [ItemPage.CustomField], in connection: Connection
  ) throws -> [FieldOffer] {
    try FieldPreset.of(home: home, in: connection).map { preset in
      let index = fields.firstIndex { NameKey.make($0.name) == preset.nameKey }
      return FieldOffer(
        name: preset.name, kind: FieldKind(preset.kind), choices: preset.choices,
        value: index.map { fields.remove(at: $0).value } ?? "")
    }
  }
}

extension Member {
  fileprivate func fieldPresets(
    of home: ZoneLink, editing id: RecordID? = nil, _ draft: FieldPresetDraft? = nil
  ) async throws -> HTTPResponse {
    let values = draft?.values ?? .init()
    return try await page(
      home: home.id, status: values.hasProblems ? .unprocessableContent : .ok,
      { FieldPresetsPage.view($0, in: $1) },
      load: { reader in
        FieldPresetsPage.Model(
          home: home, role: reader.role(in: home.id) ?? .viewer,
          rows: try FieldPreset.of(home: home.id, in: reader.connection).map {
            .init(id: $0.id, name: $0.name, kind: FieldKind($0.kind), choices: $0.choices)
          }, editingID: id, values: values)
      })
  }
}
