import Values

/// What can be wrong with one field of a form.
package enum FieldProblem: Equatable, Sendable {
  case missing
  /// More than so many characters.
  case tooLong(maxCharacters: Int)
  /// The text as it was typed.
  case unreadablePrice(String)
  case unreadableAmount(String)
  case unreadableDate(String)
  /// Below zero, and otherwise readable.
  case amountBelowZero(String)
  case tooManyDecimals(String, currency: String, max: Int)
  /// Written as a day, but not in the calendar: 30 February.
  case noSuchDay(String)
  case unreadableQuantity(String)
  /// Any other whole number.
  case unreadableNumber(String, min: Int, max: Int)
  case unknownCurrency(String)
  case outOfRange(min: Int64, max: Int64)
  /// An amount that is more than can be kept.
  case tooMuch
  case unreadableWebAddress(String)
  case notAnEmoji(String)
  /// The day lies before another one that must come first, such as the purchase.
  case dayTooEarly
  /// Of what repeats more than `max` would be added at once from this first day.
  case startsTooEarly(earliest: CalendarDay, max: Int)
  /// Nothing was done yet on this day, `YYYY-MM-DD`.
  case dayToCome(String)
  case abovePrice
  /// One of two currencies must be another one.
  case sameCurrency
  /// No number above zero.
  case unreadableRate(String)
  case noSuchPoint
  /// An amount of a home in which the person sees none.
  case amountUnseen
  case unknownTimeZone(String)
  /// All amounts of an item, or of a policy, are in one currency.
  case severalCurrencies
  /// A currency is needed beside an amount.
  case currencyMissing
  case tooDeep(max: Int)
  case tooMany(max: Int)
  /// The hub lets one account own no more homes.
  case tooManyHomes
  case passwordTooShort(minCharacters: Int)
  case passwordIsName
  case passwordsDiffer
  case wrongPassword
  /// The name or the password; which one stays unsaid.
  case wrongSignIn
  case accountDisabled
  case wrongCode
  /// The text as it was typed.
  case notAMailAddress(String)
  case tooManyMails
  case wrongPin
  case invalidPin
  case tooManyPins(seconds: Int)
  /// Another account has this name.
  case accountExists
  /// Another room or label of this home has this name.
  case nameTaken(String)
  /// The name that had to be typed to confirm was another one.
  case nameDiffers(String)
  /// A sign-in name with characters that cannot be seen.
  case nameHidesCharacters
  /// So many children were added within so many days.
  case tooManyChildren(max: Int, days: Int)
  /// No account can have this sign-in name.
  case noSignInName
  /// Nobody signs in with this name.
  case noSuchAccount(String)
  /// Not one of the choices that were offered; they may have changed meanwhile.
  case notOffered
  case placeInsideItself
  case unreadableCode(String)
  case noSuchInvite(String)
  case unreadableAddress(String)
  case hubUnreachable(String)
  /// The device has somebody else's homes.
  case deviceTaken
  /// `looksLike`: what the file is instead, such as PDF.
  case notAPicture(fileName: String, looksLike: String? = nil)
  /// A picture in a coding that is not taken, such as “a GIF picture”.
  case otherPicture(fileName: String, kind: String)
  case animatedPicture(fileName: String)
  /// No program in common use shows what is in it, though it is a JPEG or the like.
  case rarePicture(fileName: String)
  /// The file ends in the middle of the picture.
  case cutOffPicture(fileName: String)
  case damagedPicture(fileName: String)
  case tooManyPixels(fileName: String, width: Int, height: Int, max: Int)
  case sideTooLong(fileName: String, width: Int, height: Int, max: Int)
  case fileTooLarge(fileName: String, maxBytes: Int64)
  case tooManyFiles(max: Int)
  case noRoomForPhoto(fileName: String, max: Int)
  /// The account's files have as much room as one account is given.
  case noRoomForFiles(fileName: String)
  // Files that were to be papers
  /// `looksLike`: what the file is instead, such as ZIP.
  case notAPaper(fileName: String, looksLike: String? = nil)
  case emptyFile(fileName: String)
  case cutOffFile(fileName: String)
  case notWhatItSays(fileName: String, ending: String)
  case notPlainText(fileName: String)
  case paperTooLarge(fileName: String, maxBytes: Int64)
  /// The name without what it hides.
  case hiddenCharacters(fileName: String)
  case pathInName(fileName: String)
  case tooManyPapers(max: Int)
  case noRoomForPaper(fileName: String, max: Int)
  case unusableName(fileName: String)
  case changedMeanwhile
  /// A value of a field that the home offers.
  case notOfKind(field: String, FieldKind)
  /// What one area alone knows.
  case said(ProblemMessage)

  /// Why a text that is no day cannot be taken as one.
  package static func day(_ text: String) -> FieldProblem {
    let isWritten = text.wholeMatch(of: /[1-9][0-9]{3}-[0-9]{2}-[0-9]{2}/) != nil
    return isWritten ? .noSuchDay(text) : .unreadableDate(text)
  }

  /// Whether a day cannot be taken: a date field would not show what was typed.
  package var isOfDay: Bool {
    switch self {
    case .unreadableDate, .noSuchDay: true
    default: false
    }
  }
}

