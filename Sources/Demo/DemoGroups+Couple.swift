import Finances
import Values

extension DemoGroup {
  /// A year of two people, settled at the end of each month.
  package static let couple = DemoGroup(
    name: "Robin and Alex", emoji: "💞", color: .pink,
    note: "Rent by income, the rest in halves.", currency: "EUR", owner: .robin, others: [],
    chapters: { today in (0...monthCount).reversed().map { month(ago: $0, today: today) } },
    joined: expenses("-2|Cinema|Going out|27.00|Alex||"))

  private static let monthCount = 12
  private static let rent = "Robin=58, Alex=42"
  private static let evenings = [
    "Dinner at Bistro Lenz", "Thai with Lea", "Tapas", "Sunday brunch", "Pasta at Da Nino",
    "Sushi", "Beer garden",
  ]

  /// What was bought once, and how many months ago.
  private static let once: [Int: String] = [
    12: "0|New mattress|Household|749.00|Robin||",
    11: "0|Theatre tickets|Going out|88.00|Alex||",
    10: "0|Ski weekend|Travel|432.00|Robin=300.00, Alex=132.00||",
    9: "0|Wedding present for Lea|Gifts|120.00|Alex||",
    8: "0|Dentist, Alex|Health|164.00|Robin|exact Alex=164.00, Robin=0|Robin had the card",
    7: "0|Garden chairs|Household|178.00|Alex|adjustment Alex=38.00, Robin=0|Alex wanted the oak",
    6: "0|Weekend in Bruges|Travel|386.50|Robin||",
    5: "0|Festival|Going out|198.00|Alex|shares Robin=2, Alex=1|Robin brought Jonas",
    4: "0|Ferry and cabin|Travel|264.00|Robin||",
    3: "0|Chair that wobbled, sent back|Household|-89.00|Alex||",
    2: "0|Supper for friends|Groceries|96.20|Robin"
      + "|itemised Fish=48.00, Vegetables=19.80, Robin's whisky=24.90@Robin|",
    1: "0|Winter tyres|Travel|312.00|Alex|percentage Robin=70, Alex=30|Robin drives to work",
    0: "0|Birthday flowers|Gifts|38.00|Robin||",
  ]

  /// A month up to today. It is settled on its last day, which the present one has not reached.
  private static func month(ago: Int, today: CalendarDay) -> Chapter {
    let months = today.year * 12 + today.month - 1 - ago
    func day(_ number: Int) -> CalendarDay {
      CalendarDay(year: months / 12, month: months % 12 + 1, day: number)
    }
    let isWinter = [11, 12, 1, 2, 3].contains(months % 12 + 1)
    var lines: [(CalendarDay, String)] = [
      (day(1), "0|Rent|Rent|1180.00|Robin|percentage \(rent)|By income"),
      (day(2), "0|Internet and phones|Household|64.90|Alex||"),
      (day(9), "0|Power and heating|Power and water|\(isWinter ? "148.00" : "71.00")|Robin||"),
    ]
    for week in 0..<4 {
      // Amounts that differ and are the same on every machine.
      let cents = 4200 + (months * 37 + week * 911) % 4100
      let payer: Person = (months + week) % 3 == 0 ? .robin : .alex
      lines.append(
        (day(4 + week * 7), "0|Weekly shop|Groceries|\(decimal(cents))|\(payer.rawValue)||"))
    }
    for (index, number) in [13, 27].enumerated() {
      let title = evenings[(months * 2 + index) % evenings.count]
      let cents = 2800 + (months * 53 + index * 1700) % 3600
      let payer: Person = (months + index) % 2 == 0 ? .robin : .alex
      lines.append(
        (day(number), "0|\(title)|Eating out|\(decimal(cents))|\(payer.rawValue)||"))
    }
    if let line = once[ago] { lines.append((day(ago == 0 ? 1 : 21), line)) }
    let next = months + 1
    let last = CalendarDay(year: next / 12, month: next % 12 + 1, day: 1).adding(-1)
    return Chapter(
      expenses: lines.filter { $0.0 <= today }.sorted { $0.0 < $1.0 }.map { day, line in
        (day, expenses(line)[0])
      }, settledOn: ago == 0 ? nil : last)
  }

  private static func decimal(_ cents: Int) -> String {
    ExactDecimal.text(minor: Int64(cents), exponent: 2)
  }
}
