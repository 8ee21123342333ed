import FoundationEssentials
import SyncProtocol
import Things

/// An item of a made-up home, read from a line of its list.
package struct DemoItem: Equatable, Sendable {
  package let name: String
  /// Names from the room inwards; empty for no particular place.
  package let place: [String]
  package let labels: [String]
  /// The price of one piece in the home's currency, in major units (euros, not cents).
  package let price: Int64
  package let maker: String
  package let motif: DemoMotif
  /// How many months ago it was bought.
  package let monthsOld: Int
  package var quantity: Int64 = 1
  package var hasSerial = false
  package var isInsured = false
  package var isArchived = false
  package var warrantyMonths: Int?
  package var lentTo = ""
  /// Days from today until it is due back; negative if overdue.
  package var lentDays: Int?
  package var soldTo = ""
  package var soldPrice: Int64?
  package var note = ""

  /// Reads `name|place/inner place|label,label|price|maker|motif|months old|marks`; `nil` for any
  /// other line.
  ///
  /// Marks are separated by spaces: `serial`, `insured`, `archived`, `quantity=`, `warranty=` with
  /// months, `lent=` with a name and `days=`, `sold=` with a name and `price=`, and `note=` last.
  package init?(_ line: String) {
    let parts = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 8, let price = Int64(parts[3]), let motif = DemoMotif(rawValue: parts[5]),
      let months = Int(parts[6])
    else { return nil }
    name = parts[0]
    place = parts[1].split(separator: "/").map(String.init)
    labels = parts[2].split(separator: ",").map(String.init)
    (self.price, maker, self.motif, monthsOld) = (price, parts[4], motif, months)
    var last = ""
    for word in parts[7].split(separator: " ") {
      let pair = word.split(separator: "=", maxSplits: 1).map(String.init)
      let value = pair.count == 2 ? pair[1] : ""
      switch pair[0] {
      case "serial": hasSerial = true
      case "insured": isInsured = true
      case "archived": isArchived = true
      case "quantity": quantity = Int64(value) ?? 1
      case "warranty": warrantyMonths = Int(value)
      case "lent": (lentTo, last) = (value, "lent")
      case "days": lentDays = Int(value)
      case "sold": (soldTo, last) = (value, "sold")
      case "price": soldPrice = Int64(value)
      case "note": (note, last) = (value, "note")
      // The other words of a text.
      case let word where last == "lent": lentTo += " " + word
      case let word where last == "sold": soldTo += " " + word
      case let word where last == "note": note += " " + word
      default: return nil
      }
    }
  }

  /// The details of the item on a day, as a form would hold them.
  ///
  /// - Parameter number: the item's number in its home, from which serial numbers and asset ids are
  ///   derived.
  package func details(
    number: Int, currency: String, place: RecordID?, today: Date
  ) -> ItemDetails {
    var details = ItemDetails(name: name, currency: currency)
    details.locationID = place
    details.quantity = quantity
    details.priceMinor = price > 0 ? price * 100 : nil
    // Expensive items also get a replacement value.
    if price >= 200 { details.replacementMinor = price * 100 * Int64(100 + monthsOld / 3) / 100 }
    details.manufacturer = maker
    details.isInsured = isInsured
    details.isArchived = isArchived || !soldTo.isEmpty
    details.notes = note
    let day = 1 + number * 7 % 27
    let bought = today.addingTimeInterval(-Double(monthsOld) * Self.month - Double(day) * Self.day)
    details.purchasedOn = Self.text(bought)
    if monthsOld < 60 { details.purchasedFrom = Self.shops[number % Self.shops.count] }
    details.condition = monthsOld < 18 ? "New" : monthsOld < 72 ? "Good" : "Used"
    if hasSerial {
      details.serial = "\(maker.prefix(2).uppercased())\(10_000_000 + number * 7_919 % 89_999_999)"
      details.model = "\(maker.prefix(1).uppercased())\(100 + number * 37 % 890)"
    }
    if let warrantyMonths {
      details.warrantyUntil = Self.text(
        bought.addingTimeInterval(Double(warrantyMonths) * Self.month))
    }
    if isInsured || price >= 300 { details.assetID = Self.assetID(number) }
    details.lentTo = lentTo
    if let lentDays {
      details.lentUntil = Self.text(today.addingTimeInterval(Double(lentDays) * Self.day))
    }
    if !soldTo.isEmpty {
      details.soldTo = soldTo
      details.soldMinor = soldPrice.map { $0 * 100 }
      details.soldOn = Self.text(today.addingTimeInterval(-Double(20 + number % 50) * Self.day))
    }
    return details
  }

  private static let day: Double = 86_400
  private static let month = 30.44 * day
  private static let shops = [
    "Market Hall", "Corner & Sons", "the online shop", "Harbour Street store", "a flea market",
  ]

  private static func assetID(_ number: Int) -> String {
    let digits = String(1_000_000 + number).dropFirst()
    return "\(digits.prefix(3))-\(digits.suffix(3))"
  }

  static func text(_ date: Date) -> String { date.formatted(.iso8601.year().month().day()) }
}
