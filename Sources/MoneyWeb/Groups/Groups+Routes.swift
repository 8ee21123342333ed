import Finances
import HTTPServer
import Household
import SQLite
import SharingWeb
import SyncProtocol
import Values
import Web

/// All groups of a person, and making one.
extension WebApplication {
  func groupsPage(_ currency: String?) -> Endpoint {
    .member { member in
      let deleted = await member.deletedZones(.group)
      return try await member.page(
        tellsWaiting: true, { GroupsPage.view($0, in: $1) },
        load: { reader in
          let overview = try GroupOverview(of: reader.accountID, in: reader.connection)
          let people = reader.surroundings.zones.reduce(into: [:]) {
            $0[$1.zone.id] = $1.participants
          }
          let waiting = reader.waitingExpenses
          let pictures = try GroupPicture.shown(in: reader.connection)
          var model = GroupsPage.Model(
            rows: overview.rows.map { row in
              var shown = GroupsPage.Row(
                ZoneLink(.group, id: row.id, name: row.name), emoji: row.emoji,
                colour: PaletteColour(index: row.colorIndex), role: Role(row.role),
                people: (people[row.id] ?? []).map { PersonBadge($0) }, nets: row.nets,
                isMember: row.ownMemberID != nil, isArchived: row.isArchived)
              shown.waitingCount = waiting.count(in: row.id)
              shown.picture = pictures[row.id].map { GroupImage($0, reader) }
              return shown
            }, totals: overview.totals,
            deleted: deleted?.map {
              DeletedZoneRow($0, .group, isYou: $0.personID == reader.accountID)
            })
          // What is no currency of a total is no choice.
          if let currency, model.totals.contains(where: { $0.currency == currency }) {
            model.choose(currency)
          }
          return model
        })
    }
  }

  func newGroupPage() -> Endpoint {
    .member { member in
      try await member.page(
        { NewGroupPage.view($0, in: $1) },
        load: { reader in
          var model = NewGroupPage.Model()
          model.values[.currency] = FieldValue(reader.usualCurrency)
          model.values[.ownName] = FieldValue(reader.surroundings.person.name)
          return model
        })
    }
  }

  func addGroup() -> Endpoint {
    .member { member in
      let words = try await member.words()
      var values = FormValues<FormName>(member.form, GroupDetails.fields)
      values[.ownName] = FieldValue(member.field("ownName"))
      values[.members] = FieldValue(member.field("members"))
      var details = GroupDetails(name: "", currency: "")
      values.read(
        GroupDetails.fields.filter { NewGroupPage.shown.contains($0.name) }, into: &details,
        words: words)
      let others = values[.members].text.split(whereSeparator: \.isNewline).map(String.init)
        .filter { !InputText.line($0).isEmpty }
      let create = CreateGroup(details, ownName: values[.ownName].text, others: others)
      do {
        let isReadable = !values.hasProblems
        let group = try await member.write { transaction in
          let group = try create(transaction)
          guard isReadable else { throw FinanceFailure.invalid([]) }
          return group
        }
        member.count(.groupCreated(group: group.id, members: others.count + 1))
        return member.goTo(
          .groups(.group(group.id)), saying: .money(.groupAdded(group.details.name)))
      } catch FinanceFailure.invalid(let problems) {
        // The field has all the names: just the one that is there twice is quoted.
        if problems.contains(InputProblem(field: .members, reason: .nameTaken)) {
          values[.members].problem = create.repeatedName.map { .nameTaken($0) }
        }
        values.show(problems, among: NewGroupPage.names, other: .members)
        let model = NewGroupPage.Model(values: values)
        return try await member.page(status: .unprocessableContent) {
          NewGroupPage.view(model, in: $0)
        }
      }
    }
  }
}

extension PageReader {
  /// The currency that the person uses: that of their profile, or of their first group.
  var usualCurrency: String { surroundings.profile?.currency ?? "EUR" }
}
