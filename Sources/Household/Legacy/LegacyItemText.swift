import SyncProtocol

/// Columns of an item that Hearth keeps as fields, under the names that the app's own export has.
enum LegacyItemText {
  private static let fields: [(column: String, name: String)] = [
    ("depreciationRate", "DepreciationRate"), ("dimensionLength", "DimensionLength"),
    ("dimensionWidth", "DimensionWidth"), ("dimensionHeight", "DimensionHeight"),
    ("weightValue", "WeightValue"), ("color", "Color"),
    ("storageRequirements", "StorageRequirements"), ("roomDestination", "RoomDestination"),
  ]
  private static let flags = [("hasUsedAI", "HasUsedAI"), ("isFragile", "IsFragile")]
  private static let units = [
    ("dimensionUnit", "DimensionUnit", ["dimensionLength", "dimensionWidth", "dimensionHeight"]),
    ("weightUnit", "WeightUnit", ["weightValue"]),
  ]
  /// What stands there when nobody has chosen.
  private static let normalPriority = "3"

  static let columns: Set<String> = Set(
    (fields.map(\.column) + flags.map(\.0) + units.map(\.0) + ["movingPriority"]).map {
      $0.lowercased()
    })

  /// The filled ones of a row. Defaults and units without a measure say nothing.
  static func fields(of row: LegacyRow) -> [CustomField] {
    var result: [CustomField] = []
    func add(_ name: String, _ text: String) {
      let text = InputText.lines(text)
      if !text.isEmpty { result.append(CustomField(name: name, value: text)) }
    }
    for (column, name) in flags where row.flag(column) { add(name, "true") }
    for (column, name) in fields { add(name, row.text(column)) }
    for (column, name, measures) in units
    where measures.contains(where: { !row.text($0).isEmpty }) {
      add(name, row.text(column))
    }
    let priority = row.text("movingPriority")
    if priority != normalPriority { add("MovingPriority", priority) }
    return result
  }
}
