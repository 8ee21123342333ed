import Backends
import Hub
import SyncProtocol

extension HubBackend: KioskBackend {
  package func pin(
    of account: AccountID, by visitor: Visitor
  ) async throws(BackendError) -> PinKind? {
    try await ask(pool) {
      try kept.pinKind(of: account, by: visitor.accountID).map { PinKind($0) }
    }
  }

  package func setPin(
    _ pin: String, _ kind: PinKind, of account: AccountID, by visitor: Visitor
  ) async throws(BackendError) {
    try await ask(passwords) {
      try kept.setPin(pin, Pin.Kind(kind), of: account, by: visitor.accountID)
    }
  }

  package func removePin(
    of account: AccountID, by visitor: Visitor
  ) async throws(BackendError) {
    try await ask(pool) { try kept.removePin(of: account, by: visitor.accountID) }
  }

  package func makeKiosk(
    in family: ZoneID, label: String, by visitor: Visitor
  ) async throws(BackendError) -> String {
    try await ask(pool) {
      try kept.makeKiosk(in: family, label: label, by: visitor.accountID).text
    }
  }

  package func kiosks(
    in family: ZoneID, by visitor: Visitor
  ) async throws(BackendError) -> [KioskSummary] {
    try await ask(pool) {
      do {
        return try kept.kiosks(in: family, by: visitor.accountID).map {
          KioskSummary(id: $0.id, label: $0.label, createdAt: $0.createdAt)
        }
      } catch is SharingError {
        return []
      }
    }
  }

  package func endKiosk(
    _ id: String, in family: ZoneID, by visitor: Visitor
  ) async throws(BackendError) {
    try await ask(pool) { try kept.endKiosk(id, in: family, by: visitor.accountID) }
  }

  package func kiosk(secret: String) async throws(BackendError) -> KioskState? {
    try await ask(pool) {
      guard let found = try kept.kiosk(secret: secret),
        let maker = try accounts.account(found.createdBy)
      else { return nil }
      return KioskState(
        family: found.zone,
        reader: Visitor(
          accountID: maker.id, sessionID: "", name: maker.name, displayName: maker.displayName,
          isAdministrator: false),
        people: try kept.people(atKiosk: secret).map {
          KioskState.Person(
            account: $0.account, pin: $0.pin.map { PinKind($0) }, canEnter: $0.canEnter)
        })
    }
  }

  package func enter(
    kiosk secret: String, as account: AccountID, pin: String
  ) async throws(BackendError) -> Admitted {
    try await ask(passwords) {
      Admitted(try kept.enter(kiosk: secret, as: account, pin: pin))
    }
  }
}

extension PinKind {
  fileprivate init(_ kind: Pin.Kind) {
    switch kind {
    case .digits: self = .digits
    case .pictures: self = .pictures
    }
  }
}

extension Pin.Kind {
  fileprivate init(_ kind: PinKind) {
    switch kind {
    case .digits: self = .digits
    case .pictures: self = .pictures
    }
  }
}

extension BackendError {
  init(_ error: KioskError) {
    switch error {
    case .notFound, .needsPin: self = .notHere
    case .wrongPin: self = .wrongSignIn
    case .invalidPin: self = .invalidPin
    case .tooManyAttempts(let seconds): self = .tooManyAttempts(retryAfterSeconds: seconds)
    case .tooManyKiosks: self = .tooManyTablets(max: KeptAccounts.maxKiosksPerZone)
    case .tooManyMadeToday: self = .tooManyTabletsToday(max: KeptAccounts.maxKiosksMadePerDay)
    }
  }
}
