// What is wrong with a row of a file, and what to do about it.
extension Catalogue {
  /// The whole sentence: “This price could not be read: “about 40” (line 7). Correct it or leave it
  /// empty.”
  package func problem(_ row: ImportProblemRow) -> String {
    let text = row.text
    switch row.reason {
    case .unreadableAmount:
      return say(
        "This price could not be read: “\(text)”\(place(row)). Correct it or leave it empty.")
    case .ambiguousAmount:
      return say("“\(text)”\(place(row)) could mean two amounts. Write it with two decimals.")
    case .negativeAmount:
      return say("The price “\(text)”\(place(row)) is below zero. Correct it or leave it empty.")
    case .amountTooLarge:
      return say("The price “\(text)”\(place(row)) is too large. Correct it.")
    case .tooManyDecimals(let currency, let allowed):
      return plural(
        allowed,
        one: "“\(text)”\(place(row)) has too many decimals. \(currency) has 1.",
        other: "“\(text)”\(place(row)) has too many decimals. \(currency) has \(number(allowed)).")
    case .ambiguousCurrency(let sign):
      return say(
        "“\(sign)”\(place(row)) stands for several currencies. Write three letters, like USD.")
    case .unknownCurrency:
      return say("“\(text)”\(place(row)) is not a currency. Write its three letters, like EUR.")
    case .ambiguousDate:
      return say("“\(text)”\(place(row)) could be two days. Write it like 2026-06-14.")
    case .unreadableDate:
      return say("This date could not be read: “\(text)”\(place(row)). Write it like 2026-06-14.")
    case .impossibleDate:
      return say("There is no such day: “\(text)”\(place(row)). Correct it or leave it empty.")
    case .yearOutOfRange(let earliest, let latest):
      return say(
        """
        The year in “\(text)”\(place(row)) is unlikely. Use one from \(String(earliest)) to \
        \(String(latest)).
        """)
    case .unreadableBool:
      return say("“\(text)”\(place(row)) should be yes or no.")
    case .unreadableQuantity:
      return say("This quantity could not be read: “\(text)”\(place(row)). Use a whole number.")
    case .fractionalQuantity:
      return say("“\(text)”\(place(row)) is not a whole number. Only whole pieces can be counted.")
    case .negativeQuantity:
      return say("The quantity “\(text)”\(place(row)) is below zero. Correct it.")
    case .quantityTooLarge(let max):
      return say("The quantity “\(text)”\(place(row)) is more than \(number(max)). Correct it.")
    default: return problemOfStructure(row)
    }
  }

  private func place(_ row: ImportProblemRow) -> String {
    row.line.map { say(" (line \(number($0)))") } ?? ""
  }

  private func problemOfStructure(_ row: ImportProblemRow) -> String {
    let text = row.text
    switch row.reason {
    case .unfit(let problem):
      let field = row.column.map { "\($0): " } ?? ""
      return say("“\(text)”\(place(row)): \(field)\(self.problem(problem))")
    case .missingName: return say("This row has no name\(place(row)). Give it one.")
    case .wrongWidth(let expected, let found):
      return say(
        """
        This row has \(number(found)) cells instead of \(number(expected))\(place(row)). Check its \
        commas and quotes.
        """)
    case .strayQuote:
      return say("There is text after a closing quote\(place(row)). Check the quotes.")
    case .unnamedColumn(let number):
      return say("Column \(self.number(number)) has no heading\(place(row)). Name it or empty it.")
    case .hiddenCharactersInName:
      return say("The name “\(text)”\(place(row)) has invisible characters. Type it again.")
    case .unreadableAssetID:
      return say("“\(text)”\(place(row)) is not an asset number. Use digits, like 000-123.")
    case .unreadableID: return say("“\(text)”\(place(row)) is not an id this program wrote.")
    case .referenceTooLong(let max):
      return say("The reference “\(text)”\(place(row)) is longer than \(number(max)) characters.")
    case .duplicateReference(let first):
      return say("“\(text)”\(place(row)) was used in line \(number(first)) already. Use it once.")
    case .ownParent: return say("“\(text)”\(place(row)) is inside itself. Choose another place.")
    case .parentCycle:
      return say("“\(text)”\(place(row)) is inside something that is inside it. Break the circle.")
    case .ambiguousHome(let count):
      return say("There are \(number(count)) homes called “\(text)”\(place(row)). Rename one.")
    case .ambiguousLocation(let count):
      return say("There are \(number(count)) places called “\(text)”\(place(row)). Rename one.")
    default: return problemOfRelations(row)
    }
  }

