/// Formats missing or damaged photos and attachments for a person.
enum LostFiles {
  /// One line for each of the first files, and the number of further ones.
  static func lines(_ found: [String]) -> [String] {
    let told = found.prefix(DoctorCommand.maxTold).map { "  file \($0)" }
    return told + (found.count > told.count ? ["  and \(found.count - told.count) more"] : [])
  }
}
