import Values

/// What the columns of a table of expenses are read as: guessed by their names, or named by
/// somebody.
package struct ExpenseColumns: Equatable, Sendable {
  /// What one column holds.
  package enum Role: String, CaseIterable, Equatable, Sendable {
    case leftOut = ""
    case day, title, amount, currency, category
    /// The name of who paid.
    case payer
    /// Names of who shares it, joined by commas or semicolons.
    case sharers
    case note, place
    /// Whether it is a payment: `payment`, `transfer`, `reimbursement` or a yes.
    case kind
    /// How it was split, as this program writes it.
    case split
    /// What else this program says of how it was split, see `ExpenseDetailsCell`.
    case details
    /// An id by which it is known again.
    case id
    /// What one person paid, who is named by the heading.
    case paid
    /// What one person owes.
    case owed
    /// What one person paid minus what they owe.
    case net

    /// Whether a table can have several columns of it.
    package var isOfPerson: Bool { [.paid, .owed, .net].contains(self) }
  }

  /// A column by its heading.
  package struct Column: Equatable, Sendable {
    package let heading: String
    /// What stands in the first row below it; empty if nothing does.
    package let sample: String
    package var role: Role

    /// The person that the heading names: without words like “Paid by”.
    package var person: String {
      for prefix in Self.prefixes where heading.lowercased().hasPrefix(prefix) {
        let name = GroupBuilder.line(String(heading.dropFirst(prefix.count)))
        if !name.isEmpty { return name }
      }
      return heading
    }

    fileprivate static let prefixes = [
      "paid by ", "paid for ", "paid: ", "part: ", "owed: ", "owed by ", "part of ", "share of ",
    ]
  }

  package var columns: [Column]

  /// What is missing, so that rows cannot be read.
  package enum Missing: Equatable, Sendable {
    case day, title, amount
    /// Neither a column with who paid, nor columns with what everybody paid or is owed.
    case payer
    /// Two columns are the same; people can have columns of their own only by different names.
    case twice(String)
  }

  private static let maxSampleLength = 60

  /// The columns by their headings, with the first row below them.
  init(headings: [String], samples: [String]) {
    columns = headings.enumerated().map { index, heading in
      let sample = index < samples.count ? GroupBuilder.line(samples[index]) : ""
      return Column(
        heading: heading, sample: String(sample.prefix(Self.maxSampleLength)),
        role: Self.guess(heading))
    }
    var seen: Set<Role> = []
    for index in columns.indices where columns[index].role != .leftOut {
      let role = columns[index].role
      if !role.isOfPerson, !seen.insert(role).inserted { columns[index].role = .leftOut }
    }
  }

  /// The columns with other roles, one for each; missing ones are left out.
  package func with(_ roles: [Role]) -> ExpenseColumns {
    var copy = self
    for index in copy.columns.indices {
      copy.columns[index].role = index < roles.count ? roles[index] : .leftOut
    }
    return copy
  }

  /// What has to be named before the table can be read; empty for nothing.
  package var missing: [Missing] {
    var missing: [Missing] = []
    func has(_ role: Role) -> Bool { columns.contains { $0.role == role } }
    if !has(.day) { missing.append(.day) }
    if !has(.title), !has(.category) { missing.append(.title) }
    if !has(.amount), !has(.paid) { missing.append(.amount) }
    if !has(.payer), !has(.paid), !has(.net) { missing.append(.payer) }
    var seen: [Role: Set<String>] = [:]
    for column in columns where column.role != .leftOut {
      let name = column.role.isOfPerson ? column.person : ""
      if !seen[column.role, default: []].insert(name).inserted {
        missing.append(.twice(column.heading))
      }
    }
    return missing
  }

  /// The same for somebody's own money, where nobody else pays or shares.
  package var missingOfOwn: [Missing] {
    let hasAmount = columns.contains { $0.role == .amount }
    return missing.filter { $0 != .payer && $0 != .amount } + (hasAmount ? [] : [.amount])
  }

  /// What a column of somebody's own money can hold.
  package static let rolesOfOwn: [Role] = [
    .day, .title, .amount, .currency, .category, .note, .kind, .id,
  ]

  /// The columns without what somebody's own money does not have.
  package var ofOwn: ExpenseColumns {
    with(columns.map { Self.rolesOfOwn.contains($0.role) ? $0.role : .leftOut })
  }

  /// A word that names nothing that a column can hold.
  package struct UnknownRole: Error {
    package let word: String
  }

  /// What columns hold, as one writes it: words with commas between, and `-` for a column that is
  /// left out.
  package static func roles(
    _ text: String, among known: [Role]
  ) throws(UnknownRole) -> [Role] {
    var roles: [Role] = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard word != "-" else {
        roles.append(.leftOut)
        continue
      }
      guard let role = Role(rawValue: String(word)), known.contains(role) else {
        throw UnknownRole(word: String(word))
      }
      roles.append(role)
    }
    return roles
  }

  /// What a column of expenses can hold.
  package static var rolesOfGroup: [Role] { Role.allCases.filter { $0 != .leftOut } }

  /// The currency that the heading of the amounts names, such as “Betrag EUR”; `nil` if it names
  /// none.
  ///
  /// - Parameter usual: what a sign means that stands for several.
  func currencyOfAmounts(default usual: Currency) -> Currency? {
    index(.amount).flatMap { HeadingCurrency(columns[$0].heading) }
      .flatMap { ExpenseAmount.currency($0.currency, default: usual) }
  }

  func index(_ role: Role) -> Int? { columns.firstIndex { $0.role == role } }

  private static func guess(_ heading: String) -> Role {
    let name = heading.lowercased()
    func names(_ prefix: String) -> Bool { name.hasPrefix(prefix) && name.count > prefix.count }
    if ["paid: ", "paid by "].contains(where: names) { return .paid }
    let owed = ["part: ", "paid for ", "owed: ", "owed by ", "part of ", "share of "]
    if owed.contains(where: names) { return .owed }
    func named(_ name: String) -> Role? { Self.names.first { $0.value.contains(name) }?.key }
    if let role = named(name) { return role }
    let amount = HeadingCurrency(heading).map { named($0.name.lowercased()) }
    return amount == .amount ? .amount : .leftOut
  }

  private static let names: [Role: Set<String>] = [
    .day: [
      "date", "day", "expense date", "date & time", "datum", "fecha", "data", "when",
      "booking date", "transaction date", "posting date", "buchungstag", "buchungsdatum",
    ],
    .title: [
      "title", "description", "what", "purpose", "name", "item", "titel", "beschreibung",
      "concepto", "descrizione", "subject", "expense", "payee", "narrative", "verwendungszweck",
    ],
    .amount: [
      "amount", "cost", "total", "price", "betrag", "importe", "importo", "montant", "sum",
      "umsatz",
    ],
    .currency: ["currency", "währung", "moneda", "valuta", "devise"],
    .category: ["category", "kategorie", "categoría", "categoria", "catégorie"],
    .payer: [
      "who paid", "paid by", "payer", "payer_name", "payed by", "bezahlt von", "pagado por",
    ],
    .sharers: ["for whom", "paid for", "owers", "shared by", "split between", "participants"],
    .note: ["note", "notes", "comment", "details"],
    .place: ["place", "location"],
    .kind: ["kind", "type", "settlement", "bill_type", "is reimbursement"],
    .split: ["split"],
    .details: ["hearth details"],
    .id: ["id"],
  ]
}
