/// Photos and papers that are not as they were, as lines for a person.
enum LostFiles {
  /// A line for each of the first ones, and how many more there are.
  static func lines(_ found: [String]) -> [String] {
    let told = found.prefix(DoctorCommand.maxTold).map { "  file \($0)" }
    return told + (found.count > told.count ? ["  and \(found.count - told.count) more"] : [])
  }
}
