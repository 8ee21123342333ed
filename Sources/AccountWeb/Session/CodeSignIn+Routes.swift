import HTTPServer
import Web

/// Signing in with a code of a parent's.
extension WebApplication {
  func codeSignInPage(_ code: String?) -> Endpoint {
    .open { guest in
      if guest.visitor != nil { return guest.goTo(guest.landmarks.front) }
      _ = try guest.keeping
      return guest.page {
        CodeSignInPage.view(CodeSignInPage.Model(code: FieldValue(code ?? "")), in: $0)
      }
    }
  }

  func signInWithCode() -> Endpoint {
    .open { guest in
      let code = guest.field("code")
      do throws(BackendError) {
        let admitted = try await guest.keeping.admit(
          code: code, label: guest.browserLabel, address: guest.address)
        return guest.signedIn(admitted, guest.goTo(guest.landmarks.list(of: .family)))
      } catch {
        guard error == .wrongSignIn || error == .disabled else { throw error }
        let model = CodeSignInPage.Model(code: FieldValue(code, problem: .wrongCode))
        return guest.page(status: .unprocessableContent) { CodeSignInPage.view(model, in: $0) }
      }
    }
  }
}

extension Guest {
  /// Who lets children in; a device has nobody to let in.
  fileprivate var keeping: any KeptAccountBackend {
    get throws(BackendError) {
      guard let keeping = app.backend.keptAccounts else { throw .notHere }
      return keeping
    }
  }
}
