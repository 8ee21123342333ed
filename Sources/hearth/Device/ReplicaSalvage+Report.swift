import Replica

extension ReplicaSalvage {
  /// The message for the person who runs the device: what happened to the file, and what to do.
  var report: String {
    var sentences = [
      "this device's file was damaged; it is kept as \(damagedPath).",
      "A new one is filled by the hub: wait for the next sync, with the network on.",
    ]
    if keptPending + keptParked > 0 {
      sentences.append(
        "\(keptPending) changes that wait to be sent and \(keptParked) that were refused are kept.")
    }
    if let exportPath {
      sentences.append(
        """
        Of \(exportedCount) changes it is not known what became of them: \(resentCount) are sent \
        again, and all are in \(exportPath).
        """)
    }
    if unreadableCount > 0 || mayLackMore {
      sentences.append(
        "Some changes could not be read (\(unreadableCount) are known of): look for what is missing."
      )
    }
    return sentences.joined(separator: " ")
  }
}
