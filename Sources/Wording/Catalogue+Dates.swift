import FoundationEssentials
import Values

extension Catalogue {
  private func padded(_ value: Int, _ width: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }

  /// 14 June 2023, in the region's order.
  package func day(_ day: CalendarDay) -> String {
    let month = monthName(day.month)
    switch region.dateOrder {
    case .dayMonthYear: return say("\(String(day.day)) \(month) \(String(day.year))")
    case .monthDayYear: return say("\(month) \(String(day.day)), \(String(day.year))")
    case .yearMonthDay: return day.text
    }
  }

  /// The day of a moment in the person's time zone.
  package func day(_ date: Date) -> String { day(local(date).day) }

  /// 09:14, or 9:14 am where the region says so.
  package func time(_ date: Date) -> String {
    let seconds = local(date).secondsOfDay
    let (hour, minute) = (seconds / 3600, seconds / 60 % 60)
    guard region.usesTwelveHours else { return padded(hour, 2) + ":" + padded(minute, 2) }
    let text = "\(hour % 12 == 0 ? 12 : hour % 12):" + padded(minute, 2)
    return hour < 12 ? say("\(text) am") : say("\(text) pm")
  }

  /// The day and the time: 14 June 2023, 09:14.
  package func moment(_ date: Date) -> String { say("\(day(date)), \(time(date))") }

  /// How long ago something was: just now, 4 minutes ago, today at 09:14, yesterday, 14 June 2023.
  ///
  /// A moment in the future (a clock that is ahead) counts as just now.
  package func ago(_ date: Date, now: Date) -> String {
    let seconds = Int(max(0, min(now.timeIntervalSince(date), 3.2e9)))
    if seconds < 60 { return say("just now") }
    let minutes = seconds / 60
    if minutes < 60 {
      return plural(minutes, one: "1 minute ago", other: "\(number(minutes)) minutes ago")
    }
    let days = local(now).day.daysSince1970 - local(date).day.daysSince1970
    switch days {
    case 0: return say("today, \(time(date))")
    case 1: return say("yesterday, \(time(date))")
    case 2...6: return plural(days, one: "1 day ago", other: "\(number(days)) days ago")
    default: return day(date)
    }
  }

  /// How long until something ends: in 23 hours, in 2 days; a past moment has ended.
  package func until(_ date: Date, now: Date) -> String {
    let seconds = date.timeIntervalSince(now)
    guard seconds > 0 else { return say("has ended") }
    // Rounded up: an invite for a day has a day to go when it is made.
    let minutes = (Int(min(seconds, 3.2e9)) + 59) / 60
    if minutes < 1 { return say("in less than a minute") }
    if minutes < 120 {
      return plural(minutes, one: "in 1 minute", other: "in \(number(minutes)) minutes")
    }
    let hours = (minutes + 30) / 60
    if hours < 48 { return plural(hours, one: "in 1 hour", other: "in \(number(hours)) hours") }
    return plural(hours / 24, one: "in 1 day", other: "in \(number(hours / 24)) days")
  }

  /// The day of a moment in the person's time zone, to count with.
  package func calendarDay(_ date: Date) -> CalendarDay { local(date).day }

  /// When the day of a moment ends in the person's time zone.
  package func dayEnd(_ date: Date) -> Date {
    // The bounds are those of `local`.
    let moment = max(-6.2e13, min(2.5e14, date.timeIntervalSince1970 * 1000))
    let end = CalendarDay.end(ofDayAt: Int64(moment)) {
      calendarDay(Date(timeIntervalSince1970: Double($0) / 1000))
    }
    return Date(timeIntervalSince1970: Double(end) / 1000)
  }

  private func local(_ date: Date) -> (day: CalendarDay, secondsOfDay: Int) {
    // The bounds keep the conversion to Int safe; they lie in the years 0 and 9999.
    let seconds = max(-6.2e10, min(2.5e11, date.timeIntervalSince1970.rounded(.down)))
    let shifted = Int(seconds) + timeZone.secondsFromUTC(at: Int64(seconds))
    let days = shifted >= 0 ? shifted / 86_400 : (shifted - 86_399) / 86_400
    return (CalendarDay(daysSince1970: days), shifted - days * 86_400)
  }

  /// The name of a month, 1…12.
  package func month(_ number: Int) -> String { monthName(number) }

  private func monthName(_ month: Int) -> String {
    switch month {
    case 1: say("January")
    case 2: say("February")
    case 3: say("March")
    case 4: say("April")
    case 5: say("May")
    case 6: say("June")
    case 7: say("July")
    case 8: say("August")
    case 9: say("September")
    case 10: say("October")
    case 11: say("November")
    default: say("December")
    }
  }
}
