import HTTPServer
import Web

/// Connecting a device to its hub.
extension WebApplication {
  func devicePage() -> Endpoint {
    .open { guest in
      let device = try guest.device()
      if device.isConnected { return guest.goTo(guest.landmarks.front) }
      var model = DevicePage.Model(
        hub: device.hub, deviceName: FieldValue(device.suggestedName))
      model.isAgain = device.isSignedOut
      return guest.page { [model] in DevicePage.view(model, in: $0) }
    }
  }

  func connectDevice() -> Endpoint {
    .open { guest in
      let device = try guest.device()
      var model = DevicePage.Model(
        hub: device.hub, name: FieldValue(guest.field("name")),
        deviceName: FieldValue(guest.field("deviceName")))
      model.isAgain = device.isSignedOut
      do throws(BackendError) {
        try await device.connect(
          name: guest.field("name"), password: guest.field("password"),
          deviceName: guest.field("deviceName"))
        return guest.goTo(guest.landmarks.front)
      } catch .wrongSignIn {
        model.name.problem = .wrongSignIn
      } catch .disabled {
        model.name.problem = .accountDisabled
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

}

extension Guest {
  /// What a device needs of its hub, for whoever opened the app by its one-time address.
  fileprivate func device() throws -> any DeviceBackend {
    guard let device = app.backend.device else { throw Abort.notFound }
    guard visitor != nil else { throw Abort.because(.deviceLocked) }
    return device
  }
}
