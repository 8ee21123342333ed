import Household
import SyncProtocol
import Things

/// The imports into homes of the last 30 days, so that each can be undone.
package typealias ImportHistory = PastImports<ApplyImport.Result>

/// Keeps the trace of one import into homes while it is written.
package typealias ImportJournal = ImportHistory.Journal

extension ApplyImport.Result: TracedPart {
  package var zones: [ZoneID] { homeIDs }
}

extension ImportTrace: ImportTraceForm {}
