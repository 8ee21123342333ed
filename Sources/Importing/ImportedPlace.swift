/// A home that the file names.
package struct ImportedHome: Equatable, Sendable {
  /// The row that declares it; for an implied home, the first row that names it.
  package var source: SourceLine
  package var reference: SourceReference?
  package var name = ""
  package var address1 = ""
  package var address2 = ""
  package var city = ""
  package var state = ""
  package var postalCode = ""
  package var country = ""
  package var purchaseDate: String?
  package var purchasePrice: ImportedAmount?
  /// For information only: a person has one primary home, whatever a file says.
  package var isPrimary: Bool?
  package var colorName: String?
  package var photos: [ImportedPhoto] = []
  package var customFields: [ImportedField] = []
  /// Whether other rows name it, without a row of its own.
  package var isImplied = false
  package var problems: [ImportProblem] = []

  package init(source: SourceLine) {
    self.source = source
  }
}

/// A place in a home; its ancestors come before it in the document.
package struct ImportedLocation: Equatable, Sendable {
  package var source: SourceLine
  package var reference: SourceReference?
  /// From the outermost place inwards; the last part is its own name.
  package var path: [String]
  /// Index into the document's homes; `nil` for the home that the person chooses.
  package var homeIndex: Int?
  package var description = ""
  package var notes = ""
  package var photos: [ImportedPhoto] = []
  package var customFields: [ImportedField] = []
  /// Whether other rows name it, without a row of its own.
  package var isImplied = false
  package var problems: [ImportProblem] = []

  package init(source: SourceLine, path: [String]) {
    self.source = source
    self.path = path
  }

  package var name: String { path.last ?? "" }
}

/// A label of the file, shared by all its homes.
package struct ImportedLabel: Equatable, Sendable {
  package var source: SourceLine
  package var name: String
  /// `#RRGGBB` in upper case.
  package var colorHex: String?
  package var emoji = ""
  package var description = ""
  package var customFields: [ImportedField] = []
  /// Whether items name it, without a row of its own.
  package var isImplied = false
  package var problems: [ImportProblem] = []

  package init(source: SourceLine, name: String) {
    self.source = source
    self.name = name
  }
}

/// An insurance policy of the file.
package struct ImportedPolicy: Equatable, Sendable {
  package var source: SourceLine
  package var reference: SourceReference?
  package var providerName = ""
  package var policyNumber = ""
  package var deductible: ImportedAmount?
  package var dwellingCoverage: ImportedAmount?
  package var personalPropertyCoverage: ImportedAmount?
  package var lossOfUseCoverage: ImportedAmount?
  package var liabilityCoverage: ImportedAmount?
  package var medicalPaymentsCoverage: ImportedAmount?
  package var startDate: String?
  package var endDate: String?
  /// Indexes into the document's homes.
  package var homeIndexes: [Int] = []
  package var customFields: [ImportedField] = []
  package var problems: [ImportProblem] = []

  package init(source: SourceLine) {
    self.source = source
  }
}
