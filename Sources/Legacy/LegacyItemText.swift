import Household
import SyncProtocol
import Things

/// Columns of an item that Hearth keeps as custom fields, named as in the app's own export.
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
  /// The column's default, if nobody has chosen a priority.
  private static let normalPriority = "3"

  static let columns: Set<String> = Set(
    (fields.map(\.column) + flags.map(\.0) + units.map(\.0) + ["movingPriority"]).map {
      $0.lowercased()
    })

  /// The fields of a row that have content. Defaults, and units without a measure, are skipped.
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
