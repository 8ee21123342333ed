/// Parts of the schema that several tables share.
package enum SQLShape {
  package static func date(_ column: String) -> String {
    "\(column) GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'"
  }
}