  private func problemOfRelations(_ row: ImportProblemRow) -> String {
    let text = row.text
    switch row.reason {
    case .locationInOtherHome:
      return say("“\(text)”\(place(row)) is a place of another home. Choose one of the same home.")
    case .unknownHome: return say("The home “\(text)”\(place(row)) is not in the file. Add it.")
    case .locationTooDeep(let max):
      return say("“\(text)”\(place(row)) is more than \(number(max)) places deep. Use fewer.")
    case .tooManyLabels(let max):
      return say("This row has more than \(number(max)) labels\(place(row)). Remove some.")
    case .unreadableColour:
      return say("“\(text)”\(place(row)) is not a colour. Use one like #cc5500.")
    case .duplicateName(let first):
      return say("“\(text)”\(place(row)) is in line \(number(first)) already. Keep one of them.")
    case .hiddenCharactersRemoved:
      return say("Invisible characters were removed from “\(text)”\(place(row)).")
    case .parentNotInFile:
      return say(
        "“\(text)”\(place(row)) belongs to something that is not in the file. It comes alone.")
    case .locationNotInFile:
      return say(
        "The place of “\(text)”\(place(row)) is not in the file. It comes without a place.")
    case .photoMissing: return say("The photo “\(text)”\(place(row)) is not in the archive.")
    case .photoNameUnsafe:
      return say("The photo “\(text)”\(place(row)) has an unsafe name. It stays out.")
    case .photoTypeUnsupported:
      return say("The photo “\(text)”\(place(row)) is of a kind that cannot be read. It stays out.")
    case .photoTooLarge(let bytes):
      return say(
        "The photo “\(text)”\(place(row)) is larger than \(fileSize(bytes)). It stays out.")
    case .photoDamaged:
      return say("The photo “\(text)”\(place(row)) is damaged. Its item came without it.")
    case .photoEncrypted:
      return say("The photo “\(text)”\(place(row)) has a password. Its item came without it.")
    case .photoRefused(let problem):
      return say("\(self.problem(problem)) Its item came without it.")
    case .photosUnused(let count):
      return plural(
        count, one: "1 photo in the archive belongs to no item.",
        other: "\(number(count)) photos in the archive belong to no item.")
    case .attachmentsNotIncluded: return say("Papers are not in such an archive; only photos come.")
    case .unsafeEntryName: return say("The entry “\(text)” has an unsafe name. It stays out.")
    case .columnKeptAsCustomField:
      return say(
        "The column “\(text)” has no place of its own. It is kept as a field of that name.")
    case .rowsBeforeHeadings(let count):
      return plural(
        count, one: "1 row above the headings was passed over.",
        other: "\(number(count)) rows above the headings were passed over.")
    case .readAsWindows:
      return say(
        """
        The letters of this file were read as Windows programs write them. If names look wrong, \
        save it as “CSV UTF-8” and choose that.
        """)
    default: return mending(row)
    }
  }

  /// What was mended in an archive of Hearth's own.
  private func mending(_ row: ImportProblemRow) -> String {
    let text = row.text
    switch row.reason {
    case .placeLeftLoop:
      return say("“\(text)” was inside a place that was inside it. It is now directly in its home.")
    case .placeWasTooDeep(let max, let parent?):
      return say("“\(text)” was more than \(number(max)) places deep. It is now in “\(parent)”.")
    case .placeWasTooDeep(let max, nil):
      return say(
        "“\(text)” was more than \(number(max)) places deep. It is now directly in its home.")
    case .placeLostParent:
      return say(
        "“\(text)” was in a place that isn't in the archive. It is now directly in its home.")
    case .labelNotInFile:
      return say("“\(text)” had a label that isn't in the archive. The item comes without it.")
    case .labelledNotInFile:
      return say("The label “\(text)” was on an item that isn't in the archive.")
    case .paperLostMaintenance:
      return say(
        "“\(text)” belonged to maintenance that isn't in the archive. It stays with its item.")
    case .photoBecameHomes:
      return say(
        """
        A photo belonged to something that isn't in the archive. It is now a photo of the home \
        “\(text)”.
        """)
    case .keptByItem where text.isEmpty:
      return say("A photo\(place(row)) belonged to two things. It stays with the item.")
    case .keptByItem:
      return say("“\(text)”\(place(row)) belonged to two things. It stays with the item.")
    case .partLeftOut where text.isEmpty:
      return say("A label was left out: neither it nor its item is in the archive.")
    case .partLeftOut:
      return say(
        """
        “\(text)”\(place(row)) belongs to something that isn't in the archive. It was left out.
        """)
    case .dayRemoved:
      return say("“\(text)”\(place(row)) has a date that doesn't exist. It comes without it.")
    case .instantMoved:
      return say("“\(text)”\(place(row)) was added after the year 9999. The time was changed.")
    default: return ""
    }
  }
}