extension Catalogue {
  /// What was wrong, and what to do about it.
  package func problem(_ problem: FieldProblem) -> String {
    switch problem {
    case .missing: say("Please fill this in.")
    case .notOfKind(let field, let kind): notOfKind(field, kind)
    case .said(let message): message.text.text(in: self)
    case .tooLong(let count): say("This is too long. Use at most \(number(count)) characters.")
    case .unknownCurrency(let text):
      say("“\(text)” is not a currency. Use its three letters, such as EUR.")
    case .outOfRange(let min, let max):
      say("Use a number from \(number(Int(min))) to \(number(Int(max))).")
    case .tooMuch: say("This amount is more than can be kept. Check its digits.")
    case .unreadableWebAddress(let text):
      say("“\(text)” cannot be followed. A web address begins with https://.")
    case .notAnEmoji(let text): say("“\(text)” is not an emoji. Choose one or leave it empty.")
    case .amountUnseen: say("Only grown-ups change prices here. Ask a parent.")
    case .abovePrice: say("This cannot be more than the price of one.")
    case .dayTooEarly: say("This day comes too early. Check both dates.")
    case .startsTooEarly(let earliest, let max):
      say(
        """
        From this day on, more than \(number(max)) would be added at once. The first day can be \
        \(day(earliest)) at the earliest.
        """)
    case .severalCurrencies: say("There are several currencies. Write all amounts in one.")
    case .currencyMissing: say("An amount needs a currency. Choose one.")
    case .nameTaken(let name): say("There is already one called \(name). Choose another name.")
    case .nameDiffers(let name): say("This is not the name. Type \(name) exactly.")
    case .nameHidesCharacters:
      say("This name has characters that cannot be seen. Type it again without them.")
    case .noSignInName: say("This is not the sign-in name of somebody else. Type it again.")
    case .noSuchAccount(let name): say("Nobody signs in as “\(name)”. Correct the name.")
    case .notOffered: say("This choice is no longer there. Choose again.")
    case .tooDeep(let count):
      say("Places can be at most \(number(count)) inside each other. Choose one further out.")
    case .tooMany(let count): say("There can be at most \(number(count)). Remove some first.")
    case .tooManyHomes:
      say("You own as many homes as this Hearth allows. Delete one, or ask its administrator.")
    case .placeInsideItself: say("A place cannot be inside itself. Choose another one.")
    case .changedMeanwhile:
      say("Someone changed this while you were writing. Check it and save again.")
    default: problemOfText(problem) ?? problemOfAccounts(problem)
    }
  }

