/// Reads the tables of a MovingBox export, or a single inventory, into one document.
///
/// Homes, labels and locations are read before the items that name them. Those that items name but
/// no row declares are added as implied.
package struct MovingBoxReader {
  var builder: DocumentBuilder
  var photos: PhotoShelf
  var labelNames = NameList()
  let options: ImportOptions
  private var homesByID: [String: Int] = [:]
  private var homesByName: [String: [Int]] = [:]
  private var locationsByID: [String: Int] = [:]
  /// The first location with a name in a home; and the first with a name in any home, with their
  /// number.
  private var locationsByPlace: [Place: Int] = [:]
  private var locationsByName: [String: (first: Int, count: Int)] = [:]

  private struct Place: Hashable {
    let homeIndex: Int?
    let name: String
  }

  /// Reads an `inventory.csv` without its archive, with the old or the new header.
  package static func read(_ table: CSVReader, options: ImportOptions) throws(ImportFailure)
    -> ImportDocument
  {
    let shelf = PhotoShelf(
      archive: nil, folder: "", maxPhotoBytes: options.limits.maxPhotoBytes)
    var reader = MovingBoxReader(format: .movingBoxInventory, options: options, photos: shelf)
    try reader.readItems(MovingBoxTable(table, options: options))
    return try reader.builder.finished(file: table.file)
  }

  init(format: InventoryFormat, options: ImportOptions, photos: PhotoShelf) {
    builder = DocumentBuilder(format: format, limits: options.limits)
    self.options = options
    self.photos = photos
  }

  /// The document, with problems of the archive itself.
  mutating func document(_ archive: ZipArchive) throws(ImportFailure) -> ImportDocument {
    for name in archive.unsafeNames.prefix(100) {
      tell(.unsafeEntryName, text: name, file: archive.file)
    }
    if photos.unusedCount > 0 {
      tell(.photosUnused(count: photos.unusedCount), text: "", file: archive.file)
    }
    return try builder.finished(file: archive.file)
  }

  private mutating func tell(_ reason: ImportProblem.Reason, text: String, file: String) {
    builder.document.problems.append(
      ImportProblem(file: file, line: nil, column: nil, text: text, reason: reason))
  }

  // MARK: Finding homes and locations

  private static func key(_ name: String) -> String { name.lowercased() }

  mutating func add(_ home: ImportedHome) -> Int {
    let index = builder.document.homes.count
    builder.document.homes.append(home)
    if let id = home.reference?.key, homesByID[id] == nil { homesByID[id] = index }
    if !home.name.isEmpty { homesByName[Self.key(home.name), default: []].append(index) }
    return index
  }

  mutating func add(_ location: ImportedLocation) -> Int {
    let index = builder.add(location)
    if let id = location.reference?.key, locationsByID[id] == nil { locationsByID[id] = index }
    if !location.path.isEmpty {
      let name = Self.key(location.name)
      locationsByName[name, default: (index, 0)].count += 1
      let place = Place(homeIndex: location.homeIndex, name: name)
      if locationsByPlace[place] == nil { locationsByPlace[place] = index }
    }
    return index
  }

  func home(id: String) -> Int? { homesByID[id] }

  func homes(named name: String) -> [Int] { homesByName[Self.key(name)] ?? [] }

  /// The home of the current row: by its id, or else by its name. It is added if there is none.
  mutating func homeIndex(of table: inout MovingBoxTable) -> Int? {
    let reference = table.reference("homeid")
    let name = table.sheet.name(table["home"])
    if let id = reference?.key, let index = homesByID[id] { return index }
    if name.isEmpty {
      if reference != nil { table.sheet.note(.unknownHome, column: table["homeid"]) }
      return nil
    }
    let found = homes(named: name)
    if let first = found.first, isSame(builder.document.homes[first], reference) {
      if found.count == 1 { return first }
      table.sheet.note(.ambiguousHome(count: found.count), column: table["home"])
      return nil
    }
    var home = ImportedHome(source: table.sheet.source)
    home.name = name
    home.reference = reference
    home.isImplied = true
    return add(home)
  }

  /// The location of the current row: by its id, or else by its name in the home. It is added if
  /// there is none. A row without a home takes the location's.
  mutating func locationIndex(of table: inout MovingBoxTable, homeIndex: inout Int?) -> Int? {
    let reference = table.reference("locationid")
    let name = table.sheet.name(table["location"])
    if let id = reference?.key, let index = locationsByID[id] {
      return inHome(index, homeIndex: &homeIndex, table: &table)
    }
    if name.isEmpty {
      if reference != nil { table.sheet.note(.locationNotInFile, column: table["locationid"]) }
      return nil
    }
    if let found = location(named: name, homeIndex: homeIndex),
      isSame(builder.document.locations[found.first], reference)
    {
      if found.count == 1 { return inHome(found.first, homeIndex: &homeIndex, table: &table) }
      table.sheet.note(.ambiguousLocation(count: found.count), column: table["location"])
      return nil
    }
    var location = ImportedLocation(source: table.sheet.source, path: [name])
    location.homeIndex = homeIndex
    location.reference = reference
    location.isImplied = true
    return add(location)
  }

  /// The first location with a name, and how many locations the row could mean, including that one.
  private func location(named name: String, homeIndex: Int?) -> (first: Int, count: Int)? {
    guard let homeIndex else { return locationsByName[Self.key(name)] }
    let place = Place(homeIndex: homeIndex, name: Self.key(name))
    return locationsByPlace[place].map { ($0, 1) }
  }

  /// Whether a place may be the one a row means: different ids that only items name are different
  /// places.
  private func isSame(_ location: ImportedLocation, _ reference: SourceReference?) -> Bool {
    !location.isImplied || reference == nil || location.reference == nil
  }

  private func isSame(_ home: ImportedHome, _ reference: SourceReference?) -> Bool {
    !home.isImplied || reference == nil || home.reference == nil
  }

  private mutating func inHome(
    _ index: Int, homeIndex: inout Int?, table: inout MovingBoxTable
  ) -> Int? {
    let location = builder.document.locations[index]
    if homeIndex == nil { homeIndex = location.homeIndex }
    guard location.homeIndex == homeIndex else {
      table.sheet.note(
        .locationInOtherHome, column: table["locationid"] ?? table["location"],
        text: location.name)
      return nil
    }
    return index
  }
}
