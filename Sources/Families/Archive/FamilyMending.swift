import Household
import SyncProtocol
import Values

/// Corrects values of a record that no table takes.
enum FamilyMending {
  /// - Parameter told: what was corrected.
  /// - Returns: whether the record can stay; not without the day that it is about.
  static func values(
    _ registers: inout SortedMap<FieldValue>, of table: TableSchema,
    told: inout [FamilyArchive.Problem.Reason]
  ) -> Bool {
    for register in table.registers {
      guard let value = registers[register.name] else { continue }
      if register.rule == .aggregate {
        if case .map(var map) = value, register.name == RoutinePlan.register.name {
          mendPlan(&map, enteredAt: registers["createdAt"]?.integer ?? 0, told: &told)
          registers[register.name] = .map(map)
        }
        continue
      }
      let column = register.columns[0]
      switch value {
      case .integer(let instant) where column.kind == .integer(TimeLimit.milliseconds):
        guard instant > TimeLimit.milliseconds.upperBound else { continue }
        registers[register.name] = .integer(TimeLimit.milliseconds.upperBound)
        told.append(.timeMoved)
      case .text(let text) where column.form == .day && CalendarDay(text) == nil:
        guard column.isNullable else { return false }
        registers[register.name] = .null
        told.append(.dayRemoved)
      default: continue
      }
    }
    return true
  }

  private static func mendPlan(
    _ map: inout SortedMap<FieldValue>, enteredAt: Int64,
    told: inout [FamilyArchive.Problem.Reason]
  ) {
    func day(_ name: String) -> CalendarDay? { map[name]?.text.flatMap { CalendarDay($0) } }
    if day("startsOn") == nil {
      let entered = enteredAt.clamped(to: TimeLimit.milliseconds)
      let days = Int(entered / 86_400_000)
      map["startsOn"] = .text(
        CalendarDay(daysSince1970: entered % 86_400_000 < 0 ? days - 1 : days).text)
      told.append(.beginMoved)
    }
    if day("turnsFrom") == nil { map["turnsFrom"] = map["startsOn"] }
    if map["endsOn"]?.text != nil, day("endsOn") == nil {
      map["endsOn"] = .null
      told.append(.dayRemoved)
    }
  }
}
