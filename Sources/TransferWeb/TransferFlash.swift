import Web

/// What was done to an import.
package enum TransferFlash: FlashText {
  case importCancelled
  case importUndone(items: Int)

  package func text(in words: Catalogue) -> String {
    switch self {
    case .importCancelled: words.say("Nothing was imported")
    case .importUndone(let count):
      words.plural(
        count, one: "Took back the import of 1 item",
        other: "Took back the import of \(words.number(count)) items")
    }
  }
}

extension FlashMessage {
  package static func transfer(_ message: TransferFlash) -> FlashMessage { FlashMessage(message) }
}
