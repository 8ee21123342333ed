extension Member {
  /// Logs a failure of work that went on without its request.
  ///
  /// Only failures of the program are logged; a page tells the person about every failure.
  package func log(failureOf error: any Error) {
    guard case .failure = ErrorReason(error, requestID: guest.requestID) else { return }
    app.log(
      WebApplication.LogEntry(
        requestID: guest.requestID, method: guest.request.method.rawValue,
        page: app.areas.routes.name(of: guest.route), status: 0, milliseconds: 0,
        accountID: accountID,
        failure: "\(type(of: error)): \(error)"))
  }
}