  /// Of what was typed as an amount, a day or a number.
  private func problemOfText(_ problem: FieldProblem) -> String? {
    switch problem {
    case .unreadablePrice(let text):
      say("This price could not be read: “\(text)”. Correct it or leave it empty.")
    case .unreadableAmount(let text):
      say("This amount could not be read: “\(text)”. Correct it or leave it empty.")
    case .unreadableDate(let text):
      say("This date could not be read: “\(text)”. Correct it or leave it empty.")
    case .amountBelowZero(let text):
      say("“\(text)” is below zero. Correct it or leave it empty.")
    case .tooManyDecimals(let text, let currency, 0):
      say("“\(text)” has too many decimals. \(currency) has none.")
    case .tooManyDecimals(let text, let currency, let max):
      say("“\(text)” has too many decimals. \(currency) has \(number(max)).")
    case .noSuchDay(let text):
      say("There is no such day: “\(text)”. Correct it or leave it empty.")
    case .unreadableQuantity(let text):
      say("This quantity could not be read: “\(text)”. Use a whole number, 0 or more.")
    case .unreadableNumber(let text, let min, let max):
      say(
        """
        This number could not be read: “\(text)”. Use a whole number from \(number(min)) to \
        \(number(max)).
        """)
    case .dayToCome(let text):
      say(
        """
        \(CalendarDay(text).map { day($0) } ?? text) is still to come. Enter the day it was done; \
        what is planned belongs in “\(dueOn)”.
        """)
    case .sameCurrency: say("Choose two different currencies.")
    case .unreadableRate(let text):
      say("“\(text)” is not a rate. Write a number above zero, such as 0.92.")
    case .noSuchPoint:
      say("There is no such point on Earth. Latitudes end at 90, longitudes at 180.")
    case .unknownTimeZone(let text):
      say("“\(text)” is not a time zone. Choose one from the list, such as Europe/Berlin.")
    default: nil
    }
  }

  private func problemOfAccounts(_ problem: FieldProblem) -> String {
    switch problem {
    case .passwordTooShort(let count):
      say("Use at least \(number(count)) characters. A short sentence works well.")
    case .passwordIsName: say("This is your name. Choose a password that others cannot guess.")
    case .passwordsDiffer: say("The two passwords differ. Type the new one again.")
    case .wrongPassword: say("This is not your current password.")
    case .tooManyChildren(let max, let days):
      say("You can add \(number(max)) children in \(number(days)) days. Add this one later.")
    case .wrongPin: say("That's not it. Try again.")
    case .invalidPin: say("Use 4 to 8 digits, or four pictures.")
    case .tooManyPins(let seconds):
      say("Too many wrong ones. Wait \(number(seconds)) seconds, then try again.")
    case .notAMailAddress(let text):
      say("“\(text)” is no e-mail address. Enter one like ana@example.org.")
    case .tooManyMails: say("No more mails can be sent to you today. Try again tomorrow.")
    case .wrongCode:
      say("This code doesn't work. It's for one time and ten minutes: ask for a new one.")
    case .wrongSignIn: say("This name and password do not belong together. Check both.")
    case .accountDisabled:
      say("This account is switched off. Ask whoever runs this Hearth to switch it on again.")
    case .accountExists: say("This name is taken. Choose another one.")
    case .unreadableCode(let text):
      say("“\(text)” is not a code. Codes look like ABC-2345.")
    case .noSuchInvite(let text):
      say("There is no invite “\(text)”. Check each letter and digit, or ask for a new one.")
    case .unreadableAddress(let text):
      say("“\(text)” is not an address. It begins with https://.")
    case .hubUnreachable(let address):
      say("There was no answer from \(address). Check the address and your connection.")
    case .deviceTaken:
      say("This device has the homes of another account. Sign in as that one.")
    case .tooManyFiles(let count):
      say("That is too much at once. Add at most \(number(count)) pictures at a time.")
    case .noRoomForPhoto(let name, let max):
      say("\(name) found no room: there can be \(number(max)) photos. Delete some first.")
    case .noRoomForFiles(let name):
      say(
        """
        \(name) was not added: your photos and papers take all the space that you have on this \
        server. Delete some; their space is free again a month later. Or ask whoever runs it.
        """)
    default: problemOfPicture(problem) ?? problemOfPaper(problem) ?? ""
    }
  }

