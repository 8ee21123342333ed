import HTTPServer
import SQLite
import SyncProtocol
import Things
import Web

/// The templates of a home's items.
extension WebApplication {
  func templatesPage(home: ZoneID) -> Endpoint {
    .viewing(.home(home)) { at in
      let link = at.link
      return try await at.member.page(
        home: home, { TemplatesPage.view($0, in: $1) },
        load: { reader in
          let templates = try ItemTemplate.of(home: home, in: reader.connection)
          let places = try LocationPaths(
            of: templates.compactMap(\.content.locationID), in: reader.connection)
          return TemplatesPage.Model(
            home: link, role: reader.role(in: home) ?? .viewer,
            rows: templates.map {
              .init(
                id: $0.id, name: $0.name, itemName: $0.content.itemName,
                place: places[$0.content.locationID])
            })
        })
    }
  }

  func newTemplatePage(home: ZoneID, item: RecordID?) -> Endpoint {
    .editing(.home(home)) { at in
      var details = TemplateDetails(name: "")
      if let item {
        let page = try await at.member.read { try StoredItemPage(item: item, in: $0) }
        guard let page, page.item.homeID == home else { throw Abort.notFound }
        details.name = page.item.details.name
        details.content = ItemTemplate.Content(of: page)
      }
      return try await at.templateForm(TemplateDraft(details), template: nil)
    }
  }

  func addTemplate(home: ZoneID) -> Endpoint {
    .editing(.home(home)) { at in
      var draft = TemplateDraft(at.form)
      do {
        let add = AddTemplate(homeID: home, draft.details)
        // Unreadable fields and values that cannot be stored are reported together.
        let isReadable = !draft.values.hasProblems
        let template = try await at.write { transaction in
          let template = try add(transaction)
          guard isReadable else { throw AddTemplate.Failure.invalid([]) }
          return template
        }
        return at.member.goTo(
          .templates(.templates(home: home)), saying: .things(.templateAdded(template.name)))
      } catch AddTemplate.Failure.invalid(let problems) {
        draft.take(problems)
      } catch AddTemplate.Failure.nameTaken {
        draft.takeTakenName()
      }
      return try await at.templateForm(draft, template: nil)
    }
  }

  func templatePage(home: ZoneID, template id: RecordID) -> Endpoint {
    .editing(.home(home)) { at in
      let found = try await at.member.read { try ItemTemplate.find(id, in: $0) }
      guard let found, found.homeID == home else { throw Abort.notFound }
      return try await at.templateForm(TemplateDraft(found.details), template: id)
    }
  }

  func editTemplate(home: ZoneID, template id: RecordID) -> Endpoint {
    .editing(.home(home)) { at in
      var draft = TemplateDraft(at.form)
      do {
        let edit = EditTemplate(templateID: id, details: draft.details, base: draft.base)
        let isReadable = !draft.values.hasProblems
        let template = try await at.write { transaction in
          guard try ItemTemplate.find(id, in: transaction.connection)?.homeID == home else {
            throw EditTemplate.Failure.templateNotFound
          }
          let template = try edit(transaction)
          guard isReadable else { throw EditTemplate.Failure.invalid([]) }
          return template
        }
        return at.member.goTo(
          .templates(.templates(home: home)), saying: .things(.templateSaved(template.name)))
      } catch EditTemplate.Failure.invalid(let problems) {
        draft.take(problems)
      } catch EditTemplate.Failure.nameTaken {
        draft.takeTakenName()
      }
      return try await at.templateForm(draft, template: id)
    }
  }

  func deleteTemplate(home: ZoneID, template id: RecordID) -> Endpoint {
    .editing(.home(home)) { at in
      let template = try await at.write { transaction in
        guard try ItemTemplate.find(id, in: transaction.connection)?.homeID == home else {
          throw DeleteTemplate.Failure.templateNotFound
        }
        return try DeleteTemplate(templateID: id)(transaction)
      }
      return at.member.goTo(
        .templates(.templates(home: home)), saying: .things(.templateDeleted(template.name)),
        undo: .deleteTemplate(template))
    }
  }
}

extension AtZone<Editing> {
  fileprivate func templateForm(
    _ draft: TemplateDraft, template id: RecordID?
  ) async throws -> HTTPResponse {
    let link = link
    return try await member.page(
      home: homeID, status: draft.values.hasProblems ? .unprocessableContent : .ok,
      { TemplateFormPage.view($0, in: $1) },
      load: { reader in
        let places = try LocationTree(home: link.id, in: reader.connection).nodes
        let chosen = Set(draft.details.content.labelIDs)
        return TemplateFormPage.Model(
          templateID: id, home: link, values: draft.values,
          places: places.map { PlaceLink($0.location) }, depths: places.map(\.depth),
          labels: try LabelList.rows(home: link.id, in: reader.connection).map {
            .init(LabelLink($0.label), isChosen: chosen.contains($0.label.id))
          }, version: draft.version)
      })
  }
}

extension Undo {
  static func deleteTemplate(_ undo: ItemTemplate) -> Undo {
    Undo { .templates(.templates(home: try RestoreTemplate(undo)($0).homeID)) }
  }
}
