import HTTPServer
import Household
import Replica
import SQLite
import SyncProtocol
import Things
import Web

/// The form that adds or edits an item.
extension WebApplication {
  func newItemPage(home: ZoneID, room: RecordID?, template: RecordID?) -> Endpoint {
    .editing(.home(home)) { at in
      let last = at.member.lastUsed
      let known = last.homeID == home ? last.placeID : nil
      return try await at.member.page(
        home: home, { ItemFormPage.view($0, in: $1) },
        load: { reader in
          var model = try ItemFormPage.Model(newIn: at.link, room: room ?? known, reader)
          try model.offerTemplates(room: room, reader)
          if let template { try model.begin(with: template, room: room, reader) }
          return model
        })
    }
  }

  func addItem(home: ZoneID) -> Endpoint {
    .editing(.home(home)) { at in
      let (form, photos) = (at.form, at.guest.request.photoFiles)
      let words = try await at.member.words()
      var draft = ItemDraft(form, words: words)
      if photos.count > at.app.configuration.limits.maxPhotos {
        draft.values[.photos].problem = .tooManyFiles(max: at.app.configuration.limits.maxPhotos)
      }
      var files: [StoredPhoto] = []
      if !draft.values.hasProblems {
        do {
          files = try await at.app.storePhotos(photos, of: at.member.accountID)
        } catch let refused as RefusedPhoto {
          draft.values[.photos].problem = refused.problem
        }
      }
      guard !draft.values.hasProblems else { return try await at.itemForm(draft, item: nil) }
      let add = AddItem(
        homeID: home, draft.details.settled(since: nil), labelIDs: draft.labelIDs,
        fields: draft.customFields)
      do {
        let item = try await at.write { [files] transaction in
          let item = try add(transaction)
          for file in files {
            try AddPhoto(homeID: home, subject: .item(item.id), file: file)(transaction)
          }
          return item
        }
        let next: Route =
          form.first("then") == "another"
          ? .items(
            .newItem(
              home: home, room: item.details.locationID, template: draft.templateID))
          : .items(.item(item.id))
        var response = at.member.goTo(next, saying: .things(.itemAdded(item.details.name)))
        at.member.remember(home: home, place: item.details.locationID, in: &response)
        return response
      } catch AddItem.Failure.invalid(let problems) {
        draft.take(problems)
        return try await at.itemForm(draft, item: nil)
      }
    }
  }

  func editItem(_ id: RecordID) -> Endpoint {
    .editing(.item(id)) { at in
      let words = try await at.member.words()
      var draft = ItemDraft(at.form, words: words)
      guard !draft.values.hasProblems else { return try await at.itemForm(draft, item: id) }
      do {
        let name = try await at.write { [draft] transaction in
          try draft.save(item: id, words: words, transaction)
        }
        return at.member.goTo(.items(.item(id)), saying: .things(.itemSaved(name)))
      } catch UseCaseFailure.invalid(let problems) {
        draft.take(problems)
      }
      return try await at.itemForm(draft, item: id)
    }
  }
}

extension AtZone<Editing> {
  /// The form again, with the typed texts and their problems.
  fileprivate func itemForm(_ draft: ItemDraft, item id: RecordID?) async throws -> HTTPResponse {
    let link = link
    guard let id else {
      return try await member.page(
        home: homeID, status: .unprocessableContent, { ItemFormPage.view($0, in: $1) },
        load: { reader in
          var model = try ItemFormPage.Model(draft, newIn: link, reader)
          model.templateID = draft.templateID
          return model
        })
    }
    let maxPhotos = app.configuration.limits.maxPhotos
    return try await member.page(
      home: homeID, status: .unprocessableContent, { ItemPage.view($0, in: $1) },
      load: { reader in
        var model = try ItemPage.Model(item: id, reader, maxPhotos: maxPhotos)
        model?.form = try ItemFormPage.Model(draft, editing: id, link, reader)
        return model
      })
  }
}

