import FoundationEssentials
import HTTPServer
import Values
import Web

/// Sharing settings of this hub. For anyone but an administrator these pages do not exist.
extension WebApplication {
  func flagsPage() -> Endpoint {
    .member { member in
      let (_, flags) = try await member.flags()
      return try await member.flags(FlagsPage.Model(flags))
    }
  }

  func saveFlags() -> Endpoint {
    .member { member in
      let (backend, flags) = try await member.flags()
      var model = FlagsPage.Model(flags)
      guard let state = SharingFlagState(rawValue: member.field("state")),
        state != .killed || flags.current.state == .killed
      else { throw Abort.badRequest }
      model.chosen = state
      model.allowsOverride = !member.field("override").isEmpty
      model.hidesShared = state == .killed && !member.field("hide").isEmpty
      for field in FlagsPage.Field.allCases {
        model.values[field] = FieldValue(member.field(field.rawValue))
      }
      let names = model.values[.names].text.split(whereSeparator: \.isNewline)
        .map { $0.trimmed }.filter { !$0.isEmpty }
      let typed = model.values[.percent].text.trimmed
      let percent = Int(typed)
      guard percent != nil || (typed.isEmpty && state != .cohort) else {
        model.values[.percent].problem = .outOfRange(min: 0, max: 100)
        return try await member.flags(model, status: .unprocessableContent)
      }
      let wish = SharingFlagWish(
        state, percent: percent, names: names, allowsOverride: model.allowsOverride,
        hidesShared: model.hidesShared)
      switch try await backend.changeSharingFlags(wish, by: member.visitor) {
      case nil: return member.goTo(.sharingFlags(.flags), saying: .account(.gateSaved(state)))
      case .notAllowed: throw Abort.notFound
      case .percentOutOfRange: model.values[.percent].problem = .outOfRange(min: 0, max: 100)
      case .noSuchAccount(let name): model.values[.names].problem = .noSuchAccount(name)
      case .tooManyNames(let max): model.values[.names].problem = .tooMany(max: max)
      }
      return try await member.flags(model, status: .unprocessableContent)
    }
  }

  func killSharingPage() -> Endpoint {
    .member { member in
      let (_, flags) = try await member.flags()
      guard flags.current.state != .killed else { throw Abort.goTo(.sharingFlags(.flags)) }
      return try await member.page { KillSharingPage.view(in: $0) }
    }
  }

  func killSharing() -> Endpoint {
    .member { member in
      let (backend, flags) = try await member.flags()
      // A form that was left open must not change how sharing is paused now.
      guard flags.current.state != .killed else { throw Abort.goTo(.sharingFlags(.flags)) }
      let wish = SharingFlagWish(.killed, hidesShared: !member.field("hide").isEmpty)
      guard try await backend.changeSharingFlags(wish, by: member.visitor) == nil else {
        throw Abort.notFound
      }
      return member.goTo(.sharingFlags(.flags), saying: .account(.gateSaved(.killed)))
    }
  }
}

extension Member {
  fileprivate func flags() async throws -> (any SharingFlagBackend, SharingFlagSummary) {
    guard let backend = app.backend.sharingFlags,
      let flags = try await backend.sharingFlags(for: visitor)
    else {
      throw Abort.notFound
    }
    return (backend, flags)
  }

  fileprivate func flags(
    _ model: FlagsPage.Model, status: HTTPStatus = .ok
  ) async throws -> HTTPResponse {
    var model = model
    let backend = app.backend.notifications
    model.mail =
      backend.sendsMail
      ? try await backend.mailSummary(for: visitor).map { .on($0) } : .off
    return try await page(status: status) { [model] in FlagsPage.view(model, in: $0) }
  }
}

extension FlagsPage.Model {
  init(_ flags: SharingFlagSummary) {
    var values = FormValues<FlagsPage.Field>()
    values[.percent] = FieldValue(String(flags.current.percent))
    values[.names] = FieldValue(flags.names.joined(separator: "\n"))
    let states = flags.history.map { FlagsPage.State($0) }
    // Before the first version, everybody could share.
    let before =
      states.dropFirst()
      + [flags.history.last?.number == 1 ? .init(.open) : nil]
      .compactMap(\.self)
    self.init(
      current: FlagsPage.State(flags.current), values: values,
      allowsOverride: flags.current.allowsOverride, isStarted: flags.isStarted,
      changes: zip(flags.history, zip(before, states)).map { version, change in
        FlagsPage.Change(
          number: version.number, old: change.0, new: change.1,
          changedBy: version.changedBy.isEmpty ? nil : version.changedBy,
          at: Date(milliseconds: version.changedAt))
      })
  }
}

extension FlagsPage.State {
  init(_ version: SharingFlagSummary.Version) {
    self.init(
      version.state, percent: version.percent, listedCount: version.listedCount,
      hidesShared: version.hidesShared)
  }
}