  private func problemOfPicture(_ problem: FieldProblem) -> String? {
    switch problem {
    case .notAPicture(let name, nil):
      say("\(name) is not a picture that Hearth knows. Choose a JPEG, PNG, WebP or HEIC picture.")
    case .notAPicture(let name, let kind?):
      say("\(name) is \(kind), not a picture. Choose a JPEG, PNG, WebP or HEIC picture.")
    case .otherPicture(let name, let kind):
      say(
        """
        \(name) is \(kind), which Hearth cannot keep. Save it as JPEG or PNG, and add that; WebP \
        and HEIC work, too.
        """)
    case .animatedPicture(let name):
      say("\(name) moves. Only still pictures can be kept: save one of it, and add that.")
    case .cutOffPicture(let name):
      say(
        """
        \(name) ends in the middle of the picture: not all of it was copied. Copy it again, and \
        add that.
        """)
    case .damagedPicture(let name):
      say("\(name) is damaged and cannot be shown. Save it again as JPEG or PNG, and add that.")
    case .rarePicture(let name):
      say("\(name) is saved in a way few programs can show. Save it as JPEG or PNG, and add that.")
    case .tooManyPixels(let name, let width, let height, let max):
      say(
        """
        \(name) has \(number(width)) × \(number(height)) pixels. At most \(number(max / 1_000_000)) \
        megapixels can be kept; make it smaller.
        """)
    case .sideTooLong(let name, let width, let height, let max):
      say(
        """
        \(name) has \(number(width)) × \(number(height)) pixels. A side may have at most \
        \(number(max)); make it smaller.
        """)
    case .fileTooLarge(let name, let bytes):
      say("\(name) is too large. A picture may have up to \(fileSize(bytes)).")
    default: nil
    }
  }

  package var dueOn: String { say("Due on") }

  package func notOfKind(_ field: String, _ kind: FieldKind) -> String {
    switch kind {
    case .text: say("\(field) cannot be this.")
    case .number: say("\(field) takes a number, such as 12 or 3.5.")
    case .date: say("\(field) takes a day, such as 2026-03-31.")
    case .yesNo: say("\(field) takes yes or no.")
    case .link: say("\(field) takes a web address that begins with https:// or http://.")
    case .choice: say("\(field) takes one of the choices that it offers.")
    }
  }

  /// What was wrong with a file that was to be a paper; `nil` for other problems.
  package func problemOfPaper(_ problem: FieldProblem) -> String? {
    switch problem {
    case .notAPaper(let name, nil):
      say("\(name) is of a kind that Hearth cannot keep. Use a PDF, a picture or plain text.")
    case .notAPaper(let name, let kind?):
      say("\(name) is \(kind), which Hearth cannot keep. Use a PDF, a picture or plain text.")
    case .emptyFile(let name):
      say("\(name) is empty: there is nothing in it. Copy or save it again, and add that.")
    case .cutOffFile(let name):
      say("\(name) ends in the middle: not all of it was copied. Copy it again, and add that.")
    case .notWhatItSays(let name, let ending):
      say(
        """
        \(name) ends in .\(ending) but is something else inside. Save it again, or give it its \
        right ending.
        """)
    case .notPlainText(let name):
      say(
        """
        The letters in \(name) cannot be read. Save it as plain text in the coding “UTF-8”, or as \
        PDF.
        """)
    case .paperTooLarge(let name, let bytes):
      say("\(name) is too large. A paper may have up to \(fileSize(bytes)).")
    case .hiddenCharacters(let name):
      say(
        """
        The name of \(name) has characters that cannot be seen. Rename the file and add it again.
        """)
    case .pathInName(let name):
      say("\(name) names a folder, too. Use the name of the file alone.")
    case .tooManyPapers(let count):
      say("That is too much at once. Add at most \(number(count)) files.")
    case .noRoomForPaper(let name, let max):
      say("\(name) found no room: there can be \(number(max)) papers. Remove some first.")
    case .unusableName(let name): say("\(name) has a name that is too long. Shorten it.")
    default: nil
    }
  }

  package func fault(_ field: String, _ text: String) -> String { say("\(field): \(text)") }
  /// At the top of a form that came back.
  package func toCorrect(_ count: Int) -> String {
    plural(
      count, one: "Nothing is done yet. Please correct one thing:",
      other: "Nothing is done yet. Please correct \(number(count)) things:")
  }
}
