import HTTPServer

/// Connecting a device to its hub.
extension WebApplication {
  func devicePage() -> Endpoint {
    .open { guest in
      let device = try guest.device()
      if device.isConnected { return guest.goTo(.homes(.dashboard)) }
      let model = DevicePage.Model(
        hub: device.hub, deviceName: FieldValue(device.suggestedName))
      return guest.page { DevicePage.view(model, in: $0) }
    }
  }

  func connectDevice() -> Endpoint {
    .open { guest in
      let device = try guest.device()
      var model = DevicePage.Model(
        hub: device.hub, name: FieldValue(guest.field("name")),
        deviceName: FieldValue(guest.field("deviceName")))
      do throws(DoorError) {
        try await device.connect(
          name: guest.field("name"), password: guest.field("password"),
          deviceName: guest.field("deviceName"))
        return guest.goTo(.homes(.dashboard))
      } catch .wrongSignIn, .disabled {
        model.name.problem = .wrongSignIn
      } catch .otherAccount {
        model.problem = .deviceTaken
      } catch .unavailable {
        model.problem = .hubUnreachable(device.hub)
      } catch {
        throw error
      }
      return guest.page(status: .unprocessableContent) { [model] in DevicePage.view(model, in: $0) }
    }
  }

  /// Opens a session on a device for whoever has the address that the program printed.
  ///
  /// `nil` for every other path; 410 for a key that is used or unknown.
  func openDevice(_ request: HTTPRequest) async -> HTTPResponse? {
    guard let device = door.device, request.method == .get, request.pathSegments.count == 2,
      request.pathSegments[0] == "open"
    else { return nil }
    guard let token = await device.open(key: request.pathSegments[1]) else {
      return .text("This address has been used. Use the newest one.\n", status: .gone)
    }
    let browser = BrowserSession(request.head, names: cookieNames)
    var response = HTTPResponse.redirect(to: Route.homes(.dashboard).url)
    response.headers.add(
      browser.cookie(
        browser.names.session, token, maxAgeSeconds: BrowserSession.maxAgeSeconds))
    return response
  }
}

extension Guest {
  /// The device's door to its hub, for whoever opened the app by its one-time address.
  fileprivate func device() throws -> any DeviceDoor {
    guard let device = app.door.device else { throw Stop.notFound }
    guard visitor != nil else { throw Stop.because(.deviceLocked) }
    return device
  }
}
