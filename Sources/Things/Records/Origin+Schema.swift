import Household

extension Origin {
  static let sql = [
    "items", "locations", "labels", "policies", "templates", "fieldPresets", "photos",
    "attachments",
  ].map { "ALTER TABLE \($0) ADD COLUMN originID TEXT;" }.joined(separator: "\n")
}
