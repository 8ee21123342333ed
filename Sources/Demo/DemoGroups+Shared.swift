import Finances
import Values

extension DemoGroup {
  /// Four people in a flat: one month that is settled, and one that is not.
  package static let flat = DemoGroup(
    name: "Mill Lane flat", emoji: "🔑", color: .teal,
    note: "Rent is due on the first. The big shop goes round by turns.", currency: "EUR",
    owner: .alex,
    others: [
      Member(name: "Noor", payment: "https://pay.example/noor"), Member(name: "Sam"),
    ],
    categories: [
      CategoryDetails(name: "Internet", emoji: "📶", colorIndex: PaletteColour.indigo.rawValue)
    ],
    chapters: { today in
      [
        chapter(settledFlat, today: today, settledDays: -30),
        chapter(openFlat, today: today),
      ]
    },
    joined: expenses(
      """
      -3|Farmers' market|Groceries|31.80|Robin||
      -1|Light bulbs|Household|14.97|Robin||
      """))

  private static let settledFlat = expenses(
    """
    -59|Rent|Rent|1640.00|Noor|exact Noor=480.00, Alex=420.00, Robin=420.00, Sam=320.00|By size \
    of room
    -58|Internet|Internet|39.90|Sam||
    -56|Big shop|Groceries|86.35|Alex||
    -53|Power and water|Power and water|124.00|Robin|shares Alex=1, Robin=1, Noor=1, Sam=2|Sam \
    works at home
    -51|Washing-up liquid and bin bags|Household|17.48|Noor||
    -48|Big shop|Groceries|92.10|Robin||
    -45|Pizza night|Eating out|58.00|Alex|itemised Margherita=11.50@Sam, Two \
    Diavola=27.00@Robin+Noor, Quattro formaggi=14.00@Alex|With a tip
    -41|Big shop|Groceries|79.64|Sam||
    -38|Vacuum cleaner|Household|189.00|Noor=100.00, Sam=89.00||
    -34|Big shop|Groceries|88.02|Noor||
    -32|Bottle deposit|Groceries|-9.25|Sam||Four crates
    """)

  private static let openFlat = expenses(
    """
    -29|Rent|Rent|1640.00|Noor|exact Noor=480.00, Alex=420.00, Robin=420.00, Sam=320.00|By size \
    of room
    -28|Internet|Internet|39.90|Sam||
    -26|Big shop|Groceries|94.71|Robin||
    -23|Power and water|Power and water|131.00|Alex|shares Alex=1, Robin=1, Noor=1, Sam=2|Sam \
    works at home
    -19|Big shop|Groceries|81.15|Alex||
    -16|Birthday cake for Noor|Gifts|36.50|Sam|Alex, Robin, Sam|
    -12|Big shop|Groceries|90.33|Noor||
    -9|Dinner at the harbour|Eating out|124.00|Alex|adjustment Sam=12.00, Alex=0, Robin=0, \
    Noor=0|Sam had the lobster
    -7|Rent, first half|Rent|820.00|Alex|to Noor|
    -5|Big shop|Groceries|76.88|Sam||
    """)

  /// A journey in three currencies.
  package static let trip = DemoGroup(
    name: "Train trip", emoji: "🚆", color: .orange,
    note: "Zurich, Prague, Dresden. Hanna counts for three, as the boys eat, too.",
    currency: "EUR", owner: .robin,
    others: [
      Member(name: "Jonas", payment: "DE02 1203 0000 0000 2020 51"),
      Member(name: "Hanna and the boys", weight: 3),
    ],
    chapters: { [chapter(tripExpenses, today: $0)] },
    joined: expenses(
      """
      -77|Museum tickets|Going out|1240 CZK|Alex|shares Robin=1, Alex=1, Jonas=1, Hanna and the \
      boys=3|
      -74|Ice cream on the terrace|Eating out|21.60|Alex||
      """))

  private static let tripExpenses = expenses(
    """
    -96|Train tickets|Travel|528.00|Robin|shares Robin=1, Alex=1, Jonas=1, Hanna and the boys=3|
    -83|Room in Zurich, two nights|Travel|612.00 CHF|Hanna and the boys|percentage Robin=20, \
    Alex=20, Jonas=20, Hanna and the boys=40|
    -83|Fondue|Eating out|163.50 CHF|Jonas|itemised Fondue=118.00@Robin+Alex+Jonas+Hanna and \
    the boys, Syrup=9.50@Hanna and the boys, White wine=24.00@Robin+Alex+Jonas|
    -82|Boat on the lake|Going out|74.40 CHF|Robin|shares Robin=1, Alex=1, Jonas=1, Hanna and \
    the boys=3|
    -81|Picnic for the night train|Groceries|58.65 CHF|Alex||
    -80|Deposit for the bicycles|Travel|200.00 CHF|Robin||
    -80|Deposit back|Travel|-200.00 CHF|Robin||
    -79|Flat in Prague, three nights|Travel|9450 CZK|Robin|percentage Robin=20, Alex=20, \
    Jonas=20, Hanna and the boys=40|
    -79|Dumplings and beer|Eating out|1860.00 CZK|Alex=1000.00, Jonas=860.00||
    -78|Puppet theatre|Going out|1600.00 CZK|Hanna and the boys|Hanna and the boys, Robin|Jonas \
    and Alex went for a walk
    -77|Trams|Travel|720.00 CZK|Jonas||
    -75|Regional train to Dresden|Travel|89.00|Robin|shares Robin=1, Alex=1, Jonas=1, Hanna and \
    the boys=3|
    -75|Brunch|Eating out|96.40|Hanna and the boys|adjustment Jonas=8.50, Robin=0, Alex=0, \
    Hanna and the boys=0|Jonas had champagne
    -74|Porcelain for the neighbours|Gifts|64.00|Alex|Alex, Robin|They watered the plants
    -68|Back in Swiss francs|Travel|50.00 CHF|Jonas|to Hanna and the boys|
    """)
}
