import HTTPServer
import Household
import Replica
import SyncProtocol

/// The first home of an account, and further ones.
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
      let name = member.field("name")
      let rooms = Set(member.form.all("rooms"))
      let create = CreateHome(HomeDetails(name: name), rooms: rooms)
      func again(_ problem: FieldProblem, _ status: HTTPStatus) async throws -> HTTPResponse {
        let model = StartPage.Model(
          name: FieldValue(name, problem: problem), rooms: StartPage.offers(chosen: rooms),
          isFurtherHome: isFurther)
        return try await member.page(status: status) { StartPage.view(model, in: $0) }
      }
      do {
        let (home, isNameShared, isPrimary) = try await member.write { transaction in
          let home = try create(transaction)
          return (
            home, try home.sharesItsName(in: transaction.connection),
            try PrimaryHome.find(in: transaction.connection) == home.id
          )
        }
        member.count(.homeCreated(home: home.id, isPrimary: isPrimary, hasPhoto: false))
        return member.goTo(
          .home(home.id), saying: isNameShared ? .homeNameShared(home.name) : .homeAdded(home.name))
      } catch CreateHome.Failure.invalid(let problems) {
        let problem = problems.first { $0.field == .name }.map { FieldProblem($0, text: name) }
        return try await again(problem ?? .notOffered, .unprocessableContent)
      } catch ConfirmationError.refused(let refusal) where refusal.reason == .limit {
        return try await again(.tooManyHomes, .conflict)
      }
    }
  }
}

extension StartPage {
  /// The rooms of the documented set; those that were ticked, or the usual ones.
  static func offers(chosen: Set<String>?) -> [RoomOffer] {
    HomeDefaults.rooms.map { room in
      RoomOffer(
        id: room.name, name: room.name, emoji: room.emoji,
        isChosen: chosen?.contains(room.name) ?? room.isPicked)
    }
  }
}
