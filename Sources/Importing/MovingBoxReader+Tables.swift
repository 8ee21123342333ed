extension MovingBoxReader {
  /// Reads `home-details.csv`.
  mutating func readHomes(_ source: MovingBoxTable) throws(ImportFailure) {
    var table = source
    let custom = table.customColumns(typed: MovingBoxColumns.homes)
    while try table.sheet.next() {
      var home = ImportedHome(source: table.sheet.source)
      home.name = table.sheet.name(table["name"])
      if table.sheet.isWellFormed {
        readHome(&home, from: &table)
        home.customFields = table.customFields(custom)
      }
      // For a home without a name, MovingBox shows the first line of the address.
      if home.name.isEmpty { home.name = home.address1 }
      if home.name.isEmpty { table.sheet.note(.missingName, column: table["name"]) }
      noteDuplicate(home.reference, &table, column: "homeid")
      home.problems = table.sheet.problems
      try builder.count(home.problems, file: table.sheet.file)
      _ = add(home)
    }
    builder.document.blankRowCount += table.sheet.blankRowCount
  }

  private mutating func readHome(_ home: inout ImportedHome, from table: inout MovingBoxTable) {
    home.reference = table.reference("homeid")
    home.address1 = table.sheet.line(table["address1"])
    home.address2 = table.sheet.line(table["address2"])
    home.city = table.sheet.line(table["city"])
    home.state = table.sheet.line(table["state"])
    home.postalCode = table.sheet.line(table["zip"])
    home.country = table.sheet.line(table["country"])
    home.purchaseDate = table.sheet.day(table["purchasedate"])
    home.purchasePrice = table.sheet.amountOrZeroForNone(
      table["purchaseprice"], in: table.currency())
    home.isPrimary = table.sheet.value(table["isprimary"], PlainValueText.bool)
    home.colorName = table.sheet.value(table["colorname"]) {
      text throws(ImportProblem.Reason) -> String? in
      let name = CleanText.trimmed(text).lowercased()
      if name.isEmpty { return nil }
      guard MovingBoxColumns.homeColors.contains(name) else { throw .unreadableColor }
      return name
    }
    home.photos = photos.photos(of: &table)
  }

  /// Reads `labels.csv`.
  mutating func readLabels(_ source: MovingBoxTable) throws(ImportFailure) {
    var table = source
    let custom = table.customColumns(typed: MovingBoxColumns.labels)
    while try table.sheet.next() {
      var label = ImportedLabel(
        source: table.sheet.source, name: table.sheet.name(table["name"]))
      if label.name.isEmpty { table.sheet.note(.missingName, column: table["name"]) }
      if table.sheet.isWellFormed {
        label.description = table.sheet.text(table["description"])
        label.colorHex = table.sheet.value(table["colorhex"], PlainValueText.colorHex)
        label.emoji = table.sheet.line(table["emoji"])
        label.customFields = table.customFields(custom)
        labelNames.insert(label.name)
      }
      label.problems = table.sheet.problems
      try builder.count(label.problems, file: table.sheet.file)
      builder.add(label)
    }
    builder.document.blankRowCount += table.sheet.blankRowCount
  }

  /// Reads `locations.csv`.
  mutating func readLocations(_ source: MovingBoxTable) throws(ImportFailure) {
    var table = source
    let custom = table.customColumns(typed: MovingBoxColumns.locations)
    while try table.sheet.next() {
      let name = table.sheet.name(table["name"])
      if name.isEmpty { table.sheet.note(.missingName, column: table["name"]) }
      var location = ImportedLocation(
        source: table.sheet.source, path: name.isEmpty ? [] : [name])
      if table.sheet.isWellFormed {
        location.reference = table.reference("locationid")
        location.homeIndex = homeIndex(of: &table)
        location.description = table.sheet.text(table["description"])
        location.photos = photos.photos(of: &table)
        location.customFields = table.customFields(custom)
        noteDuplicate(location.reference, &table, column: "locationid")
      }
      location.problems = table.sheet.problems
      try builder.count(location.problems, file: table.sheet.file)
      _ = add(location)
    }
    builder.document.blankRowCount += table.sheet.blankRowCount
  }

  /// Reads `insurance-policy-details.csv`.
  mutating func readPolicies(_ source: MovingBoxTable) throws(ImportFailure) {
    var table = source
    let custom = table.customColumns(typed: MovingBoxColumns.policies)
    var homeNames = NameList()
    for home in builder.document.homes { homeNames.insert(home.name) }
    while try table.sheet.next() {
      var policy = ImportedPolicy(source: table.sheet.source)
      policy.providerName = table.sheet.name(table["providername"])
      policy.policyNumber = table.sheet.name(table["policynumber"])
      if policy.providerName.isEmpty, policy.policyNumber.isEmpty {
        table.sheet.note(.missingName, column: table["providername"])
      }
      if table.sheet.isWellFormed {
        readPolicy(&policy, from: &table)
        policy.homeIndexes = homeIndexes(of: &table, names: homeNames)
        policy.customFields = table.customFields(custom)
      }
      policy.problems = table.sheet.problems
      try builder.count(policy.problems, file: table.sheet.file)
      builder.document.policies.append(policy)
    }
    builder.document.blankRowCount += table.sheet.blankRowCount
  }

  private mutating func readPolicy(
    _ policy: inout ImportedPolicy, from table: inout MovingBoxTable
  ) {
    policy.reference = table.reference("policyid")
    noteDuplicate(policy.reference, &table, column: "policyid")
    let currency = table.currency()
    func amount(_ column: String) -> ImportedAmount? {
      table.sheet.amountOrZeroForNone(table[column], in: currency)
    }
    policy.deductible = amount("deductibleamount")
    policy.dwellingCoverage = amount("dwellingcoverageamount")
    policy.personalPropertyCoverage = amount("personalpropertycoverageamount")
    policy.lossOfUseCoverage = amount("lossofusecoverageamount")
    policy.liabilityCoverage = amount("liabilitycoverageamount")
    policy.medicalPaymentsCoverage = amount("medicalpaymentscoverageamount")
    policy.startDate = table.sheet.day(table["startdate"])
    policy.endDate = table.sheet.day(table["enddate"])
  }

  /// The homes that a policy covers: by their ids, or else by their names.
  private mutating func homeIndexes(of table: inout MovingBoxTable, names: NameList) -> [Int] {
    var indexes: [Int] = []
    var seen: Set<Int> = []
    let ids = table.sheet.line(table["homeids"])
    if !ids.isEmpty {
      for part in ids.split(separator: ",") {
        let id = PlainValueText.lowercaseUUID(CleanText.trimmed(String(part))[...])
        guard let id, let index = home(id: id) else {
          table.sheet.note(
            id == nil ? .unreadableID : .unknownHome, column: table["homeids"],
            text: String(part))
          continue
        }
        if seen.insert(index).inserted { indexes.append(index) }
      }
      return indexes
    }
    for name in names.split(table.sheet.line(table["homes"])) {
      let found = homes(named: name)
      guard found.count == 1 else {
        table.sheet.note(
          found.isEmpty ? .unknownHome : .ambiguousHome(count: found.count),
          column: table["homes"], text: name)
        continue
      }
      if seen.insert(found[0]).inserted { indexes.append(found[0]) }
    }
    return indexes
  }

  /// Reports a second row with the same id.
  mutating func noteDuplicate(
    _ reference: SourceReference?, _ table: inout MovingBoxTable, column: String
  ) {
    guard let reference,
      let first = builder.claim(reference, line: table.sheet.source.line)
    else { return }
    table.sheet.note(.duplicateReference(firstLine: first), column: table[column])
  }
}
