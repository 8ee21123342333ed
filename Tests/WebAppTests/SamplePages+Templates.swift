@testable import ThingsWeb
@testable import Web

extension Samples {
  var templatePages: [SamplePage] {
    let rows: [TemplatesPage.Row] = [
      .init(id: t("t1"), name: t("Light bulb")),
      .init(
        id: t("t2"), name: t("Paperback"), itemName: t("Book"),
        place: [t("Living room"), t("Shelf 2")]),
    ]
    let full = TemplatesPage.Model(home: home, rows: rows)
    let viewer = TemplatesPage.Model(home: cabin, role: .viewer, rows: rows)
    let empty = TemplatesPage.Model(home: storage, rows: [])
    var values = FormValues<TemplateFormPage.Field>()
    let texts: [(TemplateFormPage.Field, String)] = [
      (.itemName, "Book"), (.locationID, "r1"), (.manufacturer, "Penguin"),
      (.isInsured, "yes"), (.notes, "Lend them only to people who read."),
      (.fieldNames, "Author\nPages"),
    ]
    for (field, text) in texts { values[field] = FieldValue(t(text)) }
    values[.name] = FieldValue(t("Paperback"), problem: .nameTaken(t("Paperback")))
    values[.quantity] = FieldValue(t("some"), problem: .unreadableQuantity(t("some")))
    let form = TemplateFormPage.Model(
      templateID: t("t2"), home: home, values: values, places: rooms,
      depths: rooms.map { _ in 0 },
      labels: [.init(furniture), .init(electronics, isChosen: true)])
    let new = TemplateFormPage.Model(
      home: home, values: .init([.quantity: FieldValue("1")]), places: rooms,
      depths: rooms.map { _ in 0 }, labels: [.init(furniture)])
    var item = ItemFormPage.Model(
      home: home, values: .init([.name: FieldValue(t("Book"))]), places: rooms,
      depths: rooms.map { _ in 0 }, labels: [.init(furniture)])
    item.templates = rows.map {
      .init(id: $0.id, name: $0.name, route: .items(.newItem(home: home.id, template: $0.id)))
    }
    item.templateID = t("t2")
    item.offers = [.init(name: t("Author"), kind: .text)]
    let begun = item
    item.templateID = nil
    let offering = item
    return [
      SamplePage("templates", .templates(.templates(home: home.id))) {
        TemplatesPage.view(full, in: $0)
      },
      SamplePage("templates-viewer", .templates(.templates(home: cabin.id))) {
        TemplatesPage.view(viewer, in: $0)
      },
      SamplePage("templates-empty", .templates(.templates(home: storage.id))) {
        TemplatesPage.view(empty, in: $0)
      },
      SamplePage("template", .templates(.template(home: home.id, template: t("t2")))) {
        TemplateFormPage.view(form, in: $0)
      },
      SamplePage("template-new", .templates(.newTemplate(home: home.id))) {
        TemplateFormPage.view(new, in: $0)
      },
      SamplePage("item-new-template", .items(.newItem(home: home.id, template: t("t2")))) {
        ItemFormPage.view(begun, in: $0)
      },
      SamplePage("item-new-templates", .items(.newItem(home: home.id))) {
        ItemFormPage.view(offering, in: $0)
      },
    ]
  }
}
