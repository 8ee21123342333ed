import Foundation
import HTTPServer
import Web

/// Sharing settings of this hub. For anyone but an administrator these pages do not exist.
extension WebApplication {
  func flagsPage() -> Endpoint {
    .member { member in
      let (_, gate) = try await member.gate()
      return try await member.flags(FlagsPage.Model(gate))
    }
  }

  func saveFlags() -> Endpoint {
    .member { member in
      let (door, gate) = try await member.gate()
      var model = FlagsPage.Model(gate)
      guard let state = GateState(rawValue: member.field("state")),
        state != .killed || gate.current.state == .killed
      else { throw Stop.badRequest }
      model.chosen = state
      model.allowsOverride = !member.field("override").isEmpty
      model.hidesShared = state == .killed && !member.field("hide").isEmpty
      for field in FlagsPage.Field.allCases {
        model.values[field] = FieldValue(member.field(field.rawValue))
      }
      let names = model.values[.names].text.split(whereSeparator: \.isNewline)
        .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
      let typed = model.values[.percent].text.trimmingCharacters(in: .whitespaces)
      let percent = Int(typed)
      guard percent != nil || (typed.isEmpty && state != .cohort) else {
        model.values[.percent].problem = .outOfRange(min: 0, max: 100)
        return try await member.flags(model, status: .unprocessableContent)
      }
      let wish = GateWish(
        state, percent: percent, names: names, allowsOverride: model.allowsOverride,
        hidesShared: model.hidesShared)
      switch try await door.changeGate(wish, by: member.visitor) {
      case nil: return member.goTo(.gate(.flags), saying: .account(.gateSaved(state)))
      case .notAllowed: throw Stop.notFound
      case .percentOutOfRange: model.values[.percent].problem = .outOfRange(min: 0, max: 100)
      case .noSuchAccount(let name): model.values[.names].problem = .noSuchAccount(name)
      case .tooManyNames(let max): model.values[.names].problem = .tooMany(max: max)
      }
      return try await member.flags(model, status: .unprocessableContent)
    }
  }

  func killSharingPage() -> Endpoint {
    .member { member in
      let (_, gate) = try await member.gate()
      guard gate.current.state != .killed else { throw Stop.goTo(.gate(.flags)) }
      return try await member.page { KillSharingPage.view(in: $0) }
    }
  }

  func killSharing() -> Endpoint {
    .member { member in
      let (door, gate) = try await member.gate()
      // A form that was left open must not change how sharing is paused now.
      guard gate.current.state != .killed else { throw Stop.goTo(.gate(.flags)) }
      let wish = GateWish(.killed, hidesShared: !member.field("hide").isEmpty)
      guard try await door.changeGate(wish, by: member.visitor) == nil else {
        throw Stop.notFound
      }
      return member.goTo(.gate(.flags), saying: .account(.gateSaved(.killed)))
    }
  }
}

extension Member {
  fileprivate func gate() async throws -> (any GateDoor, GateSummary) {
    guard let door = app.door.gates, let gate = try await door.gate(for: visitor) else {
      throw Stop.notFound
    }
    return (door, gate)
  }

  fileprivate func flags(
    _ model: FlagsPage.Model, status: HTTPStatus = .ok
  ) async throws -> HTTPResponse {
    try await page(status: status) { FlagsPage.view(model, in: $0) }
  }
}

extension FlagsPage.Model {
  init(_ gate: GateSummary) {
    var values = FormValues<FlagsPage.Field>()
    values[.percent] = FieldValue(String(gate.current.percent))
    values[.names] = FieldValue(gate.names.joined(separator: "\n"))
    let states = gate.history.map { FlagsPage.State($0) }
    // Before the first version, everybody could share.
    let before =
      states.dropFirst()
      + [gate.history.last?.number == 1 ? .init(.open) : nil]
      .compactMap(\.self)
    self.init(
      current: FlagsPage.State(gate.current), values: values,
      allowsOverride: gate.current.allowsOverride, isStarted: gate.isStarted,
      changes: zip(gate.history, zip(before, states)).map { version, change in
        FlagsPage.Change(
          number: version.number, old: change.0, new: change.1,
          changedBy: version.changedBy.isEmpty ? nil : version.changedBy,
          at: Date(milliseconds: version.changedAt))
      })
  }
}

extension FlagsPage.State {
  init(_ version: GateSummary.Version) {
    self.init(
      version.state, percent: version.percent, listedCount: version.listedCount,
      hidesShared: version.hidesShared)
  }
}
