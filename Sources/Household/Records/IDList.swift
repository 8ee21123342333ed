import SQLite
import SyncProtocol

/// A list of ids as one SQL parameter, for `json_each(?)`, so that one statement serves any number
/// of ids.
package enum IDList {
  package static func value(_ ids: some Sequence<RecordID>) -> Value {
    // The hub admits no other ids, and these characters need no escaping.
    .text("[" + ids.lazy.filter(isRecordID).map { "\"\($0)\"" }.joined(separator: ",") + "]")
  }
}
