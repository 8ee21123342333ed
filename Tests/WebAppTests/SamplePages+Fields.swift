@testable import ThingsWeb
@testable import Web

extension Samples {
  var fieldPages: [SamplePage] {
    let rows: [FieldPresetsPage.Row] = [
      .init(id: t("f1"), name: t("Frame size"), kind: .number),
      .init(id: t("f2"), name: t("Bought used"), kind: .yesNo),
      .init(
        id: t("f3"), name: t("Power plug"), kind: .choice, choices: [t("EU"), t("UK"), t("US")]),
    ]
    var values = FormValues<FieldPresetsPage.Field>()
    values[.name] = FieldValue(t("Power plug"), problem: .nameTaken(t("Power plug")))
    values[.kind] = FieldValue("choice")
    values[.choices] = FieldValue("", problem: .missing)
    let full = FieldPresetsPage.Model(home: home, rows: rows)
    let viewer = FieldPresetsPage.Model(home: cabin, role: .viewer, rows: rows)
    let empty = FieldPresetsPage.Model(home: storage, rows: [])
    let editing = FieldPresetsPage.Model(
      home: home, rows: rows, editingID: t("f3"), values: values)
    return [
      SamplePage("fields", .field(.fieldPresets(home: home.id))) {
        FieldPresetsPage.view(full, in: $0)
      },
      SamplePage("fields-viewer", .field(.fieldPresets(home: cabin.id))) {
        FieldPresetsPage.view(viewer, in: $0)
      },
      SamplePage("fields-empty", .field(.fieldPresets(home: storage.id))) {
        FieldPresetsPage.view(empty, in: $0)
      },
      SamplePage("fields-problems", .field(.fieldPreset(home: home.id, preset: t("f3")))) {
        FieldPresetsPage.view(editing, in: $0)
      },
    ]
  }
}