extension ItemFormPage.Model {
  /// An empty form, with `room` already chosen if it still exists.
  ///
  /// - Parameter fields: custom fields to begin with.
  init(
    newIn home: ZoneLink, room: RecordID?, fields: [ItemPage.CustomField] = [],
    _ reader: PageReader
  ) throws {
    let stored = try Home.find(home.id, in: reader.connection)
    var values = FormValues<ItemFormPage.Field>()
    values[.quantity] = FieldValue("1")
    values[.currency] = FieldValue(
      stored?.currency ?? reader.surroundings.profile?.currency ?? Self.fallbackCurrency)
    if let room { values[.locationID] = FieldValue(room) }
    try self.init(nil, home, values, chosen: [], fields: fields, version: "", reader)
  }

  /// Offers the home's templates for a new item.
  fileprivate mutating func offerTemplates(room: RecordID?, _ reader: PageReader) throws {
    templates = try ItemTemplate.of(home: home.id, in: reader.connection).map {
      .init(
        id: $0.id, name: $0.name,
        route: .items(.newItem(home: home.id, room: room, template: $0.id)))
    }
  }

  /// Fills in a new item's form from a template.
  ///
  /// A deleted template fills in nothing, and deleted places and labels are left out. A requested
  /// `room` wins over the template's place.
  fileprivate mutating func begin(
    with id: RecordID, room: RecordID?, _ reader: PageReader
  ) throws {
    guard let template = try ItemTemplate.find(id, in: reader.connection),
      template.homeID == home.id
    else { return }
    templateID = id
    let content = try template.content.without(missingIn: home.id, in: reader.connection)
    let texts = FormValues(
      TemplateDetails(name: "", content: content), TemplateDetails.fields, words: reader.words)
    for field in TemplateDetails.fields where field.name != "locationID" {
      values[field.formName] = texts[field.formName]
    }
    values[.name] = FieldValue(content.itemName)
    values[.quantity] = FieldValue(String(max(1, content.quantity)))
    if room == nil, let place = content.locationID { values[.locationID] = FieldValue(place) }
    let chosen = Set(content.labelIDs)
    for index in labels.indices { labels[index].isChosen = chosen.contains(labels[index].label.id) }
    let offered = Set(offers.map { NameKey.make($0.name) })
    // Such a field is not stored when left empty, like one that the home offers.
    offers += content.fieldNames.filter { !offered.contains(NameKey.make($0)) }
      .map { FieldOffer(name: $0, kind: .text) }
  }

  /// The form of a stored item.
  init?(editing id: RecordID, _ reader: PageReader) throws {
    guard let page = try StoredItemPage(item: id, in: reader.connection) else { return nil }
    try self.init(
      id, ZoneLink(id: page.item.homeID, name: page.homeName),
      FormValues(page.item.details, ItemDetails.fields, words: reader.words),
      chosen: Set(page.labels.map(\.id)),
      fields: page.fields.map { .init(id: $0.id, name: $0.name, value: $0.value) },
      version: ItemDraft.beginning(page, words: reader.words), reader)
  }

  init(_ draft: ItemDraft, newIn home: ZoneLink, _ reader: PageReader) throws {
    try self.init(draft, editing: nil, home, reader)
  }

  init(
    _ draft: ItemDraft, editing id: RecordID?, _ home: ZoneLink, _ reader: PageReader
  ) throws {
    try self.init(
      id, home, draft.values, chosen: draft.labelIDs,
      fields: draft.customFields.map { .init(id: $0.id ?? "", name: $0.name, value: $0.value) },
      version: draft.version, reader)
  }

  private init(
    _ id: RecordID?, _ home: ZoneLink, _ values: FormValues<ItemFormPage.Field>,
    chosen: Set<RecordID>, fields: [ItemPage.CustomField], version: String, _ reader: PageReader
  ) throws {
    let places = try LocationTree(home: home.id, in: reader.connection).nodes
    var fields = fields
    let offers = try FieldOffer.all(home: home.id, taking: &fields, in: reader.connection)
    self.init(
      itemID: id, home: home, values: values, places: places.map { PlaceLink($0.location) },
      depths: places.map(\.depth),
      labels: try LabelList.rows(home: home.id, in: reader.connection).map {
        ItemFormPage.LabelOffer(LabelLink($0.label), isChosen: chosen.contains($0.label.id))
      },
      customFields: fields, version: version)
    self.offers = offers
  }

  /// The currency when neither the home nor the person has one.
  private static let fallbackCurrency = "EUR"
}
