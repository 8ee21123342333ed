import HTTPServer
import Household
import Replica
import SyncProtocol
import Things
import Web

/// Creating the first home of an account, and further ones.
extension WebApplication {
  func startPage(isFurther: Bool) -> Endpoint {
    .member { member in
      try await member.page(
        { StartPage.view($0, in: $1) },
        load: { _ in
          StartPage.Model(
            rooms: StartPage.offers(chosen: nil), isFurtherHome: isFurther)
        })
    }
  }

  func createHome(isFurther: Bool) -> Endpoint {
    .member { member in
      var draft = NewHomeDraft(member.form)
      func again(_ status: HTTPStatus) async throws -> HTTPResponse {
        let model = StartPage.Model(
          values: draft.values, rooms: StartPage.offers(chosen: draft.rooms),
          isFurtherHome: isFurther)
        return try await member.page(status: status) { StartPage.view(model, in: $0) }
      }
      let photos = try await member.photos(for: &draft)
      guard !draft.values.hasProblems else { return try await again(.unprocessableContent) }
      let create = CreateHome(draft.details, rooms: draft.rooms)
      do {
        let (home, isNameShared, isPrimary) = try await member.write { transaction in
          let home = try create(transaction)
          for photo in photos {
            try AddPhoto(homeID: home.id, subject: .home, file: photo)(transaction)
          }
          return (
            home, try home.sharesItsName(in: transaction.connection),
            try PrimaryHome.find(in: transaction.connection) == home.id
          )
        }
        member.count(
          .homeCreated(home: home.id, isPrimary: isPrimary, hasPhoto: !photos.isEmpty))
        return member.goTo(
          .homes(.home(home.id)),
          saying: isNameShared
            ? .things(.homeNameShared(home.name)) : .things(.homeAdded(home.name)))
      } catch CreateHome.Failure.invalid(let problems) {
        draft.take(problems)
        return try await again(.unprocessableContent)
      } catch ConfirmationError.refused(let refusal) where refusal.reason == .limit {
        draft.values[.name].problem = .tooManyHomes
        return try await again(.conflict)
      }
    }
  }
}

extension Member {
  /// Stores the pictures of the form. An unusable one makes a problem in the draft, and none is
  /// used.
  fileprivate func photos(for draft: inout NewHomeDraft) async throws -> [StoredPhoto] {
    let files = guest.request.photoFiles
    let max = app.configuration.limits.maxPhotos
    guard files.count <= max else {
      draft.values[.photos].problem = .tooManyFiles(max: max)
      return []
    }
    do {
      return try await app.storePhotos(files, of: accountID)
    } catch let refused as RefusedPhoto {
      draft.values[.photos].problem = refused.problem
      return []
    }
  }
}

/// The form of a new home, as it was typed.
private struct NewHomeDraft {
  typealias Field = StartPage.Field

  var values = FormValues<Field>()
  /// The names of the ticked rooms.
  let rooms: Set<String>

  init(_ form: HTTPParameters) {
    for field in Field.allCases where field != .photos {
      values[field] = FieldValue(form.first(field.rawValue) ?? "")
    }
    rooms = Set(form.all("rooms"))
  }

  var details: HomeDetails {
    var details = HomeDetails(name: values[.name].text)
    details.address.address1 = values[.address1].text
    details.address.address2 = values[.address2].text
    details.address.city = values[.city].text
    details.address.state = values[.state].text
    details.address.zip = values[.zip].text
    details.address.country = values[.country].text
    return details
  }

  /// Shows problems beside their fields; problems with rooms, which only a forged form has, by the
  /// name.
  mutating func take(_ problems: [InputProblem]) {
    for problem in problems {
      let field = Field(rawValue: problem.field.rawValue) ?? .name
      values[field].problem = FieldProblem(problem, text: values[field].text)
    }
  }
}

extension StartPage {
  /// The documented set of rooms, with `chosen` ticked, or the usual ones if that is `nil`.
  static func offers(chosen: Set<String>?) -> [RoomOffer] {
    HomeDefaults.rooms.map { room in
      RoomOffer(
        id: room.name, name: room.name, emoji: room.emoji,
        isChosen: chosen?.contains(room.name) ?? room.isPicked)
    }
  }
}
