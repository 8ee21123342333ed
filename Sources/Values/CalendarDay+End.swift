extension CalendarDay {
  /// When the day of a moment ends, to the second, milliseconds since 1970. Searched for, as clocks
  /// are put forward and back on some days.
  ///
  /// - Parameter day: the day of a moment where it counts; later moments have no earlier day.
  package static func end(
    ofDayAt milliseconds: Int64, where day: (Int64) -> CalendarDay
  ) -> Int64 {
    let today = day(milliseconds)
    var (inside, after) = (milliseconds / 1000, milliseconds / 1000 + maxSeconds)
    while after - inside > 1 {
      let middle = inside + (after - inside) / 2
      if day(middle * 1000) > today { after = middle } else { inside = middle }
    }
    return after * 1000
  }

  /// No day is longer, also where clocks are put back.
  private static let maxSeconds: Int64 = 26 * 3600
}
