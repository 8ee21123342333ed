/// Builds a document: resolves names, adds what no row declares, and enforces the limits.
struct DocumentBuilder {
  private struct LocationKey: Hashable {
    let homeIndex: Int?
    let path: [String]
  }

  var document: ImportDocument
  let limits: ImportLimits
  private var locationIndexes: [LocationKey: Int] = [:]
  private var labelIndexes: [String: Int] = [:]
  private var referenceLines: [SourceReference: Int] = [:]
  private var problemCount = 0
  private var firstProblem: ImportProblem?

  init(format: InventoryFormat, limits: ImportLimits) {
    document = ImportDocument(format: format)
    self.limits = limits
  }

  /// Counts a row's problems; a file with too many is refused as a whole.
  mutating func count(_ problems: [ImportProblem], file: String) throws(ImportFailure) {
    guard let first = problems.first else { return }
    firstProblem = firstProblem ?? first
    problemCount += problems.count
    guard problemCount <= limits.maxProblems else {
      throw .tooManyProblems(
        file: file, max: limits.maxProblems, first: firstProblem ?? first)
    }
  }

  /// Registers a row's reference. Returns the line of an earlier row with the same one; `nil` if
  /// none.
  mutating func claim(_ reference: SourceReference, line: Int) -> Int? {
    if let first = referenceLines[reference] { return first }
    referenceLines[reference] = line
    return nil
  }

  /// The location at `path`, which must not be empty; it and its ancestors are added if new.
  mutating func location(_ path: [String], homeIndex: Int?, source: SourceLine) -> Int {
    if let index = existingLocation(path, homeIndex: homeIndex) { return index }
    if path.count > 1 {
      _ = location(Array(path.dropLast()), homeIndex: homeIndex, source: source)
    }
    var location = ImportedLocation(source: source, path: path)
    location.homeIndex = homeIndex
    location.isImplied = true
    return add(location)
  }

  func existingLocation(_ path: [String], homeIndex: Int?) -> Int? {
    locationIndexes[LocationKey(homeIndex: homeIndex, path: path)]
  }

  /// Adds a location, even if there is one with its path; the earlier one is still found by that
  /// path.
  mutating func add(_ location: ImportedLocation) -> Int {
    let index = document.locations.count
    document.locations.append(location)
    let key = LocationKey(homeIndex: location.homeIndex, path: location.path)
    if locationIndexes[key] == nil { locationIndexes[key] = index }
    return index
  }

  /// Adds a label of the file. A second one with the same name is added with a problem.
  mutating func add(_ label: ImportedLabel) {
    var label = label
    if let first = labelIndexes[label.name] {
      let line = document.labels[first].source.line
      label.problems.append(
        ImportProblem(
          file: label.source.file, line: label.source.line, column: nil, text: label.name,
          reason: .duplicateName(firstLine: line)))
    } else if !label.name.isEmpty {
      labelIndexes[label.name] = document.labels.count
    }
    document.labels.append(label)
  }

  /// Adds the labels among `names` that no row declares.
  mutating func use(labels names: [String], source: SourceLine) {
    for name in names where labelIndexes[name] == nil {
      labelIndexes[name] = document.labels.count
      var label = ImportedLabel(source: source, name: name)
      label.isImplied = true
      document.labels.append(label)
    }
  }

  /// The finished document. Refuses a file without rows.
  func finished(file: String) throws(ImportFailure) -> ImportDocument {
    guard !document.isEmpty else { throw .nothingToImport(file: file) }
    return document
  }
}
