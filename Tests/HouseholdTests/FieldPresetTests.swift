import Household
import Replica
import SQLite
import SyncProtocol
import Testing
import Things

/// Fields that a home offers for all its items.
@Suite struct FieldPresetTests {
  private func details(
    _ name: String, _ kind: FieldPreset.Kind = .text, _ choices: [String] = []
  ) -> FieldPresetDetails {
    var details = FieldPresetDetails(name: name)
    (details.kind, details.choices) = (kind, choices)
    return details
  }

  private func add(_ details: FieldPresetDetails, _ store: TestStore) throws -> FieldPreset {
    try store.write { try AddFieldPreset(homeID: store.id("flat"), details)($0) }
  }

  @Test("a field is kept cleaned, its choices each once and in their order")
  func add() throws {
    let store = try TestStore(homes: ["flat"])
    let plug = try add(details(" Power plug ", .choice, ["UK", " EU", "uk"]), store)
    #expect(plug.name == "Power plug")
    #expect(plug.choices == ["UK", "EU"])
    let stored = try FieldPreset.of(home: store.id("flat"), in: store.connection)
    #expect(stored == [plug])
  }

  @Test("blank names, a choice without choices and a name that is there are refused")
  func refused() throws {
    let store = try TestStore(homes: ["flat"])
    #expect(
      throws: AddFieldPreset.Failure.invalid([.init(field: .name, reason: .missing)])
    ) { try add(details(" \u{202e} "), store) }
    #expect(
      throws: AddFieldPreset.Failure.invalid([.init(field: .choices, reason: .missing)])
    ) { try add(details("Plug", .choice), store) }
    let plug = try add(details("Plug"), store)
    #expect(throws: AddFieldPreset.Failure.nameTaken(plug.id)) {
      try add(details("PLUG", .number), store)
    }
  }

  @Test(
    "a value is of its field's kind or refused, and nothing is of every kind",
    arguments: [
      (FieldPreset.Kind.number, "3.5", true), (.number, "-12", true), (.number, "3,5", true),
      (.number, "three", false), (.number, "1e9", false), (.date, "2026-02-28", true),
      (.date, "2026-02-29", false), (.date, "soon", false), (.yesNo, "yes", true),
      (.yesNo, "maybe", false), (.link, "https://a.example", true),
      (.link, "javascript:alert(1)", false), (.choice, "EU", true), (.choice, "FR", false),
      (.text, "anything", true), (.number, "", true), (.choice, "", true),
    ])
  func kinds(kind: FieldPreset.Kind, value: String, isGood: Bool) throws {
    let store = try TestStore(homes: ["flat"])
    _ = try add(details("Size", kind, kind == .choice ? ["EU", "UK"] : []), store)
    let item = AddItem(
      homeID: store.id("flat"), ItemDetails(name: "Lamp", currency: "EUR"),
      fields: [CustomField(name: "size", value: value)])
    if isGood {
      try store.write { try item($0) }
    } else {
      let problem = InputProblem(field: .value, reason: .notOfKind(field: "Size", kind))
      #expect(throws: AddItem.Failure.invalid([problem])) { try store.write { try item($0) } }
    }
  }

  @Test("what an item had before its field got a kind stays, until somebody changes it")
  func olderValues() throws {
    let store = try TestStore(homes: ["flat"])
    let fields = [CustomField(name: "Size", value: "large")]
    let item = try store.write {
      try AddItem(
        homeID: store.id("flat"), ItemDetails(name: "Lamp", currency: "EUR"), fields: fields)($0)
    }
    _ = try add(details("Size", .number), store)
    try store.write { try SetItemFields(itemID: item.id, fields: fields)($0) }
    #expect(throws: SetItemFields.Failure.self) {
      try store.write {
        try SetItemFields(
          itemID: item.id, fields: [CustomField(name: "Size", value: "huge")])($0)
      }
    }
    try store.write {
      try SetItemFields(itemID: item.id, fields: [CustomField(name: "Size", value: "30")])($0)
    }
    let page = try #require(try ItemPage(item: item.id, in: store.connection))
    #expect(page.fields.map(\.value) == ["30"])
  }

  @Test("a field that is offered no longer leaves the items' values alone")
  func delete() throws {
    let store = try TestStore(homes: ["flat"])
    let preset = try add(details("Size", .number), store)
    let item = try store.write {
      try AddItem(
        homeID: store.id("flat"), ItemDetails(name: "Lamp", currency: "EUR"),
        fields: [CustomField(name: "Size", value: "30")])($0)
    }
    var renamed = preset.details
    renamed.name = "Height"
    try store.write { [renamed] in
      try EditFieldPreset(presetID: preset.id, details: renamed)($0)
    }
    try store.write { try DeleteFieldPreset(presetID: preset.id)($0) }
    #expect(try FieldPreset.of(home: store.id("flat"), in: store.connection).isEmpty)
    let page = try #require(try ItemPage(item: item.id, in: store.connection))
    #expect(page.fields.map(\.value) == ["30"])
  }
}
