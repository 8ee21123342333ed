import Web

/// The mark of an amount that was saved on this device and has not reached its server.
func waitingChip(_ words: Catalogue) -> HTML {
  statusChip(words.waiting, .waiting, icon: .clock)
}

/// That sums contain such amounts; nothing where none does.
func waitingNote(_ count: Int, _ words: Catalogue) -> HTML {
  count == 0
    ? .empty
    : p {
      statusChip(words.includesWaiting(count), .waiting, icon: .clock)
    }
}
