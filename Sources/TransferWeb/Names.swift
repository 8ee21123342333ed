import Web

// The sync protocol has types of these names, too; in this target the plain name is the page's.

package typealias Role = Web.Role
package typealias FieldValue = Web.FieldValue
