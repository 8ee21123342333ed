import Household
import SQLite

extension HouseholdIndex {
  /// The words of items.
  package static let words = WordIndex(terms: "itemTerms", state: "itemIndexState")

  static let erasingSQL = """
    -- Whether `itemTerms` may hold words of what is gone, of which `isErasing` does not rid it.
    ALTER TABLE itemIndexState ADD COLUMN hasRemoved INTEGER NOT NULL DEFAULT 1
      CHECK (hasRemoved IN (0, 1));
    -- Whether the segments of `itemTerms` are being merged into one, and when that was last begun,
    -- in milliseconds since 1970.
    ALTER TABLE itemIndexState ADD COLUMN isErasing INTEGER NOT NULL DEFAULT 0
      CHECK (isErasing IN (0, 1));
    ALTER TABLE itemIndexState ADD COLUMN erasedAt INTEGER NOT NULL DEFAULT 0;
    """
}
